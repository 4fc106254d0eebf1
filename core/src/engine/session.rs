//! The engine as front ends use it: a game, its settings, a searcher and at most one running search.
//!
//! A session prints nothing. Its searches run on a thread of their own and hand their events to the function that the session
//! was given.

use super::{Searcher, Settings};
use crate::game::{Game, Job, Listener, Variant};
use crate::network::Network;
use crate::position::Notation;
use crate::search::strength::any_seed;
use crate::search::{Answer, Clock, Event, Lag, Limits, StopSignal, Strength, TimeManager};
use crate::types::Color;
use crate::types::score::WinModel;
use crate::variants;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

/// Receives an event of the search with a number; or, in place of its last event, why that search ended without it: its thread
/// could not be started, or it panicked.
pub type Receive = dyn Fn(u64, Result<Event, String>) + Send + Sync;

/// The running search.
struct Running {
    number: u64,
    stop: Arc<StopSignal>,
    /// `None` if the thread could not be started.
    thread: Option<JoinHandle<()>>,
    limits: Limits,
    /// `None` for perft and other work.
    time: Option<Arc<TimeManager>>,
    /// The color whose clock the search uses, and the clock as the GUI sent it.
    clock: Option<(Color, Clock)>,
}

/// An engine.
pub struct Session {
    game: Box<dyn Game>,
    /// The settings. A running search keeps those that it began with.
    pub settings: Settings,
    searcher: Searcher,
    running: Option<Running>,
    /// The number of searches started so far.
    searches: u64,
    /// Seed of the random choices at reduced strength.
    seed: u64,
    lag: Lag,
    receive: Arc<Receive>,
    /// Makes every search panic.
    #[cfg(feature = "faults")]
    pub panics: bool,
}

impl Session {
    /// Creates an engine at the start position of the default game. Its searches hand their events to `receive`, on threads of
    /// their own.
    pub fn new(searcher: Searcher, receive: impl Fn(u64, Result<Event, String>) + Send + Sync + 'static) -> Session {
        Session {
            game: variants::default().new_game(),
            settings: Settings::DEFAULT,
            searcher,
            running: None,
            searches: 0,
            seed: any_seed(),
            lag: Lag::default(),
            receive: Arc::new(receive),
            #[cfg(feature = "faults")]
            panics: false,
        }
    }

    /// The game.
    pub fn game(&self) -> &dyn Game {
        &*self.game
    }

    /// The game for playing moves. The running search, if any, continues with the position it was given.
    pub fn game_mut(&mut self) -> &mut dyn Game {
        &mut *self.game
    }

    /// Pool, hash table and network of the searches.
    pub fn searcher(&self) -> &Searcher {
        &self.searcher
    }

    /// The notation of moves in output.
    pub fn notation(&self) -> Notation {
        if self.settings.chess960 { Notation::Chess960 } else { Notation::Standard }
    }

    /// The texts of a line of moves of the current position.
    pub fn written(&self, line: &[u64]) -> Vec<String> {
        self.game.write_line(line, self.notation())
    }

    /// Stops the running search and sets the size of the hash table in MB, which clears it. The old table stays if there
    /// is not enough memory.
    pub fn set_hash(&mut self, megabytes: usize) -> Result<(), String> {
        self.finish();
        self.searcher.set_hash(megabytes)
    }

    /// Stops the running search and clears the hash table and the tables of the threads.
    pub fn clear_hash(&mut self) {
        self.finish();
        self.lag.forget_last();
        self.searcher.forget();
    }

    /// Tells the engine that the next clock is not that of the last search's game.
    pub fn forget_clock(&mut self) {
        self.lag.forget_last();
    }

    /// Stops the running search, clears the hash table and replaces the built-in network of the game that `network` is for;
    /// `None` takes the built-in one again.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        self.clear_hash();
        self.searcher.set_network(network);
    }

    /// What scores say about results in a game.
    pub fn chances(&self, game: &dyn Game) -> WinModel {
        self.searcher.network_for(game.variant()).chances()
    }

    /// Stops the running search and sets the number of search threads. The old ones stay if new ones cannot be started.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), String> {
        self.finish();
        self.searcher.set_threads(threads)
    }

    /// Stops the running search and sets up the start position of a game.
    pub fn set_variant(&mut self, variant: &'static Variant) {
        self.finish();
        self.set_game(variant.new_game());
    }

    /// Sets up a position of the current game or of another one.
    pub fn set_game(&mut self, game: Box<dyn Game>) {
        if !std::ptr::eq(game.variant(), self.game.variant()) {
            // Hash keys of different games are not comparable.
            self.finish();
            self.searcher.forget();
        }
        self.game = game;
    }

    /// Whether a search is running.
    pub fn is_searching(&self) -> bool {
        self.running.is_some()
    }

    /// Starts a search of the current position, after stopping the running one. Returns the number that its events
    /// carry. If no thread can be started, an error follows.
    pub fn go(&mut self, limits: Limits) -> u64 {
        let color = self.game.turn().color;
        let clock = limits.clock;
        let allowed = clock.map(|clock| self.lag.allow_for(color, clock));
        let limits = Limits { strength: self.strength(), clock: allowed, ..limits };
        let stop = Arc::default();
        let time = Arc::new(TimeManager::new(&limits, self.move_overhead(), Arc::clone(&stop)));
        let job = self.searcher.job(&*self.game, &time, limits.clone(), self.settings.multipv);
        #[cfg(feature = "faults")]
        let job: Job = if self.panics { Box::new(|_, _| panic!("a search that panics in a test")) } else { job };
        let number = self.start(job, stop);
        if let Some(running) = &mut self.running {
            running.limits = limits;
            running.time = Some(time);
            running.clock = clock.map(|clock| (color, clock));
        }
        number
    }

    /// The strength that the settings ask for, with another seed for every search; `None` at full strength.
    fn strength(&self) -> Option<Strength> {
        let seed = self.seed.wrapping_add(self.searches);
        match self.settings.limit_strength {
            true => Some(Strength::of_elo(self.settings.elo, seed)),
            false => Strength::of_level(self.settings.skill_level, seed),
        }
    }

    /// Starts a perft of the current position to `depth` plies; otherwise as [`Session::go`].
    pub fn count(&mut self, depth: u32) -> u64 {
        let stop = Arc::default();
        let job = self.game.count(depth, None, Arc::clone(&stop));
        self.start(job, stop)
    }

    /// Starts other work on the search thread; otherwise as [`Session::go`]. The work ends soon after its stop signal is
    /// given, and its last event is [`Event::End`].
    pub fn work(&mut self, work: impl FnOnce(&Arc<StopSignal>, Listener<'_>) + Send + 'static) -> u64 {
        let stop = Arc::default();
        let signal = Arc::clone(&stop);
        self.start(Box::new(move |_, send| work(&signal, send)), stop)
    }

    fn start(&mut self, job: Job, stop: Arc<StopSignal>) -> u64 {
        self.finish();
        self.searches += 1;
        let number = self.searches;
        let (searcher, receive) = (self.searcher.clone(), Arc::clone(&self.receive));
        let body = move || {
            let mut events = SearchEvents { number, receive, is_complete: false };
            job(searcher.pool(), &mut |event| events.send(event));
        };
        let thread = std::thread::Builder::new().name("search".into()).spawn(body);
        if let Err(error) = &thread {
            (self.receive)(number, Err(format!("cannot start a thread: {error}")));
        }
        let limits = Limits::default();
        self.running = Some(Running { number, stop, thread: thread.ok(), limits, time: None, clock: None });
        number
    }

    /// Tells the running search to end soon; its last event follows.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.stop.stop();
        }
    }

    /// Tells a ponder search that its move was played. `limits`, if any, replace those that it began with.
    pub fn ponderhit(&mut self, limits: Option<&Limits>) {
        let move_overhead = self.move_overhead();
        if let Some(running) = &mut self.running {
            if let (Some((_, old)), Some(new)) = (&mut running.clock, limits.and_then(|limits| limits.clock)) {
                *old = new;
            }
            if let Some(time) = &running.time {
                time.ponderhit(limits.map(|limits| (limits, move_overhead)));
            }
        }
    }

    fn move_overhead(&self) -> Duration {
        Duration::from_millis(self.settings.move_overhead as u64)
    }

    /// Stops the running search and waits for its end; all its events have been handed over then.
    pub fn finish(&mut self) {
        let Some(running) = self.running.take() else { return };
        running.stop.stop();
        if let Some(thread) = running.thread {
            // A panic of the search has been reported as an error.
            let _ = thread.join();
        }
        let time_used = running.time.and_then(|time| time.time_used());
        if let (Some((color, clock)), Some(time)) = (running.clock, time_used) {
            self.lag.searched(color, clock, time);
        }
    }

    /// Ends the search with this number, whose last event has been received. Does nothing if another one is running.
    pub fn ended(&mut self, number: u64) {
        if self.running.as_ref().is_some_and(|running| running.number == number) {
            self.finish();
        }
    }

    /// The answer in place of a search that failed: the first legal move that its limits allow.
    pub fn fallback_answer(&self) -> Answer {
        let limits = self.running.as_ref().map(|running| &running.limits);
        let (only, except) = limits.map_or((&[][..], &[][..]), |limits| (&limits.only, &limits.except));
        let moves = self.game.legal_bits();
        let allowed = only.first().or_else(|| moves.iter().find(|bits| !except.contains(bits)));
        Answer { best: allowed.or(moves.first()).copied(), ponder: None }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.finish();
    }
}

/// Hands over the events of a search, and an error when dropped before the last one.
struct SearchEvents {
    number: u64,
    receive: Arc<Receive>,
    /// The last event has been handed over.
    is_complete: bool,
}

impl SearchEvents {
    fn send(&mut self, event: Event) {
        self.is_complete |= matches!(event, Event::Done(_) | Event::Total(_) | Event::End);
        (self.receive)(self.number, Ok(event));
    }
}

impl Drop for SearchEvents {
    fn drop(&mut self) {
        if !self.is_complete {
            (self.receive)(self.number, Err("the search thread panicked".into()));
        }
    }
}
