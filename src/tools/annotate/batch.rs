//! The games of a file, searched in parallel.

use super::analysis::{Analyst, AssessedMove};
use crate::engine::searcher::Searcher;
use crate::game::Game;
use crate::pgn::LocatedGame;
use crate::search::{Limits, StopSignal};
use crate::tools::threads;
use indicatif::ProgressBar;
use std::sync::{Arc, Mutex, PoisonError};

/// The replayed games of a file that have moves, with their places in the file.
pub(super) type Games = Vec<(usize, Box<dyn Game>)>;

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

/// Replays games by their rules, and returns those that have moves. The error says the line, the number of the game from 1
/// and the problem.
pub(super) fn replay(located: &[LocatedGame]) -> Result<Games, String> {
    let mut games = Games::new();
    for (place, game) in located.iter().enumerate() {
        let replayed = replay_one(game, place + 1)?;
        if !game.record.moves.is_empty() {
            games.push((place, replayed));
        }
    }
    Ok(games)
}

fn replay_one(located: &LocatedGame, number: usize) -> Result<Box<dyn Game>, String> {
    let problem = |line: usize, what: String| format!("{line}: game {number}: {what}");
    let mut game = located.record.game().map_err(|what| problem(located.line, what))?;
    for (recorded, &line) in located.record.moves.iter().zip(&located.move_lines) {
        let ply = game.played().len() + 1;
        let played = game.play(&recorded.text).map(|_| ());
        played.map_err(|error| problem(line, format!("ply {ply}, `{}`: {error}: {}", recorded.text, game.fen())))?;
    }
    Ok(game)
}

/// Assesses games. The result has the moves of each game at its place among `count` games; `None` for games without
/// moves, and for those that were not finished when `stop` was given.
/// Errors are one line: memory or threads cannot be had.
pub(super) fn assess(
    games: Games,
    count: usize,
    plan: &Plan,
    stop: &Arc<StopSignal>,
    bar: &ProgressBar,
) -> Result<Vec<Option<Vec<AssessedMove>>>, String> {
    let threads = plan.concurrency.min(games.len());
    let analyst = |_| {
        let searcher = Searcher::new(1, plan.hash)?;
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
type Waiting = Mutex<std::vec::IntoIter<(usize, Box<dyn Game>)>>;

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
    let assess = |(place, game)| Some((place, analyst.assess(game, || bar.inc(1))?));
    std::iter::from_fn(next).map_while(assess).collect()
}
