//! An engine as the referee sees it, whatever its protocol.

use super::cecp_player::CecpPlayer;
use super::clock::MatchClock;
use super::engine_config::{EngineConfig, EngineProtocol};
use super::engine_process::{NoLine, ProcessContext};
use super::uci_player::UciPlayer;
use crate::game::Variant;
use crate::types::Color;
use crate::variants::VARIANTS;
use std::fmt;
use std::time::Duration;

/// Why an engine forfeits a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ForfeitReason {
    /// Its time has run out.
    Time,
    /// It sent an illegal move, or none.
    IllegalMove,
    /// Its process has ended or could not be started.
    Crash,
    /// It does not answer.
    Stall,
    /// It claimed a wrong result, or that a legal move is illegal.
    FalseClaim,
}

impl ForfeitReason {
    /// All reasons.
    pub const ALL: [ForfeitReason; 5] = [
        ForfeitReason::Time,
        ForfeitReason::IllegalMove,
        ForfeitReason::Crash,
        ForfeitReason::Stall,
        ForfeitReason::FalseClaim,
    ];

    /// Returns the value of the PGN tag `Termination`.
    pub const fn name(self) -> &'static str {
        match self {
            ForfeitReason::Time => "time forfeit",
            ForfeitReason::IllegalMove => "illegal move",
            ForfeitReason::Crash => "crash",
            ForfeitReason::Stall => "stall",
            ForfeitReason::FalseClaim => "false claim",
        }
    }
}

/// The forfeit of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// The reason.
    pub reason: ForfeitReason,
    /// The details in words.
    pub detail: String,
}

impl Forfeit {
    /// Returns a forfeit for this reason.
    pub fn new(reason: ForfeitReason, detail: impl Into<String>) -> Forfeit {
        Forfeit { reason, detail: detail.into() }
    }
}

impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.reason.name(), self.detail)
    }
}

/// Why an engine did not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerError {
    /// It forfeits the game.
    Forfeit(Forfeit),
    /// The match is being stopped.
    Interrupted,
}

impl PlayerError {
    /// Returns the error of an engine that forfeits for this reason.
    pub fn forfeit(reason: ForfeitReason, detail: impl Into<String>) -> PlayerError {
        PlayerError::Forfeit(Forfeit::new(reason, detail))
    }

    /// Returns the error of an engine that does not start or cannot play the match.
    pub fn crash(detail: String) -> PlayerError {
        PlayerError::forfeit(ForfeitReason::Crash, detail)
    }

    /// Returns the error of an engine that did not send the `expected` line. A timeout is a forfeit for `on_timeout`,
    /// the end of the process a crash.
    pub fn no_line(reason: NoLine, on_timeout: ForfeitReason, expected: &str) -> PlayerError {
        match reason {
            NoLine::Interrupted => PlayerError::Interrupted,
            NoLine::Timeout => PlayerError::forfeit(on_timeout, format!("no {expected}")),
            NoLine::Ended(how) => PlayerError::forfeit(ForfeitReason::Crash, format!("no {expected}: {how}")),
        }
    }
}

/// A score that an engine has sent, from its own view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportedScore {
    /// A score in centipawns.
    Centipawns(i32),
    /// A mate in this number of moves; negative if the engine is mated.
    Mate(i32),
}

impl ReportedScore {
    /// Returns the score in centipawns; mates are ±1,000,000.
    pub fn centipawns(self) -> i32 {
        match self {
            ReportedScore::Centipawns(score) => score,
            ReportedScore::Mate(moves) if moves > 0 => 1_000_000,
            ReportedScore::Mate(_) => -1_000_000,
        }
    }
}

impl fmt::Display for ReportedScore {
    /// `+0.35`, `-M3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReportedScore::Centipawns(score) => write!(f, "{:+.2}", f64::from(*score) / 100.0),
            ReportedScore::Mate(moves) if *moves > 0 => write!(f, "+M{moves}"),
            ReportedScore::Mate(moves) => write!(f, "-M{}", moves.unsigned_abs()),
        }
    }
}

/// What an engine does on its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineAction {
    /// It plays a move, in its own text.
    Move(String),
    /// It resigns.
    Resign,
}

/// An engine's reply to a request for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineReply {
    /// The move or resignation.
    pub action: EngineAction,
    /// The time from the request to the reply.
    pub time: Duration,
    /// The last score that it sent.
    pub score: Option<ReportedScore>,
    /// The depth of the last score.
    pub depth: Option<u32>,
}

/// What an engine must know about the games before they begin.
#[derive(Clone)]
pub struct GameSettings {
    /// The game.
    pub variant: &'static Variant,
    /// The game is Chess960: castling is written as king takes rook.
    pub chess960: bool,
    /// Games begin from other positions than the start.
    pub has_positions: bool,
    /// The time after which an engine without a clock has failed to move.
    pub hang: Duration,
}

impl GameSettings {
    /// Returns whether the game is chess, the first of the list, which engines play by default.
    pub fn is_chess(&self) -> bool {
        VARIANTS.first().is_some_and(|chess| std::ptr::eq(chess, self.variant))
    }
}

/// A request for a move.
#[derive(Debug)]
pub struct MoveRequest<'a> {
    /// The FEN of the first position; `None` if it is the game's start.
    pub fen: Option<&'a str>,
    /// The moves from there.
    pub moves: &'a [String],
    /// The side to move.
    pub side: Color,
    /// The clocks of White and Black.
    pub clocks: &'a [MatchClock; 2],
}

impl MoveRequest<'_> {
    /// Returns the time after which an engine that has not replied forfeits, and for which reason. `hang` is the time
    /// of an engine without a clock.
    pub fn timeout(&self, hang: Duration) -> (Duration, ForfeitReason) {
        match self.clock().allowance() {
            Some(allowance) => (allowance, ForfeitReason::Time),
            None => (hang, ForfeitReason::Stall),
        }
    }

    /// Returns the clock of the side to move.
    pub fn clock(&self) -> &MatchClock {
        &self.clocks[self.side.index()]
    }
}

/// A running engine.
pub trait Player {
    /// Prepares the engine for a game.
    ///
    /// # Errors
    /// If it does not answer.
    fn new_game(&mut self, request: &MoveRequest<'_>) -> Result<(), PlayerError>;

    /// Asks for a move.
    ///
    /// # Errors
    /// If there is no reply within the time allowed and its margin. The referee checks the clock of a reply.
    fn best_move(&mut self, request: &MoveRequest<'_>) -> Result<EngineReply, PlayerError>;

    /// Sends the result of the game: `1-0 {White mates}`.
    fn game_over(&mut self, result: &str);

    /// Returns whether the program must be started again for the next game.
    fn needs_restart(&self) -> bool;

    /// Ends the process by force as soon as the engine is dropped, without a `quit`.
    fn kill(&mut self);
}

/// Starts an engine, checks that it can play the game and sets its options.
///
/// # Errors
/// If it does not start or answer, or lacks the game, a feature or an option.
pub fn start(
    engine: &EngineConfig,
    settings: &GameSettings,
    context: &ProcessContext,
) -> Result<Box<dyn Player>, PlayerError> {
    Ok(match engine.protocol {
        EngineProtocol::Uci => Box::new(UciPlayer::start(engine, settings, context)?),
        EngineProtocol::Cecp => Box::new(CecpPlayer::start(engine, settings, context)?),
    })
}
