//! `selfplay`: the engine plays itself. The rules check every move and end every game.

use super::console::{self, GameName, print, progress_bar, thread_count};
use super::random_play::random_opening;
use super::threads;
use crate::engine::searcher::Searcher;
use crate::game::Game;
use crate::game::Variant;
use crate::search::Limits;
use crate::types::{Color, Outcome, Reason};
use std::collections::BTreeMap;
use std::fmt;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Command-line arguments of `selfplay`.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The game.
    #[arg(value_parser = GameName, default_value = "prisonbreak")]
    variant: &'static Variant,
    /// Number of games.
    #[arg(long, default_value_t = 10)]
    games: u32,
    /// Milliseconds per move.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: u64,
    /// Games played at the same time, one thread each.
    #[arg(long, default_value_t = 1, value_parser = thread_count())]
    concurrency: u16,
    /// Number of random plies at the start of each game.
    #[arg(long, default_value_t = 6)]
    random_plies: u32,
    /// Seed of the random moves.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A game is given up as unfinished after this many plies.
    #[arg(long, default_value_t = 1000)]
    max_plies: u32,
    /// Print the moves of every game.
    #[arg(long)]
    moves: bool,
}

/// One game.
struct GameLog {
    number: u32,
    /// `None` if the game was given up as unfinished.
    outcome: Option<Outcome>,
    moves: Vec<String>,
    /// Illegal or missing moves, and outcomes that contradict the position.
    faults: Vec<String>,
    /// The time of each search beyond the movetime.
    overruns: Vec<Duration>,
}

/// The moves and the result: `1: e2e4 e7e5 1-0 {White mates}`.
impl fmt::Display for GameLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = self.outcome.map_or("*".into(), |outcome| outcome.to_string());
        write!(f, "{}: {} {result}", self.number + 1, self.moves.join(" "))
    }
}

/// The statistics of all games.
#[derive(Default)]
struct Summary {
    games: u32,
    plies: usize,
    longest: usize,
    results: BTreeMap<String, u32>,
    decisive: u32,
    white_wins: u32,
    unfinished: u32,
    faults: Vec<String>,
    /// The longest time of a search beyond the movetime.
    worst_overrun: Duration,
    /// The number of searches that took more than [`TOLERANCE`] beyond the movetime.
    late: usize,
    /// The number of searches.
    searches: usize,
}

/// A move is late if its search takes longer than the movetime by more than this.
const TOLERANCE: Duration = Duration::from_millis(20);

impl Summary {
    fn add(&mut self, game: GameLog) {
        self.games += 1;
        self.plies += game.moves.len();
        self.longest = self.longest.max(game.moves.len());
        self.worst_overrun = game.overruns.iter().copied().fold(self.worst_overrun, Duration::max);
        self.late += game.overruns.iter().filter(|&&overrun| overrun > TOLERANCE).count();
        self.searches += game.overruns.len();
        self.faults.extend(game.faults);
        match game.outcome {
            None => self.unfinished += 1,
            Some(outcome) => {
                *self.results.entry(outcome.to_string()).or_default() += 1;
                self.decisive += u32::from(outcome.winner.is_some());
                self.white_wins += u32::from(outcome.winner.is_some_and(|seat| seat.color == Color::White));
            }
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = f64::from(self.games.max(1));
        let (length, decisive) = (self.plies as f64 / games, 100.0 * f64::from(self.decisive) / games);
        writeln!(f, "{} games, {length:.1} plies on average, {} the longest", self.games, self.longest)?;
        let white = 100.0 * f64::from(self.white_wins) / f64::from(self.decisive.max(1));
        writeln!(f, "{decisive:.1} % decisive, {white:.1} % of these won by White")?;
        for (result, count) in &self.results {
            writeln!(f, "{count:>7}  {result}")?;
        }
        if self.unfinished > 0 {
            writeln!(f, "{:>7}  unfinished", self.unfinished)?;
        }
        for fault in &self.faults {
            writeln!(f, "FAULT: {fault}")?;
        }
        let (overrun, tolerance) = (self.worst_overrun.as_secs_f64() * 1000.0, TOLERANCE.as_millis());
        write!(f, "slowest move: {overrun:.1} ms beyond its time; ")?;
        writeln!(f, "{} of {} moves late by more than {tolerance} ms", self.late, self.searches)?;
        write!(f, "{} faults", self.faults.len())
    }
}

/// Plays the games and prints their statistics. The exit status is a failure if there was a fault: an illegal move or a
/// wrong outcome.
///
/// # Errors
/// Memory or threads cannot be had.
pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let summary = play_all(arguments)?;
    print(&summary);
    Ok(console::exit_code(summary.faults.len()))
}

fn play_all(arguments: &Arguments) -> Result<Summary, String> {
    let bar = progress_bar(arguments.games.into(), "{msg} {wide_bar} {pos}/{len} games, {eta} left");
    bar.set_message(arguments.variant.name);
    let next = AtomicU32::new(0);
    let summary = Mutex::new(Summary::default());
    let report = |game: GameLog| {
        if arguments.moves {
            bar.suspend(|| print(&game));
        }
        if let Ok(mut summary) = summary.lock() {
            summary.add(game);
        }
        bar.inc(1);
    };
    let work = || play_games(arguments, &next, &report);
    std::thread::scope(|scope| {
        let workers = (0..arguments.concurrency).map(|_| threads::spawn_scoped(scope, work)).collect::<Result<_, _>>();
        // Without all of its threads the run ends: the others find no game left.
        let workers = workers.inspect_err(|_| next.store(arguments.games, Relaxed))?;
        threads::join_all(workers)?.into_iter().collect::<Result<(), _>>()
    })?;
    bar.finish_and_clear();
    summary.into_inner().map_err(|_| "a worker thread panicked".into())
}

/// Plays games until the number of the next one is too great: the work of one thread.
fn play_games(arguments: &Arguments, next: &AtomicU32, report: &impl Fn(GameLog)) -> Result<(), String> {
    let searcher = Searcher::new(1, 16)?;
    loop {
        let number = next.fetch_add(1, Relaxed);
        if number >= arguments.games {
            return Ok(());
        }
        report(play(arguments, number, &searcher));
    }
}

fn play(arguments: &Arguments, number: u32, searcher: &Searcher) -> GameLog {
    searcher.forget();
    let mut game = random_opening(arguments.variant, arguments.random_plies, arguments.seed, number.into(), |_| true);
    let movetime = Duration::from_millis(arguments.movetime);
    let mut log = GameLog { number, outcome: None, moves: Vec::new(), faults: Vec::new(), overruns: Vec::new() };
    while (game.played_bits().len() as u32) < arguments.max_plies {
        log.outcome = game.outcome();
        if log.outcome.is_some() {
            break;
        }
        let begun = Instant::now();
        let result = searcher.search(&*game, Limits::movetime(movetime), |_| {});
        log.overruns.push(begun.elapsed().saturating_sub(movetime));
        if !result.answer.best.is_some_and(|best| game.play_bits(best)) {
            log.faults.push(format!("game {}: the engine has no legal move in {}", number + 1, game.fen()));
            break;
        }
    }
    if let Some(outcome) = log.outcome {
        log.faults.extend(contradiction(&*game, outcome).map(|what| format!("game {}: {what}", number + 1)));
    }
    log.moves = game.played();
    log
}

/// How an outcome contradicts the position, by the rules that all games share.
fn contradiction(game: &dyn Game, outcome: Outcome) -> Option<String> {
    let moves = game.legal_bits().len();
    let is_wrong = match outcome.reason {
        Reason::Checkmate => moves > 0 || !game.in_check(),
        Reason::Stalemate => moves > 0 || game.in_check(),
        Reason::Repetition | Reason::FiftyMoves => moves == 0,
        _ => false,
    };
    is_wrong.then(|| format!("claims {outcome} with {moves} legal moves in {}", game.fen()))
}
