//! More than two players: the one at the root against all others.
//!
//! The search is negamax over two sides. With two players these are the two armies, and everything here is the usual
//! negation, decided when the search is compiled for the game. With more players, one side is the player at the root
//! and the other side all others, who are taken to play together: a score changes its sign only where the turn passes
//! from one side to the other.
//!
//! Players on other boards pass in the tree, which takes no depth: its plies are those of the own board. Nothing is proved
//! behind a pass. Only the proof of `go mate` plays their moves, and a forced win that it finds holds against whatever
//! the others do.

use super::window::Window;
use super::worker::{Mode, Worker};
use crate::position::Position;
use crate::types::score::{DECIDED, WIN, won_in};
use crate::types::{Outcome, Score};

/// The score of a win or loss that is not proved, because a bystander has other moves than a pass: nearer ones remain
/// better, and all are worse than proved ones.
const fn unproved(score: Score) -> Score {
    const LESS: Score = WIN - DECIDED + 1;
    match score {
        DECIDED.. => score - LESS,
        _ if score <= -DECIDED => score + LESS,
        _ => score,
    }
}

/// The score of a root move that wins at once if every bystander passes.
pub const UNPROVED_WIN_IN_ONE: Score = unproved(won_in(1));

impl<P: Position> Worker<'_, P> {
    /// Whether the root's player wins from `position`, after his move, whatever the bystanders play before the turn of an
    /// opponent. False if the search is stopped.
    pub fn wins_before_replies(&mut self, position: &P) -> bool {
        self.count_node();
        let winner = |outcome: Outcome| outcome.winner.map(|winner| winner.number);
        let moves = position.move_list();
        self.count_generated(moves.len());
        if let Some(outcome) = position.ended().or_else(|| moves.is_empty().then(|| position.no_moves())) {
            return winner(outcome) == Some(self.root.number);
        }
        position.is_bystander(self.root)
            && moves.into_iter().all(|mv| {
                let mut next = position.after(mv);
                next.settle_draws(self.path.iter().rev());
                !self.stopped && self.wins_before_replies(&next)
            })
    }

    /// Whether the root's player is to move.
    #[inline(always)]
    pub fn is_roots_turn(&self, position: &P) -> bool {
        position.turn().number == self.root.number
    }

    /// Whether players on other boards pass after the moves of `position`.
    #[inline(always)]
    pub fn others_pass(&self, position: &P) -> bool {
        P::PLAYERS > 2 && self.mode == Mode::Usual && position.players() > 2
    }

    /// How often the turn has passed from side to side since the root: forced wins are counted in this.
    #[inline(always)]
    pub fn distance(&self, ply: usize) -> usize {
        if P::PLAYERS == 2 { ply } else { self.distances[ply] }
    }

    /// Adds a position to the path before its moves are played.
    #[inline(always)]
    pub fn enter(&mut self, position: &P, key: u64) {
        self.keys.push(key);
        if P::PLAYERS > 2 {
            self.path.push(position.clone());
        }
    }

    #[inline(always)]
    pub fn leave(&mut self) {
        self.keys.pop();
        if P::PLAYERS > 2 {
            self.path.pop();
        }
    }

    /// Completes a move to `next`: ends the boards that are drawn, and lets players on other boards pass.
    #[inline(always)]
    pub fn complete_move(&self, next: &mut P) {
        if P::PLAYERS > 2 {
            next.settle_draws(self.path.iter().rev());
            while self.others_pass(next) && next.is_bystander(self.root) && pass_over(next) {
                next.settle_draws(self.path.iter().rev());
            }
        }
    }

    /// Whether the turn passes to the other side from `position`, at `ply`, to `next`.
    #[inline(always)]
    fn changes_sides(&mut self, position: &P, next: &P, ply: usize) -> bool {
        if P::PLAYERS == 2 {
            return true;
        }
        let changes = self.is_roots_turn(position) != self.is_roots_turn(next);
        self.distances[ply + 1] = self.distances[ply] + changes as usize;
        changes
    }

    /// The score of `next` for the side to move in `position`, which is at `ply`.
    #[inline(always)]
    pub fn child(&mut self, position: &P, next: &P, window: Window, depth: i32, ply: usize) -> Score {
        let score = match self.changes_sides(position, next, ply) {
            true => -self.search(next, window.reversed(), depth, ply + 1),
            false => self.search(next, window, depth, ply + 1),
        };
        if self.others_pass(position) { unproved(score) } else { score }
    }

    #[inline(always)]
    pub fn quiescence_child(&mut self, position: &P, next: &P, bounds: (Score, Score), qply: i32, ply: usize) -> Score {
        let (alpha, beta) = bounds;
        let score = match self.changes_sides(position, next, ply) {
            true => -self.quiescence(next, -beta, -alpha, qply, ply + 1),
            false => self.quiescence(next, alpha, beta, qply, ply + 1),
        };
        if self.others_pass(position) { unproved(score) } else { score }
    }

    /// The static evaluation of a position after a move of the root's player, for that player.
    pub fn static_child(&mut self, next: &P) -> Score {
        let score = self.undecided_evaluation(next);
        if self.is_roots_turn(next) { score } else { -score }
    }

    /// The score where a player on another board is to move and does not pass: that player is mated, or the root's board
    /// is drawn.
    #[inline(never)]
    pub fn score_on_another_board(&mut self, position: &P, ply: usize) -> Score {
        match position.count_moves() {
            0 => self.score_without_moves(position, ply),
            _ => self.evaluate(position),
        }
    }
}

/// Passes, or plays some move where a pass is impossible. Returns false if there is no move.
fn pass_over<P: Position>(position: &mut P) -> bool {
    if !position.in_check() && position.null_move_is_sound() {
        position.pass();
        return true;
    }
    let moves = position.move_list();
    let quiet = moves.iter().find(|&&mv| !position.is_noisy(mv));
    let chosen = quiet.or(moves.first()).copied();
    chosen.inspect(|&mv| position.play(mv)).is_some()
}
