//! What several test programs need: the data files of each game.

use jailbird::game::Variant;
use jailbird::variants::VARIANTS;
use std::path::PathBuf;

/// A data file: `tests/data/KIND/KIND-NAME.EXT`.
pub fn data_file(kind: &str, name: &str, extension: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "data", kind, &format!("{kind}-{name}.{extension}")].iter().collect()
}

/// The text of a data file that must be there.
pub fn read(kind: &str, name: &str, extension: &str) -> String {
    let path = data_file(kind, name, extension);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Lines that say something.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The games whose data come from the rule files (chess has its own).
pub fn own_games() -> impl Iterator<Item = &'static Variant> {
    VARIANTS.iter().filter(|variant| variant.name != "chess")
}
