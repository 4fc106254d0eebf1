//! Lists the pages of rules and the puzzles of the families that are played.

#[path = "../core/build_files.rs"]
mod build_files;
mod families;

use build_files::list;
use families::FAMILIES;
use std::{env, io};

/// The memory for calls in bytes. It must hold the deepest search of the largest game.
const STACK: usize = 16 << 20;

fn main() -> io::Result<()> {
    for file in ["build.rs", "families.rs", "../core/build_files.rs"] {
        println!("cargo::rerun-if-changed={file}");
    }
    if env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size={STACK}");
    }
    list("../uci-docs/rules", "rules.rs", is_played)?;
    list("../bench/puzzles", "puzzles.rs", is_played)
}

/// Whether a file belongs to a game of a family that is played, or to no family.
fn is_played(file: &str) -> bool {
    let game = file.split('.').next().unwrap_or_default();
    let family = FAMILIES.iter().find(|(_, games)| games.contains(&game));
    family.is_none_or(|(family, _)| env::var_os(format!("CARGO_FEATURE_{}", family.to_uppercase())).is_some())
}
