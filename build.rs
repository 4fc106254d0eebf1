//! Lists the files of the board's page, the pages of rules and the files of puzzles, so that the program can embed them.

#[path = "core/build_files.rs"]
mod build_files;

use build_files::{files, out_directory, root};
use std::fmt::Write as _;
use std::{env, fs, io};

/// The folders, and the tables in which their files are listed.
const FOLDERS: [(&str, &str); 3] =
    [("src/protocol/board/page", "page.rs"), ("uci-docs/rules", "rules.rs"), ("bench/puzzles", "puzzles.rs")];

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=core/build_files.rs");
    if env::var_os("CARGO_FEATURE_BOARD").is_none() {
        return Ok(());
    }
    FOLDERS.into_iter().try_for_each(|(folder, table)| list(folder, table))
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
