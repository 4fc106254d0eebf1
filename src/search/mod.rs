//! Parallel iterative deepening, generic over the game.
//!
//! ```text
//! limits.rs     what a search is asked for, and the clock that ends it
//! lag.rs        what lies between engine and clock
//! table.rs      the shared transposition table
//! shared_state.rs  what outlives a search
//! busy.rs       what other threads are at
//! history.rs    what the tree teaches about moves and evaluations
//! ordering.rs   which moves are tried first
//! worker.rs     one thread
//! node.rs       its tree search: the numbered steps of a node
//! paranoid.rs   more than two players
//! root.rs       iterations, aspiration windows, multi-pv, reports
//! parallel.rs   all threads together
//! strength.rs   playing below full strength
//! ```
//!
//! The search prints nothing: it hands [`Report`]s to whoever listens.

mod abdada;
mod history;
mod lag;
pub mod limits;
mod move_picker;
mod node;
mod parallel;
mod paranoid;
mod quiescence;
mod root;
mod shared_state;
pub mod strength;
pub mod transposition;
mod worker;

pub use lag::Lag;
pub use limits::{Clock, Control, Limits};
pub use parallel::{Request, run};
pub use shared_state::SharedState;
pub use strength::Strength;
pub use transposition::TranspositionTable;

use crate::types::Score;
use crate::types::score::DisplayScore;
use std::time::Duration;

/// Deepest ply of a tree; also the greatest depth that can be asked for.
pub const MAX_PLY: usize = 250;

/// Whether a reported score is exact or only a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The score is exact.
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

impl Bound {
    /// What a search with the window from `alpha` to `beta` has shown by returning `score`.
    #[inline(always)]
    pub fn of(score: Score, alpha: Score, beta: Score) -> Bound {
        match score {
            _ if score >= beta => Bound::Lower,
            _ if score > alpha => Bound::Exact,
            _ => Bound::Upper,
        }
    }
}

/// What a search has to say after an iteration, or when a window failed.
#[derive(Clone, Debug)]
pub struct Report {
    /// Nominal depth of the iteration.
    pub depth: u32,
    /// Deepest ply reached.
    pub seldepth: u32,
    /// Which line this is, from 1, when several are asked for.
    pub multipv: usize,
    /// Score from the view of the side to move.
    pub score: DisplayScore,
    /// Exact, or a bound of it.
    pub bound: Bound,
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Permille of the table used by this search.
    pub hashfull: u32,
    /// The principal variation as move texts; empty only when there is no legal move.
    pub pv: Vec<String>,
}

impl Report {
    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// What a finished search answers.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The best move; `None` when there is no legal one.
    pub best: Option<String>,
    /// The expected reply.
    pub ponder: Option<String>,
}

/// What a search says while it runs and when it ends; [`Event::Done`] (of a perft [`Event::Total`], of other work
/// [`Event::End`]) comes exactly once, last.
#[derive(Clone, Debug)]
pub enum Event {
    /// News.
    Report(Report),
    /// The root move being searched (only after some seconds): text and number from 1.
    Current(u32, String, usize),
    /// The end of a search.
    Done(Answer),
    /// Perft: a root move and the number of sequences behind it.
    Counted(String, u64),
    /// The end of a perft: the number of all sequences.
    Total(u64),
    /// Of other work: a line for people.
    Line(String),
    /// The end of other work.
    End,
}
