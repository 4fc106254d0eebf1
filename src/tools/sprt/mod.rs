//! Is the new version stronger? Sequential tests and Elo estimates of matches.
//!
//! The sequential probability ratio test is the generalized one: both hypotheses fix one number (the expected score, or
//! the score in units of its deviation) and leave the rest of the distribution free, so each is represented by the
//! distribution that fits it and makes the observed results likeliest. Games come in pairs from one opening with
//! colours changed; the two are not independent, so the test looks at pairs (five possible scores) where it can.
//! Theory: M. Van den Bergh, "A Practical Introduction to the GSPRT" and "Comments on normalized Elo".

mod distribution;
#[cfg(test)]
mod tests;

use distribution::Distribution;

/// Results of a match from the view of one side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs of games by their score in half points, from two losses (0) to two wins (4).
    pub pairs: [u64; 5],
}

/// A difference in strength and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Logistic Elo.
    pub elo: f64,
    /// Half the width of the 95 % interval, in Elo; infinite when the interval reaches a score of 0 or 1.
    pub error: f64,
    /// Likelihood of superiority: the chance that the side is the stronger one, from 0 to 1.
    pub los: f64,
}

/// What a difference in strength is measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EloModel {
    /// Elo of the expected score.
    Logistic,
    /// The score's distance from one half in standard deviations of a game, scaled so that it is about Elo when few
    /// games are drawn: how many games a test takes does not depend on how drawish game and openings are.
    Normalized,
}

/// A sequential test of `elo0` (nothing gained) against `elo1`.
#[derive(Clone, Copy, Debug)]
pub struct Sprt {
    /// The difference under H0.
    pub elo0: f64,
    /// The difference under H1; greater than `elo0`.
    pub elo1: f64,
    /// How often H1 may be accepted though H0 holds.
    pub alpha: f64,
    /// How often H0 may be accepted though H1 holds.
    pub beta: f64,
    /// What the differences are measured in.
    pub model: EloModel,
}

/// What a sequential test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing yet: play on.
    Continue,
    /// Not better.
    H0,
    /// Better.
    H1,
}

impl Tally {
    /// Adds a game of 0, 1 or 2 half points. The games of pairs are added here too.
    pub fn add_game(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Adds a finished pair of 0 to 4 half points, besides its two games.
    pub fn add_pair(&mut self, half_points: u8) {
        self.pairs[usize::from(half_points).min(4)] += 1;
    }

    /// Games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points per game, from 0 to 1; one half when there is no game.
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.wins as f64 + self.draws as f64 / 2.0) / games as f64,
        }
    }

    /// The difference in strength; none without games, or when all points went to one side.
    pub fn elo(&self) -> Option<Estimate> {
        let results = self.results(0.0);
        let mean = results.mean();
        if results.count == 0.0 || mean <= 0.0 || mean >= 1.0 {
            return None;
        }
        let error = (results.variance() / results.count).sqrt();
        // Without any spread a score of one half says nothing, every other one all.
        let los = if mean == 0.5 { 0.5 } else { normal_cdf((mean - 0.5) / error) };
        let reach = QUANTILE_95 * error;
        let width = elo_of((mean + reach).min(1.0)) - elo_of((mean - reach).max(0.0));
        Some(Estimate { elo: elo_of(mean), error: width / 2.0, los })
    }

    /// Adds all of `other`.
    pub fn merge(&mut self, other: &Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        for (own, more) in self.pairs.iter_mut().zip(other.pairs) {
            *own += more;
        }
    }

    /// The results as a distribution: of pairs if there is one, else of games. Counts of zero become `least`.
    fn results(&self, least: f64) -> Distribution {
        if self.pairs == [0; 5] {
            Distribution::of(&[self.losses, self.draws, self.wins], least)
        } else {
            Distribution::of(&self.pairs, least)
        }
    }
}

/// 97.5 % of a normal distribution lie below this many deviations.
const QUANTILE_95: f64 = 1.959_963_984_540_054;
/// Instead of zero, so that no outcome is impossible.
const LEAST_COUNT: f64 = 1e-3;

/// The expected score of a logistic Elo difference.
fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The Elo difference of a score; infinite at 0 and 1.
fn elo_of(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

fn normal_cdf(x: f64) -> f64 {
    libm::erfc(-x / std::f64::consts::SQRT_2) / 2.0
}

/// Normalized Elo of one standard deviation of a game.
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

    /// As if scores were distributed normally: for results so one-sided that no fit is found.
    fn normal_llr(&self, seen: &Distribution) -> f64 {
        let t = (seen.mean() - 0.5) / seen.variance().sqrt();
        let distance = |elo| 1.0 + (t - t_value(elo, seen)).powi(2);
        seen.count / 2.0 * (distance(self.elo0) / distance(self.elo1)).ln()
    }

    /// The test ends when the ratio leaves these bounds (Wald's).
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// What the test says of these results.
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

/// A normalized Elo as deviations of an observation: of a pair's mean score it is less than of a game's.
fn t_value(elo: f64, seen: &Distribution) -> f64 {
    elo / NORMALIZED_UNIT * seen.games().sqrt()
}
