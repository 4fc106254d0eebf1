//! Where turns go, and what may come before the move proper: the choice for a waiting pawn, the free piece.
//!
//! Both are played first, and what follows is generated on the position that results, with the prefix kept aside.

use super::half::{Danger, Squares, empty_squares, hits};
use super::movegen::ordinary;
use super::release::{PROMOTIONS, forms, lost_kinds};
use super::state::PROMOTED;
use super::turn::FreePiece;
use super::{BoxGame, BoxRules, Turn};
use crate::types::{Color, Sink, Square};
use crate::variants::common::lines::between;

/// Where the generator puts turns: a list, or a number.
pub(super) trait Collector {
    /// Whether turns are only counted, so that many can be added at once.
    const COUNTS: bool;

    /// Takes one turn.
    fn turn(&mut self, turn: Turn);

    /// Takes a number of turns; only called when [`Collector::COUNTS`].
    fn count(&mut self, number: u64);
}

/// Turns go to a sink.
pub(super) struct Listing<'a, S>(pub &'a mut S);

impl<S: Sink<Turn>> Collector for Listing<'_, S> {
    const COUNTS: bool = false;

    #[inline(always)]
    fn turn(&mut self, turn: Turn) {
        self.0.push(turn);
    }

    fn count(&mut self, _: u64) {}
}

/// Turns are counted.
#[derive(Default)]
pub(super) struct Tally(pub u64);

impl Collector for Tally {
    const COUNTS: bool = true;

    #[inline(always)]
    fn turn(&mut self, _: Turn) {
        self.0 += 1;
    }

    #[inline(always)]
    fn count(&mut self, number: u64) {
        self.0 += number;
    }
}

/// Lists the legal turns: all of them, or with `NOISY` only captures and promotions to a queen.
#[inline]
pub(super) fn generate<R: BoxRules, C: Collector, const NOISY: bool>(position: &BoxGame<R>, out: &mut C) {
    if position.waiting != Square::NONE {
        choices::<R, C, NOISY>(position, out);
    } else {
        with_free_piece::<R, C, NOISY>(position, Turn::default(), out);
    }
}

/// The owner of a waiting pawn says what it becomes, before anything else.
#[cold]
fn choices<R: BoxRules, C: Collector, const NOISY: bool>(position: &BoxGame<R>, out: &mut C) {
    for &kind in if NOISY { &PROMOTIONS[..1] } else { &PROMOTIONS } {
        let mut chosen = *position;
        chosen.board.become_kind(position.waiting, kind | PROMOTED);
        chosen.waiting = Square::NONE;
        with_free_piece::<R, C, NOISY>(&chosen, Turn::default().choosing(kind), out);
    }
}

#[inline]
fn with_free_piece<R: BoxRules, C: Collector, const NOISY: bool>(position: &BoxGame<R>, prefix: Turn, out: &mut C) {
    ordinary::<R, C, NOISY>(position, prefix, out);
    if R::KINGS_ENTER && position.free_piece && !NOISY {
        free_piece_first::<R, C>(position, prefix, out);
    }
}

/// The right that the opponent gave by releasing the king. In check it serves only to end the check,
/// and not to attack the other king.
#[cold]
fn free_piece_first<R: BoxRules, C: Collector>(position: &BoxGame<R>, prefix: Turn, out: &mut C) {
    let us = position.state.side;
    let danger = Danger::of(&position.board, position.king(us), us);
    let squares: Squares = match danger.checks {
        0 => empty_squares(&position.board),
        1 => between(position.king(us), danger.checker).collect(),
        _ => return,
    };
    for kind in lost_kinds(position, us) {
        for free in squares.iter().flat_map(|&square| forms(us, kind, square)) {
            let enemy = position.king(!us);
            let piece = free.promotion.max(free.kind);
            if danger.checks > 0 && enemy != Square::NONE && hits(&position.board, us, piece, free.square, enemy) {
                continue;
            }
            let next = with_piece(position, us, free);
            ordinary::<R, C, false>(&next, prefix.after_free(free), out);
        }
    }
}

fn with_piece<R: BoxRules>(position: &BoxGame<R>, us: Color, free: FreePiece) -> BoxGame<R> {
    let mut next = *position;
    let kind = if free.promotion == 0 { free.kind } else { free.promotion | PROMOTED };
    next.board.put(us, kind, free.square);
    next
}
