//! Where tables of 64 squares have the value of a square.
//!
//! All are seen from White's side: index `rank * 8 + file`.

use crate::types::{Color, Square};

/// Where a table has the value of a square to `color`.
#[inline(always)]
pub fn index(color: Color, square: Square) -> usize {
    let rank = color.choose(square.rank(), 7u8.wrapping_sub(square.rank())) as usize;
    (rank * 8 + square.file() as usize) & 63
}
