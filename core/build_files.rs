//! What the build scripts of both packages share: their folders, and the files in them.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Where a build script puts what it makes.
pub fn out_directory() -> PathBuf {
    PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default())
}

/// The folder of the package.
pub fn root() -> PathBuf {
    PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default())
}

/// The files below a folder, sorted.
pub fn files(folder: &str) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    collect(&root().join(folder), &mut files)?;
    files.sort();
    Ok(files)
}

/// Adds every file below a folder, hidden ones excepted.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        match path.is_dir() {
            _ if is_hidden => {}
            true => collect(&path, files)?,
            false => files.push(path),
        }
    }
    Ok(())
}
