//! A search of all moves for a forced win in a few moves, where the usual search is far ahead. That search prunes late quiet
//! moves, which hides short wins for many iterations in games with hundreds of moves.

use super::parameters::{win_probe_divisor, win_probe_moves, win_probe_score};
use super::root::{RootMove, bring_forward, sort_by_score, sorted_by};
use super::window::Window;
use super::worker::Worker;
use crate::position::Position;
use crate::types::score::{DECIDED, INFINITE, won_in};

/// What the probes of one search know.
pub struct WinProbe<P: Position> {
    /// The length of the win to look for next, in own moves: no shorter one exists.
    next: i32,
    /// The next probe waits until the thread has searched this many nodes.
    from: u64,
    /// The win that was found.
    win: Option<RootMove<P>>,
}

impl<P: Position> WinProbe<P> {
    /// Probes of a search that has looked at nothing.
    pub fn new() -> Self {
        WinProbe { next: 1, from: 0, win: None }
    }

    /// Puts the win that was found to the front, unless a move with at least that score is there: a later iteration may have
    /// pruned the win.
    pub fn keep(&self, moves: &mut [RootMove<P>]) {
        if let Some(win) = self.win.as_ref().filter(|win| moves[0].last_score() < win.score) {
            bring_forward(moves, win.clone());
        }
    }
}

impl<P: Position> Worker<'_, P> {
    /// Searches all moves for a win if the best one is far ahead without one, for a fraction of the nodes so far. What is
    /// not finished then is tried again when the thread has searched twice as many. Only the first thread does this, not where
    /// play is weakened, and not for `go mate`, which has a proof of its own.
    pub fn probe_win(&mut self, moves: &mut [RootMove<P>], probe: &mut WinProbe<P>) {
        let limits = &self.request.setup.limits;
        let may_probe = self.id == 0 && P::PLAYERS == 2 && limits.mate.is_none() && limits.strength().is_none();
        let is_ahead = (win_probe_score::<P>()..DECIDED).contains(&moves[0].score);
        let quota = self.nodes / win_probe_divisor::<P>() as u64;
        // Fewer nodes than moves would show nothing.
        let is_due = self.nodes >= probe.from && quota >= moves.len() as u64;
        if !may_probe || !is_ahead || !is_due || probe.next > win_probe_moves::<P>() {
            return;
        }
        self.prove_within(quota, |worker| worker.look_for_win(moves, probe));
        probe.keep(moves);
    }

    /// Looks for longer and longer wins until one is found or the search is stopped.
    fn look_for_win(&mut self, moves: &[RootMove<P>], probe: &mut WinProbe<P>) {
        // Moves that leave few replies are the likeliest to win.
        let ordered = sorted_by(moves, |root_move| self.count_replies(root_move.mv));
        while probe.next <= win_probe_moves::<P>() && probe.win.is_none() && !self.stopped {
            let plies = 2 * probe.next as usize - 1;
            self.iteration = plies;
            let mut tried = ordered.clone();
            let window = Window::new(won_in(plies) - 1, INFINITE);
            let score = self.search_root(&mut tried, window, plies as u32, &mut |_| ());
            if score > window.alpha {
                sort_by_score(&mut tried);
                probe.win = tried.into_iter().next();
            }
            if !self.stopped {
                probe.next += 1;
            }
        }
        probe.from = 2 * self.nodes;
    }

    /// The number of replies to a root move, which counts as a node; the greatest number if the search is stopped.
    fn count_replies(&mut self, mv: P::Move) -> u64 {
        if self.stopped {
            return u64::MAX;
        }
        self.count_node();
        let replies = self.request.position.after(mv).count_moves();
        self.count_generated(replies as usize);
        replies
    }
}
