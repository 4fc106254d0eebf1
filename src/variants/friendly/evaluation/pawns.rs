//! Pawns: who can still stop them, and what they attack.

use super::*;

impl<L: Ledger> Survey<'_, L> {
    #[inline(always)]
    pub(super) fn pawn(&mut self, color: Color, kind: u8, square: Square) {
        let rank = color.choose(square.rank(), 11u8.wrapping_sub(square.rank()));
        let to_go = usize::from(promotion_rank(kind).saturating_sub(rank));
        if to_go < PASSED.len {
            self.runner(color, kind, square, to_go);
        }
        let ahead = square.step(color.forward());
        if kind == BEROLINA {
            self.pawn_threat(color, ahead);
        } else {
            self.pawn_threat(color, ahead.step(step::W));
            self.pawn_threat(color, ahead.step(step::E));
        }
    }

    /// A pawn that has so few ranks to go.
    #[inline(always)]
    fn runner(&mut self, color: Color, kind: u8, square: Square, to_go: usize) {
        if self.pawns.is_passed(color, square) {
            self.ledger.add(color, PASSED.start + to_go, 1);
        }
        if kind != BEROLINA && !self.board().at(square.step(color.forward())).is_empty() {
            self.ledger.add(color, BLOCKED.start + to_go, 1);
        }
    }

    #[inline(always)]
    fn pawn_threat(&mut self, color: Color, target: Square) {
        let victim = self.board().kind_at(target, !color) as usize;
        if victim != 0 {
            self.ledger.add(color, PAWN_THREAT.start + victim.min(COUNT - 1), 1);
        }
    }
}
