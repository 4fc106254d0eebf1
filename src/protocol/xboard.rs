//! Moves as XBoard writes them, where that is not a game's own text.
//!
//! On boards of ten ranks XBoard counts them from 0. In games that the engine defines, XBoard takes off the board
//! only what stands on the squares a move names: a victim elsewhere is named by a leg of its own, `d4e5,e5f6`. Which
//! moves have one is seen from the board before and after, so no game needs to tell. The other way round, legs over a
//! square where nothing is taken are left out, as XBoard passes them on wrongly for Black.

use crate::game::Game;
use crate::picture::{self, Cell};
use crate::position::Notation;
use crate::types::{Color, Square};
use crate::variants::Variant;

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
    let moves = game.legal_moves(notation);
    let is_it = |own: &&String| own.eq_ignore_ascii_case(&plain);
    let is_told = |own: &&String| told(game, own).is_some_and(|told| told.eq_ignore_ascii_case(&plain));
    moves.iter().find(is_it).or_else(|| moves.iter().find(is_told)).cloned().unwrap_or(plain)
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

/// The legs that XBoard needs for a move, if they are not those of its own text.
fn told(game: &dyn Game, text: &str) -> Option<String> {
    game.variant().xboard.as_ref()?.setup?;
    let (from, rest) = Square::read(text)?;
    let (to, rest) = Square::read(rest)?;
    match rest.strip_prefix(',') {
        Some(second) => without_empty_leg(game, [from, to], second),
        None => with_victim(game, text, [from, to], rest),
    }
}

/// A from–to move with one victim off its target square, in two legs over the victim.
fn with_victim(game: &dyn Game, text: &str, [from, to]: [Square; 2], promotion: &str) -> Option<String> {
    let mut after = game.boxed_clone();
    after.play(text).ok()?;
    let color = game.turn().color();
    let now = enemies(&*after, color);
    let mut gone = enemies(game, color).into_iter().filter(|square| *square != to && !now.contains(square));
    match (gone.next(), gone.next()) {
        (Some(victim), None) => Some(format!("{from}{victim},{victim}{to}{promotion}")),
        _ => None,
    }
}

/// A move in two legs, the first of which takes nothing, as from–to, unless that is another move.
fn without_empty_leg(game: &dyn Game, [from, middle]: [Square; 2], second: &str) -> Option<String> {
    let (_, rest) = Square::read(second)?;
    let (to, promotion) = Square::read(rest)?;
    let whole = format!("{from}{to}{promotion}");
    let takes = enemies(game, game.turn().color()).contains(&middle);
    let is_another = || game.legal_moves(Notation::Standard).contains(&whole);
    (!takes && to != from && !is_another()).then_some(whole)
}

/// Where the pieces that are not of this colour stand.
pub fn enemies(game: &dyn Game, color: Color) -> Vec<Square> {
    let (boards, _) = picture::boards(&game.fen());
    let Some(board) = boards.first() else { return Vec::new() };
    let is_enemy =
        |cell: &Cell| matches!(cell, Cell::Piece(letter) if letter.is_ascii_uppercase() != (color == Color::White));
    let rows = board.iter().rev().zip(0..);
    let squares = rows.flat_map(|(row, rank)| row.iter().zip(0..).map(move |(cell, file)| (cell, file, rank)));
    squares.filter(|(cell, ..)| is_enemy(cell)).map(|(_, file, rank)| Square::new(file, rank)).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_told_in_xboards_way_and_understood_again() {
        let rows = [
            ("prisonbreak", "5k/6/6/6/2p3/6/R1b3/K5 w - - 0 1 -", "a2d2", "a2c2,c2d2"),
            ("prisonbreak", "5k/6/6/6/2p3/6/R1b3/K5 w - - 0 1 -", "a2b2", "a2b2"),
            ("zigzagmadness", "", "e2e4", "e1e3"),
            ("zigzagmadness", "", "J@e4", "J@e3"),
            ("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "e5d6"),
        ];
        for (name, fen, own, told) in rows {
            let variant = Variant::find(name).unwrap();
            let game = variant.game(if fen.is_empty() { variant.start } else { fen }).unwrap();
            assert_eq!(outgoing(&*game, own), told, "{name}");
            assert_eq!(incoming(&*game, told, Notation::Standard), own, "{name}");
        }
    }
}
