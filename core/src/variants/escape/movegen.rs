//! Legal moves, without trying them out: every move asks its piece's [`Support`] instead.
//!
//! Where the support is firm for all, which is usual, nothing is asked. Only en passant, which opens two
//! lines at once, is tried on a copy of the board.

use super::hold::{self, Holds, Support};
use super::{Board, Escape, EscapeRules, HEAVY_SLIDER, KNIGHT, LIGHT_SLIDER, MIDDLE_SLIDER, PAWN};
use crate::for_side;
use crate::types::square::{Step, step};
use crate::types::{Cell, Color, Kind, KindSets, Move, Sink, Square};
use crate::variants::orthodox::movegen::{AllMoves, Filter, Generator};
use crate::variants::orthodox::pawns::PawnGenerator;
use std::marker::PhantomData;

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
    for_side!(position.state.side, |WHITE| EscapeGenerator::<R, S, WHITE, WANTED>::new(position, sink).all())
}

/// Allows the moves after which the opposing royal is still held.
struct KeepsHold<'a, R> {
    board: &'a Board,
    us: Color,
    royal: Square,
    /// The hold without the piece that moves.
    support: Support,
    rules: PhantomData<R>,
}

impl<R: EscapeRules> Filter for KeepsHold<'_, R> {
    #[inline(always)]
    fn allows(&self, kind: Kind, from: Square, to: Square) -> bool {
        !self.support.fails_at(self.royal, to)
            || hold::attacks_from::<R>(self.board, self.us, kind, from, to, self.royal)
    }
}

struct EscapeGenerator<'a, R, S, const WHITE: bool, const WANTED: u8> {
    position: &'a Escape<R>,
    board: &'a Board,
    sink: &'a mut S,
    /// The opposing royal.
    royal: Square,
}

impl<R: EscapeRules, S: Sink<Move>, const WHITE: bool, const WANTED: u8> Generator<32, KindSets>
    for EscapeGenerator<'_, R, S, WHITE, WANTED>
{
    const US: Color = if WHITE { Color::White } else { Color::Black };
    const NOISY: bool = WANTED == Wanted::NOISY;
    const COUNTS: bool = S::COUNTS;

    #[inline(always)]
    fn board(&self) -> &Board {
        self.board
    }

    #[inline(always)]
    fn push_move(&mut self, from: Square, to: Square, promotion: Kind, flag: u8) {
        self.sink.push(Move::new(from, to).promoting(promotion).with_flag(flag));
    }

    /// An enemy that is not royal. The royal has the first number of its army.
    #[inline(always)]
    fn is_victim(&self, _square: Square, cell: Cell) -> bool {
        let royal = Cell::bit(Self::THEM) | Board::first(Self::THEM) as u8;
        cell.0.wrapping_sub(royal + 1) < Board::ARMY as u8 - 1
    }

    #[inline(always)]
    fn may_land(&self, square: Square, cell: Cell) -> bool {
        self.is_victim(square, cell) || !Self::NOISY && cell.is_empty()
    }
}

impl<R: EscapeRules, S: Sink<Move>, const WHITE: bool, const WANTED: u8> PawnGenerator<32, KindSets>
    for EscapeGenerator<'_, R, S, WHITE, WANTED>
{
    const SEVENTH: u8 = if WHITE { R::LAST_RANK[0] - 1 } else { R::LAST_RANK[1] + 1 };
    const DOUBLE_STEP: bool = R::DOUBLE_STEP;
    const PROMOTIONS: &'static [Kind] = &R::PROMOTIONS;

    #[inline(always)]
    fn is_legal_on(&self, board: &Board) -> bool {
        !Self::MUST_HOLD || hold::attacked::<R>(board, self.royal, Self::US)
    }
}

impl<'a, R: EscapeRules, S: Sink<Move>, const WHITE: bool, const WANTED: u8> EscapeGenerator<'a, R, S, WHITE, WANTED> {
    const AHEAD: [Step; 3] = [Self::FORWARD, Self::FORWARD.wrapping_add(step::E), Self::FORWARD.wrapping_add(step::W)];
    const SLIDES: [&'static [Step]; 3] = R::SLIDES[Self::US.index()];
    const MUST_HOLD: bool = !R::INSTANT_WIN && WANTED != Wanted::PSEUDO;

    #[inline(always)]
    fn new(position: &'a Escape<R>, sink: &'a mut S) -> Self {
        EscapeGenerator { position, board: &position.board, sink, royal: position.royal(Self::THEM) }
    }

    #[inline(always)]
    fn all(&mut self) {
        if Self::MUST_HOLD {
            let holds = Holds::<R>::of(self.board, Self::US, self.royal);
            match holds.common_support() {
                Support::FIRM => self.pieces(&AllMoves, holds.special()),
                support => self.pieces(&self.keeps_hold(support), holds.special()),
            }
            self.special_pieces(&holds);
            if !Self::NOISY {
                let from = self.board.king(Self::US);
                self.royal_steps(holds.support_without(0, from));
            }
        } else {
            self.pieces(&AllMoves, 0);
            if !Self::NOISY {
                self.royal_steps(Support::FIRM);
            }
        }
        if R::DOUBLE_STEP && self.position.en_passant.live {
            let target = self.position.en_passant.square;
            self.capture_en_passant(target, target.step(Self::BACK));
        }
    }

    #[inline(always)]
    fn keeps_hold(&self, support: Support) -> KeepsHold<'a, R> {
        KeepsHold { board: self.board, us: Self::US, royal: self.royal, support, rules: PhantomData }
    }

    /// Moves of the pieces that are neither royal nor in `special`: in the order of the list, or kind by kind if they are
    /// only counted, which spares a jump for each piece.
    #[inline(always)]
    fn pieces<F: Filter>(&mut self, filter: &F, special: u32) {
        if Self::COUNTS {
            self.pieces_of(PAWN, filter, special);
            self.pieces_of(KNIGHT, filter, special);
            self.pieces_of(LIGHT_SLIDER, filter, special);
            self.pieces_of(MIDDLE_SLIDER, filter, special);
            self.pieces_of(HEAVY_SLIDER, filter, special);
            return;
        }
        let first = Board::first(Self::US);
        for slot in 1..Board::ARMY {
            if special >> slot & 1 == 0 {
                self.piece(self.board.kind_of(first + slot), self.board.square_of(first + slot), filter);
            }
        }
    }

    /// Moves of the pieces of a kind that are not in `special`.
    #[inline(always)]
    fn pieces_of<F: Filter>(&mut self, kind: Kind, filter: &F, special: u32) {
        for number in self.board.of_kind(Self::US, kind) {
            if special >> Board::place(number) & 1 == 0 {
                self.piece(kind, self.board.square_of(number), filter);
            }
        }
    }

    #[inline(never)]
    fn special_pieces(&mut self, holds: &Holds<'_, R>) {
        let first = Board::first(Self::US);
        let mut rest = holds.special() & !1;
        while rest != 0 {
            let slot = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let from = self.board.square_of(first + slot);
            let kind = self.board.kind_of(first + slot);
            match holds.support_without(slot, from) {
                Support::FIRM => self.piece(kind, from, &AllMoves),
                support => self.piece(kind, from, &self.keeps_hold(support)),
            }
        }
    }

    #[inline(always)]
    fn piece<F: Filter>(&mut self, kind: Kind, from: Square, filter: &F) {
        match kind {
            PAWN => return self.pawn(from, filter),
            KNIGHT => self.leap(KNIGHT, from, &step::KNIGHT, filter),
            LIGHT_SLIDER => self.slide(LIGHT_SLIDER, from, Self::SLIDES[0], filter),
            MIDDLE_SLIDER => self.slide(MIDDLE_SLIDER, from, Self::SLIDES[1], filter),
            HEAVY_SLIDER => self.slide(HEAVY_SLIDER, from, Self::SLIDES[2], filter),
            _ => return,
        }
        self.friendly_leaps(kind, from, filter);
    }

    /// Over an adjacent friend ahead to the empty square right behind it.
    #[inline(always)]
    fn friendly_leaps<F: Filter>(&mut self, kind: Kind, from: Square, filter: &F) {
        if !R::FRIENDLY_LEAP || Self::NOISY {
            return;
        }
        for step in Self::AHEAD {
            let friend = from.step(step);
            let to = friend.step(step);
            if self.board.at(friend).is(Self::US) && self.board.at(to).is_empty() && filter.allows(kind, from, to) {
                self.push(from, to);
            }
        }
    }

    /// The royal neither captures nor holds. Its move is legal unless it takes away the hold that is left without it.
    #[inline(always)]
    fn royal_steps(&mut self, support: Support) {
        let from = self.board.king(Self::US);
        for step in step::ALL {
            let to = from.step(step);
            if self.board.at(to).is_empty() && !support.fails_at(self.royal, to) {
                self.push(from, to);
            }
        }
    }
}
