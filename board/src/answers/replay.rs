//! Games up to the position that is asked about. The last few are kept: pages tell the whole game with every request, and of a game
//! that goes on only the new moves are played.

use super::Problem;
use super::requests::{MOST_MOVES, variant};
use crate::engine::game_line::{GameLine, LineError};
use crate::game::{Game, Variant};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// The longest time for replaying a game: reading a move compares it with all legal ones.
const MOST_TIME: Duration = Duration::from_secs(10);
/// The number of games that are kept.
const MOST_KEPT: usize = 8;

/// A game that has been replayed from its start position.
pub(super) struct Replay {
    line: GameLine,
    /// The FEN of the first position.
    pub(super) start: String,
    /// The hash keys of the positions from the first to the current one.
    pub(super) keys: Vec<u64>,
    /// The seats of the moves.
    pub(super) seats: Vec<u8>,
}

impl Replay {
    fn at_start(variant: &'static Variant) -> Replay {
        Replay { line: GameLine::at_start(variant), start: String::new(), keys: Vec::new(), seats: Vec::new() }
    }

    /// The game at its current position.
    pub(super) fn game(&self) -> &dyn Game {
        self.line.game()
    }

    /// The game over these moves, as far as this one shares them without playing.
    fn go_to(&self, variant: &'static Variant, fen: &str, moves: &[String]) -> Result<Replay, Problem> {
        let shared = self.line.shared(variant, Some(fen), moves);
        let (mut keys, mut seats) = (self.keys.clone(), self.seats.clone());
        keys.truncate(shared);
        seats.truncate(shared);
        let mut start = (shared > 0).then(|| self.start.clone());
        let begun = Instant::now();
        let mut ended = None;
        let line = self.line.go_to(variant, Some(fen), moves, |game| {
            start.get_or_insert_with(|| game.fen());
            seats.push(game.turn().number);
            keys.push(game.key());
            ended = game.ended();
            begun.elapsed() <= MOST_TIME
        });
        let line = line.map_err(|error| match (error, ended) {
            // `check` says what is repaired.
            (LineError::Start(error), _) => Problem::of("fen", error.to_string()),
            (error @ LineError::Stopped, _) => Problem { status: 503, ..Problem::of("moves", error.to_string()) },
            (LineError::Move(at, error), None) => Problem { at: Some(at), ..Problem::of("moves", error.to_string()) },
            (LineError::Move(at, _), Some(outcome)) => {
                let reason = format!("the game is over: {}", outcome.comment());
                Problem { at: Some(at), ..Problem::of("moves", reason) }
            }
        })?;
        keys.push(line.game().key());
        let start = start.unwrap_or_else(|| line.game().fen());
        Ok(Replay { line, start, keys, seats })
    }
}

/// The games that were asked about last, the newest first. What is known of a game changes how soon it is replayed, and nothing
/// else.
#[derive(Default)]
pub struct Replays {
    known: Mutex<VecDeque<Arc<Replay>>>,
}

impl Replays {
    /// Replays a game.
    ///
    /// # Errors
    /// The game is unknown, the FEN is refused, a move is illegal, or all of it takes too long.
    pub(super) fn replay(&self, name: &str, fen: Option<&str>, moves: &[String]) -> Result<Arc<Replay>, Problem> {
        let variant = variant(name)?;
        let fen = fen.unwrap_or(variant.start);
        if moves.len() > MOST_MOVES {
            return Err(Problem::of("moves", format!("{} moves, at most {MOST_MOVES} are allowed", moves.len())));
        }
        let shared = |replay: &Arc<Replay>| replay.line.shared(variant, Some(fen), moves);
        let nearest = self.known().iter().max_by_key(|replay| shared(replay)).cloned();
        let replay = match nearest.filter(|replay| shared(replay) > 0) {
            Some(known) if shared(&known) == known.line.plies().max(moves.len()) => known,
            Some(known) => Arc::new(known.go_to(variant, fen, moves)?),
            None => Arc::new(Replay::at_start(variant).go_to(variant, fen, moves)?),
        };
        let mut known = self.known();
        // Of a game and its beginning only the game is kept.
        match known.iter().position(|known| !moves.is_empty() && shared(known) == moves.len()) {
            Some(place) => {
                if let Some(newest) = known.remove(place) {
                    known.push_front(newest);
                }
            }
            None if moves.is_empty() => {}
            None => {
                known.retain(|earlier| shared(earlier) < earlier.line.plies());
                known.push_front(Arc::clone(&replay));
                known.truncate(MOST_KEPT);
            }
        }
        Ok(replay)
    }

    fn known(&self) -> MutexGuard<'_, VecDeque<Arc<Replay>>> {
        self.known.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::super::answer;
    use super::*;
    use serde_json::json;

    /// What is answered about a game: the position, or the problem.
    fn told(replays: &Replays, game: &str, fen: Option<&str>, moves: &[&str]) -> String {
        let body = json!({"game": game, "fen": fen, "moves": moves}).to_string();
        match answer(replays, "position", body.as_bytes()) {
            Ok(answer) => String::from_utf8(answer).unwrap(),
            Err(problem) => format!("{problem:?}"),
        }
    }

    #[test]
    fn what_is_known_of_other_games_changes_no_answer() {
        let knights = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8", "g1f3"];
        let mate = ["f2f3", "e7e5", "g2g4", "d8h4"];
        let set_up = Some("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1");
        let games: [(&str, Option<&str>, &[&str]); 12] = [
            ("chess", None, &[]),
            ("chess", None, &knights[..1]),
            ("chess", None, &knights[..4]),
            ("chess", None, &knights),
            ("chess", None, &["g1f3", "g8f6", "b1c3"]),
            ("chess", None, &["g1f3", "g8f6", "e2e5"]),
            ("chess", None, &mate),
            ("chess", None, &["f2f3", "e7e5", "g2g4", "d8h4", "a2a3"]),
            ("chess", set_up, &["g8f6", "g1f3"]),
            ("chess", Some("8/8/8/8/8/8/8/8 w - - 0 1"), &[]),
            ("kingsescape", None, &["g1f3"]),
            ("penaltybox-dual", None, &["e2e4"]),
        ];
        let alone = games.map(|(game, fen, moves)| told(&Replays::default(), game, fen, moves));
        for (first, (game, fen, moves)) in games.into_iter().enumerate() {
            for second in 0..games.len() {
                let replays = Replays::default();
                told(&replays, game, fen, moves);
                let (game, fen, moves) = games[second];
                assert_eq!(told(&replays, game, fen, moves), alone[second], "{first}, then {second}");
                assert_eq!(told(&replays, game, fen, moves), alone[second], "{first}, then {second} twice");
            }
        }
    }

    #[test]
    fn the_longest_of_a_game_is_kept_and_the_newest_stay() {
        let replays = Replays::default();
        let game = ["g1f3", "g8f6", "f3g1", "f6g8"].map(str::to_owned);
        for plies in [4, 3, 2, 1, 0] {
            replays.replay("chess", None, &game[..plies]).unwrap();
        }
        let plies = || replays.known().iter().map(|known| known.line.plies()).collect::<Vec<_>>();
        assert_eq!(plies(), [4]);
        for first in ["a2a3", "b2b3", "c2c3", "d2d3", "e2e3", "f2f3", "h2h3"] {
            replays.replay("chess", None, &[first.to_owned()]).unwrap();
        }
        assert_eq!(plies(), [1, 1, 1, 1, 1, 1, 1, 4]);
        replays.replay("chess", None, &game).unwrap();
        replays.replay("chess", None, &["g2g3".to_owned()]).unwrap();
        assert_eq!(plies(), [1, 4, 1, 1, 1, 1, 1, 1]);
    }
}
