//! Valid commands at the worst moments: options, games and positions that change while a search runs, stops that cross
//! answers, end of input or a closed pipe at any time. Every `go` must get one `bestmove`, `isready` and `ping` must be
//! answered, the process must exit when it should, and its memory must not grow.
//!
//! `JAILBIRD_SEQUENCES` says how many sequences (300 by default), `JAILBIRD_SEED` which ones, `JAILBIRD` the binary.

mod cecp;
mod uci;

use crate::dice::Dice;
use crate::process::{self, Engine};
use jailbird::game::Game;
use jailbird::game::Variant;
use jailbird::position::Notation;
use jailbird::variants;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The longest wait for an answer, generous enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// Answers to `isready` that take longer are counted as late.
const PROMPT: Duration = Duration::from_millis(50);

/// How the front end ends the session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaving {
    /// It sends `quit`.
    Quit,
    /// It closes the engine's input.
    End,
    /// It closes the engine's output, sends a few more lines, then closes the input.
    HangUp,
}

/// What a front end sends in one protocol.
trait Dialect {
    /// The first lines sent to a new engine.
    const HELLO: &'static [&'static str];
    /// Sends a random command that is valid at this point.
    fn say(&mut self, engine: &mut Engine, dice: &mut Dice, delays: &Delays) -> Result<(), String>;
    /// Stops all activity and checks that every command has been answered.
    fn settle(&mut self, engine: &mut Engine, delays: &Delays) -> Result<(), String>;
}

/// The delays of answers to `isready`.
#[derive(Default)]
struct Delays {
    answers: AtomicUsize,
    late: AtomicUsize,
    longest: AtomicUsize,
}

impl Delays {
    fn note(&self, asked: Instant) {
        let delay = asked.elapsed();
        self.answers.fetch_add(1, Relaxed);
        self.late.fetch_add(usize::from(delay > PROMPT), Relaxed);
        self.longest.fetch_max(delay.as_micros() as usize, Relaxed);
    }
}

/// Plays random moves from the start of a game; returns the game and the moves.
fn walk(variant: &'static Variant, dice: &mut Dice) -> (Box<dyn Game>, Vec<String>) {
    let mut game = variant.new_game();
    for _ in 0..dice.roll(16) {
        let moves = game.legal_moves(Notation::Standard);
        if moves.is_empty() {
            break;
        }
        game.play(&moves[dice.roll(moves.len())]).expect("a legal move");
    }
    let moves = game.played();
    (game, moves)
}

fn any_game(dice: &mut Dice) -> &'static Variant {
    variants::coded()[dice.roll(variants::coded().len())]
}

/// Sleeps for up to 4 ms in one of three calls.
fn maybe_sleep(dice: &mut Dice) {
    if dice.roll(3) == 0 {
        std::thread::sleep(Duration::from_micros(dice.roll(4000) as u64));
    }
}

/// Runs one engine through sequences of commands until the front end leaves; returns the number of sequences.
fn run_session<D: Dialect + Default>(dice: &mut Dice, delays: &Delays) -> Result<usize, String> {
    let mut engine = Engine::start();
    let mut dialect = D::default();
    for line in D::HELLO {
        engine.send(line)?;
    }
    let mut sequences = 0;
    loop {
        sequences += 1;
        for _ in 0..1 + dice.roll(14) {
            dialect.say(&mut engine, dice, delays)?;
            maybe_sleep(dice);
        }
        let leaving = match dice.roll(12) {
            0 => Leaving::Quit,
            1 => Leaving::End,
            2 => Leaving::HangUp,
            _ => {
                dialect.settle(&mut engine, delays)?;
                continue;
            }
        };
        leave(&mut engine, leaving, dice).map_err(|error| format!("{leaving:?}: {error}"))?;
        return Ok(sequences);
    }
}

fn leave(engine: &mut Engine, leaving: Leaving, dice: &mut Dice) -> Result<(), String> {
    match leaving {
        Leaving::Quit => engine.send("quit")?,
        Leaving::End => {
            // Without `stop` the engine would first finish a search that may have no limit.
            let _ = engine.send("stop");
            engine.close_input();
        }
        Leaving::HangUp => {
            engine.close_output();
            for _ in 0..dice.roll(5) {
                // The engine may have exited already.
                let _ = engine.send("isready");
                maybe_sleep(dice);
            }
            let _ = engine.send("stop");
            engine.close_input();
        }
    }
    engine.exit(PATIENCE, drop)
}

fn from_environment(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn sequences() -> usize {
    from_environment("JAILBIRD_SEQUENCES", 300) as usize
}

/// Runs engines one after the other until the wanted number of sequences is reached.
fn stress<D: Dialect + Default>(name: &str) {
    let delays = Delays::default();
    let mut done = 0;
    let mut seed = from_environment("JAILBIRD_SEED", 1);
    while done < sequences() {
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        match run_session::<D>(&mut dice, &delays) {
            Ok(more) => done += more,
            Err(problem) => panic!("{name}, JAILBIRD_SEED={seed}: {problem}"),
        }
        seed += 1;
    }
    let (answers, late) = (delays.answers.into_inner(), delays.late.into_inner());
    let longest = delays.longest.into_inner() as f64 / 1000.0;
    println!("{name}: {done} sequences, {answers} answers, {late} after more than {PROMPT:?}, longest {longest:.1} ms");
}

#[test]
fn uci_under_stress() {
    stress::<uci::Uci>("uci");
}

#[test]
fn cecp_under_stress() {
    stress::<cecp::Cecp>("cecp");
}

/// The memory of one engine after many sequences is at most a tenth more than after the first half of them. glibc's
/// allocator is told to return free memory; by default it keeps some for every thread that ever existed.
#[test]
fn memory_is_stable() {
    let (delays, mut dice, mut dialect) = (Delays::default(), Dice(77), uci::Uci::default());
    let mut command = Command::new(process::program());
    command.env("MALLOC_TRIM_THRESHOLD_", "65536");
    let mut engine = Engine::of(command);
    let mut measure = |sequences: usize, engine: &mut Engine| {
        for _ in 0..sequences {
            for _ in 0..10 {
                dialect.say(engine, &mut dice, &delays).unwrap();
            }
            dialect.settle(engine, &delays).unwrap();
        }
        dialect.rest(engine, &delays).unwrap();
        engine.memory()
    };
    let sequences = sequences();
    let Some(before) = measure(sequences / 2, &mut engine) else { return };
    let Some(after) = measure(sequences, &mut engine) else { return };
    println!("memory: {before} KiB after {} sequences, {after} KiB after {sequences} more", sequences / 2);
    assert!(after <= before + before / 10, "{before} KiB before, {after} KiB after");
}
