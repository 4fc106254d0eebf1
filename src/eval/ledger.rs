//! Where a game's evaluation is entered, term by term.
//!
//! A game describes itself once, by [`Evaluate::evaluate_into`](crate::position::Evaluate::evaluate_into): "White has this
//! weight so many times". Who listens decides what comes of it: [`Sum`] adds it up for the search, [`Terms`] shows it
//! to people, [`Trace`] keeps the counts for tuning. All are monomorphised; a sum costs as much as if written out.

use super::{Phased, Weights};
use crate::types::{Color, Score};

/// What listens to an evaluation.
pub trait Ledger {
    /// Credits an army with `count` times the weight of this index.
    fn add(&mut self, color: Color, weight: usize, count: i32);

    /// Counts a piece of either army that keeps so much of the middle game alive.
    fn keep_alive(&mut self, phase: i32);

    /// Of what has been entered so far and will be, only `share` in [`WHOLE`] counts: one side is better but hardly wins.
    fn scale(&mut self, share: i32);
}

/// The share that leaves a score as it is.
pub const WHOLE: i32 = 64;

/// Adds up.
pub struct Sum {
    values: &'static [Phased],
    total: Phased,
    phase: i32,
    share: i32,
}

impl Sum {
    /// An empty sum of these weights.
    #[inline(always)]
    pub fn new(weights: &Weights) -> Sum {
        Sum { values: weights.values, total: Phased::ZERO, phase: 0, share: WHOLE }
    }

    /// The score from the view of `side`.
    #[inline(always)]
    pub fn score(&self, side: Color, full_phase: i32) -> Score {
        let score = self.total.taper(self.phase, full_phase) * self.share / WHOLE;
        side.choose(score, -score)
    }
}

impl Ledger for Sum {
    #[inline(always)]
    fn add(&mut self, color: Color, weight: usize, count: i32) {
        self.total += self.values[weight] * color.choose(count, -count);
    }

    #[inline(always)]
    fn keep_alive(&mut self, phase: i32) {
        self.phase += phase;
    }

    #[inline(always)]
    fn scale(&mut self, share: i32) {
        self.share = share;
    }
}

/// Keeps the groups of weights and the armies apart.
pub struct Terms {
    weights: &'static Weights,
    totals: Vec<[Phased; 2]>,
    phase: i32,
    share: i32,
}

impl Terms {
    /// Nothing entered yet.
    pub fn new(weights: &'static Weights) -> Terms {
        Terms { weights, totals: vec![[Phased::ZERO; 2]; weights.groups.len()], phase: 0, share: WHOLE }
    }

    /// For each group of weights its name, and White's and Black's score.
    pub fn list(&self) -> Vec<(&'static str, [Score; 2])> {
        let blend = |total: Phased| total.taper(self.phase, self.weights.full_phase) * self.share / WHOLE;
        let groups = self.weights.groups.iter().zip(&self.totals);
        groups.map(|(group, totals)| (group.name, totals.map(blend))).collect()
    }
}

impl Ledger for Terms {
    fn add(&mut self, color: Color, weight: usize, count: i32) {
        let group = self.weights.groups.partition_point(|group| group.start <= weight) - 1;
        self.totals[group][color.index()] += self.weights.values[weight] * count;
    }

    fn keep_alive(&mut self, phase: i32) {
        self.phase += phase;
    }

    fn scale(&mut self, share: i32) {
        self.share = share;
    }
}

/// Keeps which weights count how often: White's count minus Black's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// Index and count of the weights entered, in any order; an index may come more than once.
    pub entries: Vec<(u32, i32)>,
    /// What is left of the middle game; above the full phase it counts as full.
    pub phase: i32,
    /// The share of the score that counts, of [`WHOLE`].
    pub share: i32,
}

impl Trace {
    /// Nothing entered yet.
    pub fn new() -> Trace {
        Trace { share: WHOLE, ..Trace::default() }
    }

    /// Each weight once, those that cancel out dropped, in the order of their indices.
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

    fn keep_alive(&mut self, phase: i32) {
        self.phase += phase;
    }

    fn scale(&mut self, share: i32) {
        self.share = share;
    }
}
