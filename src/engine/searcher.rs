//! Searches that are waited for, for tools that do one thing at a time.

use super::thread_pool;
use crate::game::{Game, SearchSetup};
use crate::position::Notation;
use crate::search::{Answer, Bound, Event, Limits, Report, SharedState, StopSignal, TimeManager};
use rayon::ThreadPool;
use std::sync::Arc;
use std::time::Duration;

/// A pool of search threads with a hash table.
pub struct Searcher {
    pool: ThreadPool,
    shared_state: Arc<SharedState>,
}

/// The result of a search.
#[derive(Debug, Default)]
pub struct SearchResult {
    /// The answer.
    pub answer: Answer,
    /// The last report of the best line with an exact score.
    pub report: Option<Report>,
}

impl Searcher {
    /// Creates a searcher with `threads` threads and a hash table of `megabytes` MB.
    ///
    /// # Errors
    /// If there is not enough memory, or if the threads cannot be started.
    pub fn new(threads: usize, megabytes: usize) -> Result<Searcher, String> {
        let shared_state = SharedState::new(megabytes).map_err(|error| error.to_string())?;
        Ok(Searcher { pool: thread_pool::build(threads)?, shared_state: Arc::new(shared_state) })
    }

    /// Returns the thread pool, for perft.
    pub fn pool(&self) -> &ThreadPool {
        &self.pool
    }

    /// Returns the number of sequences of `depth` legal moves from the game's current position.
    pub fn perft(&self, game: &dyn Game, depth: u32) -> u64 {
        let stop = Arc::new(StopSignal::new());
        let mut total = 0;
        game.count(depth, Notation::Standard, None, stop)(&self.pool, &mut |event| {
            if let Event::Total(nodes) = event {
                total = nodes;
            }
        });
        total
    }

    /// Clears the hash table and the history tables.
    pub fn forget(&self) {
        self.shared_state.clear();
    }

    /// Searches the current position of `game` and calls `listen` with every report.
    pub fn search(&self, game: &dyn Game, limits: Limits, listen: impl FnMut(&Report) + Send) -> SearchResult {
        self.run(game, limits, StopSignal::new(), listen)
    }

    /// Searches the current position of `game`, at the longest until `whole` is stopped.
    pub fn search_within(&self, whole: &Arc<StopSignal>, game: &dyn Game, limits: Limits) -> SearchResult {
        self.run(game, limits, StopSignal::within(whole), |_| {})
    }

    fn run(
        &self,
        game: &dyn Game,
        limits: Limits,
        stop: StopSignal,
        mut listen: impl FnMut(&Report) + Send,
    ) -> SearchResult {
        let time = Arc::new(TimeManager::new(&limits, Duration::ZERO, Arc::new(stop)));
        let setup = SearchSetup {
            limits,
            multipv: 1,
            notation: Notation::Standard,
            shared_state: Arc::clone(&self.shared_state),
            time,
        };
        let mut result = SearchResult::default();
        game.search(setup)(&self.pool, &mut |event| match event {
            Event::Report(report) => {
                listen(&report);
                if report.bound == Bound::Exact {
                    result.report = Some(report);
                }
            }
            Event::Done(answer) => result.answer = answer,
            _ => {}
        });
        result
    }
}
