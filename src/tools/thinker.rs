//! Searching and waiting for the answer: for tools that do one thing at a time.

use crate::game::{Game, SearchSetup};
use crate::position::Notation;
use crate::search::{Answer, Bound, Control, Event, Limits, Report, SharedState};
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
        let control = Control::new(&limits, Duration::ZERO);
        self.run(game, limits, control, listen)
    }

    /// Searches the current position of `game`, but no longer than `whole` goes on.
    pub fn think_within(&self, whole: &Arc<Control>, game: &dyn Game, limits: Limits) -> Thought {
        let control = Control::within(whole, &limits, Duration::ZERO);
        self.run(game, limits, control, |_| {})
    }

    fn run(
        &self,
        game: &dyn Game,
        limits: Limits,
        control: Control,
        mut listen: impl FnMut(&Report) + Send,
    ) -> Thought {
        let setup = SearchSetup {
            limits,
            multipv: 1,
            notation: Notation::Standard,
            shared_state: Arc::clone(&self.shared_state),
            control: Arc::new(control),
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
