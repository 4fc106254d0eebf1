//! Simultaneous perturbation (J. C. Spall, 1992): in iteration k of N all parameters are moved at once by ±c(k), the
//! engine with these values plays the one with the opposite ones, and every parameter goes towards the winner.
//!
//! ```text
//! c(k) = c_end (N / k)^gamma
//! a(k) = r_end c_end² ((A + N) / (A + k))^alpha
//! value += a(k) / c(k) · sign · (games won − games lost)
//! ```
//! Everything but the results of the games depends on the seed, the iteration and the parameter's place in the list.

use super::list::Tuned;
use crate::types::zobrist::mix;
use std::fmt;
use std::str::FromStr;

/// What determines the steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gains {
    /// N, the number of iterations.
    pub iterations: u32,
    /// The number of pairs of games in each.
    pub pairs: u32,
    /// How fast steps shrink.
    pub alpha: f64,
    /// How fast perturbations shrink.
    pub gamma: f64,
    /// A, as a share of N: how long the first steps are held down.
    pub stability: f64,
    pub seed: u64,
}

/// The two sides of an iteration: the values of all parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Perturbation {
    pub plus: Vec<i32>,
    pub minus: Vec<i32>,
}

/// A run: what is tuned, and how far it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuning {
    pub gains: Gains,
    pub parameters: Vec<Tuned>,
    /// The values of all parameters at the start and after each finished iteration.
    pub path: Vec<Vec<f64>>,
}

impl Gains {
    /// The size of the perturbation of iteration `k`, from 1.
    fn perturbation(&self, tuned: &Tuned, k: u32) -> f64 {
        tuned.c_end * (f64::from(self.iterations) / f64::from(k)).powf(self.gamma)
    }

    /// The change of a value by a game won in iteration `k`, from 1.
    fn step(&self, tuned: &Tuned, k: u32) -> f64 {
        let (all, done) = (f64::from(self.iterations), f64::from(k));
        let held = self.stability * all;
        let gain = tuned.r_end * tuned.c_end * tuned.c_end * ((held + all) / (held + done)).powf(self.alpha);
        gain / self.perturbation(tuned, k)
    }

    /// A random number for a parameter in an iteration.
    fn random(&self, k: u32, parameter: usize) -> u64 {
        mix(mix(mix(self.seed) ^ u64::from(k)) ^ parameter as u64)
    }

    /// The direction of a parameter in an iteration: 1 or -1.
    fn sign(&self, k: u32, parameter: usize) -> f64 {
        if self.random(k, parameter) >> 63 == 0 { 1.0 } else { -1.0 }
    }

    /// Rounds a value up with the probability of its fraction. Both sides of an iteration have the same luck.
    fn rounded(&self, k: u32, parameter: usize, tuned: &Tuned, value: f64) -> i32 {
        let luck = (self.random(k, parameter) & 0xFFFF_FFFF) as f64 / 4_294_967_296.0;
        let (min, max) = (f64::from(tuned.min), f64::from(tuned.max));
        ((value.clamp(min, max) + luck).floor() as i32).clamp(tuned.min, tuned.max)
    }
}

impl Tuning {
    /// A run before its first iteration.
    pub fn new(gains: Gains, parameters: Vec<Tuned>) -> Tuning {
        let start = parameters.iter().map(|tuned| tuned.value.into()).collect();
        Tuning { gains, parameters, path: vec![start] }
    }

    /// The number of finished iterations.
    pub fn finished(&self) -> u32 {
        self.path.len() as u32 - 1
    }

    /// The values of all parameters, unrounded.
    pub fn values(&self) -> &[f64] {
        self.path.last().map_or(&[], Vec::as_slice)
    }

    /// The sides of the next iteration.
    pub fn perturbation(&self) -> Perturbation {
        let (gains, k) = (self.gains, self.finished() + 1);
        let side = |direction: f64| {
            let both = self.parameters.iter().zip(self.values()).enumerate();
            let moved = both.map(|(number, (tuned, value))| {
                let moved = value + direction * gains.sign(k, number) * gains.perturbation(tuned, k);
                gains.rounded(k, number, tuned, moved)
            });
            moved.collect()
        };
        Perturbation { plus: side(1.0), minus: side(-1.0) }
    }

    /// Ends an iteration. `lead` is the number of games that the plus side has won minus those that it has lost.
    pub fn learn(&mut self, lead: f64) {
        let (gains, k) = (self.gains, self.finished() + 1);
        let both = self.parameters.iter().zip(self.values()).enumerate();
        let values = both.map(|(number, (tuned, value))| {
            let moved = value + gains.step(tuned, k) * gains.sign(k, number) * lead;
            moved.clamp(tuned.min.into(), tuned.max.into())
        });
        self.path.push(values.collect());
    }
}

impl fmt::Display for Gains {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Gains { iterations, pairs, alpha, gamma, stability, seed } = self;
        write!(f, "iterations={iterations} pairs={pairs} alpha={alpha} gamma={gamma} stability={stability} seed={seed}")
    }
}

impl FromStr for Gains {
    type Err = String;

    fn from_str(text: &str) -> Result<Gains, String> {
        fn value<T: FromStr>(text: &str, key: &str) -> Result<T, String> {
            let found = text.split(' ').find_map(|word| word.strip_prefix(key)?.strip_prefix('='));
            found.and_then(|value| value.parse().ok()).ok_or_else(|| format!("no `{key}=`"))
        }
        Ok(Gains {
            iterations: value(text, "iterations")?,
            pairs: value(text, "pairs")?,
            alpha: value(text, "alpha")?,
            gamma: value(text, "gamma")?,
            stability: value(text, "stability")?,
            seed: value(text, "seed")?,
        })
    }
}
