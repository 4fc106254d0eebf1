//! The moves of a node: which are searched, how deep, and which is best.

use super::abdada::{MovesInSearch, searched_move};
use super::history::TriedMoves;
use super::move_picker::MovePicker;
use super::parameters::*;
use super::window::{Expected, Window};
use super::worker::{Node, Worker};
use crate::position::Position;
use crate::types::Score;
use crate::types::score::INFINITE;
use arrayvec::ArrayVec;
use once_cell::sync::Lazy;
use smallvec::SmallVec;
use std::array::from_fn;

/// ln depth * ln move number; 0 counts as 1. The rest of a reduction depends on the game.
static LOGARITHMS: Lazy<[[f64; 64]; 64]> = Lazy::new(|| from_fn(|depth| from_fn(|number| logarithms(depth, number))));

fn logarithms(depth: usize, number: usize) -> f64 {
    let ln = |count: usize| (count.max(1) as f64).ln();
    ln(depth) * ln(number)
}

/// The part of a reduction that depends on depth and move number, in 1/1024 of a ply.
#[inline(always)]
fn base_reduction<P: Position>(is_quiet: bool, depth: i32, number: usize) -> i32 {
    let (base, divisor) = match is_quiet {
        true => (reduction_quiet_base_percent::<P>(), reduction_quiet_divisor_percent::<P>()),
        false => (reduction_noisy_base_percent::<P>(), reduction_noisy_divisor_percent::<P>()),
    };
    let plies = percent(base) + LOGARITHMS[(depth as usize).min(63)][number.min(63)] / percent(divisor);
    (plies * PLY as f64) as i32
}

/// The best move of a node so far.
pub struct BestMove<M> {
    pub score: Score,
    /// The lower end of the window, raised by the scores above it.
    pub alpha: Score,
    /// The move, if it raised alpha.
    pub mv: Option<M>,
}

pub struct Candidate<M> {
    pub mv: M,
    /// From 1.
    pub number: usize,
    pub is_quiet: bool,
    pub history: i32,
    /// By how much the search of the move is reduced, in 1/1024 of a ply.
    pub reduction: i32,
}

/// The moves of a node in the order of the search: those that another thread is searching come last.
struct MoveQueue<'a, P: Position> {
    picker: &'a mut MovePicker<P>,
    excluded: Option<P::Move>,
    key: u64,
    /// The moves of all threads; `None` where they are not asked.
    in_search: Option<&'a MovesInSearch>,
    deferred: SmallVec<[(P::Move, usize); 8]>,
    count: usize,
}

impl<P: Position> MoveQueue<'_, P> {
    #[inline(always)]
    fn next(&mut self, worker: &Worker<'_, P>, position: &P, ply: usize) -> Option<(P::Move, usize)> {
        while let Some(mv) = worker.next_move(self.picker, position, ply) {
            if Some(mv) == self.excluded {
                continue;
            }
            self.count += 1;
            if self.count > 1 && self.in_search.is_some_and(|moves| moves.contains(searched_move(self.key, mv))) {
                self.deferred.push((mv, self.count));
                continue;
            }
            return Some((mv, self.count));
        }
        self.deferred.pop()
    }
}

impl<P: Position> Worker<'_, P> {
    /// Searches the moves of a node until one of them reaches beta. The result is void if the search was stopped.
    #[inline(always)]
    pub fn search_moves(&mut self, position: &P, node: &Node<P>, picker: &mut MovePicker<P>) -> BestMove<P::Move> {
        let shared = self.shared;
        let announces = node.depth >= deferral_depth() && shared.moves_in_search.is_shared();
        let in_search = announces.then_some(shared.moves_in_search);
        let (excluded, key, deferred) = (node.excluded, node.key, SmallVec::new());
        let mut queue = MoveQueue { picker, excluded, key, in_search, deferred, count: 0 };
        let mut best = BestMove { score: -INFINITE, alpha: node.window.alpha, mv: None };
        let mut tried = TriedMoves { quiet: ArrayVec::new(), noisy: ArrayVec::new() };
        while let Some((mv, number)) = queue.next(self, position, node.ply) {
            let candidate = self.candidate(position, node, mv, number);
            if node.skips(position, &candidate, queue.picker.stage, best.score, best.alpha) {
                continue;
            }
            let mut next = position.clone();
            next.play(mv);
            self.complete_move(&mut next);
            self.table.prefetch(next.key());
            self.stack[node.ply].history_index = position.history_index(mv);
            let depth = node.depth - 1 + if number == 1 { node.extension } else { 0 };
            if let Some(moves) = in_search {
                moves.insert(searched_move(node.key, mv));
            }
            let score = self.search_move(position, &next, node, &candidate, &best, depth);
            if let Some(moves) = in_search {
                moves.remove(searched_move(node.key, mv));
            }
            if self.stopped {
                return best;
            }
            // Step 15: A new best move; from beta on the others need not be searched.
            self.update_best(&mut best, mv, score, node.ply);
            if best.alpha >= node.window.beta {
                // Rewards the move at the expense of those tried before it.
                let killers = &mut self.stack[node.ply].killers;
                if candidate.is_quiet && killers[0] != mv {
                    *killers = [mv, killers[0]];
                }
                let previous = self.previous_moves(node.ply);
                self.history.learn_cutoff(position, mv, &tried, node.depth, previous);
                return best;
            }
            // Moves beyond the capacity are not needed.
            let _ = match candidate.is_quiet {
                true => tried.quiet.try_push(mv),
                false => tried.noisy.try_push(mv),
            };
        }
        best
    }

    #[inline(always)]
    fn candidate(&self, position: &P, node: &Node<P>, mv: P::Move, number: usize) -> Candidate<P::Move> {
        let is_quiet = !position.is_noisy(mv);
        let history = match is_quiet {
            true => self.history.of_quiet(position, mv, self.previous_moves(node.ply)),
            false => self.history.of_noisy(position, mv),
        };
        let mut reduction = base_reduction::<P>(is_quiet, node.depth, number);
        reduction += reduction_not_improving::<P>() * !node.improving as i32 - reduction_pv::<P>() * node.is_pv as i32;
        Candidate { mv, number, is_quiet, history, reduction }
    }

    /// Step 14: The first move with the full window; later ones less deep [+92] with a zero window, and again if they are
    /// better than expected.
    #[inline(always)]
    fn search_move(
        &mut self,
        position: &P,
        next: &P,
        node: &Node<P>,
        candidate: &Candidate<P::Move>,
        best: &BestMove<P::Move>,
        depth: i32,
    ) -> Score {
        let Node { window: Window { beta, expected, .. }, ply, .. } = *node;
        let alpha = best.alpha;
        if candidate.number == 1 {
            return self.child(position, next, Window { alpha, beta, expected }, depth, ply);
        }
        let plies = self.reduction(position, node, candidate, depth);
        let mut score = self.child(position, next, Window::zero(alpha, Expected::All), depth - plies, ply);
        if score > alpha && plies > 0 {
            // A much better move gets another ply, a hardly better one a ply less.
            let deeper = (score > best.score + deeper_margin::<P>() && plies > 1) as i32;
            let shallower = (score < best.score + shallower_margin::<P>()) as i32;
            let depth = depth + deeper - shallower;
            if deeper - shallower > -plies {
                score = self.child(position, next, Window::zero(alpha, expected), depth, ply);
            }
        }
        if score > alpha && score < beta {
            score = self.child(position, next, Window::new(alpha, beta), depth, ply);
        }
        score
    }

    #[inline(always)]
    pub fn update_best(&mut self, best: &mut BestMove<P::Move>, mv: P::Move, score: Score, ply: usize) {
        if score > best.score {
            best.score = score;
            if score > best.alpha {
                best.alpha = score;
                best.mv = Some(mv);
                self.remember_line(mv, ply);
            }
        }
    }
}
