//! Checks and pins, found in one pass over the enemy's pieces.

use super::attacks::{attacking_pawns, hits};
use super::lines::{Sight, sight};
use super::pieces::{KING, KNIGHT};
use super::reach::reach;
use crate::types::{Color, KindSets, Mailbox, Square};

/// Checks and pins against one king.
pub struct Danger {
    /// The king's square; [`Square::NONE`] for a king that is not on the board.
    pub king: Square,
    /// The number of pieces that give check.
    pub checks: u32,
    /// The square of the last checker found.
    pub checker: Square,
    /// Own pieces that stand alone between the king and a slider, bit by place in the list.
    pinned: u32,
    /// Enemy pieces other than pawns that might attack a square beside the king or where he castles to, bit by place in
    /// the list.
    near: u32,
}

impl Danger {
    /// Neither checks nor pins.
    pub const NONE: Danger = Danger { king: Square::NONE, checks: 0, checker: Square::NONE, pinned: 0, near: 0 };

    /// Looks at all enemy pieces for attacks on the king of `us`.
    #[inline(always)]
    pub fn of<const N: usize>(board: &Mailbox<N, KindSets>, king: Square, us: Color) -> Danger {
        let mut danger = Danger { king, ..Danger::NONE };
        for number in board.of_kinds(!us, KNIGHT, KING) {
            let from = board.square_of(number);
            let reach = reach(!us, board.kind_of(number), from, king);
            danger.near |= u32::from(reach.near()) << Mailbox::<N, KindSets>::place(number);
            if reach.possible() {
                danger.add(board, us, king, from, reach.certain());
            }
        }
        for from in attacking_pawns(board, king, !us) {
            danger.checks += 1;
            danger.checker = from;
        }
        danger
    }

    /// Follows the line from the king to an attacker: a check, a pin, or neither.
    #[inline(always)]
    fn add<const N: usize>(
        &mut self,
        board: &Mailbox<N, KindSets>,
        us: Color,
        king: Square,
        from: Square,
        certain: bool,
    ) {
        match if certain { Sight::Open } else { sight(board, king, from, us) } {
            Sight::Open => {
                self.checks += 1;
                self.checker = from;
            }
            Sight::Screened(pinned) => {
                self.pinned |= 1 << Mailbox::<N, KindSets>::place(Mailbox::<N, KindSets>::number(pinned))
            }
            Sight::Closed => {}
        }
    }

    /// Whether there is neither a check nor a pin.
    #[inline(always)]
    pub fn is_none(&self) -> bool {
        self.checks == 0 && self.pinned == 0
    }

    /// Whether any piece is pinned.
    #[inline(always)]
    pub fn has_pins(&self) -> bool {
        self.pinned != 0
    }

    /// Whether the piece at a place of its army's list is pinned.
    #[inline(always)]
    pub fn pins(&self, place: usize) -> bool {
        self.pinned >> place & 1 != 0
    }

    /// Whether `by` attacks a square once the king has left his own: a square beside him, or the second one to
    /// his left or right.
    #[inline(always)]
    pub fn attacks<const N: usize>(&self, board: &Mailbox<N, KindSets>, square: Square, by: Color) -> bool {
        if attacking_pawns(board, square, by).next().is_some() {
            return true;
        }
        let mut rest = self.near;
        while rest != 0 {
            let number = Mailbox::<N, KindSets>::first(by) + rest.trailing_zeros() as usize;
            if hits(board, by, board.kind_of(number), board.square_of(number), square, self.king) {
                return true;
            }
            rest &= rest - 1;
        }
        false
    }
}
