//! `datagen`: the engine plays itself and records moves, scores and results, for [`train`](super::train).
//!
//! ```text
//! self_play         one game
//! binary_format     games and settings as bytes
//! game_file         the file of games
//! ```
//!
//! A game depends on the settings and its number only, and games are written in the order of their numbers. The same
//! command therefore makes the same file with any number of threads, interrupted and resumed or not.

pub mod binary_format;
pub mod game_file;
pub(super) mod self_play;
#[cfg(test)]
mod tests;

use super::console::{GameName, check_for_two, print, progress_bar, thread_count};
use super::{ctrl_c, threads};
use crate::engine::searcher::Searcher;
use crate::game::Variant;
use crate::network::Network;
use crate::network_file;
use binary_format::{GenerationSettings, TrainingGame};
use game_file::GameFile;
use indicatif::ProgressBar;
use self_play::SelfPlayedGame;
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

const RANDOM_PLIES: u32 = 8;
const MAX_PLIES: u32 = 400;
const DECIDED: u32 = 2500;
const UNBALANCED: u32 = 600;

/// Command-line arguments of `datagen`.
#[derive(Clone, clap::Args)]
pub(super) struct Arguments {
    /// The game.
    #[arg(value_parser = GameName)]
    pub variant: &'static Variant,
    /// The file of games; an existing one is continued.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Number of games that the file will have.
    #[arg(long, default_value_t = 1000, conflicts_with = "positions")]
    pub games: u64,
    /// Least number of positions that the file will have.
    #[arg(long)]
    pub positions: Option<u64>,
    /// Nodes per move.
    #[arg(long, default_value_t = 3000, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Games played at the same time, one thread each; the file does not depend on it.
    #[arg(long, default_value_t = 1, value_parser = thread_count())]
    pub concurrency: u16,
    /// Seed of the random moves. Machines that share the work need different seeds.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of random plies at the start of each game; every other game has one more.
    #[arg(long, default_value_t = RANDOM_PLIES, value_parser = clap::value_parser!(u32).range(0..=200))]
    pub random_plies: u32,
    /// A game of this many plies is a draw.
    #[arg(long, default_value_t = MAX_PLIES, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub max_plies: u32,
    /// A game is won when both sides see at least this score for some plies, in centipawns; 0: never. One game in eight
    /// is played to its end nevertheless.
    #[arg(long, default_value_t = DECIDED, value_parser = clap::value_parser!(u32).range(0..=30_000))]
    pub decided: u32,
    /// Openings in which one side is better by more than this are rejected, in centipawns; 0: none is.
    #[arg(long, default_value_t = UNBALANCED, value_parser = clap::value_parser!(u32).range(0..=30_000))]
    pub unbalanced: u32,
    /// The network that plays, made by `jailbird train` [default: the built-in evaluation].
    #[arg(long, value_name = "FILE")]
    pub network: Option<PathBuf>,
}

/// The amount of data that a file should hold.
#[derive(Clone, Copy)]
enum Goal {
    Games(u64),
    Positions(u64),
}

impl Goal {
    /// The amount that the file holds, and the amount that it should hold.
    fn progress(self, file: &GameFile) -> (u64, u64) {
        match self {
            Goal::Games(goal) => (file.games, goal),
            Goal::Positions(goal) => (file.positions, goal),
        }
    }

    fn is_reached(self, file: &GameFile) -> bool {
        let (amount, goal) = self.progress(file);
        amount >= goal
    }

    /// The greatest number of games that the goal can take.
    fn max_games(self) -> u64 {
        match self {
            Goal::Games(goal) => goal,
            Goal::Positions(_) => u64::MAX,
        }
    }
}

/// The outcome of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Summary {
    /// The number of games in the file.
    games: u64,
    /// The number of positions in the file.
    positions: u64,
    /// The number of positions that the run added.
    added: u64,
    /// The duration of the run.
    time: Duration,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pace = self.added as f64 / self.time.as_secs_f64().max(1e-9);
        write!(f, "{} games, {} positions; {} new, {pace:.0} a second", self.games, self.positions, self.added)
    }
}

/// Plays the games that the file lacks and prints a summary. Ctrl-C ends the run early.
///
/// # Errors
/// One line: the game has more than two players, the file cannot be continued or written, or memory or threads cannot
/// be had.
pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let stop = ctrl_c::flag(|| {})?;
    print(generate(arguments, &stop)?);
    Ok(ctrl_c::exit_code(&stop))
}

/// Plays the games that the file lacks. If `stop` is set, unfinished games are lost and finished ones are in the file.
pub(super) fn generate(arguments: &Arguments, stop: &AtomicBool) -> Result<Summary, String> {
    check_for_two(arguments.variant)?;
    let goal = arguments.positions.map_or(Goal::Games(arguments.games), Goal::Positions);
    let network =
        arguments.network.as_deref().map(|file| network_file::read_for(arguments.variant, file)).transpose()?;
    let settings = arguments.settings(network.as_deref());
    let mut file = GameFile::open(&arguments.out, &settings)?;
    let (before, begun) = (file.positions, Instant::now());
    if !goal.is_reached(&file) {
        let searchers = searchers(arguments.concurrency, network.as_ref())?;
        fill(&mut file, goal, &settings, searchers, stop)?;
    }
    let added = file.positions - before;
    Ok(Summary { games: file.games, positions: file.positions, added, time: begun.elapsed() })
}

impl Arguments {
    /// The default arguments.
    pub fn new(variant: &'static Variant, out: PathBuf) -> Arguments {
        Arguments {
            variant,
            out,
            games: 1000,
            positions: None,
            nodes: 3000,
            concurrency: 1,
            seed: 1,
            random_plies: RANDOM_PLIES,
            max_plies: MAX_PLIES,
            decided: DECIDED,
            unbalanced: UNBALANCED,
            network: None,
        }
    }

    fn settings(&self, network: Option<&Network>) -> GenerationSettings {
        GenerationSettings {
            variant: self.variant,
            nodes: self.nodes,
            seed: self.seed,
            random_plies: self.random_plies,
            max_plies: self.max_plies,
            decided: self.decided,
            unbalanced: self.unbalanced,
            network: network.map_or(0, |network| network.checksum(self.variant.features)),
        }
    }
}

/// The number of a game, and the game or why it could not be played.
type NumberedGame = (u64, Result<TrainingGame, String>);

/// A searcher for each thread.
fn searchers(count: u16, network: Option<&Arc<Network>>) -> Result<Vec<Searcher>, String> {
    (0..count).map(|_| Ok(Searcher::new(1, HASH_MIB)?.with_network(network.cloned()))).collect()
}

/// Plays on a thread for each searcher until the goal is reached.
fn fill(
    file: &mut GameFile,
    goal: Goal,
    settings: &GenerationSettings,
    searchers: Vec<Searcher>,
    stop: &AtomicBool,
) -> Result<(), String> {
    let next = AtomicU64::new(file.games);
    let done = AtomicBool::new(false);
    let (sender, finished) = channel();
    std::thread::scope(|scope| {
        let spawn = |searcher: Searcher| {
            let worker = Worker { settings, next: &next, end: goal.max_games(), done: &done, sender: sender.clone() };
            // Inside its own pool a search runs on the thread that starts it.
            threads::spawn_scoped(scope, move || searcher.pool().install(|| worker.play_games(&searcher)))
        };
        let workers: Result<Vec<_>, _> = searchers.into_iter().map(spawn).collect();
        drop(sender);
        let workers = workers.inspect_err(|_| done.store(true, Relaxed))?;
        let collected = collect(file, goal, settings, &finished, stop);
        done.store(true, Relaxed);
        threads::join_all(workers)?;
        collected
    })
}

/// The size of each thread's hash table in MiB.
const HASH_MIB: usize = 8;

/// A thread that plays one game after the other.
struct Worker<'a> {
    settings: &'a GenerationSettings,
    /// The number of the next game to be played, by any worker.
    next: &'a AtomicU64,
    /// The number after the last game.
    end: u64,
    /// Set when no more games are needed.
    done: &'a AtomicBool,
    sender: Sender<NumberedGame>,
}

impl Worker<'_> {
    fn play_games(&self, searcher: &Searcher) {
        loop {
            let number = self.next.fetch_add(1, Relaxed);
            if number >= self.end || self.done.load(Relaxed) {
                return;
            }
            let Some(played) = self_play::play(self.settings, number, searcher, self.done).transpose() else { return };
            if self.sender.send((number, played.map(SelfPlayedGame::recorded))).is_err() {
                return;
            }
        }
    }
}

/// `stop` is polled at this interval.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Writes finished games in the order of their numbers until the goal is reached or `stop` is set.
fn collect(
    file: &mut GameFile,
    goal: Goal,
    settings: &GenerationSettings,
    finished: &Receiver<NumberedGame>,
    stop: &AtomicBool,
) -> Result<(), String> {
    use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
    let bar = bar(file, goal, settings.variant);
    let mut waiting = BTreeMap::new();
    while !stop.load(Relaxed) && !goal.is_reached(file) {
        match finished.recv_timeout(POLL_INTERVAL) {
            Ok((number, game)) => waiting.insert(number, game?),
            Err(Timeout) => continue,
            Err(Disconnected) => return Err("the worker threads have ended early".into()),
        };
        while !goal.is_reached(file)
            && let Some(game) = waiting.remove(&file.games)
        {
            file.append(&game)?;
        }
        bar.set_position(goal.progress(file).0);
    }
    bar.finish_and_clear();
    Ok(())
}

fn bar(file: &GameFile, goal: Goal, variant: &Variant) -> ProgressBar {
    let (amount, all) = goal.progress(file);
    let unit = if matches!(goal, Goal::Games(_)) { "games" } else { "positions" };
    let template = match all {
        u64::MAX => "{msg} {pos} games".to_owned(),
        _ => format!("{{msg}} {{wide_bar}} {{pos}}/{{len}} {unit}, {{eta}} left"),
    };
    let bar = progress_bar(all, &template);
    bar.set_message(variant.name);
    bar.set_position(amount);
    bar.reset_eta();
    bar
}
