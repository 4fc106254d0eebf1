//! What the network sees: pieces by kind and square, pieces in hand, checks that are left.

use super::General;
use super::rules::Rules;
use crate::network::{ActiveFeatures, FeatureGroup, FeatureSet, Owner, Symmetry};
use crate::position::{Evaluate, Features};
use crate::types::{Color, Kind, Score};

/// Pieces in hand: an item for each kind and number.
pub const HAND: usize = 1;
/// Checks that are left to give.
pub const CHECKS: usize = 2;

/// Greater numbers of a kind in hand count as this one.
pub const MOST_IN_HAND: usize = 4;
/// Greater numbers of checks count as this one.
pub const MOST_CHECKS: usize = 5;
/// The greatest number of pieces on the board.
const MOST_PIECES: usize = 128;

/// The features of a game.
pub fn feature_set(rules: &Rules) -> FeatureSet {
    let kinds = rules.kinds.len();
    let pieces = FeatureGroup { name: "pieces", items: kinds, is_owned: true, on_squares: true, most: MOST_PIECES };
    let groups = vec![
        pieces,
        FeatureGroup::notes("hand", kinds * MOST_IN_HAND, 2 * kinds),
        FeatureGroup::notes("checks", MOST_CHECKS, 2),
    ];
    FeatureSet::new(groups.leak(), usize::from(rules.files), usize::from(rules.ranks), SYMMETRY)
}

/// How the second player sees the board: turned by 180 degrees, as his pieces move.
pub const SYMMETRY: Symmetry = Symmetry::Rotation;

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
    fn add_other_features(&self, active: &mut ActiveFeatures) {
        if self.rules().hand.is_some() {
            for color in Color::ALL.into_iter().filter(|&color| !self.hands.is_empty(color)) {
                for kind in self.rules().numbers() {
                    let count = usize::from(self.hands.count(color, kind)).min(MOST_IN_HAND);
                    if count > 0 {
                        self.note(active, HAND, Owner::Player(color), self.item(kind) * MOST_IN_HAND + count - 1);
                    }
                }
            }
        }
        if self.rules().ends.counts_checks {
            for color in Color::ALL {
                let left = usize::from(self.checks_left[color.index()]).min(MOST_CHECKS);
                if left > 0 {
                    self.note(active, CHECKS, Owner::Player(color), left - 1);
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
