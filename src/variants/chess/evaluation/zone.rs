//! Sets of squares of the 8x8 board.
//!
//! Pieces find what they attack by walking the mailbox; what is asked of these squares afterwards (how many are
//! safe, which lie beside a king, which pawns guard them) is arithmetic on whole sets.

use crate::types::square::{Step, step};
use crate::types::{Color, Mailbox, Square};
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// A set of squares: bit `rank * 8 + file`. Whatever is no square of the board is some square or other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Zone(pub u64);

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

impl Zone {
    pub(super) const EMPTY: Zone = Zone(0);
    /// The squares of a1's colour.
    pub(super) const DARK: Zone = Zone(0xAA55_AA55_AA55_AA55);

    #[inline(always)]
    const fn bit(square: Square) -> u32 {
        (square.0 >> 1 & 0x38 | square.0 & 7) as u32
    }

    /// One square.
    #[inline(always)]
    pub(super) const fn of(square: Square) -> Zone {
        Zone(1 << Zone::bit(square))
    }

    /// The square of an index `rank * 8 + file`.
    #[inline(always)]
    pub(super) const fn at(index: usize) -> Zone {
        Zone(1 << (index & 63))
    }

    /// The file of an index.
    #[inline(always)]
    pub(super) const fn file(index: usize) -> Zone {
        Zone(FILE_A << (index & 7))
    }

    /// A rank from 0.
    #[inline(always)]
    pub(super) const fn rank(rank: usize) -> Zone {
        Zone(0xFF << ((rank * 8) & 63))
    }

    /// A rank from 0 and all above it.
    #[inline(always)]
    pub(super) const fn ranks_from(rank: usize) -> Zone {
        Zone(!0 << ((rank * 8) & 63))
    }

    #[inline(always)]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub(super) const fn meets(self, other: Zone) -> bool {
        self.0 & other.0 != 0
    }

    #[inline(always)]
    pub(super) const fn count(self) -> i32 {
        self.0.count_ones() as i32
    }

    /// As `color` sees it from his own side of the board.
    #[inline(always)]
    pub(super) fn seen_by(self, color: Color) -> Zone {
        color.choose(self, Zone(self.0.swap_bytes()))
    }

    /// One rank up.
    #[inline(always)]
    pub(super) const fn up(self) -> Zone {
        Zone(self.0 << 8)
    }

    /// One rank down.
    #[inline(always)]
    pub(super) const fn down(self) -> Zone {
        Zone(self.0 >> 8)
    }

    /// The squares to the left and the right of these.
    #[inline(always)]
    pub(super) const fn beside(self) -> Zone {
        Zone((self.0 & !FILE_A) >> 1 | (self.0 & !FILE_H) << 1)
    }

    /// These and all squares above them.
    #[inline(always)]
    pub(super) const fn and_above(self) -> Zone {
        let two = self.0 | self.0 << 8;
        let four = two | two << 16;
        Zone(four | four << 32)
    }

    /// These and all squares below them.
    #[inline(always)]
    pub(super) const fn and_below(self) -> Zone {
        let two = self.0 | self.0 >> 8;
        let four = two | two >> 16;
        Zone(four | four >> 32)
    }

    /// These and all squares that touch them.
    #[inline(always)]
    pub(super) const fn and_around(self) -> Zone {
        let row = self.0 | self.beside().0;
        Zone(row | row << 8 | row >> 8)
    }

    /// The index of the lowest square, 64 if there is none.
    #[inline(always)]
    pub(super) const fn lowest(self) -> usize {
        self.0.trailing_zeros() as usize
    }

    /// The indices `rank * 8 + file` of the squares.
    #[inline(always)]
    pub(super) fn indices(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let index = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            (index < 64).then_some(index)
        })
    }

    /// The squares where a slider's ways end and those before; what stands there does not matter.
    #[inline(always)]
    pub(super) fn slide<const D: usize>(board: &Mailbox<32>, from: Square, steps: &[Step; D]) -> Zone {
        let mut zone = 0;
        for &step in steps {
            let mut bit = Zone::of(from).0.rotate_left(turn(step));
            let mut to = from.step(step);
            let mut cell = board.at(to);
            while cell.is_empty() {
                zone |= bit;
                bit = bit.rotate_left(turn(step));
                to = to.step(step);
                cell = board.at(to);
            }
            zone |= if cell.is_piece() { bit } else { 0 };
        }
        Zone(zone)
    }

    /// The squares that a knight reaches.
    #[inline(always)]
    pub(super) fn knight(from: Square) -> Zone {
        KNIGHT_ZONES[Zone::bit(from) as usize]
    }
}

/// How far a step moves the bit of a square, modulo 64.
#[inline(always)]
const fn turn(step: Step) -> u32 {
    let files = (step.wrapping_add(8) & 15) as i32 - 8;
    let ranks = (step as i8 as i32 - files) >> 4;
    (ranks * 8 + files) as u32 & 63
}

static KNIGHT_ZONES: [Zone; 64] = {
    let mut table = [Zone::EMPTY; 64];
    let mut index = 0u8;
    while index < 64 {
        let from = Square::new(index & 7, index >> 3);
        let mut i = 0;
        while i < 8 {
            let to = from.step(step::KNIGHT[i]);
            if to.file() < 8 && to.rank() < 8 {
                table[index as usize].0 |= Zone::of(to).0;
            }
            i += 1;
        }
        index += 1;
    }
    table
};

/// King steps between two squares given by their indices.
#[inline(always)]
pub(super) const fn distance(a: usize, b: usize) -> usize {
    let files = (a & 7).abs_diff(b & 7);
    let ranks = (a >> 3 & 7).abs_diff(b >> 3 & 7);
    if files > ranks { files } else { ranks }
}

impl BitOr for Zone {
    type Output = Zone;
    #[inline(always)]
    fn bitor(self, other: Zone) -> Zone {
        Zone(self.0 | other.0)
    }
}

impl BitOrAssign for Zone {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Zone) {
        self.0 |= other.0;
    }
}

impl BitAnd for Zone {
    type Output = Zone;
    #[inline(always)]
    fn bitand(self, other: Zone) -> Zone {
        Zone(self.0 & other.0)
    }
}

impl Not for Zone {
    type Output = Zone;
    #[inline(always)]
    fn not(self) -> Zone {
        Zone(!self.0)
    }
}
