//! Tapered scores: a middle game and an end game score in one value.

use crate::types::Score;
use std::ops::{Add, AddAssign, Mul};

/// A middle game and an end game score, to be blended by the material left.
///
/// Both share one word (the end game score in the upper half), so that one operation adds or multiplies both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TaperedScore(i64);

impl TaperedScore {
    /// Zero in both phases.
    pub const ZERO: TaperedScore = TaperedScore::new(0, 0);

    /// Combines a middle game and an end game score, in hundredths of a pawn.
    pub const fn new(middle: Score, end: Score) -> TaperedScore {
        TaperedScore(((end as i64) << 32).wrapping_add(middle as i64))
    }

    /// The middle game score.
    #[inline(always)]
    pub const fn middle(self) -> Score {
        self.0 as Score
    }

    /// The end game score.
    #[inline(always)]
    pub const fn end(self) -> Score {
        // A negative lower half has borrowed one from the upper half.
        (self.0.wrapping_add(0x8000_0000) >> 32) as Score
    }

    /// Blends both scores: the middle game score alone if `phase` is `full` or more, the end game score alone at 0.
    #[inline]
    pub const fn taper(self, phase: i32, full: i32) -> Score {
        let phase = if phase > full { full } else { phase };
        (self.middle() * phase + self.end() * (full - phase)) / full
    }
}

impl Add for TaperedScore {
    type Output = TaperedScore;
    #[inline(always)]
    fn add(self, other: TaperedScore) -> TaperedScore {
        TaperedScore(self.0.wrapping_add(other.0))
    }
}

impl AddAssign for TaperedScore {
    #[inline(always)]
    fn add_assign(&mut self, other: TaperedScore) {
        *self = *self + other;
    }
}

impl Mul<i32> for TaperedScore {
    type Output = TaperedScore;
    #[inline(always)]
    fn mul(self, factor: i32) -> TaperedScore {
        TaperedScore(self.0.wrapping_mul(factor as i64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_keeps_both_scores_apart() {
        for (middle, end) in [(0, 0), (1, -1), (-1, 1), (-300, -7), (12_345, -30_000), (-1, 0), (0, -1)] {
            let pair = TaperedScore::new(middle, end);
            assert_eq!((pair.middle(), pair.end()), (middle, end));
            let tripled = pair * -3 + TaperedScore::new(5, 5);
            assert_eq!((tripled.middle(), tripled.end()), (5 - 3 * middle, 5 - 3 * end));
            assert_eq!(pair + pair * -1, TaperedScore::ZERO);
        }
    }
}
