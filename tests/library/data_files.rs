//! The data files of each game, in `tests/data`.

use jailbird::game::Variant;
use jailbird::variants::VARIANTS;
use std::path::PathBuf;

/// The path `tests/data/KIND/KIND-NAME.EXTENSION`.
pub fn data_file(kind: &str, name: &str, extension: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "data", kind, &format!("{kind}-{name}.{extension}")].iter().collect()
}

/// The text of a data file; panics if it cannot be read.
pub fn read(kind: &str, name: &str, extension: &str) -> String {
    let path = data_file(kind, name, extension);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The lines of a text without empty lines and comments (`#`), trimmed.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// All games but chess: those with data files of every kind.
pub fn own_games() -> impl Iterator<Item = &'static Variant> {
    VARIANTS.iter().filter(|variant| variant.name != "chess")
}
