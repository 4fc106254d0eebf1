//! The end of a line: captures until no exchange is left open, and at first quiet checks.
//!
//! Without the quiet checks a third of the tactical positions of the tests are missed.

use super::move_loop::BestMove;
use super::move_picker::{MovePicker, Stage};
use super::parameters::{check_plies, delta_margin, exchange_plies, quiet_replies};
use super::transposition::Entry;
use super::window::{Bound, Window};
use super::worker::Worker;
use crate::position::{GameMove, Position};
use crate::types::Score;
use crate::types::score::{DECIDED, is_decided, lost_in};

/// Which moves a node of quiescence looks at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Selection {
    /// All moves: replies to a check.
    Evasions,
    /// Captures and promotions.
    Captures,
    /// Quiet checks, after the captures.
    Checks,
}

/// What the moves of a node of quiescence have in common.
struct QuiescenceNode {
    alpha: Score,
    beta: Score,
    /// Plies of quiescence, counted down from 0.
    qply: i32,
    ply: usize,
    /// The static evaluation; 0 in check.
    eval: Score,
    selection: Selection,
}

impl<P: Position> Worker<'_, P> {
    /// The score of a position by captures and promotions, replies to checks and, at first, quiet checks.
    pub fn quiescence(&mut self, position: &P, alpha: Score, beta: Score, qply: i32, ply: usize) -> Score {
        self.begin_node(ply);
        // Where every check has a hundred replies, lines of checks would never end: after some plies they are ignored.
        let is_checked = position.in_check();
        let in_check = is_checked && qply > -check_plies::<P>();
        self.stack[ply].in_check = in_check;
        if let Some(score) = self.end_of_line(position, ply) {
            return score;
        }
        let (key, distance) = (position.key(), self.distance(ply));
        let entry = self.table.get(key, distance);
        if let Some(entry) = entry
            && beta - alpha == 1
            && entry.cuts(Window::new(alpha, beta))
        {
            return entry.score;
        }

        let selection = if in_check { Selection::Evasions } else { Selection::Captures };
        let mut node = QuiescenceNode { alpha, beta, qply, ply, eval: 0, selection };
        let mut least = lost_in(distance);
        if !in_check {
            node.eval = match entry {
                Some(entry) if !is_checked => entry.eval,
                _ => self.undecided_evaluation(position),
            };
            least = node.eval;
            if least >= beta {
                return least;
            }
            node.alpha = alpha.max(least);
        }
        let hash_move = entry.map_or(0, |entry| entry.move16);
        let picker = match in_check {
            true => self.pick_all(position, hash_move, ply),
            false => MovePicker::noisy(position, hash_move, &self.history),
        };
        if in_check {
            self.count_generated(picker.len());
        }
        if in_check && picker.len() == 0 {
            return self.score_without_moves(position, ply);
        }
        self.enter(position, key);
        let best = self.search_quiescence_moves(position, &node, picker, least);
        self.leave();
        if !self.stopped && qply == 0 {
            let bound = Bound::of(best.score, node.alpha, beta);
            let move16 = best.mv.map_or(0, GameMove::move16);
            let entry = Entry { move16, score: best.score, eval: node.eval, depth: 0, bound };
            self.table.put(key, distance, entry);
        }
        best.score
    }

    /// Searches the moves of a node; `least` is the score without any of them.
    #[inline(always)]
    fn search_quiescence_moves(
        &mut self,
        position: &P,
        node: &QuiescenceNode,
        mut picker: MovePicker<P>,
        least: Score,
    ) -> BestMove<P::Move> {
        let QuiescenceNode { alpha, beta, qply, ply, mut selection, .. } = *node;
        let mut best = BestMove { score: least, alpha, mv: None };
        let mut quiet_moves = 0;
        loop {
            let Some(mv) = self.next_move(&mut picker, position, ply) else {
                // Quiet checks come last, at the first ply only, and if the game can tell them.
                if selection != Selection::Captures || !position.tells_checks() || qply != 0 {
                    return best;
                }
                selection = Selection::Checks;
                picker = MovePicker::quiet_checks(position, &self.history, self.previous_moves(ply));
                continue;
            };
            // A check that a few quiet moves have answered is no threat: the node only had to find out whether it
            // mates.
            if selection == Selection::Evasions && best.score > -DECIDED && !position.is_noisy(mv) {
                quiet_moves += 1;
                if quiet_moves > quiet_replies::<P>() {
                    return best;
                }
            }
            if selection == Selection::Captures {
                if node.loses_exchange(position, mv, picker.stage) {
                    continue;
                }
                // Delta pruning: too far below alpha even with the victim taken.
                let most = node.eval + position.gain(mv) + delta_margin::<P>();
                if most <= best.alpha && !is_decided(best.alpha) {
                    best.score = best.score.max(most);
                    continue;
                }
            }
            let mut next = position.clone();
            next.play(mv);
            self.complete_move(&mut next);
            self.table.prefetch(next.key());
            self.stack[ply].history_index = position.history_index(mv);
            let score = self.quiescence_child(position, &next, (best.alpha, beta), qply - 1, ply);
            if self.stopped {
                return best;
            }
            self.update_best(&mut best, mv, score, ply);
            if best.alpha >= beta {
                return best;
            }
        }
    }
}

impl QuiescenceNode {
    /// Whether a capture is skipped because it may lose material [+101]. In games without exchange evaluation
    /// this is only guessed after some plies, as lines would never end where everything can be taken.
    #[inline(always)]
    fn loses_exchange<P: Position>(&self, position: &P, mv: P::Move, stage: Stage) -> bool {
        if !position.judges_exchanges() {
            return self.qply < -exchange_plies::<P>() && position.gain(mv) < position.mover_value(mv);
        }
        match stage {
            Stage::GoodNoisy => false,
            Stage::BadNoisy => true,
            Stage::HashMove | Stage::Killer | Stage::Quiet => !position.wins_exchange(mv, 0),
        }
    }
}
