//! Quiet positions of games, as lists of features.

use super::quiet_positions::{Purpose, QuietPosition, QuietPositions, SampleFilter};
use crate::game::Variant;
use crate::tools::datagen::game_file::load;
use crate::tools::text_file::naming;
use crate::types::score::WinModel;
use crate::types::zobrist::mix;
use rayon::prelude::*;
use std::path::PathBuf;

/// The expected result, from 0 to 1, for an output of the network.
pub(super) fn sigmoid(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

/// What the network should predict.
#[derive(Clone, Copy)]
pub(super) struct Target {
    /// The score of an output of 1.0, in hundredths of a pawn.
    pub scale: f32,
    /// The weight of the game's result, from 0 to 1; the rest is that of the result that the search's score predicts.
    pub blend: f32,
}

impl Target {
    pub fn of(self, sample: &Sample<'_>) -> f32 {
        self.blend * sample.result + (1.0 - self.blend) * sigmoid(sample.score / self.scale)
    }

    /// The squared error of the expected result if the network says `output`.
    pub fn loss(self, sample: &Sample<'_>, output: f32) -> f64 {
        let error = sigmoid(output) - self.of(sample);
        f64::from(error * error)
    }
}

/// A position from the view of the side to move.
pub(super) struct Sample<'a> {
    /// The features as the side to move and as its opponent sees them.
    pub views: [&'a [u16]; 2],
    /// The result of the game: 1 won, 0.5 drawn, 0 lost.
    pub result: f32,
    /// The score of the search in hundredths of a pawn.
    pub score: f32,
}

/// Positions, with all their features in one array.
#[derive(Default)]
pub(super) struct Samples {
    /// The features of the side to move and, after them, as many of its opponent.
    features: Vec<u16>,
    /// Where the features of each position end.
    ends: Vec<u64>,
    /// Result in half points, and score.
    targets: Vec<(u8, i16)>,
}

impl Samples {
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    pub fn get(&self, index: usize) -> Sample<'_> {
        let first = index.checked_sub(1).map_or(0, |before| self.ends[before]) as usize;
        let features = &self.features[first..self.ends[index] as usize];
        let (own, enemy) = features.split_at(features.len() / 2);
        let (result, score) = self.targets[index];
        Sample { views: [own, enemy], result: f32::from(result) / 2.0, score: score.into() }
    }

    /// The mean of a number over all positions; NaN without positions.
    pub fn mean(&self, number: impl Fn(&Sample<'_>) -> f64 + Sync) -> f64 {
        let indices: Vec<usize> = (0..self.len()).collect();
        let sum = |part: &[usize]| -> f64 { part.iter().map(|&index| number(&self.get(index))).sum() };
        // The parts are added in order, so that the rounding does not depend on the number of threads.
        let parts: Vec<f64> = indices.par_chunks(4096).map(sum).collect();
        parts.iter().sum::<f64>() / self.len() as f64
    }

    fn push(&mut self, position: &Described) {
        self.features.extend(&position.features);
        self.ends.push(self.features.len() as u64);
        self.targets.push((position.result, position.score));
    }

    /// The numbers of the positions in random order.
    pub fn shuffled(&self, seed: u64) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.len() as u32).collect();
        order.par_sort_unstable_by_key(|&index| mix(mix(seed) ^ u64::from(index)));
        order
    }

    /// A number that changes with any position.
    pub fn hash(&self) -> u64 {
        let targets = self.targets.iter().flat_map(|&(result, score)| [u16::from(result), score as u16]);
        let ends = self.ends.iter().map(|&end| end as u16);
        let numbers = self.features.iter().copied().chain(ends).chain(targets);
        numbers.fold(0, |hash, number| mix(hash ^ u64::from(number)))
    }

    /// By feature: whether any position has it.
    pub fn seen(&self, features: usize) -> Vec<bool> {
        let mut seen = vec![false; features];
        self.features.iter().for_each(|&feature| seen[usize::from(feature)] = true);
        seen
    }

    /// The scale with which the scores of the search predict results best.
    pub fn fit_scale(&self) -> f32 {
        let cost = |scale: f64| {
            let error =
                |&(result, score): &(u8, i16)| sigmoid(f32::from(score) / scale as f32) - f32::from(result) / 2.0;
            let parts = self
                .targets
                .par_chunks(1 << 14)
                .map(|part| part.iter().map(error).map(|error| f64::from(error * error)).sum::<f64>());
            parts.collect::<Vec<_>>().iter().sum::<f64>()
        };
        scale_of_least_cost(cost) as f32
    }

    /// The chances of win, draw and loss that fit the results best, given the scores of the search: the greatest
    /// likelihood.
    pub fn fit_chances(&self) -> WinModel {
        let mut counts = vec![[0u32; 3]; 2 * CHANCE_CELLS + 1];
        for &(result, score) in &self.targets {
            let cell = (i32::from(score) / CHANCE_CELL).clamp(-(CHANCE_CELLS as i32), CHANCE_CELLS as i32);
            counts[(cell + CHANCE_CELLS as i32) as usize][usize::from(result.min(2))] += 1;
        }
        let cost = |model: WinModel| -> f64 {
            let cells = counts.iter().enumerate().filter(|(_, counts)| counts.iter().any(|&count| count > 0));
            let costs = cells.map(|(index, &[losses, draws, wins])| {
                let score = f64::from((index as i32 - CHANCE_CELLS as i32) * CHANCE_CELL);
                let (win, loss) = (model.win(score), model.win(-score));
                let draw = 1.0 - win - loss;
                [(wins, win), (draws, draw), (losses, loss)]
                    .iter()
                    .map(|&(n, p)| -f64::from(n) * p.max(1e-6).ln())
                    .sum::<f64>()
            });
            costs.sum()
        };
        let mut best = WinModel::UNKNOWN;
        // Steps that are halved: the cost has one minimum.
        for step in [128, 64, 32, 16, 8, 4, 2, 1] {
            loop {
                let near = [(step, 0), (-step, 0), (0, step), (0, -step)].map(|(even, spread)| WinModel {
                    even: (best.even + even).clamp(0, MOST_CHANCE),
                    spread: (best.spread + spread).clamp(1, MOST_CHANCE),
                });
                let better = near.into_iter().min_by(|a, b| cost(*a).total_cmp(&cost(*b))).unwrap_or(best);
                if cost(better) >= cost(best) {
                    break;
                }
                best = better;
            }
        }
        best
    }
}

/// The scale, from 10 to 5000, with the least cost: golden-section search (Kiefer 1953) over its logarithm.
fn scale_of_least_cost(cost: impl Fn(f64) -> f64) -> f64 {
    let ratio = (5f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (10f64.ln(), 5000f64.ln());
    while high - low > 1e-3 {
        let (left, right) = (high - ratio * (high - low), low + ratio * (high - low));
        if cost(left.exp()) < cost(right.exp()) { high = right } else { low = left }
    }
    ((low + high) / 2.0).exp()
}

/// Scores are counted in cells of this many hundredths of a pawn, so many on either side of 0.
const CHANCE_CELL: i32 = 10;
const CHANCE_CELLS: usize = 400;
/// The greatest parameter of the chances.
const MOST_CHANCE: i32 = 10_000;

/// The positions of some files of games.
#[derive(Default)]
pub(super) struct Data {
    /// The positions that the network learns.
    pub training: Samples,
    /// The positions of other games, which tell when the network is overfitted.
    pub held_out: Samples,
    /// The number of games read.
    pub games: usize,
    /// The numbers of nodes per move that the games were played with.
    pub nodes: String,
}

impl Data {
    /// Replays the games of `files`. Positions that occur again are left out.
    ///
    /// # Errors
    /// If a file cannot be read, is malformed or of another game, or a game breaks the rules.
    pub fn load(variant: &'static Variant, files: &[PathBuf], filter: SampleFilter) -> Result<Data, String> {
        let mut data = Data::default();
        let mut positions = QuietPositions::new(filter);
        for file in files {
            let contents = load(file)?;
            check_network(contents.settings.variant, variant).map_err(naming(file))?;
            let add = |purpose, position: Described| {
                let to = if purpose == Purpose::Training { &mut data.training } else { &mut data.held_out };
                to.push(&position);
            };
            positions.read(&contents, describe, add).map_err(naming(file))?;
        }
        (data.games, data.nodes) = (positions.games, positions.nodes());
        Ok(data)
    }
}

/// Checks that two games have the same network.
fn check_network(recorded: &'static Variant, trained: &'static Variant) -> Result<(), String> {
    if recorded.network_game == trained.network_game {
        Ok(())
    } else {
        Err(format!("games of {}, which has another network than {}", recorded.name, trained.name))
    }
}

/// A position from the view of the side to move.
struct Described {
    features: Vec<u16>,
    /// In half points.
    result: u8,
    score: i16,
}

fn describe(position: QuietPosition<'_>) -> Described {
    let QuietPosition { game, ply, winner } = position;
    let color = game.turn().color;
    let active = game.active_features();
    let features = [active.of(color), active.of(!color)].concat();
    let result = winner.map_or(1, |winner| 2 * u8::from(winner == color));
    Described { features, result, score: ply.score }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_fitted_to_results() {
        for (even, spread) in [(0, 60), (120, 80), (400, 150)] {
            let model = WinModel { even, spread };
            let mut samples = Samples::default();
            for score in (-1000..=1000).step_by(10) {
                let [win, loss] = [score, -score].map(|score| (200.0 * model.win(score.into())).round() as usize);
                let results = std::iter::repeat_n(2, win).chain(std::iter::repeat_n(0, loss));
                for result in results.chain(std::iter::repeat_n(1, 200 - (win + loss).min(200))) {
                    samples.push(&Described { features: Vec::new(), result, score: score as i16 });
                }
            }
            let found = samples.fit_chances();
            assert!((found.even - even).abs() <= 3 && (found.spread - spread).abs() <= 3, "{model:?} {found:?}");
        }
    }
}
