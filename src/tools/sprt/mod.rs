//! Statistics of matches: Elo estimates and the sequential probability ratio test (SPRT).
//!
//! The test is the generalized SPRT. Both hypotheses fix one number (the expected score, or the score in units of its
//! standard deviation) and leave the rest of the distribution free; each is represented by its distribution of maximum
//! likelihood. The games of a set, from one opening with seats changed, are not independent. The test therefore uses the
//! scores of sets where there are sets: of pairs (pentanomial) in games of two players.
//! Theory: M. Van den Bergh, "A Practical Introduction to the GSPRT" and "Comments on normalized Elo".

mod distribution;
#[cfg(test)]
mod tests;

use distribution::Distribution;

/// Results of a match from the view of one side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// The number of sets by their score in equal steps, from no point to all of them: five counts for pairs. Empty if
    /// the results of single games are what there is.
    pub sets: Vec<u64>,
    /// The number of games of a set.
    pub set_games: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    pub elo: f64,
    /// How certain it is; `None` if there are fewer than [`LEAST_RESULTS`] results, or all are the same.
    pub certainty: Option<Certainty>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Certainty {
    /// Half the width of the 95 % confidence interval, in Elo; infinite if the interval reaches a score of 0 or 1.
    pub error: f64,
    /// Likelihood of superiority: the probability that the side is stronger, from 0 to 1.
    pub los: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EloModel {
    /// The Elo difference of the expected score.
    Logistic,
    /// The score's distance from one half in standard deviations of a game, scaled to be about Elo if few games are
    /// drawn. The length of a test does not depend on the share of draws then.
    Normalized,
}

/// A sequential test of the hypotheses `elo0` and `elo1`.
#[derive(Clone, Copy, Debug)]
pub struct Sprt {
    /// The difference under H0.
    pub elo0: f64,
    /// The difference under H1, greater than `elo0`.
    pub elo1: f64,
    /// The probability of accepting H1 if H0 holds.
    pub alpha: f64,
    /// The probability of accepting H0 if H1 holds.
    pub beta: f64,
    pub model: EloModel,
}

/// The state of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Continue,
    H0,
    H1,
}

impl Tally {
    /// Counts a game of 0, 1 or 2 half points. The games of sets are counted here, too.
    pub fn add_game(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// From now on only whole sets, of so many games and steps of points, decide.
    pub fn begin_sets(&mut self, games: usize, steps: usize) {
        self.set_games = games;
        self.sets.resize(steps + 1, 0);
    }

    /// Counts a set of so many steps of points, in addition to its games. Begins sets if that has not been done.
    pub fn add_set(&mut self, points: usize, games: usize, steps: usize) {
        self.begin_sets(games, steps);
        self.sets[points.min(steps)] += 1;
    }

    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The points of each game on average; no number without games.
    pub fn share(&self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games() as f64
    }

    /// Estimates the difference in strength; `None` without results, or if one side has all points.
    pub fn elo(&self) -> Option<Estimate> {
        let results = self.results(0.0);
        let mean = results.mean();
        if results.count == 0.0 || mean <= 0.0 || mean >= 1.0 {
            return None;
        }
        Some(Estimate { elo: elo_of(mean), certainty: certainty(&results) })
    }

    /// The distribution of sets, or of games if there are no sets. Counts of zero become `least`.
    fn results(&self, least: f64) -> Distribution {
        if self.sets.is_empty() {
            Distribution::of(&[self.losses, self.draws, self.wins], 1, least)
        } else {
            Distribution::of(&self.sets, self.set_games, least)
        }
    }
}

/// Fewer results, or such as are all the same, say too little of how much results vary.
const LEAST_RESULTS: f64 = 10.0;

fn certainty(results: &Distribution) -> Option<Certainty> {
    let (mean, variance) = (results.mean(), results.variance());
    if results.count < LEAST_RESULTS || results.shares.iter().any(|&(_, share)| share == 1.0) {
        return None;
    }
    let error = (variance / results.count).sqrt();
    let reach = QUANTILE_95 * error;
    let width = elo_of((mean + reach).min(1.0)) - elo_of((mean - reach).max(0.0));
    Some(Certainty { error: width / 2.0, los: normal_cdf((mean - 0.5) / error) })
}

/// The 97.5 % quantile of the normal distribution.
const QUANTILE_95: f64 = 1.959_963_984_540_054;
/// Replaces counts of zero, so that no result is impossible.
const LEAST_COUNT: f64 = 1e-3;

/// The expected score of a logistic Elo difference.
fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The logistic Elo difference of a score; infinite at 0 and 1.
fn elo_of(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

fn normal_cdf(x: f64) -> f64 {
    libm::erfc(-x / std::f64::consts::SQRT_2) / 2.0
}

/// The normalized Elo of one standard deviation of a game.
const NORMALIZED_UNIT: f64 = 800.0 / std::f64::consts::LN_10;

impl Sprt {
    /// The log-likelihood ratio of H1 to H0; 0 without games.
    pub fn llr(&self, tally: &Tally) -> f64 {
        if tally.results(0.0).count == 0.0 {
            return 0.0;
        }
        let seen = tally.results(LEAST_COUNT);
        let fit = |elo: f64| match self.model {
            EloModel::Logistic => seen.fitted_to_score(score_of(elo)),
            EloModel::Normalized => seen.fitted_to_t_value(t_value(elo, &seen)),
        };
        match (fit(self.elo0), fit(self.elo1)) {
            (Some(h0), Some(h1)) => seen.log_likelihood(&h1) - seen.log_likelihood(&h0),
            _ => self.normal_llr(&seen),
        }
    }

    /// The ratio for normally distributed scores, used if results are so one-sided that the likelihood has no maximum.
    fn normal_llr(&self, seen: &Distribution) -> f64 {
        let t = (seen.mean() - 0.5) / seen.variance().sqrt();
        let distance = |elo| 1.0 + (t - t_value(elo, seen)).powi(2);
        seen.count / 2.0 * (distance(self.elo0) / distance(self.elo1)).ln()
    }

    /// Wald's bounds: the test ends when the ratio leaves them.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    pub fn verdict(&self, tally: &Tally) -> Verdict {
        let llr = self.llr(tally);
        let (lower, upper) = self.bounds();
        match llr {
            _ if llr >= upper => Verdict::H1,
            _ if llr <= lower => Verdict::H0,
            _ => Verdict::Continue,
        }
    }
}

/// Converts normalized Elo to standard deviations of one observation. A set's mean score deviates less than a game's.
fn t_value(elo: f64, seen: &Distribution) -> f64 {
    elo / NORMALIZED_UNIT * (seen.games as f64).sqrt()
}
