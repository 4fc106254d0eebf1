//! What people see of a position: plain data, from which front ends draw boards and write sentences.

use crate::types::fen::Placed;
use crate::types::{Color, Square};

/// What people see of a position.
#[derive(Clone, Debug)]
pub struct View {
    /// The boards; one in nearly every game.
    pub boards: Vec<Layout>,
    /// The letters of the pieces in hand, each in its owner's case, White's first; `None` in a game without hands.
    pub hands: Option<String>,
    /// The letters of captured pieces that may come back, in the same form.
    pub captured: String,
    /// What the box holds; `None` in a game without a box.
    pub boxed: Option<Vec<Boxed>>,
    /// What has to be chosen before the next move.
    pub pending: Vec<Pending>,
    /// The check that the side to move is in.
    pub check: Option<Check>,
    /// What is to be seen besides the pieces, in no particular order.
    pub marks: Vec<Annotation>,
    /// What is counted besides moves.
    pub notes: Vec<Note>,
    /// Plies since the last capture or pawn move, on the board of the side to move.
    pub halfmove: u16,
    /// The number of the next move of White, or of Black after it.
    pub fullmove: u16,
}

/// A board and what stands on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Its name in a game with several boards.
    pub name: Option<char>,
    /// Its number of files.
    pub files: u8,
    /// Its number of ranks.
    pub ranks: u8,
    /// Cells of the rectangle that are no squares.
    pub holes: Vec<Square>,
    /// The pieces, from the highest rank down, each rank from the a-file on.
    pub pieces: Vec<Placed>,
    /// Where the token stands, if there is one on the board.
    pub token: Option<Square>,
    /// Whether the game is over on this board, though it goes on elsewhere.
    pub ended: bool,
}

impl Layout {
    /// What stands on a square, as a placement says it without `~`: the letter of a piece, or `*` for a hole or the token.
    pub fn symbol(&self, square: Square) -> Option<char> {
        let is_star = self.token == Some(square) || self.holes.contains(&square);
        self.at(square).map(|piece| piece.letter).or(is_star.then_some('*'))
    }

    /// The piece on a square.
    pub fn at(&self, square: Square) -> Option<&Placed> {
        self.pieces.iter().find(|piece| piece.square == square)
    }
}

/// Something that is counted: checks that are left to give, moves to a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Whose it is; `None` if it concerns both players.
    pub color: Option<Color>,
    /// A few words.
    pub text: String,
}

/// A piece in the box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Boxed {
    /// Its letter in its owner's case.
    pub letter: char,
    /// Whether it is a promoted pawn.
    pub promoted: bool,
}

/// Something that has to be chosen before the next move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pending {
    /// The name of the board in a game with several boards.
    pub board: Option<char>,
    /// The square of the pawn that waits for the choice, if it is about a pawn.
    pub square: Option<Square>,
    /// A sentence.
    pub text: String,
}

/// A check, on the board of the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What is in check.
    pub squares: Vec<Square>,
    /// The pieces that give it.
    pub by: Vec<Square>,
    /// A sentence.
    pub text: String,
}

/// A mark on a square: something that the rules make of it and that the pieces alone do not show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// The name of the board in a game with several boards.
    pub board: Option<char>,
    /// The square.
    pub square: Square,
    /// The name of the mark, for front ends that draw it: `frozen`, `escape`.
    pub mark: &'static str,
    /// A whole sentence.
    pub text: String,
    /// The squares of the pieces that cause it, on the same board.
    pub by: Vec<Square>,
    /// The letter of the kind of piece that the mark is about, upper case.
    pub kind: Option<char>,
}

impl Annotation {
    /// A mark in a game with one board.
    pub fn new(square: Square, mark: &'static str, text: impl Into<String>, by: Vec<Square>) -> Annotation {
        Annotation { board: None, square, mark, text: text.into(), by, kind: None }
    }
}

/// The name of a square: `e4`, or `A:e4` on one of several boards.
pub fn square_name(board: Option<char>, square: Square) -> String {
    match board {
        Some(name) => format!("{name}:{square}"),
        None => square.to_string(),
    }
}
