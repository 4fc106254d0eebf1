//! The rules of a game as sentences and diagrams, for people.

use crate::types::Square;

/// The rules of a game.
#[derive(Clone, Debug)]
pub struct Guide {
    /// The start position, as its file says it.
    pub start: String,
    /// The rules in words.
    pub chapters: Vec<Chapter>,
    /// Where pieces go: those of the row, each followed by its promoted form if it has one.
    pub pieces: Vec<PieceMoves>,
}

/// A part of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// Its title.
    pub title: &'static str,
    /// Sentences without markup, one paragraph each.
    pub paragraphs: Vec<String>,
}

/// Where a piece of White goes from a square of the empty board.
#[derive(Clone, Debug)]
pub struct PieceMoves {
    /// The letter of its kind, upper case.
    pub letter: char,
    /// Whether it is the promoted form of this kind.
    pub is_promoted: bool,
    /// Its name for people.
    pub name: String,
    /// The square.
    pub square: Square,
    /// Cells of the board that are no squares.
    pub holes: Vec<Square>,
    /// The squares that it reaches.
    pub reached: Vec<Reached>,
}

/// A square that a piece reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The square.
    pub square: Square,
    /// Whether it goes there if the square is empty.
    pub goes: bool,
    /// Whether it captures there.
    pub captures: bool,
    /// Whether something has to stand on the way, over which it jumps.
    pub jumps: bool,
}
