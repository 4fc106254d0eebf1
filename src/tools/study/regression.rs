//! Logistic regression whose rows belong to games.

/// A row: a position, or a game.
pub(super) struct Sample {
    /// The number of the game, from 0.
    pub game: usize,
    /// How much the row counts.
    pub weight: f64,
    /// What the result may depend on; all rows have as many.
    pub inputs: Vec<f64>,
    /// The points, from 0 to 1.
    pub points: f64,
}

/// The coefficients of a fit, and the influence of each game on them.
pub(super) struct Fit {
    /// The logarithm of the odds that one more of an input is worth.
    pub coefficients: Vec<f64>,
    /// `influences[game][input]`.
    pub influences: Vec<Vec<f64>>,
}

/// The penalty on the square of each coefficient, over the sum of all weights: it keeps the coefficients finite where an input
/// decides every game.
const RIDGE: f64 = 1e-4;
/// Newton's method ends when no coefficient changes by more.
const TOLERANCE: f64 = 1e-9;
const MOST_STEPS: usize = 50;

/// Fits coefficients to the rows by the maximum of the likelihood. `None` if there are no rows or no inputs, or if the inputs cannot be
/// told apart.
pub(super) fn fit(rows: &[Sample], games: usize) -> Option<Fit> {
    let inputs = rows.first().map(|row| row.inputs.len()).filter(|&inputs| inputs > 0)?;
    let ridge = RIDGE * rows.iter().map(|row| row.weight).sum::<f64>();
    let mut coefficients = vec![0.0; inputs];
    let mut inverse = Vec::new();
    for _ in 0..MOST_STEPS {
        let (slope, curvature) = derivatives(rows, &coefficients, ridge);
        inverse = inverted(curvature)?;
        let step = times(&inverse, &slope);
        // A longer step would leave the region in which the curvature says something.
        let longest = step.iter().fold(1.0_f64, |most, part| most.max(part.abs()));
        coefficients.iter_mut().zip(&step).for_each(|(coefficient, part)| *coefficient += part / longest);
        if step.iter().all(|part| part.abs() < TOLERANCE) {
            break;
        }
    }
    let mut slopes = vec![vec![0.0; inputs]; games];
    for row in rows {
        let residual = row.weight * (row.points - expected(row, &coefficients));
        slopes[row.game].iter_mut().zip(&row.inputs).for_each(|(slope, input)| *slope += residual * input);
    }
    let influences = slopes.iter().map(|slope| times(&inverse, slope)).collect();
    Some(Fit { coefficients, influences })
}

fn expected(row: &Sample, coefficients: &[f64]) -> f64 {
    let sum: f64 = row.inputs.iter().zip(coefficients).map(|(input, coefficient)| input * coefficient).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// The derivatives of the logarithm of the likelihood: the first, and the second with its sign changed.
fn derivatives(rows: &[Sample], coefficients: &[f64], ridge: f64) -> (Vec<f64>, Vec<Vec<f64>>) {
    let mut slope: Vec<f64> = coefficients.iter().map(|coefficient| -ridge * coefficient).collect();
    let mut curvature = vec![vec![0.0; slope.len()]; slope.len()];
    (0..slope.len()).for_each(|input| curvature[input][input] = ridge);
    for row in rows {
        let chance = expected(row, coefficients);
        let (residual, variance) = (row.weight * (row.points - chance), row.weight * chance * (1.0 - chance));
        for (place, input) in row.inputs.iter().enumerate().filter(|(_, input)| **input != 0.0) {
            slope[place] += residual * input;
            curvature[place].iter_mut().zip(&row.inputs).for_each(|(cell, other)| *cell += variance * input * other);
        }
    }
    (slope, curvature)
}

fn times(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

/// The inverse of a symmetric positive matrix by Gauss and Jordan; `None` if it has none.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    for (place, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| if column == place { 1.0 } else { 0.0 }));
    }
    for place in 0..size {
        let pivot = matrix[place][place];
        if pivot.abs() < 1e-12 || !pivot.is_finite() {
            return None;
        }
        matrix[place].iter_mut().for_each(|cell| *cell /= pivot);
        let own = matrix[place].clone();
        for (_, row) in matrix.iter_mut().enumerate().filter(|(other, _)| *other != place) {
            let factor = row[place];
            row.iter_mut().zip(&own).for_each(|(cell, own)| *cell -= factor * own);
        }
    }
    Some(matrix.into_iter().map(|row| row[size..].to_vec()).collect())
}

#[cfg(test)]
mod tests {
    use super::super::statistics::Number;
    use super::*;
    use crate::types::zobrist::mix;

    fn row(game: usize, inputs: &[f64], points: f64) -> Sample {
        Sample { game, weight: 1.0, inputs: inputs.to_vec(), points }
    }

    #[test]
    fn one_input_gives_the_logarithm_of_the_odds() {
        // 30 of 40 games are won: ln 3 = 1.0986 with the error (1/30 + 1/10)^0.5 = 0.3651.
        let rows: Vec<Sample> = (0..40).map(|game| row(game, &[1.0], f64::from(u8::from(game < 30)))).collect();
        let found = fit(&rows, 40).unwrap();
        assert!((found.coefficients[0] - 3.0_f64.ln()).abs() < 0.002, "{:?}", found.coefficients);
        let squares: f64 = found.influences.iter().map(|influence| influence[0] * influence[0]).sum();
        assert!((squares.sqrt() - 0.3651).abs() < 0.002);
        assert!(fit(&[], 0).is_none());
        // Games that one input decides.
        let all = (0..10).map(|game| row(game, &[1.0], 1.0)).collect::<Vec<_>>();
        assert!(fit(&all, 10).unwrap().coefficients[0].is_finite());
    }

    /// Coefficients that results are made with are found again, within their errors. A row that stands ten times in its game says
    /// no more than one.
    #[test]
    fn known_coefficients_are_found_again() {
        let random = |seed: u64| mix(seed) as f64 / u64::MAX as f64;
        let truth = [0.5, -1.5];
        let rows = |times: usize| -> Vec<Sample> {
            let make = |game: u64| {
                let inputs = [0, 1].map(|input| (random(game << 8 | input) * 5.0).floor() - 2.0);
                let chance = expected(&row(0, &inputs, 0.0), &truth);
                let points = f64::from(u8::from(random(game << 8 | 7) < chance));
                (0..times).map(move |_| row(game as usize, &inputs, points))
            };
            (0..2000).flat_map(make).collect()
        };
        let [once, often] = [1, 10].map(|times| fit(&rows(times), 2000).unwrap());
        for input in 0..2 {
            let number = |fit: &Fit| {
                let influences: Vec<f64> = fit.influences.iter().map(|of| of[input]).collect();
                Number::of_influences(fit.coefficients[input], &influences)
            };
            let (low, high) = number(&once).interval.unwrap();
            assert!(low < truth[input] && truth[input] < high && high - low < 0.5, "{low} {high}");
            let widths = [&once, &often].map(|fit| number(fit).reach().unwrap());
            assert!((widths[0] / widths[1] - 1.0).abs() < 0.01, "{widths:?}");
        }
    }
}
