//! King safety: attacks on the king's neighbourhood, the pawn shelter, and the enemy's pawn storm.

use super::square_set::SquareSet;
use super::*;

/// Units of danger for each attacked square of the king's neighbourhood, by the attacker's kind.
pub(super) const ATTACK_UNITS: [i32; 8] = [0, 0, 2, 2, 3, 5, 0, 0];

/// Units of danger for a safe check, by the checking piece's kind.
const CHECK_UNITS: [i32; 8] = [0, 0, 4, 3, 5, 4, 0, 0];

impl<L: Ledger> Evaluator<'_, L> {
    /// Adds the shelter of one army's king, and that army's attack on the enemy king.
    #[inline(always)]
    pub(super) fn king(&mut self, color: Color) {
        self.shelter(color);
        self.attack_on_king(color);
        self.pawns_near(color);
    }

    #[inline(always)]
    fn shelter(&mut self, color: Color) {
        let king = piece_square::index(color, self.army(color).king);
        let (file, rank) = (king % 8, king / 8);
        let onwards = SquareSet::ranks_from(rank);
        let own = self.army(color).of_kind(PAWN).seen_by(color) & onwards;
        let enemy = self.army(!color).of_kind(PAWN).seen_by(color) & onwards;
        let middle = file.clamp(1, 6);
        for near in middle - 1..=middle + 1 {
            // Without a pawn `lowest` is 64, so the rank is 8.
            let ranks = |pawns: SquareSet| ((pawns & SquareSet::file(near)).lowest() / 8 - rank).min(7);
            let (guard, storm) = (ranks(own), ranks(enemy));
            let edge = near.min(7 - near);
            let aside = usize::from(near != file);
            self.ledger.add(color, SHELTER.at(aside * 32 + edge * 8 + guard), 1);
            let stopped = usize::from(guard != 7 && guard + 1 == storm);
            self.ledger.add(color, STORM.at(stopped * 32 + edge * 8 + storm), 1);
        }
    }

    /// Adds the danger to the enemy king, if there are at least two attackers, or one and a queen.
    #[inline(always)]
    fn attack_on_king(&mut self, color: Color) {
        let own = self.army(color);
        let queen = !own.of_kind(QUEEN).is_empty();
        if own.attackers < 2 - i32::from(queen) {
            return;
        }
        let units = own.units + self.weak_points(color) + self.safe_checks(color);
        self.ledger.add(color, DANGER.at(usize::from(queen) * 64 + (units as usize).min(63)), 1);
    }

    /// Returns the squares that are attacked and that the enemy defends with king or queen at most.
    #[inline(always)]
    fn weak(&self, color: Color) -> SquareSet {
        let (own, enemy) = (self.army(color), self.army(!color));
        let last = enemy.attacks_of(KING) | enemy.attacks_of(QUEEN);
        own.attacked & !enemy.twice & (!enemy.attacked | last)
    }

    /// Returns the number of weak squares around the enemy king.
    #[inline(always)]
    fn weak_points(&self, color: Color) -> i32 {
        (self.weak(color) & self.army(!color).ring).count()
    }

    /// Returns the units of danger for the kinds of pieces that can give check from a safe square.
    #[inline(always)]
    fn safe_checks(&self, color: Color) -> i32 {
        let (own, enemy) = (self.army(color), self.army(!color));
        let board = &self.position.board;
        let safe = !own.all & (!enemy.attacked | self.weak(color) & own.twice);
        let diagonal = SquareSet::slide(board, enemy.king, &step::DIAGONAL);
        let straight = SquareSet::slide(board, enemy.king, &step::ORTHOGONAL);
        let ways = [
            (KNIGHT, SquareSet::knight(enemy.king)),
            (BISHOP, diagonal),
            (ROOK, straight),
            (QUEEN, diagonal | straight),
        ];
        let checks = |(kind, way): (Kind, SquareSet)| (own.attacks_of(kind) & way).meets(safe);
        ways.into_iter().filter(|&way| checks(way)).map(|(kind, _)| CHECK_UNITS[kind.index::<8>()]).sum()
    }

    /// Adds the king's distance to the nearest pawn of either side.
    #[inline(always)]
    fn pawns_near(&mut self, color: Color) {
        let pawns = self.army(color).of_kind(PAWN) | self.army(!color).of_kind(PAWN);
        if pawns.is_empty() {
            return;
        }
        let mut reached = self.army(color).of_kind(KING);
        let mut steps = 0;
        while !reached.meets(pawns) && steps < 7 {
            reached = reached.and_around();
            steps += 1;
        }
        self.ledger.add(color, KING_PAWN.at(steps), 1);
    }
}
