//! Quiet positions of games, as counts of the weights in their evaluation.

use crate::eval::Weights;
use crate::eval::ledger::{Trace, WHOLE};
use crate::game::Variant;
use crate::tools::datagen::binary_format::TrainingGame;
use crate::tools::datagen::game_file::{Contents, load};
use crate::tools::text_file::naming;
use crate::types::Score;
use crate::types::score::is_decided;
use rayon::prelude::*;
use std::collections::HashSet;
use std::path::PathBuf;

/// How often a weight occurs in a position's evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coefficient {
    /// The index of the weight.
    pub index: u16,
    /// The number of times for White minus that for Black.
    pub count: i16,
}

/// A position without its coefficients. Everything is from White's view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The weight of the middle game values, 0 to 1.
    pub middle: f32,
    /// The weight of the end game values, 0 to 1.
    pub end: f32,
    /// The result of the game: 1 won, 0.5 drawn, 0 lost.
    pub result: f32,
    /// The score of the search in centipawns.
    pub score: f32,
}

/// Positions, with all their coefficients in one array.
#[derive(Default)]
pub struct Samples {
    /// The positions.
    pub list: Vec<Sample>,
    coefficients: Vec<Coefficient>,
    /// Where the coefficients of each position end.
    ends: Vec<usize>,
}

impl Samples {
    /// Adds a position.
    pub fn push(&mut self, sample: Sample, coefficients: impl IntoIterator<Item = Coefficient>) {
        self.list.push(sample);
        self.coefficients.extend(coefficients);
        self.ends.push(self.coefficients.len());
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the coefficients of a position.
    #[inline]
    pub fn coefficients(&self, index: usize) -> &[Coefficient] {
        let first = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.coefficients[first..self.ends[index]]
    }
}

/// Which positions are taken.
#[derive(Clone, Copy)]
pub struct SampleFilter {
    /// The number of plies that are left out at the start of each game, after the random ones.
    pub skip_plies: usize,
    /// The greatest number of positions.
    pub max_positions: usize,
}

/// The positions of some files of games.
#[derive(Default)]
pub struct Data {
    /// The positions that the values are fitted to.
    pub training: Samples,
    /// The held-out positions, of other games, which tell when the values are overfitted.
    pub validation: Samples,
    /// The number of games read.
    pub games: usize,
    /// The numbers of nodes per move that the games were played with, without repetitions.
    pub nodes: Vec<u64>,
}

/// One game in this many is held out.
const HELD_OUT: usize = 10;
/// The number of games that are replayed in parallel before their positions are added.
const BATCH: usize = 2048;

impl Data {
    /// Replays the games of `files`, whose evaluation must have the weights of `variant`.
    /// Fails if a file cannot be read, is malformed or of another game, or a game breaks the rules.
    pub fn load(variant: &'static Variant, files: &[PathBuf], filter: SampleFilter) -> Result<Data, String> {
        let weights = variant.new_game().weights();
        let mut data = Data::default();
        let mut keys = HashSet::new();
        for file in files {
            let contents = load(file)?;
            check_weights(contents.settings.variant, variant).map_err(naming(file))?;
            data.nodes.push(contents.settings.nodes);
            data.add(&contents, weights, filter, &mut keys).map_err(naming(file))?;
        }
        data.nodes.sort_unstable();
        data.nodes.dedup();
        Ok(data)
    }

    /// Replays games, whose evaluation must have these weights. Positions in `keys` are left out; new ones are added to
    /// it.
    /// Errors name the game that breaks the rules, and the ply.
    pub fn add(
        &mut self,
        contents: &Contents,
        weights: &Weights,
        filter: SampleFilter,
        keys: &mut HashSet<u64>,
    ) -> Result<(), String> {
        let variant = contents.settings.variant;
        let before = self.games;
        for batch in contents.games.chunks(BATCH) {
            let replayed: Vec<_> = batch.par_iter().map(|game| replay(variant, game, filter.skip_plies)).collect();
            for positions in replayed {
                let positions = positions.map_err(|what| format!("game {}: {what}", self.games - before + 1))?;
                self.games += 1;
                let to = if self.games.is_multiple_of(HELD_OUT) { &mut self.validation } else { &mut self.training };
                for position in positions {
                    if keys.len() < filter.max_positions && keys.insert(position.key) {
                        to.push(position.sample(weights.full_phase), position.coefficients());
                    }
                }
            }
        }
        Ok(())
    }
}

/// Checks that the evaluations of two games have the same weights.
fn check_weights(recorded: &'static Variant, tuned: &'static Variant) -> Result<(), String> {
    if recorded.new_game().weights().file == tuned.new_game().weights().file {
        Ok(())
    } else {
        Err(format!("games of {}, which has other weights than {}", recorded.name, tuned.name))
    }
}

/// A quiet position of a replayed game.
struct QuietPosition {
    key: u64,
    trace: Trace,
    result: f32,
    score: f32,
}

impl QuietPosition {
    fn sample(&self, full_phase: i32) -> Sample {
        let middle = self.trace.phase.min(full_phase) as f32 / full_phase as f32;
        let share = self.trace.share as f32 / WHOLE as f32;
        Sample { middle: middle * share, end: (1.0 - middle) * share, result: self.result, score: self.score }
    }

    fn coefficients(&self) -> impl Iterator<Item = Coefficient> {
        self.trace.entries.iter().map(|&(index, count)| Coefficient { index: index as u16, count: count as i16 })
    }
}

/// Replays a game and returns its quiet positions.
/// Fails if a move is illegal or the last position is another one: the rules, or the encoding of moves, have changed.
fn replay(variant: &'static Variant, recorded: &TrainingGame, skip_plies: usize) -> Result<Vec<QuietPosition>, String> {
    let mut game = variant.game(&recorded.start).map_err(|error| error.to_string())?;
    let result = recorded.winner.map_or(0.5, |winner| winner.choose(1.0, 0.0));
    let mut positions = Vec::new();
    for (number, ply) in recorded.plies.iter().enumerate() {
        let score = Score::from(ply.score);
        if number >= skip_plies && !is_decided(score) && game.is_quiet(ply.bits) {
            let white = game.turn().color.choose(score, -score) as f32;
            positions.push(QuietPosition { key: game.key(), trace: game.trace(), result, score: white });
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
