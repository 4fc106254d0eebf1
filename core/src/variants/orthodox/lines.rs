//! The lines of sliders: what stands between two squares, and which moves answer a check.

use super::reach::direction;
use crate::types::{Cell, Color, KindSets, Mailbox, Square};

/// What stands between a king and a slider on one line.
pub enum Sight {
    /// Nothing.
    Open,
    /// A single piece of the given army, in this cell.
    Screened(Cell),
    /// Several pieces, or one that is not of the given army.
    Closed,
}

/// Looks from a king along his line to a slider on `from` for a single piece of `army` between them.
#[inline(always)]
pub fn sight<const N: usize>(board: &Mailbox<N, KindSets>, king: Square, from: Square, army: Color) -> Sight {
    let line = direction(king, from);
    let first = board.ray_end(king, line);
    if first == from {
        return Sight::Open;
    }
    let cell = board.at(first);
    if cell.is(army) && board.ray_end(first, line) == from { Sight::Screened(cell) } else { Sight::Closed }
}

/// Whether nothing stands between a piece on `from` and a square on its line, apart from `ghost`.
#[inline]
pub fn is_clear<const N: usize>(board: &Mailbox<N, KindSets>, from: Square, to: Square, ghost: Square) -> bool {
    let line = direction(to, from);
    let mut square = board.ray_end(to, line);
    if square == ghost {
        square = board.ray_end(square, line);
    }
    square == from
}

/// Whether nothing stands between two squares of one line, apart from `ghost`. Unlike [`is_clear`] it does not
/// need a piece on either of them.
#[inline]
pub fn is_open<const N: usize>(board: &Mailbox<N, KindSets>, from: Square, to: Square, ghost: Square) -> bool {
    let line = direction(from, to);
    let mut square = from.step(line);
    while square != to && (board.at(square).is_empty() || square == ghost) {
        square = square.step(line);
    }
    square == to
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
