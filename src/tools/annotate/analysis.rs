//! The search of all positions of a game, and what it says of the moves.

use super::evaluation::Evaluation;
use super::judgement::{self, Mark};
use crate::engine::searcher::Searcher;
use crate::game::Game;
use crate::position::Notation;
use crate::search::{Limits, StopSignal};
use crate::types::{Color, Outcome, Score, Seat};
use std::sync::Arc;

/// Before a move is marked, what it rests on is searched once more for so many times the nodes or the time.
const CONFIRMATION: u32 = 4;

/// A move of a game with what the searches say of it. Evaluations are from the view of its player.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AssessedMove {
    /// The player.
    pub seat: Seat,
    /// The text of PGN.
    pub san: String,
    /// The evaluation with best play.
    pub before: Evaluation,
    /// The evaluation after the move.
    pub after: Evaluation,
    /// The player's expected points before and after the move.
    pub expected: [f64; 2],
    /// Whether the search would have played it, or there is no other move.
    pub is_best: bool,
    /// The mark, if it deserves one.
    pub mark: Option<Mark>,
    /// The better line in the texts of PGN; empty without a mark.
    pub line: Vec<String>,
}

impl AssessedMove {
    /// White's expected points before and after the move.
    fn for_white(&self) -> [f64; 2] {
        self.expected.map(|expected| self.seat.color.choose(expected, 1.0 - expected))
    }

    /// The accuracy, 0 to 100.
    fn accuracy(&self) -> f64 {
        match self.is_best {
            true => 100.0,
            false => judgement::move_accuracy(self.expected[0], self.expected[1]),
        }
    }
}

/// The boards of a game, each with the places of its moves; most games have one, which has no name.
pub(super) fn boards(moves: &[AssessedMove]) -> Vec<(Option<char>, Vec<usize>)> {
    let mut boards: Vec<(Option<char>, Vec<usize>)> = Vec::new();
    for (place, assessed) in moves.iter().enumerate() {
        match boards.iter_mut().find(|(name, _)| *name == assessed.seat.board) {
            Some((_, places)) => places.push(place),
            None => boards.push((assessed.seat.board, vec![place])),
        }
    }
    boards.sort_by_key(|board| board.0);
    boards
}

/// White's expected points before the first of some moves and after each of them.
pub(super) fn course(moves: &[AssessedMove], places: &[usize]) -> Vec<f64> {
    let first = places.first().map(|&place| moves[place].for_white()[0]);
    first.into_iter().chain(places.iter().map(|&place| moves[place].for_white()[1])).collect()
}

/// The accuracy of an army's players, 0 to 100; `None` if they have not moved.
pub(super) fn accuracy(moves: &[AssessedMove], color: Color) -> Option<f64> {
    let mut own = Vec::new();
    for (_, places) in boards(moves) {
        let weights = judgement::weights(&course(moves, &places));
        let weighted = places.iter().zip(weights).filter(|(place, _)| moves[**place].seat.color == color);
        own.extend(weighted.map(|(&place, weight)| (moves[place].accuracy(), weight)));
    }
    judgement::player_accuracy(&own)
}

/// How many moves of an army have a mark.
pub(super) fn count(moves: &[AssessedMove], color: Color, mark: Mark) -> usize {
    moves.iter().filter(|assessed| assessed.seat.color == color && assessed.mark == Some(mark)).count()
}

/// What the search says of a position, from the view of its player.
struct Knowledge {
    seat: Seat,
    evaluation: Evaluation,
    /// The best line; empty if the game is over.
    line: Vec<u64>,
}

impl Knowledge {
    /// The evaluation from the view of one of two players.
    fn evaluation_for(&self, seat: Seat) -> Evaluation {
        if seat.number == self.seat.number { self.evaluation } else { self.evaluation.reversed() }
    }
}

/// Searches games, one at a time.
pub(super) struct Analyst<'a> {
    pub searcher: Searcher,
    pub limits: Limits,
    /// The greatest length of a better line, in plies.
    pub plies: usize,
    /// Ends the work.
    pub stop: &'a Arc<StopSignal>,
}

impl Analyst<'_> {
    /// Assesses the moves of a game that has come to this end, if to any, and calls `progress` after each of them; `None` if the
    /// work was stopped.
    ///
    /// The last position is searched first: the hash table then tells the search of a position what follows the move
    /// that was played there, so that both evaluations rest on the same knowledge.
    pub fn assess(
        &self,
        mut game: Box<dyn Game>,
        end: Option<Outcome>,
        progress: impl Fn(),
    ) -> Option<Vec<AssessedMove>> {
        self.searcher.forget();
        let played = game.played_bits().into_iter().zip(game.played_as(Notation::San));
        let mut next = match end {
            Some(outcome) => {
                let seat = game.turn();
                Knowledge { seat, evaluation: Evaluation::of_end(outcome, seat), line: Vec::new() }
            }
            None => self.search(&*game, &[])?,
        };
        let mut moves = Vec::new();
        for (bits, san) in played.rev() {
            let end = end.filter(|_| moves.is_empty());
            game.undo();
            let here = self.search(&*game, &[])?;
            let after = match end {
                Some(outcome) => Evaluation::of_end(outcome, here.seat),
                None => self.after(&*game, bits, &here, &next)?,
            };
            moves.push(self.assessed(&*game, (bits, san), &here, after)?);
            next = here;
            progress();
        }
        moves.reverse();
        Some(moves)
    }

    /// The evaluation after a move that does not end the game, for its player. With two players it is that of the next
    /// position, which has been searched a ply deeper. With more, the next player is not the opponent of this one, and
    /// the move is searched alone.
    fn after(&self, game: &dyn Game, bits: u64, here: &Knowledge, next: &Knowledge) -> Option<Evaluation> {
        match game.variant().players() {
            2 => Some(next.evaluation_for(here.seat)),
            _ if here.line.first() == Some(&bits) => Some(here.evaluation),
            _ => Some(self.search(game, &[bits])?.evaluation),
        }
    }

    fn assessed(
        &self,
        game: &dyn Game,
        (bits, san): (u64, String),
        here: &Knowledge,
        after: Evaluation,
    ) -> Option<AssessedMove> {
        let is_best = here.line.first().is_none_or(|&best| best == bits);
        let (mut before, mut after) = (here.evaluation, after);
        let chances = game.variant().network().chances();
        let mut mark = if is_best { None } else { judgement::judge(before, after, chances) };
        if mark.is_some() && game.variant().players() == 2 {
            before = self.confirmed(game, here.line.first().copied())?.unwrap_or(before);
            after = self.confirmed(game, Some(bits))?.unwrap_or(after);
            mark = judgement::judge(before, after, chances);
        }
        let plies = if mark.is_some() { self.plies } else { 0 };
        let line = game.write_line(&here.line[..plies.min(here.line.len())], Notation::San);
        let expected = [before, after].map(|evaluation| evaluation.expected(chances));
        Some(AssessedMove { seat: here.seat, san, before, after, expected, is_best, mark, line })
    }

    /// The evaluation for the player of a game of two by a long search behind one of his moves: no move is marked for a line
    /// that does not hold. `Some(None)` if the move ends the game or cannot be played.
    fn confirmed(&self, game: &dyn Game, bits: Option<u64>) -> Option<Option<Evaluation>> {
        let mut next = game.boxed_clone();
        let is_played = bits.is_some_and(|bits| next.play_bits(bits));
        if !is_played || next.outcome().is_some() {
            return Some(None);
        }
        let limits = Limits {
            nodes: self.limits.nodes.map(|nodes| nodes.saturating_mul(CONFIRMATION.into())),
            movetime: self.limits.movetime.map(|time| time.saturating_mul(CONFIRMATION)),
            ..self.limits.clone()
        };
        let next = self.search_for(limits, &*next, &[])?;
        Some(Some(next.evaluation_for(game.turn())))
    }

    /// Searches a position, or some of its moves; `None` if the work was stopped.
    fn search(&self, game: &dyn Game, only: &[u64]) -> Option<Knowledge> {
        self.search_for(self.limits.clone(), game, only)
    }

    fn search_for(&self, limits: Limits, game: &dyn Game, only: &[u64]) -> Option<Knowledge> {
        let limits = Limits { only: only.to_vec(), ..limits };
        let result = self.searcher.search_until(StopSignal::within(self.stop), game, limits, |_| {});
        if self.stop.is_stopped() {
            return None;
        }
        let report = result.report.filter(|report| !report.pv.is_empty());
        // A search of very few nodes may end without a report.
        let score = report.as_ref().map_or_else(|| static_score(game), |report| report.score);
        let best = result.answer.best;
        let known = report.map(|report| report.pv).filter(|line| best.is_none() || line.first() == best.as_ref());
        let line = known.unwrap_or_else(|| best.into_iter().collect());
        Some(Knowledge { seat: game.turn(), evaluation: score.into(), line })
    }
}

fn static_score(game: &dyn Game) -> Score {
    game.evaluate(&game.variant().network())
}
