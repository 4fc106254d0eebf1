//! Pawns of both sorts: what they make of each other, and those that no enemy pawn can stop.

use super::*;

/// From this rank on, from 0 and from its own side, the kings' distances from a passed pawn count.
const NEAR_GOAL: u8 = ENEMY_HALF - 1;

impl<L: Ledger> Survey<'_, L> {
    /// All that concerns one army's pawns.
    #[inline(always)]
    pub(super) fn pawns(&mut self, color: Color) {
        for (kind, square) in self.armies[color.index()].pawns.on(&self.position.board) {
            self.place(color, kind as usize & 15, square);
            self.structure(color, kind, square);
            if self.pawns.is_passed(color, square) {
                self.passed(color, square);
            }
        }
    }

    #[inline(always)]
    fn structure(&mut self, color: Color, kind: u8, square: Square) {
        self.ledger.add(color, DOUBLED.start, i32::from(self.pawns.count(color, square) > 1));
        self.ledger.add(color, ISOLATED.start, i32::from(kind == PAWN && self.pawns.is_isolated(color, square)));
        let beside = self.is_pawn(color, square.step(step::W)) || self.is_pawn(color, square.step(step::E));
        let back = square.step((!color).forward());
        let guarded = self.is_pawn(color, back.step(step::W)) || self.is_pawn(color, back.step(step::E));
        if beside || guarded {
            let manner = usize::from(guarded) * (1 + usize::from(beside));
            self.ledger.add(color, CONNECTED.start + manner * 10 + own_rank(color, square) as usize, 1);
        }
    }

    #[inline(always)]
    fn passed(&mut self, color: Color, square: Square) {
        let rank = own_rank(color, square);
        self.ledger.add(color, PASSED.start + rank as usize, 1);
        let next = square.step(color.forward());
        if !self.board().at(next).is_empty() {
            self.ledger.add(color, PASSED_BLOCKED.start + rank as usize, 1);
        } else if self.enemy(color).on(next) == 0 {
            self.ledger.add(color, PASSED_SAFE.start + rank as usize, 1);
        }
        if rank >= NEAR_GOAL {
            for (army, group) in [(color, PASSED_OWN_KING), (!color, PASSED_ENEMY_KING)] {
                let distance = self.board().king(army).distance(next) as usize;
                self.ledger.add(color, group.start + distance % group.len, i32::from(rank - NEAR_GOAL + 1));
            }
        }
    }
}
