//! The features of Friendly: pieces, and how many Friends have borrowed the power of each kind.

use super::Friendly;
use super::borrowed_powers::FRIENDS;
use super::pieces::{COUNT, each};
use crate::network::{ActiveFeatures, FeatureGroup, Owner, Symmetry};
use crate::position::Features;
use crate::types::Color;

built_in_network!(NETWORK, Friendly, "friendly.net");

impl Features for Friendly {
    const FILES: usize = 12;
    const RANKS: usize = 12;
    const SYMMETRY: Symmetry = Symmetry::Rotation;
    const ITEMS: usize = COUNT - 1;
    const MOST_PIECES: usize = 72;
    const GROUPS: &'static [FeatureGroup] =
        &[Self::PIECES, FeatureGroup::notes("borrowed", COUNT - 1, 2 * FRIENDS * MOST_BORROWED)];

    #[inline(always)]
    fn add_other_features(&self, active: &mut ActiveFeatures) {
        for color in Color::ALL {
            for &kinds in &self.powers.borrowed[color.index()] {
                for kind in each(kinds).take(MOST_BORROWED) {
                    Self::note(active, 1, Owner::Player(color), Self::item(kind));
                }
            }
        }
    }
}

/// More powers of one Friend are left out: it rarely has that many.
const MOST_BORROWED: usize = 4;
