//! Threats: pieces of one army that the other attacks.

use super::square_set::SquareSet;
use super::*;
use crate::eval::weights::Group;

impl<L: Ledger> Evaluator<'_, L> {
    /// Adds the threats of one army.
    #[inline(always)]
    pub(super) fn threats(&mut self, color: Color) {
        let (own, enemy) = (self.army(color), self.army(!color));
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
        threats.into_iter().for_each(|(group, victims)| self.by_kind(color, group, victims));
        self.push_threats(color);
    }

    /// Adds a weight of the group for each victim by its kind.
    #[inline(always)]
    fn by_kind(&mut self, color: Color, group: Group, victims: SquareSet) {
        for index in victims.indices() {
            let square = Square::new(index as u8 & 7, index as u8 >> 3);
            self.ledger.add(color, group.at(self.position.board.kind_on(square).index::<8>()), 1);
        }
    }

    /// Adds the pieces that a pawn can attack by advancing to a square that no enemy pawn attacks and that is defended
    /// or not attacked at all.
    #[inline(always)]
    fn push_threats(&mut self, color: Color) {
        let (own, enemy) = (self.army(color), self.army(!color));
        let seen = |squares: SquareSet| squares.seen_by(color);
        let empty = !seen(own.all | enemy.all);
        let safe = empty & !seen(enemy.attacks_of(PAWN)) & (seen(own.attacked) | !seen(enemy.attacked));
        let once = seen(own.of_kind(PAWN)).up() & empty;
        let twice = (once & SquareSet::rank(2)).up();
        let attacks = ((once | twice) & safe).beside().up();
        let pieces = seen(enemy.all & !enemy.of_kind(PAWN) & !enemy.of_kind(KING) & !own.attacks_of(PAWN));
        self.ledger.add(color, PUSH_THREAT.at(0), (attacks & pieces).count());
    }
}
