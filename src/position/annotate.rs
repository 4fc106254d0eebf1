//! What a board shows besides its pieces, for people.

use super::Rules;
use crate::types::Square;

/// What a player should see of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A king that stands here unattacked has won.
    Escape,
    /// The piece cannot move and attacks nothing.
    Frozen,
    /// The same of a piece that freezes others itself.
    Icicle,
    /// The royal piece is attacked, as its opponent needs it.
    Held,
    /// Nothing attacks this royal piece.
    Free,
    /// The piece cannot move.
    Immobile,
    /// The piece has the moves and powers of the kind with this letter.
    Power(char),
    /// The owner of the pawn has to choose what it becomes.
    Waiting,
}

/// A sign on a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// The name of the board in a game with several boards.
    pub board: Option<char>,
    /// The square.
    pub square: Square,
    /// What it shows.
    pub sign: Sign,
    /// The squares of the pieces that cause it, on the same board.
    pub by: Vec<Square>,
}

impl Annotation {
    /// Creates a sign in a game with one board.
    pub fn new(square: Square, sign: Sign, by: Vec<Square>) -> Annotation {
        Annotation { board: None, square, sign, by }
    }
}

/// What people see of a position besides its pieces, and of a move besides its squares. The default is nothing.
pub trait Annotate: Rules {
    /// The names of the special events of the game, at most 32, as statistics print them: `freezing`, `escape`.
    const EVENTS: &'static [&'static str] = &[];

    /// Returns the signs of the position, in no particular order.
    fn annotations(&self) -> Vec<Annotation> {
        Vec::new()
    }

    /// Returns which of these events a legal move brings about, a bit for each in the order of [`EVENTS`](Self::EVENTS).
    fn events(&self, _mv: Self::Move) -> u32 {
        0
    }
}
