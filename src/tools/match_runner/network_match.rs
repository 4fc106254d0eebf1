//! A match between two evaluations of a game, played by this program.

use super::engine_config::EngineConfig;
use super::opening_file::Opening;
use super::pgn_output::{CommentFields, PgnOutput};
use super::time_control::EngineLimits;
use super::{Plan, Summary, pairs, runner};
use crate::game::Variant;
use crate::tools::sprt::{EloModel, Sprt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The arguments that say how long a match is.
#[derive(Clone, Debug, clap::Args)]
pub struct MatchArguments {
    /// Time control of the match in seconds [default: 1+0.01; of `learn`: 0.2+0.002].
    #[arg(long, value_name = "TIME", value_parser = time_control)]
    pub match_time: Option<EngineLimits>,
    /// Greatest number of games of the match; an odd number is rounded up [default: 400].
    #[arg(long, value_name = "GAMES", value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub match_games: Option<u32>,
    /// The match ends when the sequential test has decided between a gain of 0 and of this many Elo [default: 10; of `learn`: 50].
    #[arg(long, value_name = "ELO", value_parser = elo)]
    pub match_elo: Option<f64>,
}

/// How long a match is. The sequential test can end it earlier.
#[derive(Clone, Debug)]
pub struct MatchLength {
    /// The time control.
    pub time: EngineLimits,
    /// The greatest number of games.
    pub games: u32,
    /// The gain in Elo of the sequential test, against a gain of 0.
    pub elo: f64,
}

impl MatchArguments {
    /// The length of a match; what was not given is by default.
    ///
    /// # Errors
    /// If the default time control is none.
    pub fn length(&self, time: &str, games: u32, elo: f64) -> Result<MatchLength, String> {
        let time = self.match_time.map_or_else(|| time_control(time), Ok)?;
        Ok(MatchLength { time, games: self.match_games.unwrap_or(games), elo: self.match_elo.unwrap_or(elo) })
    }
}

/// Milliseconds by which a move may be late: the match compares evaluations, and the machine may be busy.
const MARGIN: &str = "200";

fn time_control(text: &str) -> Result<EngineLimits, String> {
    let mut limits = EngineLimits::default();
    limits.set("tc", text)?;
    limits.set("timemargin", MARGIN)?;
    if limits.is_bounded() { Ok(limits) } else { Err("the engines need a limit".into()) }
}

fn elo(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (1.0..=400.0).contains(number));
    number.ok_or_else(|| format!("`{text}` is not a number from 1 to 400"))
}

impl MatchLength {
    /// The sequential test.
    pub fn sprt(&self) -> Sprt {
        Sprt { elo0: 0.0, elo1: self.elo, alpha: 0.05, beta: 0.05, model: EloModel::Logistic }
    }

    /// The number of openings that the longest match needs.
    pub fn openings(&self) -> u32 {
        self.games.div_ceil(2)
    }
}

/// An evaluation, as one side of a match.
pub struct Side {
    /// The name in the table.
    pub name: String,
    /// The network's file; `None` for what is built in.
    pub network: Option<PathBuf>,
}

impl Side {
    fn engine(&self, limits: EngineLimits) -> Result<EngineConfig, String> {
        let mut words = vec![format!("name={}", self.name)];
        if let Some(file) = &self.network {
            words.push(format!("option.EvalFile={}", absolute(file)?));
        }
        EngineConfig::read(&Vec::new(), &words, limits)
    }
}

/// The path of a file, as an option of an engine can have it.
fn absolute(file: &Path) -> Result<String, String> {
    let path = file.metadata().and_then(|_| std::path::absolute(file));
    let path = path.map_err(|error| format!("{}: {error}", file.display()))?;
    let text = path.into_os_string().into_string().ok();
    text.ok_or_else(|| format!("{}: the path is not text (UTF-8)", file.display()))
}

/// A match between the sides, `concurrency` games at a time.
pub struct NetworkMatch<'a> {
    /// The game.
    pub variant: &'static Variant,
    /// The new and the old evaluation; the sequential test is about the first one.
    pub sides: [Side; 2],
    /// How long the match is.
    pub length: &'a MatchLength,
    /// The test that can end the match early.
    pub sprt: Option<Sprt>,
    /// The number of games played at the same time.
    pub concurrency: usize,
    /// The file of finished games, from which the match is resumed.
    pub pgnout: Option<PathBuf>,
}

impl NetworkMatch<'_> {
    /// Plays the match. Each of the `openings` is played with both colours. `stop` ends the match early, and is
    /// set when the sequential test has decided.
    ///
    /// # Errors
    /// One line: an engine cannot take part, a file cannot be written, or threads cannot be had.
    pub fn play(&self, openings: &[Opening], stop: Arc<AtomicBool>) -> Result<Summary, String> {
        let engines = self.sides.iter().map(|side| side.engine(self.length.time));
        let pairs = self.length.openings();
        let plan = Plan {
            sprt: self.sprt,
            pgnout: self.pgnout.clone().map(|path| PgnOutput { path, fields: CommentFields::default() }),
            event: "Comparison of networks".into(),
            ..pairs::plan(self.variant, engines.collect::<Result<_, _>>()?, pairs, self.concurrency)
        };
        runner::run_from(&plan, openings, stop)
    }
}
