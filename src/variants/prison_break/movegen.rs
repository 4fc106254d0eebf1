//! Legal moves; only those that [`Danger`] cannot vouch for are tried out.

use super::PrisonBreak;
use super::danger::{self, Board, Danger, slot};
use super::tables::{self, BOMBER, GUARD, KNIGHT, PAWN, QUEEN, is_escape};
use crate::position::Rules;
use crate::types::square::{Step, step};
use crate::types::{Cell, Color, Move, Sink, Square};

/// What is known of the king's safety before the first move is generated.
trait Footing {
    /// Whether `mv`, by a piece that frees no attacker, needs to be tried out. `None`: it is illegal.
    fn doubts(danger: &Danger, king: Square, mv: Move) -> Option<bool>;
}

/// Not in check, and no Bomber looks at the king.
struct Firm;

impl Footing for Firm {
    #[inline(always)]
    fn doubts(_: &Danger, _: Square, _: Move) -> Option<bool> {
        Some(false)
    }
}

/// Not in check, but there is a Bomber on the king's rank or file.
struct Watched;

impl Footing for Watched {
    #[inline(always)]
    fn doubts(danger: &Danger, king: Square, mv: Move) -> Option<bool> {
        Some(touches(danger, king, mv))
    }
}

/// In check.
struct Checked;

impl Footing for Checked {
    #[inline(always)]
    fn doubts(danger: &Danger, king: Square, mv: Move) -> Option<bool> {
        let helps = if mv.aux() == QUEEN {
            true // she may freeze the checker
        } else if danger.contact != Square::NONE {
            mv.to() == danger.contact || mv.flag() == danger.contact.0
        } else {
            touches(danger, king, mv)
        };
        helps.then_some(true)
    }
}

/// Everything that the pieces may do, legal or not; for explanations.
struct Careless;

impl Footing for Careless {
    fn doubts(_: &Danger, _: Square, _: Move) -> Option<bool> {
        Some(false)
    }
}

/// Whether a move empties or fills a square that a Bomber's attack on the king depends on.
#[inline(always)]
fn touches(danger: &Danger, king: Square, mv: Move) -> bool {
    let axes = |square: Square| tables::axes_of(king, square);
    let mut touched = axes(mv.from()) | axes(mv.to());
    if mv.flag() != 0 {
        touched |= axes(Square(mv.flag()));
    }
    touched & danger.watched != 0
}

/// Lists the legal moves: all of them, or with `NOISY` only captures, promotions to a queen and escapes.
#[inline]
pub(super) fn generate<S: Sink<Move>, const NOISY: bool>(position: &PrisonBreak, sink: &mut S) {
    if position.escaped().is_some() {
        return;
    }
    match position.state.side {
        Color::White => generate_for::<S, true, NOISY>(position, sink),
        Color::Black => generate_for::<S, false, NOISY>(position, sink),
    }
}

#[inline(always)]
fn generate_for<S: Sink<Move>, const WHITE: bool, const NOISY: bool>(position: &PrisonBreak, sink: &mut S) {
    let us = if WHITE { Color::White } else { Color::Black };
    let danger = Danger::of(&position.board, us);
    if danger.checks != 0 {
        Generator::<S, Checked, WHITE, NOISY>::new(position, sink, danger).all();
    } else if danger.watched != 0 {
        Generator::<S, Watched, WHITE, NOISY>::new(position, sink, danger).all();
    } else {
        Generator::<S, Firm, WHITE, NOISY>::new(position, sink, danger).all();
    }
}

/// The moves of everything but the king, without asking what becomes of the king.
pub(super) fn careless_moves(position: &PrisonBreak, sink: &mut impl Sink<Move>) {
    // With nothing to fear no move is tried out.
    let danger = Danger { checks: 0, latent: 0, ..Danger::of(&position.board, position.state.side) };
    match position.state.side {
        Color::White => Generator::<_, Careless, true, false>::new(position, sink, danger).pieces(),
        Color::Black => Generator::<_, Careless, false, false>::new(position, sink, danger).pieces(),
    }
}

struct Generator<'a, S, F, const WHITE: bool, const NOISY: bool> {
    position: &'a PrisonBreak,
    board: &'a Board,
    sink: &'a mut S,
    king: Square,
    danger: Danger,
    footing: std::marker::PhantomData<F>,
}

impl<'a, S: Sink<Move>, F: Footing, const WHITE: bool, const NOISY: bool> Generator<'a, S, F, WHITE, NOISY> {
    const US: Color = if WHITE { Color::White } else { Color::Black };
    const THEM: Color = if WHITE { Color::Black } else { Color::White };
    const FORWARD: Step = Self::US.forward();
    const HOME_RANK: u8 = if WHITE { 1 } else { 6 };
    const SEVENTH: u8 = if WHITE { 6 } else { 1 };

    #[inline(always)]
    fn new(position: &'a PrisonBreak, sink: &'a mut S, danger: Danger) -> Self {
        let king = position.board.king(Self::US);
        Generator { position, board: &position.board, sink, king, danger, footing: std::marker::PhantomData }
    }

    #[inline(always)]
    fn all(&mut self) {
        self.pieces();
        if self.danger.chilled & 1 == 0 {
            self.king_steps();
        }
    }

    /// Everything but the king, which is number 0.
    #[inline(always)]
    fn pieces(&mut self) {
        let first = Board::first(Self::US);
        for number in first + 1..first + Board::ARMY {
            let from = self.board.square_of(number);
            let kind = self.board.kind_of(number);
            if kind == QUEEN {
                self.queen(from);
            } else if self.danger.chilled >> slot(number) & 1 == 0 {
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

    /// Passes a move on if it is legal.
    #[inline(always)]
    fn offer(&mut self, mv: Move) {
        match F::doubts(&self.danger, self.king, mv) {
            Some(false) => self.sink.push(mv),
            Some(true) => self.try_out(mv),
            None => {}
        }
    }

    #[inline(never)]
    fn try_out(&mut self, mv: Move) {
        let next = self.position.after(mv);
        if !danger::attacked(&next.board, self.king, Self::THEM) {
            self.sink.push(mv);
        }
    }

    /// Whether a capture-or-not move may end here as far as `NOISY` goes.
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

    /// An Ice Queen that steps away may free a piece that attacks the king.
    #[inline(always)]
    fn queen(&mut self, from: Square) {
        let holds =
            self.danger.latent != 0 && danger::neighbours(self.board, from, Self::THEM) & self.danger.latent != 0;
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

    /// Two squares at once: a friend between is leapt over, an enemy captured.
    #[inline(always)]
    fn jump(&mut self, from: Square, near: Square, between: Cell, to: Square) {
        let cell = self.board.at(to);
        if !cell.admits(Self::US) || is_escape(to) {
            return;
        }
        if between.is(Self::THEM) {
            self.offer(Move::new(from, to).with(0, near.0));
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

    /// A line whose first square is empty: slide to the first piece, land on it if it is the second square,
    /// fly over it if there is room behind.
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
            self.offer(Move::new(from, behind).with(0, to.0));
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

    /// A capture, en passant, or the slide past a piece that blocks the way.
    #[inline(always)]
    fn pawn_diagonal(&mut self, from: Square, to: Square, blocked: bool) {
        let cell = self.board.at(to);
        if cell.is(Self::THEM) {
            self.pawn_arrives(from, to, true);
        } else if cell.is_empty() {
            if to == self.position.en_passant.square {
                self.offer(Move::new(from, to).with(0, to.step(Self::FORWARD.wrapping_neg()).0));
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
            self.offer(Move::new(from, to).with(QUEEN, 0));
            if !NOISY {
                for kind in [BOMBER, GUARD, KNIGHT] {
                    self.offer(Move::new(from, to).with(kind, 0));
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
                && !danger::attacked_by(self.board, self.danger.near, to, Self::THEM, self.king)
            {
                self.sink.push(Move::new(self.king, to));
            }
        }
    }
}
