//! The games of a file, searched in parallel.

use super::analysis::{Analyst, AssessedMove};
use crate::engine::searcher::Searcher;
use crate::game::Game;
use crate::memory;
use crate::pgn::{Fault, Reading};
use crate::search::{Limits, StopSignal};
use crate::tools::threads;
use crate::types::Outcome;
use indicatif::ProgressBar;
use std::sync::{Arc, Mutex, PoisonError};

/// The replayed games of a file that have moves, with their places in the file.
pub(super) type Games = Vec<Replayed>;

/// A replayed game of a file.
pub(super) struct Replayed {
    /// The place in the file.
    place: usize,
    game: Box<dyn Game>,
    /// How the game ended: by its rules, or as a draw that was claimed.
    end: Option<Outcome>,
}

/// A game's place in its file, and its moves.
type Assessed = (usize, Vec<AssessedMove>);

/// How games are searched.
pub(super) struct Plan {
    /// The limits of each search.
    pub limits: Limits,
    /// The greatest length of a better line, in plies.
    pub plies: usize,
    /// Games at the same time, one thread each.
    pub concurrency: usize,
    /// The size of each thread's hash table in MiB.
    pub hash: usize,
}

/// Replays games by their rules, and returns those that have moves and no fault. What contradicts the rules becomes a fault of the
/// reading.
pub(super) fn replay(reading: &mut Reading) -> Games {
    let mut games = Games::new();
    for (place, located) in reading.games.iter_mut().enumerate().filter(|(_, game)| !game.is_damaged) {
        match located.replay() {
            Ok(_) if located.record.moves.is_empty() => {}
            Ok(game) => {
                // A draw that may be claimed is the end only of a game that the record calls drawn.
                let claimed = game.claimable_draw().filter(|draw| draw.result() == located.record.result);
                let end = game.ended().or(claimed);
                games.push(Replayed { place, game, end });
            }
            Err((line, what)) => {
                located.is_damaged = true;
                reading.faults.push(Fault { line, game: place + 1, what });
            }
        }
    }
    reading.faults.sort_by_key(|fault| (fault.game, fault.line));
    games
}

/// Assesses games. The result has the moves of each game at its place among `count` games; `None` for games without
/// moves or with a fault, and for those that were not finished when `stop` was given.
///
/// # Errors
/// One line: memory or threads cannot be had.
pub(super) fn assess(
    games: Games,
    count: usize,
    plan: &Plan,
    stop: &Arc<StopSignal>,
    bar: &ProgressBar,
) -> Result<Vec<Option<Vec<AssessedMove>>>, String> {
    let threads = plan.concurrency.min(games.len());
    let hash = memory::checked_each(threads, plan.hash)?;
    let analyst = |_| {
        let searcher = Searcher::new(1, hash)?;
        Ok(Analyst { searcher, limits: plan.limits.clone(), plies: plan.plies, stop })
    };
    let analysts = (0..threads).map(analyst).collect::<Result<Vec<_>, String>>()?;
    let waiting = Mutex::new(games.into_iter());
    let mut assessed = vec![None; count];
    for (place, moves) in run(analysts, &waiting, stop, bar)?.into_iter().flatten() {
        assessed[place] = Some(moves);
    }
    Ok(assessed)
}

/// The games that wait for a thread.
type Waiting = Mutex<std::vec::IntoIter<Replayed>>;

/// Lets every analyst work in a thread of its own, and returns what each has done.
fn run(
    analysts: Vec<Analyst<'_>>,
    waiting: &Waiting,
    stop: &Arc<StopSignal>,
    bar: &ProgressBar,
) -> Result<Vec<Vec<Assessed>>, String> {
    std::thread::scope(|scope| {
        // Inside its own pool a search runs on the thread that starts it.
        let start = |analyst: Analyst<'_>| analyst.searcher.pool().install(|| work(&analyst, waiting, bar));
        let spawn = |analyst| threads::spawn_scoped(scope, move || start(analyst));
        let workers: Result<Vec<_>, _> = analysts.into_iter().map(spawn).collect();
        threads::join_all(workers.inspect_err(|_| stop.stop())?)
    })
}

/// Assesses games until none waits or the work is stopped.
fn work(analyst: &Analyst<'_>, waiting: &Waiting, bar: &ProgressBar) -> Vec<Assessed> {
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
    let assess = |Replayed { place, game, end }| Some((place, analyst.assess(game, end, || bar.inc(1))?));
    std::iter::from_fn(next).map_while(assess).collect()
}
