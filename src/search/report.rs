//! What a search tells its caller.

use super::window::Bound;
use crate::types::score::DisplayScore;
use std::time::Duration;

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
    pub score: DisplayScore,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Permille of the transposition table used by this search.
    pub hashfull: u32,
    /// The principal variation as move texts; empty only when there is no legal move.
    pub pv: Vec<String>,
}

impl Report {
    /// A report of a position that was not searched.
    pub fn without_search(score: DisplayScore) -> Report {
        Report {
            depth: 0,
            seldepth: 0,
            multipv: 1,
            score,
            bound: Bound::Exact,
            nodes: 0,
            time: Duration::ZERO,
            hashfull: 0,
            pv: Vec::new(),
        }
    }

    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The best move; `None` when there is no legal one.
    pub best: Option<String>,
    /// The expected reply.
    pub ponder: Option<String>,
}

/// What a job tells while it runs and when it ends. The last event is [`Event::Done`] for a search, [`Event::Total`]
/// for a perft and [`Event::End`] for other work; it comes exactly once.
#[derive(Clone, Debug)]
pub enum Event {
    /// The state of the search.
    Report(Report),
    /// The root move being searched (only after some seconds): depth, text, and number from 1.
    Current(u32, String, usize),
    /// The end of a search.
    Done(Answer),
    /// Perft: a root move and the number of move sequences behind it.
    Counted(String, u64),
    /// The end of a perft: the number of all sequences.
    Total(u64),
    /// Other work: a line of its output.
    Line(String),
    /// A failure inside the engine. The job still ends with its last event.
    Failure(String),
    /// The end of other work.
    End,
}
