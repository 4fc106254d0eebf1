//! Pawn structure and passed pawns, each army seen from its own side: pawns go up.

use super::zone::{Zone, distance};
use super::*;

/// Files c to f.
const CENTRE_FILES: Zone = Zone(0x3C3C_3C3C_3C3C_3C3C);
/// The second rank to the fourth.
const OWN_HALF: Zone = Zone(0xFFFF_FF00);
/// The fourth rank to the sixth.
const OUTPOST_RANKS: Zone = Zone(0xFFFF_FF00_0000);

/// What pawns that go down can ever attack.
#[inline(always)]
fn reach_down(pawns: Zone) -> Zone {
    pawns.beside().down().and_below()
}

/// Advanced squares that enemy pawns can never attack.
#[inline(always)]
pub(super) fn outposts(enemy_pawns: Zone) -> Zone {
    OUTPOST_RANKS & !reach_down(enemy_pawns)
}

/// The pawns of one army and their enemies.
struct Structure {
    own: Zone,
    enemy: Zone,
    /// Squares with an own pawn below, and with an enemy pawn above, in the same file.
    passed_by_own: Zone,
    ahead_of_enemy: Zone,
    passed: Zone,
}

impl Structure {
    #[inline(always)]
    fn of(own: Zone, enemy: Zone) -> Structure {
        let ahead_of_enemy = enemy.down().and_below();
        let behind_own = own.down().and_below();
        let passed = own & !(ahead_of_enemy | behind_own | reach_down(enemy));
        Structure { own, enemy, passed_by_own: own.up().and_above(), ahead_of_enemy, passed }
    }

    /// No own pawn in the files beside.
    #[inline(always)]
    fn isolated(&self) -> Zone {
        self.own & !self.own.beside().and_above().and_below()
    }

    /// Own pawns beside only further on, and an enemy pawn guards the next square.
    #[inline(always)]
    fn backward(&self) -> Zone {
        let left_behind = self.own & !self.own.beside().and_above() & !self.isolated();
        left_behind & self.enemy.beside().down().down()
    }

    /// In a file of their own, and with as many own pawns beside and behind as enemies beside and ahead.
    #[inline(always)]
    fn candidates(&self) -> impl Iterator<Item = usize> {
        let (own, enemy) = (self.own, self.enemy);
        let alone = own & !(self.ahead_of_enemy | own.down().and_below() | self.passed);
        alone.indices().filter(move |&index| {
            let files = Zone::at(index).beside();
            let (helpers, sentries) = (own & files.and_below(), enemy & files.up().and_above());
            helpers.count() >= sentries.count()
        })
    }
}

impl<L: Ledger> Survey<'_, L> {
    /// All that concerns pawns.
    #[inline(always)]
    pub(super) fn pawns(&mut self, color: Color) {
        let seen = |army: &Army| army.of_kind(PAWN).seen_by(color);
        let pawns = Structure::of(seen(self.own(color)), seen(self.enemy(color)));
        self.structure(color, &pawns);
        self.space(color, &pawns);
        for index in pawns.passed.indices() {
            self.passed(color, index);
        }
        if !pawns.passed.is_empty() && !self.enemy(color).has_pieces() {
            self.race(color, &pawns);
        }
    }

    #[inline(always)]
    fn structure(&mut self, color: Color, pawns: &Structure) {
        self.ledger.add(color, DOUBLED.start, (pawns.own & pawns.passed_by_own).count());
        for (weak, group) in [(pawns.isolated(), ISOLATED), (pawns.backward(), BACKWARD)] {
            let shielded = weak & pawns.ahead_of_enemy;
            self.ledger.add(color, group.start, shielded.count());
            self.ledger.add(color, group.start + 1, (weak & !shielded).count());
        }
        let beside = pawns.own & pawns.own.beside();
        let guarded = pawns.own & pawns.own.beside().up();
        for index in (beside | guarded).indices() {
            let here = Zone::at(index);
            let manner = usize::from(guarded.meets(here)) * (1 + usize::from(beside.meets(here)));
            self.ledger.add(color, CONNECTED.start + manner * 8 + index / 8, 1);
        }
        for index in pawns.candidates() {
            self.ledger.add(color, CANDIDATE.start + index / 8, 1);
        }
    }

    #[inline(always)]
    fn space(&mut self, color: Color, pawns: &Structure) {
        let attacked = self.enemy(color).attacks_of(PAWN).seen_by(color);
        let safe = CENTRE_FILES & OWN_HALF & !pawns.own & !attacked;
        let behind = safe & pawns.own.down().and_below();
        self.ledger.add(color, SPACE.start, safe.count() + behind.count());
    }

    /// A passed pawn on the square of this index.
    #[inline(always)]
    fn passed(&mut self, color: Color, index: usize) {
        let (here, rank) = (Zone::at(index), index / 8);
        self.ledger.add(color, PASSED.start + rank, 1);
        self.way_of(color, here, rank);
        if self.own(color).attacks_of(PAWN).seen_by(color).meets(here) {
            self.ledger.add(color, PASSED_GUARDED.start + rank, 1);
        }
        let behind = here.down().and_below();
        for (army, weight) in [(color, PASSED_ROOK.start), (!color, PASSED_ROOK.start + 1)] {
            let rooks = self.own(army).of_kind(ROOK).seen_by(color);
            self.ledger.add(color, weight, i32::from(rooks.meets(behind)));
        }
        if rank >= 3 {
            let row = (rank - 3) * 8;
            for (army, group) in [(color, PASSED_OWN_KING), (!color, PASSED_ENEMY_KING)] {
                let king = table::index(color, self.own(army).king);
                self.ledger.add(color, group.start + row + distance(king, index + 8), 1);
            }
        }
    }

    /// What stands in the way of a passed pawn.
    #[inline(always)]
    fn way_of(&mut self, color: Color, here: Zone, rank: usize) {
        let (own, enemy) = (self.own(color), self.enemy(color));
        let taken = (own.all | enemy.all).seen_by(color);
        let attacked = enemy.attacked.seen_by(color);
        let way = here.up().and_above();
        let group = match () {
            () if taken.meets(here.up()) => PASSED_BLOCKED,
            () if !way.meets(taken | attacked) => PASSED_CLEAR,
            () if !attacked.meets(here.up()) => PASSED_SAFE,
            () => return,
        };
        self.ledger.add(color, group.start + rank, 1);
    }

    /// Whether the enemy, with king and pawns alone, comes too late for a passed pawn.
    fn race(&mut self, color: Color, pawns: &Structure) {
        let king = table::index(color, self.enemy(color).king);
        let own = self.own(color).all.seen_by(color);
        let late = usize::from(self.position.state.side != color);
        let runs = |&index: &usize| {
            let goal = 56 + index % 8;
            let moves = 7 - (index / 8).max(2);
            !own.meets(Zone::at(index).up().and_above()) && distance(king, goal) > moves + late
        };
        if pawns.passed.indices().any(|index| runs(&index)) {
            self.ledger.add(color, UNSTOPPABLE.start, 1);
        }
    }
}
