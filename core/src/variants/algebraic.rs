//! What standard algebraic notation has in common in all games that are written in it.

use crate::types::Square;

/// What tells a move from `from` from those of `rivals`, which have the same letter and goal: the file if that is enough, else the
/// rank if that is, else both; nothing if there are no rivals.
pub fn distinction(from: Square, rivals: &[Square]) -> String {
    if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|rival| rival.file() != from.file()) {
        file_letter(from).into()
    } else if rivals.iter().all(|rival| rival.rank() != from.rank()) {
        (from.rank() + 1).to_string()
    } else {
        from.to_string()
    }
}

/// The letter of a square's file.
pub fn file_letter(square: Square) -> char {
    (b'a' + square.file()) as char
}
