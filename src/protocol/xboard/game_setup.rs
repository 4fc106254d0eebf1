//! How a game that XBoard does not know is described to it.

use crate::game::Variant;
use crate::game::piece_kind::{PieceKind, piece_table};
use crate::game::variant::Setup;
use crate::variants;
use crate::variants::chess::{CHESS960, is_chess960};

/// Arguments of XBoard for games that it does not know: it does not judge moves and claims by its own rules, shows the
/// engine's marks of squares, and offers the engine's promotions.
const ARGUMENTS: &str = "-testLegality false -testClaims false -ruleMoves 0 -repeatsToDraw 20 \
    -showTargetSquares true -highlightDragging true -sweepPromotions true";

/// Returns the `setup` line and a `piece` line for every kind of piece; nothing for games that XBoard knows or cannot
/// show.
pub fn setup_lines(variant: &Variant) -> Vec<String> {
    let Some(Setup { parent, hand_rows }) = setup(variant) else { return Vec::new() };
    let table = piece_table(variant.kinds);
    let (files, ranks, start) = (variant.files, variant.ranks, variant.start);
    let first = format!("setup ({table}{}) {files}x{ranks}+{hand_rows}_{parent} {start}", table.to_ascii_lowercase());
    let piece = |kind: &PieceKind| format!("piece {}& {}", kind.letter, kind.betza);
    std::iter::once(first).chain(variant.kinds.iter().map(piece)).collect()
}

/// Returns whether the game is described to XBoard by [`setup_lines`].
pub fn is_described(variant: &Variant) -> bool {
    setup(variant).is_some()
}

/// Returns whether XBoard knows the game itself.
pub fn is_built_in(variant: &Variant) -> bool {
    variant.xboard.as_ref().is_some_and(|xboard| xboard.setup.is_none())
}

fn setup(variant: &Variant) -> Option<&Setup> {
    variant.xboard.as_ref()?.setup.as_ref()
}

/// Returns the letter of the kind of piece in a row of the hand, counted from the player's own side.
pub fn held_in_row(variant: &Variant, row: u8) -> Option<char> {
    let rows = setup(variant)?.hand_rows;
    let kinds = piece_table(variant.kinds);
    kinds.chars().filter(|&letter| letter != '.').nth(row.into()).filter(|_| row < rows)
}

/// Returns a letter that no piece of the game has. As a promotion letter, it makes XBoard remove the piece that moves.
pub fn vanishing_letter(variant: &Variant) -> char {
    let is_free = |letter: &char| variant.kinds.iter().all(|kind| !kind.letter.eq_ignore_ascii_case(letter));
    // XBoard reads `x` as a capture.
    ('a'..='z').rev().filter(|&letter| letter != 'x').find(is_free).unwrap_or('z')
}

/// Returns the words of the command that starts XBoard for a game.
///
/// # Errors
/// If no game has this name, or if XBoard cannot show it.
pub fn command_line(name: &str, engine: &str) -> Result<Vec<String>, String> {
    let variant = variants::find(name)?;
    let Some(xboard) = &variant.xboard else {
        return Err(format!("XBoard cannot show {}: jailbird play {}", variant.title, variant.name));
    };
    let game = if is_chess960(name) { CHESS960 } else { xboard.name };
    let arguments = if is_described(variant) { ARGUMENTS } else { "" };
    let words = ["xboard", "-fcp", engine, "-variant", game];
    Ok(words.into_iter().chain(arguments.split_whitespace()).map(str::to_owned).collect())
}
