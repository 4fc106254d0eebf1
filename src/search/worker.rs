//! One thread's tree search.

use super::busy::{self, Busy, Work};
use super::ordering::{Memory, Picker};
use super::table::Entry;
use super::{Bound, Control, MAX_PLY, Request, Table, paranoid};
use crate::position::{GameMove, Position};
use crate::types::score::{DECIDED, DRAW, INFINITE, is_decided, lost_in, won_in};
use crate::types::{Score, Seat};
use arrayvec::ArrayVec;
use once_cell::sync::Lazy;
use smallvec::SmallVec;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A line of play.
pub type Line<M> = ArrayVec<M, MAX_PLY>;

/// Plies by which late quiet moves are searched less deep, by depth and move number.
static REDUCTIONS: Lazy<[[i32; 64]; 64]> = Lazy::new(|| {
    std::array::from_fn(|depth| {
        std::array::from_fn(|number| match (depth, number) {
            (0, _) | (_, 0) => 0,
            (d, n) => (0.7 + (d as f64).ln() * (n as f64).ln() / 2.4) as i32,
        })
    })
});

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
    pub table: &'a Table,
    /// Stop and clock.
    pub control: &'a Control,
    /// Nodes per thread, brought up to date now and then.
    pub counters: &'a [NodeCounter],
    /// Node limit of all threads together.
    pub node_limit: u64,
    /// What each thread is at.
    pub busy: &'a Busy,
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
    evals: Vec<Score>,
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
    null_from: usize,
    /// Nominal depth of the iteration under way, in plies.
    pub iteration: usize,
}

/// How often a thread looks at the clock: after so many nodes and thirty-seconds of moves listed.
const LOOK: usize = 64;

impl<'a, P: Position> Worker<'a, P> {
    pub fn new(shared: &'a Shared<'a>, id: usize, request: &Request<P>) -> Self {
        Worker {
            shared,
            id,
            nodes: 0,
            seldepth: 0,
            keys: request.history.clone(),
            before_root: request.history.len(),
            memory: Memory::new(),
            lines: vec![Line::new(); MAX_PLY + 2],
            root: request.position.turn(),
            path: request.past.clone(),
            distances: vec![0; MAX_PLY + 2],
            evals: vec![0; MAX_PLY + 2],
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

    /// The value of a node: alpha-beta with zero windows except along the principal variation.
    pub fn search(&mut self, position: &P, mut alpha: Score, mut beta: Score, mut depth: i32, ply: usize) -> Score {
        let is_pv = beta - alpha > 1;
        let in_check = position.in_check();

        // 1. Check extension: a reply to a check is not left to quiescence, unless the line is all checks already. A
        //    proof counts its plies itself.
        if in_check && ply < 2 * self.iteration && !self.shared.exhaustive && !self.is_bystander(position) {
            depth = depth.max(0) + 1;
        }
        if depth <= 0 {
            return match self.shared.exhaustive {
                true => self.leaf(position, in_check, ply),
                false => self.quiescence(position, alpha, beta, 0, ply),
            };
        }

        // 2. The end of the game, of the tree, or of the search.
        self.count_node();
        self.lines[ply].clear();
        self.seldepth = self.seldepth.max(ply);
        if let Some(score) = self.end_of_line(position, in_check, ply) {
            return score;
        }

        // 3. Mate distance pruning: no line from here can be better than a win already found nearer the root.
        let distance = self.distance(ply);
        alpha = alpha.max(lost_in(distance));
        beta = beta.min(won_in(distance + 1));
        if alpha >= beta {
            return alpha;
        }

        // 4. Transposition table.
        let key = position.key();
        let slot = self.slot(key);
        let known = self.shared.table.get(slot, self.distance(ply));
        if let Some(entry) = known
            && !is_pv
            && entry.depth >= depth
            && cuts(entry, alpha, beta)
            && position.halfmove_clock() < 90
        {
            return entry.score;
        }
        let mut tag = known.map_or(0, |entry| entry.tag);

        // 5. Static evaluation; "improving" if better than at this side's last turn.
        let eval = match known {
            _ if in_check => -INFINITE,
            Some(entry) => entry.eval,
            None => self.standing(position).clamp(1 - DECIDED, DECIDED - 1),
        };
        self.evals[ply] = eval;
        let improving = P::PLAYERS == 2 && !in_check && ply >= 2 && eval > self.evals[ply - 2];
        let may_prune = !is_pv && !in_check && !is_decided(beta) && !self.shared.exhaustive;

        if may_prune {
            // 6. Reverse futility: so far above beta that a few plies will not lose it.
            if depth <= 6 && eval - 85 * (depth - improving as i32) >= beta {
                return eval;
            }
            // 7. Razoring: so far below alpha that only captures could help.
            if depth <= 2 && eval + 180 + 160 * depth <= alpha {
                let score = self.quiescence(position, alpha, alpha + 1, 0, ply);
                if score <= alpha {
                    return score;
                }
            }
            // 8. Null move: still above beta after passing.
            if let Some(score) = self.null_move(position, eval, beta, depth, ply) {
                return score;
            }
        }

        // 9. Internal iterative reduction: without a move to begin with, look less deep first.
        if tag == 0 && depth >= 4 && !in_check && !self.shared.exhaustive {
            depth -= 1;
        }

        // 10. The moves.
        self.memory.enter(ply);
        let mut picker = Picker::all(position, tag, &self.memory, ply);
        self.count_listed(picker.len());
        if picker.len() == 0 {
            return self.score_of(position.no_moves(), position, ply);
        }
        let original_alpha = alpha;
        let mut best = -INFINITE;
        let mut tried: ArrayVec<P::Move, 32> = ArrayVec::new();
        let mut count = 0;
        let mut put_off: SmallVec<[(P::Move, usize); 8]> = SmallVec::new();
        let shares = depth >= busy::LEAST_DEPTH && self.shared.busy.is_in_use();
        self.enter(position, key);
        loop {
            // Moves that another thread is at come last.
            let (mv, number) = if let Some(mv) = picker.next() {
                count += 1;
                if shares && count > 1 && self.shared.busy.is_taken(Work::new(key, mv)) {
                    put_off.push((mv, count));
                    continue;
                }
                (mv, count)
            } else if let Some(late) = put_off.pop() {
                late
            } else {
                break;
            };
            let is_quiet = !position.is_noisy(mv);

            // 11. Late and hopeless quiet moves are skipped near the leaves, once there is something to fall back on.
            if is_quiet && may_prune && best > -DECIDED && number > 1 {
                let late = (3 + depth * depth / (2 - improving as i32)) as usize;
                let hopeless = depth <= 5 && eval + 110 + 95 * depth <= alpha;
                if depth <= 6 && number > late || hopeless {
                    continue;
                }
            }

            let mut next = position.clone();
            next.play(mv);
            self.settle(&mut next);
            let new_depth = depth - 1;
            let work = Work::new(key, mv);
            if shares {
                self.shared.busy.take(work);
            }

            // 12. Late move reductions, then the full depth if the move surprises; the full window in the main line.
            let mut score;
            if number == 1 {
                score = self.child(position, &next, alpha, beta, new_depth, ply);
            } else {
                let mut reduction = 0;
                if depth >= 3 && number > 1 + is_pv as usize && is_quiet && !in_check && !self.shared.exhaustive {
                    reduction = REDUCTIONS[(depth as usize).min(63)][number.min(63)];
                    reduction += !improving as i32 - is_pv as i32;
                    reduction -= self.memory.history(position, mv) / 4096;
                    reduction -= self.memory.is_killer(mv, ply) as i32;
                    reduction = reduction.clamp(0, new_depth - 1);
                }
                score = self.child(position, &next, alpha, alpha + 1, new_depth - reduction, ply);
                if score > alpha && reduction > 0 {
                    score = self.child(position, &next, alpha, alpha + 1, new_depth, ply);
                }
                if score > alpha && score < beta {
                    score = self.child(position, &next, alpha, beta, new_depth, ply);
                }
            }
            if shares {
                self.shared.busy.release(work);
            }
            if self.stopped {
                self.leave();
                return DRAW;
            }

            // 13. A new best move, perhaps good enough to cut.
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    tag = mv.tag();
                    self.remember_line(mv, ply);
                    if alpha >= beta {
                        if is_quiet {
                            self.memory.reward(position, mv, &tried, depth, ply);
                        }
                        break;
                    }
                }
            }
            if is_quiet {
                // Enough to learn from if there are more.
                let _ = tried.try_push(mv);
            }
        }
        self.leave();

        // 14. Remember.
        let bound = Bound::of(best, original_alpha, beta);
        let stored_eval = if in_check { 0 } else { eval };
        self.shared.table.put(slot, self.distance(ply), Entry { tag, score: best, eval: stored_eval, depth, bound });
        best
    }

    /// Passes; if the opponent still cannot reach beta with two moves in a row, one move would have been enough.
    #[inline]
    fn null_move(&mut self, position: &P, eval: Score, beta: Score, depth: i32, ply: usize) -> Option<Score> {
        if !P::NULL_MOVE || depth < 3 || eval < beta || ply < self.null_from || !position.null_move_is_sound() {
            return None;
        }
        let reduction = 3 + depth / 4 + ((eval - beta) / 200).min(2);
        let mut next = position.clone();
        next.pass();
        self.keys.push(position.key());
        let null_from = std::mem::replace(&mut self.null_from, ply + 2);
        let score = -self.search(&next, -beta, -beta + 1, depth - reduction, ply + 1);
        self.null_from = null_from;
        self.keys.pop();
        if self.stopped || score < beta {
            return None;
        }
        let score = if is_decided(score) { beta } else { score };
        if depth < 10 {
            return Some(score);
        }
        // Zugzwang exists: a deep cutoff is verified without passing.
        let null_from = std::mem::replace(&mut self.null_from, MAX_PLY);
        let verified = self.search(position, beta - 1, beta, depth - reduction, ply);
        self.null_from = null_from;
        (verified >= beta && !self.stopped).then_some(score)
    }

    /// The end of a line of a proof: mate or nothing.
    #[inline(never)]
    fn leaf(&mut self, position: &P, in_check: bool, ply: usize) -> Score {
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
        if clock >= 4 && self.is_repetition(position.key(), clock as usize) {
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
    fn is_repetition(&self, key: u64, clock: usize) -> bool {
        let oldest = self.keys.len().saturating_sub(clock);
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
