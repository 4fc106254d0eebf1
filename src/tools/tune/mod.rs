//! `tune`: the weights of an evaluation, fitted to the games that [`datagen`](super::datagen) has made.
//!
//! ```text
//! samples     quiet positions of games
//! model       how well an evaluation foretells their results
//! descent     the way to one that does so better
//! ```
//!
//! The method is P. Österlund's (the "Texel" method, 2014) with slopes instead of trial steps, as A. Grant describes it
//! ("Evaluation & Tuning in Chess Engines", 2020).

mod descent;
mod model;
pub mod samples;
#[cfg(test)]
mod tests;

use super::console::{GameName, print};
use super::files;
use crate::eval::{TaperedScore, Weights, weights};
use crate::game::Variant;
use descent::{Course, Step, descend};
use model::{Aim, Pair, fit_scale};
use samples::{Choice, Data};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// `jailbird tune`.
#[derive(Clone, clap::Args)]
pub struct Arguments {
    /// The game.
    #[arg(value_parser = GameName)]
    variant: &'static Variant,
    /// Files of games by `jailbird datagen`, of this game or another that goes by the same weights.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Steps at most.
    #[arg(long, default_value_t = 400)]
    epochs: u32,
    /// About how far a value moves in each of the first steps, in hundredths of a pawn.
    #[arg(long, default_value_t = 0.5, value_parser = positive)]
    rate: f64,
    /// How much a game's result counts, from 0 to 1; the rest is the score of the search.
    #[arg(long, default_value_t = 0.3, value_parser = share)]
    blend: f64,
    /// Each value is pulled to where it began as strongly as by so many positions.
    #[arg(long, default_value_t = 200.0, value_parser = positive)]
    pull: f64,
    /// Threads.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// Where to write the weights [default: the file that they are built from, as seen from the repository's root].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Begin from the weights of this file instead of those of this program.
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Plies at the beginning of each game that are left out, behind the random ones.
    #[arg(long, default_value_t = 6)]
    skip_plies: usize,
    /// Positions at most.
    #[arg(long, default_value_t = 5_000_000)]
    most: usize,
}

fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().map_err(|_| format!("`{text}` is no number"))?;
    if (0.0..1e9).contains(&number) { Ok(number) } else { Err(format!("{text} is not from 0 to 1e9")) }
}

fn share(text: &str) -> Result<f64, String> {
    positive(text).and_then(|number| if number <= 1.0 { Ok(number) } else { Err("more than 1".into()) })
}

/// Greatest value either way in a data file.
const GREATEST: f64 = 30_000.0;

/// Fits the weights and writes them. `stop` ends the search early; the best values so far are written all the same.
///
/// # Errors
/// One line: the game has no weights of its own, a file cannot be read or written or is malformed, there are no positions.
pub fn run(arguments: &Arguments, stop: &AtomicBool) -> Result<(), String> {
    let game = arguments.variant.new_game();
    if game.players() > 2 {
        return Err(format!(
            "{} has no weights of its own: tune the game of one board instead",
            arguments.variant.name
        ));
    }
    let weights = game.weights();
    let out = arguments.out.clone().unwrap_or_else(|| weights.file.into());
    check_folder(&out)?;
    let first = arguments.first(weights)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads.into()).build();
    let pool = pool.map_err(|error| format!("cannot have {} threads: {error}", arguments.threads))?;
    let text = pool.install(|| arguments.tune(weights, &first, stop))?;
    files::write(&out, &text)
}

impl Arguments {
    /// The values to begin with.
    fn first(&self, weights: &Weights) -> Result<Vec<TaperedScore>, String> {
        let Some(file) = &self.start else { return Ok(weights.values.to_vec()) };
        let text = files::read(file)?;
        let mut values = vec![TaperedScore::ZERO; weights.values.len()];
        let read = weights::parse(&text, weights.groups, &mut values);
        read.map_err(|error| format!("{}: {}", file.display(), error.explain(weights.groups)))?;
        Ok(values)
    }

    /// The text of the new data file.
    fn tune(&self, weights: &Weights, first: &[TaperedScore], stop: &AtomicBool) -> Result<String, String> {
        let choice = Choice { skip_plies: self.skip_plies, most: self.most };
        let data = Data::load(self.variant, &self.files, choice)?;
        if data.training.is_empty() {
            return Err("there are no quiet positions in these games".into());
        }
        let first: Vec<Pair> = first.iter().map(|value| [value.middle(), value.end()].map(f64::from)).collect();
        let aim = Aim { scale: fit_scale(&data.training, &first), blend: self.blend };
        let (learnt, held_out) = (data.training.len(), data.validation.len());
        print(format_args!("{} games, {learnt} positions, {held_out} held out, scale {:.1}", data.games, aim.scale));
        let course = Course { epochs: self.epochs, rate: self.rate, pull: self.pull, aim };
        let mut before = None;
        let best = descend(&data, &first, &course, |step| {
            before.get_or_insert_with(|| step.clone());
            print(format_args!("epoch {:>4}: loss {:.6}, held out {:.6}", step.epoch, step.training, step.validation));
            !stop.load(Relaxed)
        });
        let values: Vec<TaperedScore> = best.values.iter().map(|&value| rounded(value)).collect();
        let whole: Vec<Pair> = values.iter().map(|value| [value.middle(), value.end()].map(f64::from)).collect();
        let after = Step::of(best.epoch, &whole, &data, aim);
        let head = self.head(&data, before.as_ref().unwrap_or(&best), &after);
        print(&head);
        Ok(weights::write(&head, weights.groups, &values))
    }

    /// What the data file says of itself.
    fn head(&self, data: &Data, before: &Step, after: &Step) -> String {
        let nodes: Vec<String> = data.nodes.iter().map(u64::to_string).collect();
        let positions = data.training.len() + data.validation.len();
        format!(
            "Made by `jailbird tune {}` from {} games, {positions} positions, {} nodes a move; blend {}, pull {}.\n\
             Loss {:.6} before, {:.6} after {} epochs; over games held out {:.6} before, {:.6} after.",
            self.variant.name,
            data.games,
            nodes.join(" and "),
            self.blend,
            self.pull,
            before.training,
            after.training,
            after.epoch,
            before.validation,
            after.validation,
        )
    }
}

fn rounded(value: Pair) -> TaperedScore {
    let [middle, end] = value.map(|half| half.round().clamp(-GREATEST, GREATEST) as i32);
    TaperedScore::new(middle, end)
}

/// Better to know at once than after an hour.
fn check_folder(file: &Path) -> Result<(), String> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let problem = || format!("{}: no such folder; run in the root of the repository or give --out", folder.display());
    folder.is_dir().then_some(()).ok_or_else(problem)
}
