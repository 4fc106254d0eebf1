//! The rooms of the engine (`core/src/`), of what pages are told (`board/src/`) and of the program (`src/`) in strata: a room uses only
//! rooms below it, and the pages say the same. That a package uses nothing of those above it is the compiler's work.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The folders with code, and how many rooms each has.
const CRATES: [(&str, usize); 3] = [("core/src", 10), ("board/src", 1), ("src", 7)];

/// The rooms of the packages, lowest first. The tables in the `lib.rs` of each and in
/// `uci-docs/contributing.md` list them in this order.
const ROOMS: &[&str] = &[
    "types",
    "network",
    "position",
    "search",
    "perft",
    "game",
    "variants",
    "endings",
    "engine",
    "pgn",
    "answers",
    "memory",
    "input",
    "board_text",
    "network_file",
    "variant_files",
    "protocol",
    "tools",
];

/// The folders with code, each with its rooms.
fn crates() -> impl Iterator<Item = (PathBuf, &'static [&'static str])> {
    let mut rest = ROOMS;
    CRATES.into_iter().map(move |(folder, count)| {
        let rooms = rest.split_off(..count).unwrap();
        (root().join(folder), rooms)
    })
}

/// Every Rust file of the crates, with the folder of its crate.
fn all_files() -> Vec<(PathBuf, PathBuf)> {
    crates().flat_map(|(folder, _)| files(&folder).into_iter().map(move |file| (folder.clone(), file))).collect()
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The room of a file below the folder of a crate; `None` for `lib.rs` and `main.rs`.
fn room_of(folder: &Path, path: &Path) -> Option<&'static str> {
    let inside = path.strip_prefix(folder).unwrap();
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
    for (folder, file) in all_files() {
        let Some(room) = room_of(&folder, &file).filter(|_| !is_test(&file)) else { continue };
        for used in rooms_used(&code(&read(&file))) {
            if stratum(used) > stratum(room) {
                upward.push(format!("{} uses {used}", file.display()));
            }
        }
    }
    assert!(upward.is_empty(), "upward uses:\n{}", upward.join("\n"));
}

/// Parts of the standard library that ask the operating system for more than a clock and threads.
const OF_THE_SYSTEM: [&str; 5] = ["std::fs", "std::env", "std::io", "std::net", "std::process"];

#[test]
fn the_engine_asks_the_system_for_a_clock_and_threads_only() {
    for (_, file) in all_files().into_iter().filter(|(folder, file)| *folder != root().join("src") && !is_test(file)) {
        let code = code(&read(&file));
        let found: Vec<&str> = OF_THE_SYSTEM.into_iter().filter(|part| code.contains(part)).collect();
        assert!(found.is_empty(), "{} uses {found:?}", file.display());
    }
}

#[test]
fn every_module_of_the_crate_is_a_room() {
    for (folder, rooms) in crates() {
        let library = read(&folder.join("lib.rs"));
        let modules: BTreeSet<&str> =
            library.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
        assert_eq!(modules, rooms.iter().copied().collect(), "{}", folder.display());
    }
}

/// The folders of the board's page, lowest first; `main.js` stands above them.
const PAGE: [&str; 4] = ["core", "play", "view", "panels"];

/// The folders from which a module of the page imports. The imports in comments are of types only.
fn folders_imported(text: &str) -> impl Iterator<Item = usize> {
    let paths =
        text.lines().filter_map(|line| line.strip_prefix("import ")?.split_once("from \"../")).map(|found| found.1);
    paths.map(|path| PAGE.iter().position(|folder| path.starts_with(folder)).unwrap_or(PAGE.len()))
}

#[test]
fn modules_of_the_page_import_only_lower_ones() {
    let mut imports = 0;
    for (stratum, folder) in PAGE.into_iter().enumerate() {
        for entry in fs::read_dir(root().join("src/protocol/board/page").join(folder)).unwrap() {
            let path = entry.unwrap().path();
            for imported in folders_imported(&read(&path)) {
                assert!(imported < stratum, "{} imports from a folder above it", path.display());
                imports += 1;
            }
        }
    }
    assert!(imports > 50, "{imports}");
}

/// The first words of the lines that make a table: those that name a room.
fn listed<'a>(text: &'a str, name: impl Fn(&'a str) -> Option<&'a str>) -> Vec<&'a str> {
    text.lines().filter_map(name).filter(|name| ROOMS.contains(name)).collect()
}

#[test]
fn the_pages_list_the_rooms_in_order() {
    for (folder, rooms) in crates() {
        let library = read(&folder.join("lib.rs"));
        let in_library = listed(&library, |line| line.strip_prefix("//! ")?.split_whitespace().next());
        assert_eq!(in_library, rooms, "{}", folder.display());
    }
    let page = read(&root().join("uci-docs/contributing.md"));
    let in_page = listed(&page, |line| line.strip_prefix("| `")?.split('`').next());
    assert_eq!(in_page, ROOMS, "uci-docs/contributing.md");
}

/// A folder's module is `mod.rs`; no file stands beside a folder of its name.
#[test]
fn modules_have_one_style() {
    for (_, file) in all_files() {
        assert!(!file.with_extension("").is_dir(), "{} stands beside its folder", file.display());
    }
}

/// The names in the first column of a map: a block of code at the head of a file whose lines are `name, name   what it is`.
fn mapped(text: &str) -> Option<BTreeSet<&str>> {
    let block = text.split_once("//! ```text\n")?.1.split_once("//! ```\n")?.0;
    let names = block.lines().filter_map(|line| line.strip_prefix("//! ").filter(|line| !line.starts_with(' ')));
    let column = names.map(|line| line.split_once("  ").map_or(line, |(names, _)| names));
    let bare = |name: &'_ str| name.trim().trim_end_matches('/').len();
    let names = column.flat_map(|names| names.split(',')).map(move |name| &name.trim()[..bare(name)]);
    Some(names.map(|name| name.strip_suffix(".rs").unwrap_or(name)).filter(|name| *name != "mod").collect())
}

/// The modules that a file declares, those for tests left out.
fn declared(text: &str) -> BTreeSet<&str> {
    let lines = text.lines().filter(|line| line.starts_with("mod ") || line.starts_with("pub"));
    let names = lines.filter_map(|line| line.split_once("mod ")?.1.strip_suffix(';'));
    names.filter(|name| *name != "tests" && !name.ends_with("_tests")).collect()
}

/// Folders with fewer modules than this may go without a map.
const MAPPED_FROM: usize = 6;

/// `position` lists the contracts instead of its files, and `variants` has one folder for each game.
const WITHOUT_MAP: [&str; 2] = ["core/src/position/mod.rs", "core/src/variants/mod.rs"];

/// The map at the head of a folder's module names its modules, no more and no fewer.
#[test]
fn maps_list_the_modules() {
    let mut wrong = Vec::new();
    for (_, file) in all_files().into_iter().filter(|(_, file)| file.ends_with("mod.rs")) {
        let (text, name) = (read(&file), file.strip_prefix(root()).unwrap().display().to_string());
        let (map, modules) = (mapped(&text), declared(&text));
        match map {
            _ if WITHOUT_MAP.contains(&name.as_str()) => {}
            Some(map) if map != modules => wrong.push(format!("{name}: {:?}", map.symmetric_difference(&modules))),
            None if modules.len() >= MAPPED_FROM => wrong.push(format!("{name}: {} modules and no map", modules.len())),
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "maps that differ from the modules:\n{}", wrong.join("\n"));
}
