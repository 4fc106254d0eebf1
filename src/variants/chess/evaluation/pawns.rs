//! Pawn structure and passed pawns. Sets are mirrored for Black, so that pawns of both armies move up.

use super::square_set::{SquareSet, distance};
use super::*;

/// Files c to f.
const CENTRE_FILES: SquareSet = SquareSet(0x3C3C_3C3C_3C3C_3C3C);
/// The second rank to the fourth.
const OWN_HALF: SquareSet = SquareSet(0xFFFF_FF00);
/// The fourth rank to the sixth.
const OUTPOST_RANKS: SquareSet = SquareSet(0xFFFF_FF00_0000);

/// Returns the squares that pawns moving down attack or may attack later.
#[inline(always)]
fn reach_down(pawns: SquareSet) -> SquareSet {
    pawns.beside().down().and_below()
}

/// Returns the squares of the fourth rank to the sixth that enemy pawns can never attack.
#[inline(always)]
pub(super) fn outposts(enemy_pawns: SquareSet) -> SquareSet {
    OUTPOST_RANKS & !reach_down(enemy_pawns)
}

/// The pawns of both armies, seen from the side of one.
struct Structure {
    own: SquareSet,
    enemy: SquareSet,
    /// Squares with an own pawn below them in the same file.
    above_own: SquareSet,
    /// Squares with an enemy pawn above them in the same file.
    below_enemy: SquareSet,
    passed: SquareSet,
}

impl Structure {
    #[inline(always)]
    fn of(own: SquareSet, enemy: SquareSet) -> Structure {
        let below_enemy = enemy.down().and_below();
        let below_own = own.down().and_below();
        let passed = own & !(below_enemy | below_own | reach_down(enemy));
        Structure { own, enemy, above_own: own.up().and_above(), below_enemy, passed }
    }

    /// Returns the pawns without own pawns in the adjacent files.
    #[inline(always)]
    fn isolated(&self) -> SquareSet {
        self.own & !self.own.beside().and_above().and_below()
    }

    /// Returns the pawns whose neighbours are all further ahead and whose next square an enemy pawn attacks.
    #[inline(always)]
    fn backward(&self) -> SquareSet {
        let left_behind = self.own & !self.own.beside().and_above() & !self.isolated();
        left_behind & self.enemy.beside().down().down()
    }

    /// Returns the pawns with no other pawn ahead in their file that are not passed but have at least as many own pawns
    /// beside or behind as there are enemy pawns ahead in the adjacent files.
    #[inline(always)]
    fn candidates(&self) -> impl Iterator<Item = usize> {
        let (own, enemy) = (self.own, self.enemy);
        let alone = own & !(self.below_enemy | own.down().and_below() | self.passed);
        alone.indices().filter(move |&index| {
            let files = SquareSet::at(index).beside();
            let (helpers, sentries) = (own & files.and_below(), enemy & files.up().and_above());
            helpers.count() >= sentries.count()
        })
    }
}

impl<L: Ledger> Evaluator<'_, L> {
    /// Adds the terms of one army's pawns.
    #[inline(always)]
    pub(super) fn pawns(&mut self, color: Color) {
        let seen = |army: &Army| army.of_kind(PAWN).seen_by(color);
        let pawns = Structure::of(seen(self.army(color)), seen(self.army(!color)));
        self.structure(color, &pawns);
        self.space(color, &pawns);
        for index in pawns.passed.indices() {
            self.passed(color, index);
        }
        if !pawns.passed.is_empty() && !self.army(!color).has_pieces() {
            self.race(color, &pawns);
        }
    }

    #[inline(always)]
    fn structure(&mut self, color: Color, pawns: &Structure) {
        self.ledger.add(color, DOUBLED.at(0), (pawns.own & pawns.above_own).count());
        for (weak, group) in [(pawns.isolated(), ISOLATED), (pawns.backward(), BACKWARD)] {
            let shielded = weak & pawns.below_enemy;
            self.ledger.add(color, group.at(0), shielded.count());
            self.ledger.add(color, group.at(1), (weak & !shielded).count());
        }
        let beside = pawns.own & pawns.own.beside();
        let guarded = pawns.own & pawns.own.beside().up();
        for index in (beside | guarded).indices() {
            let here = SquareSet::at(index);
            let manner = usize::from(guarded.meets(here)) * (1 + usize::from(beside.meets(here)));
            self.ledger.add(color, CONNECTED.at(manner * 8 + index / 8), 1);
        }
        for index in pawns.candidates() {
            self.ledger.add(color, CANDIDATE.at(index / 8), 1);
        }
    }

    #[inline(always)]
    fn space(&mut self, color: Color, pawns: &Structure) {
        let attacked = self.army(!color).attacks_of(PAWN).seen_by(color);
        let safe = CENTRE_FILES & OWN_HALF & !pawns.own & !attacked;
        let behind = safe & pawns.own.down().and_below();
        self.ledger.add(color, SPACE.at(0), safe.count() + behind.count());
    }

    /// Adds the terms of the passed pawn on the square with this index.
    #[inline(always)]
    fn passed(&mut self, color: Color, index: usize) {
        let (here, rank) = (SquareSet::at(index), index / 8);
        self.ledger.add(color, PASSED.at(rank), 1);
        self.passed_path(color, here, rank);
        if self.army(color).attacks_of(PAWN).seen_by(color).meets(here) {
            self.ledger.add(color, PASSED_GUARDED.at(rank), 1);
        }
        let behind = here.down().and_below();
        for (army, weight) in [(color, PASSED_ROOK.at(0)), (!color, PASSED_ROOK.at(1))] {
            let rooks = self.army(army).of_kind(ROOK).seen_by(color);
            self.ledger.add(color, weight, i32::from(rooks.meets(behind)));
        }
        if rank >= 3 {
            let row = (rank - 3) * 8;
            for (army, group) in [(color, PASSED_OWN_KING), (!color, PASSED_ENEMY_KING)] {
                let king = piece_square::index(color, self.army(army).king);
                self.ledger.add(color, group.at(row + distance(king, index + 8)), 1);
            }
        }
    }

    /// Adds whether a passed pawn is blocked, can advance safely, or has a clear path to promotion.
    #[inline(always)]
    fn passed_path(&mut self, color: Color, here: SquareSet, rank: usize) {
        let (own, enemy) = (self.army(color), self.army(!color));
        let taken = (own.all | enemy.all).seen_by(color);
        let attacked = enemy.attacked.seen_by(color);
        let way = here.up().and_above();
        let group = match () {
            () if taken.meets(here.up()) => PASSED_BLOCKED,
            () if !way.meets(taken | attacked) => PASSED_CLEAR,
            () if !attacked.meets(here.up()) => PASSED_SAFE,
            () => return,
        };
        self.ledger.add(color, group.at(rank), 1);
    }

    /// Adds a term if the enemy, with king and pawns alone, cannot catch one of the passed pawns.
    fn race(&mut self, color: Color, pawns: &Structure) {
        let king = piece_square::index(color, self.army(!color).king);
        let own = self.army(color).all.seen_by(color);
        let late = usize::from(self.position.state.side != color);
        let runs = |&index: &usize| {
            let goal = 56 + index % 8;
            let moves = 7 - (index / 8).max(2);
            !own.meets(SquareSet::at(index).up().and_above()) && distance(king, goal) > moves + late
        };
        if pawns.passed.indices().any(|index| runs(&index)) {
            self.ledger.add(color, UNSTOPPABLE.at(0), 1);
        }
    }
}
