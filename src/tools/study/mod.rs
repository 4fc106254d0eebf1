//! `study`: plays many games of a game, or reads them, and reports what they say of the game.
//!
//! ```text
//! settings          what the games depend on, and the tags that say so
//! play              plays one game
//! imbalance         starts that lack pieces
//! games             the games: played and kept in a file, or read
//! parallel          tasks worked on in parallel, whose results are taken in order
//! recorded          a game as it was played or as a file tells it
//! facts             what one game contributes
//! board             pieces by kind and place
//! worths            what pieces are worth to the evaluation
//! statistics        estimates with intervals
//! regression        logistic regression
//! report            sections, tables, maps
//! measures          numbers that every game has
//! results, openings, values, events, maps, strength    the sections
//! chart, html, json    the report as pictures, page and JSON
//! ```
//!
//! A game depends on the settings and its number only, so the report does not depend on the number of threads.

mod board;
mod chart;
mod events;
mod facts;
mod games;
mod html;
mod imbalance;
mod json;
mod maps;
mod measures;
mod openings;
mod parallel;
mod play;
mod recorded;
mod regression;
mod report;
mod results;
mod settings;
mod statistics;
mod strength;
#[cfg(test)]
mod tests;
mod values;
mod worths;

use super::console::{GameName, check_for_two, complain, print, thread_count};
use super::page::NAME;
use super::shard::Shard;
use super::{ctrl_c, text_file};
use crate::engine::searcher::Searcher;
use crate::game::Variant;
use board::Layout;
use facts::{Facts, Reader};
use games::{HASH_MIB, Plan};
use rayon::prelude::*;
use report::Section;
use settings::{Series, Settings};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The arguments that say how games are played.
const OF_PLAY: [&str; 7] = ["games", "imbalanced", "games_file", "shard", "seed", "varied_plies", "max_plies"];

#[derive(Clone, clap::Args)]
pub(super) struct Arguments {
    /// The game.
    #[arg(value_parser = GameName)]
    variant: &'static Variant,
    /// The report, a page (HTML).
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Write the numbers of the report as JSON to this file, too.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Number of games from the start position.
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// Number of games from starts that lack pieces, for piece values [default: a quarter of the games; none with four players].
    #[arg(long, value_name = "GAMES", value_parser = clap::value_parser!(u64).range(..=10_000_000))]
    imbalanced: Option<u64>,
    /// Nodes per move; with several numbers the games are dealt out among them.
    #[arg(long, value_delimiter = ',', default_value = "1000", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: Vec<u64>,
    /// Games to study instead of playing: PGN of any program, or files of `datagen`.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = OF_PLAY)]
    from: Vec<PathBuf>,
    /// The PGN file of the games; an existing one is continued [default: the report's name with the ending pgn].
    #[arg(long, value_name = "FILE")]
    games_file: Option<PathBuf>,
    /// Play only this share of the games: `2/5` is the second of five.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Seed of the first moves and of the imbalanced starts.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of plies at the start that are drawn among good moves.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u16).range(..=200))]
    varied_plies: u16,
    /// A game of this many plies is given up as unfinished.
    #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    max_plies: u16,
    /// Games played at the same time, one thread each; the report does not depend on it.
    #[arg(long, default_value_t = 1, value_parser = thread_count())]
    concurrency: u16,
}

/// The games of a study, and what else its sections need.
struct Study {
    variant: &'static Variant,
    layout: Layout,
    games: Vec<Facts>,
    /// White's expected points after each first move.
    first_moves: BTreeMap<String, f64>,
    /// The letters of the kinds that can be missing at the start.
    removable: Vec<char>,
}

impl Study {
    /// The games of which all sections but that on piece values speak.
    fn main(&self) -> Vec<&Facts> {
        self.games.iter().filter(|game| game.series == Series::Start).collect()
    }

    /// Whether two sides play.
    fn is_duel(&self) -> bool {
        self.variant.players() == 2
    }

    fn sections(&self) -> Vec<Section> {
        vec![
            results::results(self),
            results::length(self),
            results::course(self),
            openings::section(self),
            values::section(self),
            events::section(self),
            maps::section(self),
            strength::section(self),
        ]
    }
}

/// The first moves are searched with this many times the greatest number of nodes of a game's move.
const FIRST_MOVE_NODES: u64 = 20;

/// Plays or reads the games and writes the report. After Ctrl-C the games that are finished are kept, and no report is
/// written.
///
/// # Errors
/// One line: a file cannot be read or written, games are not those of the study, or memory or threads cannot be had.
pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let stop = ctrl_c::flag(|| {})?;
    match study(arguments, &stop)? {
        Some(games) => print(format_args!("{}: {games} games", arguments.out.display())),
        None => complain("interrupted; the same command goes on"),
    }
    Ok(ctrl_c::exit_code(&stop))
}

/// The number of games of the report; `None` if `stop` is set before it is written.
fn study(arguments: &Arguments, stop: &AtomicBool) -> Result<Option<usize>, String> {
    [Some(&arguments.out), arguments.json.as_ref()]
        .into_iter()
        .flatten()
        .try_for_each(|file| text_file::check_folder(file))?;
    let games = match &arguments.from[..] {
        [] => arguments.plan()?.games(&arguments.games_file(), stop)?,
        files => games::read(files, arguments.variant)?,
    };
    if stop.load(Relaxed) {
        return Ok(None);
    }
    let reader = Reader::new(arguments.variant);
    let facts = games.par_iter().map(|game| reader.facts(game)).collect::<Result<Vec<_>, _>>()?;
    let study = arguments.study(reader.layout, facts)?;
    let (sections, made) = (study.sections(), arguments.made(&study));
    let title = format!("{}: a study", arguments.variant.title);
    text_file::write(&arguments.out, &html::page(&title, &made, &sections)?)?;
    if let Some(file) = &arguments.json {
        text_file::write(file, &json::text(&study, &made, &sections))?;
    }
    Ok(Some(study.games.len()))
}

impl Arguments {
    /// The games that are asked for.
    ///
    /// # Errors
    /// Games of four players are to begin without some pieces.
    fn plan(&self) -> Result<Plan, String> {
        if self.imbalanced.is_some_and(|games| games > 0) {
            check_for_two(self.variant).map_err(|error| format!("--imbalanced: {error}"))?;
        }
        let settings = Settings {
            variant: self.variant,
            nodes: self.nodes.clone(),
            seed: self.seed,
            varied_plies: self.varied_plies.into(),
            max_plies: self.max_plies.into(),
        };
        Ok(Plan {
            settings,
            start: self.games,
            imbalanced: self.imbalanced.unwrap_or(if self.variant.players() == 2 { self.games / 4 } else { 0 }),
            shard: self.shard,
            concurrency: self.concurrency.into(),
        })
    }

    fn games_file(&self) -> PathBuf {
        self.games_file.clone().unwrap_or_else(|| self.out.with_extension("pgn"))
    }

    fn study(&self, layout: Layout, games: Vec<Facts>) -> Result<Study, String> {
        let searchers = (0..self.concurrency).map(|_| Searcher::new(1, HASH_MIB)).collect::<Result<Vec<_>, _>>()?;
        let most = self.nodes.iter().copied().max().unwrap_or(1);
        Ok(Study {
            variant: self.variant,
            layout,
            games,
            first_moves: openings::evaluate(self.variant, most.saturating_mul(FIRST_MOVE_NODES), &searchers)?,
            removable: imbalance::removable(self.variant),
        })
    }

    /// How the games were made, for the head of the page.
    fn made(&self, study: &Study) -> String {
        let (main, all) = (study.main().len(), study.games.len());
        let nodes = self.nodes.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
        let how = match &self.from[..] {
            [] => format!(
                "played by {NAME} {} against itself with {nodes} nodes a move; the first {} plies of each are drawn among good moves, \
                 seed {}",
                env!("CARGO_PKG_VERSION"),
                self.varied_plies,
                self.seed
            ),
            _ => "read from files".to_owned(),
        };
        format!(
            "{main} games, {how}. {} more games from starts that lack pieces serve for piece values only. Each number has \
             its 95 % interval: in 95 of 100 cases a second study of as many games finds its number there. n is the number \
             of games that it rests on.",
            all - main
        )
    }
}
