use super::samples::{Entry, Sample, Samples};
use super::*;
use crate::types::zobrist::mix;

/// What a queen, a rook, a knight and a pawn are worth in a made-up game; nobody ever has the last piece.
const WORTH: [f64; 5] = [900.0, 500.0, 300.0, 100.0, 40.0];
const SCALE: f64 = 200.0;

/// Positions with random material whose results are what that material makes likely.
fn samples(count: u64, seed: u64) -> Samples {
    let mut samples = Samples::default();
    for number in 0..count {
        let random = |topic: u64| mix(mix(seed) ^ (number * 16 + topic));
        let counts: [i16; 4] = std::array::from_fn(|kind| (random(kind as u64) % 3) as i16 - 1);
        let score: f64 = counts.iter().zip(WORTH).map(|(&count, worth)| f64::from(count) * worth).sum();
        let luck = random(8) as f64 / u64::MAX as f64;
        let result = if luck < model::sigmoid(score, SCALE) { 1.0 } else { 0.0 };
        let middle = (random(9) % 25) as f32 / 24.0;
        let sample = Sample { middle, end: 1.0 - middle, result, score: score as f32 };
        let entries = counts.iter().enumerate().filter(|(_, count)| **count != 0);
        samples.push(sample, entries.map(|(index, &count)| Entry { index: index as u16, count }));
    }
    samples
}

fn data() -> Data {
    Data { training: samples(20_000, 1), validation: samples(2_000, 2), ..Data::default() }
}

/// Starts where every piece is worth the same, and where nothing is known of the last one.
fn tuned(course: Course) -> (Step, Vec<Step>) {
    let mut way = Vec::new();
    let best = descend(&data(), &[[300.0; 2]; 5], &course, |step| {
        way.push(step.clone());
        true
    });
    (best, way)
}

const COURSE: Course = Course { epochs: 500, rate: 4.0, pull: 1.0, aim: Aim { scale: SCALE, blend: 1.0 } };

#[test]
fn the_worth_of_pieces_is_found_again() {
    let (best, way) = tuned(COURSE);
    for half in 0..2 {
        let values: Vec<f64> = best.values.iter().map(|value| value[half]).collect();
        for kind in 0..3 {
            let (found, expected) = (values[kind] / values[3], WORTH[kind] / WORTH[3]);
            assert!((found / expected - 1.0).abs() < 0.25, "{values:?}");
        }
        assert_eq!(values[4], 300.0, "what never occurs stays as it was");
    }
    assert!(best.training < way[0].training && best.validation < way[0].validation);
    assert!(way.iter().all(|step| best.validation <= step.validation));
}

/// With the scores as the aim there is no luck in it.
#[test]
fn the_scores_of_the_search_are_found_again() {
    let (best, _) = tuned(Course { epochs: 2000, aim: Aim { scale: SCALE, blend: 0.0 }, pull: 0.0, ..COURSE });
    for (value, worth) in best.values[..4].iter().flatten().zip(WORTH.map(|worth| [worth; 2]).as_flattened()) {
        assert!((value - worth).abs() < 0.03 * worth, "{:?}", best.values);
    }
}

#[test]
fn a_strong_pull_leaves_the_values_where_they_are() {
    let (best, _) = tuned(Course { rate: 0.1, pull: 1e9, ..COURSE });
    assert!(best.values.iter().flatten().all(|value| (value - 300.0).abs() < 2.0), "{:?}", best.values);
}

#[test]
fn the_scale_is_that_of_the_results() {
    let values: Vec<Pair> = WORTH.map(|worth| [worth; 2]).to_vec();
    let scale = fit_scale(&samples(20_000, 3), &values);
    assert!((scale / SCALE - 1.0).abs() < 0.1, "{scale}");
}

#[test]
fn slopes_are_those_of_the_loss() {
    let samples = samples(500, 4);
    let aim = Aim { scale: SCALE, blend: 0.6 };
    let values: Vec<Pair> = (0..5).map(|index| [50.0 * f64::from(index), 200.0]).collect();
    let (loss, slopes) = model::gradient(&samples, &values, aim);
    assert!((loss - model::loss(&samples, &values, aim)).abs() < 1e-12);
    for (index, half) in (0..5).flat_map(|index| [(index, 0), (index, 1)]) {
        let at = |step: f64| {
            let mut values = values.clone();
            values[index][half] += step;
            model::loss(&samples, &values, aim)
        };
        let measured = (at(0.01) - at(-0.01)) / 0.02;
        assert!((measured - slopes[index][half]).abs() < 1e-8, "{measured} {:?}", slopes[index]);
    }
}

#[test]
fn values_are_rounded_to_what_a_data_file_holds() {
    assert_eq!(rounded([1.5, -40_000.0]), TaperedScore::new(2, -30_000));
}
