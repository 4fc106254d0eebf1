//! More than two players. The defaults are those of a game for two.

use super::Evaluate;
use crate::types::{Score, Seat};

/// Who plays. With more than two players the search plays for the one at the root, against all others.
pub trait Players: Evaluate {
    /// The number of players at the start.
    const PLAYERS: usize = 2;

    /// The number of players who still move.
    fn players(&self) -> usize {
        Self::PLAYERS
    }

    /// The static score from the view of any player. Only called with more than two.
    fn evaluate_for(&self, _seat: Seat) -> Score {
        self.evaluate()
    }

    /// Whether the player to move plays on another board than `seat`. Only called with more than two players.
    fn is_bystander(&self, _seat: Seat) -> bool {
        false
    }

    /// Ends the parts of a game (one of several boards) that are drawn by repetition or the fifty-move rule.
    /// `earlier` are the positions before this one, newest first. In a game of one part
    /// [`Game`](crate::game::Game) ends it instead.
    fn settle_draws<'a>(&mut self, _earlier: impl Iterator<Item = &'a Self> + Clone)
    where
        Self: 'a,
    {
    }
}
