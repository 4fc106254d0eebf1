//! Which piece can reach what: one lookup by the difference of two squares answers most questions of attack.

use super::pieces::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
use crate::types::square::{Step, step};
use crate::types::{Color, Square};

/// What an attacker's kind and the step from it to its target tell about the attack.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Reach(u32);

impl Reach {
    /// The entry of a `kind` in a row of a table that is laid out like `REACH`.
    #[inline(always)]
    pub const fn of(row: u32, kind: u8) -> Reach {
        Reach(row >> (kind & 7))
    }

    /// Returns whether the attacker hits or might hit the target.
    #[inline(always)]
    pub const fn possible(self) -> bool {
        self.0 & 0x101 != 0
    }

    /// Returns whether it might hit the target or a square beside it.
    #[inline(always)]
    pub const fn near(self) -> bool {
        self.0 & 0x10000 != 0
    }

    /// Returns whether it hits whatever stands between: by a leap, or a slide of one step.
    #[inline(always)]
    pub const fn certain(self) -> bool {
        self.0 & 1 != 0
    }
}

/// Bit `kind` of the lowest byte: a contact or leaping attack; of the second: a slide over at least one square; of the
/// third: either of these on the target or a square beside it.
static REACH: [[u32; 256]; 2] = [reach_table(step::N), reach_table(step::S)];

/// The single step along the line of a longer one; 0 if the squares share no line.
static DIRECTION: [Step; 256] = directions();

/// The reach of an attacker of `kind` and `color` on `from` to `to`.
#[inline(always)]
pub fn reach(color: Color, kind: u8, from: Square, to: Square) -> Reach {
    Reach::of(REACH[color.index()][to.minus(from) as usize], kind)
}

/// The single step from `from` towards `to` along a line; 0 if they share no line.
#[inline(always)]
pub fn direction(from: Square, to: Square) -> Step {
    DIRECTION[to.minus(from) as usize]
}

const fn reach_table(forward: Step) -> [u32; 256] {
    let mut table = [0u32; 256];
    let mut i = 0;
    while i < 8 {
        table[step::KNIGHT[i] as usize] |= 1 << KNIGHT;
        let line = step::ALL[i];
        let slider = if i % 2 == 0 { 1 << ROOK | 1 << QUEEN } else { 1 << BISHOP | 1 << QUEEN };
        table[line as usize] |= slider | 1 << KING;
        let mut length = 2u8;
        while length < 8 {
            table[line.wrapping_mul(length) as usize] |= slider << 8;
            length += 1;
        }
        i += 1;
    }
    table[forward.wrapping_add(step::E) as usize] |= 1 << PAWN;
    table[forward.wrapping_add(step::W) as usize] |= 1 << PAWN;
    let mut result = table;
    let mut delta = 0;
    while delta < 256 {
        let mut i = 0;
        let mut near = table[delta];
        while i < 8 {
            near |= table[(delta as u8).wrapping_add(step::ALL[i]) as usize];
            i += 1;
        }
        result[delta] |= ((near | near >> 8) & 0xFF) << 16;
        delta += 1;
    }
    result
}

const fn directions() -> [Step; 256] {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 8 {
        let mut length = 1u8;
        while length < 8 {
            table[step::ALL[i].wrapping_mul(length) as usize] = step::ALL[i];
            length += 1;
        }
        i += 1;
    }
    table
}
