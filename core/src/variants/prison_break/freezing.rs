//! Freezing: the pieces beside an enemy Ice Queen.
//!
//! Sets of pieces of one army are masks; bit n is the piece in place n of the army's list ([`Mailbox::place`]).

use super::tables::{ICICLE, QUEEN, is_ice_queen};
use crate::types::square::step;
use crate::types::{Color, Kind, Mailbox, Square};

pub(super) type Board = Mailbox<32>;

/// The pieces of `color` beside an enemy Ice Queen. All of them are frozen except Ice Queens, which are frozen
/// only if they are of the kind [`ICICLE`].
#[inline(always)]
pub(super) fn beside_ice_queens(board: &Board, color: Color) -> u32 {
    let first = Board::first(!color);
    let mut mask = 0;
    for number in first..first + Board::ARMY {
        if is_ice_queen(board.kind_of(number)) {
            mask |= neighbours(board, board.square_of(number), color);
        }
    }
    mask
}

/// The pieces of `color` adjacent to a square.
#[inline(always)]
pub(super) fn neighbours(board: &Board, square: Square, color: Color) -> u32 {
    let mut mask = 0;
    for step in step::ALL {
        let cell = board.at(square.step(step));
        if cell.is(color) {
            mask |= 1 << Board::place(Board::number(cell));
        }
    }
    mask
}

pub(super) fn is_frozen(board: &Board, square: Square, color: Color) -> bool {
    match board.kind_at(square, color) {
        ICICLE => true,
        QUEEN | Kind::NONE => false,
        _ => step::ALL.iter().any(|&step| is_ice_queen(board.kind_at(square.step(step), !color))),
    }
}

#[inline]
pub(super) fn beside_awake_queen(board: &Board, square: Square, by: Color) -> bool {
    step::ALL.iter().any(|&step| board.kind_at(square.step(step), by) == QUEEN)
}

/// Whether a piece that is no icicle can act, given its army's pieces beside enemy Ice Queens.
#[inline(always)]
pub(super) fn is_active(beside_ice_queens: u32, place: usize, kind: Kind) -> bool {
    beside_ice_queens >> place & 1 == 0 || kind == QUEEN
}

/// The pieces of `color` that can act.
#[inline]
pub(super) fn active(board: &Board, color: Color) -> u32 {
    let beside = beside_ice_queens(board, color);
    let first = Board::first(color);
    (0..Board::ARMY).fold(0, |mask, place| {
        let kind = board.kind_of(first + place);
        mask | u32::from(kind != Kind::NONE && kind != ICICLE && is_active(beside, place, kind)) << place
    })
}
