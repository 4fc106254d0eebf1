//! Pruning of whole nodes, and of single moves.

use super::history::NO_MOVE;
use super::move_loop::Candidate;
use super::move_picker::{MovePicker, Stage};
use super::node::Node;
use super::parameters::*;
use super::transposition::Entry;
use super::window::{Bound, Expected, Window};
use super::worker::Worker;
use crate::position::{GameMove, Position};
use crate::types::Score;
use crate::types::score::{DECIDED, is_decided};

impl<P: Position> Worker<'_, P> {
    /// The score of a node that need not be searched to its full depth.
    #[inline(always)]
    pub fn prune_node(&mut self, position: &P, node: &Node<P>) -> Option<Score> {
        let Node { window: Window { beta, .. }, depth, eval, .. } = *node;
        // Step 6: Reverse futility [+86]: so far above beta that a few plies will not lose it.
        let margin = REVERSE_FUTILITY_MARGIN * (depth - node.improving as i32);
        if depth <= REVERSE_FUTILITY_DEPTH && eval - margin >= beta {
            return Some(eval);
        }
        self.razor(position, node).or_else(|| self.null_move(position, node)).or_else(|| self.probcut(position, node))
    }

    /// Step 7: Razoring: so far below alpha that only captures could help.
    #[inline(always)]
    fn razor(&mut self, position: &P, node: &Node<P>) -> Option<Score> {
        let Node { window: Window { alpha, .. }, depth, eval, .. } = *node;
        if depth > RAZORING_DEPTH || eval + RAZORING_MARGIN + RAZORING_SLOPE * depth * depth > alpha {
            return None;
        }
        Some(self.quiescence(position, alpha, alpha + 1, 0, node.ply)).filter(|&score| score <= alpha)
    }

    /// Step 8: Null move: if the opponent cannot get below beta with two moves in a row, one move is not enough either.
    #[inline]
    fn null_move(&mut self, position: &P, node: &Node<P>) -> Option<Score> {
        let Node { window: Window { beta, .. }, depth, ply, eval, .. } = *node;
        let after_null = ply > 0 && self.stack[ply - 1].history_index == NO_MOVE;
        if !P::NULL_MOVE
            || depth < NULL_MOVE_DEPTH
            || eval < beta
            || ply < self.null_from
            || after_null
            || !position.null_move_is_sound()
        {
            return None;
        }
        let surplus = ((eval - beta) / NULL_MOVE_SCORE_DIVISOR).min(NULL_MOVE_SCORE_LIMIT);
        let reduced = depth - (NULL_MOVE_REDUCTION + depth / NULL_MOVE_DEPTH_DIVISOR + surplus);
        let window = Window::zero(beta - 1, Expected::Cut);
        let mut next = position.clone();
        next.pass();
        self.stack[ply].history_index = NO_MOVE;
        self.keys.push(position.key());
        let null_from = std::mem::replace(&mut self.null_from, ply + 2);
        let score = -self.search(&next, window.reversed(), reduced, ply + 1);
        self.null_from = null_from;
        self.keys.pop();
        if self.stopped || score < beta {
            return None;
        }
        let score = if is_decided(score) { beta } else { score };
        if depth < NULL_MOVE_VERIFICATION_DEPTH {
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
        let high = node.window.beta + PROBCUT_MARGIN;
        let confirmed_depth = depth - PROBCUT_REDUCTION;
        let refuted =
            |entry: Entry| entry.depth >= confirmed_depth && entry.score < high && entry.bound != Bound::Lower;
        if depth < PROBCUT_DEPTH || P::PLAYERS > 2 || is_decided(high) || node.entry.is_some_and(refuted) {
            return None;
        }
        let eval = self.stack[ply].eval;
        let mut picker = MovePicker::noisy(position, node.hash_move(), &self.history);
        self.enter(position, position.key());
        let mut result = None;
        while let Some(mv) = picker.next(position) {
            if position.gain(mv) < high - eval || !position.wins_exchange(mv, high - eval) {
                continue;
            }
            let score = self.probe_capture(position, mv, high, confirmed_depth, ply);
            if self.stopped {
                break;
            }
            if score >= high {
                let entry = Entry { move16: mv.move16(), score, eval, depth: confirmed_depth, bound: Bound::Lower };
                self.shared.table.put(position.key(), node.distance, entry);
                result = Some(if is_decided(score) { score } else { score - PROBCUT_MARGIN });
                break;
            }
        }
        self.leave();
        result
    }

    /// The score of a capture with a zero window below `high`: by quiescence, then by a search if that reaches it.
    #[inline(always)]
    fn probe_capture(&mut self, position: &P, mv: P::Move, high: Score, depth: i32, ply: usize) -> Score {
        let next = position.after(mv);
        self.stack[ply].history_index = position.history_slot(mv);
        let score = self.quiescence_child(position, &next, high - 1, high, 0, ply);
        match score >= high {
            true => self.child(position, &next, Window::zero(high - 1, Expected::Cut), depth - 1, ply),
            false => score,
        }
    }
}

impl<P: Position> Node<P> {
    /// Step 13: Returns whether a move near the leaves is skipped: if it comes late [+53], is hopeless, has a bad history or
    /// loses material. `best` is the best score so far; without one nothing is skipped.
    #[inline(always)]
    pub fn skips(&self, position: &P, candidate: &Candidate<P::Move>, stage: Stage, best: Score, alpha: Score) -> bool {
        if !self.may_prune || best <= -DECIDED || candidate.number <= 1 {
            return false;
        }
        let mv = candidate.mv;
        let loses_much =
            || self.depth <= NOISY_EXCHANGE_DEPTH && !position.wins_exchange(mv, -NOISY_EXCHANGE_MARGIN * self.depth);
        if candidate.is_quiet && position.gives_check(mv) {
            // What a check is worth shows only behind it, unless the piece is lost.
            P::EXCHANGES && loses_much()
        } else if candidate.is_quiet {
            self.skips_quiet(position, candidate, alpha)
        } else {
            P::EXCHANGES && stage != Stage::GoodNoisy && loses_much()
        }
    }

    #[inline(always)]
    fn skips_quiet(&self, position: &P, candidate: &Candidate<P::Move>, alpha: Score) -> bool {
        let depth = self.depth;
        let reduced = (depth - 1 - candidate.reduction / PLY).max(0);
        let divisor = if self.improving { LATE_MOVE_IMPROVING_DIVISOR } else { LATE_MOVE_DIVISOR };
        let late = depth <= LATE_MOVE_DEPTH && candidate.number > (LATE_MOVE_BASE + depth * depth / divisor) as usize;
        let hopeless = P::TELLS_CHECKS
            && reduced <= FUTILITY_DEPTH
            && self.eval + FUTILITY_MARGIN + FUTILITY_SLOPE * reduced <= alpha;
        let disliked = depth <= HISTORY_PRUNING_DEPTH && candidate.history < -HISTORY_PRUNING_MARGIN * depth;
        if late || hopeless || disliked {
            return true;
        }
        let margin = -QUIET_EXCHANGE_MARGIN * reduced * reduced;
        P::TELLS_CHECKS && reduced <= QUIET_EXCHANGE_DEPTH && !position.wins_exchange(candidate.mv, margin)
    }
}
