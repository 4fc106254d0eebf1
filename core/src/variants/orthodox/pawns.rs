//! Pawns: steps, captures, promotions, en passant.

use super::Flag;
use super::en_passant::pawn_beside;
use super::movegen::{Filter, Generator};
use super::pieces::{PAWN, PROMOTIONS};
use crate::types::square::{Step, step};
use crate::types::{Color, EnPassant, Kind, Mailbox, Move, PieceSets, Square, State};

/// A generator of moves whose side has pawns.
pub trait PawnGenerator<const N: usize, S: PieceSets>: Generator<N, S> {
    /// The step of a pawn.
    const FORWARD: Step = Self::US.forward();
    /// The step against a pawn's direction.
    const BACK: Step = Self::FORWARD.wrapping_neg();
    /// The rank, from 0, from which a pawn may step twice.
    const HOME_RANK: u8 = if matches!(Self::US, Color::White) { 1 } else { 6 };
    /// The rank, from 0, from which a pawn's next step promotes it.
    const SEVENTH: u8 = if matches!(Self::US, Color::White) { 6 } else { 1 };
    /// Whether pawns step twice from [`PawnGenerator::HOME_RANK`].
    const DOUBLE_STEP: bool = true;
    /// What a pawn may become, the best first.
    const PROMOTIONS: &'static [Kind] = &PROMOTIONS;

    /// Whether a move that leads to this board is legal.
    fn is_legal_on(&self, board: &Mailbox<N, S>) -> bool;

    /// Whether a pawn's move promotes it.
    #[inline(always)]
    fn promotes(from: Square, _to: Square) -> bool {
        from.rank() == Self::SEVENTH
    }

    /// All moves of a pawn but en passant.
    #[inline(always)]
    fn pawn<F: Filter>(&mut self, from: Square, filter: &F) {
        self.pawn_capture(from, from.step(Self::FORWARD.wrapping_add(step::E)), filter);
        self.pawn_capture(from, from.step(Self::FORWARD.wrapping_add(step::W)), filter);
        self.pawn_advance(from, filter);
    }

    /// A capture, if there is something to capture.
    #[inline(always)]
    fn pawn_capture<F: Filter>(&mut self, from: Square, to: Square, filter: &F) {
        if self.is_victim(to, self.board().at(to)) {
            self.pawn_arrives(from, to, filter);
        }
    }

    /// Steps ahead.
    #[inline(always)]
    fn pawn_advance<F: Filter>(&mut self, from: Square, filter: &F) {
        if Self::NOISY && from.rank() != Self::SEVENTH {
            return;
        }
        let to = from.step(Self::FORWARD);
        let open = self.board().at(to).is_empty();
        if open {
            self.pawn_arrives(from, to, filter);
        }
        if Self::DOUBLE_STEP && from.rank() == Self::HOME_RANK && (open || self.is_passable(to)) {
            let far = to.step(Self::FORWARD);
            if self.board().at(far).is_empty() && filter.allows(PAWN, from, far) {
                self.push_flagged(from, far, Flag::DOUBLE_STEP);
            }
        }
    }

    /// Moves a pawn, in all the ways in which it can be promoted.
    #[inline(always)]
    fn pawn_arrives<F: Filter>(&mut self, from: Square, to: Square, filter: &F) {
        if !Self::promotes(from, to) {
            if filter.allows(PAWN, from, to) {
                self.push(from, to);
            }
            return;
        }
        for &kind in if Self::NOISY { &Self::PROMOTIONS[..1] } else { Self::PROMOTIONS } {
            if filter.allows(kind, from, to) {
                self.push_promotion(from, to, kind);
            }
        }
    }

    /// The moves of a pawn that must stay on a line.
    #[inline(always)]
    fn pawn_on_line<F: Filter>(&mut self, from: Square, line: Step, filter: &F) {
        let back = line.wrapping_neg();
        for side in [step::E, step::W] {
            let capture = Self::FORWARD.wrapping_add(side);
            if capture == line || capture == back {
                self.pawn_capture(from, from.step(capture), filter);
            }
        }
        if line == Self::FORWARD || back == Self::FORWARD {
            self.pawn_advance(from, filter);
        }
    }

    /// Captures of the pawn on `victim` by pawns that arrive on `target`. Two squares become empty at once, which pins do
    /// not cover, so each capture is made on a copy of the board.
    #[cold]
    fn capture_en_passant(&mut self, target: Square, victim: Square) {
        for side in [step::E, step::W] {
            let from = target.step(Self::BACK).step(side);
            if self.board().kind_at(from, Self::US) != PAWN {
                continue;
            }
            let mut board = *self.board();
            board.take(victim);
            board.shift(from, target);
            if self.is_legal_on(&board) {
                self.push_flagged(from, target, Flag::EN_PASSANT);
            }
        }
    }
}

/// Completes the move of a pawn of the side to move that stands on its new square: promotes it, removes a pawn captured
/// en passant, or sets the en passant square.
#[inline]
pub fn finish_move<const N: usize, S: PieceSets>(
    mv: Move,
    board: &mut Mailbox<N, S>,
    state: &mut State,
    en_passant: &mut EnPassant,
) {
    let (us, to) = (state.side, mv.to());
    let behind = to.step((!us).forward());
    state.halfmove = 0;
    if !mv.promotion().is_none() {
        state.transform(board, us, to, mv.promotion());
    } else if mv.flag() == Flag::EN_PASSANT {
        state.remove(board, !us, behind);
    } else if mv.flag() == Flag::DOUBLE_STEP {
        en_passant.set(behind, pawn_beside(board, to, us), state);
    }
}
