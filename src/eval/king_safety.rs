//! King safety: attacks on the king's neighbourhood, and the pawns that shelter the king.

use crate::types::square::{Step, step};
use crate::types::{Color, Square};

/// One army's attacks on the neighbourhood of the enemy king.
#[derive(Default)]
pub struct KingAttack {
    attackers: i32,
    units: i32,
}

impl KingAttack {
    /// Adds a piece that attacks `hits` squares of the neighbourhood, of which at most three count `units` each.
    #[inline(always)]
    pub fn add(&mut self, hits: i32, units: i32) {
        if hits > 0 {
            self.attackers += 1;
            self.units += units * hits.min(3);
        }
    }

    /// Returns the sum of the units of danger; `None` with fewer than two attackers.
    #[inline(always)]
    pub fn units(&self) -> Option<usize> {
        (self.attackers >= 2).then_some(self.units as usize)
    }
}

/// Returns the strength of a king's pawn shelter: in the king's file and each adjacent one, 2 for an own pawn on the
/// next rank and 1 for an own pawn on the rank after that.
pub fn shelter(color: Color, king: Square, is_pawn: impl Fn(Square) -> bool) -> i32 {
    let on_file = |file_step: Step| {
        let near = king.step(color.forward()).step(file_step);
        2 * is_pawn(near) as i32 + is_pawn(near.step(color.forward())) as i32
    };
    on_file(step::W) + on_file(0) + on_file(step::E)
}
