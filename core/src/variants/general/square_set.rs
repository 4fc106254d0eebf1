//! Sets of squares of boards up to 16x16.

use crate::types::Square;
use std::ops::{BitAnd, BitOr, Not};

/// A set of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SquareSet([u64; 4]);

impl SquareSet {
    /// No squares.
    pub const EMPTY: SquareSet = SquareSet([0; 4]);

    /// The squares of a board of `files` by `ranks`.
    pub fn rectangle(files: u8, ranks: u8) -> SquareSet {
        Square::all(files, ranks).collect()
    }

    /// Whether the set has a square.
    #[inline(always)]
    pub fn has(&self, square: Square) -> bool {
        self.0[usize::from(square.0 >> 6)] >> (square.0 & 63) & 1 != 0
    }

    /// Adds a square.
    #[inline(always)]
    pub fn add(&mut self, square: Square) {
        self.0[usize::from(square.0 >> 6)] |= 1 << (square.0 & 63);
    }

    /// Removes a square.
    #[inline(always)]
    pub fn remove(&mut self, square: Square) {
        self.0[usize::from(square.0 >> 6)] &= !(1 << (square.0 & 63));
    }

    /// Whether there are no squares.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// The squares, from the first rank up, each rank from the a-file on.
    #[inline(always)]
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..4u8).flat_map(move |part| {
            let mut bits = self.0[usize::from(part)];
            std::iter::from_fn(move || {
                let square = Square(part << 6 | bits.trailing_zeros() as u8 & 63);
                (bits != 0).then(|| {
                    bits &= bits - 1;
                    square
                })
            })
        })
    }

    /// The number of squares.
    pub fn count(self) -> usize {
        self.0.iter().map(|bits| bits.count_ones() as usize).sum()
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<T: IntoIterator<Item = Square>>(squares: T) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        squares.into_iter().for_each(|square| set.add(square));
        set
    }
}

impl BitAnd for SquareSet {
    type Output = SquareSet;
    fn bitand(self, other: SquareSet) -> SquareSet {
        SquareSet(std::array::from_fn(|index| self.0[index] & other.0[index]))
    }
}

impl BitOr for SquareSet {
    type Output = SquareSet;
    fn bitor(self, other: SquareSet) -> SquareSet {
        SquareSet(std::array::from_fn(|index| self.0[index] | other.0[index]))
    }
}

impl Not for SquareSet {
    type Output = SquareSet;
    fn not(self) -> SquareSet {
        SquareSet(self.0.map(|bits| !bits))
    }
}
