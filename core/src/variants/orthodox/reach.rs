//! Which piece can reach what: one lookup by the difference of two squares answers most questions of attack.

use super::pieces::{BISHOP, KING, KNIGHT, LINES, PAWN, QUEEN, ROOK};
use crate::table;
use crate::types::square::{Step, step};
use crate::types::table::{contains, line_of};
use crate::types::{Color, Kind, Square};

/// What an attacker's kind and the step from it to its target tell about the attack.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Reach<const SLIDE: u32 = 8>(u32);

impl<const SLIDE: u32> Reach<SLIDE> {
    /// The entry of the kind with this index in a row of a table like `REACH`, with slides in the bits from `SLIDE` on.
    #[inline(always)]
    pub const fn of(row: u32, kind: usize) -> Self {
        Reach(row >> kind)
    }

    /// Whether the attacker hits or might hit the target.
    #[inline(always)]
    pub const fn possible(self) -> bool {
        self.0 & (1 << SLIDE | 1) != 0
    }

    /// Whether it hits whatever stands between: by a leap, or a slide of one step.
    #[inline(always)]
    pub const fn certain(self) -> bool {
        self.0 & 1 != 0
    }
}

impl Reach {
    /// Whether it might hit the target, a square beside it, or the second one to its left or right.
    #[inline(always)]
    pub const fn near(self) -> bool {
        self.0 & 0x10000 != 0
    }
}

/// Bit `kind` of the lowest byte: a contact or leaping attack; of the second: a slide over at least one square; of the
/// third: either of these on the target, a square beside it, or the second one to its left or right.
static REACH: [[u32; 256]; 2] = [reach_table(step::N), reach_table(step::S)];

/// The single step along the line of a longer one; 0 if the squares share no line.
static DIRECTION: [Step; 256] = table!(256, |difference| match line_of(difference as Step) {
    Some((line, _)) => step::ALL[line],
    None => 0,
});

/// The reach of an attacker of `kind` and `color` on `from` to `to`.
#[inline(always)]
pub fn reach(color: Color, kind: Kind, from: Square, to: Square) -> Reach {
    Reach::of(REACH[color.index()][to.minus(from) as usize], kind.index::<8>())
}

/// The single step from `from` towards `to` along a line; 0 if they share no line.
#[inline(always)]
pub fn direction(from: Square, to: Square) -> Step {
    DIRECTION[to.minus(from) as usize]
}

const fn reach_table(forward: Step) -> [u32; 256] {
    let attackers = table!(256, |difference| {
        let king = if contains(&step::ALL, difference as Step) { KING.bit() } else { 0 };
        king | leapers(forward, difference as Step) | sliders(&LINES, difference as Step)
    });
    table!(256, |difference| {
        let east = attackers[(difference as Step).wrapping_add(2 * step::E) as usize];
        let west = attackers[(difference as Step).wrapping_sub(2 * step::E) as usize];
        let near = at_or_beside(&attackers, difference as Step) | east | west;
        attackers[difference] | ((near | near >> 8) & 0xFF) << 16
    })
}

/// Knight and pawn, as far as they attack over a difference of squares.
pub const fn leapers(forward: Step, difference: Step) -> u32 {
    let captures = [forward.wrapping_add(step::E), forward.wrapping_add(step::W)];
    let knight = if contains(&step::KNIGHT, difference) { KNIGHT.bit() } else { 0 };
    let pawn = if contains(&captures, difference) { PAWN.bit() } else { 0 };
    knight | pawn
}

/// The three kinds of slider, with these lines, that attack over a difference of squares: bits by kind in the lowest
/// byte for a single step, in the second for a longer slide.
pub const fn sliders(slides: &[&[Step]; 3], difference: Step) -> u32 {
    let Some((line, length)) = line_of(difference) else { return 0 };
    let [light, middle, heavy] = *slides;
    let light = if contains(light, step::ALL[line]) { BISHOP.bit() } else { 0 };
    let middle = if contains(middle, step::ALL[line]) { ROOK.bit() } else { 0 };
    let heavy = if contains(heavy, step::ALL[line]) { QUEEN.bit() } else { 0 };
    (light | middle | heavy) << if length == 1 { 0 } else { 8 }
}

/// All bits of the entries for a difference of squares and for those one king step from it.
pub const fn at_or_beside(table: &[u32; 256], difference: Step) -> u32 {
    let mut bits = table[difference as usize];
    let mut i = 0;
    while i < 8 {
        bits |= table[difference.wrapping_add(step::ALL[i]) as usize];
        i += 1;
    }
    bits
}
