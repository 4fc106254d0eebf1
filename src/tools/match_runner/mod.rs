//! `match`: engines against each other, Jailbird as the referee.
//!
//! ```text
//! words, arguments       flags and their lists of words
//! specification          an engine, as the command line tells of it
//! clock, adjudication    when time is up, when a game is given up
//! openings, schedule     where games begin, who plays whom
//! process, log           an engine's process, what is said to and by it
//! player                 an engine, whatever language it speaks
//! uci, cecp, features    the languages
//! referee                one game
//! standings              what all games come to
//! archive                the file of games, from which a match resumes
//! progress, runner       the match as a whole
//! ```

pub mod adjudication;
pub mod archive;
pub mod arguments;
pub mod cecp;
pub mod clock;
pub mod features;
pub mod log;
pub mod openings;
pub mod player;
pub mod process;
pub mod progress;
pub mod referee;
pub mod runner;
pub mod schedule;
pub mod specification;
pub mod standings;
pub mod uci;
pub mod words;

use super::pgn::GameRecord;
use super::sprt::{Sprt, Verdict};
use crate::game::Variant;
use adjudication::Adjudication;
use schedule::{Order, Schedule, Shard, Tournament};
use specification::Specification;
use standings::Standings;
use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// All that determines a match.
#[derive(Clone)]
pub struct Plan {
    /// The engines, the first of which the test is about.
    pub engines: Vec<Specification>,
    /// The game.
    pub variant: &'static Variant,
    /// Chess960 instead of chess.
    pub chess960: bool,
    /// Who meets whom.
    pub tournament: Tournament,
    /// How often everyone meets.
    pub rounds: u32,
    /// Games of each meeting.
    pub games: u32,
    /// Two games in a row begin from the same opening.
    pub repeat: bool,
    /// Where games begin; `None`: at the start.
    pub openings: Option<openings::Source>,
    /// In what order openings are taken.
    pub order: Order,
    /// Seed of a random order.
    pub seed: u64,
    /// The part of the match that is played.
    pub shard: Shard,
    /// Games at the same time.
    pub concurrency: usize,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// When the match is ended early.
    pub sprt: Option<Sprt>,
    /// The file of games.
    pub pgnout: Option<PathBuf>,
    /// PGN's `Event`.
    pub event: String,
    /// The file of everything that is said.
    pub log: Option<PathBuf>,
    /// Time to start, to answer a ping, to leave.
    pub patience: Duration,
    /// Time for a move that no clock limits.
    pub hang: Duration,
}

impl Plan {
    /// The schedule, when there are so many openings.
    pub fn schedule(&self, openings: usize) -> Schedule {
        Schedule {
            engines: self.engines.len(),
            tournament: self.tournament,
            rounds: self.rounds,
            games: self.games,
            repeat: self.repeat,
            openings,
            order: self.order,
            seed: self.seed,
        }
    }
}

/// What a match came to.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The table.
    pub standings: Standings,
    /// The test.
    pub sprt: Option<Sprt>,
    /// How many games there were to be.
    pub planned: usize,
    /// Share of the time that engines were thinking, and the time; `None`: nothing was played.
    pub thinking: Option<(f64, Duration)>,
    /// Ctrl-C ended it.
    pub is_interrupted: bool,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.standings)?;
        if let (Some(sprt), Some(tally)) = (&self.sprt, self.standings.tally(0)) {
            let (lower, upper) = sprt.bounds();
            let verdict = match sprt.verdict(tally) {
                Verdict::Continue => "undecided",
                Verdict::H0 => "H0 accepted",
                Verdict::H1 => "H1 accepted",
            };
            write!(f, "\nSPRT elo0 {} elo1 {}: LLR {:.2}", sprt.elo0, sprt.elo1, sprt.llr(tally))?;
            write!(f, " ({lower:.2}, {upper:.2}), {verdict}")?;
        }
        write!(f, "\n{} of {} games", self.standings.games(), self.planned)?;
        if let Some((share, time)) = self.thinking {
            let percent = 100.0 * share;
            write!(f, "; engines were thinking {percent:.1} % of {:.1} s", time.as_secs_f64())?;
        }
        Ok(())
    }
}

/// Plays a match. Ctrl-C ends it early: games under way are abandoned, all others are counted and recorded.
///
/// # Errors
/// One line, when it cannot be begun or a file cannot be written.
pub fn play(plan: &Plan) -> Result<Summary, String> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let signalled = Arc::new(AtomicBool::new(false));
    let (flag, signal) = (Arc::clone(&interrupted), Arc::clone(&signalled));
    let handler = ctrlc::set_handler(move || {
        // Whoever asks twice does not want to wait for engines to leave.
        if signal.swap(true, Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
        flag.store(true, Relaxed);
    });
    handler.map_err(|error| format!("cannot listen for Ctrl-C: {error}"))?;
    let summary = runner::run(plan, interrupted)?;
    Ok(Summary { is_interrupted: signalled.load(Relaxed), ..summary })
}

/// The exit status after Ctrl-C, as shells have it.
pub const INTERRUPTED: u8 = 130;

/// Adds the games of several files up.
///
/// # Errors
/// When a file cannot be read, a game is in two of them, or they are of different matches.
pub fn merge(files: &[PathBuf], sprt: Option<Sprt>) -> Result<Summary, String> {
    let mut records = Vec::new();
    for file in files {
        records.extend(archive::load(file)?);
    }
    // The engine with White in the first game is the match's first, whichever file that game is in.
    records.sort_by_key(|record| record.tag("Round").and_then(round));
    same_terms(&records)?;
    let mut standings = Standings::default();
    for record in &records {
        standings.add(record)?;
    }
    if sprt.is_some() && standings.engines() != 2 {
        return Err(format!("--sprt is about two engines; there are {}", standings.engines()));
    }
    let planned = standings.games();
    if planned == 0 {
        return Err("there is no finished game in these files".into());
    }
    Ok(Summary { standings, sprt, planned, thinking: None, is_interrupted: false })
}

/// Checks that all games are of one variant, and that every player always had the same limits.
fn same_terms(records: &[GameRecord]) -> Result<(), String> {
    let mut limits = HashMap::new();
    for record in records {
        let variant = |record: &GameRecord| record.tag("Variant").unwrap_or("chess").to_owned();
        let (first, this) = (variant(&records[0]), variant(record));
        if first != this {
            return Err(format!("these are different matches: one is of {first}, another of {this}"));
        }
        for (side, own) in [("White", "WhiteTimeControl"), ("Black", "BlackTimeControl")] {
            let limit = record.tag("TimeControl").or(record.tag(own)).unwrap_or("?");
            let player = record.tag(side).unwrap_or("?");
            let known = *limits.entry(player).or_insert(limit);
            if known != limit {
                return Err(format!("these are different matches: {player} plays at {known}, and at {limit}"));
            }
        }
    }
    Ok(())
}

/// Round and game of PGN's `Round`.
fn round(tag: &str) -> Option<(u32, u32)> {
    let (round, game) = tag.split_once('.')?;
    Some((round.parse().ok()?, game.parse().ok()?))
}
