//! Which nodes and moves are searched deeper, which less deep, and which not at all.

use super::history::NO_MOVE;
use super::move_loop::Candidate;
use super::move_picker::{MovePicker, Stage};
use super::parameters::*;
use super::transposition::Entry;
use super::window::{Bound, Expected, Window};
use super::worker::{Mode, Node, Worker};
use crate::position::{GameMove, Position};
use crate::types::Score;
use crate::types::score::{DECIDED, is_decided};

/// What the search without the table's move has shown.
pub enum Singularity {
    /// Other moves reach beta as well: the node is cut with this score.
    Cut(Score),
    /// The table's move is searched so many plies deeper, or less deep if negative.
    Extend(i32),
}

impl<P: Position> Worker<'_, P> {
    /// Whether extensions are allowed at a ply: a line of checks has to end, and the depth of a proof is the length of
    /// the win.
    #[inline(always)]
    fn may_extend(&self, ply: usize) -> bool {
        self.mode == Mode::Usual && ply < extension_reach::<P>() as usize * self.iteration
    }

    /// The depth of a node whose side to move is in check.
    #[inline(always)]
    pub fn extended_in_check(&self, depth: i32, ply: usize) -> i32 {
        match self.may_extend(ply) {
            true => depth.max(0) + 1,
            false => depth,
        }
    }

    /// Step 12: Singular extension [+64]: searches all moves but the table's against a bar a little below its score. If
    /// they fail, the table's move is extended; if they reach beta, the node is cut (multi-cut).
    #[inline(always)]
    pub fn singularity(&mut self, position: &P, node: &Node<P>, picker: &MovePicker<P>) -> Singularity {
        let may_be_singular = |entry: &Entry| {
            node.depth >= singular_depth::<P>()
                && self.may_extend(node.ply)
                && node.excluded.is_none()
                && entry.depth >= node.depth - singular_entry_depth::<P>()
                && entry.bound != Bound::Upper
                && !is_decided(entry.score)
        };
        let entry = node.entry.filter(may_be_singular);
        match entry.and_then(|entry| Some((entry, picker.hash_move()?))) {
            Some((entry, mv)) => self.test_singular(position, node, entry.score, mv),
            None => Singularity::Extend(0),
        }
    }

    #[inline]
    fn test_singular(&mut self, position: &P, node: &Node<P>, table_score: Score, mv: P::Move) -> Singularity {
        let Node { window, depth, ply, is_pv, .. } = *node;
        let bar = table_score - singular_margin::<P>() * depth;
        self.stack[ply].excluded = Some(mv);
        let score = self.search(position, Window::zero(bar - 1, window.expected), (depth - 1) / 2, ply);
        self.stack[ply].excluded = None;
        self.lines[ply].clear();
        if self.stopped {
            return Singularity::Extend(0);
        }
        if score < bar {
            let clearly = !is_pv
                && score < bar - double_extension_margin::<P>()
                && self.stack[ply].double_extensions < double_extensions::<P>() as u32;
            Singularity::Extend(1 + clearly as i32)
        } else if bar >= window.beta && !is_pv {
            Singularity::Cut(bar)
        } else if table_score >= window.beta {
            Singularity::Extend(-1 - !is_pv as i32)
        } else {
            Singularity::Extend(if window.expected == Expected::Cut { -1 } else { 0 })
        }
    }

    /// The score of a node that need not be searched to its full depth.
    #[inline(always)]
    pub fn prune_node(&mut self, position: &P, node: &Node<P>) -> Option<Score> {
        let Node { window: Window { beta, .. }, depth, eval, .. } = *node;
        // Step 6: Reverse futility [+86]: so far above beta that a few plies will not lose it.
        let margin = reverse_futility_margin::<P>() * (depth - node.improving as i32);
        if depth <= reverse_futility_depth::<P>() && eval - margin >= beta {
            return Some(eval);
        }
        self.razor(position, node).or_else(|| self.null_move(position, node)).or_else(|| self.probcut(position, node))
    }

    /// Step 7: Razoring: so far below alpha that only captures could help.
    #[inline(always)]
    fn razor(&mut self, position: &P, node: &Node<P>) -> Option<Score> {
        let Node { window: Window { alpha, .. }, depth, eval, .. } = *node;
        if depth > razoring_depth::<P>()
            || eval + razoring_margin::<P>() + razoring_slope::<P>() * depth * depth > alpha
        {
            return None;
        }
        Some(self.quiescence(position, alpha, alpha + 1, 0, node.ply)).filter(|&score| score <= alpha)
    }

    /// Step 8: Null move: if the opponent cannot get below beta with two moves in a row, one move is not enough either.
    #[inline]
    fn null_move(&mut self, position: &P, node: &Node<P>) -> Option<Score> {
        let Node { window: Window { beta, .. }, depth, ply, eval, .. } = *node;
        let after_null = ply > 0 && self.stack[ply - 1].history_index == NO_MOVE;
        if depth < null_move_depth::<P>()
            || eval < beta
            || ply < self.null_from
            || after_null
            || !position.null_move_is_sound()
        {
            return None;
        }
        let surplus = ((eval - beta) / null_move_score_divisor::<P>()).min(null_move_score_limit::<P>());
        let reduced = depth - (null_move_reduction::<P>() + depth / null_move_depth_divisor::<P>() + surplus);
        let window = Window::zero(beta - 1, Expected::Cut);
        let mut next = position.clone();
        next.pass();
        self.stack[ply].history_index = NO_MOVE;
        self.enter(position, node.key);
        self.complete_move(&mut next);
        self.table.prefetch(next.key());
        let null_from = std::mem::replace(&mut self.null_from, ply + 2);
        let score = self.child(position, &next, window, reduced, ply);
        self.null_from = null_from;
        self.leave();
        if self.stopped || score < beta {
            return None;
        }
        let score = if is_decided(score) { beta } else { score };
        if depth < null_move_verification_depth::<P>() {
            return Some(score);
        }
        // In zugzwang a pass is better than every move: a deep cutoff is verified without passing.
        let null_from = std::mem::replace(&mut self.null_from, MAX_PLY);
        let verified = self.search(position, window, reduced, ply);
        self.null_from = null_from;
        (verified >= beta && !self.stopped).then_some(score)
    }

    /// Step 9: Probcut: tries captures against a beta far above the true one: what holds there at less depth is likely to
    /// hold here.
    #[inline]
    fn probcut(&mut self, position: &P, node: &Node<P>) -> Option<Score> {
        let Node { depth, ply, .. } = *node;
        let high = node.window.beta + probcut_margin::<P>();
        let confirmed_depth = depth - probcut_reduction::<P>();
        let refuted =
            |entry: Entry| entry.depth >= confirmed_depth && entry.score < high && entry.bound != Bound::Lower;
        if depth < probcut_depth::<P>() || is_decided(high) || node.entry.is_some_and(refuted) {
            return None;
        }
        let eval = self.stack[ply].eval;
        let mut picker = MovePicker::noisy(position, node.hash_move(), &self.history);
        self.enter(position, node.key);
        let mut result = None;
        while let Some(mv) = self.next_move(&mut picker, position, ply) {
            if position.gain(mv) < high - eval || !position.wins_exchange(mv, high - eval) {
                continue;
            }
            let score = self.probe_capture(position, mv, high, confirmed_depth, ply);
            if self.stopped {
                break;
            }
            if score >= high {
                let entry = Entry { move16: mv.move16(), score, eval, depth: confirmed_depth, bound: Bound::Lower };
                self.table.put(node.key, node.distance, entry);
                result = Some(if is_decided(score) { score } else { score - probcut_margin::<P>() });
                break;
            }
        }
        self.leave();
        result
    }

    /// The score of a capture with a zero window below `high`: by quiescence, then by a search if that reaches it.
    #[inline(always)]
    fn probe_capture(&mut self, position: &P, mv: P::Move, high: Score, depth: i32, ply: usize) -> Score {
        let mut next = position.after(mv);
        self.complete_move(&mut next);
        self.stack[ply].history_index = position.history_index(mv);
        let score = self.quiescence_child(position, &next, (high - 1, high), 0, ply);
        match score >= high {
            true => self.child(position, &next, Window::zero(high - 1, Expected::Cut), depth - 1, ply),
            false => score,
        }
    }

    /// The whole plies by which a late move is reduced.
    #[inline(always)]
    pub fn reduction(&self, position: &P, node: &Node<P>, candidate: &Candidate<P::Move>, depth: i32) -> i32 {
        let Candidate { mv, number, is_quiet, history, mut reduction } = *candidate;
        let is_early = node.depth < reduction_depth::<P>() || number <= 1 + node.is_pv as usize;
        if is_early || node.in_check || self.mode == Mode::Proof {
            return 0;
        }
        let worth_a_ply = if is_quiet { reduction_quiet_history::<P>() } else { reduction_noisy_history::<P>() };
        let is_killer = is_quiet && self.stack[node.ply].killers.contains(&mv);
        reduction += reduction_cut_node::<P>() * (node.window.expected == Expected::Cut) as i32;
        reduction -= history * PLY / worth_a_ply;
        reduction -= reduction_killer::<P>() * is_killer as i32;
        reduction -= reduction_check::<P>() * position.gives_check(mv) as i32;
        (reduction / PLY).clamp(0, depth - 1)
    }
}

impl<P: Position> Node<P> {
    /// Step 13: whether a move near the leaves is skipped: if it comes late [+53], is hopeless, has a bad history or
    /// loses material. `best` is the best score so far; without one nothing is skipped.
    #[inline(always)]
    pub fn skips(&self, position: &P, candidate: &Candidate<P::Move>, stage: Stage, best: Score, alpha: Score) -> bool {
        if !self.may_prune || best <= -DECIDED || candidate.number <= 1 {
            return false;
        }
        let mv = candidate.mv;
        let loses_much = || {
            self.depth <= noisy_exchange_depth::<P>()
                && !position.wins_exchange(mv, -noisy_exchange_margin::<P>() * self.depth)
        };
        if candidate.is_quiet && position.gives_check(mv) {
            // What a check is worth shows only behind it, unless the piece is lost.
            position.judges_exchanges() && loses_much()
        } else if candidate.is_quiet {
            self.skips_quiet(position, candidate, alpha)
        } else {
            position.judges_exchanges() && stage != Stage::GoodNoisy && loses_much()
        }
    }

    #[inline(always)]
    fn skips_quiet(&self, position: &P, candidate: &Candidate<P::Move>, alpha: Score) -> bool {
        let depth = self.depth;
        let reduced = (depth - 1 - candidate.reduction / PLY).max(0);
        let divisor = if self.improving { late_move_improving_divisor::<P>() } else { late_move_divisor::<P>() };
        let late = depth <= late_move_depth::<P>()
            && candidate.number > (late_move_base::<P>() + depth * depth / divisor) as usize;
        let hopeless = position.tells_checks()
            && reduced <= futility_depth::<P>()
            && self.eval + futility_margin::<P>() + futility_slope::<P>() * reduced <= alpha;
        let disliked =
            depth <= history_pruning_depth::<P>() && candidate.history < -history_pruning_margin::<P>() * depth;
        if late || hopeless || disliked {
            return true;
        }
        let margin = -quiet_exchange_margin::<P>() * reduced * reduced;
        position.tells_checks()
            && reduced <= quiet_exchange_depth::<P>()
            && !position.wins_exchange(candidate.mv, margin)
    }
}
