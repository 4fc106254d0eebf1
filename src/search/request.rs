//! The order for a search.

use super::limits::Limits;
use super::shared_state::SharedState;
use super::time_manager::TimeManager;
use crate::position::{Notation, Position};
use std::sync::Arc;

/// Everything that a search needs.
pub struct Request<P: Position> {
    /// The root.
    pub position: P,
    /// The legal moves to search; empty if the game is over.
    pub moves: Vec<P::Move>,
    /// Keys of the positions before the root, oldest first.
    pub history: Vec<u64>,
    /// Those positions; kept only with more than two players.
    pub past: Vec<P>,
    /// When to stop.
    pub limits: Limits,
    /// The number of lines to report.
    pub multipv: usize,
    /// How moves are written.
    pub notation: Notation,
    /// What earlier searches of this game have learnt.
    pub shared_state: Arc<SharedState>,
    /// The clock, and the signal that stops the search.
    pub time: Arc<TimeManager>,
}
