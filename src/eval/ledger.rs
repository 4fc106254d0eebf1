//! What receives the terms of a game's evaluation.
//!
//! A game states its terms once, in [`Evaluate::evaluate_into`](crate::position::Evaluate::evaluate_into): "White has
//! this weight so many times". The receiver decides what is done with them: [`Sum`] adds them up for the search,
//! [`Terms`] lists them for `eval`, [`Trace`] keeps the counts for tuning. All are monomorphised, so a sum costs
//! nothing extra.

use super::{TaperedScore, Weights};
use crate::types::score::undecided;
use crate::types::{Color, Score};

/// A receiver of evaluation terms.
pub trait Ledger {
    /// Adds `count` times the weight with this index to an army's score.
    fn add(&mut self, color: Color, weight: usize, count: i32);

    /// Adds to the game phase, which is 0 in a pure end game.
    fn add_phase(&mut self, phase: i32);
}

/// Adds up the score.
pub struct Sum {
    values: &'static [TaperedScore],
    total: TaperedScore,
    phase: i32,
}

impl Sum {
    /// Creates an empty sum of these weights.
    #[inline(always)]
    pub fn new(weights: &Weights) -> Sum {
        Sum { values: weights.values, total: TaperedScore::ZERO, phase: 0 }
    }

    /// Returns the sum of the tapered score and `correction` from the view of `side`, never that of a forced win or loss.
    #[inline(always)]
    pub fn score(&self, side: Color, full_phase: i32, correction: Score) -> Score {
        let score = self.total.taper(self.phase, full_phase);
        undecided((side.choose(score, -score) + correction).into())
    }
}

impl Ledger for Sum {
    #[inline(always)]
    fn add(&mut self, color: Color, weight: usize, count: i32) {
        self.total += self.values[weight] * color.choose(count, -count);
    }

    #[inline(always)]
    fn add_phase(&mut self, phase: i32) {
        self.phase += phase;
    }
}

/// Adds up the score of each group of weights and each army separately.
pub struct Terms {
    weights: &'static Weights,
    totals: Vec<[TaperedScore; 2]>,
    phase: i32,
}

impl Terms {
    /// Creates an empty list.
    pub fn new(weights: &'static Weights) -> Terms {
        Terms { weights, totals: vec![[TaperedScore::ZERO; 2]; weights.groups.len()], phase: 0 }
    }

    /// Returns the name of each group of weights, with White's and Black's score.
    pub fn list(&self) -> Vec<(&'static str, [Score; 2])> {
        let blend = |total: TaperedScore| total.taper(self.phase, self.weights.full_phase);
        let groups = self.weights.groups.iter().zip(&self.totals);
        groups.map(|(group, totals)| (group.name, totals.map(blend))).collect()
    }
}

impl Ledger for Terms {
    fn add(&mut self, color: Color, weight: usize, count: i32) {
        let group = self.weights.groups.partition_point(|group| group.start <= weight) - 1;
        self.totals[group][color.index()] += self.weights.values[weight] * count;
    }

    fn add_phase(&mut self, phase: i32) {
        self.phase += phase;
    }
}

/// Records how often each weight counts: White's count minus Black's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// Indices and counts of weights, in any order; an index may occur more than once.
    pub entries: Vec<(u32, i32)>,
    /// The game phase; more than the weights' full phase counts as the full phase.
    pub phase: i32,
}

impl Trace {
    /// Sorts the entries by index, merges those of one index and drops those with a count of 0.
    pub fn normalise(&mut self) {
        self.entries.sort_unstable_by_key(|entry| entry.0);
        self.entries.dedup_by(|later, first| {
            let same = later.0 == first.0;
            first.1 += if same { later.1 } else { 0 };
            same
        });
        self.entries.retain(|entry| entry.1 != 0);
    }
}

impl Ledger for Trace {
    fn add(&mut self, color: Color, weight: usize, count: i32) {
        self.entries.push((weight as u32, color.choose(count, -count)));
    }

    fn add_phase(&mut self, phase: i32) {
        self.phase += phase;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::score::DECIDED;

    #[test]
    fn the_largest_correction_gives_a_score_that_is_no_forced_win() {
        static WEIGHTS: Weights =
            Weights { groups: &[], values: &[TaperedScore::new(900, 900)], full_phase: 1, file: "" };
        for side in Color::ALL {
            let mut sum = Sum::new(&WEIGHTS);
            sum.add(side, 0, 1);
            assert_eq!(sum.score(side, 1, 100), 1000);
            assert_eq!(sum.score(side, 1, DECIDED - 1), DECIDED - 1);
            assert_eq!(sum.score(!side, 1, 1 - DECIDED), 1 - DECIDED);
        }
    }
}
