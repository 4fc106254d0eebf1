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
        let line = line.map_err(|error| match (&error, ended) {
            // `check` says what is repaired.
            (LineError::Start(_), _) => Problem::bad(format!("fen: {error}")),
            (LineError::Stopped, _) => Problem::new(503, format!("moves: {error}")),
            (&LineError::Move(index, _), None) => {
                Problem { at: Some(index), ..Problem::bad(format!("moves: {error}")) }
            }
            (&LineError::Move(index, _), Some(outcome)) => {
                let error = format!("moves: the game is over before move {}: {}", index + 1, outcome.comment());
                Problem { at: Some(index), ..Problem::bad(error) }
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
    /// Replays a game. Fails if the game is unknown, the FEN is refused, a move is illegal or all of it takes too long.
    pub(super) fn replay(&self, name: &str, fen: Option<&str>, moves: &[String]) -> Result<Arc<Replay>, Problem> {
        let variant = variant(name)?;
        let fen = fen.unwrap_or(variant.start);
        if moves.len() > MOST_MOVES {
            return Err(Problem::bad(format!("moves: {} moves, at most {MOST_MOVES} are allowed", moves.len())));
        }
        let shared = |replay: &Arc<Replay>| replay.line.shared(variant, Some(fen), moves);
        let nearest = self.known().iter().max_by_key(|replay| shared(replay)).cloned();
        let nearest = nearest.filter(|replay| shared(replay) > 0);
        if let Some(known) = nearest.as_ref().filter(|known| shared(known) == known.line.plies().max(moves.len())) {
            return Ok(Arc::clone(known));
        }
        let start = || Replay { line: GameLine::at_start(variant), start: String::new(), keys: vec![], seats: vec![] };
        let replay = Arc::new(nearest.unwrap_or_else(|| Arc::new(start())).go_to(variant, fen, moves)?);
        let mut known = self.known();
        // A game that goes on takes the place of what it goes on from.
        known.retain(|earlier| shared(earlier) < earlier.line.plies());
        known.push_front(Arc::clone(&replay));
        known.truncate(MOST_KEPT);
        Ok(replay)
    }

    fn known(&self) -> MutexGuard<'_, VecDeque<Arc<Replay>>> {
        self.known.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}
