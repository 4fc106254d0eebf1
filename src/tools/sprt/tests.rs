use super::*;
use crate::types::zobrist::mix;
use rayon::prelude::*;

fn trinomial([losses, draws, wins]: [u64; 3]) -> Tally {
    Tally { wins, draws, losses, ..Tally::default() }
}

fn pentanomial(pairs: [u64; 5]) -> Tally {
    Tally { sets: pairs.to_vec(), set_games: 2, ..Tally::default() }
}

fn sprt(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
    Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
}

/// The rows with two decimals are published by fastchess (`app/tests/sprt_test.cpp`, pull requests 426 and 783); the
/// others are constrained maxima of the likelihood found by sequential quadratic programming, an independent method.
#[test]
fn ratios_agree_with_published_and_independent_values() {
    use EloModel::{Logistic, Normalized};
    let rows = [
        (trinomial([36027, 68692, 36433]), 0.0, 2.0, Normalized, 0.92),
        (trinomial([10650, 20431, 10871]), -1.75, 0.25, Normalized, 2.30),
        (trinomial([21184, 40708, 21404]), 0.5, 2.5, Logistic, -1.57),
        (trinomial([57030, 106593, 57433]), 0.0, 2.0, Logistic, -2.59),
        (pentanomial([365, 16618, 36229, 16974, 390]), 0.0, 2.0, Normalized, 2.25),
        (pentanomial([127, 4883, 10712, 5150, 104]), -1.75, 0.25, Normalized, 3.01),
        (pentanomial([223, 9863, 21279, 10037, 246]), 0.5, 2.5, Logistic, -3.07),
        (pentanomial([871, 26175, 55983, 26678, 821]), 0.0, 2.0, Logistic, -4.98),
        (pentanomial([379, 10170, 21828, 10640, 343]), 0.0, 2.0, Normalized, 2.9455),
        (pentanomial([5, 30, 60, 40, 15]), 0.0, 10.0, Logistic, 1.5146),
        (pentanomial([5, 30, 60, 40, 15]), 0.0, 10.0, Normalized, 1.1100),
        (trinomial([120, 300, 140]), 0.0, 5.0, Logistic, 0.4953),
        (trinomial([120, 300, 140]), -3.0, 3.0, Normalized, 0.5069),
        (pentanomial([1, 5, 20, 12, 0]), 0.0, 50.0, Logistic, -0.3436),
        (pentanomial([1, 5, 20, 12, 0]), 0.0, 50.0, Normalized, 0.5555),
        (pentanomial([0, 0, 40, 3, 0]), 0.0, 10.0, Normalized, 0.2970),
        (pentanomial([10, 0, 0, 0, 30]), -5.0, 5.0, Normalized, 0.8141),
        (pentanomial([0, 0, 0, 0, 20]), 0.0, 10.0, Logistic, 0.5674),
        (pentanomial([77, 1, 0, 0, 0]), -1000.0, -500.0, Normalized, -2.9524),
    ];
    for (tally, elo0, elo1, model, expected) in rows {
        let llr = sprt(elo0, elo1, model).llr(&tally);
        assert!((llr - expected).abs() < 0.0051, "{tally:?} {model:?} [{elo0}, {elo1}]: {llr}, not {expected}");
    }
}

#[test]
fn one_sided_results_have_a_finite_ratio_of_the_right_sign() {
    for model in [EloModel::Logistic, EloModel::Normalized] {
        for count in [1, 2, 10, 100, 10_000] {
            for (elo0, elo1) in [(0.0, 5.0), (-10.0, 10.0), (-1000.0, -500.0), (50.0, 300.0)] {
                let test = sprt(elo0, elo1, model);
                for index in 0..5 {
                    let mut pairs = [0; 5];
                    pairs[index] = count;
                    let llr = test.llr(&pentanomial(pairs));
                    assert!(llr.is_finite(), "{count} pairs of {index} half points: {llr}");
                    let sign = [-1.0, 0.0, 0.0, 0.0, 1.0][index];
                    assert!(sign * llr >= 0.0, "{model:?} [{elo0}, {elo1}], {count} pairs of {index}: {llr}");
                }
            }
        }
    }
    assert_eq!(sprt(0.0, 5.0, EloModel::Logistic).llr(&Tally::default()), 0.0);
}

#[test]
fn the_ratio_changes_sign_with_the_side() {
    for model in [EloModel::Logistic, EloModel::Normalized] {
        let (one, other) = (pentanomial([5, 30, 60, 40, 15]), pentanomial([15, 40, 60, 30, 5]));
        let (there, back) = (sprt(-2.0, 7.0, model).llr(&one), sprt(-7.0, 2.0, model).llr(&other));
        assert!((there + back).abs() < 1e-6, "{there} {back}");
    }
}

#[test]
fn elo_agrees_with_the_textbook_formula() {
    // A score of 60 % is 400 log10 (0.6 / 0.4) Elo; the variance of a game is 0.5 + 0.2 / 4 - 0.36 = 0.19.
    let estimate = trinomial([30, 20, 50]).elo().unwrap();
    assert!((estimate.elo - 70.4365).abs() < 1e-3, "{estimate:?}");
    let Certainty { error, los } = estimate.certainty.unwrap();
    assert!((error - 62.588).abs() < 1e-2, "{estimate:?}");
    assert!((los - 0.98911).abs() < 1e-5, "{estimate:?}");
    assert_eq!(trinomial([0, 0, 8]).elo(), None);
    assert_eq!(Tally::default().elo(), None);
    assert_eq!(trinomial([0, 1, 9]).elo().unwrap().certainty.unwrap().error, f64::INFINITY);
}

/// One pair says nothing of how much pairs vary, nor do many that are all alike.
#[test]
fn few_or_equal_results_have_no_certainty() {
    for pairs in [[0, 0, 1, 0, 0], [0, 0, 0, 1, 0], [0, 0, 4, 0, 5], [0, 0, 50, 0, 0], [0, 0, 0, 50, 0]] {
        assert_eq!(pentanomial(pairs).elo().unwrap().certainty, None, "{pairs:?}");
    }
    let ten = pentanomial([0, 0, 4, 2, 4]).elo().unwrap().certainty.unwrap();
    assert!((0.9..1.0).contains(&ten.los) && ten.error > 0.0, "{ten:?}");
}

#[test]
fn correlated_games_of_a_pair_increase_the_error() {
    let mut tally = trinomial([40, 20, 40]);
    let games = tally.elo().unwrap();
    (tally.sets, tally.set_games) = (vec![20, 0, 10, 0, 20], 2);
    let pairs = tally.elo().unwrap();
    assert_eq!(pairs.elo, games.elo);
    // Both games of each pair have the same result: there are half as many independent observations.
    let [of_pairs, of_games] = [pairs, games].map(|estimate| estimate.certainty.unwrap().error);
    assert!((of_pairs / of_games - 2_f64.sqrt()).abs() < 0.03, "{pairs:?} {games:?}");
}

#[test]
fn sets_that_have_begun_replace_single_games() {
    let mut tally = trinomial([3, 2, 5]);
    tally.begin_sets(6, 24);
    assert_eq!(tally.elo(), None);
    tally.add_set(15, 6, 24);
    tally.add_set(21, 6, 24);
    // 18 of 24 steps on average: 75 %.
    assert!((tally.elo().unwrap().elo - 190.849).abs() < 1e-2);
    assert!(sprt(0.0, 50.0, EloModel::Logistic).llr(&tally) > 0.0);
}

#[test]
fn tallies_add_up() {
    let mut tally = Tally::default();
    for (first, second) in [(2, 2), (0, 1), (1, 1), (2, 0), (0, 0)] {
        tally.add_game(first);
        tally.add_game(second);
        tally.add_set((first + second).into(), 2, 4);
    }
    assert_eq!(tally, Tally { wins: 3, draws: 3, losses: 4, sets: vec![1, 1, 2, 0, 1], set_games: 2 });
    assert_eq!(tally.games(), 10);
}

#[test]
fn the_test_ends_at_walds_bounds() {
    let (lower, upper) = sprt(0.0, 2.0, EloModel::Normalized).bounds();
    assert!((lower + 2.9444).abs() < 1e-4 && (upper - 2.9444).abs() < 1e-4);
    let test = Sprt { beta: 0.1, ..sprt(0.0, 50.0, EloModel::Logistic) };
    assert_eq!(test.verdict(&trinomial([5, 5, 6])), Verdict::Continue);
    assert_eq!(test.verdict(&trinomial([100, 5, 5])), Verdict::H0);
    assert_eq!(test.verdict(&trinomial([5, 5, 100])), Verdict::H1);
}

/// The shares of `shape`, tilted so that the strength is `elo`.
fn of_strength(shape: &[f64], elo: f64, model: EloModel) -> Vec<f64> {
    let tilted = |slope: f64| {
        let steps = (shape.len() - 1) as f64;
        let weights = shape.iter().enumerate().map(|(index, share)| share * (slope * index as f64 / steps).exp());
        let weights: Vec<f64> = weights.collect();
        let total: f64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / total).collect::<Vec<f64>>()
    };
    let excess = |shares: &[f64]| {
        let games = (shares.len() - 1) as f64 / 2.0;
        let scores = || shares.iter().enumerate().map(|(index, share)| (index as f64 / games / 2.0, share));
        let mean: f64 = scores().map(|(score, share)| score * share).sum();
        let variance: f64 = scores().map(|(score, share)| (score - mean).powi(2) * share).sum();
        match model {
            EloModel::Logistic => mean - 1.0 / (1.0 + 10_f64.powf(-elo / 400.0)),
            EloModel::Normalized => (mean - 0.5) / (variance * games).sqrt() - elo * 10_f64.ln() / 800.0,
        }
    };
    let (mut low, mut high) = (-20.0, 20.0);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if excess(&tilted(middle)) < 0.0 { low = middle } else { high = middle }
    }
    tilted(low)
}

/// Runs a test on random results with these shares.
fn simulate(test: &Sprt, shares: &[f64], seed: u64) -> Verdict {
    let mut tally = Tally::default();
    for number in 0..100_000 {
        let random = (mix(mix(seed) ^ number) >> 11) as f64 / (1_u64 << 53) as f64;
        let below = |sum: &mut f64, share: &f64| {
            *sum += share;
            Some(*sum)
        };
        let result =
            shares.iter().scan(0.0, below).take_while(|&sum| sum <= random).count().min(shares.len() - 1) as u8;
        if shares.len() == 5 {
            tally.add_set(result.into(), 2, 4)
        } else {
            tally.add_game(result)
        }
        let verdict = test.verdict(&tally);
        if verdict != Verdict::Continue {
            return verdict;
        }
    }
    Verdict::Continue
}

#[test]
fn error_rates_are_within_alpha_and_beta() {
    const TESTS: u64 = 1000;
    let shapes: [&[f64]; 2] = [&[0.3, 0.4, 0.3], &[0.07, 0.2, 0.4, 0.25, 0.08]];
    for (shape, model) in
        shapes.into_iter().flat_map(|shape| [(shape, EloModel::Logistic), (shape, EloModel::Normalized)])
    {
        let test = Sprt { elo0: 0.0, elo1: 60.0, alpha: 0.05, beta: 0.1, model };
        for (elo, wrong, rate) in [(test.elo0, Verdict::H1, test.alpha), (test.elo1, Verdict::H0, test.beta)] {
            let shares = of_strength(shape, elo, model);
            let verdicts: Vec<Verdict> =
                (0..TESTS).into_par_iter().map(|seed| simulate(&test, &shares, seed)).collect();
            assert!(!verdicts.contains(&Verdict::Continue));
            let errors = verdicts.iter().filter(|&&verdict| verdict == wrong).count() as f64 / TESTS as f64;
            let margin = 3.0 * (rate * (1.0 - rate) / TESTS as f64).sqrt();
            // Far fewer errors than allowed would mean that tests take longer than necessary.
            let allowed = rate / 4.0..rate + margin;
            assert!(allowed.contains(&errors), "{shape:?} {model:?} at {elo} Elo: {errors} errors, {rate} allowed");
        }
    }
}
