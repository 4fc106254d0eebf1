//! Estimates with intervals. Games are the independent unit: what belongs to one game (its plies, its pieces) counts
//! together, however much of it there is.
//!
//! An interval is made so that a second study of as many games, with another seed, finds its number within it in 95 of 100
//! cases. The difference between two such studies has √2 times the error of one, so the interval is √2 times as wide as
//! the usual 95 % confidence interval of the true value.

use std::f64::consts::SQRT_2;

/// The half width of an interval in standard errors, for many games: √2 times the 97.5 % quantile of the normal
/// distribution.
const REACH: f64 = 1.959_963_984_540_054 * SQRT_2;

/// A number of a report.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Number {
    /// The estimate.
    pub value: f64,
    /// The 95 % interval; `None` if one game is not enough to say, or if the number has no error of chance.
    pub interval: Option<(f64, f64)>,
    /// The number of games that it rests on.
    pub games: usize,
}

impl Number {
    /// A number without an error of chance.
    pub fn exact(value: f64, games: usize) -> Number {
        Number { value, interval: None, games }
    }

    /// An estimate with the influence of each game on it: how much the estimate would rise if there were, in
    /// infinitely many games, a little more of this one. The sum of the squares is the variance.
    pub fn of_influences(value: f64, influences: &[f64]) -> Number {
        let games = influences.len();
        let interval = error(influences).map(|error| {
            let reach = error * REACH * fewer(games);
            (value - reach, value + reach)
        });
        Number { value, interval, games }
    }

    /// Half the width of the interval.
    pub fn reach(&self) -> Option<f64> {
        self.interval.map(|(low, high)| (high - low) / 2.0)
    }
}

/// The standard error of an estimate with these influences of games; `None` for fewer than two games.
fn error(influences: &[f64]) -> Option<f64> {
    let games = influences.len() as f64;
    let variance = influences.iter().map(|influence| influence * influence).sum::<f64>();
    (games >= 2.0).then(|| (variance * games / (games - 1.0)).sqrt())
}

/// How much wider an interval is because the variance is estimated from few games: the quantile of Student's
/// distribution over that of the normal one, by the expansion of Cornish and Fisher.
fn fewer(games: usize) -> f64 {
    let freedom = (games.max(2) - 1) as f64;
    let z2 = 1.96_f64 * 1.96;
    1.0 + (z2 + 1.0) / (4.0 * freedom) + ((5.0 * z2 + 16.0) * z2 + 3.0) / (96.0 * freedom * freedom)
}

/// The mean of one value a game; `None` without games.
pub(super) fn mean(values: &[f64]) -> Option<Number> {
    ratio(&values.iter().map(|&value| (value, 1.0)).collect::<Vec<_>>())
}

/// The sum of the first values over the sum of the second ones, a pair for each game: a mean over plies, say. `None` if the
/// second sum is 0. Games whose second value is 0 say nothing and are not counted.
pub(super) fn ratio(pairs: &[(f64, f64)]) -> Option<Number> {
    let (value, influences) = ratio_influences(pairs)?;
    Some(Number::of_influences(value, &influences))
}

fn ratio_influences(pairs: &[(f64, f64)]) -> Option<(f64, Vec<f64>)> {
    let counted = || pairs.iter().filter(|pair| pair.1 != 0.0);
    let (above, below) = counted().fold((0.0, 0.0), |(above, below), pair| (above + pair.0, below + pair.1));
    let value = above / below;
    let influences = counted().map(|(above, below_here)| (above - value * below_here) / below);
    (below != 0.0).then(|| (value, influences.collect()))
}

/// The share of games in which something is so; `None` without games.
pub(super) fn share(count: usize, games: usize) -> Option<Number> {
    let (value, number) = (count as f64 / games as f64, games as f64);
    (games > 0).then(|| Number { value, interval: Some(repeated(value, number)), games })
}

/// A ratio that lies between 0 and 1, with an interval that does so, too: that of a share of as many independent trials as
/// would have the error of the ratio.
pub(super) fn share_ratio(pairs: &[(f64, f64)]) -> Option<Number> {
    let (value, influences) = ratio_influences(pairs)?;
    let games = influences.len();
    let error = error(&influences).map(|error| error * fewer(games));
    let trials = |error: f64| if error > 0.0 { value * (1.0 - value) / (error * error) } else { games as f64 };
    Some(Number { value, interval: error.map(|error| repeated(value, trials(error))), games })
}

/// The mean of values from 0 to 1, one a game.
pub(super) fn score(points: &[f64]) -> Option<Number> {
    share_ratio(&points.iter().map(|&points| (points, 1.0)).collect::<Vec<_>>())
}

/// The shares that a second study of as many trials may find without the two shares differing at the level of 5 %: the
/// score test of two shares, (a - b)² = 2 z² / trials · m (1 - m) with their mean m, solved for the second one.
fn repeated(share: f64, trials: f64) -> (f64, f64) {
    let k = REACH * REACH / trials;
    let (square, linear) = (1.0 + k / 4.0, k / 2.0 * (1.0 - 2.0 * share));
    let root = (linear * linear + 4.0 * square * k * share * (1.0 - share)).max(0.0).sqrt();
    let ends = [linear - root, linear + root].map(|difference| share + difference / (2.0 * square));
    (ends[0].clamp(0.0, share), ends[1].clamp(share, 1.0))
}

/// The median of one value a game, with the interval between two of the values in order; `None` without games.
pub(super) fn median(values: &[f64]) -> Option<Number> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let games = sorted.len();
    let last = games.checked_sub(1)?;
    let reach = REACH * (games as f64).sqrt() / 2.0;
    let middle = last as f64 / 2.0;
    let at = |place: f64| sorted[(place.clamp(0.0, last as f64)) as usize];
    let value = (at(middle.floor()) + at(middle.ceil())) / 2.0;
    Some(Number { value, interval: Some((at((middle - reach).floor()), at((middle + reach).ceil()))), games })
}

/// The second of two numbers that rest on different games minus the first. Its interval is made of theirs: each end from the two ends
/// that lead there (Newcombe 1998, method 10). A number without an error of chance has an interval of no width.
pub(super) fn difference(first: Number, second: Number) -> Number {
    let value = second.value - first.value;
    let ends = |number: Number| number.interval.unwrap_or((number.value, number.value));
    let ((low, high), (other_low, other_high)) = (ends(first), ends(second));
    let down = (second.value - other_low).hypot(high - first.value);
    let up = (other_high - second.value).hypot(first.value - low);
    let has_error = first.interval.or(second.interval).is_some();
    Number { value, interval: has_error.then_some((value - down, value + up)), games: first.games + second.games }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::zobrist::mix;

    fn is_near(found: f64, expected: f64) -> bool {
        (found - expected).abs() < 1e-3
    }

    #[test]
    fn means_and_ratios_are_those_by_hand() {
        // Variance 5/3, standard error 0.6455; Student's quantile with 3 degrees of freedom is 3.1824.
        let number = mean(&[1.0, 2.0, 3.0, 4.0]).unwrap();
        assert_eq!((number.value, number.games), (2.5, 4));
        let reach = number.reach().unwrap() / SQRT_2;
        assert!((reach - 3.1824 * 0.6455).abs() < 0.08, "{reach}");
        // 3 of 6 plies; the games differ from that by 1 - 0.5 * 4 and 2 - 0.5 * 2.
        let (value, influences) = ratio_influences(&[(1.0, 4.0), (2.0, 2.0), (0.0, 0.0)]).unwrap();
        assert_eq!((value, influences), (0.5, vec![-1.0 / 6.0, 1.0 / 6.0]));
        assert_eq!(ratio(&[(1.0, 0.0)]), None);
        assert_eq!(mean(&[7.0]).unwrap().interval, None);
    }

    #[test]
    fn shares_have_the_interval_of_repeated() {
        let (low, high) = share(5, 10).unwrap().interval.unwrap();
        for end in [low, high] {
            // The pooled test of two shares of 10 has z = 1.96 there.
            let middle = (0.5 + end) / 2.0;
            let z = (end - 0.5).abs() / (middle * (1.0 - middle) * 2.0 / 10.0).sqrt();
            assert!(is_near(z, 1.96), "{low} {high}: {z}");
        }
        // After one game in 200 none is no surprise, after six it is.
        assert_eq!([1, 3, 6].map(|count| share(count, 200).unwrap().interval.unwrap().0 > 0.0), [false, false, true]);
        assert_eq!(share(0, 20).unwrap().interval.unwrap().0, 0.0);
        assert!(share(0, 20).unwrap().interval.unwrap().1 > 0.15);
        assert_eq!(share(20, 20).unwrap().interval.unwrap().1, 1.0);
        assert_eq!(share(0, 0), None);
        // With one trial a game both ways agree, but for the estimate of the variance.
        let pairs: Vec<_> = (0..1000).map(|game| (f64::from(u8::from(game < 300)), 1.0)).collect();
        let [one, other] = [share(300, 1000), share_ratio(&pairs)].map(|number| number.unwrap().interval.unwrap());
        assert!(is_near(one.0, other.0) && is_near(one.1, other.1), "{one:?} {other:?}");
        assert!(score(&[1.0; 5]).unwrap().interval.unwrap().0 < 0.6);
    }

    #[test]
    fn differences_have_the_intervals_of_both() {
        let number = |value, low, high| Number { value, interval: Some((low, high)), games: 10 };
        let found = difference(number(0.5, 0.4, 0.7), number(0.6, 0.2, 0.9));
        let (low, high) = found.interval.unwrap();
        assert!(is_near(found.value, 0.1) && found.games == 20);
        assert!(is_near(low, 0.1 - 0.4_f64.hypot(0.2)) && is_near(high, 0.1 + 0.3_f64.hypot(0.1)), "{low} {high}");
        assert_eq!(difference(Number::exact(1.0, 0), Number::exact(3.0, 0)), Number::exact(2.0, 0));
        let (low, _) = difference(Number::exact(1.0, 0), number(3.0, 2.5, 3.5)).interval.unwrap();
        assert!(is_near(low, 1.5));
    }

    #[test]
    fn medians_lie_between_values_in_order() {
        let number = median(&[5.0, 1.0, 4.0, 2.0]).unwrap();
        assert_eq!((number.value, number.interval), (3.0, Some((1.0, 5.0))));
        let many: Vec<f64> = (0..=100).map(f64::from).collect();
        assert_eq!(median(&many).unwrap().interval, Some((36.0, 64.0)));
    }

    /// Two studies of games whose plies depend on each other: the second number lies in the first one's interval in about
    /// 95 of 100 cases.
    #[test]
    fn a_second_study_lies_within_the_interval() {
        let random = |seed: u64| mix(seed) as f64 / u64::MAX as f64;
        let study = |seed: u64| {
            let game = |number: u64| {
                let seed = mix(seed << 20 | number);
                let (plies, kind) = (10.0 + 40.0 * random(seed), random(seed ^ 1));
                (plies * kind * kind, plies)
            };
            (0..80).map(game).collect::<Vec<_>>()
        };
        let is_within = |seed: &u64| {
            let (first, second) = (study(2 * seed), study(2 * seed + 1));
            let (low, high) = share_ratio(&first).unwrap().interval.unwrap();
            (low..=high).contains(&share_ratio(&second).unwrap().value)
        };
        let within = (0..1000).filter(is_within).count();
        assert!((930..=970).contains(&within), "{within}");
    }
}
