//! The en passant square: the one that a double step has just passed over.

use super::pieces::PAWN;
use crate::position::{Annotation, GameMove, Rules};
use crate::types::fen::write_squares;
use crate::types::square::step;
use crate::types::{BoardView, Color, FenError, Mailbox, PieceSets, Sink, Square, State, zobrist};

/// The en passant square of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EnPassant {
    /// The square passed over by a double step, if the last move was one; otherwise [`Square::NONE`].
    pub square: Square,
    /// Whether a pawn may capture there. Only then is the square part of the key: positions are the same if the same
    /// moves are possible (FIDE 9.2.3).
    pub live: bool,
}

impl EnPassant {
    /// The last move was no double step.
    pub const NONE: EnPassant = EnPassant { square: Square::NONE, live: false };

    /// The share of the square in the position's key.
    #[inline(always)]
    pub fn key(self) -> u64 {
        if self.live { zobrist::feature(2, u64::from(self.square.file())) } else { 0 }
    }

    /// Removes the square, from the key too.
    #[inline(always)]
    pub fn clear(&mut self, state: &mut State) {
        state.key ^= self.key();
        *self = EnPassant::NONE;
    }

    /// Sets the square that a pawn has passed over, in the key too.
    #[inline(always)]
    pub fn set(&mut self, square: Square, live: bool, state: &mut State) {
        *self = EnPassant { square, live };
        state.key ^= self.key();
    }

    /// Takes the square out of the key, where it stays on record for the FEN.
    #[inline(always)]
    pub fn disarm(&mut self, state: &mut State) {
        state.key ^= self.key();
        self.live = false;
    }

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

/// Whether a legal move captures a pawn en passant by arriving on `square`.
#[cold]
pub fn is_capture_legal<P: Rules>(position: &P, square: Square) -> bool {
    let mut captures = CapturesOn { position, square, found: false };
    position.generate::<true>(&mut captures);
    captures.found
}

/// Looks for a pawn's diagonal move to an empty square.
struct CapturesOn<'a, P> {
    position: &'a P,
    square: Square,
    found: bool,
}

impl<P: Rules> Sink<P::Move> for CapturesOn<'_, P> {
    fn push(&mut self, mv: P::Move) {
        let mover = self.position.board().kind_at(mv.from(), self.position.state().side);
        self.found |= mv.to() == self.square && mover == PAWN && mv.from().file() != self.square.file();
    }
}
