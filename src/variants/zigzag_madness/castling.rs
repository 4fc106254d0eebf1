//! Castling to a distance of the player's choice: the two sides, their squares and rights.

use super::Flag;
use super::tables::LAST_RANK;
use crate::types::square::{Step, step};
use crate::types::{Color, Move, Square};

/// Which rook a king castles with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CastlingSide {
    /// The j-rook: `K` and `k` in a FEN.
    J = 0,
    /// The a-rook: `Q` and `q`.
    A = 1,
}

impl CastlingSide {
    /// Both, in the order of the FEN's letters.
    pub const BOTH: [CastlingSide; 2] = [CastlingSide::J, CastlingSide::A];

    /// What marks a move as castling on this side.
    #[inline(always)]
    pub fn flag(self) -> u8 {
        match self {
            CastlingSide::J => Flag::CASTLE_J,
            CastlingSide::A => Flag::CASTLE_A,
        }
    }

    /// The side that a castling move castles on.
    #[inline(always)]
    pub fn of(mv: Move) -> Option<CastlingSide> {
        match mv.flag() {
            Flag::CASTLE_J => Some(CastlingSide::J),
            Flag::CASTLE_A => Some(CastlingSide::A),
            _ => None,
        }
    }

    /// Where the king goes.
    #[inline(always)]
    pub fn direction(self) -> Step {
        match self {
            CastlingSide::J => step::E,
            CastlingSide::A => step::W,
        }
    }

    /// How many squares lie between king and rook: he may go to any of them.
    #[inline(always)]
    pub fn reach(self) -> u8 {
        match self {
            CastlingSide::J => 3,
            CastlingSide::A => 4,
        }
    }

    /// Where the rook stands before castling.
    #[inline(always)]
    pub fn corner(self, color: Color) -> Square {
        let file = match self {
            CastlingSide::J => 9,
            CastlingSide::A => 0,
        };
        Square::new(file, color.choose(0, LAST_RANK))
    }

    /// Where the rook stands after the king has castled to `king_to`: beside him, on the side he came from.
    #[inline(always)]
    pub fn rook_target(self, king_to: Square) -> Square {
        king_to.step(self.direction().wrapping_neg())
    }

    /// The bit of the right to castle.
    #[inline(always)]
    pub fn right(self, color: Color) -> u8 {
        1 << (color.index() * 2 + self as usize)
    }
}

/// Where a king stands before castling.
pub(super) fn king_home(color: Color) -> Square {
    Square::new(5, color.choose(0, LAST_RANK))
}

/// Rights that end when a piece leaves or reaches a square, by square.
pub(super) static RIGHTS_ENDED: [u8; 256] = {
    let mut table = [0; 256];
    table[Square::new(5, 0).index()] = 0b0011;
    table[Square::new(9, 0).index()] = 0b0001;
    table[Square::new(0, 0).index()] = 0b0010;
    table[Square::new(5, 9).index()] = 0b1100;
    table[Square::new(9, 9).index()] = 0b0100;
    table[Square::new(0, 9).index()] = 0b1000;
    table
};
