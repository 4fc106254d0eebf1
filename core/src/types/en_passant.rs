//! The en passant square: the one that a double step has just passed over.

use super::{Square, State, zobrist};

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
}
