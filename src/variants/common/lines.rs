//! The lines of chess's sliders: between a king and who might attack him, and the squares that answer a check.

use crate::types::{Cell, Color, Mailbox, Square};
use crate::variants::chess::tables::direction;

/// What lies between a king and a slider that shares a line with him.
pub enum Sight {
    /// Nothing.
    Open,
    /// A single piece, given by its cell, of the army that was asked for.
    Screened(Cell),
    /// Anything else.
    Closed,
}

/// Looks from a king along his line to a slider on `from`, for a single piece of `army` between.
#[inline(always)]
pub fn sight<const N: usize>(board: &Mailbox<N>, king: Square, from: Square, army: Color) -> Sight {
    let line = direction(king, from);
    let first = board.ray_end(king, line);
    if first == from {
        return Sight::Open;
    }
    let cell = board.at(first);
    if cell.is(army) && board.ray_end(first, line) == from { Sight::Screened(cell) } else { Sight::Closed }
}

/// Whether nothing but a piece on `ghost` stands between two squares of one line.
#[inline]
pub fn is_clear<const N: usize>(board: &Mailbox<N>, from: Square, to: Square, ghost: Square) -> bool {
    let line = direction(to, from);
    let mut square = board.ray_end(to, line);
    if square == ghost {
        square = board.ray_end(square, line);
    }
    square == from
}

/// The squares strictly between a king and his checker; none if the check is a leap.
#[inline(always)]
pub fn between(king: Square, checker: Square) -> impl Iterator<Item = Square> {
    let line = direction(king, checker);
    let mut square = king;
    std::iter::from_fn(move || {
        square = square.step(line);
        (line != 0 && square != checker).then_some(square)
    })
}

/// Which squares a move may end on, beyond the piece's own rules.
pub trait Targets {
    /// Whether it may end on this one.
    fn allow(&self, square: Square) -> bool;
}

/// Not in check: anywhere.
pub struct Anywhere;

impl Targets for Anywhere {
    #[inline(always)]
    fn allow(&self, _: Square) -> bool {
        true
    }
}

/// In check: the checker's square and those between it and the king.
pub struct Answers([bool; 256]);

impl Answers {
    /// The answers to the check that a piece on `checker` gives.
    pub fn to(checker: Square, king: Square) -> Answers {
        let mut squares = [false; 256];
        squares[checker.index()] = true;
        between(king, checker).for_each(|square| squares[square.index()] = true);
        Answers(squares)
    }
}

impl Targets for Answers {
    #[inline(always)]
    fn allow(&self, square: Square) -> bool {
        self.0[square.index()]
    }
}
