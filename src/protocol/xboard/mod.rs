//! The language of XBoard, where that is not a game's own.
//!
//! On boards of ten ranks XBoard counts them from 0. In games that the engine defines, XBoard takes off the board
//! only what stands on the squares a move names: a victim elsewhere is named by a leg of its own, `d4e5,e5f6`, and a
//! piece that leaves the board by its own move takes the letter of no piece for a promotion. Legs over a square where
//! nothing is taken are left out, as XBoard passes them on wrongly for Black.

mod setup;
mod shown;

use crate::game::Game;
use crate::game::Variant;
use crate::position::Notation;
use crate::types::Square;
pub use setup::{command_line, held_in_row, lines as setup_lines};
pub use shown::{Origin, Shown, Way};

/// Whether moves of a game may look different in XBoard.
pub fn has_own_form(variant: &Variant) -> bool {
    variant.ranks == 10 || variant.xboard.as_ref().is_some_and(|xboard| xboard.setup.is_some())
}

/// The move as XBoard is to be told it. `text` is a legal move of `game`.
pub fn outgoing(game: &dyn Game, text: &str) -> String {
    let told = told(game, text);
    ranks_out(game.variant(), told.as_deref().unwrap_or(text))
}

/// The game's own text of a move from XBoard; what names none comes back with only its ranks changed.
pub fn incoming(game: &dyn Game, text: &str, notation: Notation) -> String {
    let plain = ranks_in(game.variant(), text);
    let plain = without_rest(&plain).unwrap_or(plain);
    let moves = game.legal_moves(notation);
    let is_it = |own: &&String| own.eq_ignore_ascii_case(&plain);
    let start = Square::read(&plain).map(|(from, _)| from);
    let starts_there = |own: &&String| start.is_some() && Square::read(own).map(|(from, _)| from) == start;
    let is_told = |own: &&String| told(game, own).is_some_and(|told| told.eq_ignore_ascii_case(&plain));
    let found = moves.iter().find(is_it).or_else(|| moves.iter().filter(starts_there).find(is_told));
    found.cloned().unwrap_or(plain)
}

/// Whether a legal move, as it was entered with the mouse, leaves a victim on XBoard's board.
pub fn spares_victim(game: &dyn Game, own: &str, entered: &str) -> bool {
    let takes_elsewhere = |shown: Shown| matches!(shown.way, Way::Over(_));
    !entered.contains(',') && Shown::of(game, own).is_some_and(takes_elsewhere)
}

/// The text for XBoard in games that it was told of, but for the numbering of ranks.
fn told(game: &dyn Game, own: &str) -> Option<String> {
    game.variant().xboard.as_ref()?.setup.as_ref()?;
    Shown::of(game, own).map(|shown| shown.text())
}

/// `e4d5,d5d5` as `e4d5`: a piece that was dragged to a square from which it might have gone on, and left there.
fn without_rest(text: &str) -> Option<String> {
    let (first, second) = text.split_once(',')?;
    let (from, rest) = Square::read(first)?;
    let middle = Square::parse(rest)?;
    let (start, rest) = Square::read(second)?;
    let (end, suffix) = Square::read(rest)?;
    (start == middle && end == middle).then(|| format!("{from}{middle}{suffix}"))
}

/// The ranks of a text as XBoard counts them.
pub fn ranks_out(variant: &Variant, text: &str) -> String {
    renumber(variant, text, |rank| rank.saturating_sub(1))
}

/// The ranks of a text from XBoard as the game counts them.
pub fn ranks_in(variant: &Variant, text: &str) -> String {
    renumber(variant, text, |rank| rank.saturating_add(1))
}

fn renumber(variant: &Variant, text: &str, change: fn(u32) -> u32) -> String {
    if variant.ranks != 10 {
        return text.to_owned();
    }
    let mut changed = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, digits) = rest.split_at(start);
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let (number, after) = digits.split_at(end);
        changed.push_str(before);
        // Too great for a number is no rank: left as it is.
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
    fn moves_are_told_in_xboards_way_and_understood_again() {
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
            assert_eq!(outgoing(&*game, own), told, "{name}");
            assert_eq!(incoming(&*game, told, Notation::Standard), own, "{name}");
        }
    }
}
