//! Piece-square tables made from a few named numbers instead of 64 loose ones.
//!
//! All are seen from White's side: index `rank * 8 + file`.

use super::Phased;
use crate::types::{Color, Square};

/// Where a table has the value of a square to `color`.
#[inline(always)]
pub fn index(color: Color, square: Square) -> usize {
    let rank = color.choose(square.rank(), 7u8.wrapping_sub(square.rank())) as usize;
    (rank * 8 + square.file() as usize) & 63
}

/// Steps from the nearest of the four centre squares, summed over both axes (0 to 6).
const fn centre_distance(square: usize) -> i32 {
    const fn axis(coordinate: i32) -> i32 {
        if coordinate < 4 { 3 - coordinate } else { coordinate - 4 }
    }
    axis(square as i32 % 8) + axis(square as i32 / 8)
}

/// A bonus of `slope` for every step nearer to the centre; `offset` is the value in the corner.
pub const fn centre(slope: Phased, offset: Phased) -> [Phased; 64] {
    let mut table = [Phased::ZERO; 64];
    let mut square = 0;
    while square < 64 {
        let near = 6 - centre_distance(square);
        table[square] = Phased::new(offset.middle() + slope.middle() * near, offset.end() + slope.end() * near);
        square += 1;
    }
    table
}

/// Chess pawns: forward in the end game, to the centre in the middle game.
pub const fn pawn() -> [Phased; 64] {
    let mut table = [Phased::ZERO; 64];
    let mut square = 8;
    while square < 56 {
        let (file, rank) = (square as i32 % 8, square as i32 / 8);
        let inner = if file == 3 || file == 4 {
            2
        } else if file == 2 || file == 5 {
            1
        } else {
            0
        };
        let advanced = rank - 1;
        table[square] = Phased::new(inner * advanced * 4 + advanced * 2, advanced * advanced * 3);
        square += 1;
    }
    table
}

/// Chess rooks: central files, and the seventh rank.
pub const fn rook() -> [Phased; 64] {
    let mut table = [Phased::ZERO; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square as i32 % 8, square as i32 / 8);
        let inner = if file < 4 { file } else { 7 - file };
        let seventh = if rank == 6 { 14 } else { 0 };
        table[square] = Phased::new(inner * 3 + seventh, seventh);
        square += 1;
    }
    table
}

/// Chess kings: hidden in a corner while there are pieces, in the centre when there are none.
pub const fn king() -> [Phased; 64] {
    let mut table = [Phased::ZERO; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square as i32 % 8, square as i32 / 8);
        let home = if file <= 2 || file >= 6 { 22 } else { 0 };
        table[square] = Phased::new(home - 16 * rank, 24 - 9 * centre_distance(square));
        square += 1;
    }
    table
}
