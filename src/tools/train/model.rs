//! The network in floating point: forward and backward pass.

use super::samples::{Sample, Target, sigmoid};

/// The size of a network.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// The number of features.
    pub features: usize,
    /// The number of hidden neurons of each view.
    pub hidden: usize,
}

/// The weights of a network, or their gradient.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub shape: Shape,
    /// By feature, then by neuron.
    pub rows: Vec<f32>,
    pub biases: Vec<f32>,
    /// By view, the side to move first, then by neuron.
    pub outputs: Vec<f32>,
    pub output_bias: f32,
}

impl Model {
    pub fn new(shape: Shape) -> Model {
        Model {
            shape,
            rows: vec![0.0; shape.features * shape.hidden],
            biases: vec![0.0; shape.hidden],
            outputs: vec![0.0; 2 * shape.hidden],
            output_bias: 0.0,
        }
    }

    /// All weights.
    pub fn weights(&self) -> impl Iterator<Item = &f32> {
        self.rows.iter().chain(&self.biases).chain(&self.outputs).chain([&self.output_bias])
    }

    /// All weights, in the same order.
    pub fn weights_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.rows.iter_mut().chain(&mut self.biases).chain(&mut self.outputs).chain([&mut self.output_bias])
    }

    /// Replaces the rows of features that were not `seen` by zeros.
    pub fn forget_unseen(&mut self, seen: &[bool]) {
        for (row, _) in self.rows.chunks_exact_mut(self.shape.hidden).zip(seen).filter(|(_, seen)| !**seen) {
            row.fill(0.0);
        }
    }

    fn row(&self, feature: u16) -> &[f32] {
        &self.rows[usize::from(feature) * self.shape.hidden..][..self.shape.hidden]
    }

    /// Adds up the rows of both views.
    fn sums(&self, sample: &Sample<'_>, sums: &mut [f32]) {
        for (view, sums) in sample.views.iter().zip(sums.chunks_exact_mut(self.shape.hidden)) {
            sums.copy_from_slice(&self.biases);
            for &feature in *view {
                for (sum, weight) in sums.iter_mut().zip(self.row(feature)) {
                    *sum += weight;
                }
            }
        }
    }

    /// The output for given sums.
    fn output(&self, sums: &[f32]) -> f32 {
        let terms = sums.iter().zip(&self.outputs).map(|(&sum, weight)| {
            let clipped = sum.clamp(0.0, 1.0);
            clipped * clipped * weight
        });
        terms.sum::<f32>() + self.output_bias
    }

    /// The squared error of the prediction.
    pub fn loss(&self, sample: &Sample<'_>, target: Target) -> f64 {
        let mut sums = vec![0.0; 2 * self.shape.hidden];
        self.sums(sample, &mut sums);
        target.loss(sample, self.output(&sums))
    }

    /// Adds a position's part to the gradient. Returns its squared error.
    pub fn learn(&self, sample: &Sample<'_>, target: Target, gradient: &mut Gradient) -> f64 {
        let hidden = self.shape.hidden;
        let Gradient { model: slopes, sums } = gradient;
        self.sums(sample, sums);
        let prediction = sigmoid(self.output(sums));
        let error = prediction - target.of(sample);
        let slope = 2.0 * error * prediction * (1.0 - prediction);
        slopes.output_bias += slope;
        // The sums become the derivatives by the sums.
        for ((sum, weight), output) in sums.iter_mut().zip(&self.outputs).zip(&mut slopes.outputs) {
            let clipped = sum.clamp(0.0, 1.0);
            *output += slope * clipped * clipped;
            let is_linear = if *sum > 0.0 && *sum < 1.0 { 1.0 } else { 0.0 };
            *sum = slope * weight * 2.0 * clipped * is_linear;
        }
        for (view, sums) in sample.views.iter().zip(sums.chunks_exact(hidden)) {
            for (bias, slope) in slopes.biases.iter_mut().zip(sums) {
                *bias += slope;
            }
            for &feature in *view {
                let row = &mut slopes.rows[usize::from(feature) * hidden..][..hidden];
                for (weight, slope) in row.iter_mut().zip(sums) {
                    *weight += slope;
                }
            }
        }
        f64::from(error * error)
    }
}

/// The gradient of some positions, with room for the sums of one.
pub(super) struct Gradient {
    pub model: Model,
    sums: Vec<f32>,
}

impl Gradient {
    pub fn new(shape: Shape) -> Gradient {
        Gradient { model: Model::new(shape), sums: vec![0.0; 2 * shape.hidden] }
    }

    pub fn clear(&mut self) {
        let Model { rows, biases, outputs, output_bias, .. } = &mut self.model;
        for part in [rows, biases, outputs] {
            part.fill(0.0);
        }
        *output_bias = 0.0;
    }
}
