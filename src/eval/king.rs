//! The danger to kings.

use crate::types::square::{Step, step};
use crate::types::{Color, Square};

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
}

/// The own pawns ahead of a king, in his file and beside it: two for one on the next rank, one for one behind that.
pub fn shelter(color: Color, king: Square, is_pawn: impl Fn(Square) -> bool) -> i32 {
    let ahead = |file_step: Step| {
        let near = king.step(color.forward()).step(file_step);
        2 * is_pawn(near) as i32 + is_pawn(near.step(color.forward())) as i32
    };
    ahead(step::W) + ahead(0) + ahead(step::E)
}
