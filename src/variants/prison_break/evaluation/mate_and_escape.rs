//! The two ways to win: mate by an Ice Queen beside the king, and the king's escape. Both depend on the defence that
//! the enemy's pieces provide.

use super::super::freezing::Board;
use super::super::tables::{self, ESCAPE_CELLS, QUEEN, is_escape};
use super::{DISTANCES, FROZEN_WAY_OUT, SECOND_WAY_OUT, STRIKES, WAY_OUT};
use crate::eval::weights::Group;
use crate::eval::{Ledger, king_ring};
use crate::types::{Color, Square};

/// What the evaluation of one army's pieces finds out for the terms of this file.
#[derive(Clone, Copy)]
pub(super) struct Findings {
    /// The squares beside the own king on which an arriving Ice Queen could be captured or frozen, as a set.
    pub(super) defended: u16,
    /// The square of an awake Ice Queen two squares from the enemy king; [`Square::NONE`] if there is none.
    pub(super) near_queen: Square,
    /// The number of pieces that would attack the enemy king on each of the [`ESCAPE_CELLS`].
    pub(super) cell_guards: [usize; 2],
}

/// Adds the terms of this file for one army.
pub(super) struct MateAndEscape<'a, L> {
    pub(super) board: &'a Board,
    pub(super) color: Color,
    /// 1 for the side to move, 0 for the other: the row of tables that depend on it.
    pub(super) to_move: usize,
    pub(super) frozen: bool,
    pub(super) own: Findings,
    pub(super) enemy: Findings,
    pub(super) ledger: &'a mut L,
}

impl<L: Ledger> MateAndEscape<'_, L> {
    #[inline(always)]
    pub(super) fn run(mut self) {
        if self.own.near_queen != Square::NONE {
            let squares = self.mating_squares().min(3);
            self.ledger.add(self.color, STRIKES.at(self.to_move * 4 + squares), 1);
        }
        self.escape();
    }

    /// Returns the number of undefended squares beside the enemy king that the Ice Queen near it can reach.
    #[inline(always)]
    fn mating_squares(&self) -> usize {
        let king = self.board.king(!self.color);
        let mut rest = tables::ring_attacks_of(self.color, QUEEN, self.own.near_queen, king) & !self.enemy.defended;
        let mut squares = 0;
        while rest != 0 {
            let to = king.step(king_ring::offset(rest.trailing_zeros() as usize));
            rest &= rest - 1;
            squares += usize::from(self.board.at(to).admits(self.color) && !is_escape(to));
        }
        squares
    }

    /// Adds the terms of both escape cells. The better one is that with the smaller sum of guards and distance, and of
    /// two with equal sums that with fewer guards.
    #[inline(always)]
    fn escape(&mut self) {
        let king = self.board.king(self.color);
        let cell = |cell: usize| (self.enemy.cell_guards[cell].min(2), king.distance(ESCAPE_CELLS[cell]) as usize);
        let badness = |(guards, distance): (usize, usize)| 4 * (guards + distance) + guards;
        let (one, other) = (cell(0), cell(1));
        let (best, second) = if badness(one) <= badness(other) { (one, other) } else { (other, one) };
        self.escape_cell(if self.frozen { FROZEN_WAY_OUT } else { WAY_OUT }, best);
        self.escape_cell(SECOND_WAY_OUT, second);
    }

    #[inline(always)]
    fn escape_cell(&mut self, group: Group, (guards, distance): (usize, usize)) {
        let row = self.to_move * 3 + guards;
        self.ledger.add(self.color, group.at(row * DISTANCES + distance.min(DISTANCES - 1)), 1);
    }
}
