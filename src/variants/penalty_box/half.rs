//! Attacks, and the board half way through a turn: a piece has gone into the box, another is about to come out.

use super::{Board, BoxGame, BoxRules};
use crate::types::{Color, Square};
use crate::variants::chess::tables::{self, KING};
use crate::variants::common::lines::{Sight, between, is_clear, sight};
use arrayvec::ArrayVec;

/// At most all squares of the board.
pub(super) type Squares = ArrayVec<Square, 64>;

/// Checks and pins against one king.
pub(super) struct Danger {
    /// How many pieces give check.
    pub checks: u32,
    /// The square of the last checker found.
    pub checker: Square,
    /// Bit by piece number, modulo 32: own pieces that stand alone between king and slider.
    pinned: u32,
}

impl Danger {
    /// Looks at every enemy piece. A king in the box is in no danger.
    #[inline(always)]
    pub(super) fn of(board: &Board, king: Square, us: Color) -> Danger {
        let mut danger = Danger { checks: 0, checker: Square::NONE, pinned: 0 };
        if king == Square::NONE {
            return danger;
        }
        for number in board.numbers(!us) {
            let from = board.square_of(number);
            let reach = tables::reach(!us, board.kind_of(number), from, king);
            if reach.possible() {
                danger.add(board, us, king, from, reach.certain());
            }
        }
        danger
    }

    /// Follows the line from the king to an attacker: a check, a pin, or neither.
    #[inline(always)]
    fn add(&mut self, board: &Board, us: Color, king: Square, from: Square, certain: bool) {
        match if certain { Sight::Open } else { sight(board, king, from, us) } {
            Sight::Open => {
                self.checks += 1;
                self.checker = from;
            }
            Sight::Screened(pinned) => self.pinned |= 1 << (Board::number(pinned) & 31),
            Sight::Closed => {}
        }
    }

    #[inline(always)]
    pub(super) fn has_pins(&self) -> bool {
        self.pinned != 0
    }

    #[inline(always)]
    pub(super) fn pins(&self, number: usize) -> bool {
        self.pinned >> (number & 31) & 1 != 0
    }
}

/// Whether `by` attacks a king on `square` ([`Square::NONE`]: the king is boxed, and safe).
/// A piece on `ghost` does not stand in the way (a king that is about to leave it).
#[inline(always)]
pub(super) fn attacked(board: &Board, square: Square, by: Color, ghost: Square) -> bool {
    if square == Square::NONE {
        return false;
    }
    for number in board.numbers(by) {
        if hits_past(board, by, board.kind_of(number), board.square_of(number), square, ghost) {
            return true;
        }
    }
    false
}

/// Whether a piece of `kind` on `from` attacks `square`; a piece on `ghost` does not stand in the way.
#[inline(always)]
pub(super) fn hits_past(board: &Board, by: Color, kind: u8, from: Square, square: Square, ghost: Square) -> bool {
    let reach = tables::reach(by, kind, from, square);
    reach.possible() && (reach.certain() || is_clear(board, from, square, ghost))
}

/// Whether a piece of `kind`, if it stood on `from`, would attack `to`.
#[inline]
pub(super) fn hits(board: &Board, color: Color, kind: u8, from: Square, to: Square) -> bool {
    let reach = tables::reach(color, kind, from, to);
    reach.possible() && (reach.certain() || sees(board, from, to))
}

/// Whether only empty squares lie between two squares of one line; what stands on them does not matter.
fn sees(board: &Board, from: Square, to: Square) -> bool {
    let line = tables::direction(from, to);
    let mut square = from.step(line);
    while square != to && board.at(square).is_empty() {
        square = square.step(line);
    }
    square == to
}

/// The squares of the pieces of `by` that attack a king on `square`.
pub(super) fn attackers(board: &Board, square: Square, by: Color) -> Vec<Square> {
    if square == Square::NONE {
        return Vec::new();
    }
    let attacks = |&(kind, from): &(u8, Square)| hits(board, by, kind, from, square);
    board.army(by).filter(attacks).map(|piece| piece.1).collect()
}

/// The empty squares of the board, a1 first. The token's square is none of them.
pub(super) fn empty_squares(board: &Board) -> Squares {
    Square::all(8, 8).filter(|&square| board.at(square).is_empty()).collect()
}

/// Where any piece at all must be put so that a king on `king` is safe from sliders and leapers that
/// stand already: anywhere if it is safe, between it and a lone distant checker, otherwise nowhere.
pub(super) fn shields(board: &Board, king: Square, us: Color) -> Squares {
    let danger = Danger::of(board, king, us);
    match danger.checks {
        0 => empty_squares(board),
        1 => between(king, danger.checker).collect(),
        _ => Squares::new(),
    }
}

/// The board after the first half of a turn that fills a full box.
pub(super) struct Half {
    pub board: Board,
    /// The king of the side whose turn it is.
    pub king: Square,
    /// The other one.
    pub enemy_king: Square,
}

impl Half {
    fn of<R: BoxRules>(position: &BoxGame<R>) -> Half {
        let us = position.state.side;
        Half { board: position.board, king: position.king(us), enemy_king: position.king(!us) }
    }

    fn take(&mut self, square: Square) {
        if self.board.take(square) & 7 == KING {
            if square == self.king {
                self.king = Square::NONE;
            } else {
                self.enemy_king = Square::NONE;
            }
        }
    }

    /// After the piece on `from` has gone into the box.
    #[inline]
    pub(super) fn after_entry<R: BoxRules>(position: &BoxGame<R>, from: Square) -> Half {
        let mut half = Half::of(position);
        half.take(from);
        half
    }

    /// After the token has moved to `to` and swallowed what stood there.
    #[inline]
    pub(super) fn after_token<R: BoxRules>(position: &BoxGame<R>, to: Square) -> Half {
        let mut half = Half::of(position);
        if !half.board.at(to).is_empty() {
            half.take(to);
        }
        if position.token != Square::NONE {
            half.board.unblock(position.token);
        }
        half.board.block(to);
        half
    }

    /// Whether the king of `us` is attacked.
    #[inline]
    pub(super) fn exposes(&self, us: Color) -> bool {
        attacked(&self.board, self.king, !us, Square::NONE)
    }
}
