//! Which pieces attack a square.

use super::lines::{is_clear, is_open};
use super::reach::reach;
use crate::types::{Color, Mailbox, Square};

/// Returns whether the piece of `kind` on `from` attacks `square`. A piece on `ghost` does not stand in the way: a king
/// that is about to leave it, for example.
#[inline(always)]
pub fn hits<const N: usize>(
    board: &Mailbox<N>,
    by: Color,
    kind: u8,
    from: Square,
    square: Square,
    ghost: Square,
) -> bool {
    let reach = reach(by, kind, from, square);
    reach.possible() && (reach.certain() || is_clear(board, from, square, ghost))
}

/// Returns whether a piece of `kind` would attack `square` if it stood on `from`, with nothing on `ghost`.
#[inline]
pub fn would_hit<const N: usize>(
    board: &Mailbox<N>,
    by: Color,
    kind: u8,
    from: Square,
    square: Square,
    ghost: Square,
) -> bool {
    let reach = reach(by, kind, from, square);
    reach.possible() && (reach.certain() || is_open(board, from, square, ghost))
}

/// Returns whether `by` attacks `square`, with nothing on `ghost`.
#[inline(always)]
pub fn attacked<const N: usize>(board: &Mailbox<N>, square: Square, by: Color, ghost: Square) -> bool {
    board.numbers(by).any(|number| hits(board, by, board.kind_of(number), board.square_of(number), square, ghost))
}

/// The squares of the pieces of `by` that attack `square`.
pub fn attackers<const N: usize>(board: &Mailbox<N>, square: Square, by: Color) -> Vec<Square> {
    let attacks = |&(kind, from): &(u8, Square)| hits(board, by, kind, from, square, Square::NONE);
    board.army(by).filter(attacks).map(|piece| piece.1).collect()
}
