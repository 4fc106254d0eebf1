//! The state of one search thread, and when it stops.

use super::Request;
use super::abdada::MovesInSearch;
use super::evaluation::EvaluationCache;
use super::history::{HistoryTables, NO_MOVE, PreviousMoves};
use super::parameters::*;
use super::shared_state::ThreadTables;
use super::time_manager::TimeManager;
use super::transposition::{Entry, TableView};
use super::window::Window;
use crate::network::{Network, PieceSums};
use crate::position::Position;
use crate::types::score::{lost_in, won_in};
use crate::types::{Score, Seat};
use arrayvec::ArrayVec;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub type Line<M> = ArrayVec<M, MAX_PLY>;

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A good move: the tree is pruned, reduced and extended where that seems likely to be right.
    Usual,
    /// The proof of a forced win: every move is searched to the full depth.
    Proof,
}

/// The node counter of a thread, on cache lines of its own.
#[derive(Default)]
#[repr(align(128))]
pub struct NodeCounter(pub AtomicU64);

/// What the threads of one search share.
pub struct Shared<'a> {
    /// The network of the evaluation.
    pub network: &'a Network,
    pub time: &'a TimeManager,
    /// Nodes of each thread, updated at every check of the clock.
    pub counters: &'a [NodeCounter],
    pub moves_in_search: &'a MovesInSearch,
    #[cfg(feature = "faults")]
    pub fault: super::Fault,
}

impl Shared<'_> {
    pub fn nodes(&self) -> u64 {
        self.counters.iter().map(|counter| counter.0.load(Relaxed)).sum()
    }
}

/// The state of one thread.
pub struct Worker<'a, P: Position> {
    pub shared: &'a Shared<'a>,
    pub request: &'a Request<P>,
    pub id: usize,
    pub mode: Mode,
    /// The transposition table as a search in this mode sees it.
    pub table: TableView<'a>,
    pub nodes: u64,
    pub seldepth: usize,
    /// Keys of the game so far and of the path to the current node, without that node.
    pub keys: Vec<u64>,
    /// The number of `keys` that belong to the game before the root.
    pub before_root: usize,
    pub history: HistoryTables,
    pub evaluations: EvaluationCache,
    /// Of the position that was evaluated last.
    pub piece_sums: PieceSums,
    /// By ply: the best line from there.
    pub lines: Vec<Line<P::Move>>,
    pub root: Seat,
    /// With more than two players: the positions behind `keys`.
    pub path: Vec<P>,
    /// With more than two players, by ply: how often the turn has passed from side to side.
    pub distances: Vec<usize>,
    pub stack: Vec<StackEntry<P::Move>>,
    /// Nodes since the last check of the clock; generated moves count in parts.
    since_check: usize,
    checks: u32,
    /// Set when the search has to end: all scores are void from then on.
    pub stopped: bool,
    /// The first thread finishes its first root move if that does not take long.
    pub may_stop: bool,
    /// The search stops when all threads together have searched this many nodes.
    pub node_limit: u64,
    /// No null moves above this ply: a null move result is being verified.
    pub null_from: usize,
    /// Nominal depth of the current iteration, in plies.
    pub iteration: usize,
    /// The search stops at the first check of the clock after this many nodes of this thread.
    pub last_node: u64,
}

/// What a node leaves for the other nodes of its path.
#[derive(Clone, Copy, Debug)]
pub struct StackEntry<M> {
    /// Set if replies to a check are searched.
    pub in_check: bool,
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

impl<'a, P: Position> Worker<'a, P> {
    pub fn new(shared: &'a Shared<'a>, id: usize, request: &'a Request<P>, tables: ThreadTables, mode: Mode) -> Self {
        let (killers, history_index) = (Default::default(), NO_MOVE);
        let entry =
            StackEntry { in_check: false, eval: 0, history_index, excluded: None, double_extensions: 0, killers };
        Worker {
            shared,
            request,
            id,
            mode,
            table: request.table_view(mode),
            nodes: 0,
            seldepth: 0,
            keys: request.history.clone(),
            before_root: request.history.len(),
            history: tables.history,
            evaluations: tables.evaluations,
            piece_sums: PieceSums::default(),
            lines: vec![Line::new(); MAX_PLY + 2],
            root: request.position.turn(),
            path: request.past.clone(),
            distances: vec![0; MAX_PLY + 2],
            stack: vec![entry; MAX_PLY + 4],
            since_check: 0,
            checks: 0,
            stopped: false,
            may_stop: id != 0,
            node_limit: request.setup.limits.most_nodes(),
            null_from: 0,
            iteration: 0,
            last_node: u64::MAX,
        }
    }

    /// Ends the work: what the thread keeps for the next search.
    pub fn into_tables(self) -> ThreadTables {
        ThreadTables { history: self.history, evaluations: self.evaluations }
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
        if self.since_check >= NODES_PER_CHECK || self.nodes >= self.node_limit {
            self.check_limits();
        }
        #[cfg(feature = "faults")]
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
        if self.shared.nodes() >= self.node_limit || self.id == 0 && time.is_out_of_time() {
            time.stop_signal().stop();
        }
        self.stopped = self.has_to_stop();
    }

    fn has_to_stop(&self) -> bool {
        let is_told = self.shared.time.stop_signal().is_stopped();
        is_told && (self.may_stop || self.checks >= CHECKS_OF_FIRST_MOVE) || self.nodes >= self.last_node
    }

    /// Does some work as a proof that takes at most `nodes` nodes, more or less. Afterwards the search goes on as before.
    pub fn prove_within<T>(&mut self, nodes: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        let usual = (self.mode, self.table, self.iteration, self.last_node);
        (self.mode, self.table) = (Mode::Proof, self.request.table_view(Mode::Proof));
        self.last_node = self.nodes + nodes;
        let result = work(self);
        (self.mode, self.table, self.iteration, self.last_node) = usual;
        self.stopped = self.has_to_stop();
        result
    }

    /// Shows the other threads the number of nodes of this one.
    pub fn publish_nodes(&self) {
        self.shared.counters[self.id].0.store(self.nodes, Relaxed);
    }

    /// Sets the line of a node to a move and the line behind it, unless moves of others are left out of that line.
    #[inline]
    pub fn remember_line(&mut self, mv: P::Move, ply: usize) {
        let most = if self.others_pass(&self.request.position) { 0 } else { MAX_PLY - 1 };
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(mv);
        line.extend(tail[0].iter().copied().take(most));
    }
}

/// A node of the tree, shared by its steps.
pub struct Node<P: Position> {
    pub window: Window,
    pub depth: i32,
    pub ply: usize,
    pub key: u64,
    /// Plies from the root as scores of forced wins count them.
    pub distance: usize,
    pub in_check: bool,
    /// Set in the principal variation, where the window is open.
    pub is_pv: bool,
    /// The move left out because it is tested for being singular.
    pub excluded: Option<P::Move>,
    pub entry: Option<Entry>,
    /// The static evaluation as the game computes it.
    pub raw_eval: Score,
    /// The best estimate of the score: the corrected evaluation, or the score of the table entry.
    pub eval: Score,
    /// Set if the evaluation is better than at this side's last turn.
    pub improving: bool,
    /// Set if the node or its moves may be pruned on a guess.
    pub may_prune: bool,
    /// The plies by which the search of the first move is extended.
    pub extension: i32,
}

impl<P: Position> Node<P> {
    /// Narrows the window to scores that are possible this far from the root; false if none are left.
    #[inline(always)]
    pub fn narrow_to_mate_distance(&mut self) -> bool {
        self.window.alpha = self.window.alpha.max(lost_in(self.distance));
        self.window.beta = self.window.beta.min(won_in(self.distance + 1));
        self.window.alpha < self.window.beta
    }

    /// The table's move in 16 bits; 0 if there is none.
    #[inline(always)]
    pub fn hash_move(&self) -> u16 {
        self.entry.map_or(0, |entry| entry.move16)
    }

    /// The score of the table, if it decides the node.
    #[inline(always)]
    pub fn table_cutoff(&self, position: &P) -> Option<Score> {
        let entry = self.entry?;
        let decides = !self.is_pv
            && self.excluded.is_none()
            && entry.depth >= self.depth
            && entry.cuts(self.window)
            && position.halfmove_clock() < table_cutoff_clock::<P>() as u32;
        decides.then_some(entry.score)
    }
}
