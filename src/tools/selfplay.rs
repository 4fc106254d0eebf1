//! The engine against itself: every move is checked by the rules, every game ended by them.

use super::console::print;
use super::openings::play_at_random;
use crate::engine::searcher::Searcher;
use crate::game::Game;
use crate::game::Variant;
use crate::position::Notation;
use crate::search::Limits;
use crate::types::zobrist::mix;
use crate::types::{Color, Outcome, Reason};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// What to play.
pub struct Plan {
    /// The game.
    pub variant: &'static Variant,
    /// How many games.
    pub games: u32,
    /// Time for every move.
    pub movetime: Duration,
    /// Games at the same time, one thread each.
    pub concurrency: usize,
    /// Random moves at the start.
    pub random_plies: u32,
    /// Seed of the random moves.
    pub seed: u64,
    /// Longest game.
    pub max_plies: u32,
    /// Print the moves.
    pub print_moves: bool,
}

/// How one game went.
struct Record {
    number: u32,
    outcome: Option<Outcome>,
    moves: Vec<String>,
    /// Moves that the rules refused, or that were not given.
    faults: Vec<String>,
    /// Time beyond the given one, of every move.
    oversteps: Vec<Duration>,
}

/// How all games went.
#[derive(Default)]
pub struct Summary {
    games: u32,
    plies: usize,
    longest: usize,
    results: BTreeMap<String, u32>,
    decisive: u32,
    white: u32,
    unfinished: u32,
    faults: Vec<String>,
    /// The most that a move took beyond its time.
    overstep: Duration,
    /// Moves that took more than [`TOLERANCE`] beyond their time, and all moves of the engine.
    late: usize,
    moves: usize,
}

/// Beyond this a move counts as late.
const TOLERANCE: Duration = Duration::from_millis(20);

impl Summary {
    /// No illegal move, and every game came to an end or to the greatest length.
    pub fn is_clean(&self) -> bool {
        self.faults.is_empty()
    }

    fn add(&mut self, record: Record) {
        self.games += 1;
        self.plies += record.moves.len();
        self.longest = self.longest.max(record.moves.len());
        self.overstep = record.oversteps.iter().copied().fold(self.overstep, Duration::max);
        self.late += record.oversteps.iter().filter(|&&over| over > TOLERANCE).count();
        self.moves += record.oversteps.len();
        self.faults.extend(record.faults);
        match record.outcome {
            None => self.unfinished += 1,
            Some(outcome) => {
                *self.results.entry(outcome.to_string()).or_default() += 1;
                self.decisive += u32::from(outcome.winner.is_some());
                self.white += u32::from(outcome.winner.is_some_and(|seat| seat.color == Color::White));
            }
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: u32| 100.0 * f64::from(part) / f64::from(self.games.max(1));
        let length = self.plies as f64 / f64::from(self.games.max(1));
        writeln!(f, "{} games, {:.1} plies on average, {} the longest", self.games, length, self.longest)?;
        let white = 100.0 * f64::from(self.white) / f64::from(self.decisive.max(1));
        writeln!(f, "{:.1} % decisive, {white:.1} % of these won by White", share(self.decisive))?;
        for (result, count) in &self.results {
            writeln!(f, "{count:>7}  {result}")?;
        }
        if self.unfinished > 0 {
            writeln!(f, "{:>7}  unfinished", self.unfinished)?;
        }
        for fault in &self.faults {
            writeln!(f, "FAULT: {fault}")?;
        }
        let overstep = self.overstep.as_secs_f64() * 1000.0;
        writeln!(
            f,
            "slowest move: {overstep:.1} ms beyond its time; {} of {} moves late by more than {} ms",
            self.late,
            self.moves,
            TOLERANCE.as_millis()
        )?;
        write!(f, "{} faults", self.faults.len())
    }
}

/// Plays all games.
///
/// # Errors
/// When memory or threads cannot be had.
pub fn run(plan: &Plan) -> Result<Summary, String> {
    let bar = ProgressBar::new(plan.games.into());
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} games, {eta} left") {
        bar.set_style(style);
    }
    bar.set_message(plan.variant.name);
    let next = AtomicU32::new(0);
    let summary = Mutex::new(Summary::default());
    let worker = || -> Result<(), String> {
        let searcher = Searcher::new(1, 16)?;
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= plan.games {
                return Ok(());
            }
            let record = play(plan, number, &searcher);
            if plan.print_moves {
                let result = record.outcome.map_or("*".into(), |outcome| outcome.to_string());
                bar.suspend(|| print(format_args!("{}: {} {result}", record.number + 1, record.moves.join(" "))));
            }
            if let Ok(mut summary) = summary.lock() {
                summary.add(record);
            }
            bar.inc(1);
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..plan.concurrency).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().try_for_each(|thread| thread.join().unwrap_or_else(|_| Err("a game thread crashed".into())))
    })?;
    bar.finish_and_clear();
    summary.into_inner().map_err(|_| "a game thread crashed".into())
}

fn play(plan: &Plan, number: u32, searcher: &Searcher) -> Record {
    searcher.forget();
    let mut game = opening(plan, number);
    let mut record = Record { number, outcome: None, moves: Vec::new(), faults: Vec::new(), oversteps: Vec::new() };
    while (game.played().len() as u32) < plan.max_plies {
        record.outcome = game.outcome();
        if record.outcome.is_some() {
            break;
        }
        let begun = Instant::now();
        let thought = searcher.search(&*game, Limits::movetime(plan.movetime), |_| {});
        record.oversteps.push(begun.elapsed().saturating_sub(plan.movetime));
        let text = thought.answer.best.unwrap_or_default();
        if let Err(error) = game.play(&text) {
            record.faults.push(format!("game {}: {error} in {}", number + 1, game.fen()));
            break;
        }
    }
    if let Some(outcome) = record.outcome {
        record.faults.extend(disagreement(&*game, outcome).map(|what| format!("game {}: {what}", number + 1)));
    }
    record.moves = game.played();
    record
}

/// What is wrong with an outcome by the letter of the common rules, if anything.
fn disagreement(game: &dyn Game, outcome: Outcome) -> Option<String> {
    let moves = game.legal_moves(Notation::Standard).len();
    let wrong = match outcome.reason {
        Reason::Checkmate => moves > 0 || !game.in_check(),
        Reason::Stalemate => moves > 0 || game.in_check(),
        Reason::Repetition | Reason::FiftyMoves => moves == 0,
        _ => false,
    };
    wrong.then(|| format!("claims {outcome} with {moves} legal moves in {}", game.fen()))
}

/// Random moves, the same for every number and seed; a finished game is begun anew with other moves.
fn opening(plan: &Plan, number: u32) -> Box<dyn Game> {
    let first = mix(plan.seed).wrapping_add(u64::from(number) << 20);
    let mut attempt = 0;
    loop {
        let mut game = plan.variant.new_game();
        if play_at_random(&mut *game, plan.random_plies, first.wrapping_add(attempt)) {
            return game;
        }
        attempt += 1;
    }
}
