//! What the armies are credited with, and the score that comes of it.

use super::Phased;
use crate::types::{Color, Score};

/// What one army is credited with, term by term.
pub trait Account {
    /// The phase of both armies with all their pieces: the full middle game.
    const FULL_PHASE: i32;

    /// What the right to move is worth.
    const TEMPO: Score;

    /// The terms, each with its name for people.
    fn terms(&self) -> impl IntoIterator<Item = (&'static str, Phased)>;

    /// How much of the middle game the army keeps alive.
    fn phase(&self) -> i32;
}

/// The score of White's and Black's accounts from the view of the side to move.
#[inline(always)]
pub fn score<A: Account>([white, black]: &[A; 2], side: Color) -> Score {
    let total = |account: &A| account.terms().into_iter().fold(Phased::ZERO, |sum, (_, term)| sum + term);
    let score = (total(white) - total(black)).taper(white.phase() + black.phase(), A::FULL_PHASE);
    side.choose(score, -score) + A::TEMPO
}

/// The terms for people: a name, and White's and Black's score each.
pub fn terms<A: Account>([white, black]: &[A; 2]) -> Vec<(&'static str, [Score; 2])> {
    let phase = white.phase() + black.phase();
    let pairs = white.terms().into_iter().zip(black.terms());
    pairs
        .map(|((name, white), (_, black))| (name, [white, black].map(|term| term.taper(phase, A::FULL_PHASE))))
        .collect()
}
