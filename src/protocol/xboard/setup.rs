//! How a game that XBoard does not know is described to it.

use crate::game::Variant;
use crate::game::piece_kind::{PieceKind, piece_table};
use crate::game::variant::Setup;
use crate::variants;
use crate::variants::chess::{CHESS960, is_chess960};

/// What XBoard must be told besides the engine and the game, when it does not know the game: not to judge moves and
/// claims by rules of its own, nor to end games by them; to show the engine's marks; to offer the engine's promotions.
const SWITCHES: &str = "-testLegality false -testClaims false -ruleMoves 0 -repeatsToDraw 20 \
    -showTargetSquares true -highlightDragging true -sweepPromotions true";

/// The `setup` line and a `piece` line for every kind; none for games that XBoard knows, or cannot show.
pub fn lines(variant: &Variant) -> Vec<String> {
    let Some(Setup { parent, hand_rows }) = setup(variant) else { return Vec::new() };
    let table = piece_table(variant.kinds);
    let (files, ranks, start) = (variant.files, variant.ranks, variant.start);
    let first = format!("setup ({table}{}) {files}x{ranks}+{hand_rows}_{parent} {start}", table.to_ascii_lowercase());
    let piece = |kind: &PieceKind| format!("piece {}& {}", kind.letter, kind.betza);
    std::iter::once(first).chain(variant.kinds.iter().map(piece)).collect()
}

fn setup(variant: &Variant) -> Option<&Setup> {
    variant.xboard.as_ref()?.setup.as_ref()
}

/// The letter of the kind that is held in a row of the hand, counted from the player's own side.
pub fn held_in_row(variant: &Variant, row: u8) -> Option<char> {
    let rows = setup(variant)?.hand_rows;
    let kinds = piece_table(variant.kinds);
    kinds.chars().filter(|&letter| letter != '.').nth(row.into()).filter(|_| row < rows)
}

/// A letter of no piece: what takes it for a promotion leaves the board.
pub fn vanishing_letter(variant: &Variant) -> char {
    let is_free = |letter: &char| variant.kinds.iter().all(|kind| !kind.letter.eq_ignore_ascii_case(letter));
    // XBoard reads an x otherwise.
    ('a'..='z').rev().filter(|&letter| letter != 'x').find(is_free).unwrap_or('z')
}

/// The words of the command that starts XBoard for a game.
///
/// # Errors
/// When no game has this name, or XBoard cannot show it.
pub fn command_line(name: &str, engine: &str) -> Result<Vec<String>, String> {
    let variant = variants::find(name)?;
    let Some(xboard) = &variant.xboard else {
        return Err(format!("XBoard cannot show {}: jailbird play {}", variant.title, variant.name));
    };
    let game = if is_chess960(name) { CHESS960 } else { xboard.name };
    let switches = if xboard.setup.is_some() { SWITCHES } else { "" };
    let words = ["xboard", "-fcp", engine, "-variant", game];
    Ok(words.into_iter().chain(switches.split_whitespace()).map(str::to_owned).collect())
}
