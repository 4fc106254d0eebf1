//! What a search is to do, and the lines that it tells.

use super::Problem;
use super::names::SeatAnswer;
use super::replay::Replays;
use super::requests::SearchRequest;
use crate::engine::{MAX_THREADS, chances};
use crate::game::Game;
use crate::position::Notation;
use crate::search::strength::FULL_LEVEL;
use crate::search::{Answer, Bound, Clock, Event, Limits, Report};
use crate::types::Score;
use crate::types::score::{DisplayScore, WinModel};
use serde_json::{Value, json};
use std::time::Duration;

/// The greatest number of lines to report.
pub(super) const MOST_LINES: usize = 5;
/// The longest win that is looked for, in own moves.
const MOST_MATE: u32 = 100;
/// The longest search.
pub(super) const MOST_TIME: Duration = Duration::from_secs(3600);

/// A request that has been read.
pub(super) struct Task {
    pub(super) game: Box<dyn Game>,
    pub(super) limits: Limits,
    pub(super) level: usize,
    pub(super) lines: usize,
    /// How many threads are wished.
    pub(super) threads: usize,
    /// Moves played before.
    pub(super) plies: usize,
}

impl Task {
    /// Reads a request.
    ///
    /// # Errors
    /// It makes no sense.
    pub(super) fn of(replays: &Replays, request: &SearchRequest) -> Result<Task, Problem> {
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
        let threads = bounded("threads", request.threads, 1, MAX_THREADS)?.unwrap_or(1);
        Ok(Task { game, limits, level, lines, threads, plies: request.moves.len() })
    }

    /// The first line of a search with this number of threads.
    pub(super) fn start(&self, threads: usize) -> Value {
        json!({"event": "start", "threads": threads, "turn": SeatAnswer::from(self.game.turn())})
    }

    /// The last line where the game is over.
    pub(super) fn best_of_ended(&self) -> Value {
        best(&*self.game, Answer::default(), None, self.plies)
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

/// Turns the events of a search into lines.
pub(super) struct Telling<'a> {
    game: &'a dyn Game,
    /// Moves played before.
    plies: usize,
    chances: WinModel,
    /// The last exact score of the best line.
    last: Option<Score>,
}

impl<'a> Telling<'a> {
    pub(super) fn new(game: &'a dyn Game, plies: usize, chances: WinModel) -> Telling<'a> {
        Telling { game, plies, chances, last: None }
    }

    /// The line that tells an event, if it is one for pages.
    pub(super) fn line(&mut self, event: Event) -> Option<Value> {
        match event {
            Event::Report(report) => {
                // A bound says too little about accepting a draw or giving up.
                let is_result = report.multipv == 1 && report.bound == Bound::Exact;
                self.last = if is_result { Some(report.score) } else { self.last };
                Some(self.info(&report))
            }
            Event::Done(answer) => {
                let expected = self.last.map(|score| self.chances.expected(score.into()));
                Some(best(self.game, answer, expected, self.plies))
            }
            _ => None,
        }
    }

    /// Describes a report.
    fn info(&self, report: &Report) -> Value {
        let (game, score) = (self.game, DisplayScore::from(report.score));
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
}

/// Describes the answer of the search of `game` after `plies`, given the points that the last score promises.
fn best(game: &dyn Game, answer: Answer, expected: Option<f64>, plies: usize) -> Value {
    let line = game.write_line(&answer.line(), Notation::Standard);
    let san = answer.best.and_then(|best| game.write(best, Notation::San));
    let accepts_draw = expected.is_some_and(|expected| chances::accepts_draw(expected, plies));
    let is_lost = expected.is_some_and(chances::is_lost);
    json!({
        "event": "best", "move": line.first(), "san": san, "ponder": line.get(1), "accepts_draw": accepts_draw,
        "lost": is_lost,
    })
}

/// Describes a score.
pub(super) fn score_answer(score: DisplayScore) -> Value {
    match score {
        DisplayScore::Centipawns(cp) => json!({"cp": cp}),
        DisplayScore::Mate(moves) => json!({"mate": moves}),
    }
}
