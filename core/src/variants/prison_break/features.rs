//! The features of Prison Break: pieces, icicles being a kind of their own, and which other pieces are frozen.

use super::PrisonBreak;
use super::freezing::{Board, beside_ice_queens};
use super::tables::{FILES, ICICLE, QUEEN, RANKS};
use crate::network::{ActiveFeatures, FeatureGroup, Owner};
use crate::position::{Evaluate, Features, worths};
use crate::types::{Color, Kind, Score};

impl Features for PrisonBreak {
    const FILES: usize = FILES as usize;
    const RANKS: usize = RANKS as usize;
    const GROUPS: &'static [FeatureGroup] = &[Self::PIECES, FeatureGroup::marks("frozen", 6, 30)];

    #[inline(always)]
    fn add_other_features(&self, active: &mut ActiveFeatures) {
        for color in Color::ALL {
            let mut beside = beside_ice_queens(&self.board, color);
            while beside != 0 {
                let number = Board::first(color) + beside.trailing_zeros() as usize;
                beside &= beside - 1;
                let kind = self.board.kind_of(number);
                if kind != QUEEN && kind != ICICLE {
                    self.mark(active, 1, Owner::Player(color), self.item(kind), self.board.square_of(number));
                }
            }
        }
    }
}

impl Evaluate for PrisonBreak {
    const WORTH: &'static [Score; Kind::LIMIT] = &worths([63, 260, 257, 392, 1071, 0, 901]);
}
