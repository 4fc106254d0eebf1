//! Matches of pairs of games, which other tools play: both sides play each opening with both colours.

use super::adjudication::AdjudicationRules;
use super::engine_config::EngineConfig;
use super::farm_output::OutputStyle;
use super::opening_file::Opening;
use super::schedule::{OpeningOrder, Schedule, Tournament};
pub(in crate::tools) use super::time_control::EngineLimits;
use super::{Plan, runner};
use crate::game::Variant;
use crate::tools::shard::Shard;
use crate::tools::sprt::Tally;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A game of this many moves of each side is drawn.
const MOST_MOVES: u32 = 300;

/// The plan of a match of so many pairs between two engines, without a sequential test and a file.
pub(super) fn plan(variant: &'static Variant, engines: Vec<EngineConfig>, pairs: u32, concurrency: usize) -> Plan {
    Plan {
        variant,
        chess960: false,
        schedule: Schedule {
            engines: engines.len(),
            tournament: Tournament::RoundRobin,
            rounds: pairs,
            games: 2,
            repeat: true,
            seating: None,
            order: OpeningOrder::Sequential,
            first_opening: 0,
            seed: 1,
        },
        engines,
        openings: None,
        shard: Shard::WHOLE,
        concurrency,
        adjudication: AdjudicationRules { resign: None, draw: None, max_moves: Some(MOST_MOVES) },
        sprt: None,
        pgnout: None,
        output: OutputStyle::Table,
        event: String::new(),
        log: None,
        patience: Duration::from_secs(15),
        hang: Duration::from_secs(600),
    }
}

/// A match that shows no progress of its own.
pub struct PairMatch<'a> {
    /// The game, for two players.
    pub variant: &'static Variant,
    /// The words of both engines, as after `match --engine`; without `cmd` they are this program.
    pub sides: [Vec<String>; 2],
    /// The limits of both.
    pub limits: EngineLimits,
    /// The openings, which are used again if there are too few; without any, games begin at the start.
    pub openings: &'a [Opening],
    /// The index of the first opening, from 0.
    pub first_opening: u32,
    /// The number of pairs.
    pub pairs: u32,
    /// The number of games played at the same time.
    pub concurrency: usize,
}

impl PairMatch<'_> {
    /// Plays the match. Returns the results of the first side; `None` if `stop` has ended the match early.
    ///
    /// # Errors
    /// One line: a word is malformed, an engine cannot take part, or threads cannot be had.
    pub fn play(&self, stop: Arc<AtomicBool>) -> Result<Option<Tally>, String> {
        let engines = self.sides.iter().map(|words| EngineConfig::read(&Vec::new(), words, self.limits));
        let mut plan = plan(self.variant, engines.collect::<Result<_, _>>()?, self.pairs, self.concurrency);
        plan.schedule.first_opening = self.first_opening;
        plan.output = OutputStyle::Nothing;
        let (tally, _) = runner::run_from(&plan, self.openings, stop)?.verdict();
        Ok((tally.games() == 2 * u64::from(self.pairs)).then_some(tally))
    }
}
