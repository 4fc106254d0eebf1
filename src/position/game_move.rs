//! Moves as the search handles them.

use crate::types::{Move, Square};
use std::fmt::Debug;
use std::hash::Hash;

/// A move of a game: a small value that can be told apart by 16 bits in an entry of the transposition table.
pub trait GameMove: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// The whole move as a number. Different moves of one position have different numbers.
    fn bits(self) -> u64;

    /// The square that the moving piece leaves.
    fn from(self) -> Square;

    /// The square where the moving piece arrives.
    fn to(self) -> Square;

    /// The kind that a pawn promotes to; 0 if the move is no promotion.
    fn promotion(self) -> u8;

    /// A hash of the move. Two legal moves may share it: a lookup among the legal moves takes the first match, which
    /// at worst orders the moves badly.
    #[inline(always)]
    fn move16(self) -> u16 {
        ((self.bits().wrapping_add(1)).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 48) as u16
    }
}

impl GameMove for Move {
    #[inline(always)]
    fn bits(self) -> u64 {
        u64::from(self.0)
    }

    #[inline(always)]
    fn from(self) -> Square {
        Move::from(self)
    }

    #[inline(always)]
    fn to(self) -> Square {
        Move::to(self)
    }

    #[inline(always)]
    fn promotion(self) -> u8 {
        self.aux()
    }
}
