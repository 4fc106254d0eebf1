//! Freezing, attacks on a king, and what one pass over the enemy tells of the moves that may expose one.
//!
//! Everything but a Bomber's flight hits a king whatever else stands on the board, so a move that frees no
//! frozen piece can expose its king only to a Bomber, and only by touching the squares between the two or
//! the one behind the king. Frozen pieces are freed by moves of the Ice Queen beside them alone.

use super::tables::{self, ICICLE, QUEEN, is_ice_queen};
use crate::types::square::{Step, step};
use crate::types::{Color, Mailbox, Square};

pub(super) type Board = Mailbox<32>;

/// Bit by slot: the pieces of `color` beside an enemy Ice Queen. All of them are frozen, except that
/// an Ice Queen is frozen by her own state alone (kind [`ICICLE`]).
#[inline(always)]
pub(super) fn chilled(board: &Board, color: Color) -> u32 {
    let first = Board::first(!color);
    let mut mask = 0;
    for number in first..first + Board::ARMY {
        if is_ice_queen(board.kind_of(number)) {
            mask |= neighbours(board, board.square_of(number), color);
        }
    }
    mask
}

/// Bit by slot: the pieces of `color` beside a square.
#[inline(always)]
pub(super) fn neighbours(board: &Board, square: Square, color: Color) -> u32 {
    let mut mask = 0;
    for step in step::ALL {
        let cell = board.at(square.step(step));
        if cell.is(color) {
            mask |= 1 << slot(Board::number(cell));
        }
    }
    mask
}

/// A piece number without its army.
#[inline(always)]
pub(super) fn slot(number: usize) -> usize {
    number & (Board::ARMY - 1)
}

/// Whether the piece on `square` is frozen.
pub(super) fn is_frozen(board: &Board, square: Square, color: Color) -> bool {
    match board.kind_at(square, color) {
        ICICLE => true,
        QUEEN | 0 => false,
        _ => step::ALL.iter().any(|&step| is_ice_queen(board.kind_at(square.step(step), !color))),
    }
}

/// Whether an awake Ice Queen of `by` stands beside `square`.
#[inline]
pub(super) fn beside_awake_queen(board: &Board, square: Square, by: Color) -> bool {
    step::ALL.iter().any(|&step| board.kind_at(square.step(step), by) == QUEEN)
}

/// Whether the piece of a slot can act, given who is beside an enemy Ice Queen.
#[inline(always)]
fn is_active(chilled: u32, slot: usize, kind: u8) -> bool {
    chilled >> slot & 1 == 0 || kind == QUEEN
}

/// Whether a Bomber on `from`, not two squares away, can fly over a king of `color` on `king`.
/// A piece on `ghost` (where the king comes from; `king` itself if it has not moved) counts as gone.
#[inline]
pub(super) fn flies_over(board: &Board, from: Square, king: Square, color: Color, ghost: Square) -> bool {
    let line = tables::direction(from, king);
    let landing = king.step(line);
    let is_free = |square: Square| square == ghost || board.at(square).is_empty();
    let mut square = from.step(line);
    if square == king {
        // Two squares at once: the landing square may also hold another victim.
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

/// Whether the active pieces among `candidates` (a mask of slots) of `by` attack a king on `king` that
/// comes from `ghost`; `king` again if it has not moved.
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

/// Bit by slot: the pieces of `color` that can act.
#[inline]
fn active(board: &Board, color: Color) -> u32 {
    let chilled = chilled(board, color);
    let first = Board::first(color);
    (0..Board::ARMY).fold(0, |mask, slot| {
        let kind = board.kind_of(first + slot);
        mask | u32::from(kind != 0 && kind != ICICLE && is_active(chilled, slot, kind)) << slot
    })
}

/// Whether `by` attacks a king of the other army that stands, or is imagined, on `square`.
#[inline]
pub(super) fn attacked(board: &Board, square: Square, by: Color) -> bool {
    attacked_by(board, active(board, by), square, by, square)
}

/// The squares of the pieces of `by` that attack a king on `square`.
pub(super) fn attackers(board: &Board, square: Square, by: Color) -> Vec<Square> {
    let active = active(board, by);
    let hits = |&slot: &usize| attacked_by(board, active & 1 << slot, square, by, square);
    (0..Board::ARMY).filter(hits).map(|slot| board.square_of(Board::first(by) + slot)).collect()
}

/// What the enemy does to the king of the side to move.
pub(super) struct Danger {
    /// Own pieces beside an enemy Ice Queen, by slot.
    pub chilled: u32,
    /// Active enemy pieces that might hit the king or a square beside it.
    pub near: u32,
    /// Frozen enemy pieces that might hit the king if they were not.
    pub latent: u32,
    /// How many pieces give check.
    pub checks: u32,
    /// A checker that can only be captured or frozen.
    pub contact: Square,
    /// What a Bomber's attack on the king depends on, as bits of [`tables::axes_of`].
    pub watched: u8,
}

impl Danger {
    /// Looks at every piece of the side not to move.
    #[inline(always)]
    pub(super) fn of(board: &Board, us: Color) -> Danger {
        let enemy_chilled = chilled(board, !us);
        let king = board.king(us);
        let first = Board::first(!us);
        let mut danger = Danger { chilled: 0, near: 0, latent: 0, checks: 0, contact: Square::NONE, watched: 0 };
        for slot in 0..Board::ARMY {
            let (kind, from) = (board.kind_of(first + slot), board.square_of(first + slot));
            if is_ice_queen(kind) {
                danger.chilled |= neighbours(board, from, us);
            }
            // An icicle would hit what an Ice Queen hits.
            let kind_if_freed = if kind == ICICLE { QUEEN } else { kind };
            if !tables::is_near(!us, kind_if_freed, from, king) {
                continue;
            }
            let reach = tables::reach(!us, kind_if_freed, from, king);
            if kind != kind_if_freed || !is_active(enemy_chilled, slot, kind) {
                danger.latent |= u32::from(reach.possible()) << slot;
            } else {
                danger.near |= 1 << slot;
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

    /// A Bomber on the king's line: a check, something to watch, or nothing.
    #[inline]
    fn add_bomber(&mut self, board: &Board, us: Color, king: Square, from: Square) {
        let line: Step = tables::direction(king, from);
        if board.at(king.step(line.wrapping_neg())) == crate::types::Cell::WALL {
            return;
        }
        self.watched |= tables::watch(line);
        self.checks += u32::from(flies_over(board, from, king, us, king));
    }
}
