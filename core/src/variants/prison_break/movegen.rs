//! Legal moves. Only moves whose legality does not follow from [`Danger`] are played on a copy of the position.

use super::PrisonBreak;
use super::attack::{self, Danger};
use super::freezing::{self, Board};
use super::tables::{self, BOMBER, GUARD, KNIGHT, PAWN, QUEEN, is_escape};
use crate::for_side;
use crate::position::Rules;
use crate::types::square::{Step, step};
use crate::types::{Cell, Color, Move, Sink, Square};

/// The safety of the king before the move, known when generation starts.
trait KingSafety {
    /// Whether `mv`, by a piece that unfreezes no attacker, must be tried out; `None` if it is illegal.
    fn needs_trial(danger: &Danger, king: Square, mv: Move) -> Option<bool>;
}

/// The king is not in check and no Bomber is in line with it.
struct Safe;

impl KingSafety for Safe {
    #[inline(always)]
    fn needs_trial(_: &Danger, _: Square, _: Move) -> Option<bool> {
        Some(false)
    }
}

/// The king is not in check, but a Bomber stands on its rank or file.
struct Xrayed;

impl KingSafety for Xrayed {
    #[inline(always)]
    fn needs_trial(danger: &Danger, king: Square, mv: Move) -> Option<bool> {
        Some(touches(danger, king, mv))
    }
}

/// The king is in check.
struct InCheck;

impl KingSafety for InCheck {
    #[inline(always)]
    fn needs_trial(danger: &Danger, king: Square, mv: Move) -> Option<bool> {
        let helps = if mv.promotion() == QUEEN {
            true // The new Ice Queen may freeze the checker.
        } else if danger.contact != Square::NONE {
            mv.to() == danger.contact || mv.flag() == danger.contact.0
        } else {
            touches(danger, king, mv)
        };
        helps.then_some(true)
    }
}

/// The king's safety does not matter; for explanations.
struct IgnoreKing;

impl KingSafety for IgnoreKing {
    fn needs_trial(_: &Danger, _: Square, _: Move) -> Option<bool> {
        Some(false)
    }
}

/// Whether a move empties or fills a square on which a Bomber's attack on the king depends.
#[inline(always)]
fn touches(danger: &Danger, king: Square, mv: Move) -> bool {
    let axes = |square: Square| tables::axes_of(king, square);
    let mut touched = axes(mv.from()) | axes(mv.to());
    if mv.flag() != 0 {
        touched |= axes(Square(mv.flag()));
    }
    touched & danger.bomber_axes != 0
}

/// Generates the legal moves: all of them, or with `NOISY` only captures, promotions to an Ice Queen and escapes.
#[inline]
pub(super) fn generate<const NOISY: bool>(position: &PrisonBreak, sink: &mut impl Sink<Move>) {
    if position.escaped().is_some() {
        return;
    }
    for_side!(position.state.side, |WHITE| generate_for::<_, WHITE, NOISY>(position, sink))
}

#[inline(always)]
fn generate_for<S: Sink<Move>, const WHITE: bool, const NOISY: bool>(position: &PrisonBreak, sink: &mut S) {
    let us = if WHITE { Color::White } else { Color::Black };
    let danger = Danger::of(&position.board, us);
    if danger.checks != 0 {
        Generator::<S, InCheck, WHITE, NOISY>::new(position, sink, danger).all();
    } else if danger.bomber_axes != 0 {
        Generator::<S, Xrayed, WHITE, NOISY>::new(position, sink, danger).all();
    } else {
        Generator::<S, Safe, WHITE, NOISY>::new(position, sink, danger).all();
    }
}

/// Generates the moves of all pieces but the king, including those that leave the king attacked.
pub(super) fn moves_ignoring_king(position: &PrisonBreak, sink: &mut impl Sink<Move>) {
    // Without checks and latent attackers no move is tried out.
    let danger = Danger { checks: 0, latent: 0, ..Danger::of(&position.board, position.state.side) };
    for_side!(position.state.side, |WHITE| {
        Generator::<_, IgnoreKing, WHITE, false>::new(position, sink, danger).pieces()
    })
}

struct Generator<'a, S, K, const WHITE: bool, const NOISY: bool> {
    position: &'a PrisonBreak,
    board: &'a Board,
    sink: &'a mut S,
    king: Square,
    danger: Danger,
    safety: std::marker::PhantomData<K>,
}

impl<'a, S: Sink<Move>, K: KingSafety, const WHITE: bool, const NOISY: bool> Generator<'a, S, K, WHITE, NOISY> {
    const US: Color = if WHITE { Color::White } else { Color::Black };
    const THEM: Color = if WHITE { Color::Black } else { Color::White };
    const FORWARD: Step = Self::US.forward();
    const HOME_RANK: u8 = if WHITE { 1 } else { 6 };
    const SEVENTH: u8 = if WHITE { 6 } else { 1 };

    #[inline(always)]
    fn new(position: &'a PrisonBreak, sink: &'a mut S, danger: Danger) -> Self {
        let king = position.board.king(Self::US);
        Generator { position, board: &position.board, sink, king, danger, safety: std::marker::PhantomData }
    }

    #[inline(always)]
    fn all(&mut self) {
        self.pieces();
        if self.danger.beside_ice_queens & 1 == 0 {
            self.king_steps();
        }
    }

    /// Generates the moves of all pieces but the king, which is first in its army's list.
    #[inline(always)]
    fn pieces(&mut self) {
        let first = Board::first(Self::US);
        for number in first + 1..first + Board::ARMY {
            let from = self.board.square_of(number);
            let kind = self.board.kind_of(number);
            if kind == QUEEN {
                self.queen(from);
            } else if self.danger.beside_ice_queens >> Board::place(number) & 1 == 0 {
                match kind {
                    PAWN => self.pawn(from),
                    KNIGHT => self.leap(from),
                    GUARD => self.guard(from),
                    BOMBER => self.bomber(from),
                    _ => {}
                }
            }
        }
    }

    /// Adds a move if it is legal.
    #[inline(always)]
    fn offer(&mut self, mv: Move) {
        match K::needs_trial(&self.danger, self.king, mv) {
            Some(false) => self.sink.push(mv),
            Some(true) => self.try_out(mv),
            None => {}
        }
    }

    /// Adds a move if the king is not attacked after it.
    #[inline(never)]
    fn try_out(&mut self, mv: Move) {
        let next = self.position.after(mv);
        if !attack::attacked(&next.board, self.king, Self::THEM) {
            self.sink.push(mv);
        }
    }

    /// Whether `NOISY` admits a move that captures, or does not.
    #[inline(always)]
    fn wants(&self, captures: bool) -> bool {
        !NOISY || captures
    }

    #[inline(always)]
    fn leap(&mut self, from: Square) {
        for step in step::KNIGHT {
            let to = from.step(step);
            let cell = self.board.at(to);
            if cell.admits(Self::US) && !is_escape(to) && self.wants(!cell.is_empty()) {
                self.offer(Move::new(from, to));
            }
        }
    }

    /// An Ice Queen that steps away may unfreeze a piece that then attacks the king.
    #[inline(always)]
    fn queen(&mut self, from: Square) {
        let holds =
            self.danger.latent != 0 && freezing::neighbours(self.board, from, Self::THEM) & self.danger.latent != 0;
        let may_freeze = self.danger.checks != 0;
        for step in step::ALL {
            let to = from.step(step);
            let cell = self.board.at(to);
            if cell.admits(Self::US) && !is_escape(to) && self.wants(!cell.is_empty()) {
                let mv = Move::new(from, to);
                if holds || may_freeze { self.try_out(mv) } else { self.offer(mv) }
            }
        }
    }

    #[inline(always)]
    fn guard(&mut self, from: Square) {
        for step in step::DIAGONAL {
            let near = from.step(step);
            let cell = self.board.at(near);
            if cell == Cell::WALL {
                continue;
            }
            if cell.admits(Self::US) && !is_escape(near) && self.wants(!cell.is_empty()) {
                self.offer(Move::new(from, near));
            }
            self.jump(from, near, cell, near.step(step));
        }
    }

    /// Adds a leap of two squares, over an own piece or capturing an enemy piece in between.
    #[inline(always)]
    fn jump(&mut self, from: Square, near: Square, between: Cell, to: Square) {
        let cell = self.board.at(to);
        if !cell.admits(Self::US) || is_escape(to) {
            return;
        }
        if between.is(Self::THEM) {
            self.offer(Move::new(from, to).with_flag(near.0));
        } else if self.wants(!cell.is_empty()) {
            self.offer(Move::new(from, to));
        }
    }

    #[inline(always)]
    fn bomber(&mut self, from: Square) {
        for step in step::ORTHOGONAL {
            let near = from.step(step);
            let cell = self.board.at(near);
            if cell.is_empty() {
                self.fly(from, near, step);
            } else if cell != Cell::WALL {
                self.jump(from, near, cell, near.step(step));
            }
        }
    }

    /// Adds a Bomber's moves along a line whose first square is empty: it slides up to the first piece, and captures an
    /// enemy piece by landing on it on the second square, or by flying over it to an empty square behind it.
    #[inline(always)]
    fn fly(&mut self, from: Square, near: Square, step: Step) {
        let mut to = near;
        while self.board.at(to).is_empty() {
            if !NOISY && !is_escape(to) {
                self.offer(Move::new(from, to));
            }
            to = to.step(step);
        }
        if !self.board.at(to).is(Self::THEM) {
            return;
        }
        if to == near.step(step) {
            self.offer(Move::new(from, to));
        }
        let behind = to.step(step);
        if self.board.at(behind).is_empty() && !is_escape(behind) {
            self.offer(Move::new(from, behind).with_flag(to.0));
        }
    }

    #[inline(always)]
    fn pawn(&mut self, from: Square) {
        let ahead = from.step(Self::FORWARD);
        let blocked = self.board.at(ahead).is(Self::THEM);
        for side in [step::E, step::W] {
            self.pawn_diagonal(from, ahead.step(side), blocked);
        }
        if self.board.at(ahead).is_empty() && !is_escape(ahead) {
            self.pawn_advance(from, ahead);
        }
    }

    /// Adds a capture, a capture en passant, or a slide past an enemy piece that blocks the pawn.
    #[inline(always)]
    fn pawn_diagonal(&mut self, from: Square, to: Square, blocked: bool) {
        let cell = self.board.at(to);
        if cell.is(Self::THEM) {
            self.pawn_arrives(from, to, true);
        } else if cell.is_empty() {
            if to == self.position.en_passant.square {
                self.offer(Move::new(from, to).with_flag(to.step(Self::FORWARD.wrapping_neg()).0));
            } else if blocked && !is_escape(to) {
                self.pawn_arrives(from, to, false);
            }
        }
    }

    #[inline(always)]
    fn pawn_advance(&mut self, from: Square, ahead: Square) {
        self.pawn_arrives(from, ahead, false);
        if !NOISY && from.rank() == Self::HOME_RANK {
            let far = ahead.step(Self::FORWARD);
            if self.board.at(far).is_empty() && !is_escape(far) {
                self.offer(Move::new(from, far));
            }
        }
    }

    #[inline(always)]
    fn pawn_arrives(&mut self, from: Square, to: Square, captures: bool) {
        if from.rank() == Self::SEVENTH {
            self.offer(Move::new(from, to).promoting(QUEEN));
            if !NOISY {
                for kind in [BOMBER, GUARD, KNIGHT] {
                    self.offer(Move::new(from, to).promoting(kind));
                }
            }
        } else if self.wants(captures) {
            self.offer(Move::new(from, to));
        }
    }

    #[inline(always)]
    fn king_steps(&mut self) {
        for step in step::ALL {
            let to = self.king.step(step);
            let cell = self.board.at(to);
            if cell.admits(Self::US)
                && self.wants(!cell.is_empty() || is_escape(to))
                && !attack::attacked_by(self.board, self.danger.near, to, Self::THEM, self.king)
            {
                self.sink.push(Move::new(self.king, to));
            }
        }
    }
}
