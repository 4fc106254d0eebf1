//! Results of games.

use super::Color;
use std::fmt;

/// A player: the place in the order of moves, and the army.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seat {
    /// The place in the order of moves, from 0.
    pub number: u8,
    /// The army that the player moves.
    pub color: Color,
    /// The name of the player's board in a game with several boards.
    pub board: Option<char>,
}

impl From<Color> for Seat {
    /// The player of an army in a two-player game.
    fn from(color: Color) -> Seat {
        Seat::TWO[color.index()]
    }
}

impl Seat {
    /// The players of a game for two.
    pub const TWO: [Seat; 2] =
        [Seat { number: 0, color: Color::White, board: None }, Seat { number: 1, color: Color::Black, board: None }];

    /// The player's name: "White", or "White on board A".
    pub fn name(self) -> String {
        match self.board {
            Some(board) => format!("{} on board {board}", self.color.name()),
            None => self.color.name().into(),
        }
    }
}

/// The reason why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// A side has reached the game's own goal. The text says so after the side's name: "escapes".
    Goal(&'static str),
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// The position has occurred for the third time.
    Repetition,
    /// A hundred plies have passed without a capture or a pawn move.
    FiftyMoves,
    /// All boards of a game with several boards have ended without a winner.
    BoardsDrawn,
    /// Both sides have passed.
    Passes,
    /// Neither side has enough material to mate (chess only).
    InsufficientMaterial,
}

/// The result of a game, and its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The player who has won; `None` if the game is drawn.
    pub winner: Option<Seat>,
    /// The reason.
    pub reason: Reason,
}

impl Outcome {
    /// Creates the outcome of a drawn game.
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome { winner: None, reason }
    }

    /// Creates the outcome of a game that `winner` has won.
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

    /// The reason as a short comment such as "White mates" or "Stalemate".
    pub fn comment(self) -> String {
        let side = self.winner.map_or("nobody".into(), Seat::name);
        match self.reason {
            Reason::Checkmate => format!("{side} mates"),
            Reason::Goal(reached) => format!("{side} {reached}"),
            Reason::Stalemate => "Stalemate".into(),
            Reason::Repetition => "Draw by repetition".into(),
            Reason::FiftyMoves => "Draw by fifty-move rule".into(),
            Reason::BoardsDrawn => "Draw on all boards".into(),
            Reason::Passes => "Draw by passing".into(),
            Reason::InsufficientMaterial => "Draw by insufficient mating material".into(),
        }
    }
}

impl fmt::Display for Outcome {
    /// Writes a result claim of CECP: `1-0 {White mates}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{{}}}", self.result(), self.comment())
    }
}
