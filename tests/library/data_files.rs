//! The data files of each game, in `tests/data`.

use jailbird::game::Variant;
use jailbird::variants;
use std::fs;
use std::path::Path;

/// The kinds of data.
pub const KINDS: [&str; 4] = ["perft", "moves", "mates", "games"];

/// The data of a kind for a game: the file `KIND/KIND-NAME.epd` or `.txt`, or the section `[KIND]` of the file `NAME.txt`.
pub fn find(kind: &str, name: &str) -> Option<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let in_folder = |extension| fs::read_to_string(folder.join(format!("{kind}/{kind}-{name}.{extension}"))).ok();
    let own = ["epd", "txt"].into_iter().find_map(in_folder);
    let shared = fs::read_to_string(folder.join(format!("{name}.txt"))).ok();
    let section = shared.and_then(|text| Some(section(&text, kind)?.to_owned()));
    assert!(own.is_none() || section.is_none(), "two files with data of the kind {kind} for {name}");
    own.or(section)
}

/// What stands between the line `[KIND]` and the next heading.
fn section<'a>(text: &'a str, kind: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(&format!("[{kind}]\n"))?;
    rest.split("\n[").next()
}

/// [`find`]; panics if there are no data.
pub fn read(kind: &str, name: &str) -> String {
    find(kind, name).unwrap_or_else(|| panic!("no data of the kind {kind} for {name}"))
}

/// The lines of a text without empty lines and comments (`#`), trimmed.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// All games but chess: those with data of every kind.
pub fn own_games() -> impl Iterator<Item = &'static Variant> {
    variants::coded().into_iter().filter(|variant| variant.name != "chess")
}
