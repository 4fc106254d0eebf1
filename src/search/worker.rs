//! The state of one search thread, and when it stops.

use super::abdada::MovesInSearch;
use super::history::{HistoryTables, NO_MOVE, PreviousMoves};
use super::parameters::{CHECKS_OF_FIRST_MOVE, MAX_PLY, MOVES_PER_NODE, NODES_OF_FIRST_CHOICE, NODES_PER_CHECK};
use super::request::Request;
use super::time_manager::TimeManager;
use super::transposition::TableView;
use crate::position::Position;
use crate::types::{Score, Seat};
use arrayvec::ArrayVec;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A line of play.
pub type Line<M> = ArrayVec<M, MAX_PLY>;

/// The node counter of a thread, on cache lines of its own.
#[derive(Default)]
#[repr(align(128))]
pub struct NodeCounter(pub AtomicU64);

/// What the threads of one search share.
pub struct Shared<'a> {
    /// The transposition table.
    pub table: TableView<'a>,
    /// The clock and the stop signal.
    pub time: &'a TimeManager,
    /// Nodes of each thread, updated at every check of the clock.
    pub counters: &'a [NodeCounter],
    /// The greatest number of nodes of all threads together.
    pub node_limit: u64,
    /// The moves that the threads are searching.
    pub moves_in_search: &'a MovesInSearch,
    /// Search every move to full depth without pruning or reductions: the proof of `go mate`.
    pub exhaustive: bool,
    /// Makes threads panic.
    #[cfg(test)]
    pub fault: super::shared_state::Fault,
}

impl Shared<'_> {
    /// Nodes of all threads.
    pub fn nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.0.load(Relaxed)).sum()
    }
}

/// The state of one thread.
pub struct Worker<'a, P: Position> {
    pub shared: &'a Shared<'a>,
    pub id: usize,
    pub nodes: u64,
    pub seldepth: usize,
    /// Keys of the game so far and of the path to the current node, without that node.
    pub keys: Vec<u64>,
    /// The number of `keys` that belong to the game before the root.
    pub before_root: usize,
    pub history: HistoryTables,
    /// By ply: the best line from there.
    pub lines: Vec<Line<P::Move>>,
    /// The player to move at the root.
    pub root: Seat,
    /// With more than two players: the positions behind `keys`.
    pub path: Vec<P>,
    /// With more than two players, by ply: how often the turn has passed from side to side.
    pub distances: Vec<usize>,
    /// By ply: the nodes of the path.
    pub stack: Vec<StackEntry<P::Move>>,
    /// Nodes since the last check of the clock; generated moves count in parts.
    since_check: usize,
    /// The number of checks of the clock.
    checks: u32,
    /// Set when the search has to end: all scores are void from then on.
    pub stopped: bool,
    /// The first thread finishes its first root move if that does not take long.
    pub may_stop: bool,
    /// Set when the node limit applies: after the first iteration if the search has to choose among several lines.
    pub has_choice: bool,
    /// No null moves above this ply: a null move result is being verified.
    pub null_from: usize,
    /// Nominal depth of the current iteration, in plies.
    pub iteration: usize,
}

/// What a node leaves for the other nodes of its path.
#[derive(Clone, Copy, Debug)]
pub struct StackEntry<M> {
    /// The static evaluation, corrected; minus infinity in check.
    pub eval: Score,
    /// The history index of the move that is being searched; [`NO_MOVE`] for a null move.
    pub history_index: usize,
    /// The move that is left out while it is tested for being singular.
    pub excluded: Option<M>,
    /// The number of moves of the path that were extended by two plies.
    pub double_extensions: u32,
    /// Quiet moves that refuted siblings of this node.
    pub killers: [M; 2],
}

impl<M: Copy + Default + PartialEq> Default for StackEntry<M> {
    fn default() -> Self {
        let killers = [M::default(); 2];
        StackEntry { eval: 0, history_index: NO_MOVE, excluded: None, double_extensions: 0, killers }
    }
}

impl<M: Copy + PartialEq> StackEntry<M> {
    /// Adds a killer move.
    #[inline]
    pub fn add_killer(&mut self, mv: M) {
        if self.killers[0] != mv {
            self.killers = [mv, self.killers[0]];
        }
    }
}

impl<'a, P: Position> Worker<'a, P> {
    /// A thread before its first node.
    pub fn new(shared: &'a Shared<'a>, id: usize, request: &Request<P>, history: HistoryTables) -> Self {
        Worker {
            shared,
            id,
            nodes: 0,
            seldepth: 0,
            keys: request.history.clone(),
            before_root: request.history.len(),
            history,
            lines: vec![Line::new(); MAX_PLY + 2],
            root: request.position.turn(),
            path: request.past.clone(),
            distances: vec![0; MAX_PLY + 2],
            stack: vec![StackEntry::default(); MAX_PLY + 4],
            since_check: 0,
            checks: 0,
            stopped: false,
            may_stop: id != 0,
            has_choice: true,
            null_from: 0,
            iteration: 0,
        }
    }

    /// The history indices of the two moves before a node.
    #[inline(always)]
    pub fn previous_moves(&self, ply: usize) -> PreviousMoves {
        let before = |distance: usize| ply.checked_sub(distance).map_or(NO_MOVE, |ply| self.stack[ply].history_index);
        [before(1), before(2)]
    }

    /// Counts a node, and checks the clock from time to time.
    #[inline(always)]
    pub fn count_node(&mut self) {
        self.nodes += 1;
        self.since_check += 1;
        if self.since_check >= NODES_PER_CHECK || self.nodes >= self.shared.node_limit {
            self.check_limits();
        }
        #[cfg(test)]
        self.shared.fault.strike(self.id, self.nodes);
    }

    /// Counts generated moves, which take time where there are thousands.
    #[inline(always)]
    pub fn count_generated(&mut self, moves: usize) {
        self.since_check += moves / MOVES_PER_NODE;
    }

    #[inline(never)]
    fn check_limits(&mut self) {
        self.since_check = 0;
        self.checks += 1;
        self.publish_nodes();
        let time = self.shared.time;
        let limit = match self.has_choice {
            true => self.shared.node_limit,
            false => self.shared.node_limit.max(NODES_OF_FIRST_CHOICE),
        };
        if self.shared.nodes() >= limit || self.id == 0 && time.is_out_of_time() {
            time.stop_signal().stop();
        }
        self.stopped = (self.may_stop || self.checks >= CHECKS_OF_FIRST_MOVE) && time.stop_signal().is_stopped();
    }

    /// Shows the other threads the number of nodes of this one.
    pub fn publish_nodes(&self) {
        self.shared.counters[self.id].0.store(self.nodes, Relaxed);
    }

    /// Returns whether the position is a draw by repetition. A position of the tree counts when it occurs for the
    /// second time, one of the game before the root when it occurs for the third time.
    #[inline]
    pub fn is_repetition(&self, key: u64, reach: usize) -> bool {
        let oldest = self.keys.len().saturating_sub(reach);
        let mut earlier = 0;
        let mut index = self.keys.len();
        while index >= oldest + 2 {
            index -= 2;
            if self.keys[index] == key {
                earlier += 1;
                if index > self.before_root || earlier == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// Sets the line of a node to a move and the line behind it.
    #[inline]
    pub fn remember_line(&mut self, mv: P::Move, ply: usize) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(mv);
        line.extend(tail[0].iter().copied().take(MAX_PLY - 1));
    }
}
