//! Attacks on a king, and what the enemy's pieces threaten before the side to move chooses a move.
//!
//! Everything but a Bomber's flight hits a king whatever else stands on the board. So a move that unfreezes no enemy
//! piece can expose its king only to a Bomber, and only by emptying or filling a square between the two or the square
//! behind the king. Pieces are unfrozen only by a move or capture of the Ice Queen beside them.
//!
//! Sets of pieces are masks as in [`freezing`](super::freezing).

use super::freezing::{Board, active, beside_ice_queens, is_active, neighbours};
use super::tables::{self, ICICLE, QUEEN, is_ice_queen};
use crate::types::square::Step;
use crate::types::{Cell, Color, Square};

/// Whether a Bomber on `from`, not two squares away, can fly over a king of `color` on `king`.
/// The square `ghost` counts as empty: that from which the king comes, or `king` if it has not moved.
#[inline]
pub(super) fn flies_over(board: &Board, from: Square, king: Square, color: Color, ghost: Square) -> bool {
    let line = tables::direction(from, king);
    let landing = king.step(line);
    let is_free = |square: Square| square == ghost || board.at(square).is_empty();
    let mut square = from.step(line);
    if square == king {
        // A leap of two squares: the landing square may also hold another victim.
        return is_free(landing) || board.at(landing).is(color);
    }
    while square != king {
        if !is_free(square) {
            return false;
        }
        square = square.step(line);
    }
    is_free(landing)
}

/// Whether one of the active pieces `candidates` of `by` attacks a king on `king` that comes from `ghost`, or
/// has not moved if both are the same.
#[inline(always)]
pub(super) fn attacked_by(board: &Board, candidates: u32, king: Square, by: Color, ghost: Square) -> bool {
    let first = Board::first(by);
    let mut rest = candidates;
    while rest != 0 {
        let number = first + rest.trailing_zeros() as usize;
        rest &= rest - 1;
        let from = board.square_of(number);
        let reach = tables::reach(by, board.kind_of(number), from, king);
        if reach.possible() && (reach.certain() || flies_over(board, from, king, !by, ghost)) {
            return true;
        }
    }
    false
}

/// Whether `by` attacks an enemy king that stands, or is assumed to stand, on `square`.
#[inline]
pub(super) fn attacked(board: &Board, square: Square, by: Color) -> bool {
    attacked_by(board, active(board, by), square, by, square)
}

/// The squares of the pieces of `by` that attack a king on `square`.
pub(super) fn attackers(board: &Board, square: Square, by: Color) -> Vec<Square> {
    let active = active(board, by);
    let hits = |&index: &usize| attacked_by(board, active & 1 << index, square, by, square);
    (0..Board::ARMY).filter(hits).map(|index| board.square_of(Board::first(by) + index)).collect()
}

/// The enemy's threats to the king of the side to move.
pub(super) struct Danger {
    /// Own pieces beside an enemy Ice Queen.
    pub beside_ice_queens: u32,
    /// Active enemy pieces that may attack the king or a square adjacent to it.
    pub near: u32,
    /// Frozen enemy pieces that may attack the king once they are unfrozen.
    pub latent: u32,
    /// The number of pieces that give check.
    pub checks: u32,
    /// A checker that can only be captured or frozen, not blocked.
    pub contact: Square,
    /// The squares on which a Bomber's attack on the king depends, as bits of [`tables::axes_of`].
    pub bomber_axes: u8,
}

impl Danger {
    /// Finds the threats of all pieces of the side not to move.
    #[inline(always)]
    pub(super) fn of(board: &Board, us: Color) -> Danger {
        let enemies_beside = beside_ice_queens(board, !us);
        let king = board.king(us);
        let first = Board::first(!us);
        let mut danger =
            Danger { beside_ice_queens: 0, near: 0, latent: 0, checks: 0, contact: Square::NONE, bomber_axes: 0 };
        for index in 0..Board::ARMY {
            let (kind, from) = (board.kind_of(first + index), board.square_of(first + index));
            if is_ice_queen(kind) {
                danger.beside_ice_queens |= neighbours(board, from, us);
            }
            // An unfrozen icicle attacks like an Ice Queen.
            let kind_if_freed = if kind == ICICLE { QUEEN } else { kind };
            if !tables::is_near(!us, kind_if_freed, from, king) {
                continue;
            }
            let reach = tables::reach(!us, kind_if_freed, from, king);
            if kind != kind_if_freed || !is_active(enemies_beside, index, kind) {
                danger.latent |= u32::from(reach.possible()) << index;
            } else {
                danger.near |= 1 << index;
                if reach.certain() {
                    danger.checks += 1;
                    danger.contact = from;
                } else if reach.possible() {
                    danger.add_bomber(board, us, king, from);
                }
            }
        }
        danger
    }

    /// Adds a Bomber in line with the king, unless the square behind the king is off the board.
    #[inline]
    fn add_bomber(&mut self, board: &Board, us: Color, king: Square, from: Square) {
        let line: Step = tables::direction(king, from);
        if board.at(king.step(line.wrapping_neg())) == Cell::WALL {
            return;
        }
        self.bomber_axes |= tables::bomber_axes(line);
        self.checks += u32::from(flies_over(board, from, king, us, king));
    }
}
