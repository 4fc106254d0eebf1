//! Kinds, the escape cells, and attack tables indexed by the difference of two squares.

use crate::eval::king_ring;
use crate::types::square::{Step, step};
use crate::types::{Color, Letters, Square};

pub use crate::variants::orthodox::pieces::PAWN;

/// Knight: (1,2) leaper.
pub const KNIGHT: u8 = 2;
/// Ninja Guard: one or two squares diagonally.
pub const GUARD: u8 = 3;
/// Flying Bomber: slides orthogonally, captures what it flies over.
pub const BOMBER: u8 = 4;
/// An awake Ice Queen.
pub const QUEEN: u8 = 5;
/// The royal piece, always first in its army's list.
pub const KING: u8 = 6;
/// A frozen Ice Queen.
pub const ICICLE: u8 = 7;
/// The piece letters by kind.
pub const LETTERS: Letters = Letters("?PNBRQKQ");

/// The number of files.
pub const FILES: u8 = 6;
/// The number of ranks.
pub const RANKS: u8 = 8;

/// The escape cells a4 and a5.
pub const ESCAPE_CELLS: [Square; 2] = [Square::new(0, 3), Square::new(0, 4)];

/// The Ninja Guard's steps of two squares.
pub const TWO_DIAGONALLY: [Step; 4] = {
    let [one, two, three, four] = step::DIAGONAL;
    [one.wrapping_mul(2), two.wrapping_mul(2), three.wrapping_mul(2), four.wrapping_mul(2)]
};

/// Returns whether a square is one of [`ESCAPE_CELLS`], where only a king may land.
#[inline(always)]
pub const fn is_escape(square: Square) -> bool {
    // The cells are 0x30 and 0x40: their differences from 0x30 are 0 and 0x10.
    square.0.wrapping_sub(0x30) & 0xEF == 0
}

/// Returns whether two squares are equal or adjacent.
#[inline(always)]
pub fn is_close(one: Square, other: Square) -> bool {
    CLOSE[one.minus(other) as usize]
}

/// Returns whether a kind is an Ice Queen, awake or frozen.
#[inline(always)]
pub const fn is_ice_queen(kind: u8) -> bool {
    kind & 5 == 5
}

/// Whether an unfrozen piece attacks a king, as far as its kind and the difference of the two squares tell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Reach(u16);

impl Reach {
    /// Returns whether the piece attacks the king, or may do so.
    #[inline(always)]
    pub const fn possible(self) -> bool {
        self.0 & 0x101 != 0
    }

    /// Returns whether the piece attacks the king whatever else stands on the board: any attack but a Bomber's flight.
    #[inline(always)]
    pub const fn certain(self) -> bool {
        self.0 & 1 != 0
    }
}

/// By colour and difference. Bit `kind` of the low byte: the kind attacks the king; of the high byte: a Bomber may fly
/// over it.
static REACH: [[u16; 256]; 2] = [reach_table(step::N), reach_table(step::S)];

/// By colour and difference. Bit `kind`: the kind may attack the square or an adjacent one.
static VICINITY: [[u8; 256]; 2] = [vicinity_table(&REACH[0]), vicinity_table(&REACH[1])];

/// By difference: the single step in its direction; 0 if the squares share no rank or file.
static DIRECTION: [Step; 256] = directions();

/// By difference: whether it is 0 or a king step.
static CLOSE: [bool; 256] = close();

/// By difference. Bit `i`: in the `i`th orthogonal direction at any distance; bit `4 + i`: the next square in it.
static AXES: [u8; 256] = axes();

/// The squares of a [`king_ring`] that are on the board, by the king's square.
static RING: [u16; 256] = rings();

/// The squares of a king ring that a piece attacks, by colour, kind and the difference of the king's square to its own.
static RING_ATTACKS: [[[u16; 256]; 8]; 2] = [ring_attacks(step::N), ring_attacks(step::S)];

/// The squares of a king ring on which a piece could capture or freeze an Ice Queen that arrives there and freezes what
/// is adjacent, by kind and the same difference.
static RING_DEFENCE: [[u16; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    table[KNIGHT as usize] = king_ring::leaper(&step::KNIGHT);
    table[GUARD as usize] = king_ring::leaper(&TWO_DIAGONALLY);
    table[QUEEN as usize] = king_ring::leaper(&step::ALL);
    table
};

/// Returns the squares of a king's ring that are on the board.
#[inline(always)]
pub fn ring_squares(king: Square) -> u16 {
    RING[king.index()]
}

/// Returns the squares of a king's ring that an unfrozen piece other than a Bomber attacks; nothing can block it.
#[inline(always)]
pub fn ring_attacks_of(color: Color, kind: u8, from: Square, king: Square) -> u16 {
    RING_ATTACKS[color.index()][kind as usize & 7][king.minus(from) as usize]
}

/// Returns the squares of its own king's ring on which a piece other than a Bomber would capture or freeze an arriving
/// Ice Queen.
#[inline(always)]
pub fn ring_defence_of(kind: u8, from: Square, king: Square) -> u16 {
    RING_DEFENCE[kind as usize & 7][king.minus(from) as usize]
}

/// Returns whether a piece of `kind` and `color` on `from` attacks a king on `to`.
#[inline(always)]
pub fn reach(color: Color, kind: u8, from: Square, to: Square) -> Reach {
    Reach(REACH[color.index()][to.minus(from) as usize] >> (kind & 7))
}

/// Returns whether a piece of `kind` and `color` on `from` may attack `to` or an adjacent square.
#[inline(always)]
pub fn is_near(color: Color, kind: u8, from: Square, to: Square) -> bool {
    VICINITY[color.index()][to.minus(from) as usize] >> (kind & 7) & 1 != 0
}

/// Returns the step from `from` towards `to` along a rank or file; 0 if they share none.
#[inline(always)]
pub fn direction(from: Square, to: Square) -> Step {
    DIRECTION[to.minus(from) as usize]
}

/// Returns the position of `square` relative to a king, as bits to be compared with [`bomber_axes`].
#[inline(always)]
pub fn axes_of(king: Square, square: Square) -> u8 {
    AXES[square.minus(king) as usize]
}

/// Returns the squares on which it depends whether a Bomber in `direction` from the king can fly over it: all squares
/// in that direction, and the one behind the king.
#[inline(always)]
pub fn bomber_axes(direction: Step) -> u8 {
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

const fn rings() -> [u16; 256] {
    let mut table = [0; 256];
    let mut king = 0;
    while king < 256 {
        let mut bit = 0;
        while bit < 9 {
            let square = (king as u8).wrapping_add(king_ring::offset(bit));
            let exists = square & 15 < FILES && square >> 4 < RANKS;
            table[king] |= (exists as u16) << bit;
            bit += 1;
        }
        king += 1;
    }
    table
}

const fn ring_attacks(forward: Step) -> [[u16; 256]; 8] {
    let mut table = RING_DEFENCE;
    let one = king_ring::leaper(&step::DIAGONAL);
    let mut i = 0;
    while i < 256 {
        table[GUARD as usize][i] |= one[i];
        i += 1;
    }
    table[PAWN as usize] = king_ring::leaper(&[forward.wrapping_add(step::E), forward.wrapping_add(step::W)]);
    table
}
