//! The alpha-beta window of a node.

use crate::types::Score;

/// Whether a score is exact or only a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The score is exact.
    Exact = 1,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

impl Bound {
    /// The kind of score that a search with the window from `alpha` to `beta` has returned.
    #[inline(always)]
    pub fn of(score: Score, alpha: Score, beta: Score) -> Bound {
        match score {
            _ if score >= beta => Bound::Lower,
            _ if score > alpha => Bound::Exact,
            _ => Bound::Upper,
        }
    }

    /// Whether a search result of this kind is a better estimate of the true score than `estimate`.
    #[inline(always)]
    pub fn improves(self, score: Score, estimate: Score) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score > estimate,
            Bound::Upper => score < estimate,
        }
    }
}

/// The scores between which a node has to be exact, and what is expected of it.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// The side to move already has this score.
    pub alpha: Score,
    /// The other side has a way to keep the score from exceeding this.
    pub beta: Score,
    pub expected: Expected,
}

/// The expected type of a node with a zero window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Some move reaches beta.
    Cut,
    /// No move does. Also used for nodes of the principal variation, where nothing is expected.
    All,
}

impl Window {
    pub fn new(alpha: Score, beta: Score) -> Window {
        Window { alpha, beta, expected: Expected::All }
    }

    /// A zero window: it tells only whether a score is above `alpha`.
    #[inline(always)]
    pub fn zero(alpha: Score, expected: Expected) -> Window {
        Window { alpha, beta: alpha + 1, expected }
    }

    /// Whether scores lie between alpha and beta, as they do in the principal variation.
    #[inline(always)]
    pub fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// The same window from the view of the other side.
    #[inline(always)]
    pub fn reversed(self) -> Window {
        let expected = match self.expected {
            Expected::Cut => Expected::All,
            Expected::All if self.is_open() => Expected::All,
            Expected::All => Expected::Cut,
        };
        Window { alpha: -self.beta, beta: -self.alpha, expected }
    }
}
