//! Sets of squares of the 8x8 board.
//!
//! The evaluation asks for all squares that each piece attacks, and then how many of them are safe, which are adjacent to
//! a king, which are guarded by pawns. That is arithmetic on whole sets. The move generator does not use them.

use crate::table;
use crate::types::square::step;
use crate::types::{Color, Square};
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// A set of squares: bit `rank * 8 + file`. A square off the board is mapped to an arbitrary one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SquareSet(u64);

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

impl SquareSet {
    #[inline(always)]
    const fn bit(square: Square) -> u32 {
        (square.0 >> 1 & 0x38 | square.0 & 7) as u32
    }

    #[inline(always)]
    pub(super) const fn of(square: Square) -> SquareSet {
        SquareSet(1 << SquareSet::bit(square))
    }

    #[inline(always)]
    pub(super) const fn meets(self, other: SquareSet) -> bool {
        self.0 & other.0 != 0
    }

    #[inline(always)]
    pub(super) const fn count(self) -> i32 {
        self.0.count_ones() as i32
    }

    /// Mirrors the set for Black, so that the own first rank is the lowest.
    #[inline(always)]
    pub(super) fn seen_by(self, color: Color) -> SquareSet {
        color.choose(self, SquareSet(self.0.swap_bytes()))
    }

    #[inline(always)]
    pub(super) const fn up(self) -> SquareSet {
        SquareSet(self.0 << 8)
    }

    #[inline(always)]
    pub(super) const fn down(self) -> SquareSet {
        SquareSet(self.0 >> 8)
    }

    /// The squares to the left and to the right of these.
    #[inline(always)]
    pub(super) const fn beside(self) -> SquareSet {
        SquareSet((self.0 & !FILE_A) >> 1 | (self.0 & !FILE_H) << 1)
    }

    /// Adds all squares below these in their files.
    #[inline(always)]
    pub(super) const fn and_below(self) -> SquareSet {
        let two = self.0 | self.0 >> 8;
        let four = two | two >> 16;
        SquareSet(four | four >> 32)
    }

    /// Adds all adjacent squares.
    #[inline(always)]
    pub(super) const fn and_around(self) -> SquareSet {
        let row = self.0 | self.beside().0;
        SquareSet(row | row << 8 | row >> 8)
    }

    /// Iterates over the squares.
    #[inline(always)]
    pub(super) fn squares(self) -> impl Iterator<Item = Square> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let index = rest.trailing_zeros() as u8;
            rest &= rest.wrapping_sub(1);
            (index < 64).then_some(Square::new(index & 7, index >> 3))
        })
    }

    /// The squares that a slider attacks: along each of its lines, by their places in [`step::ALL`], up to and
    /// including the first of the `occupied` squares.
    #[inline(always)]
    pub(super) fn slide<const N: usize>(occupied: SquareSet, from: Square, lines: [usize; N]) -> SquareSet {
        let mut squares = 0;
        for line in lines {
            let ray = RAYS[SquareSet::bit(from) as usize][line].0;
            let blockers = occupied.0 & ray;
            let up_to_first = match is_rising(line) {
                true => blockers ^ blockers.wrapping_sub(1),
                false => u64::MAX << (63 - (blockers | 1).leading_zeros()),
            };
            squares |= ray & up_to_first;
        }
        SquareSet(squares)
    }

    /// The squares that a knight attacks.
    #[inline(always)]
    pub(super) fn knight(from: Square) -> SquareSet {
        KNIGHT_ATTACKS[SquareSet::bit(from) as usize]
    }
}

/// The lines of a bishop, by their places in [`step::ALL`].
pub(super) const DIAGONALS: [usize; 4] = [1, 3, 5, 7];
/// The lines of a rook.
pub(super) const ORTHOGONALS: [usize; 4] = [0, 2, 4, 6];
/// The lines of a queen.
pub(super) const ALL_LINES: [usize; 8] = [0, 1, 2, 3, 4, 5, 6, 7];

/// Whether bits are higher further along a line.
#[inline(always)]
const fn is_rising(line: usize) -> bool {
    (step::ALL[line] as i8) > 0
}

/// The squares of the empty board along a line.
const fn ray(from: usize, line: usize) -> SquareSet {
    let mut squares = 0;
    let mut to = Square::new(from as u8 & 7, from as u8 >> 3).step(step::ALL[line]);
    while to.file() < 8 && to.rank() < 8 {
        squares |= SquareSet::of(to).0;
        to = to.step(step::ALL[line]);
    }
    SquareSet(squares)
}

/// By square, then by line: the squares of the empty board.
static RAYS: [[SquareSet; 8]; 64] = table!(64, |from| table!(8, |line| ray(from, line)));

static KNIGHT_ATTACKS: [SquareSet; 64] = table!(64, |index| {
    let from = Square::new(index as u8 & 7, index as u8 >> 3);
    let (mut attacks, mut i) = (0, 0);
    while i < 8 {
        let to = from.step(step::KNIGHT[i]);
        attacks |= if to.file() < 8 && to.rank() < 8 { SquareSet::of(to).0 } else { 0 };
        i += 1;
    }
    SquareSet(attacks)
});

impl BitOr for SquareSet {
    type Output = SquareSet;
    #[inline(always)]
    fn bitor(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 | other.0)
    }
}

impl BitOrAssign for SquareSet {
    #[inline(always)]
    fn bitor_assign(&mut self, other: SquareSet) {
        self.0 |= other.0;
    }
}

impl BitAnd for SquareSet {
    type Output = SquareSet;
    #[inline(always)]
    fn bitand(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & other.0)
    }
}

impl Not for SquareSet {
    type Output = SquareSet;
    #[inline(always)]
    fn not(self) -> SquareSet {
        SquareSet(!self.0)
    }
}
