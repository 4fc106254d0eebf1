//! Sets of squares of the 12x12 board.

use crate::types::Square;

/// A set of squares of the 16x16 mailbox, a row of 16 bits for each rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareSet([u16; 16]);

impl SquareSet {
    pub const EMPTY: SquareSet = SquareSet([0; 16]);

    /// Whether the set contains a square.
    #[inline(always)]
    pub fn has(&self, square: Square) -> bool {
        self.0[square.rank() as usize] >> square.file() & 1 != 0
    }

    #[inline(always)]
    pub fn add(&mut self, square: Square) {
        self.0[square.rank() as usize] |= 1 << square.file();
    }

    /// Adds the squares adjacent to a square, which may include cells beyond the edge of the board.
    #[inline(always)]
    pub fn add_around(&mut self, square: Square) {
        for (row, bits) in around(square) {
            self.0[row] |= bits;
        }
    }

    /// Does the same, and adds to `twice` those squares that the set contained before.
    #[inline(always)]
    pub fn add_around_again(&mut self, square: Square, twice: &mut SquareSet) {
        for (row, bits) in around(square) {
            twice.0[row] |= self.0[row] & bits;
            self.0[row] |= bits;
        }
    }

    /// Removes the squares adjacent to a square, except those in `twice`.
    #[inline(always)]
    pub fn remove_around(&mut self, square: Square, twice: &SquareSet) {
        for (row, bits) in around(square) {
            self.0[row] &= !bits | twice.0[row];
        }
    }

    /// These squares and all adjacent ones, which may include cells beyond the edge of the board.
    #[inline(always)]
    pub fn and_around(&self) -> SquareSet {
        let mut wide = SquareSet::EMPTY;
        for rank in 0..16 {
            let row = self.0[(rank + 15) & 15] | self.0[rank] | self.0[(rank + 1) & 15];
            wide.0[rank] = row | row << 1 | row >> 1;
        }
        wide
    }

    /// The number of squares of the lowest twelve ranks that are in this set and in another.
    #[inline(always)]
    pub fn count_common(&self, other: &SquareSet) -> u32 {
        let row = |rank: usize| u64::from(self.0[rank] & other.0[rank]);
        let four = |rank: usize| row(rank) | row(rank + 1) << 16 | row(rank + 2) << 32 | row(rank + 3) << 48;
        four(0).count_ones() + four(4).count_ones() + four(8).count_ones()
    }

    /// Iterates over the squares of the lowest twelve ranks.
    #[inline(always)]
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..12).flat_map(move |rank| {
            let mut row = self.0[rank as usize];
            std::iter::from_fn(move || {
                let file = row.trailing_zeros() as u8;
                (row != 0).then(|| {
                    row &= row - 1;
                    Square::new(file, rank)
                })
            })
        })
    }
}

/// The squares adjacent to a square: three rows and their bits.
#[inline(always)]
fn around(square: Square) -> [(usize, u16); 3] {
    let beside = (5u32 << square.file() >> 1) as u16;
    let row = square.rank() as usize;
    let three = beside | 1 << square.file();
    [((row + 1) & 15, three), (row, beside), ((row + 15) & 15, three)]
}
