//! An engine as the referee sees it, whatever its protocol.

use super::engine_process::NoLine;
use super::pgn_output::CommentFields;
use super::time_control::MatchClock;
use crate::game::{Game, Variant};
use crate::types::Color;
use crate::types::score::DisplayScore;
use crate::variants;
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
    pub const ALL: [ForfeitReason; 5] = [
        ForfeitReason::Time,
        ForfeitReason::IllegalMove,
        ForfeitReason::Crash,
        ForfeitReason::Stall,
        ForfeitReason::FalseClaim,
    ];

    /// The value of the PGN tag `Termination`.
    pub const fn name(self) -> &'static str {
        match self {
            ForfeitReason::Time => "time forfeit",
            ForfeitReason::IllegalMove => "illegal move",
            ForfeitReason::Crash => "crash",
            ForfeitReason::Stall => "stall",
            ForfeitReason::FalseClaim => "false claim",
        }
    }

    /// Whether an engine that is ended by a signal can commit this fault: it ends, or its last words are no move.
    pub const fn may_be_by_signal(self) -> bool {
        matches!(self, ForfeitReason::Crash | ForfeitReason::IllegalMove)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    pub reason: ForfeitReason,
    pub detail: String,
}

impl Forfeit {
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
    Forfeit(Forfeit),
    Interrupted,
}

impl PlayerError {
    pub fn forfeit(reason: ForfeitReason, detail: impl Into<String>) -> PlayerError {
        PlayerError::Forfeit(Forfeit::new(reason, detail))
    }

    /// The error of an engine that does not start or cannot play the match.
    pub fn crash(detail: String) -> PlayerError {
        PlayerError::forfeit(ForfeitReason::Crash, detail)
    }

    /// The error of an engine that did not send the `expected` line. A timeout is a forfeit for `on_timeout`,
    /// the end of the process a crash.
    pub fn no_line(reason: NoLine, on_timeout: ForfeitReason, expected: &str) -> PlayerError {
        match reason {
            NoLine::Interrupted => PlayerError::Interrupted,
            NoLine::Timeout => PlayerError::forfeit(on_timeout, format!("no {expected}")),
            NoLine::Ended(how) => PlayerError::forfeit(ForfeitReason::Crash, format!("no {expected}: {how}")),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineAction {
    /// A move; empty if there was none.
    Move(String),
    Resign,
}

impl Default for EngineAction {
    fn default() -> EngineAction {
        EngineAction::Move(String::new())
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineReply {
    pub action: EngineAction,
    /// The time from the request to the reply.
    pub time: Duration,
    pub score: Option<DisplayScore>,
    pub depth: Option<u32>,
    pub seldepth: Option<u32>,
    pub nodes: Option<u64>,
    /// The lines of its search that belong into the comment of the move.
    pub lines: Vec<String>,
    /// The result that it claims the game to have after the move: `1/2-1/2 {Draw by repetition}`.
    pub claim: Option<String>,
}

/// What an engine must know about the games before they begin.
#[derive(Clone)]
pub struct GameSettings {
    pub variant: &'static Variant,
    /// The game is Chess960: castling is written as king takes rook.
    pub chess960: bool,
    /// Games begin from other positions than the start.
    pub has_positions: bool,
    /// The time after which an engine without a clock has failed to move.
    pub hang: Duration,
    /// What the comments of moves have beyond score, depth and time.
    pub comments: CommentFields,
}

impl GameSettings {
    /// Whether the game is chess, the first of the list, which engines play by default.
    pub fn is_chess(&self) -> bool {
        std::ptr::eq(variants::default(), self.variant)
    }
}

pub struct MoveRequest<'a> {
    /// The game at its first position.
    pub start: &'a dyn Game,
    /// The FEN of that position; `None` if it is the game's start.
    pub fen: Option<&'a str>,
    pub moves: &'a [String],
    pub side: Color,
    /// White's and Black's clock: in a game of more players, that of the player to move and that of the opponent on
    /// the same board.
    pub clocks: [&'a MatchClock; 2],
}

impl MoveRequest<'_> {
    /// The time after which an engine that has not replied forfeits, and for which reason. `hang` is the time
    /// of an engine without a clock.
    pub fn timeout(&self, hang: Duration) -> (Duration, ForfeitReason) {
        match self.clock().allowance() {
            Some(allowance) => (allowance, ForfeitReason::Time),
            None => (hang, ForfeitReason::Stall),
        }
    }

    pub fn clock(&self) -> &MatchClock {
        self.clocks[self.side.index()]
    }
}

pub trait Player {
    /// Prepares the engine for a game.
    fn new_game(&mut self, request: &MoveRequest<'_>) -> Result<(), PlayerError>;

    /// Asks for a move. No reply within the time allowed and its margin is an error; the referee checks the clock of a
    /// reply.
    fn best_move(&mut self, request: &MoveRequest<'_>) -> Result<EngineReply, PlayerError>;

    /// Sends the result of the game: `1-0 {White mates}`.
    fn game_over(&mut self, result: &str);

    /// Whether the program must be started again for the next game.
    fn needs_restart(&self) -> bool;

    /// Ends the process by force as soon as the engine is dropped, without a `quit`.
    fn kill(&mut self);
}
