//! Slides, leaps and king steps, for every generator of legal moves.

use crate::types::square::{Step, step};
use crate::types::{Cell, Color, Kind, Mailbox, PieceSets, Square};

/// A generator of moves for one side, compiled once for each side and purpose so that directions are constants.
pub trait Generator<const N: usize, S: PieceSets> {
    /// The side to move.
    const US: Color;
    /// The other side.
    const THEM: Color = match Self::US {
        Color::White => Color::Black,
        Color::Black => Color::White,
    };
    /// Whether only captures and promotions to the best kind are listed.
    const NOISY: bool;
    /// Whether moves are only counted.
    const COUNTS: bool = false;

    /// The board as it stands.
    fn board(&self) -> &Mailbox<N, S>;

    /// Adds a legal move with the kind that a pawn becomes, if any, and a flag, one of [`super::Flag`] or 0.
    fn push_move(&mut self, from: Square, to: Square, promotion: Kind, flag: u8);

    /// Adds a legal move without promotion and flag.
    #[inline(always)]
    fn push(&mut self, from: Square, to: Square) {
        self.push_move(from, to, Kind::NONE, 0);
    }

    /// Adds a legal move with a flag.
    #[inline(always)]
    fn push_flagged(&mut self, from: Square, to: Square, flag: u8) {
        self.push_move(from, to, Kind::NONE, flag);
    }

    /// Adds a legal promotion.
    #[inline(always)]
    fn push_promotion(&mut self, from: Square, to: Square, kind: Kind) {
        self.push_move(from, to, kind, 0);
    }

    /// Whether a square's cell holds an enemy piece that may be captured.
    #[inline(always)]
    fn is_victim(&self, _square: Square, cell: Cell) -> bool {
        cell.is(Self::THEM)
    }

    /// Whether a move that may capture can end on a square with this cell.
    #[inline(always)]
    fn may_land(&self, square: Square, cell: Cell) -> bool {
        if Self::NOISY { self.is_victim(square, cell) } else { cell.admits(Self::US) }
    }

    /// Whether slides and double steps pass over what stands on a square.
    #[inline(always)]
    fn is_passable(&self, _square: Square) -> bool {
        false
    }

    /// Slides along each of some lines.
    #[inline(always)]
    fn slide<F: Filter>(&mut self, kind: Kind, from: Square, lines: &[Step], filter: &F) {
        for &line in lines {
            let (mut to, mut cell) = self.ray(kind, from, from, line, filter);
            if self.is_passable(to) {
                (to, cell) = self.ray(kind, from, to, line, filter);
            }
            if self.is_victim(to, cell) && filter.allows(kind, from, to) {
                self.push(from, to);
            }
        }
    }

    /// Moves to the empty squares beyond `start`; returns the first square that is not empty, and its cell.
    #[inline(always)]
    fn ray<F: Filter>(&mut self, kind: Kind, from: Square, start: Square, line: Step, filter: &F) -> (Square, Cell) {
        let mut to = start.step(line);
        let mut cell = self.board().at(to);
        while cell.is_empty() {
            if !Self::NOISY && filter.allows(kind, from, to) {
                self.push(from, to);
            }
            to = to.step(line);
            cell = self.board().at(to);
        }
        (to, cell)
    }

    /// Leaps to squares at fixed distances.
    #[inline(always)]
    fn leap<F: Filter>(&mut self, kind: Kind, from: Square, leaps: &[Step], filter: &F) {
        for &leap in leaps {
            let to = from.step(leap);
            if self.may_land(to, self.board().at(to)) && filter.allows(kind, from, to) {
                self.push(from, to);
            }
        }
    }

    /// Steps of the king to squares that `is_safe` finds not attacked.
    #[inline(always)]
    fn king_steps(&mut self, king: Square, is_safe: impl Fn(&Self, Square) -> bool) {
        for step in step::ALL {
            let to = king.step(step);
            if self.may_land(to, self.board().at(to)) && is_safe(self, to) {
                self.push(king, to);
            }
        }
    }
}

/// Which moves are legal beyond what the pieces themselves can do.
pub trait Filter {
    /// Whether a piece may arrive on `to` as `kind`.
    fn allows(&self, kind: Kind, from: Square, to: Square) -> bool;
}

/// Allows every move.
pub struct AllMoves;

impl Filter for AllMoves {
    #[inline(always)]
    fn allows(&self, _: Kind, _: Square, _: Square) -> bool {
        true
    }
}
