//! What the build scripts of the packages share: their folders, and the files in them.

#![allow(dead_code, reason = "each script uses a part of it")]

use std::fmt::Write as _;
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

/// Writes the names and contents of the wanted files below a folder as an array.
pub fn list(folder: &str, table: &str, is_wanted: impl Fn(&str) -> bool) -> io::Result<()> {
    write_table(folder, table, |name, path| {
        is_wanted(name).then(|| format!("({name:?}, include_bytes!({:?}) as &[u8])", path.display().to_string()))
    })
}

/// Writes the names of the files below a folder as an array.
pub fn names(folder: &str, table: &str) -> io::Result<()> {
    write_table(folder, table, |name, _| Some(format!("{name:?}")))
}

/// Writes an array with what `row` makes of the name and the path of each file below a folder.
fn write_table(folder: &str, table: &str, row: impl Fn(&str, &Path) -> Option<String>) -> io::Result<()> {
    println!("cargo::rerun-if-changed={folder}");
    let root = root().join(folder);
    let mut text = String::from("[\n");
    for file in files(folder)? {
        let name = file.strip_prefix(&root).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        if let Some(row) = row(&name, &file) {
            let _ = writeln!(text, "    {row},");
        }
    }
    text.push_str("]\n");
    fs::write(out_directory().join(table), text)
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
