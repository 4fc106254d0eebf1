//! The games of a study: played and kept in a file, or read from files.

use super::play::Players;
use super::recorded::Recorded;
use super::settings::{Series, Settings, Task, task_of};
use super::{parallel, play};
use crate::game::Variant;
use crate::pgn::{LocatedGame, read_located};
use crate::tools::append_file::AppendFile;
use crate::tools::console::progress_bar;
use crate::tools::datagen::game_file;
use crate::tools::shard::Shard;
use crate::tools::text_file::{self, naming};
use rayon::prelude::*;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The size of each thread's hash table in MiB.
pub(super) const HASH_MIB: usize = 8;

/// How many games of each series are played.
pub(super) struct Plan {
    pub settings: Settings,
    pub start: u64,
    pub imbalanced: u64,
    pub uneven: u64,
    pub untrained: u64,
    pub shard: Option<Shard>,
    pub concurrency: usize,
}

impl Plan {
    /// The games of this run, in order.
    fn tasks(&self) -> Vec<Task> {
        let games_of = |series| match series {
            Series::Start => self.start,
            Series::Imbalanced => self.imbalanced,
            Series::Uneven => self.uneven,
            Series::Untrained => self.untrained,
        };
        let all = Series::ALL.into_iter().flat_map(|series| (0..games_of(series)).map(move |number| (series, number)));
        let is_own = |&(_, number): &Task| self.shard.is_none_or(|shard| shard.has(number));
        all.filter(is_own).collect()
    }

    /// Plays the games that the file lacks and returns those that the study is about. If `stop` is set, unfinished games are lost and
    /// finished ones are in the file.
    /// Errors are one line: the file cannot be read or written, it has games of another study, or memory or threads
    /// cannot be had.
    pub fn games(&self, path: &Path, stop: &AtomicBool) -> Result<Vec<Recorded>, String> {
        let (mut file, kept) = open(path)?;
        let mut own = Vec::new();
        let mut done = HashSet::new();
        let (tasks, settings) = (self.tasks(), self.settings.text());
        let wanted: HashSet<Task> = tasks.iter().copied().collect();
        for located in kept {
            let problem = |what: String| format!("{}:{}: {what}", path.display(), located.line);
            let task = task_of(&located.record, &settings).map_err(problem)?;
            if done.insert(task) && wanted.contains(&task) {
                own.push(located);
            }
        }
        let mut games = replayed(path, &own)?;
        let missing: Vec<Task> = tasks.iter().copied().filter(|task| !done.contains(task)).collect();
        let bar = progress_bar(tasks.len() as u64, "{msg} {wide_bar} {pos}/{len} games, {eta} left");
        bar.set_message(self.settings.variant.name);
        bar.set_position(games.len() as u64);
        bar.reset_eta();
        let threads = self.concurrency.min(missing.len());
        let players = (0..threads).map(|_| Players::new(self.settings.variant)).collect::<Result<Vec<_>, _>>()?;
        let work = |players: &Players, task: &Task, is_over: &AtomicBool| {
            let is_stopped = || stop.load(Relaxed) || is_over.load(Relaxed);
            let played = play::play(&self.settings, *task, players, is_stopped).transpose()?;
            Some(played.map(|(played, game)| {
                let recorded = Recorded { study: Some((settings.clone(), *task)), ..played };
                let record = play::record(&self.settings, &settings, &*game, &recorded);
                (recorded, record.to_string())
            }))
        };
        parallel::in_order(players, &missing, work, |(recorded, text): (Recorded, String)| {
            file.append(text.as_bytes())?;
            games.push(recorded);
            bar.inc(1);
            Ok(())
        })?;
        bar.finish_and_clear();
        games.sort_by_key(Recorded::task);
        Ok(games)
    }
}

/// Opens the file of games and returns those that it has. A last game that was only partly written is removed.
fn open(path: &Path) -> Result<(AppendFile, Vec<LocatedGame>), String> {
    let (mut file, bytes) = AppendFile::open(path, "study")?;
    let whole = whole_games(&bytes);
    if whole < bytes.len() {
        file.truncate(whole)?;
    }
    let text = text_file::text(bytes[..whole].to_vec()).map_err(naming(path))?;
    Ok((file, located(path, &text)?))
}

/// What a file of a study begins with.
const FIRST_TAG: &[u8] = b"[Event \"study\"]";

/// The number of bytes up to the end of the last game that was written as a whole: behind its moves stands an empty line.
fn whole_games(bytes: &[u8]) -> usize {
    if !bytes.starts_with(FIRST_TAG) && !FIRST_TAG.starts_with(bytes) {
        // No file of a study: the error will say so, and nothing is removed.
        return bytes.len();
    }
    // The tags of a game end with an empty line, too.
    let ends: Vec<usize> =
        bytes.windows(2).enumerate().filter(|(_, pair)| pair == b"\n\n").map(|(at, _)| at + 2).collect();
    ends.chunks_exact(2).last().map_or(0, |pair| pair[1])
}

/// The games of a file, their moves played.
fn replayed(path: &Path, games: &[LocatedGame]) -> Result<Vec<Recorded>, String> {
    games.par_iter().map(|located| Recorded::read(path, located)).collect()
}

fn located(path: &Path, text: &str) -> Result<Vec<LocatedGame>, String> {
    read_located(text).whole().map_err(|fault| fault.in_file(path))
}

/// Reads the games of files: PGN, or files of `datagen`. A game of a study that occurs twice counts once.
/// Errors name the file and the line: it cannot be read, or has a game of another variant.
pub(super) fn read(files: &[PathBuf], variant: &'static Variant) -> Result<Vec<Recorded>, String> {
    let mut games = Vec::new();
    let mut known = HashSet::new();
    for path in files {
        let bytes = text_file::read_bytes(path)?;
        if game_file::is_one(&bytes) {
            games.extend(generated(path, &bytes, variant)?);
            continue;
        }
        // Players' names may be in any encoding; moves are ASCII.
        let located = located(path, &String::from_utf8_lossy(&bytes))?;
        for LocatedGame { record, line, .. } in &located {
            let found = record.variant().and_then(|found| is_of(found, variant));
            found.map_err(|what| format!("{}:{line}: {what}", path.display()))?;
        }
        let is_new = |game: &Recorded| game.study.as_ref().is_none_or(|study| known.insert(study.clone()));
        games.extend(replayed(path, &located)?.into_iter().filter(is_new));
    }
    if games.is_empty() {
        let names: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
        return Err(format!("{}: no games", names.join(", ")));
    }
    games.sort_by_key(Recorded::task);
    Ok(games)
}

fn is_of(found: &Variant, wanted: &Variant) -> Result<(), String> {
    if found.name == wanted.name { Ok(()) } else { Err(format!("a game of {}, not of {}", found.name, wanted.name)) }
}

/// The games of a file by `datagen`.
fn generated(path: &Path, bytes: &[u8], variant: &'static Variant) -> Result<Vec<Recorded>, String> {
    let contents = game_file::read(bytes).map_err(naming(path))?;
    is_of(contents.settings.variant, variant).map_err(naming(path))?;
    let origin = |number: usize| format!("{}: game {}", path.display(), number + 1);
    let games = contents.games.par_iter().enumerate();
    games.map(|(number, game)| Recorded::generated(origin(number), variant, game)).collect()
}
