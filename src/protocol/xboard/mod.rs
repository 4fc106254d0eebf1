//! XBoard's form of moves, where it differs from the engine's own text, and what XBoard is told about games.
//!
//! ```text
//! mod.rs          texts of moves to and from XBoard
//! xboard_move.rs  a legal move as XBoard carries it out on its board
//! game_setup.rs   the description of a game that XBoard does not know, and the command that starts XBoard
//! ```
//!
//! On boards of ten ranks, XBoard counts ranks from 0. In games that the engine describes, XBoard removes only what
//! stands on the squares that a move names: a victim elsewhere is named by a leg of its own, `d4e5,e5f6`, and a piece that
//! its own move removes gets a promotion letter that no piece has. Legs over a square where nothing is captured are left
//! out, because XBoard passes them on wrongly for Black.

mod game_setup;
mod xboard_move;

use crate::game::{Game, Variant};
use crate::position::Notation;
use crate::types::Square;
pub use game_setup::{command_line, held_in_row, is_built_in, is_described, setup_lines};
pub use xboard_move::{Origin, SideEffect, XBoardMove};

/// The number of ranks of the boards on which XBoard counts ranks from 0.
const RANKS_FROM_ZERO: u8 = 10;

/// Returns whether moves of a game may have another form in XBoard.
pub fn has_own_form(variant: &Variant) -> bool {
    variant.ranks == RANKS_FROM_ZERO || is_described(variant)
}

/// Returns XBoard's form of a legal move of `game`, given in the engine's own text.
pub fn move_to_xboard(game: &dyn Game, text: &str) -> String {
    let told = with_legs(game, text);
    ranks_to_xboard(game.variant(), told.as_deref().unwrap_or(text))
}

/// Returns the engine's own text of a move from XBoard. A text that is no legal move is returned with its ranks changed.
pub fn move_from_xboard(game: &dyn Game, text: &str, notation: Notation) -> String {
    let plain = ranks_from_xboard(game.variant(), text);
    let plain = without_null_leg(&plain).unwrap_or(plain);
    let moves = game.legal_moves(notation);
    let is_it = |own: &&String| own.eq_ignore_ascii_case(&plain);
    let start = Square::read(&plain).map(|(from, _)| from);
    let starts_there = |own: &&String| start.is_some() && Square::read(own).map(|(from, _)| from) == start;
    let is_told = |own: &&String| with_legs(game, own).is_some_and(|told| told.eq_ignore_ascii_case(&plain));
    let found = moves.iter().find(is_it).or_else(|| moves.iter().filter(starts_there).find(is_told));
    found.cloned().unwrap_or(plain)
}

/// Returns whether a legal move that was entered with the mouse as `entered` leaves a victim on XBoard's board.
pub fn leaves_victim(game: &dyn Game, own: &str, entered: &str) -> bool {
    let captures_elsewhere = |mv: XBoardMove| matches!(mv.side_effect, SideEffect::Capture(_));
    !entered.contains(',') && XBoardMove::of(game, own).is_some_and(captures_elsewhere)
}

/// Returns XBoard's form of a move in games that are described to it, with the engine's numbers of ranks.
fn with_legs(game: &dyn Game, own: &str) -> Option<String> {
    is_described(game.variant()).then(|| XBoardMove::of(game, own))?.map(|mv| mv.text())
}

/// Returns `e4d5` for `e4d5,d5d5`, a piece that was dragged to an intermediate square and left there.
fn without_null_leg(text: &str) -> Option<String> {
    let (first, second) = text.split_once(',')?;
    let (from, rest) = Square::read(first)?;
    let middle = Square::parse(rest)?;
    let (start, rest) = Square::read(second)?;
    let (end, suffix) = Square::read(rest)?;
    (start == middle && end == middle).then(|| format!("{from}{middle}{suffix}"))
}

/// Returns a text with the ranks as XBoard counts them.
pub fn ranks_to_xboard(variant: &Variant, text: &str) -> String {
    renumber(variant, text, |rank| rank.saturating_sub(1))
}

/// Returns a text from XBoard with the ranks as the engine counts them.
pub fn ranks_from_xboard(variant: &Variant, text: &str) -> String {
    renumber(variant, text, |rank| rank.saturating_add(1))
}

fn renumber(variant: &Variant, text: &str, change: fn(u32) -> u32) -> String {
    if variant.ranks != RANKS_FROM_ZERO {
        return text.to_owned();
    }
    let mut changed = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, digits) = rest.split_at(start);
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let (number, after) = digits.split_at(end);
        changed.push_str(before);
        // A number that is too great for a `u32` is no rank and stays.
        changed.push_str(&number.parse().map_or(number.to_owned(), |rank| change(rank).to_string()));
        rest = after;
    }
    changed + rest
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::variants;

    #[test]
    fn moves_are_written_in_xboards_form_and_read_back() {
        let rows = [
            ("prisonbreak", "5k/6/6/6/2p3/6/R1b3/K5 w - - 0 1 -", "a2d2", "a2c2,c2d2"),
            ("prisonbreak", "5k/6/6/6/2p3/6/R1b3/K5 w - - 0 1 -", "a2b2", "a2b2"),
            ("zigzagmadness", "", "e2e4", "e1e3"),
            ("zigzagmadness", "", "J@e4", "J@e3"),
            ("zigzagmadness", "9k/4P5/10/10/10/10/10/10/10/4K5[] w - - 0 1", "e9e10q", "e8e9q"),
            ("zigzagmadness", "9k/4P5/10/10/10/10/10/10/10/4K5[] w - - 0 1", "e9e10x", "e8e9X"),
            ("prisonbreak", "5k/6/6/3pP1/6/6/6/K5 w - d6 0 2 -", "e5d6", "e5d5,d5d6"),
            ("friendly", "f11/12/12/3j8/12/3T8/12/12/12/12/12/F11 w - - 0 1", "d7d9", "d7d9z"),
            ("friendly", "f11/12/12/12/12/3p8/12/4A7/12/12/12/F11 w - - 0 1", "e5d7,d7e5", "e5d7,d7e5"),
            ("zigzagmadness", "4k5/10/10/10/10/10/10/10/10/R4K3R w KQ - 0 1", "f1h1", "f0h0"),
            ("zigzagmadness", "4k5/10/10/10/10/10/10/10/10/R4K3R w KQ - 0 1", "f1g1,j1f1", "f0g0,j0f0"),
            ("zigzagmadness", "4k5/10/10/10/10/10/10/10/10/R4K3R w KQ - 0 1", "f1g1", "f0g0"),
            ("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "e5d6"),
        ];
        for (name, fen, own, told) in rows {
            let variant = variants::find(name).unwrap();
            let game = variant.game(if fen.is_empty() { variant.start } else { fen }).unwrap();
            assert_eq!(move_to_xboard(&*game, own), told, "{name}");
            assert_eq!(move_from_xboard(&*game, told, Notation::Standard), own, "{name}");
        }
    }
}
