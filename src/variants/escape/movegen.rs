//! Legal moves, without trying them out: every move asks its piece's [`Support`] instead.
//!
//! Where the support is firm for all, which is usual, nothing is asked. Only en passant, which opens two
//! lines at once, is tried on a copy of the board.

use super::hold::{self, Holds, Support};
use super::position::Flag;
use super::{Escape, EscapeRules, HEAVY_SLIDER, KNIGHT, LIGHT_SLIDER, MIDDLE_SLIDER, PAWN};
use crate::types::square::{Step, step};
use crate::types::{Cell, Color, Mailbox, Move, Sink, Square};

type Board = Mailbox<32>;

/// Which moves are wanted.
pub(super) struct Wanted;

impl Wanted {
    /// All legal moves.
    pub(super) const ALL: u8 = 0;
    /// Legal captures and best promotions.
    pub(super) const NOISY: u8 = 1;
    /// Whatever the pieces can do, whether or not the opposing royal stays held.
    pub(super) const PSEUDO: u8 = 2;
}

/// Lists moves: legal ones unless `WANTED` says otherwise.
#[inline]
pub(super) fn generate<R: EscapeRules, S: Sink<Move>, const WANTED: u8>(position: &Escape<R>, sink: &mut S) {
    match position.state.side {
        Color::White => Generator::<R, S, true, WANTED>::new(position, sink).all(),
        Color::Black => Generator::<R, S, false, WANTED>::new(position, sink).all(),
    }
}

/// Whether a move keeps the opposing royal held.
trait Keep<R: EscapeRules>: Copy {
    fn allows(self, board: &Board, royal: Square, us: Color, kind: u8, mv: (Square, Square)) -> bool;
}

/// Firm support: always.
#[derive(Clone, Copy)]
struct Firm;

impl<R: EscapeRules> Keep<R> for Firm {
    #[inline(always)]
    fn allows(self, _: &Board, _: Square, _: Color, _: u8, _: (Square, Square)) -> bool {
        true
    }
}

impl<R: EscapeRules> Keep<R> for Support {
    #[inline(always)]
    fn allows(self, board: &Board, royal: Square, us: Color, kind: u8, (from, to): (Square, Square)) -> bool {
        !self.fails_at(royal, to) || hold::attacks_from::<R>(board, us, kind, from, to, royal)
    }
}

struct Generator<'a, R, S, const WHITE: bool, const WANTED: u8> {
    position: &'a Escape<R>,
    board: &'a Board,
    sink: &'a mut S,
    /// The opposing royal.
    royal: Square,
}

impl<'a, R: EscapeRules, S: Sink<Move>, const WHITE: bool, const WANTED: u8> Generator<'a, R, S, WHITE, WANTED> {
    const US: Color = if WHITE { Color::White } else { Color::Black };
    const THEM: Color = if WHITE { Color::Black } else { Color::White };
    const FORWARD: Step = Self::US.forward();
    const AHEAD: [Step; 3] = [Self::FORWARD, Self::FORWARD.wrapping_add(step::E), Self::FORWARD.wrapping_add(step::W)];
    const HOME_RANK: u8 = if WHITE { 1 } else { 6 };
    const LAST_RANK: u8 = R::LAST_RANK[Self::US.index()];
    const SLIDES: [&'static [Step]; 3] = R::SLIDES[Self::US.index()];
    const NOISY: bool = WANTED == Wanted::NOISY;
    const MUST_HOLD: bool = !R::INSTANT_WIN && WANTED != Wanted::PSEUDO;

    #[inline(always)]
    fn new(position: &'a Escape<R>, sink: &'a mut S) -> Self {
        Generator { position, board: &position.board, sink, royal: position.royal(Self::THEM) }
    }

    #[inline(always)]
    fn all(&mut self) {
        if Self::MUST_HOLD {
            let holds = Holds::of::<R>(self.board, Self::US, self.royal);
            match holds.common_support() {
                Support::FIRM => self.pieces(Firm, holds.special()),
                support => self.pieces(support, holds.special()),
            }
            self.special_pieces(&holds);
            if !Self::NOISY {
                let first = Board::first(Self::US);
                let support = holds.support_without(self.board, 0, self.board.square_of(first));
                self.royal_steps(support);
            }
        } else {
            self.pieces(Firm, 0);
            if !Self::NOISY {
                self.royal_steps(Support::FIRM);
            }
        }
        if R::DOUBLE_STEP && self.position.en_passant.live {
            self.en_passant();
        }
    }

    /// The pieces that are neither royal nor in `special`.
    #[inline(always)]
    fn pieces<K: Keep<R>>(&mut self, keep: K, special: u32) {
        let first = Board::first(Self::US);
        for slot in 1..Board::ARMY {
            if special >> slot & 1 == 0 {
                self.piece(self.board.kind_of(first + slot), self.board.square_of(first + slot), keep);
            }
        }
    }

    #[inline(never)]
    fn special_pieces(&mut self, holds: &Holds) {
        let first = Board::first(Self::US);
        let mut rest = holds.special() & !1;
        while rest != 0 {
            let slot = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let from = self.board.square_of(first + slot);
            let support = holds.support_without(self.board, slot, from);
            self.piece(self.board.kind_of(first + slot), from, support);
        }
    }

    #[inline(always)]
    fn piece<K: Keep<R>>(&mut self, kind: u8, from: Square, keep: K) {
        match kind {
            PAWN => self.pawn(from, keep),
            KNIGHT => self.leap(from, keep),
            LIGHT_SLIDER => self.slide(LIGHT_SLIDER, from, Self::SLIDES[0], keep),
            MIDDLE_SLIDER => self.slide(MIDDLE_SLIDER, from, Self::SLIDES[1], keep),
            HEAVY_SLIDER => self.slide(HEAVY_SLIDER, from, Self::SLIDES[2], keep),
            _ => {}
        }
    }

    /// A piece that may be captured: an enemy, not royal. The royal has the first number of its army.
    #[inline(always)]
    fn is_prey(cell: Cell) -> bool {
        let royal = Cell::bit(Self::THEM) | Board::first(Self::THEM) as u8;
        cell.0.wrapping_sub(royal + 1) < Board::ARMY as u8 - 1
    }

    #[inline(always)]
    fn push<K: Keep<R>>(&mut self, kind: u8, from: Square, to: Square, keep: K) {
        if keep.allows(self.board, self.royal, Self::US, kind, (from, to)) {
            self.sink.push(Move::new(from, to));
        }
    }

    #[inline(always)]
    fn slide<K: Keep<R>>(&mut self, kind: u8, from: Square, steps: &[Step], keep: K) {
        for &step in steps {
            let mut to = from.step(step);
            while self.board.at(to).is_empty() {
                if !Self::NOISY {
                    self.push(kind, from, to, keep);
                }
                to = to.step(step);
            }
            if Self::is_prey(self.board.at(to)) {
                self.push(kind, from, to, keep);
            }
        }
        self.friendly_leaps(kind, from, keep);
    }

    #[inline(always)]
    fn leap<K: Keep<R>>(&mut self, from: Square, keep: K) {
        for step in step::KNIGHT {
            let to = from.step(step);
            let cell = self.board.at(to);
            if Self::is_prey(cell) || !Self::NOISY && cell.is_empty() {
                self.push(KNIGHT, from, to, keep);
            }
        }
        self.friendly_leaps(KNIGHT, from, keep);
    }

    /// Over an adjacent friend ahead to the empty square right behind it.
    #[inline(always)]
    fn friendly_leaps<K: Keep<R>>(&mut self, kind: u8, from: Square, keep: K) {
        if !R::FRIENDLY_LEAP || Self::NOISY {
            return;
        }
        for step in Self::AHEAD {
            let friend = from.step(step);
            let to = friend.step(step);
            if self.board.at(friend).is(Self::US) && self.board.at(to).is_empty() {
                self.push(kind, from, to, keep);
            }
        }
    }

    #[inline(always)]
    fn pawn<K: Keep<R>>(&mut self, from: Square, keep: K) {
        for step in [Self::AHEAD[1], Self::AHEAD[2]] {
            let to = from.step(step);
            if Self::is_prey(self.board.at(to)) {
                self.pawn_arrives(from, to, keep);
            }
        }
        let to = from.step(Self::FORWARD);
        if !self.board.at(to).is_empty() || Self::NOISY && to.rank() != Self::LAST_RANK {
            return;
        }
        self.pawn_arrives(from, to, keep);
        if R::DOUBLE_STEP && from.rank() == Self::HOME_RANK {
            let far = to.step(Self::FORWARD);
            if self.board.at(far).is_empty() && keep.allows(self.board, self.royal, Self::US, PAWN, (from, far)) {
                self.sink.push(Move::new(from, far).with(0, Flag::DOUBLE_STEP));
            }
        }
    }

    #[inline(always)]
    fn pawn_arrives<K: Keep<R>>(&mut self, from: Square, to: Square, keep: K) {
        if to.rank() != Self::LAST_RANK {
            return self.push(PAWN, from, to, keep);
        }
        let wanted = if Self::NOISY { 1 } else { R::PROMOTIONS.len() };
        for &kind in &R::PROMOTIONS[..wanted] {
            if keep.allows(self.board, self.royal, Self::US, kind, (from, to)) {
                self.sink.push(Move::new(from, to).with(kind, 0));
            }
        }
    }

    /// The royal neither captures nor holds: what it leaves and where it gets in the way is all that counts.
    #[inline(always)]
    fn royal_steps(&mut self, support: Support) {
        let from = self.board.king(Self::US);
        for step in step::ALL {
            let to = from.step(step);
            if self.board.at(to).is_empty() && !support.fails_at(self.royal, to) {
                self.sink.push(Move::new(from, to));
            }
        }
    }

    #[cold]
    fn en_passant(&mut self) {
        let target = self.position.en_passant.square;
        let victim = target.step(Self::FORWARD.wrapping_neg());
        for side in [step::E, step::W] {
            let from = victim.step(side);
            if self.board.kind_at(from, Self::US) != PAWN {
                continue;
            }
            let mut board = *self.board;
            board.take(victim);
            board.shift(from, target);
            if !Self::MUST_HOLD || hold::attacked::<R>(&board, self.royal, Self::US) {
                self.sink.push(Move::new(from, target).with(0, Flag::EN_PASSANT));
            }
        }
    }
}
