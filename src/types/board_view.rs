//! What generic code asks of a board, however many pieces it has room for.

use super::{Color, Mailbox, Square};

/// A board whose pieces can be looked up and listed.
pub trait BoardView {
    /// The kind of the piece on a square that holds one.
    fn kind_on(&self, square: Square) -> u8;

    /// The kind of the piece on a square if it belongs to `color`, otherwise 0.
    fn kind_at(&self, square: Square, color: Color) -> u8;

    /// Kind and square of every piece of an army.
    fn army(&self, color: Color) -> impl Iterator<Item = (u8, Square)>;
}

impl<const N: usize> BoardView for Mailbox<N> {
    #[inline(always)]
    fn kind_on(&self, square: Square) -> u8 {
        self.kind_on(square)
    }

    #[inline(always)]
    fn kind_at(&self, square: Square, color: Color) -> u8 {
        self.kind_at(square, color)
    }

    #[inline(always)]
    fn army(&self, color: Color) -> impl Iterator<Item = (u8, Square)> {
        self.army(color)
    }
}
