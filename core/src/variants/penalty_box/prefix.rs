//! What may come before the move proper: the choice for a waiting pawn, the free piece.
//!
//! Both are played first, and what follows is generated on the position that results, with the prefix kept aside.

use super::half::{Squares, danger_to, empty_squares};
use super::movegen::ordinary;
use super::release::{forms, lost_kinds};
use super::state::promoted;
use super::turn::FreePiece;
use super::{BoxGame, BoxRules, Turn};
use crate::types::{Color, Sink, Square};
use crate::variants::orthodox::attacks::would_hit;
use crate::variants::orthodox::lines::between;
use crate::variants::orthodox::pieces::PROMOTIONS;

/// Lists the legal turns: all of them, or with `NOISY` only captures and promotions to a queen.
#[inline]
pub(super) fn generate<const NOISY: bool>(position: &BoxGame<impl BoxRules>, sink: &mut impl Sink<Turn>) {
    if position.waiting != Square::NONE {
        choices::<_, _, NOISY>(position, sink);
    } else {
        with_free_piece::<_, _, NOISY>(position, Turn::default(), sink);
    }
}

/// The owner of a waiting pawn says what it becomes, before anything else.
#[cold]
fn choices<R: BoxRules, S: Sink<Turn>, const NOISY: bool>(position: &BoxGame<R>, sink: &mut S) {
    for &kind in if NOISY { &PROMOTIONS[..1] } else { &PROMOTIONS } {
        let mut chosen = *position;
        chosen.board.become_kind(position.waiting, promoted(kind));
        chosen.waiting = Square::NONE;
        with_free_piece::<R, S, NOISY>(&chosen, Turn::default().choosing(kind), sink);
    }
}

#[inline]
fn with_free_piece<R: BoxRules, S: Sink<Turn>, const NOISY: bool>(position: &BoxGame<R>, prefix: Turn, sink: &mut S) {
    ordinary::<R, S, NOISY>(position, prefix, sink);
    if R::KINGS_ENTER && position.free_piece && !NOISY {
        free_piece_first::<R, S>(position, prefix, sink);
    }
}

/// The right that the opponent gave by releasing the king. In check it serves only to end the check,
/// and not to attack the other king.
#[cold]
fn free_piece_first<R: BoxRules, S: Sink<Turn>>(position: &BoxGame<R>, prefix: Turn, sink: &mut S) {
    let us = position.state.side;
    let danger = danger_to(&position.board, position.king(us), us);
    let squares: Squares = match danger.checks {
        0 => empty_squares(&position.board),
        1 => between(position.king(us), danger.checker).collect(),
        _ => return,
    };
    for kind in lost_kinds(position, us) {
        for free in squares.iter().flat_map(|&square| forms(us, kind, square)) {
            let enemy = position.king(!us);
            let piece = free.promotion.max(free.kind);
            let hits = || would_hit(&position.board, us, (piece, free.square), enemy, Square::NONE);
            if danger.checks > 0 && enemy != Square::NONE && hits() {
                continue;
            }
            let next = with_piece(position, us, free);
            ordinary::<R, S, false>(&next, prefix.after_free(free), sink);
        }
    }
}

fn with_piece<R: BoxRules>(position: &BoxGame<R>, us: Color, free: FreePiece) -> BoxGame<R> {
    let mut next = *position;
    let kind = if free.promotion.is_none() { free.kind } else { promoted(free.promotion) };
    next.board.put(us, kind, free.square);
    next
}
