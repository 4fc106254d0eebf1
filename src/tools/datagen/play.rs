//! One game of the engine against itself.

use super::record::{Ply, Record, Settings};
use crate::engine::searcher::Searcher;
use crate::game::Game;
use crate::search::{Limits, Report};
use crate::tools::openings::play_at_random;
use crate::types::score::{DisplayScore, lost_in, won_in};
use crate::types::zobrist::mix;
use crate::types::{Color, Score};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// For so many plies both sides must agree on who wins before a game is given up.
const AGREED: i32 = 4;

/// Who is far ahead, and for how long.
struct Adjudicator {
    limit: Score,
    /// Plies in a row that White was winning, negative for Black.
    streak: i32,
}

impl Adjudicator {
    /// The winner, if there is one after White's score has been this.
    fn winner(&mut self, white: Score) -> Option<Color> {
        self.streak = match white {
            _ if self.limit == 0 => 0,
            _ if white >= self.limit => self.streak.max(0) + 1,
            _ if white <= -self.limit => self.streak.min(0) - 1,
            _ => 0,
        };
        (self.streak.abs() >= AGREED).then_some(if self.streak > 0 { Color::White } else { Color::Black })
    }
}

/// Plays the game of this number; none if `stop` was set on the way.
///
/// # Errors
/// When the engine answers with a move that the rules refuse.
pub fn play(
    settings: &Settings,
    number: u64,
    searcher: &Searcher,
    stop: &AtomicBool,
) -> Result<Option<Record>, String> {
    searcher.forget();
    let mut game = opening(settings, number);
    let start = game.fen();
    let mut adjudicator = Adjudicator { limit: settings.decided as Score, streak: 0 };
    let mut scores = Vec::new();
    let mut winner = None;
    while scores.len() < settings.max_plies as usize {
        if let Some(outcome) = game.outcome() {
            winner = outcome.winner.map(|seat| seat.color);
            break;
        }
        if stop.load(Relaxed) {
            return Ok(None);
        }
        let color = game.turn().color;
        let score = advance(&mut *game, settings.nodes, searcher)?;
        scores.push(score as i16);
        winner = adjudicator.winner(color.choose(score, -score));
        if winner.is_some() {
            break;
        }
    }
    let plies = game.played_bits().into_iter().zip(scores).map(|(bits, score)| Ply { bits, score }).collect();
    Ok(Some(Record { start, winner, plies, key: game.key() }))
}

/// Searches and plays a move; its score.
fn advance(game: &mut dyn Game, nodes: u64, searcher: &Searcher) -> Result<Score, String> {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let thought = searcher.search(game, limits, |_| {});
    let text = thought.answer.best.unwrap_or_default();
    game.play(&text).map_err(|error| format!("{error} in {}", game.fen()))?;
    Ok(thought.report.as_ref().map_or(0, score))
}

/// The score of a report in one number.
fn score(report: &Report) -> Score {
    match report.score {
        DisplayScore::Centipawns(score) => score.clamp(i16::MIN.into(), i16::MAX.into()),
        DisplayScore::Mate(moves) if moves > 0 => won_in(2 * moves as usize - 1),
        DisplayScore::Mate(moves) => lost_in(2 * moves.unsigned_abs() as usize),
    }
}

/// A position after random moves, the same for every seed and number; a finished game is begun anew with other moves.
/// It has no moves before it: all that the record says is all that there is.
fn opening(settings: &Settings, number: u64) -> Box<dyn Game> {
    let first = mix(settings.seed).wrapping_add(number << 20);
    let mut attempt = 0;
    loop {
        let mut game = settings.variant.new_game();
        if play_at_random(&mut *game, settings.random_plies, first.wrapping_add(attempt)) {
            return settings.variant.game_or_start(Some(&game.fen()));
        }
        attempt += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_given_up_when_both_sides_agree_for_long_enough() {
        let rows: [(&[Score], Option<Color>); 4] = [
            (&[2500, 2600, 2700, 31_000], Some(Color::White)),
            (&[-2500, -2500, -9000, -2500], Some(Color::Black)),
            (&[2500, 2600, 2700, 2499, 2500], None),
            (&[2500, 2500, 2500, -2500, -2500], None),
        ];
        for (scores, expected) in rows {
            let mut adjudicator = Adjudicator { limit: 2500, streak: 0 };
            assert_eq!(scores.iter().find_map(|&score| adjudicator.winner(score)), expected, "{scores:?}");
        }
    }
}
