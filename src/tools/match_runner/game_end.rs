//! How a game has ended: who wins, why, and what the record says of it.

use super::player::Forfeit;
use super::seats::{self, Arrangement};
use crate::game::Game;
use crate::pgn::{GameRecord, RecordedMove};
use crate::types::{Outcome, Seat};
use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// The winner; `None` in a draw.
    pub winner: Option<Seat>,
    /// The value of the PGN tag `Termination`.
    pub termination: &'static str,
    /// What happened, in words.
    pub comment: String,
    /// Who forfeited, and why.
    pub forfeit: Option<(Seat, Forfeit)>,
}

impl GameEnd {
    pub fn by_rules(outcome: Outcome) -> GameEnd {
        GameEnd { winner: outcome.winner, termination: "normal", comment: outcome.comment(), forfeit: None }
    }

    /// The end of a game that a player forfeits to another, or to nobody if the other side cannot win.
    pub fn forfeited(loser: Seat, winner: Option<Seat>, forfeit: Forfeit) -> GameEnd {
        let comment = format!("{} forfeits: {forfeit}{}", loser.name(), reservation(winner));
        GameEnd { winner, termination: forfeit.reason.name(), comment, forfeit: Some((loser, forfeit)) }
    }

    pub fn resignation(loser: Seat, winner: Option<Seat>) -> GameEnd {
        let comment = format!("{} resigns{}", loser.name(), reservation(winner));
        GameEnd { winner, termination: "resignation", comment, forfeit: None }
    }

    /// The end of a game that is adjudicated as won, or as drawn for a reason.
    pub fn adjudicated(winner: Option<Seat>, draw: &str) -> GameEnd {
        let comment = winner.map_or_else(|| draw.into(), |seat| format!("{} wins by adjudication", seat.name()));
        GameEnd { winner, termination: "adjudication", comment, forfeit: None }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub fn result(&self) -> &'static str {
        self.winner.map_or("1/2-1/2", |winner| winner.color.choose("1-0", "0-1"))
    }
}

/// What is said besides who gives the game up.
pub fn reservation(winner: Option<Seat>) -> &'static str {
    if winner.is_some() { "" } else { ", but the other side cannot win" }
}

/// The player who wins when a seat gives the game up; `None` if that player has nothing left to win with (FIDE 6.9).
pub fn winner_against(game: &dyn Game, arrangement: Arrangement, loser: usize) -> Option<Seat> {
    let winner = game.variant().seats.get(seats::winner_against(arrangement, loser)).copied();
    winner.filter(|&seat| !game.cannot_win(seat))
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    pub ending: GameEnd,
    pub moves: Vec<RecordedMove>,
    /// The time during which the engines were thinking.
    pub thinking: Duration,
}

impl FinishedGame {
    /// A game from this position that a seat forfeits before the first move.
    pub fn without_moves(game: &dyn Game, arrangement: Arrangement, loser: usize, forfeit: Forfeit) -> FinishedGame {
        let winner = winner_against(game, arrangement, loser);
        let ending = GameEnd::forfeited(game.variant().seats[loser], winner, forfeit);
        FinishedGame { ending, moves: Vec::new(), thinking: Duration::ZERO }
    }

    /// Writes moves, result and forfeit into a record. Where the result does not say who has won or forfeited, a tag does.
    pub fn write(mut self, record: &mut GameRecord, seats: usize) {
        if let Some(last) = self.moves.last_mut() {
            let gap = if last.comment.is_empty() { "" } else { ", " };
            last.comment = format!("{}{gap}{}", last.comment, self.ending.comment);
        }
        record.result = self.ending.result().into();
        record.set("Result", self.ending.result());
        record.set("Termination", self.ending.termination);
        record.set("PlyCount", self.moves.len().to_string());
        if let Some(winner) = self.ending.winner.filter(|_| seats > 2) {
            record.set("WinningSeat", (winner.number + 1).to_string());
        }
        if let Some((loser, forfeit)) = &self.ending.forfeit {
            if seats > 2 || self.ending.winner.is_none() {
                record.set("FaultSeat", (loser.number + 1).to_string());
            }
            record.set("Fault", forfeit.detail.replace(['"', '\\', '\n', '\r'], "'"));
        }
        record.moves = self.moves;
    }
}
