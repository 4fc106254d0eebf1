//! The pieces of Prisoner's Escape: how they move.

use super::super::ROYAL;
use crate::table;
use crate::types::square::{Step, step};
use crate::types::{Color, Kind, Square};
use crate::variants::orthodox::reach::{Reach, leapers, sliders};

/// Slides diagonally forward and straight backward.
pub const FALCON: Kind = Kind::new(3);
/// Slides straight forward and diagonally backward.
pub const HUNTER: Kind = Kind::new(4);
/// Slides in all directions but sideways.
pub const GUARD: Kind = Kind::new(5);

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
static REACH: [[u16; 256]; 2] = [reach_table(step::N, &SLIDES[0]), reach_table(step::S, &SLIDES[1])];

const fn reach_table(forward: Step, slides: &[&[Step]; 3]) -> [u16; 256] {
    table!(256, |difference| (leapers(forward, difference as Step) | sliders(slides, difference as Step)) as u16)
}

/// How an attacker of `kind` and `color` on `from` stands to `to`.
#[inline(always)]
pub fn reach(color: Color, kind: Kind, from: Square, to: Square) -> Reach {
    Reach::of(u32::from(REACH[color.index()][to.minus(from) as usize]), kind.index::<8>())
}

// The royal piece has the number after the sliders in all games of the family.
const _: () = assert!(GUARD.number() + 1 == ROYAL.number());
