//! `match`: engines play each other; Jailbird is the referee.
//!
//! ```text
//! key_value          parsing lists of `key=value` words
//! arguments          the command line
//! engine_config      an engine as configured on the command line
//! time_control       time controls and other limits of an engine, and its clock during a game
//! adjudication       ending games early
//! opening_file       reading openings from EPD and PGN
//! seats              how two engines share the seats of a game
//! schedule           which engines play which opening in which seats
//! pgn_output         the file of records and the comments of moves
//! farm_output        the lines that the worker of a testing farm reads
//! engine_process     an engine's process: its lines, their log, and its end
//! player             an engine as the referee sees it, whatever its protocol
//! uci_player         an engine that speaks UCI
//! cecp_player        an engine that speaks CECP
//! cecp_features      the `feature` lines of a CECP engine
//! referee            one game
//! game_end           how it ended, and what its record says of that
//! standings          the results of all games
//! game_file          the PGN file of finished games, from which a match is resumed
//! progress           the display of a running match
//! runner             the match as a whole
//! pairs              matches of pairs of games, which other tools play
//! network_match      a match between two evaluations of a game
//! ```

mod adjudication;
pub mod arguments;
mod cecp_features;
mod cecp_player;
mod engine_config;
mod engine_process;
mod farm_output;
mod game_end;
mod game_file;
pub mod key_value;
pub mod network_match;
pub mod opening_file;
pub mod pairs;
mod pgn_output;
mod player;
mod progress;
mod referee;
pub mod runner;
mod schedule;
mod seats;
mod standings;
mod time_control;
mod uci_player;

use super::console::print;
use super::ctrl_c;
use super::shard::Shard;
use super::sprt::{Sprt, Tally, Verdict};
use crate::game::Variant;
use crate::pgn::{GameRecord, RULES};
use adjudication::AdjudicationRules;
use arguments::Arguments;
use engine_config::EngineConfig;
use farm_output::OutputStyle;
use pgn_output::PgnOutput;
use schedule::Schedule;
use standings::Standings;
use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// Everything that determines a match.
#[derive(Clone)]
pub struct Plan {
    /// The engines. The sequential test is about the first one.
    engines: Vec<EngineConfig>,
    variant: &'static Variant,
    /// The game is Chess960, as which `variant` is chess.
    chess960: bool,
    schedule: Schedule,
    /// The openings; `None` if games begin at the start.
    openings: Option<opening_file::OpeningFile>,
    shard: Shard,
    /// The number of games played at the same time.
    concurrency: usize,
    adjudication: AdjudicationRules,
    sprt: Option<Sprt>,
    /// The PGN file of finished games.
    pgnout: Option<PgnOutput>,
    output: OutputStyle,
    event: String,
    log: Option<PathBuf>,
    /// The time that an engine may take to start and to answer a ping.
    patience: Duration,
    /// The time after which an engine without a clock has failed to move.
    hang: Duration,
}

/// The results of a match.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The table of results.
    pub standings: Standings,
    sprt: Option<Sprt>,
    /// The number of games that were to be played.
    planned: usize,
    /// The share of the time during which engines were thinking, and the time; `None` if no game was played.
    thinking: Option<(f64, Duration)>,
    /// Why the log of the match is incomplete, if it is.
    log_failure: Option<String>,
}

impl Summary {
    /// The results of the first engine, and what the sequential test says about it.
    pub fn verdict(&self) -> (Tally, Verdict) {
        let tally = self.standings.tally(0).cloned().unwrap_or_default();
        let verdict = self.sprt.map_or(Verdict::Continue, |sprt| sprt.verdict(&tally));
        (tally, verdict)
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.standings)?;
        if let (Some(sprt), Some(tally)) = (&self.sprt, self.standings.tally(0)) {
            write_sprt(f, sprt, tally)?;
        }
        write!(f, "\n{} of {} games", self.standings.games(), self.planned)?;
        if let Some((share, time)) = self.thinking {
            let percent = 100.0 * share;
            write!(f, "; engines were thinking {percent:.1} % of {:.1} s", time.as_secs_f64())?;
        }
        Ok(())
    }
}

fn write_sprt(f: &mut fmt::Formatter<'_>, sprt: &Sprt, tally: &Tally) -> fmt::Result {
    let (lower, upper) = sprt.bounds();
    let verdict = match sprt.verdict(tally) {
        Verdict::Continue => "undecided",
        Verdict::H0 => "H0 accepted",
        Verdict::H1 => "H1 accepted",
    };
    write!(f, "\nSPRT elo0 {} elo1 {}: LLR {:.2}", sprt.elo0, sprt.elo1, sprt.llr(tally))?;
    write!(f, " ({lower:.2}, {upper:.2}), {verdict}")
}

/// Runs the command and prints the results. Ctrl-C ends a match early: unfinished games are abandoned, finished ones
/// are counted and recorded. An incomplete log is an error after the results.
pub(super) fn run(arguments: Arguments) -> Result<ExitCode, String> {
    let stop = Arc::new(AtomicBool::new(false));
    let on_ctrl_c = Arc::clone(&stop);
    let was_interrupted = ctrl_c::flag(move || on_ctrl_c.store(true, Relaxed))?;
    let summary = arguments.run(stop)?;
    print(&summary);
    summary.log_failure.map_or_else(|| Ok(ctrl_c::exit_code(&was_interrupted)), Err)
}

fn merge(files: &[PathBuf], sprt: Option<Sprt>) -> Result<Summary, String> {
    let records = load_records(files)?;
    let mut standings = Standings::default();
    for record in &records {
        standings.add(record)?;
    }
    if sprt.is_some() && standings.engines() != 2 {
        return Err(format!("--sprt needs exactly two engines; there are {}", standings.engines()));
    }
    let planned = standings.games();
    if planned == 0 {
        return Err("there is no finished game in these files".into());
    }
    Ok(Summary { standings, sprt, planned, thinking: None, log_failure: None })
}

/// Reads the games of all files in the order of the match.
fn load_records(files: &[PathBuf]) -> Result<Vec<GameRecord>, String> {
    let mut records = Vec::new();
    for file in files {
        records.extend(game_file::load(file)?);
    }
    // The first engine of the match has White in its first game, whichever file has that game.
    records.sort_by_key(|record| record.tag("Round").and_then(round));
    check_same_match(&records)?;
    Ok(records)
}

/// Checks that all games have the same variant, and each player the same limits in all of them.
fn check_same_match(records: &[GameRecord]) -> Result<(), String> {
    let mut limits = HashMap::new();
    for record in records {
        for (tag, default) in [("Variant", "chess"), (RULES, "the rules of the program"), ("Seating", "two players")] {
            let [first, this] = [&records[0], record].map(|record| record.tag(tag).unwrap_or(default));
            if first != this {
                return Err(format!("these are different matches: one is of {first}, another of {this}"));
            }
        }
        for (player, limit) in player_limits(record) {
            let known = *limits.entry(player.clone()).or_insert(limit);
            if known != limit {
                return Err(format!("these are different matches: {player} plays at {known}, and at {limit}"));
            }
        }
    }
    Ok(())
}

fn player_limits(record: &GameRecord) -> Vec<(String, &str)> {
    let names = seats::names_of(record);
    let limit = |seat| record.tag("TimeControl").or(record.tag(&seats::limit_tag(names.len(), seat))).unwrap_or("?");
    let limits: Vec<&str> = (0..names.len()).map(limit).collect();
    names.into_iter().zip(limits).collect()
}

fn round(tag: &str) -> Option<(u32, u32)> {
    let (round, game) = tag.split_once('.')?;
    Some((round.parse().ok()?, game.parse().ok()?))
}
