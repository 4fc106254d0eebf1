//! A legal move as XBoard carries it out on its board.

use super::{is_described, vanishing_letter};
use crate::game::{Game, Variant};
use crate::position::shape::Turn;
use crate::position::{Notation, Shape};
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
    /// Whether it passes.
    pub passes: bool,
}

/// The text of a move that passes.
pub const PASS: &str = "@@@@";

impl XBoardMove {
    /// The move of `game` that this text of the engine's names; `None` if it is not legal or XBoard cannot show the
    /// game.
    pub fn of(game: &dyn Game, own: &str) -> Option<XBoardMove> {
        XBoardMove::new(game.variant(), &game.shape_of(own)?, own, Notation::Standard)
    }

    /// A legal move with its text in a notation; `None` if XBoard cannot show the game.
    pub fn new(variant: &Variant, shape: &Shape, own: &str, notation: Notation) -> Option<XBoardMove> {
        variant.xboard.as_ref()?;
        let is_described = is_described(variant);
        let to = match shape.castling {
            Some((rook, _)) if !is_described && notation == Notation::Chess960 => rook,
            Some(_) if !is_described => shape.goal,
            _ => shape.end(),
        };
        let turns = shape.turns.filter(|_| is_described).map(|turn| match turn {
            Turn::Promoted => '+',
            Turn::Back => '-',
        });
        let becomes = shape.becomes.map(|letter| letter.to_ascii_lowercase()).or(turns);
        let vanishes = shape.vanishes.filter(|_| is_described).map(|_| vanishing_letter(variant));
        Some(XBoardMove {
            own: own.to_owned(),
            from: shape.from().map_or(Origin::Hand(shape.mover.to_ascii_uppercase()), Origin::Board),
            to,
            side_effect: if is_described { side_effect(shape) } else { SideEffect::None },
            suffix: vanishes.or(becomes),
            captures: !shape.captures.is_empty(),
            passes: is_described && shape.passes(),
        })
    }

    /// XBoard's form of the move, with the engine's numbers of ranks.
    pub fn text(&self) -> String {
        if self.passes {
            return PASS.into();
        }
        let Origin::Board(from) = self.from else { return self.own.clone() };
        let to = self.to;
        let suffix = self.suffix.map(promotion_letter).map(String::from).unwrap_or_default();
        match self.side_effect {
            SideEffect::Capture(victim) => format!("{from}{victim},{victim}{to}{suffix}"),
            SideEffect::Castling { rook, beside } if !self.is_direct() => format!("{from}{to},{rook}{beside}"),
            _ => format!("{from}{to}{suffix}"),
        }
    }

    /// Whether origin and target alone make XBoard carry out the move: it moves the rook itself when a king goes
    /// two squares or more.
    pub fn is_direct(&self) -> bool {
        match (self.side_effect, self.from) {
            (SideEffect::None, _) => true,
            (SideEffect::Castling { .. }, Origin::Board(from)) => from.file().abs_diff(self.to.file()) > 1,
            _ => false,
        }
    }

    /// The intermediate square: the one that the user clicks before the target, in castling optionally.
    pub fn via(&self) -> Option<Square> {
        match self.side_effect {
            SideEffect::None => None,
            SideEffect::Capture(square) | SideEffect::Castling { rook: square, .. } => Some(square),
        }
    }
}

/// The letter behind a move as XBoard reads it: it takes `x` for a capture.
fn promotion_letter(letter: char) -> char {
    if letter == 'x' { 'X' } else { letter }
}

fn side_effect(shape: &Shape) -> SideEffect {
    let elsewhere = shape.captures.iter().map(|victim| victim.0).find(|&victim| victim != shape.end());
    match (elsewhere, shape.castling) {
        (Some(victim), _) => SideEffect::Capture(victim),
        (None, Some((rook, beside))) => SideEffect::Castling { rook, beside },
        (None, None) => SideEffect::None,
    }
}
