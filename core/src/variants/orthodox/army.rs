//! All legal moves of the army: pins and checks are known beforehand, so that only en passant is tried out.

use super::attacks::attacked;
use super::castling::CastlingSide;
use super::danger::Danger;
use super::lines::between;
use super::movegen::{AllMoves, Filter};
use super::pawns::PawnGenerator;
use super::pieces::{BISHOP, KNIGHT, PAWN, QUEEN, ROOK, base};
use super::reach::direction;
use crate::types::square::step;
use crate::types::{EnPassant, Kind, KindSets, Mailbox, Square};

/// A generator of moves for an army of chess with a king that must not be left in check.
pub trait ArmyGenerator<const N: usize>: PawnGenerator<N, KindSets> {
    /// The checks and pins against the king of the side to move.
    fn danger(&self) -> &Danger;

    /// Moves of all pieces but the king; `en_passant` is the double step that may be answered.
    #[inline(always)]
    fn army(&mut self, en_passant: EnPassant) {
        match self.danger().checks {
            0 if self.danger().has_pins() => self.pieces(&AllMoves, en_passant),
            0 => {
                self.free_pieces();
                self.en_passant(en_passant);
            }
            1 => self.evasions(en_passant),
            _ => {}
        }
    }

    /// Captures of the only checker and moves between it and the king.
    #[cold]
    fn evasions(&mut self, en_passant: EnPassant) {
        let evasions = Evasions::from(self.danger().checker, self.danger().king);
        self.pieces(&evasions, en_passant);
    }

    /// Moves of all pieces but the king, without en passant, when there is neither a check nor a pin: in the order of the
    /// list, or kind by kind if they are only counted, which spares a jump for each piece.
    #[inline(always)]
    fn free_pieces(&mut self) {
        if Self::COUNTS {
            self.pieces_of(PAWN);
            self.pieces_of(KNIGHT);
            self.pieces_of(BISHOP);
            self.pieces_of(ROOK);
            self.pieces_of(QUEEN);
        } else {
            for number in self.board().numbers(Self::US) {
                self.piece(base(self.board().kind_of(number)), self.board().square_of(number), &AllMoves);
            }
        }
    }

    /// Moves of all pieces of a kind, none of which is pinned.
    #[inline(always)]
    fn pieces_of(&mut self, kind: Kind) {
        for number in self.board().of_kind(Self::US, kind) {
            self.piece(kind, self.board().square_of(number), &AllMoves);
        }
    }

    /// Moves of a piece other than the king that is not pinned.
    #[inline(always)]
    fn piece<F: Filter>(&mut self, kind: Kind, from: Square, filter: &F) {
        match kind {
            PAWN => self.pawn(from, filter),
            KNIGHT => self.leap(KNIGHT, from, &step::KNIGHT, filter),
            BISHOP => self.slide(BISHOP, from, &step::DIAGONAL, filter),
            ROOK => self.slide(ROOK, from, &step::ORTHOGONAL, filter),
            QUEEN => self.slide(QUEEN, from, &step::ALL, filter),
            _ => {}
        }
    }

    /// Captures en passant.
    #[inline(always)]
    fn en_passant(&mut self, en_passant: EnPassant) {
        if en_passant.live {
            self.capture_en_passant(en_passant.square, en_passant.square.step(Self::BACK));
        }
    }

    /// Moves of all pieces but the king, as far as the filter allows; pinned ones keep to their lines.
    #[inline(always)]
    fn pieces<F: Filter>(&mut self, filter: &F, en_passant: EnPassant) {
        for number in self.board().numbers(Self::US) {
            let from = self.board().square_of(number);
            let kind = base(self.board().kind_of(number));
            match self.danger().pins(Mailbox::<N, KindSets>::place(number)) {
                true => self.pinned_piece(kind, from, filter),
                false => self.piece(kind, from, filter),
            }
        }
        self.en_passant(en_passant);
    }

    /// Moves of a pinned piece along its line to the king.
    #[inline(never)]
    fn pinned_piece<F: Filter>(&mut self, kind: Kind, from: Square, filter: &F) {
        let line = direction(self.danger().king, from);
        let lines = [line, line.wrapping_neg()];
        match kind {
            PAWN => self.pawn_on_line(from, line, filter),
            BISHOP if step::DIAGONAL.contains(&line) => self.slide(BISHOP, from, &lines, filter),
            ROOK if step::ORTHOGONAL.contains(&line) => self.slide(ROOK, from, &lines, filter),
            QUEEN => self.slide(QUEEN, from, &lines, filter),
            _ => {}
        }
    }

    /// Castling of a king who is not in check, with the rook of each side; [`Square::NONE`] without the right.
    #[inline(always)]
    fn castling(&mut self, rook: impl Fn(&Self, CastlingSide) -> Square) {
        for side in CastlingSide::BOTH {
            let rook = rook(self, side);
            if rook != Square::NONE {
                self.castle(side, rook);
            }
        }
    }

    /// Whether the enemy attacks a square on the king's rank once he has left his own.
    #[inline(always)]
    fn is_unsafe(&self, square: Square) -> bool {
        let danger = self.danger();
        match square.0.abs_diff(danger.king.0) {
            ..=2 => danger.attacks(self.board(), square, Self::THEM),
            _ => attacked(self.board(), square, Self::THEM, danger.king),
        }
    }

    /// Castling with one rook, wherever king and rook start from. A pinned rook shields the king along his rank.
    #[inline(always)]
    fn castle(&mut self, side: CastlingSide, rook: Square) {
        let (board, king) = (self.board(), self.danger().king);
        let (king_to, rook_to) = side.targets(king);
        let free = |square: Square| board.at(square).is_empty() || square == rook || square == king;
        let way = |from: Square, to: Square| {
            let (low, high) = if from.0 < to.0 { (from.0, to.0) } else { (to.0, from.0) };
            (low..=high).map(Square)
        };
        let pinned = self.danger().pins(Mailbox::<N, KindSets>::place(Mailbox::<N, KindSets>::number(board.at(rook))));
        if !pinned
            && way(rook, rook_to).all(free)
            && way(king, king_to).all(free)
            && !way(king, king_to).any(|square| square != king && self.is_unsafe(square))
        {
            self.push_flagged(king, king_to, side.flag());
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
    fn allows(&self, _: Kind, _: Square, to: Square) -> bool {
        self.0[to.index()]
    }
}
