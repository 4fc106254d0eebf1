//! Kinds, the escape cells, and attack tables indexed by the difference of two squares.

use crate::types::square::{Step, step};
use crate::types::table::line_of;
use crate::types::{Color, Kind, Letters, Square};
use crate::variants::orthodox::reach::{Reach, at_or_beside, leapers};
use crate::{kinds, table};

kinds! {
    PAWN "Sliding Pawn: a pawn of chess that may also move past an enemy that blocks it.";
    KNIGHT "Knight: (1,2) leaper.";
    GUARD "Ninja Guard: one or two squares diagonally.";
    BOMBER "Flying Bomber: slides orthogonally, captures what it flies over.";
    QUEEN "An awake Ice Queen.";
    KING "The royal piece, always first in its army's list.";
    ICICLE "A frozen Ice Queen.";
}

/// The piece letters by kind.
pub const LETTERS: Letters = Letters("?PNBRQKQ");

pub const FILES: u8 = 6;
pub const RANKS: u8 = 8;

/// The escape cells a4 and a5.
pub const ESCAPE_CELLS: [Square; 2] = [Square::new(0, 3), Square::new(0, 4)];

/// Whether a square is one of [`ESCAPE_CELLS`], where only a king may land.
#[inline(always)]
pub const fn is_escape(square: Square) -> bool {
    // The cells are 0x30 and 0x40: their differences from 0x30 are 0 and 0x10.
    square.0.wrapping_sub(0x30) & 0xEF == 0
}

/// Whether a kind is an Ice Queen, awake or frozen.
#[inline(always)]
pub const fn is_ice_queen(kind: Kind) -> bool {
    kind.number() & 5 == 5
}

/// By colour and difference. Bit `kind` of the low byte: the kind attacks the king; of the high byte: a Bomber may fly
/// over it.
static REACH: [[u16; 256]; 2] = [reach_table(step::N), reach_table(step::S)];

/// By colour and difference. Bit `kind`: the kind may attack the square or an adjacent one.
static VICINITY: [[u8; 256]; 2] = [vicinity_table(step::N), vicinity_table(step::S)];

/// By difference: the single step in its direction; 0 if the squares share no rank or file.
static DIRECTION: [Step; 256] = table!(256, |difference| match line_of(difference as Step) {
    Some((line, _)) if line % 2 == 0 => step::ALL[line],
    _ => 0,
});

/// By difference. Bit `i`: in the `i`th orthogonal direction at any distance; bit `4 + i`: the next square in it.
static AXES: [u8; 256] = table!(256, |difference| match line_of(difference as Step) {
    Some((line, length)) if line % 2 == 0 =>
        if length == 1 {
            0x11 << (line / 2)
        } else {
            1 << (line / 2)
        },
    _ => 0,
});

/// Whether an unfrozen piece of `kind` and `color` on `from` attacks a king on `to`, as far as kind and
/// difference tell: certainly, unless it is by a Bomber's flight.
#[inline(always)]
pub fn reach(color: Color, kind: Kind, from: Square, to: Square) -> Reach {
    Reach::of(u32::from(REACH[color.index()][to.minus(from) as usize]), kind.index::<8>())
}

/// Whether a piece of `kind` and `color` on `from` may attack `to` or an adjacent square.
#[inline(always)]
pub fn is_near(color: Color, kind: Kind, from: Square, to: Square) -> bool {
    VICINITY[color.index()][to.minus(from) as usize] >> kind.index::<8>() & 1 != 0
}

/// The step from `from` towards `to` along a rank or file; 0 if they share none.
#[inline(always)]
pub fn direction(from: Square, to: Square) -> Step {
    DIRECTION[to.minus(from) as usize]
}

/// The position of `square` relative to a king, as bits to be compared with [`bomber_axes`].
#[inline(always)]
pub fn axes_of(king: Square, square: Square) -> u8 {
    AXES[square.minus(king) as usize]
}

/// The squares on which it depends whether a Bomber in `direction` from the king can fly over it: all squares
/// in that direction, and the one behind the king.
#[inline(always)]
pub fn bomber_axes(direction: Step) -> u8 {
    let away = AXES[direction as usize] & 0x0F;
    let back = AXES[direction.wrapping_neg() as usize] & 0xF0;
    away | back
}

/// The kinds that attack a king over a difference of squares, as bits of [`REACH`].
const fn attackers(forward: Step, difference: Step) -> u32 {
    let others = match line_of(difference) {
        Some((line, 1)) if line % 2 == 0 => KING.bit() | QUEEN.bit() | BOMBER.bit() << 8,
        Some((_, 1)) => KING.bit() | QUEEN.bit() | GUARD.bit(),
        Some((line, 2)) => {
            if line % 2 == 0 {
                BOMBER.bit()
            } else {
                GUARD.bit()
            }
        }
        Some((line, _)) if line % 2 == 0 => BOMBER.bit() << 8,
        _ => 0,
    };
    others | leapers(forward, difference)
}

const fn reach_table(forward: Step) -> [u16; 256] {
    table!(256, |difference| attackers(forward, difference as Step) as u16)
}

const fn vicinity_table(forward: Step) -> [u8; 256] {
    let reach = table!(256, |difference| attackers(forward, difference as Step));
    table!(256, |difference| {
        let kinds = at_or_beside(&reach, difference as Step);
        (kinds | kinds >> 8) as u8
    })
}
