//! An engine as the referee sees it, however it is talked to.

use super::cecp::CecpPlayer;
use super::clock::Clock;
use super::process::{Silence, Surroundings};
use super::specification::{Dialect, Specification};
use super::uci::UciPlayer;
use crate::game::Variant;
use crate::types::Color;
use crate::variants::VARIANTS;
use std::fmt;
use std::time::Duration;

/// What an engine can do wrong. Each loses the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Offence {
    /// Its time ran out.
    Time,
    /// A move that the rules do not allow, or none.
    IllegalMove,
    /// The process ended, or could not be started.
    Crash,
    /// It does not answer.
    Stall,
    /// It claimed a result that the game does not have, or called a legal move illegal.
    FalseClaim,
}

impl Offence {
    /// All of them.
    pub const ALL: [Offence; 5] =
        [Offence::Time, Offence::IllegalMove, Offence::Crash, Offence::Stall, Offence::FalseClaim];

    /// The PGN's `Termination`, and how tables call it.
    pub const fn name(self) -> &'static str {
        match self {
            Offence::Time => "time forfeit",
            Offence::IllegalMove => "illegal move",
            Offence::Crash => "crash",
            Offence::Stall => "stall",
            Offence::FalseClaim => "false claim",
        }
    }
}

/// Something that went wrong, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What kind of thing.
    pub offence: Offence,
    /// The circumstances.
    pub what: String,
}

impl Fault {
    /// A fault.
    pub fn new(offence: Offence, what: impl Into<String>) -> Fault {
        Fault { offence, what: what.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.offence.name(), self.what)
    }
}

/// Why an engine did not do what it was asked to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// By its own fault.
    Fault(Fault),
    /// The match is being ended.
    Interrupted,
}

impl Failure {
    /// A fault.
    pub fn of(offence: Offence, what: impl Into<String>) -> Failure {
        Failure::Fault(Fault::new(offence, what))
    }

    /// What silence means where `awaited` was due and being late is an `offence`.
    pub fn of_silence(silence: Silence, offence: Offence, awaited: &str) -> Failure {
        match silence {
            Silence::Interrupted => Failure::Interrupted,
            Silence::Late => Failure::of(offence, format!("no {awaited}")),
            Silence::Ended(how) => Failure::of(Offence::Crash, format!("no {awaited}: {how}")),
        }
    }
}

/// A score, from the view of the engine that tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn.
    Pawns(i32),
    /// A win in so many moves; below 0, a loss.
    Mate(i32),
}

impl Score {
    /// In hundredths of a pawn, wins and losses beyond all others.
    pub fn centipawns(self) -> i32 {
        match self {
            Score::Pawns(score) => score,
            Score::Mate(moves) if moves > 0 => 1_000_000,
            Score::Mate(_) => -1_000_000,
        }
    }
}

impl fmt::Display for Score {
    /// `+0.35`, `-M3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Pawns(score) => write!(f, "{:+.2}", f64::from(*score) / 100.0),
            Score::Mate(moves) if *moves > 0 => write!(f, "+M{moves}"),
            Score::Mate(moves) => write!(f, "-M{}", moves.unsigned_abs()),
        }
    }
}

/// What an engine answers when it is its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A move, as it wrote it.
    Move(String),
    /// It gives up.
    Resign,
}

/// An answer and how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What the engine does.
    pub choice: Choice,
    /// Time from the question to the answer.
    pub time: Duration,
    /// The last score it told.
    pub score: Option<Score>,
    /// The depth of that score.
    pub depth: Option<u32>,
}

/// A game as an engine is told of it.
#[derive(Clone)]
pub struct Setting {
    /// The rules.
    pub variant: &'static Variant,
    /// Castling is written as king takes rook, and kings and rooks start anywhere.
    pub chess960: bool,
    /// Games begin elsewhere than at the start.
    pub positions: bool,
    /// Time for a move that no clock limits.
    pub hang: Duration,
}

impl Setting {
    /// Whether the game is the one that engines play if nothing is said: the first of the list, chess.
    pub fn is_chess(&self) -> bool {
        VARIANTS.first().is_some_and(|chess| std::ptr::eq(chess, self.variant))
    }
}

/// The question to an engine whose turn it is.
#[derive(Debug)]
pub struct Question<'a> {
    /// The position the game began from; `None`: the start.
    pub fen: Option<&'a str>,
    /// Moves since then.
    pub moves: &'a [String],
    /// The side that is asked.
    pub side: Color,
    /// The clocks, White's first.
    pub clocks: &'a [Clock; 2],
}

impl Question<'_> {
    /// The clock of the side that is asked.
    pub fn clock(&self) -> &Clock {
        &self.clocks[self.side.index()]
    }
}

/// An engine that is running.
pub trait Player {
    /// Makes it ready for a game.
    ///
    /// # Errors
    /// When it does not answer.
    fn new_game(&mut self, question: &Question<'_>) -> Result<(), Failure>;

    /// Asks for a move.
    ///
    /// # Errors
    /// When there is no answer in time. An answer that comes too late on its clock is the referee's affair.
    fn think(&mut self, question: &Question<'_>) -> Result<Answer, Failure>;

    /// Tells it how the game ended: `1-0 {White mates}`.
    fn game_over(&mut self, result: &str);

    /// Whether it must be started anew for the next game.
    fn is_spent(&self) -> bool;

    /// It has forfeited: it is ended without politeness.
    fn condemn(&mut self);
}

/// Starts an engine, checks that it can play the game and sets its options.
///
/// # Errors
/// One line that says what is wrong with it.
pub fn start(
    engine: &Specification,
    setting: &Setting,
    surroundings: &Surroundings,
) -> Result<Box<dyn Player>, Failure> {
    Ok(match engine.dialect {
        Dialect::Uci => Box::new(UciPlayer::start(engine, setting, surroundings)?),
        Dialect::Cecp => Box::new(CecpPlayer::start(engine, setting, surroundings)?),
    })
}
