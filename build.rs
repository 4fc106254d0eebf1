//! Lists the files of the board's page, the pages of rules and the files of puzzles, so that the program can embed them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The folders, and the tables in which their files are listed.
const FOLDERS: [(&str, &str); 3] =
    [("src/protocol/board/page", "page.rs"), ("uci-docs/rules", "rules.rs"), ("bench/puzzles", "puzzles.rs")];

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_BOARD").is_none() {
        return Ok(());
    }
    FOLDERS.into_iter().try_for_each(|(folder, table)| list(folder, table))
}

fn out_directory() -> PathBuf {
    PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default())
}

fn root() -> PathBuf {
    PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default())
}

/// The files below a folder, sorted.
fn files(folder: &str) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    collect(&root().join(folder), &mut files)?;
    files.sort();
    Ok(files)
}

/// Writes the names and contents of the files below a folder as an array.
fn list(folder: &str, table: &str) -> io::Result<()> {
    println!("cargo::rerun-if-changed={folder}");
    let (root, files) = (root().join(folder), files(folder)?);
    let mut text = String::from("[\n");
    for file in files {
        let name = file.strip_prefix(&root).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        let _ = writeln!(text, "    ({name:?}, include_bytes!({:?}) as &[u8]),", file.display().to_string());
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
