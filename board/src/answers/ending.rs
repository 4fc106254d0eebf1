//! Positions with few men, worked out to the end beside a search of them.

use crate::game::Game;
use crate::position::Notation;
use crate::types::score::{DRAW, DisplayScore, lost_in, won_in};
use crate::types::{Color, Score};
use jailbird_core::endings::{Ending, Endings, Progress};
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Positions with more men are left to the search: they take minutes.
const MOST_MEN: usize = 3;
/// The greatest number of bytes for the moves of positions.
const MEMORY: u64 = 1 << 30;
/// How often an analysis looks whether another one has ended.
const GLANCE: Duration = Duration::from_millis(20);

/// What has been worked out of one game.
pub(super) type Known = Arc<Mutex<Option<Endings>>>;

/// A thread that works out the endings of a position. It ends when this is dropped.
pub(super) struct Solving {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<Vec<Line>>>,
}

/// A move, how the game ends after it, and a best line.
struct Line {
    /// From the view of the side to move.
    score: Score,
    moves: Vec<u64>,
}

impl Solving {
    /// Begins; `None` if there are too many men, more than two players, or no thread.
    pub(super) fn begun(known: &Known, game: &dyn Game) -> Option<Solving> {
        if game.variant().players() != 2 || game.stand().men.len() > MOST_MEN {
            return None;
        }
        let stop = Arc::new(AtomicBool::new(false));
        let (known, game, is_over) = (Arc::clone(known), game.boxed_clone(), Arc::clone(&stop));
        let work = move || lines(&known, &*game, &is_over).unwrap_or_default();
        let thread = std::thread::Builder::new().name("endings".into()).spawn(work).ok()?;
        Some(Solving { stop, thread: Some(thread) })
    }

    /// Whether its messages are still to come.
    pub(super) fn is_running(&self) -> bool {
        self.thread.is_some()
    }

    /// The messages with all moves, the best first, once they are known; nothing before, nothing a second time, and nothing if there is no
    /// table for the position.
    pub(super) fn messages(&mut self, game: &dyn Game, wdl: impl Fn(DisplayScore) -> [i32; 3]) -> Vec<Value> {
        let Some(thread) = self.thread.take_if(|thread| thread.is_finished()) else { return Vec::new() };
        let lines = thread.join().unwrap_or_default();
        let message = |(place, line): (usize, &Line)| {
            let score = DisplayScore::from(line.score);
            json!({
                "event": "info", "ending": true, "depth": line.moves.len(), "seldepth": line.moves.len(), "line": place + 1,
                "score": super::task::score_answer(score), "bound": "exact", "wdl": wdl(score), "nodes": 0, "nps": 0, "time": 0, "hashfull": 0,
                "pv": game.write_line(&line.moves, Notation::Standard), "san": game.write_line(&line.moves, Notation::San),
            })
        };
        lines.iter().enumerate().map(message).collect()
    }
}

impl Drop for Solving {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            // A panic of it leaves the search as it is.
            let _ = thread.join();
        }
    }
}

/// What is known, when no other analysis works on it any more; `None` if that is stopped first.
fn held<'a>(known: &'a Known, stop: &AtomicBool) -> Option<MutexGuard<'a, Option<Endings>>> {
    while !stop.load(Relaxed) {
        match known.try_lock() {
            Ok(held) => return Some(held),
            Err(TryLockError::Poisoned(poisoned)) => return Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => std::thread::sleep(GLANCE),
        }
    }
    None
}

/// All moves of a position, the best first; `None` if they cannot be worked out.
fn lines(known: &Known, game: &dyn Game, stop: &AtomicBool) -> Option<Vec<Line>> {
    let mut known = held(known, stop)?;
    if known.as_ref().is_none_or(|endings| !std::ptr::eq(endings.variant(), game.variant())) {
        *known = Some(Endings::new(game.variant()).ok()?);
    }
    let endings = known.as_mut()?;
    let moves = endings.solved_moves(game, &Progress { stop, tell: &|_| {}, memory: MEMORY }).ok()??;
    let us = game.turn().color;
    let line = |(bits, ending): (u64, Ending)| {
        let mut next = game.begun_here();
        next.play_bits(bits);
        let moves = std::iter::once(bits).chain(endings.line(&*next)).collect();
        Line { score: score(ending, us), moves }
    };
    let mut lines: Vec<Line> = moves.into_iter().map(line).collect();
    lines.sort_by_key(|line| Reverse(line.score));
    Some(lines)
}

/// The score of an end that a move leads to, seen from before the move.
fn score(ending: Ending, us: Color) -> Score {
    match ending {
        Ending::Draw => DRAW,
        Ending::Win(winner, plies) if winner == us => won_in(usize::from(plies) + 1),
        Ending::Win(_, plies) => lost_in(usize::from(plies) + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    #[test]
    fn an_analysis_that_waits_for_another_one_can_end() {
        let known = Known::default();
        let other = known.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let game = variants::find("chess")
            .and_then(|chess| chess.game("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1").map_err(|error| error.to_string()));
        let waiting = game.ok().and_then(|game| Solving::begun(&known, &*game));
        assert!(waiting.as_ref().is_some_and(Solving::is_running));
        // It would wait for ever while the other one works.
        drop(waiting);
        assert!(other.is_none());
    }
}
