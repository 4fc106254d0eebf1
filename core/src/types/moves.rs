//! Moves of the usual shape, and where generators put them.

use super::{Kind, Square};
use smallvec::SmallVec;

/// A move in 32 bits, from the lowest: from 8, to 8, the kind that a pawn is promoted to 8, a flag of the game's own 8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Move(pub u32);

impl Move {
    /// A move without promotion and flag.
    #[inline(always)]
    pub const fn new(from: Square, to: Square) -> Move {
        Move(from.0 as u32 | (to.0 as u32) << 8)
    }

    /// The same move with a promotion to `kind`.
    #[inline(always)]
    pub const fn promoting(self, kind: Kind) -> Move {
        Move(self.0 & !0xFF_0000 | (kind.number() as u32) << 16)
    }

    /// The same move with a flag: the mark of a special move, or a third square.
    #[inline(always)]
    pub const fn with_flag(self, flag: u8) -> Move {
        Move(self.0 & 0xFF_FFFF | (flag as u32) << 24)
    }

    /// The square that the piece leaves.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square(self.0 as u8)
    }

    /// The square where the piece arrives.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square((self.0 >> 8) as u8)
    }

    /// The kind that a pawn is promoted to; none if the move is no promotion.
    #[inline(always)]
    pub const fn promotion(self) -> Kind {
        Kind::new((self.0 >> 16) as u8)
    }

    /// The flag.
    #[inline(always)]
    pub const fn flag(self) -> u8 {
        (self.0 >> 24) as u8
    }
}

/// Moves of one position: on the stack while there are at most 96, on the heap beyond.
pub type MoveList<M> = SmallVec<[M; 96]>;

/// Where a generator puts its moves.
pub trait Sink<M> {
    /// Whether moves are only counted, so that a generator may add many at once by [`Sink::count`].
    const COUNTS: bool = false;

    /// Takes one move.
    fn push(&mut self, mv: M);

    /// Adds a number of moves. Only called if [`Sink::COUNTS`] is set.
    #[inline(always)]
    fn count(&mut self, _number: u64) {}
}

impl<M> Sink<M> for MoveList<M> {
    #[inline(always)]
    fn push(&mut self, mv: M) {
        SmallVec::push(self, mv);
    }
}

/// A sink that only counts: the last ply of perft.
#[derive(Default, Debug)]
pub struct Counter(pub u64);

impl<M> Sink<M> for Counter {
    const COUNTS: bool = true;

    #[inline(always)]
    fn push(&mut self, _: M) {
        self.0 += 1;
    }

    #[inline(always)]
    fn count(&mut self, number: u64) {
        self.0 += number;
    }
}
