//! More than two players: the one at the root against all others.
//!
//! The search is negamax over two sides. With two players they are the two armies, and everything here is the usual
//! negation, decided when the search is compiled for the game. With more, one side is the player at the root and the
//! other all the rest, who are taken to play together: a score changes its sign only where the turn goes from one
//! side to the other, and a forced win holds against whatever the others do.

use super::move_picker::MovePicker;
use super::node::Window;
use super::worker::Worker;
use crate::position::Position;
use crate::types::score::{DECIDED, DRAW, lost_in, won_in};
use crate::types::zobrist::mix;
use crate::types::{Outcome, Score, Seat};

/// Sets the table entries of different points of view apart.
#[inline(always)]
pub fn salt<P: Position>(root: Seat) -> u64 {
    if P::PLAYERS == 2 { 0 } else { mix(0x5EA7 + u64::from(root.number)) }
}

impl<P: Position> Worker<'_, P> {
    /// Whether it is the turn of the player at the root.
    #[inline(always)]
    fn is_roots_turn(&self, position: &P) -> bool {
        position.turn().number == self.root.number
    }

    /// Whether the player to move has no part in what the evaluation of the root's player is about.
    #[inline(always)]
    pub fn is_bystander(&self, position: &P) -> bool {
        P::PLAYERS > 2 && position.is_bystander(self.root)
    }

    /// Plies from the root as win and loss scores count them: how often the turn has gone from side to side.
    #[inline(always)]
    pub fn distance(&self, ply: usize) -> usize {
        if P::PLAYERS == 2 { ply } else { self.distances[ply] }
    }

    /// Remembers the position that moves are about to lead on from.
    #[inline(always)]
    pub fn enter(&mut self, position: &P, key: u64) {
        self.keys.push(key);
        if P::PLAYERS > 2 {
            self.path.push(position.clone());
        }
    }

    /// Forgets the position last entered.
    #[inline(always)]
    pub fn leave(&mut self) {
        self.keys.pop();
        if P::PLAYERS > 2 {
            self.path.pop();
        }
    }

    /// Ends what is drawn by the moves that led to `next`.
    #[inline(always)]
    pub fn settle(&self, next: &mut P) {
        if P::PLAYERS > 2 {
            next.settle_draws(self.path.iter().rev());
        }
    }

    /// Whether the turn goes to the other side from `position`, at `ply`, to `next`.
    #[inline(always)]
    fn changes_sides(&mut self, position: &P, next: &P, ply: usize) -> bool {
        if P::PLAYERS == 2 {
            return true;
        }
        let changes = self.is_roots_turn(position) != self.is_roots_turn(next);
        self.distances[ply + 1] = self.distances[ply] + changes as usize;
        changes
    }

    /// The value of `next` for the side to move in `position`, which is at `ply`.
    #[inline(always)]
    pub fn child(&mut self, position: &P, next: &P, window: Window, depth: i32, ply: usize) -> Score {
        if self.changes_sides(position, next, ply) {
            -self.search(next, window.reversed(), depth, ply + 1)
        } else {
            self.search(next, window, depth, ply + 1)
        }
    }

    /// As [`Worker::child`], in quiescence.
    #[inline(always)]
    pub fn quiet_child(&mut self, position: &P, next: &P, alpha: Score, beta: Score, qply: i32, ply: usize) -> Score {
        if self.changes_sides(position, next, ply) {
            -self.quiescence(next, -beta, -alpha, qply, ply + 1)
        } else {
            self.quiescence(next, alpha, beta, qply, ply + 1)
        }
    }

    /// The static score for the side to move.
    #[inline(always)]
    pub fn standing(&self, position: &P) -> Score {
        if P::PLAYERS == 2 {
            return position.evaluate();
        }
        let score = position.evaluate_for(self.root);
        if self.is_roots_turn(position) { score } else { -score }
    }

    /// The score of a finished game for the side to move.
    #[inline]
    pub fn score_of(&self, outcome: Outcome, position: &P, ply: usize) -> Score {
        let Some(winner) = outcome.winner else { return DRAW };
        if P::PLAYERS == 2 {
            return if winner == position.turn() { won_in(ply) } else { lost_in(ply) };
        }
        let (wins, turn) = (winner.number == self.root.number, self.is_roots_turn(position));
        match (wins, turn) {
            (true, true) => won_in(self.distance(ply)),
            (true, false) | (false, true) => lost_in(self.distance(ply)),
            // Two of the others settle it between them: lost as if it were the root's turn again.
            (false, false) => won_in(self.distance(ply) + 1),
        }
    }

    /// Quiescence where a bystander is to move: the turn goes on, by passing or by the likeliest move. Neither is
    /// all that this player could do, so no win or loss is proved behind it.
    pub fn stand_by(&mut self, position: &P, alpha: Score, beta: Score, qply: i32, ply: usize) -> Score {
        let mut next = position.clone();
        if !position.in_check() && position.null_move_is_sound() {
            next.pass();
        } else {
            let Some(mv) = MovePicker::all(position, 0, &self.memory, ply, self.past(ply)).next(position) else {
                return self.score_of(position.no_moves(), position, ply);
            };
            next.play(mv);
        }
        self.enter(position, position.key());
        self.settle(&mut next);
        let score = self.quiet_child(position, &next, alpha, beta, qply, ply);
        self.leave();
        score.clamp(1 - DECIDED, DECIDED - 1)
    }
}
