//! The static evaluation of a game.

use super::Rules;
use crate::eval::ledger::{Sum, Terms};
use crate::eval::{Ledger, Weights};
use crate::types::Score;

/// How good a position is, judged without searching.
pub trait Evaluate: Rules {
    /// The numbers of the evaluation; [`Evaluate::evaluate_into`] says how often each of them counts.
    const WEIGHTS: &'static Weights;

    /// The worth of a piece of a kind in hundredths of a pawn; 0 for kind 0.
    fn worth(kind: u8) -> Score;

    /// Enters every term of the evaluation into a ledger, which sums it up for the search, lists it for people or
    /// records it for tuning.
    fn evaluate_into(&self, ledger: &mut impl Ledger);

    /// The static score from the view of the side to move.
    #[inline]
    fn evaluate(&self) -> Score {
        let mut sum = Sum::new(Self::WEIGHTS);
        self.evaluate_into(&mut sum);
        sum.score(self.turn().color, Self::WEIGHTS.full_phase)
    }

    /// The terms of the evaluation for people: the name of each, and White's and Black's score.
    fn evaluation_terms(&self) -> Vec<(&'static str, [Score; 2])> {
        let mut terms = Terms::new(Self::WEIGHTS);
        self.evaluate_into(&mut terms);
        terms.list()
    }
}
