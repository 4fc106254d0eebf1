//! Searches, and the threads and memory that they share.

use super::Problem;
use super::names::SeatAnswer;
use super::replay::Replays;
use super::requests::SearchRequest;
use crate::engine::Searcher;
use crate::engine::{MAX_THREADS, Session};
use crate::game::{Game, Variant};
use crate::position::Notation;
use crate::protocol::chances;
use crate::search::strength::FULL_LEVEL;
use crate::search::{Answer, Bound, Clock, Event, Limits, Report};
use crate::types::Score;
use crate::types::score::{DisplayScore, WinModel};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The greatest number of lines to report.
pub(super) const MOST_LINES: usize = 5;
/// The greatest number of searches at a time.
pub(super) const MOST_SEARCHES: usize = 8;
/// The longest win that is looked for, in own moves.
const MOST_MATE: u32 = 100;
/// The longest search.
pub(super) const MOST_TIME: Duration = Duration::from_secs(3600);
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
pub(super) enum Delivery {
    Sent,
    /// The page does not keep up.
    Dropped,
    /// The page has gone.
    Gone,
}

/// An engine and the channel of its events.
struct Engine {
    session: Session,
    events: Receiver<(u64, Result<Event, String>)>,
}

/// All searches, and engines that wait for the next one.
#[derive(Default)]
pub(super) struct Searches {
    running: AtomicUsize,
    idle: Mutex<Vec<Engine>>,
}

/// The right to search; given back when dropped.
struct Permit(Arc<Searches>);

impl Drop for Permit {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, SeqCst);
    }
}

/// A search that has not begun.
pub(super) struct Search {
    permit: Permit,
    engine: Engine,
    game: Box<dyn Game>,
    limits: Limits,
    root: Root,
}

/// What is known of the position before the search.
struct Root {
    /// Moves played before.
    plies: usize,
    chances: WinModel,
}

impl Searches {
    /// The number of running searches.
    #[cfg(test)]
    pub(super) fn running(&self) -> usize {
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

    /// Prepares a search.
    ///
    /// # Errors
    /// The request makes no sense, or too many searches run.
    pub(super) fn prepare(self: &Arc<Searches>, replays: &Replays, request: &SearchRequest) -> Result<Search, Problem> {
        let game = replays.replay(&request.game, request.fen.as_deref(), &request.moves)?.game().boxed_clone();
        let mut limits = limits(request)?;
        for text in &request.only {
            let bits = game.find(text).map_err(|_| Problem::of("only", format!("{text} is no legal move")))?;
            limits.only.push(bits);
        }
        let bounded = |name: &'static str, value: Option<usize>, least: usize, most: usize| match value {
            Some(value) if value < least || value > most => {
                Err(Problem::of(name, format!("{value} is not between {least} and {most}")))
            }
            other => Ok(other),
        };
        let level = bounded("level", request.level, 0, FULL_LEVEL)?.unwrap_or(FULL_LEVEL);
        let lines = bounded("lines", request.lines, 1, MOST_LINES)?.unwrap_or(1);
        let wished = bounded("threads", request.threads, 1, MAX_THREADS)?.unwrap_or(1);
        let permit = self.permit()?;
        let share = threads() / self.running.load(SeqCst).max(1);
        let mut engine = self.engine(game.variant())?;
        let set = engine.session.set_threads(wished.min(share).max(1));
        set.map_err(|error| Problem::new(503, error))?;
        engine.session.settings.skill_level = level;
        engine.session.settings.multipv = lines;
        engine.session.forget_clock();
        let chances = engine.session.chances(&*game);
        let root = Root { plies: request.moves.len(), chances };
        Ok(Search { permit, engine, game, limits, root })
    }
}

fn limits(request: &SearchRequest) -> Result<Limits, Problem> {
    let most = MOST_TIME.as_millis() as u64;
    let time = |name: &'static str, value: u64| match value {
        0..=3_600_000 => Ok(Duration::from_millis(value)),
        _ => Err(Problem::of(name, format!("{value} ms are more than {most}"))),
    };
    let clock = match &request.clock {
        None => None,
        Some(clock) => Some(Clock {
            remaining: Duration::from_millis(clock.remaining.min(most * 24)),
            increment: time("clock.increment", clock.increment)?,
            moves_to_go: clock.moves.filter(|&moves| moves > 0),
        }),
    };
    let movetime = request.movetime.map(|value| time("movetime", value)).transpose()?;
    if let Some(moves) = request.mate.filter(|moves| !(1..=MOST_MATE).contains(moves)) {
        return Err(Problem::of("mate", format!("{moves} is not between 1 and {MOST_MATE}")));
    }
    let limits = Limits {
        depth: request.depth.filter(|&depth| depth > 0),
        nodes: request.nodes,
        mate: request.mate,
        exhaustive: request.mate.is_some(),
        movetime,
        clock,
        infinite: request.infinite,
        ..Limits::default()
    };
    match limits.is_bounded() || limits.infinite {
        true => Ok(limits),
        false => Err(Problem::bad("one of movetime, clock, depth, nodes, mate and infinite is needed")),
    }
}

impl Search {
    /// Runs the search and gives its lines to `tell`, until it has ended or the page has gone.
    pub(super) fn run(self, mut tell: impl FnMut(&Value) -> Delivery) {
        let Search { permit, mut engine, game, limits, root } = self;
        let start = json!({
            "event": "start", "threads": engine.session.searcher().threads(), "turn": SeatAnswer::from(game.turn()),
        });
        tell(&start);
        if game.ended().is_some() {
            tell(&root.best(&*game, Answer::default(), None));
        } else {
            engine.session.set_game(game);
            engine.search(&root, limits, &mut tell);
        }
        let searches = Arc::clone(&permit.0);
        // The engine is there for the next search before this one's place is.
        searches.idle.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(engine);
        drop(permit);
    }
}

impl Engine {
    fn search(&mut self, root: &Root, limits: Limits, tell: &mut impl FnMut(&Value) -> Delivery) {
        let mut last = None;
        let number = self.session.go(limits);
        let begun = Instant::now();
        let (mut heard, mut read) = (begun, begun);
        loop {
            let line = match self.events.recv_timeout(GLANCE) {
                Ok((other, _)) if other != number => continue,
                Ok((_, Ok(Event::Report(report)))) => {
                    // A bound says too little about accepting a draw or giving up.
                    let is_result = report.multipv == 1 && report.bound == Bound::Exact;
                    last = if is_result { Some(report.score) } else { last };
                    root.info(self.session.game(), &report)
                }
                Ok((_, Ok(Event::Done(answer)))) => {
                    tell(&root.best(self.session.game(), answer, last));
                    break;
                }
                Ok((_, Err(problem))) => {
                    tell(&json!({"event": "error", "error": problem}));
                    break;
                }
                Ok(_) => continue,
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

/// Describes a score.
pub(super) fn score_answer(score: DisplayScore) -> Value {
    match score {
        DisplayScore::Centipawns(cp) => json!({"cp": cp}),
        DisplayScore::Mate(moves) => json!({"mate": moves}),
    }
}

impl Root {
    /// Describes a report of the search of `game`.
    fn info(&self, game: &dyn Game, report: &Report) -> Value {
        let score = DisplayScore::from(report.score);
        let bound = match report.bound {
            Bound::Lower => "lower",
            Bound::Upper => "upper",
            Bound::Exact => "exact",
        };
        json!({
            "event": "info", "depth": report.depth, "seldepth": report.seldepth, "line": report.multipv,
            "score": score_answer(score), "bound": bound, "wdl": self.chances.permille(score), "nodes": report.nodes,
            "nps": report.nps(), "time": report.time.as_millis() as u64, "hashfull": report.hashfull,
            "pv": game.write_line(&report.pv, Notation::Standard), "san": game.write_line(&report.pv, Notation::San),
        })
    }

    /// Describes the answer of the search of `game`, given the last score.
    fn best(&self, game: &dyn Game, answer: Answer, score: Option<Score>) -> Value {
        let line = game.write_line(&answer.line(), Notation::Standard);
        let san = answer.best.and_then(|best| game.write(best, Notation::San));
        let expected = score.map(|score| self.chances.expected(score.into()));
        let accepts_draw = expected.is_some_and(|expected| chances::accepts_draw(expected, self.plies));
        let is_lost = expected.is_some_and(chances::is_lost);
        json!({
            "event": "best", "move": line.first(), "san": san, "ponder": line.get(1), "accepts_draw": accepts_draw,
            "lost": is_lost,
        })
    }
}
