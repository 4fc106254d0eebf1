//! The second half of a turn: where the released piece may go, and the free piece that follows an own king.

use super::half::{Half, Squares, empty_squares, shields};
use super::movegen::BoxGenerator;
use super::turn::FreePiece;
use super::{Board, BoxGame, BoxRules, Turn};
use crate::types::{Color, Kind, Sink, Square};
use crate::variants::orthodox::attacks::would_hit;
use crate::variants::orthodox::movegen::Generator;
use crate::variants::orthodox::pieces::{KING, KNIGHT, PAWN, PROMOTIONS, QUEEN};

/// Whether a pawn of `color` becomes something else on `square`.
#[inline(always)]
pub(super) fn is_last_rank(color: Color, square: Square) -> bool {
    square.rank() == color.choose(7, 0)
}

/// The forms in which a captured piece may come back on a square: pawns on their last rank have four.
#[inline]
pub(super) fn forms(color: Color, kind: Kind, square: Square) -> impl Iterator<Item = FreePiece> {
    let promotes = kind == PAWN && is_last_rank(color, square);
    let promotions: &[Kind] = if promotes { &PROMOTIONS } else { &[Kind::NONE] };
    promotions.iter().map(move |&promotion| FreePiece { kind, square, promotion })
}

pub(super) fn lost_kinds<R: BoxRules>(position: &BoxGame<R>, color: Color) -> impl Iterator<Item = Kind> {
    let captured = position.captured[color.index()];
    Kind::range(PAWN, QUEEN).filter(move |&kind| captured[kind.index::<6>()] > 0)
}

/// Whether a piece of `color` just put on `from` attacks the king on `king`;
/// a pawn on its last rank does if any of its four choices would.
fn menaces(board: &Board, color: Color, kind: Kind, from: Square, king: Square) -> bool {
    let hits = |kind: Kind| would_hit(board, color, (kind, from), king, Square::NONE);
    if kind == PAWN && is_last_rank(color, from) { hits(QUEEN) || hits(KNIGHT) } else { hits(kind) }
}

impl<R: BoxRules, S: Sink<Turn>, const WHITE: bool, const NOISY: bool> BoxGenerator<'_, R, S, WHITE, NOISY> {
    /// Every way to put the boxed piece back, after the first half of `turn`.
    pub(super) fn release(&mut self, half: &Half, turn: Turn) {
        let inmate = self.position.inmate;
        if inmate.color() != Self::US {
            self.release_theirs(half, turn);
        } else if inmate.kind() == KING {
            self.release_own_king(half, turn);
        } else {
            self.release_own(half, turn);
        }
    }

    fn release_own(&mut self, half: &Half, turn: Turn) {
        let squares = shields(&half.board, half.king, Self::US);
        let is_pawn = self.position.inmate.kind() == PAWN;
        if !is_pawn && S::COUNTS {
            return self.sink.count(squares.len() as u64);
        }
        for square in squares {
            if !is_pawn || !is_last_rank(Self::US, square) {
                if !NOISY {
                    self.push_turn(turn.releasing(square, Kind::NONE));
                }
                continue;
            }
            for &kind in if NOISY { &PROMOTIONS[..1] } else { &PROMOTIONS } {
                self.push_turn(turn.releasing(square, kind));
            }
        }
    }

    /// An enemy piece may not come out attacking the own king.
    fn release_theirs(&mut self, half: &Half, turn: Turn) {
        let squares = shields(&half.board, half.king, Self::US);
        let kind = self.position.inmate.kind();
        if half.king == Square::NONE && S::COUNTS {
            return self.sink.count(squares.len() as u64);
        }
        for square in squares {
            if half.king == Square::NONE || !menaces(&half.board, Self::THEM, kind, square, half.king) {
                self.push_turn(turn.releasing(square, Kind::NONE));
            }
        }
    }

    /// The king must be safe in the end; the free piece may see to that.
    #[cold]
    fn release_own_king(&mut self, half: &Half, turn: Turn) {
        let empty = empty_squares(&half.board);
        for &square in &empty {
            let turn = turn.releasing(square, Kind::NONE);
            let shields = shields(&half.board, square, Self::US);
            if shields.len() == empty.len() {
                self.push_turn(turn);
            }
            self.free_pieces(&shields, square, turn);
        }
    }

    /// Every captured piece on every one of the squares but the king's.
    fn free_pieces(&mut self, squares: &[Square], king: Square, turn: Turn) {
        if S::COUNTS {
            let count = |squares: &[Square]| squares.len() as u64 - squares.contains(&king) as u64;
            let last: Squares = squares.iter().copied().filter(|&square| is_last_rank(Self::US, square)).collect();
            for kind in lost_kinds(self.position, Self::US) {
                let promoting = if kind == PAWN { 3 * count(&last) } else { 0 };
                self.sink.count(count(squares) + promoting);
            }
            return;
        }
        for kind in lost_kinds(self.position, Self::US) {
            for &square in squares.iter().filter(|&&square| square != king) {
                for free in forms(Self::US, kind, square) {
                    self.push_turn(turn.then_free(free));
                }
            }
        }
    }
}
