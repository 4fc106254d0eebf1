//! Sensible things said at the worst moments: options, games and positions that change while a search runs, stops that
//! cross answers, the end of the input or a closed pipe at any time. Whatever comes, every `go` has one `bestmove`,
//! `isready` and `ping` are answered, the process ends when it should, and its memory does not grow.
//!
//! `JAILBIRD_SEQUENCES` says how many sequences (300 by default), `JAILBIRD_SEED` which ones, `JAILBIRD` the binary.

mod cecp;
mod uci;

use crate::dice::Dice;
use crate::process::{self, Engine};
use jailbird::game::Game;
use jailbird::game::Variant;
use jailbird::position::Notation;
use jailbird::variants::VARIANTS;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// How long anything may take that must come: enough for a machine that does other things besides.
const PATIENCE: Duration = Duration::from_secs(30);

/// What an answer to `isready` should take at most, on a machine that has time.
const PROMPT: Duration = Duration::from_millis(50);

/// How the other side leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaving {
    /// It says `quit`.
    Quit,
    /// It closes the engine's input.
    End,
    /// It listens no more and goes on talking for a moment, then closes the input.
    HangUp,
}

/// A front end's half of the test.
trait Dialect {
    /// What is said first to a new engine.
    const HELLO: &'static [&'static str];
    /// Says something; what it says follows from the dice and from what was said before.
    fn say(&mut self, engine: &mut Engine, dice: &mut Dice, delays: &Delays) -> Result<(), String>;
    /// Brings everything to rest; whatever is owed must have been paid.
    fn settle(&mut self, engine: &mut Engine, delays: &Delays) -> Result<(), String>;
}

/// How long answers to `isready` took.
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

/// A game and some legal moves from its start.
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
    &VARIANTS[dice.roll(VARIANTS.len())]
}

/// Now and then a moment passes.
fn breathe(dice: &mut Dice) {
    if dice.roll(3) == 0 {
        std::thread::sleep(Duration::from_micros(dice.roll(4000) as u64));
    }
}

/// Runs one engine through some sequences until the other side leaves; how many there were.
fn converse<D: Dialect + Default>(dice: &mut Dice, delays: &Delays) -> Result<usize, String> {
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
            breathe(dice);
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
            // What was asked for may still be finished, but a game without clock may be long: not here.
            let _ = engine.send("stop");
            engine.close_input();
        }
        Leaving::HangUp => {
            engine.hang_up();
            for _ in 0..dice.roll(5) {
                // It may have found out already.
                let _ = engine.send("isready");
                breathe(dice);
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

/// Runs engines one after the other until there were enough sequences.
fn stress<D: Dialect + Default>(name: &str) {
    let delays = Delays::default();
    let mut done = 0;
    let mut seed = from_environment("JAILBIRD_SEED", 1);
    while done < sequences() {
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        match converse::<D>(&mut dice, &delays) {
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

/// One engine, many sequences: what it holds after them is what it held when it had seen everything for the first time.
/// The allocator (glibc's) is told to give back what is free: it would keep some for every thread that ever was.
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
