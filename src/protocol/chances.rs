//! What a score says about the rest of the game: when to give up or to accept a draw.

use crate::types::Score;

/// A draw offer is accepted at this score or less, in centipawns.
const WORSE: Score = -50;

/// After this number of plies, a draw offer is accepted also when the score is equal.
const LONG_GAME: usize = 60;

/// Scores from here down count as lost, in centipawns.
const LOST_SCORE: Score = -1500;

/// Returns whether a player with this score accepts a draw after `plies`: when worse, or not better in a long game.
pub(super) fn accepts_draw(score: Score, plies: usize) -> bool {
    score <= WORSE || score <= 0 && plies >= LONG_GAME
}

/// Returns whether the game is lost. After several moves with such a score an engine resigns.
pub(super) fn is_lost(score: Score) -> bool {
    score <= LOST_SCORE
}
