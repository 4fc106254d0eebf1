//! What one army attacks of the other.

use super::zone::Zone;
use super::*;
use crate::eval::weights::Group;

impl<L: Ledger> Survey<'_, L> {
    /// Everything of the enemy's that is attacked in earnest.
    #[inline(always)]
    pub(super) fn threats(&mut self, color: Color) {
        let (own, enemy) = (self.own(color), self.enemy(color));
        let victims = enemy.all & !enemy.of_kind(KING) & own.attacked;
        let pieces = victims & !enemy.of_kind(PAWN);
        let unsupported = victims & !enemy.attacks_of(PAWN);
        let unguarded = victims & !enemy.attacked;
        let greater = enemy.of_kind(ROOK) | enemy.of_kind(QUEEN);
        let minors = own.attacks_of(KNIGHT) | own.attacks_of(BISHOP);
        let others = own.attacks_of(PAWN) | minors | own.attacks_of(ROOK) | own.attacks_of(QUEEN);
        let threats = [
            (PAWN_THREAT, own.attacks_of(PAWN) & pieces),
            (MINOR_THREAT, minors & (unsupported | greater)),
            (ROOK_THREAT, own.attacks_of(ROOK) & (unsupported | enemy.of_kind(QUEEN))),
            (KING_THREAT, unguarded & !others),
            (HANGING, unguarded),
        ];
        threats.into_iter().for_each(|(group, zone)| self.by_kind(color, group, zone));
        self.push_threats(color);
    }

    /// Enters the pieces on these squares by their kinds.
    #[inline(always)]
    fn by_kind(&mut self, color: Color, group: Group, zone: Zone) {
        for index in zone.indices() {
            let square = Square::new(index as u8 & 7, index as u8 >> 3);
            self.ledger.add(color, group.start + self.position.board.kind_on(square) as usize, 1);
        }
    }

    /// Pieces that a pawn will attack from a square where no pawn takes it, and no piece for nothing.
    #[inline(always)]
    fn push_threats(&mut self, color: Color) {
        let (own, enemy) = (self.own(color), self.enemy(color));
        let seen = |zone: Zone| zone.seen_by(color);
        let empty = !seen(own.all | enemy.all);
        let safe = empty & !seen(enemy.attacks_of(PAWN)) & (seen(own.attacked) | !seen(enemy.attacked));
        let once = seen(own.of_kind(PAWN)).up() & empty;
        let twice = (once & Zone::rank(2)).up();
        let attacks = ((once | twice) & safe).beside().up();
        let pieces = seen(enemy.all & !enemy.of_kind(PAWN) & !enemy.of_kind(KING) & !own.attacks_of(PAWN));
        self.ledger.add(color, PUSH_THREAT.start, (attacks & pieces).count());
    }
}
