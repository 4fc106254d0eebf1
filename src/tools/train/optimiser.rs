//! AdamW (Loshchilov, Hutter 2019) over the weights and the shared rows.

use super::factors::Factors;
use super::model::{Gradient, Model, Shape};
use crate::network::{Block, FeatureSet, Network, OUTPUT_UNIT, ROW_UNIT};
use crate::types::zobrist::mix;
use rayon::prelude::*;

/// The greatest absolute value of an exported weight.
const CLIP: f32 = 1.98;

/// Weights of one sort, with the running means of their slopes.
struct Weights {
    values: Vec<f32>,
    slopes: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
    /// Weights stay within this distance from 0.
    bound: f32,
    /// Whether weights are pulled to 0.
    decays: bool,
}

impl Weights {
    /// Random weights within `spread` of 0.
    fn random(count: usize, spread: f32, bound: f32, decays: bool, seed: u64) -> Weights {
        let unit = |index: u64| (mix(seed ^ mix(index)) >> 40) as f32 / (1 << 23) as f32 - 1.0;
        Weights {
            values: (0..count as u64).map(|index| spread * unit(index)).collect(),
            slopes: vec![0.0; count],
            means: vec![0.0; count],
            squares: vec![0.0; count],
            bound,
            decays,
        }
    }

    /// One step with these slopes.
    fn step(&mut self, rate: f32, decay: f32, bias: [f32; 2]) {
        let keep = if self.decays { 1.0 - rate * decay } else { 1.0 };
        let bound = self.bound;
        let chunk = 4096;
        let values = self.values.par_chunks_mut(chunk).zip(self.means.par_chunks_mut(chunk));
        values.zip(self.squares.par_chunks_mut(chunk)).zip(self.slopes.par_chunks(chunk)).for_each(
            |(((values, means), squares), slopes)| {
                for (((value, mean), square), slope) in values.iter_mut().zip(means).zip(squares).zip(slopes) {
                    *mean += (1.0 - DECAY[0]) * (slope - *mean);
                    *square += (1.0 - DECAY[1]) * (slope * slope - *square);
                    let step = rate * (*mean / bias[0]) / ((*square / bias[1]).sqrt() + EPSILON);
                    *value = (*value * keep - step).clamp(-bound, bound);
                }
            },
        );
    }
}

/// The decay rates of the means of slopes and of their squares.
const DECAY: [f32; 2] = [0.9, 0.999];
/// After so many steps the means are those of all steps for certain.
const MOST_STEPS: u32 = 1 << 30;
/// Added to the divisor to avoid division by zero.
const EPSILON: f32 = 1e-8;

/// The weights in training.
pub(super) struct Optimiser {
    factors: Factors,
    own: Weights,
    shared: Weights,
    biases: Weights,
    outputs: Weights,
    output_bias: Weights,
    steps: u32,
    /// The network that the weights and shared rows make.
    effective: Model,
    /// Sums of weights stay below this bound, so that the engine's integers do not overflow.
    bound: f32,
}

impl Optimiser {
    pub fn new(shape: Shape, set: &FeatureSet, seed: u64) -> Optimiser {
        let factors = Factors::of(set);
        let bound = CLIP.min(32_000.0 / 255.0 / (set.most_active() + 1) as f32);
        let spread = 1.0 / (set.groups[0].most as f32).sqrt();
        let [rows, hidden] = [shape.features * shape.hidden, shape.hidden];
        let mut optimiser = Optimiser {
            own: Weights::random(rows, 0.0, bound, true, 0),
            shared: Weights::random(factors.count * hidden, spread / 2.0, bound, true, mix(seed)),
            biases: Weights::random(hidden, 0.1, bound, false, mix(seed.wrapping_add(1))),
            outputs: Weights::random(2 * hidden, (2.0 / hidden as f32).sqrt(), CLIP, true, mix(seed.wrapping_add(2))),
            output_bias: Weights::random(1, 0.0, 10.0, false, 0),
            steps: 0,
            effective: Model::new(shape),
            factors,
            bound,
        };
        optimiser.merge();
        optimiser
    }

    /// Replaces the weights by those of a network. The shared rows become zero.
    pub fn set_network(&mut self, network: &Network) {
        let scaled = |weights: &[Block], unit: i32| -> Vec<f32> {
            weights.iter().flatten().map(|&weight| f32::from(weight) / unit as f32).collect()
        };
        let output = |view: usize| network.outputs.iter().map(move |blocks| blocks[view]).collect::<Vec<_>>();
        self.own.values = scaled(&network.rows, ROW_UNIT);
        self.shared.values.fill(0.0);
        self.biases.values = scaled(&network.biases, ROW_UNIT);
        self.outputs.values = scaled(&[output(0), output(1)].concat(), OUTPUT_UNIT);
        self.output_bias.values[0] = network.output_bias as f32 / (ROW_UNIT * OUTPUT_UNIT) as f32;
        self.merge();
    }

    /// The number of steps so far.
    pub fn steps(&self) -> u32 {
        self.steps
    }

    /// The weights with their running means, in the order of [`Optimiser::restore`].
    pub fn state(&self) -> impl Iterator<Item = &[f32]> {
        let sorts = [&self.own, &self.shared, &self.biases, &self.outputs, &self.output_bias];
        sorts.into_iter().flat_map(|sort| [&sort.values[..], &sort.means, &sort.squares])
    }

    /// Continues from a state. Returns false if it has another size.
    pub fn restore(&mut self, steps: u32, mut state: impl ExactSizeIterator<Item = f32>) -> bool {
        if state.len() != self.state().map(<[f32]>::len).sum::<usize>() {
            return false;
        }
        self.steps = steps;
        for sort in [&mut self.own, &mut self.shared, &mut self.biases, &mut self.outputs, &mut self.output_bias] {
            for number in [&mut sort.values, &mut sort.means, &mut sort.squares].into_iter().flatten() {
                *number = state.next().unwrap_or_default();
            }
        }
        self.merge();
        true
    }

    pub fn shape(&self) -> Shape {
        self.effective.shape
    }

    /// The network as it is now.
    pub fn effective(&self) -> &Model {
        &self.effective
    }

    /// Learns from the gradients of the parts of a batch.
    pub fn step(&mut self, gradients: &[Gradient], positions: f32, rate: f32, decay: f32) {
        let parts = |part: fn(&Model) -> &[f32]| gradients.iter().map(move |gradient| part(&gradient.model));
        sum(&mut self.own.slopes, &parts(|model| &model.rows).collect::<Vec<_>>(), positions);
        sum(&mut self.biases.slopes, &parts(|model| &model.biases).collect::<Vec<_>>(), positions);
        sum(&mut self.outputs.slopes, &parts(|model| &model.outputs).collect::<Vec<_>>(), positions);
        let output_bias: f32 = gradients.iter().map(|gradient| gradient.model.output_bias).sum();
        self.output_bias.slopes[0] = output_bias / positions;
        self.factors.split(&self.own.slopes, &mut self.shared.slopes, self.effective.shape.hidden);
        self.steps = self.steps.saturating_add(1);
        let bias = DECAY.map(|decay| 1.0 - decay.powi(self.steps.min(MOST_STEPS) as i32));
        for parameters in [&mut self.own, &mut self.shared, &mut self.biases, &mut self.outputs, &mut self.output_bias]
        {
            parameters.step(rate, decay, bias);
        }
        self.merge();
    }

    /// Sets the bias of the output.
    #[cfg(test)]
    pub fn set_output_bias(&mut self, bias: f32) {
        self.output_bias.values[0] = bias;
        self.merge();
    }

    fn merge(&mut self) {
        let hidden = self.effective.shape.hidden;
        let model = &mut self.effective;
        self.factors.merge(&self.own.values, &self.shared.values, &mut model.rows, hidden);
        model.rows.iter_mut().for_each(|weight| *weight = weight.clamp(-self.bound, self.bound));
        model.biases.copy_from_slice(&self.biases.values);
        model.outputs.copy_from_slice(&self.outputs.values);
        model.output_bias = self.output_bias.values[0];
    }
}

/// Sets `sums` to the mean of `parts` over `positions`.
fn sum(sums: &mut [f32], parts: &[&[f32]], positions: f32) {
    sums.par_chunks_mut(4096).enumerate().for_each(|(chunk, sums)| {
        sums.fill(0.0);
        for part in parts {
            for (sum, term) in sums.iter_mut().zip(&part[chunk * 4096..]) {
                *sum += term / positions;
            }
        }
    });
}
