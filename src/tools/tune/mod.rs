//! `tune`: fits the weights of an evaluation to the games that [`datagen`](super::datagen) has made.
//!
//! ```text
//! samples     quiet positions of games, as counts of weights
//! loss        how well an evaluation predicts results; its gradient
//! adam        gradient descent
//! ```
//!
//! The method is P. Österlund's ("Texel's tuning method", 2014) with gradients instead of trial steps, as A. Grant
//! describes it ("Evaluation & Tuning in Chess Engines", 2020).

mod adam;
mod loss;
pub mod samples;
#[cfg(test)]
mod tests;

use super::console::{GameName, positive, print, share, thread_count};
use super::quiet_positions::SampleFilter;
use super::{ctrl_c, text_file};
use crate::engine::thread_pool;
use crate::eval::{TaperedScore, Weights, weights};
use crate::game::Variant;
use adam::{Checkpoint, DescentSettings, descend};
use loss::{TaperedValue, Target, fit_scale};
use samples::{Data, weights_of};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Command-line arguments of `tune`.
#[derive(Clone, clap::Args)]
pub(super) struct Arguments {
    /// The game.
    #[arg(value_parser = GameName)]
    variant: &'static Variant,
    /// Files of games by `jailbird datagen`, of this game or another one with the same weights.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Greatest number of steps.
    #[arg(long, default_value_t = 400)]
    epochs: u32,
    /// About how far a value moves in each of the first steps, in centipawns.
    #[arg(long, default_value_t = 0.5, value_parser = positive::<f64>)]
    rate: f64,
    /// The weight of a game's result, from 0 to 1; the rest is the weight of the search's score.
    #[arg(long, default_value_t = 0.3, value_parser = share::<f64>)]
    blend: f64,
    /// Each value is pulled to its start as strongly as by this many positions.
    #[arg(long, default_value_t = 200.0, value_parser = positive::<f64>)]
    pull: f64,
    /// Threads.
    #[arg(long, default_value_t = 1, value_parser = thread_count())]
    threads: u16,
    /// Where to write the weights [default: the file they are compiled from, relative to the root of the repository].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Begin with the weights of this file instead of those of this program.
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Number of plies that are left out at the start of each game, after the random ones.
    #[arg(long, default_value_t = 6)]
    skip_plies: usize,
    /// Greatest number of positions.
    #[arg(long, default_value_t = 5_000_000)]
    most: usize,
}

/// One game in this many is held out.
const HELD_OUT: usize = 10;
/// The greatest absolute value in a data file.
const MAX_VALUE: f64 = 30_000.0;

/// Fits the weights and writes them. Ctrl-C ends the descent early; the best values so far are written nevertheless.
/// Errors are one line: the game has no weights of its own, a file is malformed or cannot be read or written, there are
/// no positions, or threads cannot be had.
pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let stop = ctrl_c::flag(|| {})?;
    fit(arguments, &stop)?;
    Ok(ctrl_c::exit_code(&stop))
}

fn fit(arguments: &Arguments, stop: &AtomicBool) -> Result<(), String> {
    let weights = weights_of(arguments.variant)?;
    let out = arguments.out.clone().unwrap_or_else(|| weights.file.into());
    let hint = |error| format!("{error}; run in the root of the repository or give --out");
    text_file::check_folder(&out).map_err(hint)?;
    let start = arguments.start(weights)?;
    let pool = thread_pool(arguments.threads.into())?;
    let text = pool.install(|| arguments.tune(weights, &start, stop))?;
    text_file::write(&out, &text)
}

impl Arguments {
    /// Returns the values to begin with.
    fn start(&self, weights: &Weights) -> Result<Vec<TaperedScore>, String> {
        let Some(file) = &self.start else { return Ok(weights.values.to_vec()) };
        let text = text_file::read(file)?;
        let mut values = vec![TaperedScore::ZERO; weights.values.len()];
        let read = weights::parse(&text, weights.groups, &mut values);
        read.map_err(|error| format!("{}: {}", file.display(), error.explain(weights.groups)))?;
        Ok(values)
    }

    /// Returns the text of the new data file.
    fn tune(&self, weights: &Weights, start: &[TaperedScore], stop: &AtomicBool) -> Result<String, String> {
        let filter = SampleFilter { skip_plies: self.skip_plies, max_positions: self.most, held_out: HELD_OUT };
        let data = Data::load(self.variant, &self.files, filter)?;
        if data.training.is_empty() {
            return Err("there are no quiet positions in these games".into());
        }
        let start: Vec<TaperedValue> = start.iter().copied().map(unrounded).collect();
        let target = Target { scale: fit_scale(&data.training, &start), blend: self.blend };
        let (training, held_out) = (data.training.len(), data.validation.len());
        print(format_args!(
            "{} games, {training} positions, {held_out} held out, scale {:.1}",
            data.games, target.scale
        ));
        let settings = DescentSettings { epochs: self.epochs, rate: self.rate, pull: self.pull, target };
        let mut before = None;
        let best = descend(&data, &start, &settings, |step| {
            before.get_or_insert_with(|| step.clone());
            print(format_args!("epoch {:>4}: loss {:.6}, held out {:.6}", step.epoch, step.training, step.validation));
            if stop.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let values: Vec<TaperedScore> = best.values.iter().map(|&value| rounded(value)).collect();
        let written: Vec<TaperedValue> = values.iter().copied().map(unrounded).collect();
        let after = Checkpoint::new(best.epoch, &written, &data, target);
        let head = self.head(&data, before.as_ref().unwrap_or(&best), &after);
        print(&head);
        Ok(weights::write(&head, weights.groups, &values))
    }

    /// Returns the comment at the head of the data file.
    fn head(&self, data: &Data, before: &Checkpoint, after: &Checkpoint) -> String {
        let positions = data.training.len() + data.validation.len();
        format!(
            "Made by `jailbird tune {}` from {} games, {positions} positions, {} nodes a move; blend {}, pull {}.\n\
             Loss {:.6} before, {:.6} after {} epochs; over games held out {:.6} before, {:.6} after.",
            self.variant.name,
            data.games,
            data.nodes,
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

fn unrounded(value: TaperedScore) -> TaperedValue {
    [value.middle(), value.end()].map(f64::from)
}

fn rounded(value: TaperedValue) -> TaperedScore {
    let [middle, end] = value.map(|half| half.round().clamp(-MAX_VALUE, MAX_VALUE) as i32);
    TaperedScore::new(middle, end)
}
