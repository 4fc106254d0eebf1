//! A legal move as XBoard carries it out on its board.
//!
//! No rules are needed here: what a move captures, and which rook it moves, is seen by comparing the boards before and
//! after it.

use super::{is_described, vanishing_letter};
use crate::board_text::{self, Cell};
use crate::game::Game;
use crate::types::{Color, Square};

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
        let mut after = game.boxed_clone();
        after.play(own).ok()?;
        let mut mv = XBoardMove::read(own)?;
        let change = BoardChange::between(game, &*after, mv.from);
        mv.captures = !change.captured.is_empty();
        game.variant().xboard.as_ref()?;
        if is_described(game.variant()) {
            mv.side_effect = change.side_effect(mv.to);
            if !change.own.contains(&mv.to) {
                mv.suffix = Some(vanishing_letter(game.variant()));
            }
        }
        Some(mv)
    }

    /// Reads the text alone, without captures and side effects.
    fn read(own: &str) -> Option<XBoardMove> {
        let (from, to, promotion) = match own.split_once('@') {
            Some((kind, target)) => (Origin::Hand(kind.chars().next()?), Square::parse(target)?, ""),
            None => {
                let (from, rest) = Square::read(own)?;
                let (first, rest) = Square::read(rest)?;
                let (to, rest) = last_square(first, rest)?;
                (Origin::Board(from), to, rest)
            }
        };
        let suffix = promotion.chars().next();
        let side_effect = SideEffect::None;
        Some(XBoardMove { own: own.to_owned(), from, to, side_effect, suffix, captures: false })
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

/// Returns the target of a move whose first leg goes to `first`, and the text behind it; `rest` may begin with a second
/// leg.
fn last_square(first: Square, rest: &str) -> Option<(Square, &str)> {
    let Some(leg) = rest.strip_prefix(',') else { return Some((first, rest)) };
    let (start, leg) = Square::read(leg)?;
    let (end, leg) = Square::read(leg)?;
    // The second leg of castling is the rook's.
    Some((if start == first { end } else { first }, leg))
}

/// The difference between the boards before and after a move.
struct BoardChange {
    captured: Vec<Square>,
    /// Squares that own pieces have left, without the origin of the move.
    left: Vec<Square>,
    /// Squares with own pieces that had none before, or the origin of the move if a piece stands there.
    arrived: Vec<Square>,
    own: Vec<Square>,
}

impl BoardChange {
    fn between(before: &dyn Game, after: &dyn Game, from: Origin) -> BoardChange {
        let us = before.turn().color;
        let (mut before_us, own) = (squares_of(before, us), squares_of(after, us));
        before_us.retain(|&square| Origin::Board(square) != from);
        let enemies = squares_of(after, !us);
        let captured = squares_of(before, !us).into_iter().filter(|square| !enemies.contains(square)).collect();
        let left = before_us.iter().copied().filter(|square| !own.contains(square)).collect();
        let arrived = own.iter().copied().filter(|square| !before_us.contains(square)).collect();
        BoardChange { captured, left, arrived, own }
    }

    fn side_effect(&self, to: Square) -> SideEffect {
        let only_other = |squares: &[Square]| {
            let mut others = squares.iter().copied().filter(|&square| square != to);
            others.next().filter(|_| others.next().is_none())
        };
        let rook = only_other(&self.left).zip(only_other(&self.arrived));
        match (only_other(&self.captured), rook) {
            (Some(victim), _) => SideEffect::Capture(victim),
            (None, Some((rook, beside))) => SideEffect::Castling { rook, beside },
            (None, None) => SideEffect::None,
        }
    }
}

fn squares_of(game: &dyn Game, color: Color) -> Vec<Square> {
    let (boards, _) = board_text::boards(&game.fen());
    let Some(board) = boards.first() else { return Vec::new() };
    let is_own =
        |cell: &Cell| matches!(cell, Cell::Piece(letter) if letter.is_ascii_uppercase() == (color == Color::White));
    let rows = board.iter().rev().zip(0..);
    let squares = rows.flat_map(|(row, rank)| row.iter().zip(0..).map(move |(cell, file)| (cell, file, rank)));
    squares.filter(|(cell, ..)| is_own(cell)).map(|(_, file, rank)| Square::new(file, rank)).collect()
}
