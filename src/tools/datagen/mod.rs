//! `datagen`: games of the engine against itself, with the scores of its searches, for [`tune`](super::tune).
//!
//! ```text
//! record      a game, and what games are played with, as bytes
//! archive     the file of games
//! play        one game
//! ```
//!
//! Game number i depends on the settings and i alone and games are written in the order of their numbers, so the same
//! command makes the same file with any number of threads, broken off and gone on with or not.

pub mod archive;
mod play;
pub mod record;
#[cfg(test)]
mod tests;

use super::console::GameName;
use crate::engine::searcher::Searcher;
use crate::game::Variant;
use archive::Archive;
use indicatif::{ProgressBar, ProgressStyle};
use record::{Record, Settings};
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// `jailbird datagen`.
#[derive(Clone, clap::Args)]
pub struct Arguments {
    /// The game.
    #[arg(value_parser = GameName)]
    variant: &'static Variant,
    /// The file of games; if it is there, it is gone on with.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many games the file is to have.
    #[arg(long, default_value_t = 1000, conflicts_with = "positions")]
    games: u64,
    /// How many positions the file is to have at least.
    #[arg(long)]
    positions: Option<u64>,
    /// Nodes a move.
    #[arg(long, default_value_t = 3000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Games at the same time, one thread each; the file does not depend on it.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    concurrency: u16,
    /// Seed of the random moves; another seed makes other games, for files that are made in different places.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Random moves at the start of each game.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=200))]
    random_plies: u32,
    /// A game of so many plies is a draw.
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    max_plies: u32,
    /// A game is won when both sides see a score of so much for some plies, in hundredths of a pawn; 0: never.
    #[arg(long, default_value_t = 2500, value_parser = clap::value_parser!(u32).range(0..=30_000))]
    decided: u32,
}

/// How much a file is to hold.
#[derive(Clone, Copy)]
enum Goal {
    Games(u64),
    Positions(u64),
}

impl Goal {
    /// How much of it there is, and how much there should be.
    fn progress(self, archive: &Archive) -> (u64, u64) {
        match self {
            Goal::Games(goal) => (archive.games, goal),
            Goal::Positions(goal) => (archive.positions, goal),
        }
    }

    fn is_reached(self, archive: &Archive) -> bool {
        let (there, goal) = self.progress(archive);
        there >= goal
    }

    /// Games from this number on are not wanted.
    fn games(self) -> u64 {
        match self {
            Goal::Games(goal) => goal,
            Goal::Positions(_) => u64::MAX,
        }
    }
}

/// What a run came to.
#[derive(Clone, Copy, Debug)]
pub struct Summary {
    /// Games in the file.
    pub games: u64,
    /// Moves of all of them.
    pub positions: u64,
    /// How many of the moves are new.
    pub added: u64,
    /// How long that took.
    pub time: Duration,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pace = self.added as f64 / self.time.as_secs_f64().max(1e-9);
        write!(f, "{} games, {} positions; {} new, {pace:.0} a second", self.games, self.positions, self.added)
    }
}

/// Plays what the file lacks. `stop` ends it early: games under way are lost, the others are in the file.
///
/// # Errors
/// One line: the game has more than two players, the file is not one that could be gone on with or cannot be written,
/// memory or threads cannot be had.
pub fn run(arguments: &Arguments, stop: &AtomicBool) -> Result<Summary, String> {
    if arguments.variant.new_game().players() > 2 {
        return Err(format!(
            "{} has more than two players: tune the game of one board instead",
            arguments.variant.name
        ));
    }
    let goal = arguments.positions.map_or(Goal::Games(arguments.games), Goal::Positions);
    let settings = arguments.settings();
    let mut archive = Archive::open(&arguments.out, &settings)?;
    let (before, begun) = (archive.positions, Instant::now());
    if !goal.is_reached(&archive) {
        fill(&mut archive, goal, &settings, arguments.concurrency.into(), stop)?;
    }
    let added = archive.positions - before;
    Ok(Summary { games: archive.games, positions: archive.positions, added, time: begun.elapsed() })
}

impl Arguments {
    fn settings(&self) -> Settings {
        Settings {
            variant: self.variant,
            nodes: self.nodes,
            seed: self.seed,
            random_plies: self.random_plies,
            max_plies: self.max_plies,
            decided: self.decided,
        }
    }
}

/// A game and its number.
type Numbered = (u64, Result<Record, String>);

/// Plays on `threads` threads until the goal is reached.
fn fill(
    archive: &mut Archive,
    goal: Goal,
    settings: &Settings,
    threads: usize,
    stop: &AtomicBool,
) -> Result<(), String> {
    let searchers: Vec<Searcher> = (0..threads).map(|_| Searcher::new(1, HASH)).collect::<Result<_, _>>()?;
    let next = AtomicU64::new(archive.games);
    let done = AtomicBool::new(false);
    let (sender, finished) = channel();
    std::thread::scope(|scope| {
        for searcher in searchers {
            let worker = Player { settings, next: &next, end: goal.games(), done: &done, to: sender.clone() };
            // Inside the pool a search starts on the thread that asks for it.
            scope.spawn(move || searcher.pool().install(|| worker.work(&searcher)));
        }
        drop(sender);
        let result = collect(archive, goal, settings, &finished, stop);
        done.store(true, Relaxed);
        result
    })
}

/// Megabytes of each thread's table.
const HASH: usize = 8;

/// What plays one game after the other.
struct Player<'a> {
    settings: &'a Settings,
    /// The next game to be played, and where they end.
    next: &'a AtomicU64,
    end: u64,
    done: &'a AtomicBool,
    to: Sender<Numbered>,
}

impl Player<'_> {
    fn work(&self, searcher: &Searcher) {
        loop {
            let number = self.next.fetch_add(1, Relaxed);
            if number >= self.end || self.done.load(Relaxed) {
                return;
            }
            let Some(game) = play::play(self.settings, number, searcher, self.done).transpose() else { return };
            if self.to.send((number, game)).is_err() {
                return;
            }
        }
    }
}

/// How often somebody looks whether to stop.
const LOOK: Duration = Duration::from_millis(50);

/// Writes games in the order of their numbers until the goal is reached or there are no more.
fn collect(
    archive: &mut Archive,
    goal: Goal,
    settings: &Settings,
    finished: &Receiver<Numbered>,
    stop: &AtomicBool,
) -> Result<(), String> {
    use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
    let bar = bar(archive, goal, settings);
    let mut waiting = BTreeMap::new();
    while !stop.load(Relaxed) && !goal.is_reached(archive) {
        match finished.recv_timeout(LOOK) {
            Ok((number, game)) => waiting.insert(number, game?),
            Err(Timeout) => continue,
            Err(Disconnected) => return Err("a game thread crashed".into()),
        };
        while !goal.is_reached(archive)
            && let Some(record) = waiting.remove(&archive.games)
        {
            archive.append(&record)?;
        }
        bar.set_position(goal.progress(archive).0);
    }
    bar.finish_and_clear();
    Ok(())
}

fn bar(archive: &Archive, goal: Goal, settings: &Settings) -> ProgressBar {
    let (there, all) = goal.progress(archive);
    let unit = if matches!(goal, Goal::Games(_)) { "games" } else { "positions" };
    let bar = ProgressBar::new(all);
    let template = format!("{{msg}} {{wide_bar}} {{pos}}/{{len}} {unit}, {{eta}} left");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar.set_message(settings.variant.name);
    bar.set_position(there);
    bar.reset_eta();
    bar
}
