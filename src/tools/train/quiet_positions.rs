//! Quiet positions of recorded games.

use crate::game::{Game, Variant};
use crate::tools::datagen::binary_format::{Ply, TrainingGame};
use crate::tools::datagen::game_file::Contents;
use crate::types::score::is_decided;
use crate::types::{Color, Score};
use rayon::prelude::*;
use std::collections::{BTreeSet, HashSet};

/// Which positions are taken.
#[derive(Clone, Copy)]
pub struct SampleFilter {
    /// The number of plies that are left out at the start of each game, after the random ones.
    pub skip_plies: usize,
    /// The greatest number of positions.
    pub max_positions: usize,
    /// One game in this many is held out.
    pub held_out: usize,
}

/// What a position is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To learn from.
    Training,
    /// To measure how well positions of other games are predicted.
    Validation,
}

/// A quiet position in a recorded game.
pub struct QuietPosition<'a> {
    /// The game at this position.
    pub game: &'a dyn Game,
    /// The move that was played, and its score.
    pub ply: Ply,
    /// The winner of the recorded game; `None` in a draw.
    pub winner: Option<Color>,
}

/// Reads the quiet positions of recorded games, each position once.
pub struct QuietPositions {
    filter: SampleFilter,
    /// The keys of the positions so far.
    keys: HashSet<u64>,
    /// The number of games read.
    pub games: usize,
    /// The numbers of nodes per move that the games were played with.
    nodes: BTreeSet<u64>,
}

/// The number of games that are replayed in parallel before their positions are added.
const BATCH: usize = 4096;

impl QuietPositions {
    /// No positions yet.
    pub fn new(filter: SampleFilter) -> QuietPositions {
        QuietPositions { filter, keys: HashSet::new(), games: 0, nodes: BTreeSet::new() }
    }

    /// Replays the games of a file. `describe` makes a sample of a position, `add` stores it.
    ///
    /// # Errors
    /// Names the game that breaks the rules, and the ply.
    pub fn read<T: Send>(
        &mut self,
        contents: &Contents,
        describe: impl Fn(QuietPosition<'_>) -> T + Sync,
        mut add: impl FnMut(Purpose, T),
    ) -> Result<(), String> {
        let (variant, skip) = (contents.settings.variant, self.filter.skip_plies);
        let before = self.games;
        self.nodes.insert(contents.settings.nodes);
        for batch in contents.games.chunks(BATCH) {
            let replayed: Vec<_> = batch.par_iter().map(|game| replay(variant, game, skip, &describe)).collect();
            for samples in replayed {
                let samples = samples.map_err(|what| format!("game {}: {what}", self.games - before + 1))?;
                self.games += 1;
                let is_held_out = self.games.is_multiple_of(self.filter.held_out);
                let purpose = if is_held_out { Purpose::Validation } else { Purpose::Training };
                for (key, sample) in samples {
                    if self.keys.len() < self.filter.max_positions && self.keys.insert(key) {
                        add(purpose, sample);
                    }
                }
            }
        }
        Ok(())
    }

    /// The numbers of nodes per move that the games were played with: `500 and 1500`.
    pub fn nodes(&self) -> String {
        self.nodes.iter().map(u64::to_string).collect::<Vec<_>>().join(" and ")
    }
}

/// Replays a game and returns a sample of each quiet position, with the position's key.
///
/// # Errors
/// A move is illegal or the last position is another one: the rules, or the encoding of moves, have changed.
fn replay<T>(
    variant: &'static Variant,
    recorded: &TrainingGame,
    skip_plies: usize,
    describe: impl Fn(QuietPosition<'_>) -> T,
) -> Result<Vec<(u64, T)>, String> {
    let mut game = variant.game(&recorded.start).map_err(|error| error.to_string())?;
    let mut samples = Vec::new();
    for (number, &ply) in recorded.plies.iter().enumerate() {
        let is_taken = number >= skip_plies && !is_decided(Score::from(ply.score));
        let mut look = |game: &dyn Game| {
            if is_taken {
                samples.push((game.key(), describe(QuietPosition { game, ply, winner: recorded.winner })));
            }
        };
        if !game.play_looking(ply.bits, &mut look) {
            return Err(format!("ply {}: not a legal move in {}", number + 1, game.fen()));
        }
    }
    if game.key() != recorded.key {
        return Err(format!("ends elsewhere than when it was played: {}", game.fen()));
    }
    Ok(samples)
}
