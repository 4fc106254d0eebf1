//! The features of ZigZag Madness: pieces, Ninja Pawns in hand by number, castling rights, attacked pieces, mobility and
//! attacks around the kings.
//!
//! What attacks what is hard to learn from kinds and squares alone; `uci-docs/networks.md` has the losses with and without.

use super::ZigZagMadness;
use super::attack_map::{AttackMap, BY_MINOR, BY_PAWN};
use super::tables::{KING, NINJA, ROOK, SIZE};
use crate::network::{ActiveFeatures, FeatureGroup, Owner};
use crate::position::{Evaluate, Features, mobility_starts, worths};
use crate::types::{Color, Kind, Score};
use crate::variants::orthodox::castling::CastlingSide;

const HAND: usize = 1;
const CASTLING: usize = 2;
const ATTACKED: usize = 3;
const MOBILITY: usize = 4;
const RING: usize = 5;

/// Greater numbers in hand count as this one.
const MOST_IN_HAND: usize = 6;
/// The kinds of piece that can be captured, from the pawn to the queen.
const VICTIMS: usize = 9;
/// The greatest number of squares that a piece reaches, by kind; 0 for kinds whose mobility is no feature.
const MOST_REACHED: [usize; 16] = [0, 0, 0, 12, 12, 17, 18, 20, 24, 35, 0, 0, 0, 0, 0, 0];
/// The number of the first mobility item of a kind.
const MOBILITY_START: [usize; 16] = mobility_starts(&MOST_REACHED);
const MOBILITIES: usize = MOBILITY_START[15];
/// The greatest number of an army's pieces other than its king.
const MOST_MOBILE: usize = 31;
/// Greater numbers of attacks around a king count as this one.
const MOST_HITS: usize = 15;

impl ZigZagMadness {
    /// Adds the mobility of the pieces of `color` other than king and pawns, and the number of their attacks on the square
    /// of the enemy king and those around it.
    #[inline(always)]
    fn add_mobility(&self, active: &mut ActiveFeatures, color: Color, attacks: &mut AttackMap) {
        let owner = Owner::Player(color);
        let mut hits = 0;
        for (kind, square) in self.board.army(color).filter(|&(kind, _)| NINJA < kind && kind < KING) {
            let reached = attacks.add_piece(&self.board, kind, square);
            hits += reached.hits;
            self.note(active, MOBILITY, owner, MOBILITY_START[kind.index::<16>()] + reached.squares);
        }
        self.note(active, RING, owner, hits.min(MOST_HITS));
    }

    /// Adds the attacked pieces of `color`: those that are guarded, those that are not, and those that a lesser piece
    /// attacks.
    #[inline(always)]
    fn add_attacked(&self, active: &mut ActiveFeatures, color: Color, own: &AttackMap, enemy: &AttackMap) {
        for (kind, square) in self.board.army(color).filter(|&(kind, _)| kind != KING) {
            let attackers = enemy.on(square);
            if attackers != 0 {
                let by_lesser = kind > NINJA && attackers & BY_PAWN != 0 || kind >= ROOK && attackers & BY_MINOR != 0;
                let sort = if by_lesser { 2 } else { usize::from(own.on(square) == 0) };
                self.note(active, ATTACKED, Owner::Player(color), self.item(kind) + VICTIMS * sort);
            }
        }
    }
}

impl Features for ZigZagMadness {
    const FILES: usize = SIZE as usize;
    const RANKS: usize = SIZE as usize;
    const MOST_PIECES: usize = 64;
    const GROUPS: &'static [FeatureGroup] = &[
        Self::PIECES,
        FeatureGroup::notes("hand", MOST_IN_HAND, 2),
        FeatureGroup::notes("castling", 2, 4),
        FeatureGroup::notes("attacked", 3 * VICTIMS, 2 * MOST_MOBILE),
        FeatureGroup::notes("mobility", MOBILITIES, 2 * MOST_MOBILE),
        FeatureGroup::notes("ring", MOST_HITS + 1, 2),
    ];

    #[inline(always)]
    fn add_other_features(&self, active: &mut ActiveFeatures) {
        let mut attacks = AttackMap::of_kings_and_pawns(&self.board);
        for color in Color::ALL {
            self.add_mobility(active, color, &mut attacks[color.index()]);
        }
        for color in Color::ALL {
            let owner = Owner::Player(color);
            self.add_attacked(active, color, &attacks[color.index()], &attacks[(!color).index()]);
            if let Some(item) = usize::from(self.hands[color.index()]).min(MOST_IN_HAND).checked_sub(1) {
                self.note(active, HAND, owner, item);
            }
            for side in CastlingSide::BOTH.into_iter().filter(|&side| self.rights.has(color, side)) {
                self.note(active, CASTLING, owner, side as usize);
            }
        }
    }
}

impl Evaluate for ZigZagMadness {
    const WORTH: &'static [Score; Kind::LIMIT] = &worths([87, 117, 398, 415, 380, 539, 612, 815, 1118, 0]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{Text, items_of_group};
    use crate::types::Square;

    fn items(fen: &str, group: usize) -> Vec<usize> {
        items_of_group::<ZigZagMadness>(fen, group)
    }

    #[test]
    fn attacked_pieces_are_guarded_or_not_or_attacked_by_a_lesser_piece() {
        let [pawn, queen] = [0, 8];
        let black = 3 * VICTIMS;
        // The pawn on f3 and the queen on e4 attack each other; then a rook on f1 guards the pawn.
        for (first_rank, sort) in [("K9", 1), ("K4R4", 0)] {
            let fen = format!("9k/10/10/10/10/10/4q5/5P4/10/{first_rank}[] w - - 0 1");
            assert_eq!(items(&fen, ATTACKED), [pawn + VICTIMS * sort, black + queen + VICTIMS * 2], "{fen}");
        }
    }

    #[test]
    fn each_kind_reaches_as_many_squares_as_it_has_items() {
        let empty = ZigZagMadness::from_fen("9k/10/10/10/10/10/10/10/10/K9[] w - - 0 1").unwrap().board;
        for kind in (1..KING.number()).map(Kind::new) {
            let reached = Square::all(SIZE, SIZE).filter(|&square| empty.at(square).is_empty()).map(|square| {
                let [mut attacks, _] = AttackMap::of_kings_and_pawns(&empty);
                attacks.add_piece(&empty, kind, square).squares
            });
            assert_eq!(reached.max(), Some(MOST_REACHED[kind.index::<16>()]), "{kind:?}");
        }
    }

    #[test]
    fn mobility_is_that_of_each_kind_without_squares_that_pawns_attack() {
        // A rook on a1 beside its king on b1 moves up the file, where a pawn on b6 attacks a5.
        let fen = "9k/10/10/10/1p8/10/10/10/10/RK8[] w - - 0 1";
        assert_eq!(items(fen, MOBILITY), [MOBILITY_START[ROOK.index::<16>()] + 8]);
        // Nothing attacks the surroundings of the kings.
        assert_eq!(items(fen, RING), [0, MOST_HITS + 1]);
        // The rook attacks two of the squares around the king: f10 and f9.
        assert_eq!(items("4k5/10/10/10/10/10/10/10/10/K4R4[] w - - 0 1", RING), [2, MOST_HITS + 1]);
    }
}
