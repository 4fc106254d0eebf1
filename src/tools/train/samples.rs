//! Quiet positions of games, as lists of features.

use crate::game::Variant;
use crate::tools::datagen::binary_format::TrainingGame;
use crate::tools::datagen::game_file::load;
use crate::tools::text_file::naming;
use crate::types::score::is_decided;
use crate::types::zobrist::mix;
use crate::types::{Color, Score};
use rayon::prelude::*;
use std::collections::{BTreeSet, HashSet};
use std::path::PathBuf;

/// Returns the expected result, from 0 to 1, for an output of the network.
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

    fn push(&mut self, position: &QuietPosition) {
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

    /// By feature: whether any position has it.
    pub fn seen(&self, features: usize) -> Vec<bool> {
        let mut seen = vec![false; features];
        self.features.iter().for_each(|&feature| seen[usize::from(feature)] = true);
        seen
    }

    /// Returns the scale with which the scores of the search predict results best, by golden-section search (Kiefer
    /// 1953) over its logarithm.
    pub fn fit_scale(&self) -> f32 {
        let cost = |logarithm: f32| {
            let scale = logarithm.exp();
            let parts = self.targets.par_chunks(1 << 14).map(|part| {
                let errors =
                    part.iter().map(|&(result, score)| sigmoid(f32::from(score) / scale) - f32::from(result) / 2.0);
                errors.map(|error| f64::from(error * error)).sum::<f64>()
            });
            parts.collect::<Vec<_>>().iter().sum::<f64>()
        };
        let ratio = (5f32.sqrt() - 1.0) / 2.0;
        let (mut low, mut high) = (10f32.ln(), 5000f32.ln());
        while high - low > 1e-3 {
            let (left, right) = (high - ratio * (high - low), low + ratio * (high - low));
            if cost(left) < cost(right) { high = right } else { low = left }
        }
        ((low + high) / 2.0).exp()
    }
}

/// The positions of some files of games.
#[derive(Default)]
pub(super) struct Data {
    /// The positions that the network learns.
    pub training: Samples,
    /// The positions of other games, which tell when the network is overfitted.
    pub held_out: Samples,
    /// The number of games read.
    pub games: usize,
    nodes: BTreeSet<u64>,
}

/// One game in this many is held out.
const HELD_OUT: usize = 20;
/// The number of games that are replayed in parallel before their positions are added.
const BATCH: usize = 4096;

impl Data {
    /// Replays the games of `files`. Positions that occur again are left out.
    ///
    /// # Errors
    /// If a file cannot be read, is malformed or of another game, or a game breaks the rules.
    pub fn load(variant: &'static Variant, files: &[PathBuf], skip: usize, most: usize) -> Result<Data, String> {
        let mut data = Data::default();
        let mut keys = HashSet::new();
        for file in files {
            let contents = load(file)?;
            let recorded = contents.settings.variant;
            if recorded.new_game().network_game() != variant.new_game().network_game() {
                let names = (recorded.name, variant.name);
                return Err(naming(file)(format!("games of {}, which has another network than {}", names.0, names.1)));
            }
            data.nodes.insert(contents.settings.nodes);
            for batch in contents.games.chunks(BATCH) {
                let replayed: Vec<_> = batch.par_iter().map(|game| replay(recorded, game, skip)).collect();
                for positions in replayed {
                    data.games += 1;
                    let positions = positions.map_err(|what| naming(file)(format!("game {}: {what}", data.games)))?;
                    let held_out = data.games.is_multiple_of(HELD_OUT);
                    let to = if held_out { &mut data.held_out } else { &mut data.training };
                    for position in &positions {
                        if keys.len() < most && keys.insert(position.key) {
                            to.push(position);
                        }
                    }
                }
            }
        }
        Ok(data)
    }

    /// The numbers of nodes per move that the games were played with.
    pub fn nodes(&self) -> String {
        self.nodes.iter().map(u64::to_string).collect::<Vec<_>>().join(" and ")
    }
}

/// A quiet position of a replayed game, from the view of the side to move.
struct QuietPosition {
    key: u64,
    features: Vec<u16>,
    /// In half points.
    result: u8,
    score: i16,
}

/// Replays a game and returns its quiet positions.
///
/// # Errors
/// If a move is illegal or the last position is another one: the rules, or the encoding of moves, have changed.
fn replay(variant: &'static Variant, recorded: &TrainingGame, skip: usize) -> Result<Vec<QuietPosition>, String> {
    let mut game = variant.game(&recorded.start).map_err(|error| error.to_string())?;
    let mut positions = Vec::new();
    for (number, ply) in recorded.plies.iter().enumerate() {
        if number >= skip && !is_decided(Score::from(ply.score)) && game.is_quiet(ply.bits) {
            let color = game.turn().color;
            let active = game.active_features();
            let features = [active.of(color), active.of(!color)].concat();
            let result = recorded.winner.map_or(1, |winner: Color| 2 * u8::from(winner == color));
            positions.push(QuietPosition { key: game.key(), features, result, score: ply.score });
        }
        if !game.play_bits(ply.bits) {
            return Err(format!("ply {}: not a legal move in {}", number + 1, game.fen()));
        }
    }
    if game.key() != recorded.key {
        return Err(format!("ends elsewhere than when it was played: {}", game.fen()));
    }
    Ok(positions)
}
