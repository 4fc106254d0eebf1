//! Parallel iterative deepening, generic over the game.
//!
//! ```text
//! parallel              all threads of a search
//! iterative_deepening   iterations, aspiration windows, several lines, the decision to stop
//! root                  the root of the tree, and reports about it
//! alpha_beta            a node of the tree: the names of its steps, which the next four have
//! selectivity           what is searched deeper, less deep, or not at all
//! move_loop             the moves of a node
//! move_picker           their order
//! quiescence            the end of a line
//! ends                  where a line ends, and the scores of finished games
//! window                the window of a node, and bounds
//! worker                the state of one thread, and when it stops
//! transposition         the table that all threads share
//! history               what the tree teaches about moves and static evaluations
//! evaluation            static evaluations, and those that a thread keeps
//! shared_state          what outlives a search
//! abdada                the moves that other threads are searching
//! paranoid              more than two players: sides, and players on other boards
//! win_probe             short wins that pruning hides, where the search is far ahead
//! beginner              how a beginner finds a move
//! strength              playing below full strength
//! time_manager          how long a search may take, and the signal that ends it
//! lag                   the lag between the engine's clock and the one that counts
//! parameters            every number of the search
//! fault                 threads that panic, for tests
//! ```
//!
//! The search prints nothing: it tells [`Event`]s to its caller. This file has what it is asked for and what it tells.

mod abdada;
mod alpha_beta;
mod beginner;
mod ends;
mod evaluation;
#[cfg(feature = "faults")]
mod fault;
mod history;
mod iterative_deepening;
mod lag;
mod move_loop;
mod move_picker;
mod parallel;
pub mod parameters;
mod paranoid;
mod quiescence;
mod root;
mod selectivity;
mod shared_state;
pub mod strength;
mod time_manager;
mod transposition;
mod win_probe;
mod window;
mod worker;

#[cfg(feature = "faults")]
pub use fault::Fault;
pub use lag::Lag;
pub use parameters::MAX_PLY;
pub use shared_state::SharedState;
pub use strength::Strength;
pub use time_manager::{StopSignal, TimeManager};
pub use transposition::TranspositionTable;
pub use window::Bound;

use crate::network::Network;
use crate::position::Position;
use crate::types::Score;
use std::sync::Arc;
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
    /// Look for that win exhaustively at once, without the usual search first.
    pub exhaustive: bool,
    /// A fixed time.
    pub movetime: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Search until told to stop.
    pub infinite: bool,
    /// Search on the opponent's time; the clock starts at [`TimeManager::ponderhit`].
    pub ponder: bool,
    /// The strength of play; `None` for full strength.
    pub strength: Option<Strength>,
    /// The numbers ([`GameMove::bits`](crate::position::GameMove::bits)) of the only root moves to search; empty for all.
    pub only: Vec<u64>,
    /// The numbers of root moves to leave out.
    pub except: Vec<u64>,
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

    /// Whether the search ends by itself.
    pub fn is_bounded(&self) -> bool {
        let bounded = self.depth.is_some() || self.nodes.is_some() || self.mate.is_some();
        (bounded || self.movetime.is_some() || self.clock.is_some()) && !self.infinite && !self.ponder
    }
}

/// What a search is to do, and where it finds its means.
#[derive(Clone)]
pub struct SearchSetup {
    /// The network of the evaluation.
    pub network: Arc<Network>,
    /// When to stop.
    pub limits: Limits,
    /// The number of lines to report.
    pub multipv: usize,
    /// What earlier searches of this game have learnt.
    pub shared_state: Arc<SharedState>,
    /// The clock, and the signal that stops the search.
    pub time: Arc<TimeManager>,
}

/// A search of a position.
pub struct Request<P: Position> {
    /// The root.
    pub position: P,
    /// The legal moves to search; empty if the game is over.
    pub moves: Vec<P::Move>,
    /// Keys of the positions before the root, oldest first.
    pub history: Vec<u64>,
    /// Those positions; kept only with more than two players.
    pub past: Vec<P>,
    /// Limits and means.
    pub setup: SearchSetup,
}

/// The state of a search after an iteration, or after a window failed.
#[derive(Clone, Debug)]
pub struct Report {
    /// Nominal depth of the iteration.
    pub depth: u32,
    /// Deepest ply reached.
    pub seldepth: u32,
    /// The rank of the line, from 1, when several are asked for.
    pub multipv: usize,
    /// Score from the view of the side to move.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Permille of the transposition table used by this search.
    pub hashfull: u32,
    /// The principal variation as numbers of moves, for [`Game::write_line`](crate::game::Game::write_line); empty only when
    /// there is no legal move.
    pub pv: Vec<u64>,
}

impl Report {
    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// The result of a search: the numbers of two moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Answer {
    /// The best move; `None` when there is no legal one.
    pub best: Option<u64>,
    /// The expected reply.
    pub ponder: Option<u64>,
}

impl Answer {
    /// The line of the best move and the expected reply.
    pub fn line(&self) -> Vec<u64> {
        self.best.into_iter().chain(self.ponder).collect()
    }
}

/// What a job tells while it runs and when it ends. The last event is [`Event::Done`] for a search, [`Event::Total`]
/// for a perft and [`Event::End`] for other work; it comes exactly once.
#[derive(Clone, Debug)]
pub enum Event {
    /// The state of the search.
    Report(Report),
    /// The root move being searched (only after some seconds): depth, the move's number, and its place from 1.
    Current(u32, u64, usize),
    /// The end of a search.
    Done(Answer),
    /// Perft: the number of a root move and the number of move sequences behind it.
    Counted(u64, u64),
    /// The end of a perft: the number of all sequences.
    Total(u64),
    /// Other work: a line of its output.
    Line(String),
    /// A failure inside the engine. The job still ends with its last event.
    Failure(String),
    /// The end of other work.
    End,
}
