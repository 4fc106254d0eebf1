//! The way down to the least loss: Adam (Kingma, Ba 2015) over all positions at once.

use super::model::{Aim, Pair, gradient, loss};
use super::samples::Data;

/// How to go.
#[derive(Clone, Copy)]
pub struct Course {
    /// Steps at most.
    pub epochs: u32,
    /// About how far a value moves in the first steps, in hundredths of a pawn; a tenth of that in the last.
    pub rate: f64,
    /// As strongly as so many positions each value is pulled to where it began.
    pub pull: f64,
    /// What is aimed at.
    pub aim: Aim,
}

/// A point of the way.
#[derive(Clone, Debug)]
pub struct Step {
    /// Steps so far.
    pub epoch: u32,
    /// The values.
    pub values: Vec<Pair>,
    /// Loss over the positions learnt from.
    pub training: f64,
    /// Loss over those held out; the same as `training` if there are none.
    pub validation: f64,
}

impl Step {
    /// How well these values do.
    pub fn of(epoch: u32, values: &[Pair], data: &Data, aim: Aim) -> Step {
        let training = loss(&data.training, values, aim);
        let validation = if data.validation.is_empty() { training } else { loss(&data.validation, values, aim) };
        Step { epoch, values: values.to_vec(), training, validation }
    }
}

/// Steps between two looks at the positions held out.
const LOOK: u32 = 10;
/// So many looks in a row may be worse than the best one.
const PATIENCE: u32 = 4;

/// Goes down from `first`; the point with the least loss over the positions held out. `visit` sees the way and may end
/// it by returning false.
pub fn descend(data: &Data, first: &[Pair], course: &Course, mut visit: impl FnMut(&Step) -> bool) -> Step {
    let mut best = Step::of(0, first, data, course.aim);
    let mut adam = Adam::new(first);
    let mut worse = 0;
    let mut goes_on = visit(&best);
    while goes_on && adam.epoch < course.epochs {
        adam.step(data, first, course);
        if !adam.epoch.is_multiple_of(LOOK) && adam.epoch != course.epochs {
            continue;
        }
        let here = Step::of(adam.epoch, &adam.values, data, course.aim);
        goes_on = visit(&here);
        worse = if here.validation < best.validation { 0 } else { worse + 1 };
        if worse == 0 {
            best = here;
        }
        goes_on &= worse < PATIENCE;
    }
    best
}

struct Adam {
    epoch: u32,
    values: Vec<Pair>,
    /// Running means of the slopes and of their squares.
    moments: Vec<[Pair; 2]>,
}

impl Adam {
    const DECAY: Pair = [0.9, 0.999];
    /// Far below every slope that counts: these are tiny numbers.
    const FLOOR: f64 = 1e-14;

    fn new(values: &[Pair]) -> Adam {
        Adam { epoch: 0, values: values.to_vec(), moments: vec![[[0.0; 2]; 2]; values.len()] }
    }

    fn step(&mut self, data: &Data, first: &[Pair], course: &Course) {
        let (_, mut slopes) = gradient(&data.training, &self.values, course.aim);
        let spring = spring(course, data.training.len());
        for ((slope, value), origin) in slopes.iter_mut().zip(&self.values).zip(first) {
            *slope = std::array::from_fn(|half| slope[half] + spring * (value[half] - origin[half]));
        }
        let rate = course.rate * 0.1f64.powf(f64::from(self.epoch) / f64::from(course.epochs.max(1)));
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
                value[half] -= rate * mean / (square.sqrt() + Adam::FLOOR);
            }
        }
    }
}

/// The slope for each hundredth of a pawn that a value has moved: what so many level positions would add in which it
/// counts once (there the slope of the [`sigmoid`](super::model::sigmoid) is a quarter of the scale's inverse).
fn spring(course: &Course, positions: usize) -> f64 {
    2.0 * course.pull / positions.max(1) as f64 / (4.0 * course.aim.scale).powi(2)
}
