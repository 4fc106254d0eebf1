//! What the expected points of a player say about the rest of the game: when to give up or to accept a draw. They are
//! those of [`WinModel::expected`](crate::types::score::WinModel::expected), from 0 to 1.

/// A draw offer is accepted with these expected points or fewer.
const WORSE: f64 = 0.45;

/// After this number of plies, a draw offer is accepted also when the chances are equal.
const LONG_GAME: usize = 60;

/// A game counts as lost with these expected points or fewer.
const LOST: f64 = 0.003;

/// Whether a player who expects these points accepts a draw after `plies`: when worse, or not better in a long game.
pub fn accepts_draw(expected: f64, plies: usize) -> bool {
    expected <= WORSE || expected <= 0.5 && plies >= LONG_GAME
}

/// Whether the game is lost. After several moves with such expected points an engine resigns.
pub fn is_lost(expected: f64) -> bool {
    expected <= LOST
}
