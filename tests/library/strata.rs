//! The rooms of `src/` in strata: a room uses only rooms below it, and the pages say the same.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms of `src/`, lowest first. The tables in `src/lib.rs` and `uci-docs/contributing.md` list them in this order.
const ROOMS: &[&str] = &[
    "types",
    "network",
    "position",
    "search",
    "perft",
    "game",
    "variants",
    "engine",
    "board_text",
    "pgn",
    "protocol",
    "tools",
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The room of a file below `src/`; `None` for `lib.rs` and `main.rs`.
fn room_of(path: &Path) -> Option<&'static str> {
    let inside = path.strip_prefix(root().join("src")).unwrap();
    let first = inside.components().next().unwrap().as_os_str().to_str().unwrap();
    let name = first.strip_suffix(".rs").unwrap_or(first);
    ROOMS.iter().copied().find(|room| *room == name)
}

/// Whether a file is compiled for tests only. Tests may use every room.
fn is_test(path: &Path) -> bool {
    let name = path.file_stem().unwrap().to_str().unwrap();
    name == "tests" || name.ends_with("_tests")
}

/// Every Rust file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// A file's code without comments and without what is compiled for tests only.
fn code(text: &str) -> String {
    let own = text.split("#[cfg(test)]\n#[allow(clippy::unwrap_used)]\nmod tests {").next().unwrap();
    let own = own.split("#[cfg(test)]\nmod tests {").next().unwrap();
    own.lines().map(|line| line.split("//").next().unwrap()).collect::<Vec<_>>().join("\n")
}

/// The rooms that a piece of code names: `crate::room`, also behind the braces of `use crate::{...}`.
fn rooms_used(code: &str) -> BTreeSet<&'static str> {
    let mut used = BTreeSet::new();
    for (start, _) in code.match_indices("crate::") {
        let rest = &code[start + "crate::".len()..];
        let list = match rest.strip_prefix('{') {
            Some(inside) => inside.split('}').next().unwrap(),
            None => rest,
        };
        let names =
            list.split(',').map(|item| item.trim().split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap());
        let count = if rest.starts_with('{') { usize::MAX } else { 1 };
        used.extend(names.take(count).filter_map(|name| ROOMS.iter().copied().find(|room| *room == name)));
    }
    used
}

fn stratum(room: &str) -> usize {
    ROOMS.iter().position(|other| *other == room).unwrap()
}

/// Because every use points to a lower stratum, there can be no circle between rooms.
#[test]
fn rooms_use_only_lower_rooms() {
    let mut upward = Vec::new();
    for file in files(&root().join("src")) {
        let Some(room) = room_of(&file).filter(|_| !is_test(&file)) else { continue };
        for used in rooms_used(&code(&read(&file))) {
            if stratum(used) > stratum(room) {
                upward.push(format!("{} uses {used}", file.display()));
            }
        }
    }
    assert!(upward.is_empty(), "upward uses:\n{}", upward.join("\n"));
}

#[test]
fn every_module_of_the_crate_is_a_room() {
    let library = read(&root().join("src/lib.rs"));
    let modules: BTreeSet<&str> =
        library.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    assert_eq!(modules, ROOMS.iter().copied().collect());
}

/// The first words of the lines that make a table: those that name a room.
fn listed<'a>(text: &'a str, name: impl Fn(&'a str) -> Option<&'a str>) -> Vec<&'a str> {
    text.lines().filter_map(name).filter(|name| ROOMS.contains(name)).collect()
}

#[test]
fn the_pages_list_the_rooms_in_order() {
    let library = read(&root().join("src/lib.rs"));
    let in_library = listed(&library, |line| line.strip_prefix("//! ")?.split_whitespace().next());
    assert_eq!(in_library, ROOMS, "src/lib.rs");
    let page = read(&root().join("uci-docs/contributing.md"));
    let in_page = listed(&page, |line| line.strip_prefix("| `")?.split('`').next());
    assert_eq!(in_page, ROOMS, "uci-docs/contributing.md");
}

/// A folder's module is `mod.rs`; no file stands beside a folder of its name.
#[test]
fn modules_have_one_style() {
    for file in files(&root().join("src")) {
        assert!(!file.with_extension("").is_dir(), "{} stands beside its folder", file.display());
    }
}
