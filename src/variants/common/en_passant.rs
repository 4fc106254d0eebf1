//! The square that a double step has just passed over, and that a pawn may capture on.

use super::PAWN;
use crate::types::fen::write_squares;
use crate::types::square::step;
use crate::types::{Color, FenError, Mailbox, Square, State, zobrist};

/// What the last move leaves behind for en passant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnPassant {
    /// The square passed over by a double step, if that was the last move; otherwise [`Square::NONE`].
    pub square: Square,
    /// Whether a pawn stands ready to capture there. Only then positions differ by it.
    pub live: bool,
}

impl EnPassant {
    /// No double step.
    pub const NONE: EnPassant = EnPassant { square: Square::NONE, live: false };

    /// Its share of the key.
    #[inline(always)]
    pub fn key(self) -> u64 {
        if self.live { zobrist::feature(2, u64::from(self.square.file())) } else { 0 }
    }

    /// Forgets the square: another move is made.
    #[inline(always)]
    pub fn clear(&mut self, state: &mut State) {
        state.key ^= self.key();
        *self = EnPassant::NONE;
    }

    /// Notes the square that a pawn has passed over, and whether one stands ready to capture there.
    #[inline(always)]
    pub fn set(&mut self, square: Square, live: bool, state: &mut State) {
        *self = EnPassant { square, live };
        state.key ^= self.key();
    }

    /// The squares of a FEN's field, at most one, which a double step by the side not to move must explain.
    /// `is_ready` says whether the pawn that made it, given by its square, can be captured.
    pub fn read<const N: usize>(
        squares: &[Square],
        board: &Mailbox<N>,
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
            false => Err(FenError::new("en passant", format!("no double step explains {square}"))),
        }
    }

    /// The field of a FEN.
    pub fn field(self) -> String {
        write_squares((self.square != Square::NONE).then_some(self.square))
    }
}

/// Whether an enemy pawn stands beside `square`, where a pawn of `color` has just arrived by a double step.
pub fn pawn_beside<const N: usize>(board: &Mailbox<N>, square: Square, color: Color) -> bool {
    [step::E, step::W].into_iter().any(|side| board.kind_at(square.step(side), !color) == PAWN)
}
