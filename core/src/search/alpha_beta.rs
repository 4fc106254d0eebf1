//! A node of the tree: alpha-beta with zero windows except along the principal variation.
//!
//! [`Worker::search`] names the steps of a node in their order. The larger steps are in `selectivity.rs` and
//! `move_loop.rs`; every number is in `parameters.rs`. Elo in brackets is what chess loses without a step, where
//! that is more than the error: 120 games at 0.5+0.005 each, error about ± 50. In longer games, with deeper trees,
//! steps that act far from the leaves count for more.

use super::move_loop::BestMove;
use super::parameters::internal_reduction_depth;
use super::selectivity::Singularity;
use super::transposition::Entry;
use super::window::{Bound, Window};
use super::worker::{Mode, Node, Worker};
use crate::position::{GameMove, Position};
use crate::types::Score;
use crate::types::score::{DECIDED, DRAW, INFINITE, is_decided};

impl<P: Position> Worker<'_, P> {
    /// The score of a position, searched to a depth.
    pub fn search(&mut self, position: &P, window: Window, depth: i32, ply: usize) -> Score {
        let in_check = position.in_check();
        self.stack[ply].in_check = in_check;
        // 1. Check extension: replies to checks are not left to quiescence. Without it a forced win in Penalty Box is
        //    found too late.
        let depth = if in_check { self.extended_in_check(depth, ply) } else { depth };
        if depth <= 0 {
            return match self.mode {
                Mode::Usual => self.quiescence(position, window.alpha, window.beta, 0, ply),
                Mode::Proof => self.proof_leaf(position, ply),
            };
        }
        // 2. The end of the game, of the tree, or of the search.
        self.begin_node(ply);
        if let Some(score) = self.end_of_line(position, ply) {
            return score;
        }
        // 3. Mate distance pruning: no line from here can be better than a win already found nearer the root.
        let mut node = self.new_node(position, window, depth, ply);
        if !node.narrow_to_mate_distance() {
            return node.window.alpha;
        }
        // 4. Transposition table.
        node.entry = self.table.get(node.key, node.distance);
        if let Some(score) = node.table_cutoff(position) {
            return score;
        }
        // 5. Static evaluation.
        self.evaluate_node(position, &mut node);
        // 6. to 9. Pruning of the whole node.
        if node.may_prune
            && let Some(score) = self.prune_node(position, &node)
        {
            return score;
        }
        // 10. Internal iterative reduction: without a move of the table the node is searched less deep at first.
        if node.hash_move() == 0
            && node.depth >= internal_reduction_depth::<P>()
            && !in_check
            && self.mode == Mode::Usual
            && node.excluded.is_none()
        {
            node.depth -= 1;
        }
        // 11. The moves.
        self.stack[ply + 1].killers = Default::default();
        let mut picker = self.pick_all(position, node.hash_move(), ply);
        self.count_generated(picker.len());
        if picker.len() == 0 {
            return self.score_without_moves(position, ply);
        }
        // 12. Singular extension.
        node.extension = match self.singularity(position, &node, &picker) {
            Singularity::Cut(score) => return score,
            Singularity::Extend(plies) => plies,
        };
        if self.stopped {
            return DRAW;
        }
        self.stack[ply + 1].double_extensions = self.stack[ply].double_extensions + (node.extension > 1) as u32;
        // 13. to 15. Every move: pruning, reductions, search.
        self.enter(position, node.key);
        let best = self.search_moves(position, &node, &mut picker);
        self.leave();
        if self.stopped {
            return DRAW;
        }
        if best.score == -INFINITE {
            // There is no move but the excluded one.
            return node.window.alpha;
        }
        // 16. Remember.
        if node.excluded.is_none() {
            self.remember(position, &node, &best);
        }
        best.score
    }

    /// Counts a node and clears its line.
    #[inline(always)]
    pub fn begin_node(&mut self, ply: usize) {
        self.count_node();
        self.lines[ply].clear();
        self.seldepth = self.seldepth.max(ply);
    }

    #[inline(always)]
    fn new_node(&self, position: &P, window: Window, depth: i32, ply: usize) -> Node<P> {
        Node {
            window,
            depth,
            ply,
            key: position.key(),
            distance: self.distance(ply),
            in_check: self.stack[ply].in_check,
            is_pv: window.is_open(),
            excluded: self.stack[ply].excluded,
            entry: None,
            raw_eval: -INFINITE,
            eval: -INFINITE,
            improving: false,
            may_prune: false,
            extension: 0,
        }
    }

    /// A leaf of a proof: only a finished game counts.
    #[inline(never)]
    fn proof_leaf(&mut self, position: &P, ply: usize) -> Score {
        self.count_node();
        self.lines[ply].clear();
        let end = self.end_of_line(position, ply).or_else(|| self.mate_score(position, ply));
        let is_stuck = || !self.stack[ply].in_check && position.is_decided_when_stuck() && position.count_moves() == 0;
        let end = end.or_else(|| is_stuck().then(|| self.score_without_moves(position, ply)));
        end.unwrap_or_else(|| self.undecided_evaluation(position))
    }

    /// Sets the evaluations of a node and what follows from them.
    #[inline(always)]
    fn evaluate_node(&mut self, position: &P, node: &mut Node<P>) {
        let ply = node.ply;
        if !node.in_check {
            node.raw_eval = match node.entry {
                Some(entry) => entry.eval,
                None => self.undecided_evaluation(position),
            };
            let corrected = node.raw_eval + self.history.correction(position);
            node.eval = corrected.clamp(1 - DECIDED, DECIDED - 1);
        }
        self.stack[ply].eval = node.eval;
        node.improving = !node.in_check && ply >= 2 && node.eval > self.stack[ply - 2].eval;
        // The score of the table is the better estimate, unless it is a bound on the wrong side.
        if let Some(entry) = node.entry
            && !node.in_check
            && !is_decided(entry.score)
            && entry.bound.improves(entry.score, node.eval)
        {
            node.eval = entry.score;
        }
        node.may_prune = !node.is_pv
            && !node.in_check
            && !is_decided(node.window.beta)
            && self.mode == Mode::Usual
            && node.excluded.is_none();
    }

    /// Stores the result in the transposition table, and learns how far the static evaluation was off.
    #[inline(always)]
    fn remember(&mut self, position: &P, node: &Node<P>, best: &BestMove<P::Move>) {
        let score = best.score;
        let bound = Bound::of(score, node.window.alpha, node.window.beta);
        if !node.in_check
            && best.mv.is_none_or(|mv| !position.is_noisy(mv))
            && !is_decided(score)
            && self.mode == Mode::Usual
            && bound.improves(score, self.stack[node.ply].eval)
        {
            self.history.learn_correction(position, score - node.raw_eval, node.depth);
        }
        let move16 = best.mv.map_or(node.hash_move(), GameMove::move16);
        let eval = if node.in_check { 0 } else { node.raw_eval };
        self.table.put(node.key, node.distance, Entry { move16, score, eval, depth: node.depth, bound });
    }
}
