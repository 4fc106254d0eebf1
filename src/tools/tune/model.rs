//! How well an evaluation foretells results, and how each weight would have to change for it to do so better.

use super::samples::{Entry, Sample, Samples};
use rayon::prelude::*;

/// Middle and end game value of a weight, in hundredths of a pawn.
pub type Pair = [f64; 2];

/// The expected result for a score; `scale` is the score of 73 %.
pub fn sigmoid(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-score / scale).exp())
}

/// What an evaluation should have said.
#[derive(Clone, Copy)]
pub struct Aim {
    /// See [`sigmoid`].
    pub scale: f64,
    /// How much of the aim is the game's result; the rest is what the search expected.
    pub blend: f64,
}

impl Aim {
    fn of(self, sample: &Sample) -> f64 {
        let expected = sigmoid(sample.score.into(), self.scale);
        self.blend * f64::from(sample.result) + (1.0 - self.blend) * expected
    }
}

/// The evaluation from White's view, as [`Sum`](crate::eval::ledger::Sum) has it but for its rounding.
#[inline]
fn evaluate(sample: &Sample, entries: &[Entry], values: &[Pair]) -> f64 {
    let (mut middle, mut end) = (0.0, 0.0);
    for entry in entries {
        let value = values[entry.index as usize];
        middle += value[0] * f64::from(entry.count);
        end += value[1] * f64::from(entry.count);
    }
    middle * f64::from(sample.middle) + end * f64::from(sample.end)
}

/// Into so many parts the positions are divided, whatever the number of threads: so sums always come out the same.
const PARTS: usize = 64;

/// What `part` makes of each part of the positions, in order.
fn by_parts<T: Send>(samples: &Samples, part: impl Fn(std::ops::Range<usize>) -> T + Sync) -> Vec<T> {
    let bound = |index: usize| samples.len() * index / PARTS;
    (0..PARTS).into_par_iter().map(|index| part(bound(index)..bound(index + 1))).collect()
}

/// The mean of the squared differences between what the evaluation foretells and the aim.
pub fn loss(samples: &Samples, values: &[Pair], aim: Aim) -> f64 {
    let parts = by_parts(samples, |range| {
        let errors = range.map(|index| {
            let sample = &samples.list[index];
            sigmoid(evaluate(sample, samples.entries(index), values), aim.scale) - aim.of(sample)
        });
        errors.map(|error| error * error).sum::<f64>()
    });
    parts.iter().sum::<f64>() / samples.len().max(1) as f64
}

/// The loss and how it changes with each value.
pub fn gradient(samples: &Samples, values: &[Pair], aim: Aim) -> (f64, Vec<Pair>) {
    let parts = by_parts(samples, |range| {
        let (mut loss, mut slopes) = (0.0, vec![[0.0; 2]; values.len()]);
        for index in range {
            loss += descend(&samples.list[index], samples.entries(index), values, aim, &mut slopes);
        }
        (loss, slopes)
    });
    let share = 1.0 / samples.len().max(1) as f64;
    let (mut loss, mut total) = (0.0, vec![[0.0; 2]; values.len()]);
    for (part, slopes) in parts {
        loss += part * share;
        for (sum, slope) in total.iter_mut().zip(slopes) {
            *sum = [sum[0] + slope[0] * share, sum[1] + slope[1] * share];
        }
    }
    (loss, total)
}

/// Adds a position's part of the slopes; its squared error.
#[inline]
fn descend(sample: &Sample, entries: &[Entry], values: &[Pair], aim: Aim, slopes: &mut [Pair]) -> f64 {
    let foretold = sigmoid(evaluate(sample, entries, values), aim.scale);
    let error = foretold - aim.of(sample);
    let slope = 2.0 * error * foretold * (1.0 - foretold) / aim.scale;
    let (middle, end) = (slope * f64::from(sample.middle), slope * f64::from(sample.end));
    for entry in entries {
        let sum = &mut slopes[entry.index as usize];
        *sum = [sum[0] + middle * f64::from(entry.count), sum[1] + end * f64::from(entry.count)];
    }
    error * error
}

/// Scales that are thought of.
const SCALES: (f64, f64) = (10.0, 5000.0);

/// The scale by which the evaluation foretells results best, by golden section (Kiefer 1953) over its logarithm.
pub fn fit_scale(samples: &Samples, values: &[Pair]) -> f64 {
    let evaluations: Vec<f64> = (0..samples.len())
        .into_par_iter()
        .map(|index| evaluate(&samples.list[index], samples.entries(index), values))
        .collect();
    let cost = |logarithm: f64| {
        let scale = logarithm.exp();
        let pairs = evaluations.iter().zip(&samples.list);
        pairs.map(|(&score, sample)| (sigmoid(score, scale) - f64::from(sample.result)).powi(2)).sum::<f64>()
    };
    let ratio = (5f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (SCALES.0.ln(), SCALES.1.ln());
    while high - low > 1e-3 {
        let (left, right) = (high - ratio * (high - low), low + ratio * (high - low));
        if cost(left) < cost(right) { high = right } else { low = left }
    }
    ((low + high) / 2.0).exp()
}
