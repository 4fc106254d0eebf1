//! The contracts between the rules of a game and everything above them.
//!
//! A game is a position type: a plain value, copied at every move. It implements
//!
//! ```text
//! Rules         moves, what they do, check, the end of the game
//! Text          FEN and move text
//! Features      what a position consists of, for its network
//! Evaluate      the static evaluation
//! SearchHints   what helps the search; every item has a default
//! Players       more than two players; every item has a default
//! Describe      what people see of positions and moves; nearly every item has a default
//! Events        special events, for statistics; the default is none
//! ```
//!
//! and with them [`Position`]. Search and perft are generic over `Position` and compiled once per game, so the inner
//! loops are as if written for that game alone; [`Game`](crate::game::Game) is the one place where the type is erased.

mod describe;
mod evaluate;
mod events;
mod features;
pub mod piece_kind;
mod rules;
mod search_hints;
pub mod shape;
pub mod view;

pub use describe::Describe;
pub use evaluate::{Evaluate, worths};
pub use events::{Events, SpecialEvent};
#[cfg(test)]
pub use features::items_of_group;
pub use features::{Features, mobility_starts};
pub use rules::{GameMove, Rules, is_capture_legal};
pub use search_hints::SearchHints;
pub use shape::Shape;
pub use view::{Annotation, View};

use crate::network::{Network, PieceSums};
use crate::types::{FenError, Score, Seat};
use std::fmt;

/// All contracts together: what search, perft and [`Game`](crate::game::Game) ask of a game.
pub trait Position: Rules + Text + Features + Evaluate + SearchHints + Players + Describe + Events {}

impl<P: Rules + Text + Features + Evaluate + SearchHints + Players + Describe + Events> Position for P {}

/// Which of several customary texts a move is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Notation {
    /// Each game's canonical text.
    #[default]
    Standard,
    /// As `Standard`, but castling is "king takes own rook" (`UCI_Chess960`).
    Chess960,
    /// The text of PGN: standard algebraic notation in chess and in games from files, the canonical text in all others.
    San,
}

/// How positions and moves of a game are written and read.
pub trait Text: Rules {
    /// What must be known of the rules before there is a position: nothing, `()`, for a game in code.
    type Ruleset: Clone + Sync + 'static;

    /// Reads a FEN of a game with these rules. The error names the field that is malformed or makes the position impossible.
    fn read(rules: &'static Self::Ruleset, fen: &str) -> Result<Self, FenError>;

    /// Reads a FEN of a game in code.
    fn from_fen(fen: &str) -> Result<Self, FenError>
    where
        Self: Text<Ruleset = ()>,
    {
        Self::read(&(), fen)
    }

    /// The position as a FEN, every field written.
    fn fen(&self) -> String;

    /// Writes the text of a legal move. The only errors are those of `out`.
    fn write_move(&self, mv: Self::Move, notation: Notation, out: &mut dyn fmt::Write) -> fmt::Result;

    /// The text of a legal move.
    fn move_text(&self, mv: Self::Move, notation: Notation) -> String {
        let mut text = String::new();
        self.write_move(mv, notation, &mut text).expect("a String takes every text");
        text
    }

    /// Whether `text` names the legal move `mv`. More texts may be accepted than are written.
    fn is_text_of(&self, mv: Self::Move, text: &str) -> bool {
        is_written(text, |out| self.write_move(mv, Notation::Standard, out))
    }

    /// Why `text` is not a legal move here, if the game can say more than "illegal".
    fn explain(&self, _text: &str) -> Option<String> {
        None
    }

    /// The legal move that `text` names.
    fn find_move(&self, text: &str) -> Option<Self::Move> {
        self.move_list().into_iter().find(|&mv| self.is_text_of(mv, text))
    }
}

/// Whether `write` writes `text`, in letters of either case. It is stopped at the first difference.
pub fn is_written(text: &str, write: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result) -> bool {
    let mut remainder = Remainder(text);
    write(&mut remainder).is_ok() && remainder.0.is_empty()
}

/// What is left of a text that is compared with what is written.
struct Remainder<'a>(&'a str);

impl fmt::Write for Remainder<'_> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        let (start, rest) = self.0.split_at_checked(part.len()).ok_or(fmt::Error)?;
        self.0 = rest;
        if start.eq_ignore_ascii_case(part) { Ok(()) } else { Err(fmt::Error) }
    }

    fn write_char(&mut self, letter: char) -> fmt::Result {
        let mut letters = self.0.chars();
        let is_equal = letters.next().is_some_and(|first| first.eq_ignore_ascii_case(&letter));
        self.0 = letters.as_str();
        if is_equal { Ok(()) } else { Err(fmt::Error) }
    }
}

/// Who plays. With more than two players the search plays for the one at the root, against all others.
pub trait Players: Evaluate {
    /// The players in the order of moves. The armies of one board are half the number of players apart.
    const SEATS: &'static [Seat] = &Seat::TWO;

    /// The number of players at the start.
    const PLAYERS: usize = Self::SEATS.len();

    /// The number of players who still move.
    fn players(&self) -> usize {
        Self::PLAYERS
    }

    /// The static score from the view of any player. Only called with more than two.
    fn evaluate_for(&self, _seat: Seat, network: &Network, sums: &mut PieceSums) -> Score {
        self.evaluate(network, sums)
    }

    /// Whether the player to move plays on another board than `seat`. Only called with more than two players.
    fn is_bystander(&self, _seat: Seat) -> bool {
        false
    }

    /// Ends the parts of a game (one of several boards) that are drawn by repetition or the fifty-move rule.
    /// `earlier` are the positions before this one, newest first. In a game of one part
    /// [`Game`](crate::game::Game) ends it instead.
    fn settle_draws<'a>(&mut self, _earlier: impl Iterator<Item = &'a Self> + Clone)
    where
        Self: 'a,
    {
    }
}
