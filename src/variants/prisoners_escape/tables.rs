//! The pieces of Prisoner's Escape: how they move, and what they are worth.

use super::{Freedom, KNIGHT, PAWN, ROYAL, Weights};
use crate::eval::Phased;
use crate::types::square::{Step, step};
use crate::types::{Color, Square};
use crate::variants::chess::tables::Reach;

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

/// What the evaluation goes by. Pawns are four steps from a Guard, and every piece that is left can hold.
pub static WEIGHTS: Weights = Weights {
    material: [
        Phased::ZERO,
        Phased::new(90, 130),
        Phased::new(330, 310),
        Phased::new(300, 310),
        Phased::new(310, 320),
        Phased::new(640, 680),
        Phased::ZERO,
        Phased::ZERO,
    ],
    worth: [0, 100, 320, 300, 310, 650, 0, 0],
    phase: [0, 0, 1, 1, 1, 3, 0, 0],
    mobility: [
        (Phased::ZERO, 0),
        (Phased::ZERO, 0),
        (Phased::new(5, 4), 4),
        (Phased::new(5, 5), 4),
        (Phased::new(5, 5), 4),
        (Phased::new(3, 4), 9),
        (Phased::ZERO, 0),
        (Phased::ZERO, 0),
    ],
    tables: [
        [Phased::ZERO; 64],
        pawns(),
        centre(Phased::new(8, 5)),
        centre(Phased::new(4, 3)),
        centre(Phased::new(4, 3)),
        centre(Phased::new(2, 4)),
        centre(Phased::new(0, 6)),
        [Phased::ZERO; 64],
    ],
    holders: [Phased::new(-90, -140), Phased::ZERO, Phased::new(60, 85), Phased::new(100, 135)],
    covered: Phased::new(20, 24),
    freedom: Freedom { first: Phased::new(88, 140), more: Phased::new(30, 48), to_move: 0 },
};

/// A bonus of `slope` for every step nearer to the centre, the d-file between the fourth and the fifth rank.
const fn centre(slope: Phased) -> [Phased; 64] {
    let mut table = [Phased::ZERO; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square as i32 % 8, square as i32 / 8);
        let across = if file < 3 { 3 - file } else { file - 3 };
        let along = if rank < 4 { 3 - rank } else { rank - 4 };
        let near = 3 - across - along;
        table[square] = Phased::new(slope.middle() * near, slope.end() * near);
        square += 1;
    }
    table
}

/// Pawns want to the seventh rank, and in the middle game rather on inner files.
const fn pawns() -> [Phased; 64] {
    let mut table = [Phased::ZERO; 64];
    let mut square = 24;
    while square < 48 {
        let (file, rank) = (square as i32 % 8, square as i32 / 8);
        let inner = if file < 3 { file } else { 6 - file };
        let advanced = rank - 2;
        table[square] = Phased::new(advanced * (4 + 2 * inner), advanced * advanced * 12);
        square += 1;
    }
    table
}

// The royal piece has the number after the sliders in all games of the family.
const _: () = assert!(GUARD + 1 == ROYAL);
