//! Lists the pages of rules, the files of puzzles and the pictures of pieces.

#[path = "../core/build_files.rs"]
mod build_files;

use build_files::{list, names};
use std::{env, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../core/build_files.rs");
    names("../src/protocol/board/page/pieces", "pictures.rs")?;
    if env::var_os("CARGO_FEATURE_TEXTS").is_none() {
        return Ok(());
    }
    list("../uci-docs/rules", "rules.rs", |_| true)?;
    list("../bench/puzzles", "puzzles.rs", |_| true)
}
