//! Rows of EPD files: a position a line, with operations behind it.

use super::console::game_from;
use crate::game::{Game, Variant};
use crate::variants;
use std::path::Path;

/// The lines that are neither empty nor comments (`#`), trimmed, with their line numbers from 1.
pub fn rows(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// The game that a file is named after: `perft-NAME.epd`, `mates-NAME.epd` or `NAME.epd`.
pub fn variant_of(file: &Path) -> Option<&'static Variant> {
    let stem = file.file_stem()?.to_str()?;
    variants::find(["perft-", "mates-"].iter().find_map(|prefix| stem.strip_prefix(prefix)).unwrap_or(stem)).ok()
}

/// Splits a row into its position and its operations (`bm e4; id "x";`), which may be missing.
///
/// Games differ in the number of their FEN fields. The position is therefore the longest prefix that the game accepts,
/// or that can be repaired, of which the user is told; the rest must begin with a letter and contain a semicolon.
/// Semicolons between the two are skipped.
///
/// # Errors
/// Why the game does not accept the line, if no prefix is a FEN.
pub fn split<'a>(line: &'a str, variant: &'static Variant) -> Result<(Box<dyn Game>, &'a str), String> {
    let error = match game_from(variant, line) {
        Ok(game) => return Ok((game, "")),
        Err(error) => error,
    };
    let operations = |at: usize| line[at..].trim_start_matches([' ', ';']);
    let blanks = line.rmatch_indices(' ').map(|(at, _)| at);
    blanks
        .filter(|&at| line[at..].contains(';') && operations(at).starts_with(char::is_alphabetic))
        .find_map(|at| Some((game_from(variant, line[..at].trim_end_matches([' ', ';'])).ok()?, operations(at))))
        .ok_or_else(|| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    #[test]
    fn comments_and_empty_lines_are_skipped() {
        assert_eq!(rows("# x\n\n a b \r\n#\nc").collect::<Vec<_>>(), [(3, "a b"), (5, "c")]);
    }

    #[test]
    fn a_position_that_can_be_repaired_is_read() {
        let chess = variants::find("chess").unwrap();
        let (game, operations) = split("4k3/8/8/8/8/8/8/R3K3 w KQ - bm e1c1; id \"x\";", chess).unwrap();
        assert_eq!((game.fen().as_str(), operations), ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "bm e1c1; id \"x\";"));
    }

    #[test]
    fn files_are_named_after_their_game() {
        for name in ["perft-friendly.epd", "data/mates-friendly.epd", "friendly.epd"] {
            assert_eq!(variant_of(Path::new(name)).map(|variant| variant.name), Some("friendly"), "{name}");
        }
        assert!(variant_of(Path::new("book.epd")).is_none());
    }

    #[test]
    fn operations_are_split_off_in_every_game() {
        for variant in variants::coded() {
            for gap in [" ", " ;", "; "] {
                let row = format!("{}{gap}id \"start\";", variant.start);
                let (game, operations) = split(&row, variant).unwrap();
                assert_eq!((game.fen().as_str(), operations), (variant.start, "id \"start\";"), "{}", variant.name);
            }
        }
    }
}
