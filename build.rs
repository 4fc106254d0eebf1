//! Lists the files of the board's page and the engines for pages, so that the program can embed them.

#[path = "core/build_files.rs"]
mod build_files;

use build_files::{list, out_directory};
use std::{env, fs, io};

/// The environment variable that names a folder of engines for pages, which are embedded.
const ENGINES: &str = "JAILBIRD_ENGINES";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=core/build_files.rs");
    if env::var_os("CARGO_FEATURE_BOARD").is_none() {
        return Ok(());
    }
    println!("cargo::rerun-if-env-changed={ENGINES}");
    list("src/protocol/board/page", "page.rs", |_| true)?;
    list("src/protocol/board/alone", "alone.rs", |_| true)?;
    match env::var(ENGINES).ok().filter(|folder| !folder.is_empty()) {
        Some(folder) => list(&folder, "engines.rs", |name| name.ends_with(".wasm.gz")),
        None => fs::write(out_directory().join("engines.rs"), "[]"),
    }
}
