//! The engine as protocols and tools use it: a game, options, a table, a pool of threads, at most one search.
//!
//! A session prints nothing. Its searches run on a thread of their own and speak through the channel that the
//! session was given, so that whoever owns the session hears commands and search events in one order.

use super::settings::Settings;
use crate::game::Variant;
use crate::game::{Game, Job, SearchSetup};
use crate::position::Notation;
use crate::search::strength::any_seed;
use crate::search::{Answer, Clock, Event, Lag, Limits, SharedState, StopSignal, Strength, TimeManager};
use crate::types::{Color, FenError};
use crate::variants::VARIANTS;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread::JoinHandle;
use std::time::Duration;

/// Stack of a search thread: room for the deepest tree of the largest game.
const STACK: usize = 64 << 20;

/// What reaches the owner of a session.
#[derive(Debug)]
pub enum Input {
    /// A line from the other side.
    Line(String),
    /// The other side has gone.
    End,
    /// From the search with this number.
    Search(u64, Event),
}

/// A search under way.
struct Running {
    number: u64,
    stop: Arc<StopSignal>,
    thread: JoinHandle<()>,
    /// The clock of a search.
    time: Option<Arc<TimeManager>>,
    /// The player on whose clock it runs, and that clock.
    clock: Option<(Color, Clock)>,
}

/// An engine.
pub struct Session {
    game: Box<dyn Game>,
    settings: Settings,
    shared_state: Arc<SharedState>,
    pool: Arc<ThreadPool>,
    running: Option<Running>,
    searches: u64,
    /// Makes the choices of a weakened player.
    seed: u64,
    lag: Lag,
    events: Sender<Input>,
}

impl Session {
    /// An engine at the start position of the default game, whose searches speak through `events`.
    ///
    /// # Errors
    /// When there is no memory for the smallest table or no thread to be had.
    pub fn new(events: Sender<Input>) -> Result<Session, String> {
        Session::with_hash(16, events.clone()).or_else(|_| Session::with_hash(1, events))
    }

    /// As [`Session::new`], with a table of so many MiB.
    ///
    /// # Errors
    /// When there is no memory for the table or no thread to be had.
    pub fn with_hash(megabytes: usize, events: Sender<Input>) -> Result<Session, String> {
        let shared_state = SharedState::new(megabytes).map_err(|error| error.to_string())?;
        Ok(Session {
            game: VARIANTS[0].new_game(),
            settings: Settings::default(),
            shared_state: Arc::new(shared_state),
            pool: Arc::new(new_pool(1)?),
            running: None,
            searches: 0,
            seed: any_seed(),
            lag: Lag::default(),
            events,
        })
    }

    /// The game.
    pub fn game(&self) -> &dyn Game {
        &*self.game
    }

    /// The game, to be played on. The search under way, if any, goes on with the position it was given.
    pub fn game_mut(&mut self) -> &mut dyn Game {
        &mut *self.game
    }

    /// What the searches share.
    #[cfg(test)]
    pub(crate) fn shared_state(&self) -> &SharedState {
        &self.shared_state
    }

    /// The size of the table in MiB.
    pub fn hash(&self) -> usize {
        self.shared_state.table.megabytes()
    }

    /// The number of search threads.
    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// The remembered options.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes remembered options.
    pub fn change(&mut self, change: impl FnOnce(&mut Settings)) -> Result<(), String> {
        change(&mut self.settings);
        Ok(())
    }

    /// How moves are written.
    pub fn notation(&self) -> Notation {
        if self.settings.chess960 { Notation::Chess960 } else { Notation::Standard }
    }

    /// Sets the size of the table; on failure the old one stays.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), String> {
        self.finish();
        let old = self.hash();
        if old == megabytes {
            return Ok(());
        }
        let shared_state = SharedState::new(megabytes).map_err(|error| format!("{error}; it stays at {old} MB"))?;
        self.shared_state = Arc::new(shared_state);
        Ok(())
    }

    /// Forgets everything that was searched.
    pub fn clear_hash(&mut self) {
        self.finish();
        self.lag.forget_last();
        self.shared_state.clear();
    }

    /// Sets the number of search threads; on failure the old pool stays.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), String> {
        self.finish();
        if self.threads() != threads {
            self.pool = Arc::new(new_pool(threads)?);
        }
        Ok(())
    }

    /// Begins another game at its start position.
    pub fn set_variant(&mut self, variant: &'static Variant) {
        self.finish();
        self.set_game(variant.new_game());
    }

    /// Sets up a position of the current game, or of another one.
    pub fn set_game(&mut self, game: Box<dyn Game>) {
        if game.variant().name != self.game.variant().name {
            // Keys of different games mean different things.
            self.finish();
            self.shared_state.clear();
        }
        self.game = game;
    }

    /// A game of the current variant from `fen`.
    pub fn game_from(&self, fen: &str) -> Result<Box<dyn Game>, FenError> {
        self.game.variant().game(fen)
    }

    /// Whether a search is under way.
    pub fn is_searching(&self) -> bool {
        self.running.is_some()
    }

    /// The number that events of the search under way carry.
    pub fn search_number(&self) -> Option<u64> {
        self.running.as_ref().map(|running| running.number)
    }

    /// Starts a search of the current position. A search that is still under way is stopped first.
    /// Returns the number its events carry.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn go(&mut self, limits: Limits) -> Result<u64, String> {
        let color = self.game.turn().color;
        let told = limits.clock;
        let clock = told.map(|clock| self.lag.allow_for(color, clock));
        let limits = Limits { strength: self.strength(), clock, ..limits };
        let stop = Arc::new(StopSignal::new());
        let time = Arc::new(TimeManager::new(&limits, self.overhead(), Arc::clone(&stop)));
        let setup = SearchSetup {
            limits,
            multipv: self.settings.multipv,
            notation: self.notation(),
            shared_state: Arc::clone(&self.shared_state),
            time: Arc::clone(&time),
        };
        let job = self.game.search(setup);
        let number = self.start(job, stop, Event::Done(Answer::default()))?;
        if let Some(running) = &mut self.running {
            running.time = Some(time);
            running.clock = told.map(|clock| (color, clock));
        }
        Ok(number)
    }

    /// How well the options say to play; the choices are other ones in every search.
    fn strength(&self) -> Option<Strength> {
        let seed = self.seed.wrapping_add(self.searches);
        match self.settings.limit_strength {
            true => Some(Strength::of_elo(self.settings.elo, seed)),
            false => Strength::of_level(self.settings.level, seed),
        }
    }

    /// Starts a perft of the current position; otherwise as [`Session::go`].
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn count(&mut self, depth: u32) -> Result<u64, String> {
        let stop = Arc::new(StopSignal::new());
        let job = self.game.count(depth, self.notation(), None, Arc::clone(&stop));
        self.start(job, stop, Event::Total(0))
    }

    /// Starts other work, which looks at its stop signal now and then and ends with [`Event::End`]; otherwise as
    /// [`Session::go`].
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn work(
        &mut self,
        work: impl FnOnce(&Arc<StopSignal>, &mut (dyn FnMut(Event) + Send)) + Send + 'static,
    ) -> Result<u64, String> {
        let stop = Arc::new(StopSignal::new());
        let signal = Arc::clone(&stop);
        self.start(Box::new(move |_, tell| work(&signal, tell)), stop, Event::End)
    }

    /// Runs a job on a thread of its own. If it panics it ends with `last` instead of its own last event.
    fn start(&mut self, job: Job, stop: Arc<StopSignal>, last: Event) -> Result<u64, String> {
        self.finish();
        self.searches += 1;
        let number = self.searches;
        let pool = Arc::clone(&self.pool);
        let events = self.events.clone();
        let body = move || {
            // Sending fails only when the owner of the session has gone.
            let mut tell = |event| drop(events.send(Input::Search(number, event)));
            if catch_unwind(AssertUnwindSafe(|| job(&pool, &mut tell))).is_err() {
                tell(Event::Failure("a job of the engine panicked".into()));
                tell(last);
            }
        };
        let thread = std::thread::Builder::new().name("search".into()).spawn(body);
        let thread = thread.map_err(|error| format!("cannot start a thread: {error}"))?;
        self.running = Some(Running { number, stop, thread, time: None, clock: None });
        Ok(number)
    }

    /// Tells the search under way to end soon; its last event follows.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.stop.stop();
        }
    }

    /// Tells a pondering search that its move was played; `limits`, if any, replace those it began with.
    pub fn ponderhit(&mut self, limits: Option<&Limits>) {
        let overhead = self.overhead();
        if let Some(running) = &mut self.running {
            if let (Some((_, told)), Some(clock)) = (&mut running.clock, limits.and_then(|limits| limits.clock)) {
                *told = clock;
            }
            if let Some(time) = &running.time {
                time.ponderhit(limits.map(|limits| (limits, overhead)));
            }
        }
    }

    fn overhead(&self) -> Duration {
        Duration::from_millis(self.settings.overhead as u64)
    }

    /// Stops the search under way and waits for its end; its events are in the channel by then.
    pub fn finish(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop.stop();
            // Panics are caught in the thread.
            let _ = running.thread.join();
            let time = running.time.and_then(|time| time.time_used());
            if let (Some((color, clock)), Some(time)) = (running.clock, time) {
                self.lag.searched(color, clock, time);
            }
        }
    }

    /// The last event of a search has been heard: it is over. False if it was another search's.
    pub fn ended(&mut self, number: u64) -> bool {
        let is_it = self.search_number() == Some(number);
        if is_it {
            self.finish();
        }
        is_it
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.finish();
    }
}

fn new_pool(threads: usize) -> Result<ThreadPool, String> {
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK)
        .thread_name(|id| format!("worker {id}"))
        .build()
        .map_err(|error| format!("cannot have {threads} threads: {error}"))
}
