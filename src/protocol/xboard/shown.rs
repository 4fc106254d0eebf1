//! What XBoard has to do on its board for a legal move.
//!
//! Nothing here knows a rule: what a move takes, and which piece it takes along, is seen from the board before and
//! after it.

use super::setup::vanishing_letter;
use crate::board_text::{self, Cell};
use crate::game::Game;
use crate::types::{Color, Square};

/// Where a piece comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A square of the board.
    Board(Square),
    /// The hand of the side to move; the letter of the kind, upper case.
    Hand(char),
}

/// What else XBoard takes off a square when a piece goes from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Nothing: what a move takes stands on its target.
    Direct,
    /// A victim that stands elsewhere.
    Over(Square),
    /// A rook with which a king castles.
    Castling {
        /// Where it stands.
        rook: Square,
        /// Where it goes.
        beside: Square,
    },
}

/// A legal move as XBoard makes it.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The game's own text.
    pub own: String,
    /// Where the piece comes from.
    pub from: Origin,
    /// Where it ends; its start, if it takes something and stays.
    pub to: Square,
    /// What else it takes along.
    pub way: Way,
    /// The letter behind the move: what the piece becomes, or the letter of no piece if it leaves the board.
    pub suffix: Option<char>,
    /// Whether it takes an enemy, wherever that stands.
    pub captures: bool,
}

impl Shown {
    /// The move of `game` that has this text of its own; `None` if there is none.
    pub fn of(game: &dyn Game, own: &str) -> Option<Shown> {
        let mut after = game.boxed_clone();
        after.play(own).ok()?;
        let mut shown = Shown::read(own)?;
        let change = Change::between(game, &*after, shown.from);
        shown.captures = !change.taken.is_empty();
        if game.variant().xboard.as_ref()?.setup.is_some() {
            shown.way = change.way(shown.to);
            if !change.stays(shown.to) {
                shown.suffix = Some(vanishing_letter(game.variant()));
            }
        }
        Some(shown)
    }

    /// What the text alone says.
    fn read(own: &str) -> Option<Shown> {
        let (from, to, promotion) = match own.split_once('@') {
            Some((kind, target)) => (Origin::Hand(kind.chars().next()?), Square::parse(target)?, ""),
            None => {
                let (from, rest) = Square::read(own)?;
                let (first, rest) = Square::read(rest)?;
                let (to, rest) = last_square(first, rest)?;
                (Origin::Board(from), to, rest)
            }
        };
        let suffix = promotion.chars().next();
        Some(Shown { own: own.to_owned(), from, to, way: Way::Direct, suffix, captures: false })
    }

    /// The move as XBoard is told it, but for the numbering of ranks.
    pub fn text(&self) -> String {
        let Origin::Board(from) = self.from else { return self.own.clone() };
        let to = self.to;
        let suffix = self.suffix.map(promotion).map(String::from).unwrap_or_default();
        match self.way {
            Way::Over(victim) => format!("{from}{victim},{victim}{to}{suffix}"),
            Way::Castling { rook, beside } if !self.is_direct() => format!("{from}{to},{rook}{beside}"),
            _ => format!("{from}{to}{suffix}"),
        }
    }

    /// Whether start and target alone make XBoard do it: it moves the rook itself when a king goes two squares or more.
    pub fn is_direct(&self) -> bool {
        match (self.way, self.from) {
            (Way::Direct, _) => true,
            (Way::Castling { .. }, Origin::Board(from)) => from.file().abs_diff(self.to.file()) > 1,
            _ => false,
        }
    }

    /// The square that a person clicks before the target, and may in castling.
    pub fn via(&self) -> Option<Square> {
        match self.way {
            Way::Direct => None,
            Way::Over(square) | Way::Castling { rook: square, .. } => Some(square),
        }
    }
}

/// The letter behind a move; XBoard would take a small x for a capture.
fn promotion(letter: char) -> char {
    if letter == 'x' { 'X' } else { letter }
}

/// Where the piece of a move ends that goes to `first`, and what comes behind; `rest` may be a second leg.
fn last_square(first: Square, rest: &str) -> Option<(Square, &str)> {
    let Some(leg) = rest.strip_prefix(',') else { return Some((first, rest)) };
    let (start, leg) = Square::read(leg)?;
    let (end, leg) = Square::read(leg)?;
    // The second leg of a castling is the rook's.
    Some((if start == first { end } else { first }, leg))
}

/// What a move changes on the board.
struct Change {
    /// Where enemies stood that do so no more.
    taken: Vec<Square>,
    /// Where own pieces other than the one that moves stood and do so no more.
    left: Vec<Square>,
    /// Where own pieces stand that were elsewhere; the start of the move, if one is there.
    arrived: Vec<Square>,
    /// Where own pieces stand.
    own: Vec<Square>,
}

impl Change {
    fn between(before: &dyn Game, after: &dyn Game, from: Origin) -> Change {
        let us = before.turn().color;
        let (mut was, own) = (army(before, us), army(after, us));
        was.retain(|&square| Origin::Board(square) != from);
        let enemies = army(after, !us);
        let taken = army(before, !us).into_iter().filter(|square| !enemies.contains(square)).collect();
        let left = was.iter().copied().filter(|square| !own.contains(square)).collect();
        let arrived = own.iter().copied().filter(|square| !was.contains(square)).collect();
        Change { taken, left, arrived, own }
    }

    fn way(&self, to: Square) -> Way {
        let only = |squares: &[Square]| {
            let mut others = squares.iter().copied().filter(|&square| square != to);
            others.next().filter(|_| others.next().is_none())
        };
        let rook = only(&self.left).zip(only(&self.arrived));
        match (only(&self.taken), rook) {
            (Some(victim), _) => Way::Over(victim),
            (None, Some((rook, beside))) => Way::Castling { rook, beside },
            (None, None) => Way::Direct,
        }
    }

    /// Whether an own piece stands on the target in the end.
    fn stays(&self, to: Square) -> bool {
        self.own.contains(&to)
    }
}

/// Where the pieces of a colour stand.
fn army(game: &dyn Game, color: Color) -> Vec<Square> {
    let (boards, _) = board_text::boards(&game.fen());
    let Some(board) = boards.first() else { return Vec::new() };
    let is_own =
        |cell: &Cell| matches!(cell, Cell::Piece(letter) if letter.is_ascii_uppercase() == (color == Color::White));
    let rows = board.iter().rev().zip(0..);
    let squares = rows.flat_map(|(row, rank)| row.iter().zip(0..).map(move |(cell, file)| (cell, file, rank)));
    squares.filter(|(cell, ..)| is_own(cell)).map(|(_, file, rank)| Square::new(file, rank)).collect()
}
