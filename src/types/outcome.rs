//! How games end.

use super::Color;
use std::fmt;

/// A player: a number in the order of moves, and the army that the player moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seat {
    /// Place in the order of moves, from 0.
    pub number: u8,
    /// The army on the player's board.
    pub color: Color,
    /// The name of the player's board in a game with several boards.
    pub board: Option<char>,
}

impl From<Color> for Seat {
    /// The player of an army in a two-player game.
    fn from(color: Color) -> Seat {
        Seat { number: color as u8, color, board: None }
    }
}

impl Seat {
    /// The player's name: "White", or "White on board A".
    pub fn name(self) -> String {
        match self.board {
            Some(board) => format!("{} on board {board}", self.color.name()),
            None => self.color.name().into(),
        }
    }
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// No legal move, in check.
    Checkmate,
    /// A king stands safely on an escape cell.
    Escape,
    /// After its own side's move nothing attacks a king (Anticheckmate).
    KingFreed,
    /// The last Friend is gone (`friendly` only).
    FriendsLost,
    /// No legal move, not in check.
    Stalemate,
    /// The position stood for the third time.
    Repetition,
    /// A hundred plies without a capture or a pawn move.
    FiftyMoves,
    /// All boards of a game with several have ended without a winner.
    BoardsDrawn,
    /// Neither side can mate (chess only).
    InsufficientMaterial,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who won; nobody in a draw.
    pub winner: Option<Seat>,
    /// Why.
    pub reason: Reason,
}

impl Outcome {
    /// A drawn game.
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome { winner: None, reason }
    }

    /// A game that `winner` has won.
    pub fn win(winner: impl Into<Seat>, reason: Reason) -> Outcome {
        Outcome { winner: Some(winner.into()), reason }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub fn result(self) -> &'static str {
        match self.winner.map(|seat| seat.color) {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// What happened, in a few words: "White mates", "stalemate".
    pub fn comment(self) -> String {
        let side = self.winner.map_or("nobody".into(), Seat::name);
        match self.reason {
            Reason::Checkmate => format!("{side} mates"),
            Reason::Escape => format!("{side} escapes"),
            Reason::KingFreed => format!("{side} frees the king"),
            Reason::FriendsLost => format!("{side} takes the last Friend"),
            Reason::Stalemate => "Stalemate".into(),
            Reason::Repetition => "Draw by repetition".into(),
            Reason::FiftyMoves => "Draw by fifty-move rule".into(),
            Reason::BoardsDrawn => "Draw on all boards".into(),
            Reason::InsufficientMaterial => "Draw by insufficient mating material".into(),
        }
    }
}

impl fmt::Display for Outcome {
    /// As CECP claims it: `1-0 {White mates}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{{}}}", self.result(), self.comment())
    }
}
