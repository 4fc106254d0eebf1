//! Searching and waiting for the answer: for tools that do one thing at a time.

use crate::game::{Game, SearchSetup};
use crate::position::Notation;
use crate::search::{Answer, Bound, Event, Limits, Report, SharedState, StopSignal, TimeManager};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;
use std::time::Duration;

/// Threads and what they know.
pub struct Thinker {
    pool: ThreadPool,
    shared_state: Arc<SharedState>,
}

/// What came of a search.
#[derive(Debug, Default)]
pub struct Thought {
    /// The answer.
    pub answer: Answer,
    /// The last report of the best line with an exact score.
    pub report: Option<Report>,
}

impl Thinker {
    /// Means for searches on `threads` threads with a table of `megabytes` MiB.
    ///
    /// # Errors
    /// When memory or threads cannot be had.
    pub fn new(threads: usize, megabytes: usize) -> Result<Thinker, String> {
        let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(64 << 20).build();
        Ok(Thinker {
            pool: pool.map_err(|error| format!("cannot have {threads} threads: {error}"))?,
            shared_state: Arc::new(SharedState::new(megabytes).map_err(|error| error.to_string())?),
        })
    }

    /// The pool, for counts.
    pub fn pool(&self) -> &ThreadPool {
        &self.pool
    }

    /// Forgets everything searched so far.
    pub fn forget(&self) {
        self.shared_state.clear();
    }

    /// Searches the current position of `game`. `listen` hears every report.
    pub fn think(&self, game: &dyn Game, limits: Limits, listen: impl FnMut(&Report) + Send) -> Thought {
        self.run(game, limits, StopSignal::new(), listen)
    }

    /// Searches the current position of `game`, but no longer than `whole` goes on.
    pub fn think_within(&self, whole: &Arc<StopSignal>, game: &dyn Game, limits: Limits) -> Thought {
        self.run(game, limits, StopSignal::within(whole), |_| {})
    }

    fn run(
        &self,
        game: &dyn Game,
        limits: Limits,
        stop: StopSignal,
        mut listen: impl FnMut(&Report) + Send,
    ) -> Thought {
        let time = Arc::new(TimeManager::new(&limits, Duration::ZERO, Arc::new(stop)));
        let setup = SearchSetup {
            limits,
            multipv: 1,
            notation: Notation::Standard,
            shared_state: Arc::clone(&self.shared_state),
            time,
        };
        let mut thought = Thought::default();
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
