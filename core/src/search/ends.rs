//! Where a line ends: finished games, fifty moves, repetition, and the greatest ply.

use super::parameters::MAX_PLY;
use super::worker::{Mode, Worker};
use crate::position::Position;
use crate::types::score::{DRAW, lost_in, won_in};
use crate::types::{Color, Outcome, Score};

impl<P: Position> Worker<'_, P> {
    /// The score where a line ends: in a finished or drawn game, at the greatest ply, or because the search stops.
    #[inline]
    pub fn end_of_line(&mut self, position: &P, ply: usize) -> Option<Score> {
        if self.stopped {
            return Some(DRAW);
        }
        if let Some(outcome) = position.ended() {
            return Some(self.score_of(outcome, position, ply));
        }
        if P::PLAYERS > 2 && self.mode == Mode::Usual && position.is_bystander(self.root) {
            return Some(self.score_on_another_board(position, ply));
        }
        // Several boards end one by one, by `settle_draws`; the counter counts the turns of two players.
        let reach = position.reversible_plies().saturating_mul(P::PLAYERS / 2);
        if reach >= 4
            && let Some(first) = self.repetition(position.key(), reach)
        {
            let outcome = position.repeated(self.checks_since(first, ply, position.turn().color));
            return Some(self.score_of(outcome, position, ply));
        }
        if P::PLAYERS == 2 && position.is_worn_out() {
            let worn_out = || self.score_of(position.worn_out(), position, ply);
            return Some(self.mate_score(position, ply).unwrap_or_else(worn_out));
        }
        (ply >= MAX_PLY - 1).then(|| if self.stack[ply].in_check { DRAW } else { self.evaluate(position) })
    }

    /// The score of a position in which the side to move is mated.
    #[inline]
    pub fn mate_score(&self, position: &P, ply: usize) -> Option<Score> {
        let mated = self.stack[ply].in_check && position.count_moves() == 0;
        mated.then(|| self.score_without_moves(position, ply))
    }

    /// The score of a position without legal moves: mate, stalemate, or what else they are in the game.
    #[inline]
    pub fn score_without_moves(&self, position: &P, ply: usize) -> Score {
        self.score_of(position.no_moves(), position, ply)
    }

    /// The score of a finished game for the side to move.
    #[inline]
    fn score_of(&self, outcome: Outcome, position: &P, ply: usize) -> Score {
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

    /// By army, whether each of its moves has given check since the position behind `keys[first]`, which is repeated now. Of
    /// moves before the root nothing is known.
    #[inline(always)]
    fn checks_since(&self, first: usize, ply: usize, turn: Color) -> [bool; 2] {
        let mut checks = [first >= self.before_root; 2];
        for at in (first.max(self.before_root) - self.before_root + 1)..=ply {
            let mover = if (ply - at).is_multiple_of(2) { !turn } else { turn };
            checks[mover.index()] &= self.stack[at].in_check;
        }
        checks
    }

    /// Whether the position is a repetition, and of which of `keys`. A position of the tree counts when it occurs for the
    /// second time, one of the game before the root when it occurs for the third time.
    #[inline]
    fn repetition(&self, key: u64, reach: usize) -> Option<usize> {
        let oldest = self.keys.len().saturating_sub(reach);
        let mut earlier = 0;
        let mut index = self.keys.len();
        while index >= oldest + 2 {
            index -= 2;
            if self.keys[index] == key {
                earlier += 1;
                if index > self.before_root || earlier == 2 {
                    return Some(index);
                }
            }
        }
        None
    }
}

/// The score of a finished game for the side to move, as it is shown: a win has been reached, so it counts as one in a move.
pub fn final_score<P: Position>(position: &P) -> Score {
    match position.outcome().and_then(|outcome| outcome.winner) {
        None => DRAW,
        Some(winner) if winner == position.turn() => won_in(1),
        Some(_) => lost_in(0),
    }
}
