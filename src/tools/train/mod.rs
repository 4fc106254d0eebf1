//! `train`: trains the network of a game with the games that [`datagen`](super::datagen) has made.
//!
//! ```text
//! samples    quiet positions of games, as lists of features
//! model      the network in floating point: forward and backward pass
//! factors    parts of a row that several features share
//! optimiser  AdamW
//! quantise   the network in the integers of the engine
//! ```

mod factors;
mod model;
mod optimiser;
mod quantise;
mod samples;
#[cfg(test)]
mod tests;

use super::console::{GameName, positive, print, progress_bar, share};
use super::ctrl_c;
use super::quiet_positions::SampleFilter;
use crate::engine::thread_pool;
use crate::game::Variant;
use model::{Gradient, Shape};
use optimiser::Optimiser;
use rayon::prelude::*;
use samples::{Data, Samples};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Command-line arguments of `train`.
#[derive(Clone, clap::Args)]
pub(super) struct Arguments {
    /// The game.
    #[arg(value_parser = GameName)]
    variant: &'static Variant,
    /// Files of games by `jailbird datagen`, of this game or another one with the same network.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Where to write the network.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Number of hidden neurons, a multiple of 32.
    #[arg(long, default_value_t = 64, value_parser = hidden)]
    hidden: usize,
    /// Number of passes over the positions.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,
    /// Positions in each step.
    #[arg(long, default_value_t = 2048, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    batch: u32,
    /// The size of the first steps; the last ones are a hundredth of it.
    #[arg(long, default_value_t = 0.003, value_parser = positive::<f32>)]
    rate: f32,
    /// How strongly weights are pulled to 0, in units of the rate.
    #[arg(long, default_value_t = 0.5, value_parser = positive::<f32>)]
    decay: f32,
    /// The weight of a game's result, from 0 to 1; the rest is the weight of the search's score.
    #[arg(long, default_value_t = 0.3, value_parser = share::<f32>)]
    blend: f32,
    /// Number of plies that are left out at the start of each game, after the random ones.
    #[arg(long, default_value_t = 6)]
    skip_plies: usize,
    /// Greatest number of positions.
    #[arg(long, default_value_t = 50_000_000)]
    most: usize,
    /// Seed of the first weights and of the order of the positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; the network does not depend on it [default: all processors].
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=512))]
    threads: u16,
}

fn hidden(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number: &usize| (32..=1024).contains(number) && number.is_multiple_of(32));
    number.ok_or_else(|| format!("`{text}` is not a multiple of 32 up to 1024"))
}

/// One game in this many is held out.
const HELD_OUT: usize = 20;

/// Trains a network and writes it. Ctrl-C ends the training early; what was learnt so far is written.
///
/// # Errors
/// One line: a file is malformed or cannot be read or written, there are no positions, or threads cannot be had.
pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let stop = ctrl_c::flag(|| {})?;
    let pool = thread_pool(arguments.threads.into())?;
    pool.install(|| arguments.train(&stop))?;
    Ok(ctrl_c::exit_code(&stop))
}

impl Arguments {
    fn train(&self, stop: &AtomicBool) -> Result<(), String> {
        let game = self.variant.new_game();
        let set = game.feature_set();
        let filter = SampleFilter { skip_plies: self.skip_plies, max_positions: self.most, held_out: HELD_OUT };
        let data = Data::load(self.variant, &self.files, filter)?;
        if data.training.is_empty() {
            return Err("no quiet positions in these files".into());
        }
        let scale = data.training.fit_scale().round().clamp(1.0, 10_000.0);
        let (training, held_out) = (data.training.len(), data.held_out.len());
        print(format_args!("{} games, {training} positions, {held_out} held out, scale {scale}", data.games));
        let shape = Shape { features: set.len(), hidden: self.hidden };
        let target = samples::Target { scale, blend: self.blend };
        let mut run =
            Run { arguments: self, target, optimiser: Optimiser::new(shape, &set, self.seed), last: [0.0; 2] };
        run.all_epochs(&data, stop);
        let origin = format!(
            "{}; {} games, {training} positions of {} nodes a move; loss {:.5}, held out {:.5}",
            self.command(),
            data.games,
            data.nodes,
            run.last[0],
            run.last[1],
        );
        let model = run.optimiser.model(data.training.seen(shape.features));
        let network = quantise::network(&model, game.network_game(), scale as i32, origin, &set)?;
        super::text_file::write_bytes(&self.out, &network.bytes(&set))?;
        print(format_args!("{}: {}", self.out.display(), network.description.origin));
        Ok(())
    }

    /// The command line without paths.
    fn command(&self) -> String {
        format!(
            "jailbird train {} --hidden {} --epochs {} --batch {} --rate {} --decay {} --blend {} --skip-plies {} --seed {}",
            self.variant.name,
            self.hidden,
            self.epochs,
            self.batch,
            self.rate,
            self.decay,
            self.blend,
            self.skip_plies,
            self.seed,
        )
    }
}

/// A batch is divided into this many parts, whatever the number of threads, so that rounding is always the same.
const PARTS: usize = 8;

/// A training in progress.
struct Run<'a> {
    arguments: &'a Arguments,
    target: samples::Target,
    optimiser: Optimiser,
    /// The last losses over training and held-out positions.
    last: [f64; 2],
}

impl Run<'_> {
    fn all_epochs(&mut self, data: &Data, stop: &AtomicBool) {
        let batch = self.arguments.batch as usize;
        let steps = data.training.len().div_ceil(batch) as u64;
        let all = steps * u64::from(self.arguments.epochs);
        let bar = progress_bar(all, "{msg} {wide_bar} {pos}/{len} steps, {eta} left");
        let mut gradients: Vec<Gradient> = (0..PARTS).map(|_| Gradient::new(self.optimiser.shape())).collect();
        for epoch in 0..self.arguments.epochs {
            let order = data.training.shuffled(self.arguments.seed + u64::from(epoch));
            let mut loss = 0.0;
            for (step, batch) in order.chunks(batch).enumerate() {
                if stop.load(Relaxed) {
                    break;
                }
                loss += self.step(&data.training, batch, &mut gradients, epoch as u64 * steps + step as u64, all);
                bar.inc(1);
            }
            self.last = [loss / data.training.len() as f64, self.loss(&data.held_out)];
            let line = format!("epoch {:>3}: loss {:.6}, held out {:.6}", epoch + 1, self.last[0], self.last[1]);
            bar.suspend(|| print(line));
            if stop.load(Relaxed) {
                break;
            }
        }
        bar.finish_and_clear();
    }

    /// Learns from some positions. Returns the sum of their losses before.
    fn step(&mut self, samples: &Samples, batch: &[u32], gradients: &mut [Gradient], number: u64, all: u64) -> f64 {
        let (model, target) = (self.optimiser.effective(), self.target);
        let part = batch.len().div_ceil(PARTS);
        let losses: Vec<f64> = gradients
            .par_iter_mut()
            .enumerate()
            .map(|(index, gradient)| {
                gradient.clear();
                let indices = batch.get(index * part..).unwrap_or_default();
                let indices = indices[..part.min(indices.len())].iter();
                indices.map(|&index| model.learn(&samples.get(index as usize), target, gradient)).sum()
            })
            .collect();
        let progress = number as f32 / all.max(1) as f32;
        let cosine = (1.0 + (std::f32::consts::PI * progress).cos()) / 2.0;
        let rate = self.arguments.rate * (0.01 + 0.99 * cosine);
        self.optimiser.step(gradients, batch.len() as f32, rate, self.arguments.decay);
        losses.iter().sum()
    }

    /// The mean loss.
    fn loss(&self, samples: &Samples) -> f64 {
        let (model, target) = (self.optimiser.effective(), self.target);
        let indices: Vec<usize> = (0..samples.len()).collect();
        let parts: Vec<f64> = indices
            .par_chunks(4096)
            .map(|part| part.iter().map(|&index| model.loss(&samples.get(index), target)).sum())
            .collect();
        parts.iter().sum::<f64>() / samples.len().max(1) as f64
    }
}
