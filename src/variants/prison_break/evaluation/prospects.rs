//! What one army may hope for because of what the other leaves open: a mating Ice Queen, and the way out.

use super::super::danger::Board;
use super::super::tables::{self, ESCAPE_CELLS, QUEEN, is_escape};
use super::{DISTANCES, FROZEN_WAY_OUT, SECOND_WAY_OUT, STRIKES, WAY_OUT};
use crate::eval::{Ledger, zone};
use crate::types::{Color, Square};

/// What one army's survey means to the other army.
#[derive(Clone, Copy)]
pub(super) struct Findings {
    /// The squares beside the own king where an arriving Ice Queen would not last, as a set.
    pub(super) guarded: u16,
    /// An awake Ice Queen two squares from the enemy king.
    pub(super) striker: Square,
    /// How many pieces would attack the enemy king on each of the [`ESCAPE_CELLS`].
    pub(super) sentries: [usize; 2],
}

/// What one army is credited with for what the other one leaves open.
pub(super) struct Prospects<'a, L> {
    pub(super) board: &'a Board,
    pub(super) color: Color,
    /// 1 for the side to move.
    pub(super) to_move: usize,
    pub(super) frozen: bool,
    pub(super) own: Findings,
    pub(super) enemy: Findings,
    pub(super) ledger: &'a mut L,
}

impl<L: Ledger> Prospects<'_, L> {
    #[inline(always)]
    pub(super) fn run(mut self) {
        if self.own.striker != Square::NONE {
            let strikes = self.strikes().min(3);
            self.ledger.add(self.color, STRIKES.at(self.to_move * 4 + strikes), 1);
        }
        self.ways_out();
    }

    /// How many squares beside the enemy king an Ice Queen would mate from.
    #[inline(always)]
    fn strikes(&self) -> usize {
        let king = self.board.king(!self.color);
        let mut rest = tables::zone_hits_of(self.color, QUEEN, self.own.striker, king) & !self.enemy.guarded;
        let mut strikes = 0;
        while rest != 0 {
            let to = king.step(zone::offset(rest.trailing_zeros() as usize));
            rest &= rest - 1;
            strikes += usize::from(self.board.at(to).admits(self.color) && !is_escape(to));
        }
        strikes
    }

    /// The two ways out of the prison, the better one first. Fewer guards make up for a step more.
    #[inline(always)]
    fn ways_out(&mut self) {
        let king = self.board.king(self.color);
        let way = |cell: usize| (self.enemy.sentries[cell].min(2), king.distance(ESCAPE_CELLS[cell]) as usize);
        let badness = |(guards, distance): (usize, usize)| 4 * (guards + distance) + guards;
        let (one, other) = (way(0), way(1));
        let (best, second) = if badness(one) <= badness(other) { (one, other) } else { (other, one) };
        self.way_out(if self.frozen { FROZEN_WAY_OUT.start } else { WAY_OUT.start }, best);
        self.way_out(SECOND_WAY_OUT.start, second);
    }

    #[inline(always)]
    fn way_out(&mut self, table: usize, (guards, distance): (usize, usize)) {
        let row = self.to_move * 3 + guards;
        self.ledger.add(self.color, table + row * DISTANCES + distance.min(DISTANCES - 1), 1);
    }
}
