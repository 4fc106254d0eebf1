//! The danger to kings.

use crate::types::square::{Step, step};
use crate::types::{Cell, Color, Mailbox, Score, Square};

/// An army's attacks on the neighbourhood of the enemy king.
#[derive(Default)]
pub struct Siege {
    attackers: i32,
    units: i32,
}

impl Siege {
    /// Adds a piece that hits so many squares of the neighbourhood, each worth so many `units` of danger.
    #[inline(always)]
    pub fn add(&mut self, hits: i32, units: i32) {
        if hits > 0 {
            self.attackers += 1;
            self.units += units * hits.min(3);
        }
    }

    /// The units of danger; none from a single attacker.
    #[inline(always)]
    pub fn units(&self) -> Option<usize> {
        (self.attackers >= 2).then_some(self.units as usize)
    }

    /// The danger: nothing from a single attacker, then the square of the units.
    #[inline(always)]
    pub fn danger(&self) -> Score {
        if self.attackers >= 2 { self.units * self.units } else { 0 }
    }
}

/// How many squares a piece reaches by `steps`, once or again and again, and how many squares on or beside `king` it hits.
#[inline(always)]
pub fn reach<const N: usize, const D: usize>(
    board: &Mailbox<N>,
    color: Color,
    from: Square,
    (steps, slides): (&[Step; D], bool),
    king: Square,
) -> (i32, i32) {
    let (mut squares, mut hits) = (0, 0);
    for &step in steps {
        let mut to = from;
        loop {
            to = to.step(step);
            let cell = board.at(to);
            hits += (cell != Cell::WALL && to.distance(king) <= 1) as i32;
            squares += cell.admits(color) as i32;
            if !slides || !cell.is_empty() {
                break;
            }
        }
    }
    (squares, hits)
}

/// The own pawns ahead of a king, in his file and beside it: two for one on the next rank, one for one behind that.
pub fn shelter(color: Color, king: Square, is_pawn: impl Fn(Square) -> bool) -> i32 {
    let ahead = |file_step: Step| {
        let near = king.step(color.forward()).step(file_step);
        2 * is_pawn(near) as i32 + is_pawn(near.step(color.forward())) as i32
    };
    ahead(step::W) + ahead(0) + ahead(step::E)
}
