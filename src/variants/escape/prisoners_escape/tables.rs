//! The pieces of Prisoner's Escape: how they move.

use super::super::{KNIGHT, PAWN, ROYAL};
use crate::types::square::{Step, step};
use crate::types::{Color, Square};
use crate::variants::orthodox::reach::Reach;

/// Slides diagonally forward and straight backward.
pub const FALCON: u8 = 3;
/// Slides straight forward and diagonally backward.
pub const HUNTER: u8 = 4;
/// Slides in all directions but sideways.
pub const GUARD: u8 = 5;

/// Falcon, Hunter and Guard, for White and for Black.
pub const SLIDES: [[&[Step]; 3]; 2] = [
    [
        &[step::NE, step::NW, step::S],
        &[step::N, step::SE, step::SW],
        &[step::N, step::NE, step::SE, step::S, step::SW, step::NW],
    ],
    [
        &[step::SE, step::SW, step::N],
        &[step::S, step::NE, step::NW],
        &[step::S, step::SE, step::NE, step::N, step::NW, step::SW],
    ],
];

/// As chess's table: contact and leaping attacks in the low byte, longer slides in the high byte, bits by kind.
static REACH: [[u16; 256]; 2] = [reach_table(Color::White), reach_table(Color::Black)];

/// How an attacker of `kind` and `color` on `from` stands to `to`.
#[inline(always)]
pub fn reach(color: Color, kind: u8, from: Square, to: Square) -> Reach {
    Reach::of(u32::from(REACH[color.index()][to.minus(from) as usize]), kind)
}

const fn reach_table(color: Color) -> [u16; 256] {
    let mut table = [0u16; 256];
    let mut i = 0;
    while i < 8 {
        table[step::KNIGHT[i] as usize] |= 1 << KNIGHT;
        i += 1;
    }
    let mut kind = FALCON;
    while kind <= GUARD {
        let lines = SLIDES[color.index()][(kind - FALCON) as usize];
        let mut line = 0;
        while line < lines.len() {
            table[lines[line] as usize] |= 1 << kind;
            let mut length = 2u8;
            while length < 8 {
                table[lines[line].wrapping_mul(length) as usize] |= 1 << kind << 8;
                length += 1;
            }
            line += 1;
        }
        kind += 1;
    }
    let forward = if color.index() == 0 { step::N } else { step::S };
    table[forward.wrapping_add(step::E) as usize] |= 1 << PAWN;
    table[forward.wrapping_add(step::W) as usize] |= 1 << PAWN;
    table
}

// The royal piece has the number after the sliders in all games of the family.
const _: () = assert!(GUARD + 1 == ROYAL);
