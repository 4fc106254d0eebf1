//! `spsa`: tunes the parameters of the search by games of an engine against itself with other values.
//!
//! ```text
//! list      the parameters, as text
//! tuning    perturbations and steps
//! journal   the file of a run
//! report    the table of values
//! chart     the paths of the values as a picture
//! ```

mod chart;
mod journal;
mod list;
mod report;
#[cfg(test)]
mod tests;
mod tuning;

use super::console::{GameName, check_for_two, print, progress_bar, share, thread_count};
use super::match_runner::key_value;
use super::match_runner::opening_file::{Opening, OpeningFile};
use super::match_runner::pairs::{EngineLimits, PairMatch};
use super::sprt::Tally;
use super::text_file::{self, naming};
use super::{ctrl_c, opening_book};
use crate::game::Variant;
use crate::search::parameters::Scope;
use journal::Journal;
use list::{ListFormat, Tuned};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use tuning::{Gains, Perturbation, Tuning};

/// Command-line arguments of `spsa`.
#[derive(Clone, clap::Args)]
pub(super) struct Arguments {
    /// The game.
    #[arg(value_parser = GameName, required_unless_present_any = ["list", "merge"])]
    variant: Option<&'static Variant>,
    /// The engine, a UCI program whose options the parameters are [default: this program, which must be built with
    /// `--features tunable`].
    #[arg(long, value_name = "FILE")]
    engine: Option<PathBuf>,
    /// A further option of the engine, such as Hash=64; may be given several times.
    #[arg(long, value_name = "NAME=VALUE", value_parser = option)]
    option: Vec<String>,
    /// The parameters, as lines `name, int, value, min, max, c_end, r_end` [default: those of this program that have an
    /// effect with these limits].
    #[arg(long, value_name = "FILE")]
    parameters: Option<PathBuf>,
    /// Number of iterations.
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    iterations: u32,
    /// Pairs of games in each iteration, from one opening each.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pairs: u32,
    /// Nodes per move.
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Time control in seconds instead of nodes: 8+0.08.
    #[arg(long, value_name = "TIME", conflicts_with = "nodes")]
    tc: Option<String>,
    /// Openings, as positions (EPD) or games (PGN) [default: 500 that a short search finds balanced].
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Games played at the same time; with fixed nodes the values do not depend on it.
    #[arg(long, default_value_t = 1, value_parser = thread_count())]
    concurrency: u16,
    /// How fast the steps shrink: exponent.
    #[arg(long, default_value_t = 0.602, value_parser = share::<f64>)]
    alpha: f64,
    /// How fast the perturbations shrink: exponent.
    #[arg(long, default_value_t = 0.101, value_parser = share::<f64>)]
    gamma: f64,
    /// The constant A that holds down the first steps, as a share of the iterations.
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = share::<f64>)]
    stability: f64,
    /// Seed of the perturbations.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file of the run; an existing one is continued [default: GAME.spsa].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The picture of the paths (SVG) [default: beside the file of the run].
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Play nothing; print the parameters, with the values of the game if one is named, as OpenBench reads them, or as
    /// weather-factory does.
    #[arg(long, value_enum, value_name = "FORMAT", num_args = 0..=1, require_equals = true, default_missing_value = "openbench")]
    list: Option<ListFormat>,
    /// Play nothing; print the mean of the values of these runs, which differ in their seeds only.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["list", "variant"])]
    merge: Vec<PathBuf>,
}

fn option(text: &str) -> Result<String, String> {
    key_value::split(text).map(|_| text.to_owned())
}

/// Tunes, or prints the list or the mean of several runs. Ctrl-C ends a run early; the same command goes on.
///
/// # Errors
/// One line: the engine has no such parameters, the file is of another run, a file cannot be read or written, or threads
/// cannot be had.
pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    if let Some(format) = arguments.list {
        print(format.text(&arguments.parameters()?));
        return Ok(ExitCode::SUCCESS);
    }
    if !arguments.merge.is_empty() {
        let (parameters, values, iterations) = journal::merge(&arguments.merge)?;
        print(report::table(&parameters, &values));
        print(format_args!("\nmean of {} runs, {iterations} iterations in all", arguments.merge.len()));
        return Ok(ExitCode::SUCCESS);
    }
    let Some(variant) = arguments.variant else { return Err("the game is missing".into()) };
    let stop = ctrl_c::flag(|| {})?;
    Run { arguments, variant, limits: arguments.limits()? }.play(&stop)?;
    Ok(ctrl_c::exit_code(&stop))
}

impl Arguments {
    fn limits(&self) -> Result<EngineLimits, String> {
        let mut limits = EngineLimits::default();
        match &self.tc {
            // A move may be late: values are compared, and the machine may be busy.
            Some(tc) => limits.set("tc", tc)? && limits.set("timemargin", "200")?,
            None => limits.set("nodes", &self.nodes.to_string())?,
        };
        if limits.is_bounded() { Ok(limits) } else { Err("--tc: the engine needs a limit".into()) }
    }

    /// The parameters of the file, or those of this program that have an effect with these limits.
    fn parameters(&self) -> Result<Vec<Tuned>, String> {
        if let Some(file) = &self.parameters {
            return list::read(&text_file::read(file)?).map_err(naming(file));
        }
        let mut scopes = vec![Scope::Game, Scope::Search];
        if self.tc.is_some() {
            scopes.push(Scope::Time);
        }
        let own = self.variant.map_or(&[][..], |variant| variant.parameters);
        Ok(list::of_scopes(&scopes, own))
    }

    fn gains(&self) -> Gains {
        let Arguments { iterations, pairs, alpha, gamma, stability, seed, .. } = *self;
        Gains { iterations, pairs, alpha, gamma, stability, seed }
    }
}

/// A run in progress.
struct Run<'a> {
    arguments: &'a Arguments,
    variant: &'static Variant,
    limits: EngineLimits,
}

impl Run<'_> {
    /// Plays the iterations that are missing, and prints and draws what all have shown.
    fn play(&self, stop: &Arc<AtomicBool>) -> Result<(), String> {
        self.check()?;
        let name = self.variant.name;
        let path = self.arguments.out.clone().unwrap_or_else(|| format!("{name}.spsa").into());
        let plot = self.arguments.plot.clone().unwrap_or_else(|| path.with_extension("svg"));
        text_file::check_folder(&plot)?;
        let tuning = Tuning::new(self.arguments.gains(), self.arguments.parameters()?);
        let mut journal = Journal { settings: self.settings(), tuning };
        let mut file = journal.resume(&path)?;
        let openings = self.openings()?;
        let play = |tuning: &Tuning| self.iteration(tuning, &openings, stop);
        let tuning = &mut journal.tuning;
        advance(tuning, play, |tally| journal::append(&mut file, tally))?;
        text_file::write(&plot, &chart::svg(&format!("{}: parameters by SPSA", self.variant.title), tuning)?)?;
        print(report::table(&tuning.parameters, tuning.values()));
        let (finished, all) = (tuning.finished(), tuning.gains.iterations);
        print(format_args!("\n{finished} of {all} iterations; paths: {}", plot.display()));
        Ok(())
    }

    fn check(&self) -> Result<(), String> {
        check_for_two(self.variant)?;
        if self.arguments.engine.is_none() && cfg!(not(feature = "tunable")) {
            return Err(
                "the parameters of this program are constants: build it with `cargo build --release --features \
                        tunable`, or name such a program with --engine"
                    .into(),
            );
        }
        Ok(())
    }

    /// What determines the games, as options of the command line.
    fn settings(&self) -> String {
        let mut text = format!("{} {}", self.variant.name, self.limits);
        for (name, file) in [("engine", &self.arguments.engine), ("openings", &self.arguments.openings)] {
            if let Some(file) = file {
                text.push_str(&format!(" --{name} {}", file.display()));
            }
        }
        for option in &self.arguments.option {
            text.push_str(&format!(" --option {option}"));
        }
        text
    }

    fn openings(&self) -> Result<Vec<Opening>, String> {
        if let Some(path) = &self.arguments.openings {
            return OpeningFile::of(path).load(self.variant);
        }
        let count = self.arguments.iterations.saturating_mul(self.arguments.pairs).min(MOST_OPENINGS);
        opening_book::for_match(self.variant, count, None, self.arguments.concurrency)
    }

    /// Plays the next iteration; `None` if it was stopped.
    fn iteration(
        &self,
        tuning: &Tuning,
        openings: &[Opening],
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Tally>, String> {
        if stop.load(Relaxed) {
            return Ok(None);
        }
        let Perturbation { plus, minus } = tuning.perturbation();
        let first = u64::from(tuning.finished()) * u64::from(self.arguments.pairs) % openings.len().max(1) as u64;
        let game = PairMatch {
            variant: self.variant,
            sides: [self.side("plus", &tuning.parameters, &plus), self.side("minus", &tuning.parameters, &minus)],
            limits: self.limits,
            openings,
            first_opening: first as u32,
            pairs: self.arguments.pairs,
            concurrency: self.arguments.concurrency.into(),
        };
        game.play(Arc::clone(stop))
    }

    /// The words for the engine with these values.
    fn side(&self, name: &str, parameters: &[Tuned], values: &[i32]) -> Vec<String> {
        let mut words = vec![format!("name={name}")];
        words.extend(self.arguments.engine.as_deref().map(|engine: &Path| format!("cmd={}", engine.display())));
        words.extend(self.arguments.option.iter().map(|option| format!("option.{option}")));
        let values = parameters.iter().zip(values);
        words.extend(values.map(|(tuned, value)| format!("option.{}={value}", tuned.name)));
        words
    }
}

/// The number of openings that are made.
const MOST_OPENINGS: u32 = 500;

/// Plays iterations until all are finished or one is stopped. `record` gets every result before it counts.
fn advance(
    tuning: &mut Tuning,
    mut play: impl FnMut(&Tuning) -> Result<Option<Tally>, String>,
    mut record: impl FnMut(&Tally) -> Result<(), String>,
) -> Result<(), String> {
    let all = tuning.gains.iterations;
    let bar = progress_bar(all.into(), "{wide_bar} {pos}/{len} iterations, {eta} left, {msg}");
    bar.set_position(tuning.finished().into());
    bar.reset_eta();
    let mut sum = [0; 3];
    while tuning.finished() < all
        && let Some(tally) = play(tuning)?
    {
        record(&tally)?;
        tuning.learn(tally.wins as f64 - tally.losses as f64);
        for (sum, games) in sum.iter_mut().zip([tally.wins, tally.draws, tally.losses]) {
            *sum += games;
        }
        bar.set_position(tuning.finished().into());
        bar.set_message(format!("{}-{}-{}", sum[0], sum[1], sum[2]));
    }
    bar.finish_and_clear();
    Ok(())
}
