//! The features of chess: pieces and castling rights.

use super::Chess;
use crate::network::{ActiveFeatures, FeatureGroup, Owner};
use crate::position::Features;
use crate::types::{Color, Square};
use crate::variants::orthodox::castling::CastlingSide;

built_in_network!(NETWORK, Chess, "chess.net");

impl Features for Chess {
    const FILES: usize = 8;
    const RANKS: usize = 8;
    const HORIZONTAL_MIRRORING: bool = true;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Text;

    /// The features of both views, each in order.
    fn features(fen: &str) -> [Vec<u16>; 2] {
        let active = Chess::from_fen(fen).unwrap().active_features();
        Color::ALL.map(|color| {
            let mut features = active.of(color).to_vec();
            features.sort_unstable();
            features
        })
    }

    #[test]
    fn left_and_right_are_the_same() {
        let rows = [
            ("2kr3r/pp3ppp/2n5/8/8/5N2/PPP2PPP/1K1RR3 w - - 0 1", "r3rk2/ppp3pp/5n2/8/8/2N5/PPP2PPP/3RR1K1 w - - 0 1"),
            ("4k3/8/8/8/8/8/P7/4K2R w - - 0 1", "3k4/8/8/8/8/8/7P/R2K4 w - - 0 1"),
        ];
        for (fen, mirrored) in rows {
            let reversed: String = fen.split(' ').next().unwrap().chars().rev().collect();
            let ranks: Vec<&str> = reversed.rsplit('/').collect();
            assert_eq!(format!("{} w - - 0 1", ranks.join("/")), mirrored);
            assert_eq!(features(fen), features(mirrored));
        }
        assert_ne!(features(rows[0].0), features("2kr3r/pp3ppp/2n5/8/8/5N2/PPP2PPP/R3R1K1 w - - 0 1"));
    }
}
