//! What a move does, as people see it: plain data, from which front ends make clicks, words and drawings.

use crate::types::Square;

/// The letter of a token, which is nobody's piece.
pub const TOKEN: char = '*';

/// What a legal move does, in the order of its fields. Letters of pieces are in their owners' case, those of kinds that
/// pawns become are upper case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The name of the board in a game with several boards.
    pub board: Option<char>,
    /// What a waiting pawn becomes.
    pub choice: Option<char>,
    /// A piece that is put on the board before the move proper.
    pub before: Option<Put>,
    /// The letter of what moves, as it is when it starts, or [`TOKEN`].
    pub mover: char,
    /// Whether what moves is marked as promoted when it starts.
    pub is_promoted: bool,
    /// The squares of what moves: where it starts, unless it comes from beside the board; where it stops or captures on its
    /// way; where it ends.
    pub path: Vec<Square>,
    /// The square that people name as the goal: where the path ends, or before a shooter goes back; in castling of Chess960 that
    /// of the rook.
    pub goal: Square,
    /// The enemies that are captured: squares and letters.
    pub captures: Vec<(Square, char)>,
    /// In castling, where the rook starts and where it ends.
    pub castling: Option<(Square, Square)>,
    /// The own piece that changes places with the one that moves.
    pub swapped: Option<char>,
    /// What goes into the box.
    pub boxed: Option<char>,
    /// What the pawn that moves becomes.
    pub becomes: Option<char>,
    /// Whether the piece that moves is marked as promoted from now on, or no longer.
    pub turns: Option<Turn>,
    /// What happens to the piece that moves if its own move removes it: "is removed by poison".
    pub vanishes: Option<&'static str>,
    /// Pieces that are put on the board after the move proper.
    pub after: Vec<Put>,
    /// The wall that is put on the board after the move proper.
    pub wall: Option<Wall>,
}

/// A wall that is put on the board as a part of a move. Walls are shown as holes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wall {
    /// The square that it leaves, if it moves.
    pub from: Option<Square>,
    /// The square where it stands afterwards.
    pub to: Square,
    /// Whether the player may choose the square.
    pub is_chosen: bool,
}

/// How a piece changes that keeps its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// It is promoted.
    Promoted,
    /// It is what it was before its promotion.
    Back,
}

/// A piece that is put on the board as a part of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Put {
    /// Where it comes from.
    pub source: Source,
    /// Its letter.
    pub letter: char,
    /// Where it arrives.
    pub to: Square,
    /// What a pawn becomes there.
    pub becomes: Option<char>,
}

/// Where a piece comes from that is put on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The pieces beside the board, of which the player chooses one.
    Hand,
    /// The box, which holds one piece.
    Box,
}

impl Shape {
    /// A move along these squares, which are at least one.
    pub fn of(mover: char, path: Vec<Square>) -> Shape {
        let goal = match path[..] {
            [from, .., victim, end] if from == end => victim,
            _ => path.last().copied().unwrap_or(Square::NONE),
        };
        Shape {
            board: None,
            choice: None,
            before: None,
            mover,
            is_promoted: false,
            path,
            goal,
            captures: Vec::new(),
            castling: None,
            swapped: None,
            boxed: None,
            becomes: None,
            turns: None,
            vanishes: None,
            after: Vec::new(),
            wall: None,
        }
    }

    /// Where the move starts; `None` if it comes from beside the board.
    pub fn from(&self) -> Option<Square> {
        self.path.split_last()?.1.first().copied()
    }

    /// Where the path ends.
    pub fn end(&self) -> Square {
        self.path.last().copied().unwrap_or(self.goal)
    }

    /// The squares that the move touches, except the squares of captures elsewhere.
    pub fn squares(&self) -> Vec<Square> {
        let puts = self.before.iter().chain(&self.after).map(|put| put.to).chain(self.wall.map(|wall| wall.to));
        let rook = self.castling.into_iter().flat_map(|(from, to)| [from, to]);
        self.path.iter().copied().chain(rook).chain(puts).collect()
    }

    /// Whether nothing moves: the piece stays where it is, and what it is.
    pub fn passes(&self) -> bool {
        let is_still = matches!(self.path[..], [from, to] if from == to) && self.castling.is_none();
        is_still
            && self.captures.is_empty()
            && self.after.is_empty()
            && self.wall.is_none()
            && self.becomes.is_none()
            && self.turns.is_none()
    }

    /// Whether the piece shoots: it captures on its goal and goes back to where it has started.
    pub fn shoots(&self) -> bool {
        self.path.len() > 2 && self.from() == Some(self.end())
    }

    /// The piece that comes out of the box.
    pub fn released(&self) -> Option<&Put> {
        self.after.iter().find(|put| put.source == Source::Box)
    }

    /// What the last pawn of the move becomes, of those that move or come after the move proper.
    pub fn last_promotion(&self) -> Option<char> {
        self.after.iter().rev().find_map(|put| put.becomes).or(self.becomes)
    }
}
