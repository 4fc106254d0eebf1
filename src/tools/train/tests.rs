//! Tests of the training.

use super::factors::Factors;
use super::samples::{Sample, Target};
use super::*;
use crate::network::{FeatureGroup, FeatureSet, Symmetry};

const SET: FeatureSet = FeatureSet {
    groups: &[FeatureGroup::marks("pieces", 2, 4), FeatureGroup::notes("rights", 2, 2)],
    files: 3,
    ranks: 3,
    symmetry: Symmetry::Mirror,
};
const TARGET: Target = Target { scale: 100.0, blend: 0.5 };

fn optimiser() -> Optimiser {
    Optimiser::new(Shape { features: SET.len(), hidden: 32 }, &SET, 7)
}

fn sample(views: [&[u16]; 2]) -> Sample<'_> {
    Sample { views, result: 1.0, score: 50.0 }
}

#[test]
fn the_gradient_is_the_slope_of_the_loss() {
    let model = optimiser().effective().clone();
    let sample = sample([&[0, 12, 37], &[20, 5, 39]]);
    let mut gradient = Gradient::new(model.shape);
    let loss = model.learn(&sample, TARGET, &mut gradient);
    assert!((loss - model.loss(&sample, TARGET)).abs() < 1e-9);
    let step = 1e-3;
    let slope = |change: &dyn Fn(&mut model::Model, f32)| {
        let [mut more, mut less] = [model.clone(), model.clone()];
        change(&mut more, step);
        change(&mut less, -step);
        (more.loss(&sample, TARGET) - less.loss(&sample, TARGET)) / f64::from(2.0 * step)
    };
    for neuron in 0..32 {
        let row = 12 * 32 + neuron;
        let rows = [
            (slope(&|model, by| model.rows[row] += by), gradient.model.rows[row]),
            (slope(&|model, by| model.biases[neuron] += by), gradient.model.biases[neuron]),
            (slope(&|model, by| model.outputs[32 + neuron] += by), gradient.model.outputs[32 + neuron]),
        ];
        for (expected, found) in rows {
            assert!((expected - f64::from(found)).abs() < 2e-4, "neuron {neuron}: {expected} and {found}");
        }
    }
}

#[test]
fn shared_rows_are_added_to_the_rows_of_their_features() {
    let factors = Factors::of(&SET);
    // Two kinds, own and enemy: a row for the kind, three for its ranks, three for its files.
    assert_eq!(factors.count, 4 * 7);
    let [mut shared, own] = [vec![0.0; 28], vec![1.0; SET.len()]];
    (shared[7], shared[7 + 1 + 2], shared[7 + 4]) = (10.0, 100.0, 1000.0);
    let mut rows = vec![0.0; SET.len()];
    factors.merge(&own, &shared, &mut rows, 1);
    // The second kind: its last rank, its first file.
    assert_eq!((rows[0], rows[9 + 1], rows[9 + 7], rows[9 + 6], rows[36]), (1.0, 11.0, 111.0, 1111.0, 1.0));
    let mut slopes = vec![0.0; 28];
    factors.split(&rows.iter().map(|_| 1.0).collect::<Vec<_>>(), &mut slopes, 1);
    assert_eq!((slopes[0], slopes[1], slopes[4]), (9.0, 3.0, 3.0));
}

#[test]
fn training_learns_who_is_winning() {
    let mut optimiser = optimiser();
    let rows: [([&[u16]; 2], f32); 2] = [([&[0, 20], &[18, 2]], 1.0), ([&[2, 18], &[20, 0]], 0.0)];
    let target = Target { scale: 100.0, blend: 1.0 };
    let losses: Vec<f64> = (0..200)
        .map(|_| {
            let mut gradient = Gradient::new(optimiser.shape());
            let learn = |(views, result): &([&[u16]; 2], f32)| {
                optimiser.effective().learn(
                    &Sample { views: *views, result: *result, score: 0.0 },
                    target,
                    &mut gradient,
                )
            };
            let loss = rows.iter().map(learn).sum();
            optimiser.step(&[gradient], 2.0, 0.01, 0.0);
            loss
        })
        .collect();
    assert!(losses[0] > 0.3 && losses[199] < 0.02, "{} {}", losses[0], losses[199]);
}

#[test]
fn integers_score_as_the_model_does() {
    let optimiser = optimiser();
    let model = optimiser.model(vec![true; SET.len()]);
    let network = quantise::network(&model, "chess", 400, String::new(), &SET).unwrap();
    let mut active = crate::network::ActiveFeatures::default();
    let (white, black) = (crate::network::Owner::Player(crate::types::Color::White), crate::types::Color::Black);
    active.add(&SET, 0, white, 1, crate::types::Square::new(1, 1));
    active.add(&SET, 0, crate::network::Owner::Player(black), 0, crate::types::Square::new(2, 2));
    let sample = sample([active.of(black), active.of(!black)]);
    // The prediction from the squared error against a target of 0.
    let exact = model.loss(&Sample { result: 0.0, score: f32::NEG_INFINITY, ..sample }, TARGET).sqrt();
    let score = f64::from(network.evaluate(&active, black));
    assert!((1.0 / (1.0 + (-score / 400.0).exp()) - exact).abs() < 0.01, "{score} and {exact}");
}
