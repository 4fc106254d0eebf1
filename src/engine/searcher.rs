//! Searching and waiting for the answer: for tools that do one thing at a time.

use crate::game::{Game, SearchSetup};
use crate::position::Notation;
use crate::search::{Answer, Bound, Event, Limits, Report, SharedState, StopSignal, TimeManager};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;
use std::time::Duration;

/// Threads and what they know.
pub struct Searcher {
    pool: ThreadPool,
    shared_state: Arc<SharedState>,
}

/// What came of a search.
#[derive(Debug, Default)]
pub struct SearchResult {
    /// The answer.
    pub answer: Answer,
    /// The last report of the best line with an exact score.
    pub report: Option<Report>,
}

impl Searcher {
    /// Means for searches on `threads` threads with a table of `megabytes` MiB.
    ///
    /// # Errors
    /// When memory or threads cannot be had.
    pub fn new(threads: usize, megabytes: usize) -> Result<Searcher, String> {
        let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(64 << 20).build();
        Ok(Searcher {
            pool: pool.map_err(|error| format!("cannot have {threads} threads: {error}"))?,
            shared_state: Arc::new(SharedState::new(megabytes).map_err(|error| error.to_string())?),
        })
    }

    /// The pool, for counts.
    pub fn pool(&self) -> &ThreadPool {
        &self.pool
    }

    /// The number of distinct sequences of `depth` legal moves from the game's current position.
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

    /// Forgets everything searched so far.
    pub fn forget(&self) {
        self.shared_state.clear();
    }

    /// Searches the current position of `game`. `listen` hears every report.
    pub fn search(&self, game: &dyn Game, limits: Limits, listen: impl FnMut(&Report) + Send) -> SearchResult {
        self.run(game, limits, StopSignal::new(), listen)
    }

    /// Searches the current position of `game`, but no longer than `whole` goes on.
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
        let mut thought = SearchResult::default();
        game.search(setup)(&self.pool, &mut |event| match event {
            Event::Report(report) => {
                listen(&report);
                if report.bound == Bound::Exact {
                    thought.report = Some(report);
                }
            }
            Event::Done(answer) => thought.answer = answer,
            _ => {}
        });
        thought
    }
}
