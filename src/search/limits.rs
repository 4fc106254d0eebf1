//! What a search is asked for.

use super::strength::Strength;
use std::time::Duration;

/// A player's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left; zero if the flag has fallen.
    pub remaining: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves until the next time control; `None` when the remaining time is for the whole game.
    pub moves_to_go: Option<u32>,
}

/// Everything that may end a search; the first limit that is reached does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Iterations.
    pub depth: Option<u32>,
    /// Nodes of all threads together.
    pub nodes: Option<u64>,
    /// Stop when a win in this many own moves is found.
    pub mate: Option<u32>,
    /// A fixed time.
    pub movetime: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Search until told to stop.
    pub infinite: bool,
    /// Search on the opponent's time; the clock starts at [`TimeManager::ponderhit`](super::TimeManager::ponderhit).
    pub ponder: bool,
    /// The strength of play; `None` for full strength.
    pub strength: Option<Strength>,
    /// Texts of the only root moves to search; empty for all. [`Game::search`](crate::game::Game::search) reads them.
    pub only: Vec<String>,
    /// Texts of root moves to leave out.
    pub except: Vec<String>,
}

impl Limits {
    /// A search to a fixed depth.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A search of fixed time.
    pub fn movetime(time: Duration) -> Limits {
        Limits { movetime: Some(time), ..Limits::default() }
    }

    /// The strength that applies: analysis and the search for a mate are never weakened.
    pub fn strength(&self) -> Option<Strength> {
        self.strength.filter(|_| !self.infinite && self.mate.is_none())
    }

    /// The greatest number of nodes, of all threads together.
    pub fn most_nodes(&self) -> u64 {
        let asked = self.nodes.unwrap_or(u64::MAX);
        self.strength().map_or(asked, |strength| asked.min(strength.nodes))
    }

    /// The greatest depth.
    pub fn most_depth(&self) -> u32 {
        let asked = self.depth.unwrap_or(u32::MAX);
        self.strength().map_or(asked, |strength| asked.min(strength.depth))
    }

    /// Returns whether the search ends by itself.
    pub fn is_bounded(&self) -> bool {
        let bounded = self.depth.is_some() || self.nodes.is_some() || self.mate.is_some();
        (bounded || self.movetime.is_some() || self.clock.is_some()) && !self.infinite && !self.ponder
    }
}
