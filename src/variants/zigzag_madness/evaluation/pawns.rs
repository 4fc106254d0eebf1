//! Terms of pawns and Ninja Pawns: pawn structure and passed pawns.

use super::*;

/// The own rank, from 0, from which on the kings' distances from a passed pawn count.
const NEAR_GOAL: u8 = ENEMY_HALF - 1;

impl<L: Ledger> Evaluator<'_, L> {
    /// Adds the terms of one army's pawns.
    #[inline(always)]
    pub(super) fn pawns(&mut self, color: Color) {
        for (kind, square) in self.armies[color.index()].pawns.on(&self.position.board) {
            self.place(color, kind.index::<16>(), square);
            self.structure(color, kind, square);
            if self.pawns.is_passed(color, square) {
                self.passed(color, square);
            }
        }
    }

    #[inline(always)]
    fn structure(&mut self, color: Color, kind: Kind, square: Square) {
        self.ledger.add(color, DOUBLED.at(0), i32::from(self.pawns.is_doubled(color, square)));
        self.ledger.add(color, ISOLATED.at(0), i32::from(kind == PAWN && self.pawns.is_isolated(color, square)));
        let beside = self.is_pawn(color, square.step(step::W)) || self.is_pawn(color, square.step(step::E));
        let back = square.step((!color).forward());
        let guarded = self.is_pawn(color, back.step(step::W)) || self.is_pawn(color, back.step(step::E));
        if beside || guarded {
            let manner = usize::from(guarded) * (1 + usize::from(beside));
            self.ledger.add(color, CONNECTED.at(manner * 10 + own_rank(color, square) as usize), 1);
        }
    }

    #[inline(always)]
    fn passed(&mut self, color: Color, square: Square) {
        let rank = own_rank(color, square);
        self.ledger.add(color, PASSED.at(rank as usize), 1);
        let next = square.step(color.forward());
        if !self.position.board.at(next).is_empty() {
            self.ledger.add(color, PASSED_BLOCKED.at(rank as usize), 1);
        } else if self.attacks_of(!color).on(next) == 0 {
            self.ledger.add(color, PASSED_SAFE.at(rank as usize), 1);
        }
        if rank >= NEAR_GOAL {
            for (army, group) in [(color, PASSED_OWN_KING), (!color, PASSED_ENEMY_KING)] {
                let distance = self.position.board.king(army).distance(next) as usize;
                self.ledger.add(color, group.at(distance % group.len), i32::from(rank - NEAR_GOAL + 1));
            }
        }
    }
}
