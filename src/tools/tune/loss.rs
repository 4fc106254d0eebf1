//! How well an evaluation predicts results, and how each weight would have to change for a better prediction.

use super::samples::{Coefficient, Sample, Samples};
use crate::tools::quiet_positions;
use rayon::prelude::*;
use std::ops::Range;

/// The middle game and end game values of a weight, in centipawns.
pub(super) type TaperedValue = [f64; 2];

/// Returns the expected result, from 0 to 1, for a score; at `scale` it is 0.73.
pub(super) fn sigmoid(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-score / scale).exp())
}

/// What an evaluation should predict.
#[derive(Clone, Copy)]
pub(super) struct Target {
    /// The scale of the [`sigmoid`].
    pub scale: f64,
    /// The weight of the game's result, from 0 to 1; the rest is that of the result that the search's score predicts.
    pub blend: f64,
}

impl Target {
    fn of(self, sample: &Sample) -> f64 {
        let expected = sigmoid(sample.score.into(), self.scale);
        self.blend * f64::from(sample.result) + (1.0 - self.blend) * expected
    }
}

/// Returns the evaluation from White's view: that of [`Sum`](crate::eval::ledger::Sum), not rounded.
#[inline]
fn evaluate(sample: &Sample, coefficients: &[Coefficient], values: &[TaperedValue]) -> f64 {
    let (mut middle, mut end) = (0.0, 0.0);
    for coefficient in coefficients {
        let value = values[coefficient.index as usize];
        middle += value[0] * f64::from(coefficient.count);
        end += value[1] * f64::from(coefficient.count);
    }
    let share = f64::from(sample.middle);
    middle * share + end * (1.0 - share)
}

/// The positions are divided into this many parts, whatever the number of threads, so that the rounding errors of sums
/// are always the same.
const PARTS: usize = 64;

/// Calls `part` with the indices of each part of the positions, in parallel, and returns the results in order.
fn map_parts<T: Send>(samples: &Samples, part: impl Fn(Range<usize>) -> T + Sync) -> Vec<T> {
    let bound = |index: usize| samples.len() * index / PARTS;
    (0..PARTS).into_par_iter().map(|index| part(bound(index)..bound(index + 1))).collect()
}

/// Returns the mean squared difference between the evaluation's prediction and the target.
pub(super) fn loss(samples: &Samples, values: &[TaperedValue], target: Target) -> f64 {
    let parts = map_parts(samples, |range| {
        let errors = range.map(|index| {
            let sample = &samples.list[index];
            sigmoid(evaluate(sample, samples.coefficients(index), values), target.scale) - target.of(sample)
        });
        errors.map(|error| error * error).sum::<f64>()
    });
    parts.iter().sum::<f64>() / samples.len().max(1) as f64
}

/// Returns the loss and its derivative by each value.
pub(super) fn gradient(samples: &Samples, values: &[TaperedValue], target: Target) -> (f64, Vec<TaperedValue>) {
    let parts = map_parts(samples, |range| {
        let (mut loss, mut slopes) = (0.0, vec![[0.0; 2]; values.len()]);
        for index in range {
            loss += add_slopes(&samples.list[index], samples.coefficients(index), values, target, &mut slopes);
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

/// Adds a position's part to the derivatives. Returns its squared error.
#[inline]
fn add_slopes(
    sample: &Sample,
    coefficients: &[Coefficient],
    values: &[TaperedValue],
    target: Target,
    slopes: &mut [TaperedValue],
) -> f64 {
    let prediction = sigmoid(evaluate(sample, coefficients, values), target.scale);
    let error = prediction - target.of(sample);
    let slope = 2.0 * error * prediction * (1.0 - prediction) / target.scale;
    let middle = slope * f64::from(sample.middle);
    let end = slope - middle;
    for coefficient in coefficients {
        let sum = &mut slopes[coefficient.index as usize];
        *sum = [sum[0] + middle * f64::from(coefficient.count), sum[1] + end * f64::from(coefficient.count)];
    }
    error * error
}

/// Returns the scale with which the evaluation predicts results best, in centipawns.
pub(super) fn fit_scale(samples: &Samples, values: &[TaperedValue]) -> f64 {
    let evaluations: Vec<f64> = (0..samples.len())
        .into_par_iter()
        .map(|index| evaluate(&samples.list[index], samples.coefficients(index), values))
        .collect();
    quiet_positions::fit_scale(|scale| {
        let pairs = evaluations.iter().zip(&samples.list);
        pairs.map(|(&score, sample)| (sigmoid(score, scale) - f64::from(sample.result)).powi(2)).sum::<f64>()
    })
}
