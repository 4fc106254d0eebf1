//! A legal move as XBoard carries it out on its board.
//!
//! No rules are needed here: what a move captures, and which rook it moves, is seen by comparing the boards before and
//! after it.

use super::{is_described, vanishing_letter};
use crate::game::{Game, Variant};
use crate::protocol::board_change::{BoardChange, Placement};
use crate::protocol::move_parts::{MoveParts, Part};
use crate::types::Square;

/// Where a piece comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A square of the board.
    Board(Square),
    /// The hand of the side to move; the letter of the kind of piece, upper case.
    Hand(char),
}

/// What changes on the board besides the origin and the target of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideEffect {
    /// Nothing.
    None,
    /// The piece on this square is captured.
    Capture(Square),
    /// A rook castles with the king that moves.
    Castling {
        /// The rook's origin.
        rook: Square,
        /// The rook's target.
        beside: Square,
    },
}

/// A legal move as XBoard carries it out.
#[derive(Clone, Debug)]
pub struct XBoardMove {
    /// The engine's own text.
    pub own: String,
    /// Where the piece comes from.
    pub from: Origin,
    /// Where the piece ends; its origin if it captures and stays.
    pub to: Square,
    /// What else changes.
    pub side_effect: SideEffect,
    /// The letter behind the move: the promotion, or a letter of no piece if the move removes the piece itself.
    pub suffix: Option<char>,
    /// Whether an enemy piece is captured, on whatever square.
    pub captures: bool,
}

impl XBoardMove {
    /// Returns the move of `game` with this text of the engine's; `None` if it is not legal.
    pub fn of(game: &dyn Game, own: &str) -> Option<XBoardMove> {
        let variant = game.variant();
        let mut after = game.boxed_clone();
        after.play(own).ok()?;
        let mut mv = XBoardMove::read(variant, own)?;
        let placement = |game: &dyn Game| Placement::of(&game.fen(), variant.files, variant.ranks);
        let from = if let Origin::Board(square) = mv.from { Some(square) } else { None };
        let change = BoardChange::between(&placement(game), &placement(&*after), 0, game.turn().color, from);
        mv.captures = !change.captured.is_empty();
        variant.xboard.as_ref()?;
        if is_described(variant) {
            mv.side_effect = side_effect(&change, mv.to);
            if !change.own.contains(&mv.to) {
                mv.suffix = Some(vanishing_letter(variant));
            }
        }
        Some(mv)
    }

    /// Reads the text alone, without captures and side effects.
    fn read(variant: &Variant, own: &str) -> Option<XBoardMove> {
        let (from, to, suffix) = match *MoveParts::read(variant, own)?.parts.as_slice() {
            [Part::Put { letter, to, .. }] => (Origin::Hand(letter), to, None),
            [Part::Leg { from, to, promotion }] => (Origin::Board(from), to, promotion),
            [Part::Leg { from, to: first, .. }, Part::Leg { from: start, to: end, promotion }] => {
                // The second leg of castling is the rook's.
                (Origin::Board(from), if start == first { end } else { first }, promotion)
            }
            _ => return None,
        };
        Some(XBoardMove { own: own.to_owned(), from, to, side_effect: SideEffect::None, suffix, captures: false })
    }

    /// Returns XBoard's form of the move, with the engine's numbers of ranks.
    pub fn text(&self) -> String {
        let Origin::Board(from) = self.from else { return self.own.clone() };
        let to = self.to;
        let suffix = self.suffix.map(promotion_letter).map(String::from).unwrap_or_default();
        match self.side_effect {
            SideEffect::Capture(victim) => format!("{from}{victim},{victim}{to}{suffix}"),
            SideEffect::Castling { rook, beside } if !self.is_direct() => format!("{from}{to},{rook}{beside}"),
            _ => format!("{from}{to}{suffix}"),
        }
    }

    /// Returns whether origin and target alone make XBoard carry out the move: it moves the rook itself when a king goes
    /// two squares or more.
    pub fn is_direct(&self) -> bool {
        match (self.side_effect, self.from) {
            (SideEffect::None, _) => true,
            (SideEffect::Castling { .. }, Origin::Board(from)) => from.file().abs_diff(self.to.file()) > 1,
            _ => false,
        }
    }

    /// Returns the intermediate square: the one that the user clicks before the target, in castling optionally.
    pub fn via(&self) -> Option<Square> {
        match self.side_effect {
            SideEffect::None => None,
            SideEffect::Capture(square) | SideEffect::Castling { rook: square, .. } => Some(square),
        }
    }
}

/// Returns the letter behind a move as XBoard reads it: it takes `x` for a capture.
fn promotion_letter(letter: char) -> char {
    if letter == 'x' { 'X' } else { letter }
}

fn side_effect(change: &BoardChange, to: Square) -> SideEffect {
    match (change.other_victim(to), change.other_move(to)) {
        (Some(victim), _) => SideEffect::Capture(victim),
        (None, Some((rook, beside))) => SideEffect::Castling { rook, beside },
        (None, None) => SideEffect::None,
    }
}
