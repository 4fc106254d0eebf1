//! Indices into piece-square tables of 8x8 boards.
//!
//! A table has 64 entries at `rank * 8 + file`, written from White's side.

use crate::types::{Color, Square};

/// Returns the index of a square in the tables of `color`.
#[inline(always)]
pub fn index(color: Color, square: Square) -> usize {
    (color.relative_rank(square, 8) as usize * 8 + square.file() as usize) & 63
}
