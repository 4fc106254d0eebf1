//! A middle game and an end game score in one.

use crate::types::Score;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// Two scores that are blended by how many pieces are left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Phased {
    /// With all pieces on the board.
    pub middle: Score,
    /// With hardly any.
    pub end: Score,
}

impl Phased {
    /// Nothing.
    pub const ZERO: Phased = Phased::new(0, 0);

    /// A pair of scores.
    pub const fn new(middle: Score, end: Score) -> Phased {
        Phased { middle, end }
    }

    /// The same score in all phases.
    pub const fn flat(score: Score) -> Phased {
        Phased::new(score, score)
    }

    /// The blend at `phase` of `full`: all middle game at `full` and above, all end game at 0.
    #[inline]
    pub const fn taper(self, phase: i32, full: i32) -> Score {
        let phase = if phase > full { full } else { phase };
        (self.middle * phase + self.end * (full - phase)) / full
    }
}

impl Add for Phased {
    type Output = Phased;
    #[inline(always)]
    fn add(self, other: Phased) -> Phased {
        Phased::new(self.middle + other.middle, self.end + other.end)
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
        Phased::new(self.middle - other.middle, self.end - other.end)
    }
}

impl Neg for Phased {
    type Output = Phased;
    #[inline(always)]
    fn neg(self) -> Phased {
        Phased::new(-self.middle, -self.end)
    }
}

impl Mul<i32> for Phased {
    type Output = Phased;
    #[inline(always)]
    fn mul(self, factor: i32) -> Phased {
        Phased::new(self.middle * factor, self.end * factor)
    }
}
