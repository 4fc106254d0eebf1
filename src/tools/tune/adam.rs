//! Gradient descent to the least loss: Adam (Kingma, Ba 2015) over all positions at once.

use super::loss::{TaperedValue, Target, gradient, loss};
use super::samples::Data;
use std::ops::ControlFlow;

/// The parameters of the descent.
#[derive(Clone, Copy)]
pub(super) struct DescentSettings {
    /// The greatest number of steps.
    pub epochs: u32,
    /// About how far a value moves in each of the first steps, in centipawns. In the last it is a tenth of that.
    pub rate: f64,
    /// Each value is pulled to its start as strongly as by this many positions.
    pub pull: f64,
    /// What the evaluation should predict.
    pub target: Target,
}

/// The values after some steps, and how well they do.
#[derive(Clone, Debug)]
pub(super) struct Checkpoint {
    /// The number of steps.
    pub epoch: u32,
    /// The values.
    pub values: Vec<TaperedValue>,
    /// The loss over the training positions.
    pub training: f64,
    /// The loss over the held-out positions; that over the training positions if there are none.
    pub validation: f64,
}

impl Checkpoint {
    /// Measures the loss of `values`.
    pub(super) fn new(epoch: u32, values: &[TaperedValue], data: &Data, target: Target) -> Checkpoint {
        let training = loss(&data.training, values, target);
        let validation = if data.validation.is_empty() { training } else { loss(&data.validation, values, target) };
        Checkpoint { epoch, values: values.to_vec(), training, validation }
    }
}

/// The loss over the held-out positions is measured every so many steps.
const VALIDATION_INTERVAL: u32 = 10;
/// The descent ends when this many measurements in a row are worse than the best one.
const PATIENCE: u32 = 4;

/// Descends from `start` and returns the checkpoint with the least loss over the held-out positions. `visit` is called
/// with each checkpoint and can end the descent.
pub(super) fn descend(
    data: &Data,
    start: &[TaperedValue],
    settings: &DescentSettings,
    mut visit: impl FnMut(&Checkpoint) -> ControlFlow<()>,
) -> Checkpoint {
    let mut best = Checkpoint::new(0, start, data, settings.target);
    let mut adam = Adam::new(start);
    let mut worse = 0;
    let mut flow = visit(&best);
    while flow.is_continue() && worse < PATIENCE && adam.epoch < settings.epochs {
        adam.step(data, start, settings);
        if !adam.epoch.is_multiple_of(VALIDATION_INTERVAL) && adam.epoch != settings.epochs {
            continue;
        }
        let checkpoint = Checkpoint::new(adam.epoch, &adam.values, data, settings.target);
        flow = visit(&checkpoint);
        worse = if checkpoint.validation < best.validation { 0 } else { worse + 1 };
        if worse == 0 {
            best = checkpoint;
        }
    }
    best
}

/// The state of the optimiser.
struct Adam {
    epoch: u32,
    values: Vec<TaperedValue>,
    /// Running means of the gradient and of its square.
    moments: Vec<[TaperedValue; 2]>,
}

impl Adam {
    /// The decay rates of the two means.
    const DECAY: [f64; 2] = [0.9, 0.999];
    /// Added to the divisor to avoid division by zero. Gradients are tiny, and this is far below them.
    const EPSILON: f64 = 1e-14;

    fn new(values: &[TaperedValue]) -> Adam {
        Adam { epoch: 0, values: values.to_vec(), moments: vec![[[0.0; 2]; 2]; values.len()] }
    }

    fn step(&mut self, data: &Data, start: &[TaperedValue], settings: &DescentSettings) {
        let (_, mut slopes) = gradient(&data.training, &self.values, settings.target);
        let spring = spring(settings, data.training.len());
        for ((slope, value), origin) in slopes.iter_mut().zip(&self.values).zip(start) {
            *slope = std::array::from_fn(|half| slope[half] + spring * (value[half] - origin[half]));
        }
        let rate = settings.rate * 0.1f64.powf(f64::from(self.epoch) / f64::from(settings.epochs.max(1)));
        self.epoch += 1;
        let bias = Adam::DECAY.map(|decay| 1.0 - decay.powi(self.epoch as i32));
        for ((value, moments), slope) in self.values.iter_mut().zip(&mut self.moments).zip(&slopes) {
            for half in 0..2 {
                let powers = [slope[half], slope[half] * slope[half]];
                for (order, power) in powers.into_iter().enumerate() {
                    let moment = &mut moments[order][half];
                    *moment += (1.0 - Adam::DECAY[order]) * (power - *moment);
                }
                let (mean, square) = (moments[0][half] / bias[0], moments[1][half] / bias[1]);
                value[half] -= rate * mean / (square.sqrt() + Adam::EPSILON);
            }
        }
    }
}

/// Returns the slope that a value gets for each centipawn of its distance from the start: that of `pull` level
/// positions in which the value counts once. The slope of the [`sigmoid`](super::loss::sigmoid) is 1 / (4 scale) there.
fn spring(settings: &DescentSettings, positions: usize) -> f64 {
    2.0 * settings.pull / positions.max(1) as f64 / (4.0 * settings.target.scale).powi(2)
}
