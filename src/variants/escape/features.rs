//! The features of the family: pieces, and whose royal piece is held.

use super::{Escape, EscapeRules};
use crate::network::{ActiveFeatures, FeatureGroup, Owner};
use crate::position::Features;
use crate::types::Color;

impl<R: EscapeRules> Features for Escape<R> {
    const FILES: usize = R::FILES as usize;
    const RANKS: usize = 8;
    const ITEMS: usize = 6;
    const GROUPS: &'static [FeatureGroup] = &[Self::PIECES, FeatureGroup::notes("held", 1, 2)];

    #[inline(always)]
    fn add_other_features(&self, active: &mut ActiveFeatures) {
        for color in Color::ALL {
            if self.is_held(color) {
                Self::note(active, 1, Owner::Player(color), 0);
            }
        }
    }
}
