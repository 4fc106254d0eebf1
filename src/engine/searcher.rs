//! Searching and waiting for the answer: for tools that do one thing at a time.

use crate::game::{Game, SearchSetup};
use crate::position::Notation;
use crate::search::{Answer, Bound, Control, Event, Knowledge, Limits, Report};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;
use std::time::Duration;

/// Threads and what they know.
pub struct Searcher {
    pool: ThreadPool,
    knowledge: Arc<Knowledge>,
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
            knowledge: Arc::new(Knowledge::new(megabytes).map_err(|error| error.to_string())?),
        })
    }

    /// The pool, for counts.
    pub fn pool(&self) -> &ThreadPool {
        &self.pool
    }

    /// The number of distinct sequences of `depth` legal moves from the game's current position.
    pub fn perft(&self, game: &dyn Game, depth: u32) -> u64 {
        let control = Arc::new(Control::new(&Limits::default(), Duration::ZERO));
        let mut total = 0;
        game.count(depth, Notation::Standard, None, control)(&self.pool, &mut |event| {
            if let Event::Total(nodes) = event {
                total = nodes;
            }
        });
        total
    }

    /// Forgets everything searched so far.
    pub fn forget(&self) {
        self.knowledge.clear();
    }

    /// Searches the current position of `game`. `listen` hears every report.
    pub fn search(&self, game: &dyn Game, limits: Limits, listen: impl FnMut(&Report) + Send) -> SearchResult {
        let control = Control::new(&limits, Duration::ZERO);
        self.run(game, limits, control, listen)
    }

    /// Searches the current position of `game`, but no longer than `whole` goes on.
    pub fn search_within(&self, whole: &Arc<Control>, game: &dyn Game, limits: Limits) -> SearchResult {
        let control = Control::within(whole, &limits, Duration::ZERO);
        self.run(game, limits, control, |_| {})
    }

    fn run(
        &self,
        game: &dyn Game,
        limits: Limits,
        control: Control,
        mut listen: impl FnMut(&Report) + Send,
    ) -> SearchResult {
        let setup = SearchSetup {
            limits,
            multipv: 1,
            notation: Notation::Standard,
            knowledge: Arc::clone(&self.knowledge),
            control: Arc::new(control),
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
