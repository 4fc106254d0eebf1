//! Zobrist keys: fixed pseudo-random numbers, the same in every build.

use super::{Color, Kind, Square};

/// The 64-bit hash of a counter by the output function of SplitMix64 (Steele, Lea, Flood 2014).
#[inline]
pub const fn mix(counter: u64) -> u64 {
    let mut z = counter.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(0x1F83_D9AB_FB41_BD6B);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

const fn piece_table() -> [[u64; 256]; 2 * Kind::LIMIT] {
    let mut table = [[0; 256]; 2 * Kind::LIMIT];
    let mut piece = 0;
    while piece < 2 * Kind::LIMIT {
        let mut square = 0;
        while square < 256 {
            table[piece][square] = mix((piece * 256 + square) as u64);
            square += 1;
        }
        piece += 1;
    }
    table
}

static PIECES: [[u64; 256]; 2 * Kind::LIMIT] = piece_table();

/// The key of a piece on a square.
#[inline(always)]
pub fn piece(color: Color, kind: Kind, square: Square) -> u64 {
    let piece = kind.index::<{ Kind::LIMIT }>() * 2 + color.index();
    // The table would be a tenth of a page that holds an engine, as random numbers cannot be packed.
    if cfg!(target_family = "wasm") {
        return mix((piece * 256 + square.index()) as u64);
    }
    PIECES[piece][square.index()]
}

/// The key of positions with Black to move.
pub const BLACK_TO_MOVE: u64 = mix(0xB1AC);

/// The key of any other part of the state, given by a `topic` of the game's choice and a value.
#[inline(always)]
pub const fn feature(topic: u64, value: u64) -> u64 {
    mix(0x10_0000 + (topic << 32) + value)
}
