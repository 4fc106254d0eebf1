//! Searches that are waited for, for tools that do one thing at a time.

use super::thread_pool;
use crate::game::Game;
use crate::network::Network;
use crate::position::Notation;
use crate::search::{Answer, Bound, Event, Limits, Report, SearchSetup, SharedState, StopSignal, TimeManager};
use rayon::ThreadPool;
use std::sync::Arc;
use std::time::Duration;

/// A pool of search threads with a hash table.
pub struct Searcher {
    pool: ThreadPool,
    shared_state: Arc<SharedState>,
    network: Option<Arc<Network>>,
}

/// The result of a search.
#[derive(Debug, Default)]
pub struct SearchResult {
    /// The best move and the expected reply.
    pub answer: Answer,
    /// The last report of the best line with an exact score.
    pub report: Option<Report>,
    /// Whether the search was stopped, by a limit or because it found what it looked for. A search for a mate that finds none
    /// and was not stopped has proved that there is none.
    pub was_stopped: bool,
}

impl Searcher {
    /// Creates a searcher with `threads` threads and a hash table of `megabytes` MB; an error if there is not enough
    /// memory or if the threads cannot be started.
    pub fn new(threads: usize, megabytes: usize) -> Result<Searcher, String> {
        let shared_state = SharedState::new(megabytes)?;
        Ok(Searcher { pool: thread_pool(threads)?, shared_state: Arc::new(shared_state), network: None })
    }

    /// The same with a network that replaces the one that is built in.
    pub fn with_network(self, network: Option<Arc<Network>>) -> Searcher {
        Searcher { network, ..self }
    }

    /// Returns the thread pool, for perft.
    pub fn pool(&self) -> &ThreadPool {
        &self.pool
    }

    /// Returns the number of sequences of `depth` legal moves from the game's current position.
    pub fn perft(&self, game: &dyn Game, depth: u32) -> u64 {
        let mut total = 0;
        game.count(depth, Notation::Standard, None, Arc::default())(&self.pool, &mut |event| {
            if let Event::Total(nodes) = event {
                total = nodes;
            }
        });
        total
    }

    /// Clears the hash table and the tables of the threads.
    pub fn forget(&self) {
        self.shared_state.clear();
    }

    /// Searches the current position of `game` and calls `listen` with every report.
    pub fn search(&self, game: &dyn Game, limits: Limits, listen: impl FnMut(&Report) + Send) -> SearchResult {
        self.search_until(StopSignal::default(), game, limits, listen)
    }

    /// Searches as [`Searcher::search`] does, at the longest until `stop` is given.
    pub fn search_until(
        &self,
        stop: StopSignal,
        game: &dyn Game,
        limits: Limits,
        mut listen: impl FnMut(&Report) + Send,
    ) -> SearchResult {
        let mut exact = None;
        let result = self.run(stop, game, limits, 1, |report| {
            listen(&report);
            if report.bound == Bound::Exact {
                exact = Some(report);
            }
        });
        SearchResult { report: exact, ..result }
    }

    /// Searches for several of the best lines. Returns the last exact report of each first move that had one; the deeper the
    /// iteration, the later the report.
    pub fn search_lines(&self, game: &dyn Game, limits: Limits, lines: usize) -> Vec<Report> {
        let mut found: Vec<Report> = Vec::new();
        self.run(StopSignal::default(), game, limits, lines, |report| {
            if report.bound == Bound::Exact && !report.pv.is_empty() {
                found.retain(|earlier| earlier.pv.first() != report.pv.first());
                found.push(report);
            }
        });
        found
    }

    fn run(
        &self,
        stop: StopSignal,
        game: &dyn Game,
        limits: Limits,
        multipv: usize,
        mut listen: impl FnMut(Report) + Send,
    ) -> SearchResult {
        let time = Arc::new(TimeManager::new(&limits, Duration::ZERO, Arc::new(stop)));
        let (notation, shared_state) = (Notation::Standard, Arc::clone(&self.shared_state));
        let network = self.network.clone().or_else(|| game.built_in_network());
        let setup = SearchSetup { network, limits, multipv, notation, shared_state, time: Arc::clone(&time) };
        let mut answer = Answer::default();
        game.search(setup)(&self.pool, &mut |event| match event {
            Event::Report(report) => listen(report),
            Event::Done(done) => answer = done,
            _ => {}
        });
        SearchResult { answer, report: None, was_stopped: time.stop_signal().is_stopped() }
    }
}
