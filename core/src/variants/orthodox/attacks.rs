//! Which pieces attack a square.

use super::lines::{is_clear, is_open};
use super::pieces::{KING, KNIGHT, PAWN};
use super::reach::reach;
use crate::types::square::step;
use crate::types::{Color, Kind, KindSets, Mailbox, Square};

/// The kind and the square of a piece.
type Piece = (Kind, Square);

/// Whether the piece of `kind` on `from` attacks `square`. A piece on `ghost` does not stand in the way: a king
/// that is about to leave it, for example.
#[inline(always)]
pub fn hits<const N: usize>(
    board: &Mailbox<N, KindSets>,
    by: Color,
    kind: Kind,
    from: Square,
    square: Square,
    ghost: Square,
) -> bool {
    let reach = reach(by, kind, from, square);
    reach.possible() && (reach.certain() || is_clear(board, from, square, ghost))
}

/// Whether a piece of `by` would attack `square` if it stood where it is said to, with nothing on `ghost`.
#[inline]
pub fn would_hit<const N: usize>(
    board: &Mailbox<N, KindSets>,
    by: Color,
    piece: Piece,
    square: Square,
    ghost: Square,
) -> bool {
    let reach = reach(by, piece.0, piece.1, square);
    reach.possible() && (reach.certain() || is_open(board, piece.1, square, ghost))
}

/// Whether `by` attacks `square`, with nothing on `ghost`.
#[inline(always)]
pub fn attacked<const N: usize>(board: &Mailbox<N, KindSets>, square: Square, by: Color, ghost: Square) -> bool {
    let hits = |number| hits(board, by, board.kind_of(number), board.square_of(number), square, ghost);
    attacking_pawns(board, square, by).next().is_some() || board.of_kinds(by, KNIGHT, KING).any(hits)
}

/// The squares of the pawns of `by` that attack `square`.
#[inline(always)]
pub fn attacking_pawns<const N: usize>(
    board: &Mailbox<N, KindSets>,
    square: Square,
    by: Color,
) -> impl Iterator<Item = Square> + '_ {
    let back = square.step(by.forward().wrapping_neg());
    [back.step(step::E), back.step(step::W)].into_iter().filter(move |&from| board.kind_at(from, by) == PAWN)
}

/// The squares of the pieces of `by` that attack `square`.
pub fn attackers<const N: usize>(board: &Mailbox<N, KindSets>, square: Square, by: Color) -> Vec<Square> {
    let attacks = |&(kind, from): &Piece| hits(board, by, kind, from, square, Square::NONE);
    board.army(by).filter(attacks).map(|piece| piece.1).collect()
}
