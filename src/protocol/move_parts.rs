//! The parts of a move text, of any game.

use crate::game::Variant;
use crate::types::Square;

/// A part of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// `=q`: what a waiting pawn becomes.
    Choice(char),
    /// `X@c4`: the token leaves the centre point.
    Token(Square),
    /// `N@a6`: a piece is put on the board.
    Put {
        /// The letter of its kind, upper case.
        letter: char,
        /// Where it arrives.
        to: Square,
        /// The letter of the kind that it becomes there.
        promotion: Option<char>,
    },
    /// `e7e8q`: something goes from one square to another one.
    Leg {
        /// Where it starts.
        from: Square,
        /// Where it arrives.
        to: Square,
        /// The letter of the kind that it becomes there.
        promotion: Option<char>,
    },
}

/// A move text, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveParts {
    /// The name of the board in a game with several boards.
    pub board: Option<char>,
    /// The parts in the order of the text; at least one.
    pub parts: Vec<Part>,
}

impl MoveParts {
    /// Reads a canonical move text of a game; `None` if it is none.
    pub fn read(variant: &Variant, text: &str) -> Option<MoveParts> {
        let (board, text) = match text.split_once(':') {
            Some((name, rest)) => (name.chars().next(), rest),
            None => (None, text),
        };
        let parts = text.split(',').map(|part| read_part(variant, part)).collect::<Option<_>>()?;
        Some(MoveParts { board, parts })
    }
}

fn read_part(variant: &Variant, text: &str) -> Option<Part> {
    if let Some(kind) = text.strip_prefix('=') {
        return kind.chars().next().map(Part::Choice);
    }
    if let Some((kind, target)) = text.split_once('@') {
        let letter = kind.chars().next()?;
        let (to, rest) = Square::read(target)?;
        let is_piece = variant.kinds.iter().any(|kind| kind.letter == letter);
        let put = Part::Put { letter, to, promotion: rest.chars().next() };
        return Some(if is_piece { put } else { Part::Token(to) });
    }
    let (from, rest) = Square::read(text)?;
    let (to, rest) = Square::read(rest)?;
    Some(Part::Leg { from, to, promotion: rest.chars().next() })
}
