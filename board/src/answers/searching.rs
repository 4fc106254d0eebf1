//! Searches, and the threads and memory that they share.

use super::Problem;
#[cfg(feature = "endings")]
use super::ending::Solving as Beside;
use super::replay::Replays;
use super::requests::SearchRequest;
use super::task::{MOST_TIME, Task, Telling};
use crate::engine::Searcher;
use crate::engine::Session;
use crate::game::Variant;
use crate::search::Event;
#[cfg(not(feature = "endings"))]
use crate::{game::Game, types::score::DisplayScore};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The greatest number of searches at a time.
pub const MOST_SEARCHES: usize = 8;
/// The hash table of a search in MB.
pub(super) const HASH: usize = 16;

/// How often a search looks whether its page is still there.
const GLANCE: Duration = Duration::from_millis(100);
/// The longest silence towards the page.
const SILENCE: Duration = Duration::from_millis(500);
/// How long a page may read nothing before it counts as gone.
const PATIENCE: Duration = Duration::from_secs(10);

/// The number of threads that all searches share.
pub(super) fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// What became of a line for the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// The page has it.
    Sent,
    /// The page does not keep up.
    Dropped,
    /// The page has gone.
    Gone,
}

/// Nothing is worked out beside a search.
#[cfg(not(feature = "endings"))]
enum Beside {}

#[cfg(not(feature = "endings"))]
impl Beside {
    fn is_running(&self) -> bool {
        false
    }

    fn messages(&mut self, _: &dyn Game, _: impl Fn(DisplayScore) -> [i32; 3]) -> Vec<Value> {
        Vec::new()
    }
}

/// An engine and the channel of its events.
struct Engine {
    session: Session,
    events: Receiver<(u64, Result<Event, String>)>,
}

/// All searches, and engines that wait for the next one.
#[derive(Default)]
pub struct Searches {
    running: AtomicUsize,
    idle: Mutex<Vec<Engine>>,
    #[cfg(feature = "endings")]
    endings: super::ending::Known,
}

/// The right to search; given back when dropped.
struct Permit(Arc<Searches>);

impl Drop for Permit {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, SeqCst);
    }
}

/// A search that has not begun.
pub struct Search {
    permit: Permit,
    engine: Engine,
    task: Task,
}

impl Searches {
    /// The number of running searches.
    pub fn running(&self) -> usize {
        self.running.load(SeqCst)
    }

    fn permit(self: &Arc<Searches>) -> Result<Permit, Problem> {
        let next = |running| (running < MOST_SEARCHES).then_some(running + 1);
        match self.running.fetch_update(SeqCst, SeqCst, next) {
            Ok(_) => Ok(Permit(Arc::clone(self))),
            Err(_) => Err(Problem::new(
                503,
                format!("{MOST_SEARCHES} searches are running, which is the most; try again later"),
            )),
        }
    }

    /// An engine that knows the game already, or any other.
    fn engine(&self, variant: &Variant) -> Result<Engine, Problem> {
        let mut idle = self.idle.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let known = idle.iter().rposition(|engine| engine.session.game().variant().name == variant.name);
        let place = known.or(idle.len().checked_sub(1));
        if let Some(place) = place {
            return Ok(idle.swap_remove(place));
        }
        drop(idle);
        let (sender, events) = channel();
        let searcher = Searcher::new(1, HASH).map_err(|error| Problem::new(503, error))?;
        let session = Session::new(searcher, move |number, event| drop(sender.send((number, event))));
        Ok(Engine { session, events })
    }

    /// What is worked out beside an analysis.
    #[cfg(feature = "endings")]
    fn beside(&self, task: &Task) -> Option<Beside> {
        let is_analysis = task.limits.infinite && task.limits.only.is_empty();
        is_analysis.then(|| Beside::begun(&self.endings, &*task.game)).flatten()
    }

    #[cfg(not(feature = "endings"))]
    fn beside(&self, _: &Task) -> Option<Beside> {
        None
    }

    /// Prepares a search.
    ///
    /// # Errors
    /// The request makes no sense, or too many searches run.
    pub fn prepare(self: &Arc<Searches>, replays: &Replays, request: &SearchRequest) -> Result<Search, Problem> {
        let task = Task::of(replays, request)?;
        let permit = self.permit()?;
        let share = threads() / self.running.load(SeqCst).max(1);
        let mut engine = self.engine(task.game.variant())?;
        let set = engine.session.set_threads(task.threads.min(share).max(1));
        set.map_err(|error| Problem::new(503, error))?;
        engine.session.settings.skill_level = task.level;
        engine.session.settings.multipv = task.lines;
        engine.session.forget_clock();
        Ok(Search { permit, engine, task })
    }
}

impl Search {
    /// Runs the search and gives its lines to `tell`, until it has ended or the page has gone.
    pub fn run(self, mut tell: impl FnMut(&Value) -> Delivery) {
        let Search { permit, mut engine, task } = self;
        tell(&task.start(engine.session.searcher().threads()));
        if task.game.ended().is_some() {
            tell(&task.best_of_ended());
        } else {
            let beside = permit.0.beside(&task);
            engine.search(task, beside, &mut tell);
        }
        let searches = Arc::clone(&permit.0);
        // The engine is there for the next search before this one's place is.
        searches.idle.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(engine);
        drop(permit);
    }
}

impl Engine {
    /// Searches until the end, or until the page has gone. Once `beside` has the results of all moves, they stand in place of the search's.
    fn search(&mut self, task: Task, mut beside: Option<Beside>, tell: &mut impl FnMut(&Value) -> Delivery) {
        let chances = self.session.chances(&*task.game);
        let limits = task.limits.clone();
        let mut telling = Telling::new(&*task.game, task.plies, chances);
        self.session.set_game(task.game.boxed_clone());
        let number = self.session.go(limits);
        let begun = Instant::now();
        let (mut heard, mut read) = (begun, begun);
        let (mut is_known, mut end) = (false, None);
        loop {
            let results = beside
                .as_mut()
                .map_or_else(Vec::new, |beside| beside.messages(&*task.game, |score| chances.permille(score)));
            if !results.is_empty() {
                is_known = true;
                self.session.stop();
                for line in &results {
                    tell(line);
                }
            }
            // A search that has ended by itself waits for what is worked out beside it.
            if let Some(last) = end.take_if(|_| beside.as_ref().is_none_or(|beside| !beside.is_running())) {
                tell(&last);
                break;
            }
            let line = match self.events.recv_timeout(GLANCE) {
                Ok((other, _)) if other != number => continue,
                Ok((_, Ok(Event::Report(_)))) if is_known => continue,
                Ok((_, Ok(event))) => {
                    let is_last = matches!(event, Event::Done(_));
                    match telling.line(event) {
                        Some(line) if is_last => {
                            end = Some(line);
                            continue;
                        }
                        Some(line) => line,
                        None => continue,
                    }
                }
                Ok((_, Err(problem))) => {
                    tell(&json!({"event": "error", "error": problem}));
                    break;
                }
                Err(RecvTimeoutError::Timeout) if begun.elapsed() > MOST_TIME => {
                    self.session.stop();
                    continue;
                }
                Err(RecvTimeoutError::Timeout) if heard.elapsed() < SILENCE => continue,
                Err(RecvTimeoutError::Timeout) => json!({"event": "alive"}),
                Err(RecvTimeoutError::Disconnected) => break,
            };
            heard = Instant::now();
            match tell(&line) {
                Delivery::Sent => read = heard,
                Delivery::Dropped if read.elapsed() < PATIENCE => {}
                Delivery::Dropped | Delivery::Gone => break,
            }
        }
        self.session.finish();
        self.events.try_iter().for_each(drop);
    }
}
