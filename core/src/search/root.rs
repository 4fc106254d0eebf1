//! The root of the tree: its moves, their search, and reports about them.

use super::abdada::searched_move;
use super::parameters::{MAX_PLY, QUIET_START, root_full_depth_moves, root_reduction_depth};
use super::paranoid::UNPROVED_WIN_IN_ONE;
use super::window::{Bound, Expected, Window};
use super::worker::{Mode, Worker};
use super::{Event, Report, Request};
use crate::position::{GameMove, Position};
use crate::types::Score;
use crate::types::score::{INFINITE, won_in};
use smallvec::{SmallVec, smallvec};
use std::cmp::Reverse;
use std::collections::VecDeque;

/// A legal move of the root, and what is known of it.
#[derive(Clone)]
pub struct RootMove<P: Position> {
    pub mv: P::Move,
    /// The score of the last search that raised alpha; minus infinity if it did not.
    pub score: Score,
    /// The last score that was found, in this iteration or an earlier one; minus infinity before the first.
    pub previous: Score,
    /// Nodes spent on it, in all iterations.
    pub nodes: u64,
    /// The line that begins with the move. It is stored elsewhere only if it is longer: a position may have tens of thousands of
    /// moves, which are copied in every iteration.
    pub line: SmallVec<[P::Move; 1]>,
}

/// The best first; moves with equal scores keep their order.
pub fn sort_by_score<P: Position>(moves: &mut [RootMove<P>]) {
    let sorted = sorted_by(moves, |root_move| Reverse(root_move.score));
    moves.clone_from_slice(&sorted);
}

/// Brings a move to the front.
pub fn bring_forward<P: Position>(moves: &mut [RootMove<P>], best: RootMove<P>) {
    if let Some(place) = moves.iter().position(|root_move| root_move.mv == best.mv) {
        moves[place] = best;
        moves[..=place].rotate_right(1);
    }
}

/// Sorts by a key. What takes time to compile is compiled for the keys alone, not for every game.
pub fn sorted_by<T: Clone, K: Ord>(items: &[T], key: impl FnMut(&T) -> K) -> Vec<T> {
    let keys: Vec<K> = items.iter().map(key).collect();
    order_of(&keys).into_iter().map(|index| items[index].clone()).collect()
}

/// The indices of the keys in ascending order; equal keys keep their order.
fn order_of<K: Ord>(keys: &[K]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by(|&one, &other| keys[one].cmp(&keys[other]));
    order
}

impl<P: Position> RootMove<P> {
    pub fn new(mv: P::Move) -> Self {
        RootMove { mv, score: -INFINITE, previous: -INFINITE, nodes: 0, line: smallvec![mv] }
    }

    /// The last score that is known; minus infinity if none is.
    pub fn last_score(&self) -> Score {
        if self.score <= -INFINITE { self.previous } else { self.score }
    }
}

impl<P: Position> Worker<'_, P> {
    /// Principal variation search over the root moves. Moves that do not raise alpha keep minus infinity as score, so
    /// that a stable sort leaves them in their old order.
    pub fn search_root(
        &mut self,
        moves: &mut [RootMove<P>],
        window: Window,
        depth: u32,
        listen: &mut dyn FnMut(Event),
    ) -> Score {
        let root = &self.request.position;
        for root_move in moves.iter_mut() {
            root_move.score = -INFINITE;
        }
        self.enter(root, root.key());
        let Window { mut alpha, beta, .. } = window;
        let mut best = -INFINITE;
        let mut queue: VecDeque<usize> = (0..moves.len()).collect();
        let mut deferred = 0;
        while let Some(index) = queue.pop_front() {
            let mv = moves[index].mv;
            let searched = searched_move(root.key(), mv);
            // Moves that another thread is searching come last; each move is deferred once.
            if index > 0 && deferred < moves.len() && self.shared.moves_in_search.contains(searched) {
                deferred += 1;
                queue.push_back(index);
                continue;
            }
            if self.id == 0 && self.shared.time.stop_signal().elapsed() >= QUIET_START {
                listen(Event::Current(depth, mv.bits(), index + 1));
            }
            self.shared.moves_in_search.insert(searched);
            let nodes = self.nodes;
            let mut score = self.search_root_move(mv, index, Window::new(alpha, beta), depth as i32 - 1);
            if P::PLAYERS > 2 && score == UNPROVED_WIN_IN_ONE {
                score = self.proved_win(mv, moves[index].previous);
            }
            self.shared.moves_in_search.remove(searched);
            moves[index].nodes += self.nodes - nodes;
            if self.stopped {
                break;
            }
            self.may_stop = true;
            best = best.max(score);
            if index == 0 || score > alpha {
                self.remember_line(mv, 0);
                let line = SmallVec::from_slice(&self.lines[0]);
                moves[index] = RootMove { score, previous: score, line, ..moves[index] };
                alpha = alpha.max(score);
            }
            if alpha >= beta {
                break;
            }
        }
        self.leave();
        best
    }

    /// The score of a move that wins at once if the bystanders pass: that of a proved win if none of their moves prevents it.
    /// `known` is its last score.
    #[inline(never)]
    fn proved_win(&mut self, mv: P::Move, known: Score) -> Score {
        let mut next = self.request.position.after(mv);
        next.settle_draws(self.path.iter().rev());
        match known == won_in(1) || self.wins_before_replies(&next) {
            true => won_in(1),
            false => UNPROVED_WIN_IN_ONE,
        }
    }

    /// The first move with the full window; later ones only if a zero window shows that they are better.
    fn search_root_move(&mut self, mv: P::Move, index: usize, window: Window, depth: i32) -> Score {
        let (root, alpha) = (&self.request.position, window.alpha);
        let mut next = root.after(mv);
        self.complete_move(&mut next);
        self.stack[0].history_index = root.history_index(mv);
        if index > 0 {
            let late = index >= root_full_depth_moves::<P>() as usize && depth >= root_reduction_depth::<P>();
            let reduced = late && !root.is_noisy(mv) && self.mode == Mode::Usual;
            let zero = Window::zero(alpha, Expected::All);
            let mut score = self.child(root, &next, zero, depth - reduced as i32, 0);
            if score > alpha && reduced && !self.stopped {
                score = self.child(root, &next, zero, depth, 0);
            }
            if score <= alpha || self.stopped {
                return score;
            }
        }
        self.child(root, &next, window, depth, 0)
    }

    pub fn report(&mut self, root_move: &RootMove<P>, depth: u32, multipv: usize, bound: Bound) -> Report {
        self.publish_nodes();
        let position = &self.request.position;
        // Without any score of the search the static evaluation is shown.
        let score = Some(root_move.last_score()).filter(|&score| score > -INFINITE);
        let score = score.unwrap_or_else(|| self.evaluate(position));
        Report {
            depth,
            seldepth: (self.seldepth as u32).max(depth.min(MAX_PLY as u32)),
            multipv,
            score: score.clamp(-INFINITE + 1, INFINITE - 1),
            bound,
            nodes: self.shared.nodes(),
            time: self.shared.time.stop_signal().elapsed(),
            hashfull: self.request.setup.shared_state.table.hashfull(),
            pv: self.request.legal_part(&root_move.line),
        }
    }
}

impl<P: Position> Request<P> {
    /// The numbers of the moves of a line, cut where a hash collision made it illegal or where the game ends.
    pub fn legal_part(&self, line: &[P::Move]) -> Vec<u64> {
        let mut position = self.position.clone();
        let mut path = self.past.clone();
        let mut numbers = Vec::new();
        for &mv in line {
            if position.ended().is_some() && !numbers.is_empty() || !position.move_list().contains(&mv) {
                break;
            }
            numbers.push(mv.bits());
            if P::PLAYERS > 2 {
                path.push(position.clone());
            }
            position.play(mv);
            position.settle_draws(path.iter().rev());
        }
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::penalty_box::PenaltyBox;

    /// Positions of Penalty Box have up to tens of thousands of moves, which every iteration sorts and copies.
    #[test]
    fn root_moves_are_small() {
        assert!(size_of::<RootMove<PenaltyBox>>() <= 64);
    }
}
