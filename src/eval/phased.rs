//! A middle game and an end game score in one.

use crate::types::Score;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// Two scores that are blended by how many pieces are left, side by side in one word so that both are added or
/// multiplied at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Phased(i64);

impl Phased {
    /// Nothing.
    pub const ZERO: Phased = Phased::new(0, 0);

    /// A pair of scores: with all pieces on the board, and with hardly any.
    pub const fn new(middle: Score, end: Score) -> Phased {
        Phased(((end as i64) << 32).wrapping_add(middle as i64))
    }

    /// The same score in all phases.
    pub const fn flat(score: Score) -> Phased {
        Phased::new(score, score)
    }

    /// The score with all pieces on the board.
    #[inline(always)]
    pub const fn middle(self) -> Score {
        self.0 as Score
    }

    /// The score with hardly any pieces left.
    #[inline(always)]
    pub const fn end(self) -> Score {
        // A negative lower half has borrowed one from the upper.
        (self.0.wrapping_add(0x8000_0000) >> 32) as Score
    }

    /// The blend at `phase` of `full`: all middle game at `full` and above, all end game at 0.
    #[inline]
    pub const fn taper(self, phase: i32, full: i32) -> Score {
        let phase = if phase > full { full } else { phase };
        (self.middle() * phase + self.end() * (full - phase)) / full
    }
}

impl Add for Phased {
    type Output = Phased;
    #[inline(always)]
    fn add(self, other: Phased) -> Phased {
        Phased(self.0.wrapping_add(other.0))
    }
}

impl AddAssign for Phased {
    #[inline(always)]
    fn add_assign(&mut self, other: Phased) {
        *self = *self + other;
    }
}

impl Sub for Phased {
    type Output = Phased;
    #[inline(always)]
    fn sub(self, other: Phased) -> Phased {
        Phased(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Phased {
    type Output = Phased;
    #[inline(always)]
    fn neg(self) -> Phased {
        Phased(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Phased {
    type Output = Phased;
    #[inline(always)]
    fn mul(self, factor: i32) -> Phased {
        Phased(self.0.wrapping_mul(factor as i64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_halves_do_not_disturb_each_other() {
        for (middle, end) in [(0, 0), (1, -1), (-1, 1), (-300, -7), (12_345, -30_000), (-1, 0), (0, -1)] {
            let pair = Phased::new(middle, end);
            assert_eq!((pair.middle(), pair.end()), (middle, end));
            let tripled = pair * -3 + Phased::flat(5);
            assert_eq!((tripled.middle(), tripled.end()), (5 - 3 * middle, 5 - 3 * end));
            assert_eq!(pair - pair, Phased::ZERO);
        }
    }
}
