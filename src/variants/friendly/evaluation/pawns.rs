//! Terms of the pawns: passed and blocked pawns, and the pieces that pawns attack.

use super::*;

impl<L: Ledger> Evaluator<'_, L> {
    #[inline(always)]
    pub(super) fn pawn(&mut self, color: Color, kind: Kind, square: Square) {
        let rank = color.relative_rank(square, 12);
        let to_go = usize::from(promotion_rank(kind).saturating_sub(rank));
        if to_go < PASSED.len {
            self.advanced_pawn(color, kind, square, to_go);
        }
        let ahead = square.step(color.forward());
        if kind == BEROLINA {
            self.pawn_threat(color, ahead);
        } else {
            self.pawn_threat(color, ahead.step(step::W));
            self.pawn_threat(color, ahead.step(step::E));
        }
    }

    /// Adds the terms of a pawn that promotes `to_go` ranks ahead.
    #[inline(always)]
    fn advanced_pawn(&mut self, color: Color, kind: Kind, square: Square, to_go: usize) {
        if self.pawns.is_passed(color, square) {
            self.ledger.add(color, PASSED.at(to_go), 1);
        }
        if kind != BEROLINA && !self.position.board.at(square.step(color.forward())).is_empty() {
            self.ledger.add(color, BLOCKED.at(to_go), 1);
        }
    }

    #[inline(always)]
    fn pawn_threat(&mut self, color: Color, target: Square) {
        let victim = self.position.board.kind_at(target, !color).index::<COUNT>();
        if victim != 0 {
            self.ledger.add(color, PAWN_THREAT.at(victim.min(COUNT - 1)), 1);
        }
    }
}
