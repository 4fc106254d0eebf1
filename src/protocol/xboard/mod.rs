//! XBoard's form of moves, where it differs from the engine's own text, and what XBoard is told about games.
//!
//! ```text
//! mod.rs          texts of moves to and from XBoard, the description of a game that it does not know, and the command
//!                 that starts it
//! icons.rs        XBoard's pictures of pieces
//! xboard_move.rs  a legal move as XBoard carries it out on its board
//! ```
//!
//! On boards of ten ranks, XBoard counts ranks from 0. In games that the engine describes, XBoard removes only what
//! stands on the squares that a move names: a victim elsewhere is named by a leg of its own, `d4e5,e5f6`, and a piece that
//! its own move removes gets a promotion letter that no piece has. Legs over a square where nothing is captured are left
//! out, because XBoard passes them on wrongly for Black.

mod icons;
mod xboard_move;

use crate::game::variant::Setup;
use crate::game::{Game, Variant};
use crate::position::piece_kind::PieceKind;
use crate::position::{Notation, Shape};
use crate::types::Square;
use crate::variants;
use crate::variants::chess::{CHESS960, is_chess960};
use icons::{piece_table, table_with_forms};
pub use xboard_move::{Origin, PASS, SideEffect, XBoardMove};

/// The number of ranks of the boards on which XBoard counts ranks from 0.
const RANKS_FROM_ZERO: u8 = 10;

/// Whether moves of a game may have another form in XBoard.
pub fn has_own_form(variant: &Variant) -> bool {
    variant.ranks == RANKS_FROM_ZERO || is_described(variant)
}

/// XBoard's form of a legal move of `game`, given in the engine's own text.
pub fn move_to_xboard(game: &dyn Game, text: &str) -> String {
    let told = with_legs(game, text);
    ranks_to_xboard(game.variant(), told.as_deref().unwrap_or(text))
}

/// The engine's own text of a move from XBoard. A text that is no legal move is returned with its ranks changed.
pub fn move_from_xboard(game: &dyn Game, text: &str, notation: Notation) -> String {
    let plain = ranks_from_xboard(game.variant(), text);
    let plain = without_null_leg(&plain).unwrap_or(plain);
    let plain = if PASSES.contains(&&*plain.to_ascii_lowercase()) { PASS.to_owned() } else { plain };
    // A move that might have promoted.
    let plain = plain.strip_suffix('=').map_or(plain.clone(), str::to_owned);
    let moves = game.legal_moves(notation);
    if let Some(own) = moves.iter().find(|own| own.eq_ignore_ascii_case(&plain)) {
        return own.clone();
    }
    if !is_described(game.variant()) {
        return plain;
    }
    let is_told = |own: &str, shape: &Shape| {
        let mv = XBoardMove::new(game.variant(), shape, own, notation);
        mv.is_some_and(|mv| mv.text().eq_ignore_ascii_case(&plain))
    };
    let found = moves.iter().zip(game.shapes()).find(|(own, shape)| is_told(own, shape));
    found.map_or_else(|| plain.clone(), |(own, _)| own.clone())
}

/// What other programs write for a move that passes.
const PASSES: &[&str] = &["--", "pass", "null", PASS];

/// The position after a legal move that passes, if there is one. XBoard tells such a move to the opponent by the position behind it.
pub fn after_pass(game: &dyn Game) -> Option<Box<dyn Game>> {
    if !is_described(game.variant()) || game.ended().is_some() {
        return None;
    }
    let own = move_from_xboard(game, PASS, Notation::Standard);
    let mut next = game.boxed_clone();
    next.play(&own).is_ok().then_some(next)
}

/// Whether a legal move that was entered with the mouse as `entered` leaves a victim on XBoard's board.
pub fn leaves_victim(game: &dyn Game, own: &str, entered: &str) -> bool {
    let captures_elsewhere = |mv: XBoardMove| matches!(mv.side_effect, SideEffect::Capture(_));
    !entered.contains(',') && XBoardMove::of(game, own).is_some_and(captures_elsewhere)
}

/// XBoard's form of a move in games that are described to it, with the engine's numbers of ranks.
fn with_legs(game: &dyn Game, own: &str) -> Option<String> {
    is_described(game.variant()).then(|| XBoardMove::of(game, own))?.map(|mv| mv.text())
}

/// `e4d5` for `e4d5,d5d5`, a piece that was dragged to an intermediate square and left there.
fn without_null_leg(text: &str) -> Option<String> {
    let (first, second) = text.split_once(',')?;
    let (from, rest) = Square::read(first)?;
    let middle = Square::parse(rest)?;
    let (start, rest) = Square::read(second)?;
    let (end, suffix) = Square::read(rest)?;
    (start == middle && end == middle).then(|| format!("{from}{middle}{suffix}"))
}

/// A text with the ranks as XBoard counts them.
pub fn ranks_to_xboard(variant: &Variant, text: &str) -> String {
    renumber(variant, text, |rank| rank.saturating_sub(1))
}

/// A text from XBoard with the ranks as the engine counts them.
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

/// Arguments of XBoard for games that it does not know: it does not judge moves and claims by its own rules, shows the
/// engine's marks of squares, and offers the engine's promotions.
const ARGUMENTS: &str = "-testLegality false -testClaims false -ruleMoves 0 -repeatsToDraw 20 \
    -showTargetSquares true -highlightDragging true -sweepPromotions true";

/// The `setup` line and a `piece` line for every kind of piece; nothing for games that XBoard knows or cannot
/// show.
pub fn setup_lines(variant: &Variant) -> Vec<String> {
    let Some(Setup { parent, .. }) = setup(variant) else { return Vec::new() };
    let rows = hand_rows(variant);
    let table = table(variant);
    let (files, ranks, start) = (variant.files, variant.ranks, variant.start);
    let first = format!("setup ({table}{}) {files}x{ranks}+{rows}_{parent} {start}", table.to_ascii_lowercase());
    let piece = |kind: &PieceKind| format!("piece {}& {}", kind.letter, kind.betza);
    let kinds = variant.kinds.iter().filter(|kind| table.contains(kind.letter));
    std::iter::once(first).chain(kinds.map(piece)).collect()
}

/// The upper-case half of XBoard's piece table for a game.
fn table(variant: &Variant) -> String {
    let with_forms = setup(variant).filter(|setup| setup.parent == "shogi");
    with_forms
        .and_then(|setup| table_with_forms(variant.kinds, setup.held))
        .unwrap_or_else(|| piece_table(variant.kinds))
}

/// Whether the game is described to XBoard by [`setup_lines`].
pub fn is_described(variant: &Variant) -> bool {
    setup(variant).is_some()
}

/// Whether XBoard knows the game itself.
pub fn is_built_in(variant: &Variant) -> bool {
    variant.xboard.as_ref().is_some_and(|xboard| xboard.setup.is_none())
}

fn setup(variant: &Variant) -> Option<&Setup> {
    variant.xboard.as_ref()?.setup.as_ref()
}

/// The letter of the kind of piece in a row of the hand, counted from the player's own side; some kinds are never held.
pub fn letter_in_row(variant: &Variant, row: u8) -> Option<char> {
    let letter = letters_by_row(variant).nth(row.into()).filter(|letter| letter.is_alphabetic());
    letter.filter(|_| usize::from(row) < hand_rows(variant))
}

/// The height of the hands: up to the last kind that can be held, and no more than the board's. What has no row then is a king.
fn hand_rows(variant: &Variant) -> usize {
    let held = setup(variant).map_or("", |setup| setup.held);
    let last = letters_by_row(variant).rposition(|letter| held.contains(letter));
    last.map_or(0, |row| row + 1).min(variant.ranks.into())
}

/// The letters of the kinds of piece in the order of the rows of a hand.
fn letters_by_row(variant: &Variant) -> impl ExactSizeIterator<Item = char> + DoubleEndedIterator {
    let table: Vec<char> = table(variant).chars().filter(|&letter| letter != '.').collect();
    table.into_iter()
}

/// A letter that no piece of the game has. As a promotion letter, it makes XBoard remove the piece that moves.
fn vanishing_letter(variant: &Variant) -> char {
    let is_free = |letter: &char| variant.kinds.iter().all(|kind| !kind.letter.eq_ignore_ascii_case(letter));
    // XBoard reads `x` as a capture.
    ('a'..='z').rev().filter(|&letter| letter != 'x').find(is_free).unwrap_or('z')
}

/// The words of the command that starts XBoard for a game.
///
/// # Errors
/// No game has this name, or if XBoard cannot show it.
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    /// Game, position, the engine's text, XBoard's form.
    const MOVES: &str = "\
prisonbreak | 5k/6/6/6/2p3/6/R1b3/K5 w - - 0 1 - | a2d2 | a2c2,c2d2
prisonbreak | 5k/6/6/6/2p3/6/R1b3/K5 w - - 0 1 - | a2b2 | a2b2
zigzagmadness | start | e2e4 | e1e3
zigzagmadness | start | J@e4 | J@e3
zigzagmadness | 9k/4P5/10/10/10/10/10/10/10/4K5[] w - - 0 1 | e9e10q | e8e9q
zigzagmadness | 9k/4P5/10/10/10/10/10/10/10/4K5[] w - - 0 1 | e9e10x | e8e9X
prisonbreak | 5k/6/6/3pP1/6/6/6/K5 w - d6 0 2 - | e5d6 | e5d5,d5d6
friendly | f11/12/12/3j8/12/3T8/12/12/12/12/12/F11 w - - 0 1 | d7d9 | d7d9z
friendly | f11/12/12/12/12/3p8/12/4A7/12/12/12/F11 w - - 0 1 | e5d7,d7e5 | e5d7,d7e5
zigzagmadness | 4k5/10/10/10/10/10/10/10/10/R4K3R w KQ - 0 1 | f1h1 | f0h0
zigzagmadness | 4k5/10/10/10/10/10/10/10/10/R4K3R w KQ - 0 1 | f1g1,j1f1 | f0g0,j0f0
zigzagmadness | 4k5/10/10/10/10/10/10/10/10/R4K3R w KQ - 0 1 | f1g1 | f0g0
minishogi | 4k/P4/5/5/4K[] w - - 0 1 | a4a5+ | a4a5+
minishogi | 4k/5/P4/5/4K[] w - - 0 1 | a3a4 | a3a4
minishogi | 4k/5/5/5/4K[P] w - - 0 1 | P@c3 | P@c3
chess | 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2 | e5d6 | e5d6";

    #[test]
    fn hands_have_a_row_for_every_kind_and_no_more_rows_than_ranks() {
        for name in variants::names_of_all() {
            let variant = variants::find(name).unwrap();
            let (Some(first), Some(setup)) = (setup_lines(variant).into_iter().next(), setup(variant)) else {
                continue;
            };
            let size = first.split_once(") ").unwrap().1;
            let rows = size.split_once('+').unwrap().1.split_once('_').unwrap().0.parse::<u8>().unwrap();
            assert!(rows <= variant.ranks, "{first}");
            let letters = (0..rows).filter_map(|row| letter_in_row(variant, row));
            let mut held: Vec<char> = letters.filter(|&letter| setup.held.contains(letter)).collect();
            held.sort_unstable();
            // A king in the hand of who has captured it is the end of the game.
            let is_king = |letter: char| variant.kinds.iter().any(|kind| kind.letter == letter && kind.icon == "king");
            let is_wanted = |&letter: &char| held.contains(&letter) || !is_king(letter);
            let mut expected: Vec<char> = setup.held.chars().filter(is_wanted).collect();
            expected.sort_unstable();
            assert_eq!(held, expected, "{first}");
        }
    }

    #[test]
    fn moves_are_written_in_xboards_form_and_read_back() {
        for row in MOVES.lines() {
            let [name, fen, own, told] = row.split(" | ").collect::<Vec<_>>().try_into().unwrap();
            let variant = variants::find(name).unwrap();
            let game = if fen == "start" { variant.new_game() } else { variant.game(fen).unwrap() };
            assert_eq!(move_to_xboard(&*game, own), told, "{row}");
            assert_eq!(move_from_xboard(&*game, told, Notation::Standard), own, "{row}");
        }
    }
}
