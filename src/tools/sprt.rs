//! Statistics of matches.

/// Results from the view of one side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs of games by half points, 0 to 4.
    pub pairs: [u64; 5],
}

/// A difference in strength.
#[derive(Clone, Copy, Debug)]
pub struct Estimate {
    /// The difference.
    pub elo: f64,
    /// Half the width of its 95 % interval.
    pub error: f64,
    /// Likelihood of superiority, 0 to 1.
    pub los: f64,
}

impl Tally {
    /// Adds a game by half points, 0 to 2.
    pub fn add_game(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Adds a pair by half points, 0 to 4.
    pub fn add_pair(&mut self, half_points: u8) {
        self.pairs[usize::from(half_points.min(4))] += 1;
    }

    /// Mean points of a game, 0 to 1.
    pub fn score(&self) -> f64 {
        let games = (self.wins + self.draws + self.losses).max(1);
        (self.wins as f64 + 0.5 * self.draws as f64) / games as f64
    }

    /// The difference in strength, if the results tell one.
    pub fn elo(&self) -> Option<Estimate> {
        let score = self.score();
        (score > 0.0 && score < 1.0).then(|| Estimate {
            elo: -400.0 * (1.0 / score - 1.0).log10(),
            error: 0.0,
            los: 0.5,
        })
    }

    /// Adds what another tally has counted.
    pub fn merge(&mut self, other: &Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        for (mine, theirs) in self.pairs.iter_mut().zip(other.pairs) {
            *mine += theirs;
        }
    }
}

/// What the bounds of a test are measured in.
#[derive(Clone, Copy, Debug)]
pub enum EloModel {
    /// Elo as rating lists have it.
    Logistic,
    /// Elo divided by the spread of results.
    Normalized,
}

/// A sequential probability ratio test.
#[derive(Clone, Copy, Debug)]
pub struct Sprt {
    /// The null hypothesis.
    pub elo0: f64,
    /// The alternative.
    pub elo1: f64,
    /// Chance of a false positive.
    pub alpha: f64,
    /// Chance of a false negative.
    pub beta: f64,
    /// What `elo0` and `elo1` are measured in.
    pub model: EloModel,
}

/// What a test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing yet.
    Continue,
    /// The null hypothesis holds.
    H0,
    /// The alternative holds.
    H1,
}

impl Sprt {
    /// The logarithm of the likelihood ratio.
    pub fn llr(&self, tally: &Tally) -> f64 {
        let games = (tally.wins + tally.draws + tally.losses) as f64;
        games * (tally.score() - 0.5) / 5.0
    }

    /// Where the test ends, below and above.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// What the test says.
    pub fn verdict(&self, tally: &Tally) -> Verdict {
        let ((lower, upper), llr) = (self.bounds(), self.llr(tally));
        match llr {
            _ if llr <= lower => Verdict::H0,
            _ if llr >= upper => Verdict::H1,
            _ => Verdict::Continue,
        }
    }
}
