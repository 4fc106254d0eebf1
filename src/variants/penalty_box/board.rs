//! The mailbox of these games, and how far its piece lists are in use.

use crate::types::{Cell, Color, Mailbox, Square};
use std::ops::{Deref, DerefMut, Range};

/// A mailbox with room for 32 pieces a side: Dual Penalty Box brings two sets together, and a FEN may have
/// more pieces than a set. Lists are hardly ever that long, so it keeps in mind where they end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board {
    mailbox: Mailbox<64>,
    used: [u8; 2],
}

impl Board {
    /// Pieces that a side may have.
    pub const ARMY: usize = Mailbox::<64>::ARMY;

    /// Eight by eight squares, all empty.
    pub fn new() -> Board {
        Board { mailbox: Mailbox::rectangle(8, 8), used: [0; 2] }
    }

    /// Puts a piece on an empty square; false if there is no room for it.
    #[inline]
    pub fn put(&mut self, color: Color, kind: u8, square: Square) -> bool {
        if !self.mailbox.put(color, kind, square) {
            return false;
        }
        let length = Board::number(self.at(square)) - Board::first(color) + 1;
        let used = &mut self.used[color.index()];
        *used = (*used).max(length as u8);
        true
    }

    /// The piece numbers of an army, those of pieces that have left the board included.
    #[inline(always)]
    pub fn numbers(&self, color: Color) -> Range<usize> {
        let first = Board::first(color);
        first..first + self.used[color.index()] as usize
    }

    #[inline(always)]
    pub const fn first(color: Color) -> usize {
        Mailbox::<64>::first(color)
    }

    #[inline(always)]
    pub const fn number(cell: Cell) -> usize {
        Mailbox::<64>::number(cell)
    }

    /// The pieces of an army: kind and square, in list order.
    #[inline(always)]
    pub fn army(&self, color: Color) -> impl Iterator<Item = (u8, Square)> + '_ {
        self.numbers(color).filter_map(|number| match self.kind_of(number) {
            0 => None,
            kind => Some((kind, self.square_of(number))),
        })
    }
}

impl Deref for Board {
    type Target = Mailbox<64>;
    #[inline(always)]
    fn deref(&self) -> &Mailbox<64> {
        &self.mailbox
    }
}

impl DerefMut for Board {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Mailbox<64> {
        &mut self.mailbox
    }
}
