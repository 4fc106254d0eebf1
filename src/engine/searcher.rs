//! Searches that are waited for, for tools that do one thing at a time.

use super::thread_pool;
use crate::game::{Game, SearchSetup};
use crate::position::Notation;
use crate::search::{Answer, Bound, Control, Event, Knowledge, Limits, Report};
use rayon::ThreadPool;
use std::sync::Arc;
use std::time::Duration;

/// A pool of search threads with a hash table.
pub struct Searcher {
    pool: ThreadPool,
    knowledge: Arc<Knowledge>,
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
        let knowledge = Knowledge::new(megabytes).map_err(|error| error.to_string())?;
        Ok(Searcher { pool: thread_pool::build(threads)?, knowledge: Arc::new(knowledge) })
    }

    /// Returns the thread pool, for perft.
    pub fn pool(&self) -> &ThreadPool {
        &self.pool
    }

    /// Returns the number of sequences of `depth` legal moves from the game's current position.
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

    /// Clears the hash table and the history tables.
    pub fn forget(&self) {
        self.knowledge.clear();
    }

    /// Searches the current position of `game` and calls `listen` with every report.
    pub fn search(&self, game: &dyn Game, limits: Limits, listen: impl FnMut(&Report) + Send) -> SearchResult {
        let control = Control::new(&limits, Duration::ZERO);
        self.run(game, limits, control, listen)
    }

    /// Searches the current position of `game`, at the longest until `whole` is stopped.
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
