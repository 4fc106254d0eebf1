//! All legal moves of the army: pins and checks are known beforehand, so that only en passant is tried out.

use super::attacks::attacked;
use super::castling::CastlingSide;
use super::danger::Danger;
use super::en_passant::EnPassant;
use super::lines::between;
use super::movegen::{AllMoves, Filter};
use super::pawns::PawnGenerator;
use super::pieces::{BISHOP, KNIGHT, PAWN, QUEEN, ROOK};
use super::reach::direction;
use crate::types::square::step;
use crate::types::{Mailbox, Square};

/// A generator of moves for an army of chess with a king that must not be left in check.
pub trait ArmyGenerator<const N: usize>: PawnGenerator<N> {
    /// The king of the side to move.
    fn king(&self) -> Square;

    /// The checks and pins against him.
    fn danger(&self) -> &Danger;

    /// The double step that may be answered en passant.
    fn en_passant(&self) -> EnPassant;

    /// The rook that may still castle on a side; [`Square::NONE`] without the right.
    fn castling_rook(&self, side: CastlingSide) -> Square;

    /// Moves of all pieces but the king.
    #[inline(always)]
    fn army(&mut self) {
        match self.danger().checks {
            0 if self.danger().has_pins() => self.pieces::<_, true>(&AllMoves),
            0 => self.pieces::<_, false>(&AllMoves),
            1 => self.evasions(),
            _ => {}
        }
    }

    /// Captures of the only checker and moves between it and the king.
    #[cold]
    fn evasions(&mut self) {
        let evasions = Evasions::from(self.danger().checker, self.king());
        self.pieces::<_, true>(&evasions);
    }

    /// Moves of all pieces but the king, as far as the filter allows; without `PINS` none is taken to be pinned.
    #[inline(always)]
    fn pieces<F: Filter, const PINS: bool>(&mut self, filter: &F) {
        for number in self.board().numbers(Self::US) {
            let from = self.board().square_of(number);
            let kind = self.board().kind_of(number);
            if PINS && self.danger().pins(Mailbox::<N>::place(number)) {
                self.pinned_piece(kind & 7, from, filter);
                continue;
            }
            match kind & 7 {
                PAWN => self.pawn(from, filter),
                KNIGHT => self.leap(KNIGHT, from, &step::KNIGHT, filter),
                BISHOP => self.slide(BISHOP, from, &step::DIAGONAL, filter),
                ROOK => self.slide(ROOK, from, &step::ORTHOGONAL, filter),
                QUEEN => self.slide(QUEEN, from, &step::ALL, filter),
                _ => {}
            }
        }
        if self.en_passant().live {
            let target = self.en_passant().square;
            self.capture_en_passant(target, target.step(Self::BACK));
        }
    }

    /// Moves of a pinned piece along its line to the king.
    #[inline(never)]
    fn pinned_piece<F: Filter>(&mut self, kind: u8, from: Square, filter: &F) {
        let line = direction(self.king(), from);
        let lines = [line, line.wrapping_neg()];
        match kind {
            PAWN => self.pawn_on_line(from, line, filter),
            BISHOP if step::DIAGONAL.contains(&line) => self.slide(BISHOP, from, &lines, filter),
            ROOK if step::ORTHOGONAL.contains(&line) => self.slide(ROOK, from, &lines, filter),
            QUEEN => self.slide(QUEEN, from, &lines, filter),
            _ => {}
        }
    }

    /// Castling of a king who is not in check.
    #[inline(always)]
    fn castling(&mut self) {
        for side in CastlingSide::BOTH {
            let rook = self.castling_rook(side);
            if rook != Square::NONE {
                self.castle(side, rook);
            }
        }
    }

    /// Castling with one rook, wherever king and rook start from. A pinned rook shields the king along his rank.
    #[inline]
    fn castle(&mut self, side: CastlingSide, rook: Square) {
        let (board, king) = (self.board(), self.king());
        let (king_to, rook_to) = side.targets(king);
        let free = |square: Square| board.at(square).is_empty() || square == rook || square == king;
        let way = |from: Square, to: Square| {
            let (low, high) = if from.0 < to.0 { (from.0, to.0) } else { (to.0, from.0) };
            (low..=high).map(Square)
        };
        let pinned = self.danger().pins(Mailbox::<N>::place(Mailbox::<N>::number(board.at(rook))));
        if !pinned
            && way(rook, rook_to).all(free)
            && way(king, king_to).all(free)
            && !way(king, king_to).any(|square| square != king && attacked(board, square, Self::THEM, king))
        {
            self.push(king, king_to, 0, side.flag());
        }
    }
}

/// Allows the moves that answer a check: to the checker's square and to those between it and the king.
struct Evasions([bool; 256]);

impl Evasions {
    fn from(checker: Square, king: Square) -> Evasions {
        let mut squares = [false; 256];
        squares[checker.index()] = true;
        between(king, checker).for_each(|square| squares[square.index()] = true);
        Evasions(squares)
    }
}

impl Filter for Evasions {
    #[inline(always)]
    fn allows(&self, _: u8, _: Square, to: Square) -> bool {
        self.0[to.index()]
    }
}
