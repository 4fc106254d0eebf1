//! Moves of the six kinds of pawn, and of Friends that borrow them: all but openings and promotions.

use super::Flag;
use super::movegen::Generator;
use super::opening_rights::may_open;
use super::pieces::*;
use crate::types::square::{Step, step};
use crate::types::{Kind, Move, Sink, Square};

impl<S: Sink<Move>, const NOISY: bool> Generator<'_, S, NOISY> {
    #[inline(always)]
    pub(super) fn pawn<const BORROWED: bool>(&mut self, kind: Kind, from: Square) {
        let ahead = from.step(self.forward);
        let corners = [ahead.step(step::E), ahead.step(step::W)];
        if kind == BEROLINA {
            self.pawn_takes::<BORROWED>(kind, from, ahead);
            corners.into_iter().for_each(|to| self.pawn_steps::<BORROWED>(kind, from, to));
        } else {
            corners.into_iter().for_each(|to| self.pawn_takes::<BORROWED>(kind, from, to));
            self.pawn_steps::<BORROWED>(kind, from, ahead);
        }
        match kind {
            SCORPION => {
                for to in [ahead.step(step::of(2, 0)), ahead.step(step::of(-2, 0))] {
                    self.pawn_steps::<BORROWED>(kind, from, to);
                }
            }
            CHICKEN if !NOISY => self.retreat::<BORROWED>(from),
            _ => {}
        }
        if !BORROWED && may_open(self.position.moved, self.us, kind, from) {
            self.opening(kind, from);
        }
    }

    #[inline(always)]
    pub(super) fn promotes(&self, kind: Kind, to: Square) -> bool {
        self.us.relative_rank(to, 12) >= promotion_rank(kind)
    }

    #[inline(always)]
    fn pawn_steps<const BORROWED: bool>(&mut self, kind: Kind, from: Square, to: Square) {
        if !self.board.at(to).is_empty() {
            return;
        }
        if !BORROWED && self.promotes(kind, to) {
            self.promote(from, to);
        } else {
            self.quiet::<BORROWED>(from, to);
        }
    }

    /// Adds a pawn's capture. A pawn that dies by capturing a poisonous piece does not promote.
    #[inline(always)]
    fn pawn_takes<const BORROWED: bool>(&mut self, kind: Kind, from: Square, to: Square) {
        let cell = self.board.at(to);
        if !cell.is(self.them) {
            return;
        }
        if !BORROWED && self.promotes(kind, to) && self.death_by(cell) == 0 {
            self.promote(from, to);
        } else {
            self.take::<BORROWED>(from, to, cell);
        }
    }

    #[inline(never)]
    fn promote(&mut self, from: Square, to: Square) {
        let choices = if NOISY { &PROMOTIONS[..1] } else { &PROMOTIONS[..] };
        for &kind in choices {
            self.sink.push(Move::new(from, to).promoting(kind));
        }
    }

    /// Adds the opening moves of a pawn that has never moved.
    fn opening(&mut self, kind: Kind, from: Square) {
        let ahead = from.step(self.forward);
        if kind == BEROLINA {
            for side in [step::E, step::W] {
                self.opening_step(from, self.forward.wrapping_add(side));
            }
            return;
        }
        self.opening_step(from, self.forward);
        if kind == PATIENT && self.board.at(ahead).is_empty() {
            for side in [step::E, step::W] {
                let to = ahead.step(self.forward).step(side);
                let cell = self.board.at(to);
                if cell.is(self.them) {
                    let flag = Flag::PATIENT | self.death_by(cell);
                    self.sink.push(Move::new(from, to).with_flag(flag));
                }
            }
        }
    }

    /// Adds two free steps at once.
    fn opening_step(&mut self, from: Square, step: Step) {
        let near = from.step(step);
        let to = near.step(step);
        if self.board.at(near).is_empty() && self.board.at(to).is_empty() {
            self.quiet::<false>(from, to);
        }
    }

    /// Adds the retreat of an attacked Chicken Pawn.
    fn retreat<const BORROWED: bool>(&mut self, from: Square) {
        let back = self.forward.wrapping_neg();
        let steps = [back, back.wrapping_add(step::E), back.wrapping_add(step::W)];
        let blocked = steps.iter().all(|&step| !self.board.at(from.step(step)).is_empty());
        if blocked || !self.position.attack().on(from, self.them) {
            return;
        }
        for step in steps {
            let mut to = from.step(step);
            while self.board.at(to).is_empty() {
                self.quiet::<BORROWED>(from, to);
                to = to.step(step);
            }
        }
    }
}
