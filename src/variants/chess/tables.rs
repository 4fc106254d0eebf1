//! Who can reach what: one lookup by the difference of two squares answers most questions of attack.

use crate::types::square::{Step, step};
use crate::types::{Color, Letters, Square};

/// Piece kinds, as the mailbox stores them.
pub use crate::variants::common::PAWN;
/// (1,2) leaper.
pub const KNIGHT: u8 = 2;
/// Diagonal slider.
pub const BISHOP: u8 = 3;
/// Orthogonal slider.
pub const ROOK: u8 = 4;
/// Slider in all eight directions.
pub const QUEEN: u8 = 5;
/// The royal piece; always number 0 of its army.
pub const KING: u8 = 6;
/// Letters by kind.
pub const LETTERS: Letters = Letters("?PNBRQK");

/// What can be said of an attacker by its kind and the step from it to its target.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Reach(u32);

impl Reach {
    /// The entry of an attacker's `kind` in a row of a table laid out like [`REACH`].
    #[inline(always)]
    pub const fn of(row: u32, kind: u8) -> Reach {
        Reach(row >> (kind & 7))
    }

    /// The attacker hits or might hit the target.
    #[inline(always)]
    pub const fn possible(self) -> bool {
        self.0 & 0x101 != 0
    }

    /// It might hit a square beside the target, or the target itself.
    #[inline(always)]
    pub const fn near(self) -> bool {
        self.0 & 0x10000 != 0
    }

    /// It hits whatever stands between: a leap, or a slide of one step.
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

/// How an attacker of `kind` and `color` on `from` stands to `to`.
#[inline(always)]
pub fn reach(color: Color, kind: u8, from: Square, to: Square) -> Reach {
    Reach::of(REACH[color.index()][to.minus(from) as usize], kind)
}

/// The step that leads from `from` towards `to` along a line; 0 if they share none.
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
