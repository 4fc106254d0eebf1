//! A whole turn in 64 bits: choice, free piece, move, release.

use crate::position::GameMove;
use crate::types::{Kind, Square};

/// The flags of a [`Turn`] beside those of chess's moves ([`orthodox::Flag`](crate::variants::orthodox::Flag)).
pub(super) struct TurnFlag;

impl TurnFlag {
    /// The token moves; its square of origin is [`Square::NONE`] when it comes from the centre point.
    pub const TOKEN: u8 = 5;
    /// A piece walks into the box.
    pub const ENTER: u8 = 6;
}

/// A turn. Fields that do not apply are 0, so different turns of one position have different numbers.
///
/// From the lowest bit: from 8, to 8, release square 8, free piece's square 8, promotion 3, promotion of
/// the released pawn 3, choice for a waiting pawn 3, free piece 3, its promotion 3, free piece first 1,
/// flag 4, releases 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Turn(pub u64);

impl GameMove for Turn {
    #[inline(always)]
    fn bits(self) -> u64 {
        self.0
    }

    #[inline(always)]
    fn promotion(self) -> Kind {
        self.kind_at(32)
    }
}

/// A piece that has been captured comes back: what, where, and what a pawn on its last rank becomes (else 0).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FreePiece {
    pub kind: Kind,
    pub square: Square,
    pub promotion: Kind,
}

impl Turn {
    const FREE_FIRST: u64 = 1 << 47;
    const RELEASES: u64 = 1 << 52;

    #[inline(always)]
    pub(super) const fn new(from: Square, to: Square) -> Turn {
        Turn(from.0 as u64 | (to.0 as u64) << 8)
    }

    #[inline(always)]
    pub(super) const fn with_flag(self, flag: u8) -> Turn {
        Turn(self.0 | (flag as u64) << 48)
    }

    #[inline(always)]
    pub(super) const fn promoting(self, kind: Kind) -> Turn {
        Turn(self.0 | (kind.number() as u64) << 32)
    }

    /// The turn with the boxed piece put on `square`, as `promotion` if it is an own pawn on its last rank.
    #[inline(always)]
    pub(super) const fn releasing(self, square: Square, promotion: Kind) -> Turn {
        Turn(self.0 | (square.0 as u64) << 16 | (promotion.number() as u64) << 35 | Turn::RELEASES)
    }

    #[inline(always)]
    pub(super) const fn choosing(self, kind: Kind) -> Turn {
        Turn(self.0 | (kind.number() as u64) << 38)
    }

    /// The turn with a free piece at its end, after the own king.
    #[inline(always)]
    pub(super) const fn then_free(self, free: FreePiece) -> Turn {
        let kinds = (free.kind.number() as u64) << 41 | (free.promotion.number() as u64) << 44;
        Turn(self.0 | (free.square.0 as u64) << 24 | kinds)
    }

    /// The turn with a free piece before the move.
    #[inline(always)]
    pub(super) const fn after_free(self, free: FreePiece) -> Turn {
        Turn(self.then_free(free).0 | Turn::FREE_FIRST)
    }

    /// Both turns in one: a prefix (choice, free piece first) and what follows it.
    #[inline(always)]
    pub(super) const fn and(self, other: Turn) -> Turn {
        Turn(self.0 | other.0)
    }

    #[inline(always)]
    pub(super) const fn flag(self) -> u8 {
        (self.0 >> 48 & 15) as u8
    }

    #[inline(always)]
    const fn kind_at(self, bit: u32) -> Kind {
        Kind::new((self.0 >> bit & 7) as u8)
    }

    #[inline(always)]
    pub(super) const fn release_promotion(self) -> Kind {
        self.kind_at(35)
    }

    #[inline(always)]
    pub(super) const fn choice(self) -> Kind {
        self.kind_at(38)
    }

    /// Where the boxed piece goes, if the turn releases it.
    #[inline(always)]
    pub(super) fn release(self) -> Option<Square> {
        (self.0 & Turn::RELEASES != 0).then_some(Square((self.0 >> 16) as u8))
    }

    #[inline(always)]
    fn free(self) -> Option<FreePiece> {
        let square = Square((self.0 >> 24) as u8);
        let free = FreePiece { kind: self.kind_at(41), square, promotion: self.kind_at(44) };
        (!free.kind.is_none()).then_some(free)
    }

    /// The free piece placed before the move.
    #[inline(always)]
    pub(super) fn free_before(self) -> Option<FreePiece> {
        self.free().filter(|_| self.0 & Turn::FREE_FIRST != 0)
    }

    /// The free piece placed after the own king.
    #[inline(always)]
    pub(super) fn free_after(self) -> Option<FreePiece> {
        self.free().filter(|_| self.0 & Turn::FREE_FIRST == 0)
    }
}
