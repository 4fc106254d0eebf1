use super::samples::{Coefficient, Sample, Samples};
use super::*;
use crate::types::zobrist::mix;

/// The values of queen, rook, knight and pawn in a made-up game, and of a piece that never occurs.
const PIECE_VALUES: [f64; 5] = [900.0, 500.0, 300.0, 100.0, 40.0];
const SCALE: f64 = 200.0;

/// Positions with random material, and random results with the probabilities that the material gives.
fn samples(count: u64, seed: u64) -> Samples {
    let mut samples = Samples::default();
    for number in 0..count {
        let random = |topic: u64| mix(mix(seed) ^ (number * 16 + topic));
        let counts: [i16; 4] = std::array::from_fn(|kind| (random(kind as u64) % 3) as i16 - 1);
        let score: f64 = counts.iter().zip(PIECE_VALUES).map(|(&count, value)| f64::from(count) * value).sum();
        let luck = random(8) as f64 / u64::MAX as f64;
        let result = if luck < loss::sigmoid(score, SCALE) { 1.0 } else { 0.0 };
        let middle = (random(9) % 25) as f32 / 24.0;
        let sample = Sample { middle, result, score: score as f32 };
        let entries = counts.iter().enumerate().filter(|(_, count)| **count != 0);
        samples.push(sample, entries.map(|(index, &count)| Coefficient { index: index as u16, count }));
    }
    samples
}

fn data() -> Data {
    Data { training: samples(20_000, 1), validation: samples(2_000, 2), ..Data::default() }
}

/// Descends from equal values for all pieces. Returns the best checkpoint and all checkpoints.
fn tuned(settings: DescentSettings) -> (Checkpoint, Vec<Checkpoint>) {
    let mut visited = Vec::new();
    let best = descend(&data(), &[[300.0; 2]; 5], &settings, |checkpoint| {
        visited.push(checkpoint.clone());
        ControlFlow::Continue(())
    });
    (best, visited)
}

const TARGET: Target = Target { scale: SCALE, blend: 1.0 };
const SETTINGS: DescentSettings = DescentSettings { epochs: 500, rate: 4.0, pull: 1.0, target: TARGET };

#[test]
fn piece_values_are_recovered_from_results() {
    let (best, visited) = tuned(SETTINGS);
    for half in 0..2 {
        let values: Vec<f64> = best.values.iter().map(|value| value[half]).collect();
        for kind in 0..3 {
            let (found, expected) = (values[kind] / values[3], PIECE_VALUES[kind] / PIECE_VALUES[3]);
            assert!((found / expected - 1.0).abs() < 0.25, "{values:?}");
        }
        assert_eq!(values[4], 300.0, "the value of a piece that never occurs has changed");
    }
    assert!(best.training < visited[0].training && best.validation < visited[0].validation);
    assert!(visited.iter().all(|step| best.validation <= step.validation));
}

/// With scores as the target there is no noise, so the tolerance is smaller.
#[test]
fn piece_values_are_recovered_from_scores() {
    let (best, _) =
        tuned(DescentSettings { epochs: 2000, target: Target { blend: 0.0, ..TARGET }, pull: 0.0, ..SETTINGS });
    for (value, expected) in best.values[..4].iter().flatten().zip(PIECE_VALUES.map(|value| [value; 2]).as_flattened())
    {
        assert!((value - expected).abs() < 0.03 * expected, "{:?}", best.values);
    }
}

#[test]
fn a_strong_pull_keeps_the_start_values() {
    let (best, _) = tuned(DescentSettings { rate: 0.1, pull: 1e9, ..SETTINGS });
    assert!(best.values.iter().flatten().all(|value| (value - 300.0).abs() < 2.0), "{:?}", best.values);
}

#[test]
fn the_scale_of_the_results_is_recovered() {
    let values: Vec<TaperedValue> = PIECE_VALUES.map(|value| [value; 2]).to_vec();
    let scale = fit_scale(&samples(20_000, 3), &values);
    assert!((scale / SCALE - 1.0).abs() < 0.1, "{scale}");
}

#[test]
fn the_gradient_is_the_derivative_of_the_loss() {
    let samples = samples(500, 4);
    let target = Target { scale: SCALE, blend: 0.6 };
    let values: Vec<TaperedValue> = (0..5).map(|index| [50.0 * f64::from(index), 200.0]).collect();
    let (loss, slopes) = loss::gradient(&samples, &values, target);
    assert!((loss - loss::loss(&samples, &values, target)).abs() < 1e-12);
    for (index, half) in (0..5).flat_map(|index| [(index, 0), (index, 1)]) {
        let at = |step: f64| {
            let mut values = values.clone();
            values[index][half] += step;
            loss::loss(&samples, &values, target)
        };
        let measured = (at(0.01) - at(-0.01)) / 0.02;
        assert!((measured - slopes[index][half]).abs() < 1e-8, "{measured} {:?}", slopes[index]);
    }
}

#[test]
fn values_are_rounded_and_clamped_for_the_data_file() {
    assert_eq!(rounded([1.5, -40_000.0]), TaperedScore::new(2, -30_000));
}
