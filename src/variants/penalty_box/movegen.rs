//! Legal turns.
//!
//! Moves that leave the box alone are generated as in chess, from checks and pins found in one pass.
//! What goes into the box while that is empty needs no more than those; only a turn that also releases a
//! piece is looked at on a copy of the board (see [`super::half`]), once for all squares of release.
//! This file has the moves of chess, [`super::boxing`] those of the token and into the box,
//! [`super::release`] what comes out, and [`super::prefix`] what may come before the move.

use super::half::{Danger, attacked};
use super::prefix::Collector;
use super::release::PROMOTIONS;
use super::turn::Flag;
use super::{BoxGame, BoxRules, Turn};
use crate::types::square::{Step, step};
use crate::types::{Cell, Color, Square};
use crate::variants::chess::tables::{self, BISHOP, KNIGHT, PAWN, QUEEN, ROOK};
use crate::variants::common::lines::{Answers, Anywhere, Targets};

/// The turn proper: a move of a piece or the token, with what it entails.
#[inline]
pub(super) fn ordinary<R: BoxRules, C: Collector, const NOISY: bool>(position: &BoxGame<R>, prefix: Turn, out: &mut C) {
    match position.state.side {
        Color::White => Generator::<R, C, true, NOISY>::new(position, prefix, out).all(),
        Color::Black => Generator::<R, C, false, NOISY>::new(position, prefix, out).all(),
    }
}

pub(super) struct Generator<'a, R: BoxRules, C, const WHITE: bool, const NOISY: bool> {
    pub position: &'a BoxGame<R>,
    pub out: &'a mut C,
    prefix: Turn,
    pub king: Square,
    pub enemy_king: Square,
    pub danger: Danger,
}

impl<'a, R: BoxRules, C: Collector, const WHITE: bool, const NOISY: bool> Generator<'a, R, C, WHITE, NOISY> {
    pub(super) const US: Color = if WHITE { Color::White } else { Color::Black };
    pub(super) const THEM: Color = if WHITE { Color::Black } else { Color::White };
    const FORWARD: Step = Self::US.forward();
    pub(super) const BACK: Step = Self::THEM.forward();
    pub(super) const HOME_RANK: u8 = if WHITE { 1 } else { 6 };
    const SEVENTH: u8 = if WHITE { 6 } else { 1 };

    #[inline(always)]
    fn new(position: &'a BoxGame<R>, prefix: Turn, out: &'a mut C) -> Self {
        let (king, enemy_king) = (position.king(Self::US), position.king(Self::THEM));
        let danger = Danger::of(&position.board, king, Self::US);
        Generator { position, out, prefix, king, enemy_king, danger }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, turn: Turn) {
        self.out.turn(turn.and(self.prefix));
    }

    #[inline(always)]
    pub(super) fn cell(&self, square: Square) -> Cell {
        self.position.board.at(square)
    }

    /// An enemy piece that can be captured: a king never can, though the token may lie between.
    #[inline(always)]
    pub(super) fn is_victim(&self, square: Square) -> bool {
        self.cell(square).is(Self::THEM) && square != self.enemy_king
    }

    #[inline(always)]
    fn all(&mut self) {
        if self.danger.checks > 0 {
            self.answers();
        } else if self.danger.has_pins() {
            self.pieces::<_, true>(&Anywhere);
        } else {
            self.pieces::<_, false>(&Anywhere);
        }
        if self.king != Square::NONE {
            self.king_steps();
            if !NOISY && self.danger.checks == 0 && self.position.castling != 0 {
                self.castling();
            }
        }
        // Noisy is only that the token swallows an enemy piece, and an own pawn comes out as a queen.
        // All other ways to drop that queen would be too many, and hardly better.
        let inmate = self.position.inmate;
        if !NOISY || inmate.kind() == PAWN && inmate.color() == Self::US {
            self.token_turns();
        }
        if !NOISY {
            self.entries();
        }
    }

    #[cold]
    fn answers(&mut self) {
        if self.danger.checks == 1 {
            let answers = Answers::to(self.danger.checker, self.king);
            self.pieces::<_, true>(&answers);
        }
    }

    /// Everything but the king.
    #[inline(always)]
    fn pieces<T: Targets, const PINS: bool>(&mut self, targets: &T) {
        for number in self.position.board.numbers(Self::US) {
            let from = self.position.board.square_of(number);
            let kind = self.position.board.kind_of(number);
            if PINS && self.danger.pins(number) {
                self.pinned_piece(kind & 7, from, targets);
                continue;
            }
            match kind & 7 {
                PAWN => self.pawn(from, targets),
                KNIGHT => self.leap(from, targets),
                BISHOP => self.slide(from, &step::DIAGONAL, targets),
                ROOK => self.slide(from, &step::ORTHOGONAL, targets),
                QUEEN => self.slide(from, &step::ALL, targets),
                _ => {}
            }
        }
        if self.position.en_passant.live {
            self.en_passant();
        }
    }

    /// A pinned piece may only move along the line to its king.
    #[inline(never)]
    fn pinned_piece<T: Targets>(&mut self, kind: u8, from: Square, targets: &T) {
        let line = tables::direction(self.king, from);
        let back = line.wrapping_neg();
        match kind {
            PAWN => {
                for side in [step::E, step::W] {
                    let capture = Self::FORWARD.wrapping_add(side);
                    if capture == line || capture == back {
                        self.pawn_capture(from, from.step(capture), targets);
                    }
                }
                if line == Self::FORWARD || back == Self::FORWARD {
                    self.pawn_advance(from, targets);
                }
            }
            BISHOP if step::DIAGONAL.contains(&line) => self.slide(from, &[line, back], targets),
            ROOK if step::ORTHOGONAL.contains(&line) => self.slide(from, &[line, back], targets),
            QUEEN => self.slide(from, &[line, back], targets),
            _ => {}
        }
    }

    #[inline(always)]
    fn slide<T: Targets, const D: usize>(&mut self, from: Square, steps: &[Step; D], targets: &T) {
        for &step in steps {
            let mut to = self.ray(from, from, step, targets);
            if !R::SOLID_TOKEN && to == self.position.token {
                to = self.ray(from, to, step, targets);
            }
            if self.is_victim(to) && targets.allow(to) {
                self.push(Turn::new(from, to));
            }
        }
    }

    /// Moves to the empty squares beyond `start`; returns where they end.
    #[inline(always)]
    fn ray<T: Targets>(&mut self, from: Square, start: Square, step: Step, targets: &T) -> Square {
        let mut to = start.step(step);
        while self.cell(to).is_empty() {
            if !NOISY && targets.allow(to) {
                self.push(Turn::new(from, to));
            }
            to = to.step(step);
        }
        to
    }

    #[inline(always)]
    fn leap<T: Targets>(&mut self, from: Square, targets: &T) {
        for step in step::KNIGHT {
            let to = from.step(step);
            if self.may_land(to) && targets.allow(to) {
                self.push(Turn::new(from, to));
            }
        }
    }

    #[inline(always)]
    fn may_land(&self, to: Square) -> bool {
        let cell = self.cell(to);
        let lands = if NOISY { cell.is(Self::THEM) } else { cell.admits(Self::US) };
        lands && to != self.enemy_king
    }

    #[inline(always)]
    fn pawn<T: Targets>(&mut self, from: Square, targets: &T) {
        self.pawn_capture(from, from.step(Self::FORWARD.wrapping_add(step::E)), targets);
        self.pawn_capture(from, from.step(Self::FORWARD.wrapping_add(step::W)), targets);
        self.pawn_advance(from, targets);
    }

    #[inline(always)]
    fn pawn_capture<T: Targets>(&mut self, from: Square, to: Square, targets: &T) {
        if self.is_victim(to) && targets.allow(to) {
            self.pawn_arrives(from, to);
        }
    }

    #[inline(always)]
    fn pawn_advance<T: Targets>(&mut self, from: Square, targets: &T) {
        if NOISY && from.rank() != Self::SEVENTH {
            return;
        }
        let to = from.step(Self::FORWARD);
        let open = self.cell(to).is_empty();
        if open && targets.allow(to) {
            self.pawn_arrives(from, to);
        }
        if from.rank() == Self::HOME_RANK && (open || !R::SOLID_TOKEN && to == self.position.token) {
            let far = to.step(Self::FORWARD);
            if self.cell(far).is_empty() && targets.allow(far) {
                self.push(Turn::new(from, far).with_flag(Flag::DOUBLE_STEP));
            }
        }
    }

    #[inline(always)]
    fn pawn_arrives(&mut self, from: Square, to: Square) {
        if from.rank() == Self::SEVENTH {
            for &kind in if NOISY { &PROMOTIONS[..1] } else { &PROMOTIONS } {
                self.push(Turn::new(from, to).promoting(kind));
            }
        } else {
            self.push(Turn::new(from, to));
        }
    }

    /// Two pieces leave the rank at once: pins cannot tell, so the capture is tried out.
    #[cold]
    fn en_passant(&mut self) {
        let target = self.position.en_passant.square;
        let victim = target.step(Self::BACK);
        for side in [step::E, step::W] {
            let from = victim.step(side);
            if self.position.board.kind_at(from, Self::US) != PAWN {
                continue;
            }
            let mut board = self.position.board;
            board.take(victim);
            board.shift(from, target);
            if !attacked(&board, self.king, Self::THEM, Square::NONE) {
                self.push(Turn::new(from, target).with_flag(Flag::EN_PASSANT));
            }
        }
    }

    #[inline(always)]
    fn king_steps(&mut self) {
        for step in step::ALL {
            let to = self.king.step(step);
            if self.may_land(to) && !attacked(&self.position.board, to, Self::THEM, self.king) {
                self.push(Turn::new(self.king, to));
            }
        }
    }

    /// Rights mean that king and rook stand at home; the token in between is a wall and blocks.
    #[inline]
    fn castling(&mut self) {
        let rights = self.position.castling >> (2 * Self::US.index());
        let wings = [(1, Flag::CASTLE_H, step::E, 2), (2, Flag::CASTLE_A, step::W, 3)];
        for (bit, flag, side, gap) in wings {
            let on_way = |distance: u8| self.king.step(side.wrapping_mul(distance));
            let safe = |square: Square| !attacked(&self.position.board, square, Self::THEM, self.king);
            if rights & bit != 0
                && (1..=gap).all(|distance| self.cell(on_way(distance)).is_empty())
                && safe(on_way(1))
                && safe(on_way(2))
            {
                self.push(Turn::new(self.king, on_way(2)).with_flag(flag));
            }
        }
    }
}
