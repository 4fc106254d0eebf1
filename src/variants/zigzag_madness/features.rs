//! The features of ZigZag Madness: pieces, Ninja Pawns in hand by number, and castling rights.

use super::ZigZagMadness;
use super::tables::SIZE;
use crate::network::{ActiveFeatures, FeatureGroup, Owner};
use crate::position::Features;
use crate::types::Color;
use crate::variants::orthodox::castling::CastlingSide;

/// Greater numbers in hand count as this one.
const MOST_IN_HAND: usize = 6;

impl Features for ZigZagMadness {
    const FILES: usize = SIZE as usize;
    const RANKS: usize = SIZE as usize;
    const MOST_PIECES: usize = 64;
    const GROUPS: &'static [FeatureGroup] =
        &[Self::PIECES, FeatureGroup::notes("hand", MOST_IN_HAND, 2), FeatureGroup::notes("castling", 2, 4)];

    #[inline(always)]
    fn add_other_features(&self, active: &mut ActiveFeatures) {
        for color in Color::ALL {
            let owner = Owner::Player(color);
            if let Some(item) = usize::from(self.hands[color.index()]).min(MOST_IN_HAND).checked_sub(1) {
                Self::note(active, 1, owner, item);
            }
            for side in CastlingSide::BOTH.into_iter().filter(|&side| self.rights.has(color, side)) {
                Self::note(active, 2, owner, side as usize);
            }
        }
    }
}
