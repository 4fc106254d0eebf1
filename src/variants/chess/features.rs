//! The features of chess: pieces and castling rights.

use super::Chess;
use crate::network::{ActiveFeatures, FeatureGroup, Owner};
use crate::position::Features;
use crate::types::{Color, Square};
use crate::variants::orthodox::castling::CastlingSide;

impl Features for Chess {
    const FILES: usize = 8;
    const RANKS: usize = 8;
    const ITEMS: usize = 6;
    const GROUPS: &'static [FeatureGroup] = &[Self::PIECES, FeatureGroup::notes("castling", 2, 4)];

    #[inline(always)]
    fn add_other_features(&self, active: &mut ActiveFeatures) {
        for color in Color::ALL {
            for side in CastlingSide::BOTH {
                if self.rights.rook(color, side) != Square::NONE {
                    Self::note(active, 1, Owner::Player(color), side as usize);
                }
            }
        }
    }
}
