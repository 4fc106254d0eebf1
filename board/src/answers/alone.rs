//! Searches where there are no threads: one at a time, on the thread that asks.

use super::replay::Replays;
use super::requests::SearchRequest;
use super::searching::HASH;
use super::task::{Task, Telling};
use super::{Problem, read};
use crate::engine::{Searcher, Settings};
use crate::game::Variant;
use crate::search::strength::any_seed;
use crate::search::{Limits, Strength};
use serde_json::Value;
use std::time::Duration;

/// An engine that searches when it is asked to.
pub struct Alone {
    searcher: Searcher,
    /// The game of the last search.
    variant: Option<&'static Variant>,
    /// Of the random choices of the next search at reduced strength.
    seed: u64,
}

impl Alone {
    /// An engine with a hash table of the usual size.
    ///
    /// # Errors
    /// There is no memory for it.
    pub fn new() -> Result<Alone, Problem> {
        let searcher = Searcher::new(1, HASH).map_err(|error| Problem::new(503, error))?;
        Ok(Alone { searcher, variant: None, seed: any_seed() })
    }

    /// Answers the request `search`: gives every line to `tell` as it arises. The last one is `best`.
    ///
    /// # Errors
    /// The request makes no sense.
    pub fn search(
        &mut self,
        replays: &Replays,
        body: &[u8],
        mut tell: impl FnMut(&Value) + Send,
    ) -> Result<(), Problem> {
        let task = Task::of(replays, &read::<SearchRequest>(body)?)?;
        let variant = task.game.variant();
        if self.variant.is_some_and(|last| !std::ptr::eq(last, variant)) {
            // Hash keys of different games are not comparable.
            self.searcher.forget();
        }
        self.variant = Some(variant);
        self.seed = self.seed.wrapping_add(1);
        tell(&task.start(1));
        if task.game.ended().is_some() {
            tell(&task.best_of_ended());
            return Ok(());
        }
        let limits = Limits { strength: Strength::of_level(task.level, self.seed), ..task.limits.clone() };
        let overhead = Duration::from_millis(Settings::DEFAULT.move_overhead as u64);
        let mut telling = Telling::new(&*task.game, task.plies, self.searcher.network_for(variant).chances());
        self.searcher.search_here(&*task.game, limits, task.lines, overhead, |event| {
            if let Some(line) = telling.line(event) {
                tell(&line);
            }
        });
        Ok(())
    }
}
