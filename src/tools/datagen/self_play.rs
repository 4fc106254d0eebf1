//! Plays one game of the engine against itself.

use super::binary_format::{GenerationSettings, Ply, TrainingGame};
use crate::engine::searcher::{SearchResult, Searcher};
use crate::game::Game;
use crate::search::Limits;
use crate::tools::random_play::random_opening;
use crate::types::{Color, Score};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The number of plies in a row that both sides must agree on the winner before a game is adjudicated.
const AGREED_PLIES: i32 = 4;

/// One game in this many is not adjudicated.
const UNADJUDICATED: u64 = 8;

/// Ends a game early when its winner is clear.
struct Adjudicator {
    /// The least score that counts as won; 0: games are never adjudicated.
    limit: Score,
    /// The number of plies in a row that White was winning; negative for Black.
    streak: i32,
}

impl Adjudicator {
    /// Takes the score of the next ply, from White's view, and returns the winner if the game is adjudicated.
    fn winner(&mut self, white: Score) -> Option<Color> {
        self.streak = match white {
            _ if self.limit == 0 => 0,
            _ if white >= self.limit => self.streak.max(0) + 1,
            _ if white <= -self.limit => self.streak.min(0) - 1,
            _ => 0,
        };
        (self.streak.abs() >= AGREED_PLIES).then_some(if self.streak > 0 { Color::White } else { Color::Black })
    }
}

/// A game that the engine has played against itself.
pub struct SelfPlayedGame {
    /// The game at its end; it began after the random moves.
    pub game: Box<dyn Game>,
    /// The winner by the rules or by adjudication; `None` in a draw.
    pub winner: Option<Color>,
    /// The score of each move from the view of the side that played it.
    scores: Vec<i16>,
}

impl SelfPlayedGame {
    /// The game as files of games keep it.
    pub fn recorded(mut self) -> TrainingGame {
        let (bits, key) = (self.game.played_bits(), self.game.key());
        while self.game.undo() {}
        let plies = bits.into_iter().zip(self.scores).map(|(bits, score)| Ply { bits, score }).collect();
        TrainingGame { start: self.game.fen(), winner: self.winner, plies, key }
    }
}

/// Plays the game with this number. Returns `None` if `stop` is set before it ends.
///
/// # Errors
/// The engine plays an illegal move.
pub fn play(
    settings: &GenerationSettings,
    number: u64,
    searcher: &Searcher,
    stop: &AtomicBool,
) -> Result<Option<SelfPlayedGame>, String> {
    let mut game = opening(settings, number, searcher);
    searcher.forget();
    // Some games are played to their end, so that there are endings to learn from.
    let limit = if number.is_multiple_of(UNADJUDICATED) { 0 } else { settings.decided as Score };
    let mut adjudicator = Adjudicator { limit, streak: 0 };
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
        let score = play_best_move(&mut *game, settings.nodes, searcher)?;
        scores.push(score as i16);
        winner = adjudicator.winner(color.choose(score, -score));
        if winner.is_some() {
            break;
        }
    }
    Ok(Some(SelfPlayedGame { game, winner, scores }))
}

fn search(game: &dyn Game, nodes: u64, searcher: &Searcher) -> SearchResult {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    searcher.search(game, limits, |_| {})
}

/// Searches the position, plays the best move and returns its score.
fn play_best_move(game: &mut dyn Game, nodes: u64, searcher: &Searcher) -> Result<Score, String> {
    let result = search(game, nodes, searcher);
    match result.answer.best {
        Some(best) if game.play_bits(best) => Ok(result.report.map_or(0, |report| report.score)),
        _ => Err(format!("the engine has no legal move in {}", game.fen())),
    }
}

/// The start of the game with this number: a position after random moves. Its history is empty, as it is on
/// replay: repetitions do not count the random moves.
fn opening(settings: &GenerationSettings, number: u64, searcher: &Searcher) -> Box<dyn Game> {
    let plies = settings.random_plies + (number % 2) as u32;
    let is_balanced = |game: &dyn Game| {
        let report = search(game, settings.nodes, searcher).report;
        settings.unbalanced == 0 || report.is_some_and(|report| report.score.unsigned_abs() <= settings.unbalanced)
    };
    random_opening(settings.variant, plies, settings.seed, number, is_balanced).begun_here()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_adjudicated_when_both_sides_agree_for_long_enough() {
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
