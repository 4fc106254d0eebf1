//! The passes over the positions. Neither the number of threads nor interruptions have an influence on the result.

use super::hyperparameters::Settings;
use super::model::{Gradient, Model};
use super::optimiser::Optimiser;
use super::samples::{Data, Samples, Target};
use crate::tools::console::{print, progress_bar};
use indicatif::ProgressBar;
use rayon::prelude::*;

/// A batch is divided into this many parts, whatever the number of threads, so that rounding is always the same.
const PARTS: usize = 8;

/// The mean losses over the training positions and over those of the games held out; the latter is NaN if no game is
/// held out.
pub type Losses = [f64; 2];

/// Losses as text: `loss 0.123456, held out 0.123456`.
pub fn losses_text([training, held_out]: Losses) -> String {
    let held_out = if held_out.is_nan() { "none".into() } else { format!("{held_out:.6}") };
    format!("loss {training:.6}, held out {held_out}")
}

/// How far a training is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// The number of steps in the current epoch.
    pub step: u32,
    /// The sum of the losses in these steps.
    pub loss: f64,
    /// The losses of each finished epoch.
    pub history: Vec<Losses>,
}

/// The network of one epoch.
#[derive(Clone, Debug)]
pub struct Best {
    /// The number of the epoch; the first has number 1.
    pub epoch: u32,
    /// Its weights.
    pub model: Model,
}

/// A training in progress.
pub struct Training {
    /// How the network learns.
    pub settings: Settings,
    /// Seed of the order of the positions.
    pub seed: u64,
    /// What the network should predict.
    pub target: Target,
    /// The weights.
    pub optimiser: Optimiser,
    /// How far it is.
    pub progress: Progress,
    /// The finished epoch with the least loss over the games held out, or the last one if no game is held out; `None` before the first one.
    pub best: Option<Best>,
}

impl Training {
    /// The losses of the best epoch; NaN before the first one.
    pub fn losses(&self) -> Losses {
        self.best
            .as_ref()
            .and_then(|best| self.progress.history.get(best.epoch as usize - 1))
            .copied()
            .unwrap_or([f64::NAN; 2])
    }

    /// Ends an epoch with these losses, and keeps its network if it is the best.
    fn end_epoch(&mut self, losses: Losses) {
        self.progress.history.push(losses);
        (self.progress.step, self.progress.loss) = (0, 0.0);
        let before = self.losses()[1];
        // Without games held out their loss is no number, and every epoch is better than the one before.
        let is_best = before.is_nan() || losses[1] < before;
        if is_best {
            self.best =
                Some(Best { epoch: self.progress.history.len() as u32, model: self.optimiser.effective().clone() });
        }
    }

    /// Goes on to the end, or until `stop` says so, and returns whether the end was reached. `visit` is called after
    /// each epoch; its error ends the training.
    pub fn run(
        &mut self,
        data: &Data,
        stop: &dyn Fn() -> bool,
        mut visit: impl FnMut(&Training) -> Result<(), String>,
    ) -> Result<bool, String> {
        let steps = data.training.len().div_ceil(self.settings.batch as usize) as u64;
        let all = steps * u64::from(self.settings.epochs);
        let bar = progress_bar(all, "{msg} {wide_bar} {pos}/{len} steps, {eta} left");
        bar.set_position(self.number(steps));
        bar.reset_eta();
        let mut gradients: Vec<Gradient> = (0..PARTS).map(|_| Gradient::new(self.optimiser.shape())).collect();
        while (self.progress.history.len() as u32) < self.settings.epochs {
            if !self.epoch(data, stop, &mut gradients, &bar) {
                bar.finish_and_clear();
                return Ok(false);
            }
            let losses = [self.progress.loss / data.training.len() as f64, self.mean_loss(&data.held_out)];
            self.end_epoch(losses);
            let text = format!("epoch {:>3}: {}", self.progress.history.len(), losses_text(losses));
            bar.set_message(text.clone());
            bar.suspend(|| print(text));
            visit(self)?;
        }
        bar.finish_and_clear();
        Ok(true)
    }

    /// The number of steps so far, with `steps` in each epoch.
    fn number(&self, steps: u64) -> u64 {
        self.progress.history.len() as u64 * steps + u64::from(self.progress.step)
    }

    /// The rest of an epoch. Returns false if `stop` has ended it early.
    fn epoch(&mut self, data: &Data, stop: &dyn Fn() -> bool, gradients: &mut [Gradient], bar: &ProgressBar) -> bool {
        let order = data.training.shuffled(self.seed.wrapping_add(self.progress.history.len() as u64));
        let batches = order.chunks(self.settings.batch as usize);
        let steps = batches.len() as u64;
        let all = (steps * u64::from(self.settings.epochs)) as f32;
        for batch in batches.skip(self.progress.step as usize) {
            if stop() {
                return false;
            }
            let progress = self.number(steps) as f32 / all;
            self.progress.loss += self.step(&data.training, batch, gradients, progress);
            self.progress.step += 1;
            bar.inc(1);
        }
        true
    }

    /// Learns from some positions. `progress` is from 0 to 1. Returns the sum of their losses before.
    fn step(&mut self, samples: &Samples, batch: &[u32], gradients: &mut [Gradient], progress: f32) -> f64 {
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
        let cosine = (1.0 + (std::f32::consts::PI * progress).cos()) / 2.0;
        let rate = self.settings.rate * (0.01 + 0.99 * cosine);
        self.optimiser.step(gradients, batch.len() as f32, rate, self.settings.decay);
        losses.iter().sum()
    }

    /// The mean loss; NaN without positions.
    fn mean_loss(&self, samples: &Samples) -> f64 {
        let (model, target) = (self.optimiser.effective(), self.target);
        samples.mean(|sample| model.loss(sample, target))
    }
}

#[cfg(test)]
mod tests {
    use super::super::hyperparameters::Settings;
    use super::super::model::Shape;
    use super::*;
    use crate::network::{FeatureGroup, FeatureSet, Symmetry};

    const SET: FeatureSet = FeatureSet::new(&[FeatureGroup::marks("pieces", 2, 4)], 3, 3, Symmetry::Mirror);

    /// The number of the best epoch, and its weight, if the epochs have these losses over the games held out and weights of their numbers.
    fn best(held_out: &[f64]) -> (u32, f32) {
        let settings = Settings { hidden: 64, epochs: 9, batch: 1, rate: 0.1, decay: 0.0, blend: 0.5 };
        let optimiser = Optimiser::new(Shape { features: SET.len(), hidden: 64 }, &SET, 1);
        let target = Target { scale: 100.0, blend: 0.5 };
        let mut training = Training { settings, seed: 1, target, optimiser, progress: Progress::default(), best: None };
        for (index, &loss) in held_out.iter().enumerate() {
            training.optimiser.set_output_bias((index + 1) as f32);
            training.end_epoch([0.1, loss]);
        }
        assert_eq!(training.losses()[0], 0.1);
        training.best.map(|best| (best.epoch, best.model.output_bias)).unwrap()
    }

    #[test]
    fn the_network_of_the_best_epoch_is_kept() {
        assert_eq!(best(&[0.3, 0.2, 0.25, 0.2]), (2, 2.0));
        assert_eq!(best(&[0.3, 0.2, 0.19]), (3, 3.0));
        assert_eq!(best(&[f64::NAN; 3]), (3, 3.0));
        assert_eq!(best(&[0.3, f64::NAN]), (1, 1.0), "a training that breaks down");
    }
}
