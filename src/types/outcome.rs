//! How games end.

use super::Color;
use std::fmt;

/// A player, counted from 0. In two-player games 0 is White and 1 is Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seat(pub u8);

impl From<Color> for Seat {
    fn from(color: Color) -> Seat {
        Seat(color as u8)
    }
}

impl Seat {
    /// The colour this seat moves: the even seats are White, the odd ones Black.
    pub fn color(self) -> Color {
        if self.0 & 1 == 0 { Color::White } else { Color::Black }
    }
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// No legal move, in check.
    Checkmate,
    /// A king stands safely on an escape cell.
    Escape,
    /// The last Friend is gone (`friendly` only).
    FriendsLost,
    /// No legal move, not in check.
    Stalemate,
    /// The position stood for the third time.
    Repetition,
    /// A hundred plies without a capture or a pawn move.
    FiftyMoves,
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
        match self.winner.map(Seat::color) {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// What happened, in a few words: "White mates", "stalemate".
    pub fn comment(self) -> String {
        let side = self.winner.map_or("nobody", |seat| seat.color().name());
        match self.reason {
            Reason::Checkmate => format!("{side} mates"),
            Reason::Escape => format!("{side} escapes"),
            Reason::FriendsLost => format!("{side} takes the last Friend"),
            Reason::Stalemate => "Stalemate".into(),
            Reason::Repetition => "Draw by repetition".into(),
            Reason::FiftyMoves => "Draw by fifty-move rule".into(),
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
