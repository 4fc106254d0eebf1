//! The en passant square in FENs and for people.

use super::pieces::PAWN;
use crate::position::Annotation;
use crate::types::fen::write_squares;
use crate::types::square::step;
use crate::types::{Color, EnPassant, FenError, Mailbox, PieceSets, Square};

impl EnPassant {
    /// Checks the squares of a FEN's field. `is_ready` tells of the square of the pawn that made the double step whether an
    /// enemy pawn stands ready to capture it.
    ///
    /// # Errors
    /// There is more than one square, or no double step of the side not to move passes over it; then it should not be
    /// there.
    pub fn read<const N: usize, S: PieceSets>(
        squares: &[Square],
        board: &Mailbox<N, S>,
        side: Color,
        is_ready: impl FnOnce(Square) -> bool,
    ) -> Result<EnPassant, FenError> {
        let square = match squares {
            [] => return Ok(EnPassant::NONE),
            &[square] => square,
            _ => return Err(FenError::new("en passant", "more than one square")),
        };
        let (pawn, start) = (square.step((!side).forward()), square.step(side.forward()));
        let explained = square.rank() == side.choose(5, 2)
            && board.at(square).is_empty()
            && board.at(start).is_empty()
            && board.kind_at(pawn, !side) == PAWN;
        match explained {
            true => Ok(EnPassant { square, live: is_ready(pawn) }),
            false => Err(FenError::new("en passant", format!("no double step explains {square}")).repaired("-")),
        }
    }

    /// The square as people see it, if there is one.
    pub fn mark(self) -> Option<Annotation> {
        (self.square != Square::NONE).then(|| mark(self.square))
    }

    /// The field of a FEN.
    pub fn field(self) -> String {
        write_squares((self.square != Square::NONE).then_some(self.square))
    }
}

/// The mark of a square where a pawn may be captured en passant.
pub fn mark(square: Square) -> Annotation {
    Annotation::new(square, "en-passant", "A pawn that has passed this square may be captured here", Vec::new())
}

/// The square of the pawn that a pawn of `us` captures en passant by arriving on `to`.
pub fn victim(to: Square, us: Color) -> Square {
    to.step((!us).forward())
}

/// Whether an enemy pawn stands beside `square`, where a pawn of `color` has arrived by a double step.
pub fn pawn_beside<const N: usize, S: PieceSets>(board: &Mailbox<N, S>, square: Square, color: Color) -> bool {
    [step::E, step::W].into_iter().any(|side| board.kind_at(square.step(side), !color) == PAWN)
}
