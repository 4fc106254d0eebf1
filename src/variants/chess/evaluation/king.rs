//! The safety of kings: who attacks their neighbourhood, and which pawns stand or come before them.

use super::zone::Zone;
use super::*;

/// Units of danger for each attack on the king's neighbourhood, by the attacker's kind.
pub(super) const ATTACK_UNITS: [i32; 8] = [0, 0, 2, 2, 3, 5, 0, 0];

/// Units for a kind of piece that has a safe check.
const CHECK_UNITS: [i32; 8] = [0, 0, 4, 3, 5, 4, 0, 0];

impl<L: Ledger> Survey<'_, L> {
    /// All that concerns one army's king, his danger being entered for the other.
    #[inline(always)]
    pub(super) fn king(&mut self, color: Color) {
        self.shelter(color);
        self.siege(color);
        self.pawns_near(color);
    }

    #[inline(always)]
    fn shelter(&mut self, color: Color) {
        let king = table::index(color, self.own(color).king);
        let (file, rank) = (king % 8, king / 8);
        let onwards = Zone::ranks_from(rank);
        let own = self.own(color).of_kind(PAWN).seen_by(color) & onwards;
        let enemy = self.enemy(color).of_kind(PAWN).seen_by(color) & onwards;
        let middle = file.clamp(1, 6);
        for near in middle - 1..=middle + 1 {
            // No pawn: the lowest of no squares is 64, its rank 8.
            let ranks = |pawns: Zone| ((pawns & Zone::file(near)).lowest() / 8 - rank).min(7);
            let (guard, storm) = (ranks(own), ranks(enemy));
            let edge = near.min(7 - near);
            let aside = usize::from(near != file);
            self.ledger.add(color, SHELTER.start + aside * 32 + edge * 8 + guard, 1);
            let stopped = usize::from(guard != 7 && guard + 1 == storm);
            self.ledger.add(color, STORM.start + stopped * 32 + edge * 8 + storm, 1);
        }
    }

    /// The danger to the enemy king; none from a single attacker that is no queen.
    #[inline(always)]
    fn siege(&mut self, color: Color) {
        let own = self.own(color);
        let queen = !own.of_kind(QUEEN).is_empty();
        if own.attackers < 2 - i32::from(queen) {
            return;
        }
        let units = own.units + self.weak_points(color) + self.safe_checks(color);
        self.ledger.add(color, DANGER.start + usize::from(queen) * 64 + (units as usize).min(63), 1);
    }

    /// Squares at the enemy king that are attacked and that only king or queen guard.
    #[inline(always)]
    fn weak(&self, color: Color) -> Zone {
        let (own, enemy) = (self.own(color), self.enemy(color));
        let last = enemy.attacks_of(KING) | enemy.attacks_of(QUEEN);
        own.attacked & !enemy.twice & (!enemy.attacked | last)
    }

    #[inline(always)]
    fn weak_points(&self, color: Color) -> i32 {
        (self.weak(color) & self.enemy(color).ring).count()
    }

    /// Units for the kinds of pieces that can give a check without being taken for nothing.
    #[inline(always)]
    fn safe_checks(&self, color: Color) -> i32 {
        let (own, enemy) = (self.own(color), self.enemy(color));
        let board = &self.position.board;
        let safe = !own.all & (!enemy.attacked | self.weak(color) & own.twice);
        let diagonal = Zone::slide(board, enemy.king, &step::DIAGONAL);
        let straight = Zone::slide(board, enemy.king, &step::ORTHOGONAL);
        let ways =
            [(KNIGHT, Zone::knight(enemy.king)), (BISHOP, diagonal), (ROOK, straight), (QUEEN, diagonal | straight)];
        let checks = |(kind, way): (u8, Zone)| (own.attacks_of(kind) & way).meets(safe);
        ways.into_iter().filter(|&way| checks(way)).map(|(kind, _)| CHECK_UNITS[kind as usize & 7]).sum()
    }

    /// The way to the nearest pawn of either side.
    #[inline(always)]
    fn pawns_near(&mut self, color: Color) {
        let pawns = self.own(color).of_kind(PAWN) | self.enemy(color).of_kind(PAWN);
        if pawns.is_empty() {
            return;
        }
        let mut zone = self.own(color).of_kind(KING);
        let mut steps = 0;
        while !zone.meets(pawns) && steps < 7 {
            zone = zone.and_around();
            steps += 1;
        }
        self.ledger.add(color, KING_PAWN.start + steps, 1);
    }
}
