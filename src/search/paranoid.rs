//! More than two players: the one at the root against all others.
//!
//! The search is negamax over two sides. With two players these are the two armies, and everything here is the usual
//! negation, decided when the search is compiled for the game. With more players, one side is the player at the root
//! and the other side all others, who are taken to play together: a score changes its sign only where the turn passes
//! from one side to the other.
//!
//! Players on other boards stand by: in the tree they pass, which takes no depth, so that the search reaches further on
//! the own board [+44 ± 29]. Nothing is proved behind a pass. Only the proof of `go mate` plays their moves, and a forced
//! win that it finds holds against whatever the others do.

use super::history::NO_MOVE;
use super::parameters::MAX_PLY;
use super::window::Window;
use super::worker::Worker;
use crate::position::Position;
use crate::types::score::{DECIDED, DRAW, WIN, lost_in, won_in};
use crate::types::{Outcome, Score};

/// The score of a win or loss that is not proved, because a bystander has other moves than a pass: nearer ones remain
/// better, and all are worse than proved ones.
fn unproved(score: Score) -> Score {
    const LESS: Score = WIN - DECIDED + 1;
    match score {
        DECIDED.. => score - LESS,
        _ if score <= -DECIDED => score + LESS,
        _ => score,
    }
}

impl<P: Position> Worker<'_, P> {
    #[inline(always)]
    fn is_roots_turn(&self, position: &P) -> bool {
        position.turn().number == self.root.number
    }

    /// Returns whether the player to move has no influence on the evaluation for the root's player.
    #[inline(always)]
    pub fn is_bystander(&self, position: &P) -> bool {
        P::PLAYERS > 2 && position.is_bystander(self.root)
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

    /// Ends the boards of `next` that are drawn.
    #[inline(always)]
    pub fn settle(&self, next: &mut P) {
        if P::PLAYERS > 2 {
            next.settle_draws(self.path.iter().rev());
        }
    }

    /// Returns whether the turn passes to the other side from `position`, at `ply`, to `next`.
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
        if self.changes_sides(position, next, ply) {
            -self.search(next, window.reversed(), depth, ply + 1)
        } else {
            self.search(next, window, depth, ply + 1)
        }
    }

    #[inline(always)]
    pub fn quiescence_child(&mut self, position: &P, next: &P, bounds: (Score, Score), qply: i32, ply: usize) -> Score {
        let (alpha, beta) = bounds;
        if self.changes_sides(position, next, ply) {
            -self.quiescence(next, -beta, -alpha, qply, ply + 1)
        } else {
            self.quiescence(next, alpha, beta, qply, ply + 1)
        }
    }

    /// The static evaluation for the side to move.
    #[inline(always)]
    pub fn evaluate(&self, position: &P) -> Score {
        if P::PLAYERS == 2 {
            return position.evaluate(self.shared.network);
        }
        let score = position.evaluate_for(self.root, self.shared.network);
        if self.is_roots_turn(position) { score } else { -score }
    }

    /// The static evaluation of a position after a move of the root's player, for that player.
    pub fn static_child(&mut self, next: &P) -> Score {
        let score = self.undecided_evaluation(next);
        if self.is_roots_turn(next) { score } else { -score }
    }

    /// The static evaluation, kept apart from the scores of forced wins.
    #[inline(always)]
    pub fn undecided_evaluation(&mut self, position: &P) -> Score {
        // With more than two players the evaluation depends on the root's player, as the salt does.
        let key = position.key() ^ self.shared.table.salt;
        if let Some(score) = self.evaluations.get(key) {
            return score;
        }
        let score = self.evaluate(position).clamp(1 - DECIDED, DECIDED - 1);
        self.evaluations.put(key, score);
        score
    }

    /// The score of a finished game for the side to move.
    #[inline]
    pub fn score_of(&self, outcome: Outcome, position: &P, ply: usize) -> Score {
        let Some(winner) = outcome.winner else { return DRAW };
        if P::PLAYERS == 2 {
            return if winner == position.turn() { won_in(ply) } else { lost_in(ply) };
        }
        match (winner.number == self.root.number, self.is_roots_turn(position)) {
            (true, true) => won_in(self.distance(ply)),
            (true, false) | (false, true) => lost_in(self.distance(ply)),
            // One of the others beats another one: lost as if it were the turn of the root's player.
            (false, false) => won_in(self.distance(ply) + 1),
        }
    }

    /// The score where a line ends: in a finished or drawn game, at the greatest ply, or because the search stops.
    #[inline]
    pub fn end_of_line(&self, position: &P, ply: usize) -> Option<Score> {
        if self.stopped {
            return Some(DRAW);
        }
        if let Some(outcome) = position.ended() {
            return Some(self.score_of(outcome, position, ply));
        }
        // Several boards end one by one, by `settle_draws`; the counters count the turns of two players.
        let clock = position.halfmove_clock() * (P::PLAYERS as u32 / 2);
        let reach = position.reversible_plies().saturating_mul(P::PLAYERS / 2);
        if reach >= 4 && self.is_repetition(position.key(), reach) {
            return Some(DRAW);
        }
        if clock >= 100 && P::PLAYERS == 2 {
            return Some(self.mate_score(position, ply).unwrap_or(DRAW));
        }
        (ply >= MAX_PLY - 1).then(|| if self.stack[ply].in_check { DRAW } else { self.evaluate(position) })
    }

    /// The score of a position in which the side to move is mated.
    #[inline]
    pub fn mate_score(&self, position: &P, ply: usize) -> Option<Score> {
        let mated = self.stack[ply].in_check && position.count_moves() == 0;
        mated.then(|| self.score_of(position.no_moves(), position, ply))
    }

    /// Quiescence where a bystander is to move.
    pub fn stand_by(&mut self, position: &P, alpha: Score, beta: Score, qply: i32, ply: usize) -> Score {
        let Some(next) = self.pass_over(position, ply) else {
            return self.score_of(position.no_moves(), position, ply);
        };
        let score = self.quiescence_child(position, &next, (alpha, beta), qply, ply);
        self.leave();
        unproved(score)
    }

    /// Search where a bystander is to move. The turn passes on at the same depth.
    #[inline(never)]
    pub fn search_past(&mut self, position: &P, window: Window, depth: i32, ply: usize) -> Score {
        self.begin_node(ply);
        if let Some(score) = self.end_of_line(position, ply) {
            return score;
        }
        let Some(next) = self.pass_over(position, ply) else {
            return self.score_of(position.no_moves(), position, ply);
        };
        let score = self.child(position, &next, window, depth, ply);
        self.leave();
        unproved(score)
    }

    /// Enters the position after a bystander's turn: after a pass, or after the most likely move where a pass is
    /// impossible. `None` if there is no move.
    fn pass_over(&mut self, position: &P, ply: usize) -> Option<P> {
        let mut next = position.clone();
        self.stack[ply].history_index = NO_MOVE;
        if !position.in_check() && position.null_move_is_sound() {
            next.pass();
        } else {
            let mut picker = self.pick_all(position, 0, ply);
            next.play(self.next_move(&mut picker, position, ply)?);
        }
        self.enter(position, position.key());
        self.settle(&mut next);
        Some(next)
    }
}
