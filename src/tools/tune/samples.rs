//! Quiet positions of games, as counts of the weights in their evaluation.

use crate::eval::Weights;
use crate::eval::ledger::Trace;
use crate::game::Variant;
use crate::tools::datagen::game_file::{Contents, load};
use crate::tools::quiet_positions::{Purpose, QuietPosition, QuietPositions, SampleFilter};
use crate::tools::text_file::naming;
use crate::types::Score;
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
    /// The weight of the middle game values, 0 to 1; the rest is that of the end game values.
    pub middle: f32,
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

/// The positions of some files of games.
#[derive(Default)]
pub struct Data {
    /// The positions that the values are fitted to.
    pub training: Samples,
    /// The held-out positions, of other games, which tell when the values are overfitted.
    pub validation: Samples,
    /// The number of games read.
    pub games: usize,
    /// The numbers of nodes per move that the games were played with.
    pub nodes: String,
}

impl Data {
    /// Replays the games of `files`, whose evaluation must have the weights of `variant`.
    /// Fails if a file cannot be read, is malformed or of another game, or a game breaks the rules.
    pub fn load(variant: &'static Variant, files: &[PathBuf], filter: SampleFilter) -> Result<Data, String> {
        let weights = weights_of(variant)?;
        let mut data = Data::default();
        let mut positions = QuietPositions::new(filter);
        for file in files {
            let contents = load(file)?;
            check_weights(contents.settings.variant, variant).map_err(naming(file))?;
            data.add(&contents, weights, &mut positions).map_err(naming(file))?;
        }
        (data.games, data.nodes) = (positions.games, positions.nodes());
        Ok(data)
    }

    /// Replays games, whose evaluation must have these weights.
    /// Errors name the game that breaks the rules, and the ply.
    pub fn add(
        &mut self,
        contents: &Contents,
        weights: &Weights,
        positions: &mut QuietPositions,
    ) -> Result<(), String> {
        let add = |purpose, (trace, result, score): (Trace, f32, f32)| {
            let to = if purpose == Purpose::Training { &mut self.training } else { &mut self.validation };
            to.push(sample(&trace, weights.full_phase, result, score), coefficients(&trace));
        };
        positions.read(contents, describe, add)
    }
}

/// The weights of a game's evaluation.
/// Fails if the game has none.
pub fn weights_of(variant: &'static Variant) -> Result<&'static Weights, String> {
    let weights = variant.new_game().weights();
    weights.ok_or_else(|| format!("{} has no weights: a network evaluates it, which `train` trains", variant.name))
}

/// Checks that the evaluations of two games have the same weights.
fn check_weights(recorded: &'static Variant, tuned: &'static Variant) -> Result<(), String> {
    let file = |variant: &'static Variant| variant.new_game().weights().map(|weights| weights.file);
    if file(recorded) == file(tuned) {
        Ok(())
    } else {
        Err(format!("games of {}, which has other weights than {}", recorded.name, tuned.name))
    }
}

/// The terms of a position's evaluation, the result of its game and the score of the search.
fn describe(position: QuietPosition<'_>) -> (Trace, f32, f32) {
    let QuietPosition { game, ply, winner } = position;
    let score = Score::from(ply.score);
    let white = game.turn().color.choose(score, -score) as f32;
    (game.trace(), winner.map_or(0.5, |winner| winner.choose(1.0, 0.0)), white)
}

fn sample(trace: &Trace, full_phase: i32, result: f32, score: f32) -> Sample {
    let middle = trace.phase.min(full_phase) as f32 / full_phase as f32;
    Sample { middle, result, score }
}

fn coefficients(trace: &Trace) -> impl Iterator<Item = Coefficient> {
    trace.entries.iter().map(|&(index, count)| Coefficient { index: index as u16, count: count as i16 })
}
