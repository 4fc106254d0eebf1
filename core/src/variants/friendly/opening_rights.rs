//! Opening rights: which pawns and Friends on their home squares have moved before.

use super::tables;
use crate::types::{Color, Kind, Square};

/// The home squares whose pieces have lost their opening rights: bit [`Moved::bit`] of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Moved(pub u64);

impl Moved {
    /// The bit of a home square. Home squares lie on the ranks 1, 3, 10 and 12, with sixteen bits for each.
    #[inline(always)]
    pub const fn bit(square: Square) -> u64 {
        let row = match square.rank() {
            0 => 0,
            2 => 1,
            9 => 2,
            _ => 3,
        };
        1 << (row * 16 + square.file())
    }

    /// Whether the piece on a home square has moved.
    #[inline(always)]
    pub const fn has(self, square: Square) -> bool {
        self.0 & Moved::bit(square) != 0
    }

    /// Whether a square, on any rank, is marked.
    #[inline(always)]
    pub const fn holds(self, square: Square) -> bool {
        matches!(square.rank(), 0 | 2 | 9 | 11) && self.has(square)
    }

    /// Iterates over the marked squares in board order.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        const RANKS: [u8; 4] = [0, 2, 9, 11];
        (0..64u8).filter(move |bit| self.0 >> bit & 1 != 0).map(|bit| Square::new(bit & 15, RANKS[bit as usize >> 4]))
    }
}

/// Whether a pawn of `kind` that has never moved stands on `square`.
#[inline(always)]
pub fn may_open(moved: Moved, color: Color, kind: Kind, square: Square) -> bool {
    tables::starts_on(color, kind, square) && !moved.has(square)
}
