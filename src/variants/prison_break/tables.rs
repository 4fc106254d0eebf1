//! Kinds, the escape cells, and who can reach what: one lookup by the difference of two squares.

use crate::eval::zone;
use crate::types::square::{Step, step};
use crate::types::{Color, Letters, Square};

pub use crate::variants::orthodox::pieces::PAWN;

/// (1,2) leaper.
pub const KNIGHT: u8 = 2;
/// Ninja Guard: one or two squares diagonally.
pub const GUARD: u8 = 3;
/// Flying Bomber.
pub const BOMBER: u8 = 4;
/// An Ice Queen that is awake.
pub const QUEEN: u8 = 5;
/// The royal piece; always number 0 of its army.
pub const KING: u8 = 6;
/// An Ice Queen that is frozen.
pub const ICICLE: u8 = 7;
/// Letters by kind.
pub const LETTERS: Letters = Letters("?PNBRQKQ");

/// Files and ranks of the board.
pub const FILES: u8 = 6;
/// See [`FILES`].
pub const RANKS: u8 = 8;

/// a4 and a5: the way out of the prison.
pub const ESCAPE_CELLS: [Square; 2] = [Square::new(0, 3), Square::new(0, 4)];

/// A Ninja Guard's longer steps.
pub const TWO_DIAGONALLY: [Step; 4] = {
    let [one, two, three, four] = step::DIAGONAL;
    [one.wrapping_mul(2), two.wrapping_mul(2), three.wrapping_mul(2), four.wrapping_mul(2)]
};

/// One of [`ESCAPE_CELLS`], where nothing but a king may land.
#[inline(always)]
pub const fn is_escape(square: Square) -> bool {
    // The cells are 0x30 and 0x40: 0x30 and one bit more, counted from 0x30.
    square.0.wrapping_sub(0x30) & 0xEF == 0
}

/// Whether the two are one square or adjacent.
#[inline(always)]
pub fn is_close(one: Square, other: Square) -> bool {
    CLOSE[one.minus(other) as usize]
}

/// An Ice Queen, awake or not.
#[inline(always)]
pub const fn is_ice_queen(kind: u8) -> bool {
    kind & 5 == 5
}

/// What can be said of an unfrozen attacker by its kind and the step from it to the king it looks at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Reach(u16);

impl Reach {
    /// The attacker hits or might hit the king.
    #[inline(always)]
    pub const fn possible(self) -> bool {
        self.0 & 0x101 != 0
    }

    /// It hits whatever else stands on the board. All but a Bomber's flight over its victim is of this sort.
    #[inline(always)]
    pub const fn certain(self) -> bool {
        self.0 & 1 != 0
    }
}

/// Bit `kind` of the low byte: certain to hit a king; of the high byte: a Bomber that might fly over it.
static REACH: [[u16; 256]; 2] = [reach_table(step::N), reach_table(step::S)];

/// Bit `kind`: might hit the square or one beside it.
static VICINITY: [[u8; 256]; 2] = [vicinity_table(&REACH[0]), vicinity_table(&REACH[1])];

/// The single step along the line of a longer one; 0 if the squares share no rank or file.
static DIRECTION: [Step; 256] = directions();

/// No step, and the eight king steps.
static CLOSE: [bool; 256] = close();

/// Bit `i`: in the `i`th orthogonal direction at any distance; bit `4 + i`: the next square in it.
static AXES: [u8; 256] = axes();

/// The squares of a king's [`zone`] that exist, by his square.
static ZONE: [u16; 256] = zones();

/// What a piece hits of a king's zone, by colour, kind and the difference of the king's square to its own.
static ZONE_HITS: [[[u16; 256]; 8]; 2] = [zone_hits(step::N), zone_hits(step::S)];

/// The same for what still hits when an Ice Queen arrives there, who freezes what is adjacent, and for an Ice Queen.
static ZONE_COVER: [[u16; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    table[KNIGHT as usize] = zone::leaper(&step::KNIGHT);
    table[GUARD as usize] = zone::leaper(&TWO_DIAGONALLY);
    table[QUEEN as usize] = zone::leaper(&step::ALL);
    table
};

/// The nine squares on and around a king, as far as they exist.
#[inline(always)]
pub fn zone_squares(king: Square) -> u16 {
    ZONE[king.index()]
}

/// What of a king's zone an unfrozen piece other than a Bomber hits. Nothing stands in its way.
#[inline(always)]
pub fn zone_hits_of(color: Color, kind: u8, from: Square, king: Square) -> u16 {
    ZONE_HITS[color.index()][kind as usize & 7][king.minus(from) as usize]
}

/// Where in its own king's zone a piece other than a Bomber would capture an arriving Ice Queen, or freeze her.
#[inline(always)]
pub fn zone_cover_of(kind: u8, from: Square, king: Square) -> u16 {
    ZONE_COVER[kind as usize & 7][king.minus(from) as usize]
}

/// How an attacker of `kind` and `color` on `from` stands to a king on `to`.
#[inline(always)]
pub fn reach(color: Color, kind: u8, from: Square, to: Square) -> Reach {
    Reach(REACH[color.index()][to.minus(from) as usize] >> (kind & 7))
}

/// Whether an attacker might hit `to` or a square beside it.
#[inline(always)]
pub fn is_near(color: Color, kind: u8, from: Square, to: Square) -> bool {
    VICINITY[color.index()][to.minus(from) as usize] >> (kind & 7) & 1 != 0
}

/// The step that leads from `from` towards `to` along a rank or file; 0 if they share none.
#[inline(always)]
pub fn direction(from: Square, to: Square) -> Step {
    DIRECTION[to.minus(from) as usize]
}

/// How `square` lies to a king, as bits of a [`watch`].
#[inline(always)]
pub fn axes_of(king: Square, square: Square) -> u8 {
    AXES[square.minus(king) as usize]
}

/// The squares that decide whether a Bomber in `direction` from the king can fly over it:
/// all in that direction, and the one behind the king.
#[inline(always)]
pub fn watch(direction: Step) -> u8 {
    let away = AXES[direction as usize] & 0x0F;
    let back = AXES[direction.wrapping_neg() as usize] & 0xF0;
    away | back
}

const fn reach_table(forward: Step) -> [u16; 256] {
    let mut table = [0u16; 256];
    let mut i = 0;
    while i < 8 {
        table[step::KNIGHT[i] as usize] |= 1 << KNIGHT;
        table[step::ALL[i] as usize] |= 1 << KING | 1 << QUEEN;
        i += 1;
    }
    i = 0;
    while i < 4 {
        let (diagonal, line) = (step::DIAGONAL[i], step::ORTHOGONAL[i]);
        table[diagonal as usize] |= 1 << GUARD;
        table[diagonal.wrapping_mul(2) as usize] |= 1 << GUARD;
        let mut length = 1u8;
        while length < RANKS {
            table[line.wrapping_mul(length) as usize] |= if length == 2 { 1 << BOMBER } else { 0x100 << BOMBER };
            length += 1;
        }
        i += 1;
    }
    table[forward.wrapping_add(step::E) as usize] |= 1 << PAWN;
    table[forward.wrapping_add(step::W) as usize] |= 1 << PAWN;
    table
}

const fn vicinity_table(reach: &[u16; 256]) -> [u8; 256] {
    let mut table = [0; 256];
    let mut difference = 0;
    while difference < 256 {
        let mut kinds = reach[difference] | reach[difference] >> 8;
        let mut i = 0;
        while i < 8 {
            let beside = reach[(difference as u8).wrapping_add(step::ALL[i]) as usize];
            kinds |= beside | beside >> 8;
            i += 1;
        }
        table[difference] = kinds as u8;
        difference += 1;
    }
    table
}

const fn directions() -> [Step; 256] {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 4 {
        let mut length = 1u8;
        while length < RANKS {
            table[step::ORTHOGONAL[i].wrapping_mul(length) as usize] = step::ORTHOGONAL[i];
            length += 1;
        }
        i += 1;
    }
    table
}

const fn axes() -> [u8; 256] {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 4 {
        let mut length = 1u8;
        while length < RANKS {
            table[step::ORTHOGONAL[i].wrapping_mul(length) as usize] |= if length == 1 { 0x11 << i } else { 1 << i };
            length += 1;
        }
        i += 1;
    }
    table
}

const fn close() -> [bool; 256] {
    let mut table = [false; 256];
    table[0] = true;
    let mut i = 0;
    while i < 8 {
        table[step::ALL[i] as usize] = true;
        i += 1;
    }
    table
}

const fn zones() -> [u16; 256] {
    let mut table = [0; 256];
    let mut king = 0;
    while king < 256 {
        let mut bit = 0;
        while bit < 9 {
            let square = (king as u8).wrapping_add(zone::offset(bit));
            let exists = square & 15 < FILES && square >> 4 < RANKS;
            table[king] |= (exists as u16) << bit;
            bit += 1;
        }
        king += 1;
    }
    table
}

const fn zone_hits(forward: Step) -> [[u16; 256]; 8] {
    let mut table = ZONE_COVER;
    let one = zone::leaper(&step::DIAGONAL);
    let mut i = 0;
    while i < 256 {
        table[GUARD as usize][i] |= one[i];
        i += 1;
    }
    table[PAWN as usize] = zone::leaper(&[forward.wrapping_add(step::E), forward.wrapping_add(step::W)]);
    table
}
