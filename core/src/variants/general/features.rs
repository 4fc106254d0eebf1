//! What the network sees: pieces by kind and square; what they do to each other; and where the rules have them hands, checks that
//! are left, castling rights.

use super::General;
use super::relations::{DANGERS, Relations};
use super::rules::{KindSet, Rules, WallPlace};
use super::square_set::SquareSet;
use super::symmetry::{is_left_right, upside_down};
use crate::network::{ActiveFeatures, FeatureGroup, FeatureSet, Owner, Symmetry};
use crate::position::{Evaluate, Features};
use crate::types::{Color, Kind, Score, Square};

/// The numbers of the groups of a game's features; 0, the number of the pieces' group, for those that it does not have.
#[derive(Clone, Copy, Debug, Default)]
pub struct Groups {
    /// Pieces in hand: an item for each kind and number.
    pub hand: usize,
    /// Checks that are left to give.
    pub checks: usize,
    /// Castling rights by side.
    pub castling: usize,
    /// Pieces that have not moved.
    pub home: usize,
    /// Walls.
    pub walls: usize,
    /// The number of squares that each piece reaches, pawns and royal ones apart.
    pub mobility: usize,
    /// Attacked pieces.
    pub attacked: usize,
    /// Attacks around the kings.
    pub hits: usize,
    /// Squares around the kings that nobody guards.
    pub holes: usize,
    /// Passed pawns.
    pub passed: usize,
}

/// Greater numbers of a kind in hand count as this one.
pub const MOST_IN_HAND: usize = 4;
/// Greater numbers of checks count as this one.
pub const MOST_CHECKS: usize = 5;
/// Greater numbers of squares that a piece reaches count as this one.
pub const MOST_REACHED: usize = 24;
/// Greater numbers of attacks around a king count as this one.
pub const MOST_HITS: usize = 15;
/// Greater numbers of unguarded squares around a king count as this one.
pub const MOST_HOLES: usize = 8;
/// Attacked pieces beyond so many are not seen.
const MOST_ATTACKED: usize = 24;
/// Passed pawns beyond so many are not seen.
const MOST_PASSED: usize = 12;
/// The items of passed pawns: by how far they are, and whether the next square is free.
pub const PASSED: usize = 2 * 16;
/// Pieces beyond so many are not seen by what they reach.
const MOST_MOBILE: usize = 48;
/// Walls beyond so many are not seen.
const MOST_WALLS: usize = 100;
/// The greatest number of pieces on the board.
const MOST_PIECES: usize = 128;

/// Whether the network sees what pieces do to each other. It costs nodes, and pays where captured pieces come back: the board stays
/// full, and kings are attacked (`uci-docs/training.md` has the numbers).
fn has_relations(rules: &Rules) -> bool {
    rules.hand.as_ref().is_some_and(|hand| hand.takes_captures)
}

/// The kinds that the network sees by what they reach: all but pawns and royal ones.
#[inline(always)]
pub fn mobile_kinds(rules: &Rules) -> KindSet {
    !(rules.royal | rules.promotion.pawns[0] | rules.promotion.pawns[1])
}

/// The features of a game whose rules have this symmetry, and the numbers of their groups.
pub fn feature_set(rules: &Rules, symmetry: Symmetry) -> (FeatureSet, Groups) {
    let mut list = GroupList::of_pieces(rules);
    let groups = list.of_rules(rules);
    let list: &'static [FeatureGroup] = list.0.leak();
    let set = FeatureSet::new(list, usize::from(rules.files), usize::from(rules.ranks), view(rules, symmetry));
    // There must be one king whose side decides.
    let has_king =
        rules.royal != 0 && rules.last_royals.is_none() && rules.effects.blast.is_none() && rules.effects.petrify == 0;
    (set.with_horizontal_mirroring(has_king && is_left_right(rules)), groups)
}

/// How the second player sees the board. A view that is not quite fair is better than none, but not where both players have
/// the same goal on one side of the board.
fn view(rules: &Rules, symmetry: Symmetry) -> Symmetry {
    let goals = rules.ends.goal.map(|goal| goal.map_or(SquareSet::EMPTY, |goal| goal.region));
    let is_one_sided = goals[0] == goals[1] && goals[0] != upside_down(rules, goals[0]);
    match symmetry {
        Symmetry::Nothing if is_one_sided => Symmetry::Nothing,
        Symmetry::Nothing if is_left_right(rules) => Symmetry::Mirror,
        Symmetry::Nothing => Symmetry::Rotation,
        symmetry => symmetry,
    }
}

/// The groups of a game in the order of their numbers.
struct GroupList(Vec<FeatureGroup>);

impl GroupList {
    /// The pieces alone.
    fn of_pieces(rules: &Rules) -> GroupList {
        let most = rules.squares.count().min(MOST_PIECES);
        let items = rules.kinds.len();
        GroupList(vec![FeatureGroup { name: "pieces", items, is_owned: true, on_squares: true, most }])
    }

    /// Adds a group and returns its number.
    fn add(&mut self, group: FeatureGroup) -> usize {
        self.0.push(group);
        self.0.len() - 1
    }

    /// Adds what a position has beside its pieces, as far as the rules know it.
    fn of_rules(&mut self, rules: &Rules) -> Groups {
        let (kinds, mut groups) = (rules.kinds.len(), Groups::default());
        if rules.hand.is_some() {
            groups.hand = self.add(FeatureGroup::notes("hand", kinds * MOST_IN_HAND, 2 * kinds));
        }
        if rules.ends.counts_checks {
            groups.checks = self.add(FeatureGroup::notes("checks", MOST_CHECKS, 2));
        }
        if rules.castling.is_some() {
            groups.castling = self.add(FeatureGroup::notes("castling", 2, 4));
        }
        if rules.home.is_some() {
            groups.home = self.add(FeatureGroup::marks("home", 1, 2 * usize::from(rules.files)));
        }
        if rules.effects.make_walls() {
            let most = match rules.effects.walls.map(|walls| walls.place) {
                Some(WallPlace::Moved) => 1,
                _ => rules.squares.count().min(MOST_WALLS),
            };
            groups.walls = self.add(FeatureGroup { name: "walls", items: 1, is_owned: false, on_squares: true, most });
        }
        if has_relations(rules) {
            self.of_relations(rules, &mut groups);
        }
        groups
    }

    /// Adds what pieces do to each other.
    fn of_relations(&mut self, rules: &Rules, groups: &mut Groups) {
        let kinds = rules.kinds.len();
        groups.mobility = self.add(FeatureGroup::notes("mobility", kinds * (MOST_REACHED + 1), MOST_MOBILE));
        groups.attacked = self.add(FeatureGroup::notes("attacked", kinds * DANGERS, MOST_ATTACKED));
        if rules.royal != 0 && rules.last_royals.is_none() {
            groups.hits = self.add(FeatureGroup::notes("hits", MOST_HITS + 1, 2));
            groups.holes = self.add(FeatureGroup::notes("holes", MOST_HOLES + 1, 2));
        }
        if rules.promotion.pawns != [0; 2] {
            groups.passed = self.add(FeatureGroup::notes("passed", PASSED, MOST_PASSED));
        }
    }
}

impl Features for General {
    const FILES: usize = 16;
    const RANKS: usize = 16;
    const ITEMS: usize = 1;
    const MOST_PIECES: usize = MOST_PIECES;

    #[inline(always)]
    fn set(&self) -> &FeatureSet {
        &self.game.features
    }

    #[inline(always)]
    fn mirrored(&self) -> [bool; 2] {
        let set = &self.game.features;
        let on_left = |king: Square| 2 * usize::from(king.file()) + 1 < set.files;
        let on_right = |king: Square| 2 * usize::from(king.file()) + 1 > set.files;
        let turns = set.symmetry == Symmetry::Rotation;
        let is_mirrored = |color: Color, king: Square| match color {
            Color::Black if turns => on_right(king),
            _ => on_left(king),
        };
        let has_axis = set.horizontal_mirroring;
        Color::ALL.map(|color| has_axis && self.king(color).is_some_and(|king| is_mirrored(color, king)))
    }

    #[inline(always)]
    fn add_other_features(&self, active: &mut ActiveFeatures) {
        let groups = &self.game.groups;
        if groups.walls > 0 {
            self.walls().take(MOST_WALLS).for_each(|square| self.mark(active, groups.walls, Owner::Nobody, 0, square));
        }
        if groups.hand > 0 {
            self.add_hands(active);
        }
        for color in Color::ALL {
            let owner = Owner::Player(color);
            if groups.checks > 0 && self.checks_left[color.index()] > 0 {
                let left = usize::from(self.checks_left[color.index()]).min(MOST_CHECKS);
                self.note(active, groups.checks, owner, left - 1);
            }
            if groups.home > 0 {
                self.unmoved(color).for_each(|square| self.mark(active, groups.home, owner, 0, square));
            }
            if groups.castling > 0 {
                for side in (0..2).filter(|&side| self.rights.rook(color, side).is_some()) {
                    self.note(active, groups.castling, owner, side);
                }
            }
        }
        if groups.attacked > 0 {
            self.add_relations(active);
        }
    }
}

impl General {
    /// Adds what the pieces do to each other.
    #[inline(never)]
    fn add_relations(&self, active: &mut ActiveFeatures) {
        let (game, relations) = (self.game, Relations::of(self));
        let (groups, rules) = (&game.groups, &game.rules);
        let mobile_kinds = mobile_kinds(rules);
        let (mut mobile, mut attacked, mut passed) = (0..MOST_MOBILE, 0..MOST_ATTACKED, 0..MOST_PASSED);
        for color in Color::ALL {
            let owner = Owner::Player(color);
            let pawns = rules.promotion.pawns[color.index()];
            let fronts = relations.fronts(color);
            for number in self.board.numbers(color) {
                let kind = self.board.kind_of(number);
                if kind.is_none() {
                    continue;
                }
                if mobile_kinds & kind.bit() != 0 && mobile.next().is_some() {
                    let reached = relations.reached(number).min(MOST_REACHED);
                    self.tell(active, groups.mobility, owner, self.item(kind) * (MOST_REACHED + 1) + reached);
                }
                if pawns & kind.bit() != 0
                    && let Some((rank, is_free)) = relations.passed(&fronts, self.board.square_of(number), color)
                    && passed.next().is_some()
                {
                    self.tell(active, groups.passed, owner, 2 * rank + usize::from(is_free));
                }
                if rules.royal & kind.bit() == 0
                    && let Some(danger) = relations.danger(number, color)
                    && attacked.next().is_some()
                {
                    self.tell(active, groups.attacked, owner, self.item(kind) * DANGERS + danger as usize);
                }
            }
            if groups.hits > 0
                && let Some(king) = self.king(color)
            {
                let (hits, holes) = relations.around(king, color);
                self.tell(active, groups.hits, owner, hits.min(MOST_HITS));
                self.tell(active, groups.holes, owner, holes.min(MOST_HOLES));
            }
        }
    }

    /// Adds a feature off the board. Copies of it in every place would make the engines of pages larger.
    #[inline(never)]
    fn tell(&self, active: &mut ActiveFeatures, group: usize, owner: Owner, item: usize) {
        self.note(active, group, owner, item);
    }

    fn add_hands(&self, active: &mut ActiveFeatures) {
        for color in Color::ALL.into_iter().filter(|&color| !self.hands.is_empty(color)) {
            for kind in self.rules().numbers() {
                let count = usize::from(self.hands.count(color, kind)).min(MOST_IN_HAND);
                if count > 0 {
                    let item = self.item(kind) * MOST_IN_HAND + count - 1;
                    self.note(active, self.game.groups.hand, Owner::Player(color), item);
                }
            }
        }
    }
}

impl Evaluate for General {
    #[inline(always)]
    fn worth(&self, kind: Kind) -> Score {
        kind.of(&self.game.worths)
    }
}
