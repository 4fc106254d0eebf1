//! `study`: plays many games of a game, or reads them, and reports what they say of the game. `balance`: looks for a fairer start.
//! `gallery`: shows several studies side by side.
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
//! balance           the command `balance`: start positions, the fairest of which are proposed
//! comparison        the differences between two reports
//! gallery           the command `gallery`: several studies on one page
//! verdict           ten questions with their answers
//! sharpness         what the second best move costs
//! endings           what wins against what when few men are left
//! results, openings, values, events, maps, strength    the sections
//! chart, html, json    the report as pictures, page and JSON
//! ```
//!
//! A game depends on the settings and its number only, so the report does not depend on the number of threads.

pub(super) mod balance;
mod board;
mod chart;
mod comparison;
mod endings;
mod events;
mod facts;
pub(super) mod gallery;
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
mod sharpness;
mod statistics;
mod strength;
#[cfg(test)]
mod tests;
mod values;
mod verdict;
mod worths;

use super::console::{GameName, check_for_two, complain, game_from, print, thread_count};
use super::endings::Solved;
use super::page::NAME;
use super::shard::Shard;
use super::tree::{self, Tree};
use super::{ctrl_c, text_file};
use crate::engine::searcher::Searcher;
use crate::game::{Game, Variant};
use board::Layout;
use comparison::Comparison;
use facts::{Facts, Reader};
use games::{HASH_MIB, Plan};
use rayon::prelude::*;
use report::Section;
use settings::{Series, Settings};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The arguments that say how games are played.
const OF_PLAY: [&str; 9] =
    ["games", "imbalanced", "uneven", "untrained", "games_file", "shard", "seed", "varied_plies", "max_plies"];

#[derive(Clone, clap::Args)]
pub(super) struct Arguments {
    /// The game.
    #[arg(value_parser = GameName)]
    variant: &'static Variant,
    /// Another game, or the same one: both are studied, and the report tells the differences.
    #[arg(value_parser = GameName, conflicts_with_all = ["from", "games_file", "shard"])]
    other: Option<&'static Variant>,
    /// The report, a page (HTML).
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The FEN of a start position, instead of the usual one.
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// The start position of the other game.
    #[arg(long, value_name = "FEN", requires = "other")]
    other_fen: Option<String>,
    /// Write the numbers of the report as JSON to this file, too.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Number of games from the start position.
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: u64,
    /// Number of games from starts that lack pieces, for piece values [default: a quarter of the games; none with four players].
    #[arg(long, value_name = "GAMES", value_parser = clap::value_parser!(u64).range(..=10_000_000))]
    imbalanced: Option<u64>,
    /// Number of games between sides of which one has a quarter of the nodes [default: a quarter of the games; none with four players].
    #[arg(long, value_name = "GAMES", value_parser = clap::value_parser!(u64).range(..=10_000_000))]
    uneven: Option<u64>,
    /// Number of games against an evaluation that only counts pieces [default: a quarter of the games; none with four players, and none
    /// where the game has no network].
    #[arg(long, value_name = "GAMES", value_parser = clap::value_parser!(u64).range(..=10_000_000))]
    untrained: Option<u64>,
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
    /// Work out all positions with up to so many men, too: what wins against what.
    #[arg(long, value_name = "MEN", default_value_t = 0, value_parser = clap::value_parser!(u8).range(..=4))]
    endings: u8,
    /// Games played at the same time, one thread each; the report does not depend on it.
    #[arg(long, default_value_t = 1, value_parser = thread_count())]
    concurrency: u16,
}

/// The games of a study, and what else its sections need.
struct Study {
    variant: &'static Variant,
    /// The start position.
    start: Box<dyn Game>,
    layout: Layout,
    games: Vec<Facts>,
    /// White's expected points after each first move.
    first_moves: BTreeMap<String, f64>,
    /// The opening as the search sees it, in a game for two.
    opening: Option<Tree>,
    /// What the second best move costs, in some positions of the games.
    gaps: Vec<f64>,
    /// The letters of the kinds that can be missing at the start.
    removable: Vec<char>,
    /// What wins against what, if that is asked for.
    endings: Result<Vec<Solved>, String>,
}

impl Study {
    /// The games of which most sections speak.
    fn main(&self) -> Vec<&Facts> {
        self.series(Series::Start)
    }

    fn series(&self, series: Series) -> Vec<&Facts> {
        self.games.iter().filter(|game| game.series == series).collect()
    }

    /// Whether two sides play.
    fn is_duel(&self) -> bool {
        self.variant.players() == 2
    }

    fn sections(&self) -> Vec<Section> {
        vec![
            verdict::section(self),
            results::results(self),
            results::length(self),
            results::course(self),
            openings::section(self),
            values::section(self),
            events::section(self),
            maps::section(self),
            endings::section(self),
            strength::section(self),
        ]
    }
}

/// The first moves are searched with this many times the greatest number of nodes of a game's move.
const FIRST_MOVE_NODES: u64 = 20;
/// The tree of the opening has a position for so many games, and at most so many positions.
const GAMES_A_POSITION: usize = 4;
const MOST_POSITIONS: usize = 200;
/// The two best moves of a position are searched with this many times as many.
const GAP_NODES: u64 = 4;

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
    for file in [Some(&arguments.out), arguments.json.as_ref()].into_iter().flatten() {
        text_file::check_folder(file)?;
    }
    let Some(other) = arguments.other else {
        return Ok(arguments.report(&arguments.plan()?, stop)?.map(|report| report.study.games.len()));
    };
    let (first, second) = (arguments.of_first(), arguments.of_other(other));
    // A fault of the second game is told before the first one is played.
    let plans = (first.plan()?, second.plan()?);
    let Some(first) = first.report(&plans.0, stop)? else { return Ok(None) };
    let Some(second) = second.report(&plans.1, stop)? else { return Ok(None) };
    let Comparison { title, made, sections } = comparison::compare(&first, &second);
    text_file::write(&arguments.out, &html::page(&title, &made, &sections)?)?;
    if let Some(file) = &arguments.json {
        text_file::write(file, &json::of_comparison(&first, &second, &made, &sections))?;
    }
    Ok(Some(first.study.games.len() + second.study.games.len()))
}

/// A report that has been written.
struct Report {
    study: Study,
    file: PathBuf,
    made: String,
    sections: Vec<Section>,
}

impl Arguments {
    /// Studies a game and writes the report; `None` if `stop` is set before.
    fn report(&self, plan: &Plan, stop: &AtomicBool) -> Result<Option<Report>, String> {
        let games = match &self.from[..] {
            [] => plan.games(&self.games_file(), stop)?,
            files => games::read(files, self.variant)?,
        };
        if stop.load(Relaxed) {
            return Ok(None);
        }
        let start = plan.settings.new_game();
        let reader = Reader::new(&*start);
        let facts = games.par_iter().map(|game| reader.facts(game)).collect::<Result<Vec<_>, _>>()?;
        let study = self.study(start, reader.layout, facts, stop)?;
        if stop.load(Relaxed) {
            return Ok(None);
        }
        let (sections, made) = (study.sections(), self.made(&study));
        let title = format!("{}: a study", self.variant.title);
        text_file::write(&self.out, &html::page(&title, &format!("{made} {EXPLANATION}"), &sections)?)?;
        if let Some(file) = &self.json {
            text_file::write(file, &json::of_study(&study, &made, &sections))?;
        }
        Ok(Some(Report { study, file: self.out.clone(), made, sections }))
    }

    /// Those of the first of two studies: its report is beside the comparison.
    fn of_first(&self) -> Arguments {
        Arguments { other: None, other_fen: None, json: None, out: numbered(&self.out, 1), ..self.clone() }
    }

    /// Those of the second one, which has another seed, so that its games are others even if the game is the same.
    fn of_other(&self, other: &'static Variant) -> Arguments {
        Arguments {
            variant: other,
            fen: self.other_fen.clone(),
            seed: self.seed.wrapping_add(1),
            out: numbered(&self.out, 2),
            ..self.of_first()
        }
    }

    /// The games that are asked for.
    ///
    /// # Errors
    /// The start position is not legal, or games of four players are to begin without some pieces or to have unequal sides.
    fn plan(&self) -> Result<Plan, String> {
        let of_two = [("--imbalanced", self.imbalanced), ("--uneven", self.uneven), ("--untrained", self.untrained)];
        for (flag, games) in of_two {
            if games.is_some_and(|games| games > 0) {
                check_for_two(self.variant).map_err(|error| format!("{flag}: {error}"))?;
            }
        }
        let other_start = self.fen.as_ref().map(|fen| game_from(self.variant, fen).map_err(|error| error.to_string()));
        let other_start = other_start.transpose()?;
        if let Some(game) = other_start.as_ref().filter(|game| game.outcome().is_some()) {
            return Err(format!("there is nothing to play in {}", game.fen()));
        }
        let quarter = if self.variant.players() == 2 { self.games / 4 } else { 0 };
        let has_learnt = !self.variant.network_file.is_empty();
        let settings = Settings {
            variant: self.variant,
            fen: other_start.map(|game| game.fen()),
            nodes: self.nodes.clone(),
            seed: self.seed,
            varied_plies: self.varied_plies.into(),
            max_plies: self.max_plies.into(),
        };
        Ok(Plan {
            settings,
            start: self.games,
            imbalanced: self.imbalanced.unwrap_or(quarter),
            uneven: self.uneven.unwrap_or(quarter),
            untrained: self.untrained.unwrap_or(if has_learnt { quarter } else { 0 }),
            shard: self.shard,
            concurrency: self.concurrency.into(),
        })
    }

    fn games_file(&self) -> PathBuf {
        self.games_file.clone().unwrap_or_else(|| self.out.with_extension("pgn"))
    }

    fn study(
        &self,
        start: Box<dyn Game>,
        layout: Layout,
        games: Vec<Facts>,
        stop: &AtomicBool,
    ) -> Result<Study, String> {
        let searchers = (0..self.concurrency).map(|_| Searcher::new(1, HASH_MIB)).collect::<Result<Vec<_>, _>>()?;
        let most = self.nodes.iter().copied().max().unwrap_or(1);
        let mut study = Study {
            opening: None,
            variant: self.variant,
            layout,
            games,
            gaps: Vec::new(),
            first_moves: openings::evaluate(&*start, most.saturating_mul(FIRST_MOVE_NODES), &searchers)?,
            removable: imbalance::removable(&*start),
            endings: Ok(Vec::new()),
            start,
        };
        if study.is_duel() {
            if self.endings > 0 {
                study.endings =
                    super::endings::results(self.variant, self.endings.into(), self.concurrency.into(), stop);
            }
            let opening = tree::Settings {
                positions: (study.main().len() / GAMES_A_POSITION).clamp(1, MOST_POSITIONS),
                nodes: most,
                plies: 1,
            };
            study.opening = Some(Tree::grown(&*study.start, &opening, &searchers, stop, |_| {})?);
            study.gaps = sharpness::gaps(&*study.start, &study.main(), most.saturating_mul(GAP_NODES), &searchers)?;
        }
        Ok(study)
    }

    /// How the games were made, for the head of the page.
    fn made(&self, study: &Study) -> String {
        let (main, all) = (study.main().len(), study.games.len());
        let nodes = self.nodes.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
        let start = self.fen.as_ref().map(|fen| format!(" from {fen}")).unwrap_or_default();
        let how = match &self.from[..] {
            [] => format!(
                "played by {NAME} {} against itself{start} with {nodes} nodes a move; the first {} plies of each are drawn among good moves, \
                 seed {}",
                env!("CARGO_PKG_VERSION"),
                self.varied_plies,
                self.seed
            ),
            _ => "read from files".to_owned(),
        };
        format!(
            "{main} games, {how}. {} more games serve for single numbers: piece values come from starts that lack pieces, and depth and \
             the player’s strength from games between unequal sides.",
            all - main
        )
    }
}

/// What intervals mean, for the head of the page.
const EXPLANATION: &str = "Each number has its 95 % interval: in 95 of 100 cases a second study of as many games finds its number there. n is \
    the number of games that it rests on.";

/// The path of one of two reports beside their comparison: `page-1.html`.
fn numbered(path: &Path, number: u8) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
    path.with_file_name(format!("{stem}-{number}{ending}"))
}
