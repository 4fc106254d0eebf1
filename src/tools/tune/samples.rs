//! Quiet positions of games, as the counts of the weights that they are made of.

use crate::eval::Weights;
use crate::eval::ledger::{Trace, WHOLE};
use crate::game::Variant;
use crate::tools::datagen::archive::{Contents, load};
use crate::tools::datagen::record::Record;
use crate::types::Score;
use crate::types::score::is_decided;
use rayon::prelude::*;
use std::collections::HashSet;
use std::path::PathBuf;

/// How often a weight counts: for White minus for Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The weight.
    pub index: u16,
    /// How often.
    pub count: i16,
}

/// What a position comes to, apart from its entries. Everything is from White's view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// How much of the middle game values counts, 0 to 1.
    pub middle: f32,
    /// How much of the end game values counts, 0 to 1.
    pub end: f32,
    /// 1 for a won game, 0 for a lost one.
    pub result: f32,
    /// What the search made of it, in hundredths of a pawn.
    pub score: f32,
}

/// Positions, all their entries in one array.
#[derive(Default)]
pub struct Samples {
    /// The positions.
    pub list: Vec<Sample>,
    entries: Vec<Entry>,
    /// Where the entries of each position end.
    ends: Vec<usize>,
}

impl Samples {
    /// Adds a position.
    pub fn push(&mut self, sample: Sample, entries: impl IntoIterator<Item = Entry>) {
        self.list.push(sample);
        self.entries.extend(entries);
        self.ends.push(self.entries.len());
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The entries of a position.
    #[inline]
    pub fn entries(&self, index: usize) -> &[Entry] {
        let first = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.entries[first..self.ends[index]]
    }
}

/// Which positions are taken.
#[derive(Clone, Copy)]
pub struct Choice {
    /// So many plies behind the random ones are left out.
    pub skip_plies: usize,
    /// No more positions than this.
    pub most: usize,
}

/// Everything that some files have to teach.
#[derive(Default)]
pub struct Data {
    /// Positions to learn from.
    pub training: Samples,
    /// Positions of other games, to see whether what was learnt is true.
    pub validation: Samples,
    /// Games read.
    pub games: usize,
    /// Nodes a move, of each file.
    pub nodes: Vec<u64>,
}

/// One game of this many is held out.
const HELD_OUT: usize = 10;
/// Games that are replayed before their positions are put with the others.
const ROUND: usize = 2048;

impl Data {
    /// Replays the games of `files`, all of which must go by the weights of `variant`.
    ///
    /// # Errors
    /// When a file cannot be read, is malformed or of another game, or a game breaks the rules.
    pub fn load(variant: &'static Variant, files: &[PathBuf], choice: Choice) -> Result<Data, String> {
        let weights = variant.new_game().weights();
        let mut data = Data::default();
        let mut keys = HashSet::new();
        for file in files {
            let problem = |error: String| format!("{}: {error}", file.display());
            let contents = load(file)?;
            let other = contents.settings.variant;
            if other.new_game().weights().file != weights.file {
                return Err(problem(format!(
                    "games of {}, which goes by other weights than {}",
                    other.name, variant.name
                )));
            }
            data.nodes.push(contents.settings.nodes);
            data.add(&contents, weights, choice, &mut keys).map_err(problem)?;
        }
        data.nodes.sort_unstable();
        data.nodes.dedup();
        Ok(data)
    }

    /// Replays games, which must go by `weights`; a position that is in `keys` has been seen before.
    ///
    /// # Errors
    /// Names the game that breaks the rules, and the ply.
    pub fn add(
        &mut self,
        contents: &Contents,
        weights: &Weights,
        choice: Choice,
        keys: &mut HashSet<u64>,
    ) -> Result<(), String> {
        let variant = contents.settings.variant;
        let before = self.games;
        for round in contents.records.chunks(ROUND) {
            let replayed: Vec<_> = round.par_iter().map(|record| replay(variant, record, choice.skip_plies)).collect();
            for positions in replayed {
                let positions = positions.map_err(|what| format!("game {}: {what}", self.games - before + 1))?;
                self.games += 1;
                let to = if self.games.is_multiple_of(HELD_OUT) { &mut self.validation } else { &mut self.training };
                for position in positions {
                    if keys.len() < choice.most && keys.insert(position.key) {
                        to.push(position.sample(weights.full_phase), position.entries());
                    }
                }
            }
        }
        Ok(())
    }
}

/// A quiet position as it comes from its game.
struct Quiet {
    key: u64,
    trace: Trace,
    result: f32,
    score: f32,
}

impl Quiet {
    fn sample(&self, full_phase: i32) -> Sample {
        let middle = self.trace.phase.min(full_phase) as f32 / full_phase as f32;
        let share = self.trace.share as f32 / WHOLE as f32;
        Sample { middle: middle * share, end: (1.0 - middle) * share, result: self.result, score: self.score }
    }

    fn entries(&self) -> impl Iterator<Item = Entry> {
        self.trace.entries.iter().map(|&(index, count)| Entry { index: index as u16, count: count as i16 })
    }
}

/// The quiet positions of a game.
///
/// # Errors
/// When it cannot be replayed to its end: the rules or the moves' numbers are not those that it was played by.
fn replay(variant: &'static Variant, record: &Record, skip: usize) -> Result<Vec<Quiet>, String> {
    let mut game = variant.game(&record.start).map_err(|error| error.to_string())?;
    let result = record.winner.map_or(0.5, |winner| winner.choose(1.0, 0.0));
    let mut positions = Vec::new();
    for (number, ply) in record.plies.iter().enumerate() {
        let score = Score::from(ply.score);
        if number >= skip && !is_decided(score) && game.is_quiet(ply.bits) {
            let white = game.turn().color.choose(score, -score) as f32;
            positions.push(Quiet { key: game.key(), trace: game.trace(), result, score: white });
        }
        if !game.play_bits(ply.bits) {
            return Err(format!("ply {}: not a legal move in {}", number + 1, game.fen()));
        }
    }
    if game.key() != record.key {
        return Err(format!("ends elsewhere than when it was played: {}", game.fen()));
    }
    Ok(positions)
}
