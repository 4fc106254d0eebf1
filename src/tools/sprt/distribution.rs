//! Distributions over the possible scores of a game or a set of games, and maximum likelihood under a constraint.

use std::ops::Range;

/// The score, from 0 to 1, and the probability of each possible result.
type Shares = Vec<(f64, f64)>;

/// Observed results, or those that a hypothesis expects.
#[derive(Clone, Debug)]
pub struct Distribution {
    pub count: f64,
    /// The number of games of one observation.
    pub games: usize,
    pub shares: Shares,
}

impl Distribution {
    /// The distribution of counts of evenly spaced scores from 0 to 1, of so many games each. Counts of zero
    /// become `least`.
    pub fn of(counts: &[u64], games: usize, least: f64) -> Distribution {
        let counts = counts.iter().map(|&count| if count == 0 { least } else { count as f64 });
        let count: f64 = counts.clone().sum();
        let steps = (counts.len() - 1) as f64;
        let shares = counts.enumerate().map(|(index, n)| (index as f64 / steps, n / count.max(f64::MIN_POSITIVE)));
        Distribution { count, games, shares: shares.collect() }
    }

    pub fn mean(&self) -> f64 {
        self.shares.iter().map(|(score, share)| score * share).sum()
    }

    /// The variance of one observation's score.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.shares.iter().map(|(score, share)| share * (score - mean).powi(2)).sum()
    }

    /// The log-likelihood of the observations `self` if they come from the distribution `truth`.
    pub fn log_likelihood(&self, truth: &Distribution) -> f64 {
        let terms = self.shares.iter().zip(&truth.shares).map(|(seen, true_one)| seen.1 * true_one.1.ln());
        self.count * terms.sum::<f64>()
    }

    /// The distribution of maximum likelihood in which `constraint`, a function of the score, is zero on
    /// average; `None` if it has the same sign for all scores.
    ///
    /// By Lagrange's method the shares are divided by `1 + x c`, where `x` is the only zero of a decreasing function
    /// between two poles.
    fn fitted(&self, constraint: impl Fn(f64) -> f64) -> Option<Distribution> {
        let values: Vec<f64> = self.shares.iter().map(|share| constraint(share.0)).collect();
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if !(least < 0.0 && most > 0.0) {
            return None;
        }
        let terms = || self.shares.iter().zip(&values);
        let average_and_slope = |x: f64| {
            terms().fold((0.0, 0.0), |(average, slope), (share, value)| {
                let part = value / (1.0 + x * value);
                (average + share.1 * part, slope - share.1 * part * part)
            })
        };
        let x = zero_of_decreasing(average_and_slope, -1.0 / most..-1.0 / least);
        let shares = terms().map(|(share, value)| (share.0, share.1 / (1.0 + x * value))).collect();
        Some(Distribution { count: self.count, games: self.games, shares })
    }

    /// The distribution of maximum likelihood whose mean is `score`.
    pub fn fitted_to_score(&self, score: f64) -> Option<Distribution> {
        self.fitted(|value| value - score)
    }

    /// The distribution of maximum likelihood whose mean is `t` standard deviations above one half. `None` if
    /// none is found, which needs a score near 0 or 1 and a `t` far from it.
    pub fn fitted_to_t_value(&self, t: f64) -> Option<Distribution> {
        let share = 1.0 / self.shares.len() as f64;
        let uniform = self.shares.iter().map(|&(score, _)| (score, share)).collect();
        // From the uniform distribution the iteration may fail for one-sided results.
        [&uniform, &self.shares].into_iter().find_map(|start| self.fitted_to_t_value_from(t, start))
    }

    /// The constraint is not linear: it is replaced by its tangent at the last solution, until the solution converges.
    fn fitted_to_t_value_from(&self, t: f64, start: &Shares) -> Option<Distribution> {
        let mut solution = Distribution { count: self.count, games: self.games, shares: start.clone() };
        for _ in 0..100 {
            let (mean, deviation) = (solution.mean(), solution.variance().sqrt());
            let next = self.fitted(|value| {
                let distance = (value - mean) / deviation;
                value - 0.5 - t * deviation * (1.0 + distance * distance) / 2.0
            })?;
            let moved = next.shares.iter().zip(&solution.shares).map(|(new, old)| (new.1 - old.1).abs());
            let moved = moved.fold(0.0, f64::max);
            solution = next;
            if moved < 1e-9 {
                return Some(solution);
            }
        }
        None
    }
}

/// The zero of a decreasing function, of which `function` returns the value and the slope: by Newton's steps, and
/// by halving the range where such a step leads out of it. The function need not be defined at the ends of the range.
fn zero_of_decreasing(function: impl Fn(f64) -> (f64, f64), range: Range<f64>) -> f64 {
    let least_step = (range.end - range.start) * f64::EPSILON;
    let (mut low, mut high) = (range.start, range.end);
    let mut x = low + (high - low) / 2.0;
    loop {
        let (value, slope) = function(x);
        if value > 0.0 {
            low = x
        } else {
            high = x
        }
        let newton = x - value / slope;
        let next = if low < newton && newton < high { newton } else { low + (high - low) / 2.0 };
        if (next - x).abs() <= least_step {
            return next;
        }
        x = next;
    }
}
