//! Threads, hash table and network of searches; and searches that are waited for, for tools that do one thing at a time.

use super::{DEFAULT_HASH, DEFAULT_THREADS, thread_pool};
use crate::game::{Game, Job, Variant};
use crate::network::Network;
use crate::search::{Answer, Bound, Event, Limits, Report, SearchSetup, SharedState, StopSignal, TimeManager};
use rayon::ThreadPool;
use std::sync::Arc;
use std::time::Duration;

/// Search threads, their hash table and a network. Clones share the threads and the table.
#[derive(Clone)]
pub struct Searcher {
    pool: Arc<ThreadPool>,
    shared_state: Arc<SharedState>,
    /// A network that replaces the built-in one of its game.
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
        let shared_state = Arc::new(SharedState::new(megabytes)?);
        Ok(Searcher { pool: Arc::new(thread_pool(threads)?), shared_state, network: None })
    }

    /// A searcher as an engine has it at start: with less memory if there is not enough.
    pub fn at_start() -> Result<Searcher, String> {
        Searcher::new(DEFAULT_THREADS, DEFAULT_HASH).or_else(|_| Searcher::new(DEFAULT_THREADS, 1))
    }

    /// The same with a network that replaces the one that is built in for its game.
    pub fn with_network(self, network: Option<Arc<Network>>) -> Searcher {
        Searcher { network, ..self }
    }

    /// Replaces the built-in network of the game that `network` is for; `None` takes the built-in one again.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.network = network;
    }

    /// The network of the evaluation of a game.
    pub fn network_for(&self, variant: &'static Variant) -> Arc<Network> {
        let own = self.network.as_ref().filter(|network| network.description.game == variant.network_game);
        own.cloned().unwrap_or_else(|| variant.network())
    }

    /// The thread pool, for perft.
    pub fn pool(&self) -> &ThreadPool {
        &self.pool
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// Starts other threads, unless their number stays.
    ///
    /// # Errors
    /// The system does not provide them; the old ones stay.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), String> {
        if self.threads() != threads {
            self.pool = Arc::new(thread_pool(threads)?);
        }
        Ok(())
    }

    /// The size of the hash table in MB.
    pub fn hash(&self) -> usize {
        self.shared_state.table.megabytes()
    }

    /// Takes another hash table, unless its size stays.
    ///
    /// # Errors
    /// There is not enough memory; the old table stays.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), String> {
        let old = self.hash();
        if old != megabytes {
            let shared_state = SharedState::new(megabytes).map_err(|error| format!("{error}; it stays at {old} MB"))?;
            self.shared_state = Arc::new(shared_state);
        }
        Ok(())
    }

    /// What the searches share.
    #[cfg(feature = "faults")]
    pub fn shared_state(&self) -> &SharedState {
        &self.shared_state
    }

    /// The number of sequences of `depth` legal moves from the game's current position.
    pub fn perft(&self, game: &dyn Game, depth: u32) -> u64 {
        let mut total = 0;
        game.count(depth, None, Arc::default())(&self.pool, &mut |event| {
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

    /// Searches for several lines on the thread that calls, and hands over every event as it comes; the last one is
    /// [`Event::Done`]. `overhead` is kept in reserve of a clock.
    pub fn search_here(
        &self,
        game: &dyn Game,
        limits: Limits,
        lines: usize,
        overhead: Duration,
        mut listen: impl FnMut(Event) + Send,
    ) {
        let time = Arc::new(TimeManager::new(&limits, overhead, Arc::default()));
        self.job(game, &time, limits, lines)(&self.pool, &mut listen);
    }

    /// A search of the current position of `game`.
    pub(super) fn job(&self, game: &dyn Game, time: &Arc<TimeManager>, limits: Limits, multipv: usize) -> Job {
        let (network, shared_state) = (self.network_for(game.variant()), Arc::clone(&self.shared_state));
        game.search(SearchSetup { network, limits, multipv, shared_state, time: Arc::clone(time) })
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
        let mut answer = Answer::default();
        self.job(game, &time, limits, multipv)(&self.pool, &mut |event| match event {
            Event::Report(report) => listen(report),
            Event::Done(done) => answer = done,
            _ => {}
        });
        SearchResult { answer, report: None, was_stopped: time.stop_signal().is_stopped() }
    }
}
