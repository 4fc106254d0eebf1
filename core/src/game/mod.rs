//! The one place where a game's type is erased: above it there are only numbers, texts, reports, and what people
//! see of positions and moves.
//!
//! [`Game`] is what protocols and tools see of a position and the moves that led to it.
//!
//! ```text
//! guide     the rules of a game as sentences and diagrams
//! variant   a game's row in the list
//! set_up    positions that are put together piece by piece
//! played    games in progress, of any type of position
//! audit     the contract of a position, checked
//! ```

mod audit;
pub mod guide;
mod played;
pub mod set_up;
pub mod variant;

pub use played::{begin, begin_by};
pub use variant::Variant;

#[cfg(test)]
use crate::network::PieceSums;
use crate::network::{ActiveFeatures, Network};
use crate::perft::CountTable;
use crate::position::{Notation, Shape, View};
use crate::search::{Event, SearchSetup, StopSignal};
use crate::types::{Color, Kind, Outcome, Score, Seat, Square};
use rayon::ThreadPool;
use smallvec::SmallVec;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// A move text that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveError {
    /// The text.
    pub text: String,
    /// Why not, where the game can say.
    pub reason: Option<String>,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            Some(reason) => write!(f, "illegal move: {} ({reason})", self.text),
            None => write!(f, "illegal move: {}", self.text),
        }
    }
}

impl std::error::Error for MoveError {}

/// A piece on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Man {
    /// Its army.
    pub color: Color,
    /// What it is.
    pub kind: Kind,
    /// Where it stands.
    pub square: Square,
}

/// A position as tables of endings see it. Two positions with the same stand, whatever the order of the men, have the same moves and the
/// same end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stand {
    /// What stands on the board of the side to move.
    pub men: SmallVec<[Man; 16]>,
    /// The army to move.
    pub turn: Color,
    /// A hash of what else moves and end depend on: rights, an en passant square, hands, a pass.
    pub rest: u64,
}

/// Receives the number of a legal move, what stands on the board after it, and how the game is over then whatever moves there are, if it
/// is: a position without moves counts as not over.
pub type LookAhead<'a> = &'a mut dyn FnMut(u64, &Stand, Option<Outcome>);

/// A search or perft, ready to run on a thread pool. It owns everything it needs.
pub type Job = Box<dyn FnOnce(&ThreadPool, Listener<'_>) + Send>;

/// Receives the events of a job.
pub type Listener<'a> = &'a mut (dyn FnMut(Event) + Send);

/// A game in progress, of any variant.
pub trait Game: Send + Sync {
    /// The rules in play.
    fn variant(&self) -> &'static Variant;

    /// The current position.
    fn fen(&self) -> String;

    /// The number ([`GameMove::bits`](crate::position::GameMove::bits)) of the legal move that `text` names.
    fn find(&self, text: &str) -> Result<u64, MoveError>;

    /// Plays the move that `text` names and returns its canonical text.
    fn play(&mut self, text: &str) -> Result<String, MoveError>;

    /// Plays the legal move of this number; false if there is none.
    fn play_bits(&mut self, bits: u64) -> bool;

    /// The same; `look` is given the position before the move if [`Game::is_quiet`] is true of the move.
    fn play_looking(&mut self, bits: u64, look: &mut dyn FnMut(&dyn Game)) -> bool;

    /// Takes the last move back; false at the start.
    fn undo(&mut self) -> bool;

    /// Moves played since the position was set up, as canonical texts.
    fn played(&self) -> Vec<String> {
        self.played_as(Notation::Standard)
    }

    /// The same moves in a notation.
    fn played_as(&self, notation: Notation) -> Vec<String> {
        self.played_since(0, notation)
    }

    /// The same without the first `skipped` ones.
    fn played_since(&self, skipped: usize, notation: Notation) -> Vec<String>;

    /// The same moves as numbers, for records that are read again by [`Game::play_bits`].
    fn played_bits(&self) -> Vec<u64>;

    /// The texts of the legal moves.
    fn legal_moves(&self, notation: Notation) -> Vec<String>;

    /// The numbers of the legal moves, in the same order.
    fn legal_bits(&self) -> Vec<u64>;

    /// The texts of the legal moves by their numbers, for whoever writes many of them.
    fn move_texts(&self, notation: Notation) -> HashMap<u64, String> {
        self.legal_bits().into_iter().zip(self.legal_moves(notation)).collect()
    }

    /// The text of the legal move of this number; `None` if there is none.
    fn write(&self, bits: u64, notation: Notation) -> Option<String>;

    /// The texts of a line of moves that begins here, up to the first that is not legal.
    fn write_line(&self, line: &[u64], notation: Notation) -> Vec<String>;

    /// What the legal moves do, in the order of [`Game::legal_moves`].
    fn shapes(&self) -> Vec<Shape>;

    /// What the legal move does that `text` names; `None` if there is none.
    fn shape_of(&self, text: &str) -> Option<Shape>;

    /// What the moves of [`Game::played`] have done, without the first `skipped`.
    fn shapes_since(&self, skipped: usize) -> Vec<Shape>;

    /// What people see of the position.
    fn view(&self) -> View;

    /// The same position with the other side of the board to move, to see what it threatens; `None` where the rules do not
    /// allow the question.
    fn turned(&self) -> Option<Box<dyn Game>>;

    /// The position as tables of endings see it.
    fn stand(&self) -> Stand;

    /// Tells `look` where every legal move leads, in the order of [`Game::legal_bits`].
    fn look_ahead(&self, look: LookAhead<'_>);

    /// Which of the special events of its row ([`Variant::events`]) a move with these bits brings about, a bit for each; 0 if
    /// the move is not legal.
    fn events(&self, bits: u64) -> u32;

    /// Whose turn it is.
    fn turn(&self) -> Seat;

    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;

    /// Whether a static evaluation can judge the position: no check, and the move of this number is legal and quiet.
    fn is_quiet(&self, bits: u64) -> bool;

    /// The squares of the pieces that give check.
    fn checkers(&self) -> Vec<Square>;

    /// The hash key of the position.
    fn key(&self) -> u64;

    /// How the game ended by its rules, if it did. There are no moves any more.
    fn ended(&self) -> Option<Outcome>;

    /// The draw that may be claimed, by repetition or by the fifty-move rule, if there is one. Unless it is claimed, the game
    /// goes on.
    fn claimable_draw(&self) -> Option<Outcome>;

    /// How the game ended where draws are claimed as soon as they may be, as between engines.
    fn outcome(&self) -> Option<Outcome> {
        self.ended().or_else(|| self.claimable_draw())
    }

    /// Whether a player has nothing left to win with ([`Rules::cannot_win`](crate::position::Rules::cannot_win)).
    fn cannot_win(&self, seat: Seat) -> bool;

    /// The static score from the view of the side to move.
    fn evaluate(&self, network: &Network) -> Score;

    /// The network's score with the sums of pieces that are kept from another position, and that of all features at once.
    #[cfg(test)]
    fn scores(&self, network: &Network, kept: &mut PieceSums) -> [Score; 2];

    /// What every piece is worth to its owner just there: the network's score with it minus the score without it.
    fn piece_worths(&self, network: &Network) -> Vec<(Square, Score)>;

    /// The features of the current position.
    fn active_features(&self) -> ActiveFeatures;

    /// A search of the current position.
    fn search(&self, setup: SearchSetup) -> Job;

    /// Counts the move sequences of `depth` plies, each root move apart. `hash`, if any, is a table of counts.
    fn count(&self, depth: u32, hash: Option<CountTable>, stop: Arc<StopSignal>) -> Job;

    /// A copy with its history.
    fn boxed_clone(&self) -> Box<dyn Game>;

    /// A game that begins where this one stands.
    fn begun_here(&self) -> Box<dyn Game>;

    /// The same with other counters: plies since the last capture or pawn move, and the number of the next move.
    fn begun_with_counters(&self, halfmove: Option<u16>, fullmove: Option<u16>) -> Box<dyn Game>;

    /// Checks the contract of [`Position`](crate::position::Position) in the current position: keys, FEN and texts, shapes, noisy moves, history indices.
    /// The error names the first part of the contract that does not hold. For tests.
    fn audit(&self) -> Result<(), String>;
}
