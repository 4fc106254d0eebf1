//! One thread's tree search.

use super::abdada::MovesInSearch;
use super::history::{HistoryTables, Memory, NO_MOVE, Past};
use super::transposition::Entry;
use super::{Bound, Control, MAX_PLY, Request, TranspositionTable, paranoid};
use crate::position::Position;
use crate::types::score::{DECIDED, DRAW};
use crate::types::{Score, Seat};
use arrayvec::ArrayVec;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A line of play.
pub type Line<M> = ArrayVec<M, MAX_PLY>;

/// After so many looks at the clock a search is ended though not even one move of the root has been searched.
const PATIENCE: u32 = 16;

/// What a search may cost in nodes, whatever its limit, until it knows the lines that it is to choose from.
const FIRST_CHOICE: u64 = 20_000;

/// A thread's nodes, on cache lines of its own.
#[derive(Default)]
#[repr(align(128))]
pub struct NodeCounter(pub AtomicU64);

/// What the threads of one search share.
pub struct Shared<'a> {
    /// Transposition table.
    pub table: &'a TranspositionTable,
    /// Stop and clock.
    pub control: &'a Control,
    /// Nodes per thread, brought up to date now and then.
    pub counters: &'a [NodeCounter],
    /// Node limit of all threads together.
    pub node_limit: u64,
    /// What each thread is at.
    pub busy: &'a MovesInSearch,
    /// Search every move to full depth: nothing is reduced or cut on a guess (proof of `go mate`).
    pub exhaustive: bool,
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
    /// Keys of the game so far and of the path to the current node, which is not in it.
    pub keys: Vec<u64>,
    /// How many of `keys` belong to the game before the root.
    pub before_root: usize,
    pub memory: Memory<P>,
    pub lines: Vec<Line<P::Move>>,
    /// Whose turn it is at the root.
    pub root: Seat,
    /// With more than two players: the positions behind `keys`.
    pub path: Vec<P>,
    /// With more than two players, by ply: how often the turn has gone from side to side.
    pub distances: Vec<usize>,
    pub stack: Vec<StackEntry<P::Move>>,
    /// Nodes, and moves by the [`LOOK`], since the clock was looked at.
    since_look: usize,
    pub stopped: bool,
    /// How often it was looked at.
    looks: u32,
    /// The first thread finishes its first move if that does not take long, whatever happens.
    pub may_stop: bool,
    /// Whether a limit of nodes counts: not before there is a choice, if lines to choose from are wanted.
    pub has_choice: bool,
    /// No null moves above this ply: a null move result is being verified.
    pub null_from: usize,
    /// Nominal depth of the iteration under way, in plies.
    pub iteration: usize,
}

/// What a node on the path to the current one knows.
#[derive(Clone, Copy, Debug)]
pub struct StackEntry<M> {
    /// The static evaluation, corrected; minus infinity in check.
    pub eval: Score,
    /// The slot of the move that is being searched; [`NO_MOVE`] for a null move.
    pub slot: usize,
    /// The move that is left out while it is found out whether it is singular.
    pub excluded: Option<M>,
    /// How many moves of the path were extended by two plies.
    pub doubles: u32,
}

impl<M> Default for StackEntry<M> {
    fn default() -> Self {
        StackEntry { eval: 0, slot: NO_MOVE, excluded: None, doubles: 0 }
    }
}

/// How often a thread looks at the clock: after so many nodes and thirty-seconds of moves listed.
const LOOK: usize = 64;

impl<'a, P: Position> Worker<'a, P> {
    /// A thread before its first node, with what it has learnt before.
    pub fn new(shared: &'a Shared<'a>, id: usize, request: &Request<P>, learnt: HistoryTables) -> Self {
        Worker {
            shared,
            id,
            nodes: 0,
            seldepth: 0,
            keys: request.history.clone(),
            before_root: request.history.len(),
            memory: Memory::new(learnt),
            lines: vec![Line::new(); MAX_PLY + 2],
            root: request.position.turn(),
            path: request.past.clone(),
            distances: vec![0; MAX_PLY + 2],
            stack: vec![StackEntry::default(); MAX_PLY + 4],
            since_look: 0,
            looks: 0,
            stopped: false,
            may_stop: id != 0,
            has_choice: true,
            null_from: 0,
            iteration: 0,
        }
    }

    /// Under which key the table knows a position: entries of a proof are set apart from those of a search that takes
    /// risks, and those of one point of view from those of another.
    #[inline(always)]
    pub fn slot(&self, key: u64) -> u64 {
        let proof = if self.shared.exhaustive { 0x9D0F_0F0F_9D0F_0F0F } else { 0 };
        key ^ proof ^ paranoid::salt::<P>(self.root)
    }

    /// The slots of the moves that led to a node.
    #[inline(always)]
    pub fn past(&self, ply: usize) -> Past {
        let before = |distance: usize| ply.checked_sub(distance).map_or(NO_MOVE, |ply| self.stack[ply].slot);
        [before(1), before(2)]
    }

    /// Counts a node; from time to time looks whether it is time to stop.
    #[inline(always)]
    pub fn count_node(&mut self) {
        self.nodes += 1;
        self.since_look += 1;
        if self.since_look >= LOOK || self.nodes >= self.shared.node_limit {
            self.look();
        }
    }

    /// Counts the listing of moves, which takes its time where there are thousands.
    #[inline(always)]
    pub fn count_listed(&mut self, moves: usize) {
        self.since_look += moves / 32;
    }

    #[inline(never)]
    fn look(&mut self) {
        self.since_look = 0;
        self.looks += 1;
        self.shared.counters[self.id].0.store(self.nodes, Relaxed);
        let control = self.shared.control;
        let limit = if self.has_choice { self.shared.node_limit } else { self.shared.node_limit.max(FIRST_CHOICE) };
        if self.shared.nodes() >= limit || self.id == 0 && control.is_out_of_time() {
            control.stop();
        }
        self.stopped = (self.may_stop || self.looks >= PATIENCE) && control.is_stopped();
    }

    /// The end of a line of a proof: mate or nothing.
    #[inline(never)]
    pub fn leaf(&mut self, position: &P, in_check: bool, ply: usize) -> Score {
        self.count_node();
        self.lines[ply].clear();
        match self.end_of_line(position, in_check, ply) {
            Some(score) => score,
            None if in_check && position.count_moves() == 0 => self.score_of(position.no_moves(), position, ply),
            None => self.standing(position).clamp(1 - DECIDED, DECIDED - 1),
        }
    }

    /// A finished game, a drawn one, the greatest ply, or a search that was stopped.
    #[inline]
    pub fn end_of_line(&self, position: &P, in_check: bool, ply: usize) -> Option<Score> {
        if self.stopped {
            return Some(DRAW);
        }
        if let Some(outcome) = position.ended() {
            return Some(self.score_of(outcome, position, ply));
        }
        // With several boards they end one by one, by `settle_draws`; a clock counts the turns of two players.
        let clock = position.halfmove_clock() * (P::PLAYERS as u32 / 2);
        let reach = position.reversible_plies().saturating_mul(P::PLAYERS / 2);
        if reach >= 4 && self.is_repetition(position.key(), reach) {
            return Some(DRAW);
        }
        if clock >= 100 && P::PLAYERS == 2 {
            let mated = in_check && position.count_moves() == 0;
            return Some(if mated { self.score_of(position.no_moves(), position, ply) } else { DRAW });
        }
        (ply >= MAX_PLY - 1).then(|| if in_check { DRAW } else { self.standing(position) })
    }

    /// A position that stood in the tree before counts as a draw at once; one of the game must have stood twice.
    #[inline]
    fn is_repetition(&self, key: u64, reach: usize) -> bool {
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

    /// The line of a node is its best move and the line behind it.
    #[inline]
    pub fn remember_line(&mut self, mv: P::Move, ply: usize) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        let line = &mut head[ply];
        line.clear();
        line.push(mv);
        line.extend(tail[0].iter().copied().take(MAX_PLY - 1));
    }
}

/// Whether a table entry settles a node with this window.
#[inline(always)]
pub fn cuts(entry: Entry, alpha: Score, beta: Score) -> bool {
    match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= beta,
        Bound::Upper => entry.score <= alpha,
    }
}
