//! The features of chess: pieces, castling rights, attacked pieces, the mobility of each piece, attacks around the kings,
//! and passed pawns.
//!
//! What attacks what is hard to learn from kinds and squares alone; `uci-docs/networks.md` has the losses with and without.

use super::Chess;
use super::square_set::{ALL_LINES, DIAGONALS, ORTHOGONALS, SquareSet};
use crate::network::{ActiveFeatures, FeatureGroup, Network, Owner, PieceSums};
use crate::position::{Evaluate, Features, mobility_starts, worths};
use crate::types::{Color, Kind, Score, Square};
use crate::variants::orthodox::castling::CastlingSide;
use crate::variants::orthodox::pieces::{BISHOP, KNIGHT, PAWN, QUEEN, ROOK};

const CASTLING: usize = 1;
const ATTACKED: usize = 2;
const MOBILITY: usize = 3;
const RING: usize = 4;
const HITS: usize = 5;
const PASSED: usize = 6;

/// The kinds of piece that can be captured, from the pawn to the queen.
const VICTIMS: usize = 5;
/// The greatest number of squares that a piece reaches, by kind; 0 for kinds whose mobility is no feature.
const MOST_REACHED: [usize; 8] = [0, 0, 8, 13, 14, 27, 0, 0];
/// The number of the first mobility item of a kind.
const MOBILITY_START: [usize; 8] = mobility_starts(&MOST_REACHED);
const MOBILITIES: usize = MOBILITY_START[7];
/// The greatest number of an army's pieces other than king and pawns.
const MOST_MOBILE: usize = 15;
/// Greater numbers of attacks around a king count as this one.
const MOST_HITS: usize = 15;

/// One army: its pieces and the squares that they attack.
#[derive(Clone, Copy, Default)]
struct Army {
    all: SquareSet,
    pawns: SquareSet,
    by_pawn: SquareSet,
    by_minor: SquareSet,
    by_rook: SquareSet,
    /// The squares attacked by any piece but the king.
    by_others: SquareSet,
    /// The squares attacked by any piece.
    attacked: SquareSet,
    /// The square of the king and those around it.
    ring: SquareSet,
}

impl Army {
    /// An army with the attacks of pawns and king only.
    #[inline(always)]
    fn of(position: &Chess, color: Color) -> Army {
        let mut army = Army::default();
        for (kind, square) in position.board.army(color) {
            let here = SquareSet::of(square);
            army.all |= here;
            if kind == PAWN {
                army.pawns |= here;
            }
        }
        army.by_pawn = army.pawns.seen_by(color).beside().up().seen_by(color);
        army.ring = SquareSet::of(position.board.king(color)).and_around();
        army.by_others = army.by_pawn;
        army.attacked = army.by_pawn | army.ring;
        army
    }
}

/// The squares that a piece attacks; `None` for kings and pawns.
#[inline(always)]
fn attacks(occupied: SquareSet, kind: Kind, from: Square) -> Option<SquareSet> {
    Some(match kind {
        KNIGHT => SquareSet::knight(from),
        BISHOP => SquareSet::slide(occupied, from, DIAGONALS),
        ROOK => SquareSet::slide(occupied, from, ORTHOGONALS),
        QUEEN => SquareSet::slide(occupied, from, ALL_LINES),
        _ => return None,
    })
}

impl Chess {
    /// Adds the mobility of the pieces of `color` other than king and pawns, and the number of their attacks on the square
    /// of the enemy king and those around it. Records what they attack.
    #[inline(always)]
    fn add_mobility(&self, active: &mut ActiveFeatures, color: Color, own: &mut Army, enemy: &Army) {
        let owner = Owner::Player(color);
        let (occupied, excluded) = (own.all | enemy.all, own.all | enemy.by_pawn);
        let mut hits = 0;
        for (kind, square) in self.board.army(color) {
            let Some(attacks) = attacks(occupied, kind, square) else { continue };
            match kind {
                KNIGHT | BISHOP => own.by_minor |= attacks,
                ROOK => own.by_rook |= attacks,
                _ => {}
            }
            own.by_others |= attacks;
            own.attacked |= attacks;
            hits += (attacks & enemy.ring).count() as usize;
            let reached = (attacks & !excluded).count() as usize;
            self.note(active, MOBILITY, owner, MOBILITY_START[kind.index::<8>()] + reached);
        }
        self.note(active, HITS, owner, hits.min(MOST_HITS));
    }

    /// Adds the attacked pieces of `color`: those that are guarded, those that are not, and those that a lesser piece
    /// attacks.
    #[inline(always)]
    fn add_attacked(&self, active: &mut ActiveFeatures, color: Color, own: &Army, enemy: &Army) {
        let king = SquareSet::of(self.board.king(color));
        for square in (own.all & enemy.attacked & !king).squares() {
            let (kind, here) = (self.board.kind_on(square), SquareSet::of(square));
            let by_lesser = kind != PAWN && enemy.by_pawn.meets(here)
                || kind.number() >= ROOK.number() && enemy.by_minor.meets(here)
                || kind == QUEEN && enemy.by_rook.meets(here);
            let sort = if by_lesser { 2 } else { usize::from(!own.attacked.meets(here)) };
            self.mark(active, ATTACKED, Owner::Player(color), self.item(kind) + VICTIMS * sort, square);
        }
    }

    /// Adds the squares around the king of `color` that the enemy attacks, by whether others than the king guard them.
    #[inline(always)]
    fn add_ring(&self, active: &mut ActiveFeatures, color: Color, own: &Army, enemy: &Army) {
        for square in (own.ring & enemy.attacked).squares() {
            let item = usize::from(own.by_others.meets(SquareSet::of(square)));
            self.mark(active, RING, Owner::Player(color), item, square);
        }
    }

    /// Adds the passed pawns of `color`, by whether the next square is free and not attacked.
    #[inline(always)]
    fn add_passed(&self, active: &mut ActiveFeatures, color: Color, own: &Army, enemy: &Army) {
        let [ours, theirs] = [own.pawns, enemy.pawns].map(|pawns| pawns.seen_by(color));
        let ahead = (theirs | theirs.beside() | ours).down().and_below();
        let obstacles = (own.all | enemy.all | enemy.attacked).seen_by(color);
        let stopped = (ours & obstacles.down()).seen_by(color);
        for square in (ours & !ahead).seen_by(color).squares() {
            let item = usize::from(stopped.meets(SquareSet::of(square)));
            self.mark(active, PASSED, Owner::Player(color), item, square);
        }
    }
}

impl Features for Chess {
    const FILES: usize = 8;
    const RANKS: usize = 8;
    const HORIZONTAL_MIRRORING: bool = true;
    const ITEMS: usize = 6;
    const GROUPS: &'static [FeatureGroup] = &[
        Self::PIECES,
        FeatureGroup::notes("castling", 2, 4),
        FeatureGroup::marks("attacked", 3 * VICTIMS, 30),
        FeatureGroup::notes("mobility", MOBILITIES, 2 * MOST_MOBILE),
        FeatureGroup::marks("ring", 2, 18),
        FeatureGroup::notes("hits", MOST_HITS + 1, 2),
        FeatureGroup::marks("passed", 2, 16),
    ];

    #[inline(always)]
    fn add_other_features(&self, active: &mut ActiveFeatures) {
        let [mut white, mut black] = Color::ALL.map(|color| Army::of(self, color));
        self.add_mobility(active, Color::White, &mut white, &black);
        self.add_mobility(active, Color::Black, &mut black, &white);
        for color in Color::ALL {
            let (own, enemy) = color.choose((&white, &black), (&black, &white));
            self.add_attacked(active, color, own, enemy);
            self.add_ring(active, color, own, enemy);
            self.add_passed(active, color, own, enemy);
            for side in CastlingSide::BOTH {
                if self.rights.rook(color, side) != Square::NONE {
                    self.note(active, CASTLING, Owner::Player(color), side as usize);
                }
            }
        }
    }
}

impl Evaluate for Chess {
    const WORTH: &'static [Score; Kind::LIMIT] = &worths([91, 338, 359, 539, 1073, 0]);

    #[inline]
    fn evaluate(&self, network: &Network, sums: &mut PieceSums) -> Score {
        self.mating_score().unwrap_or_else(|| self.by_network(network, sums))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{Text, items_of_group};
    use crate::types::square::step;

    fn items(fen: &str, group: usize) -> Vec<usize> {
        items_of_group::<Chess>(fen, group)
    }

    /// The item of a piece of White on a square.
    fn on(item: usize, square: &str) -> usize {
        let [file, rank] = [square.as_bytes()[0] - b'a', square.as_bytes()[1] - b'1'];
        item * 64 + usize::from(rank * 8 + file)
    }

    #[test]
    fn attacked_pieces_are_guarded_or_not_or_attacked_by_a_lesser_piece() {
        let [pawn, queen, black] = [0, 4, 3 * VICTIMS];
        // The pawn on f3 and the queen on e4 attack each other; then a rook on f1 guards the pawn.
        for (first_rank, sort) in [("6K1", 1), ("5RK1", 0)] {
            let fen = format!("7k/8/8/8/4q3/5P2/8/{first_rank} w - - 0 1");
            let expected = [on(pawn + VICTIMS * sort, "f3"), on(black + queen + VICTIMS * 2, "e4")];
            assert_eq!(items(&fen, ATTACKED), expected, "{fen}");
        }
        // A rook attacks the queen that a knight guards, and the queen the rook that nothing guards.
        let fen = "6k1/8/8/2n5/4q2R/8/8/6K1 w - - 0 1";
        assert_eq!(items(fen, ATTACKED), [on(3 + VICTIMS, "h4"), on(black + queen + VICTIMS * 2, "e4")]);
    }

    #[test]
    fn each_kind_reaches_as_many_squares_as_it_has_items() {
        for kind in [KNIGHT, BISHOP, ROOK, QUEEN] {
            let reached = |square| attacks(SquareSet::default(), kind, square).unwrap().count() as usize;
            assert_eq!(Square::all(8, 8).map(reached).max(), Some(MOST_REACHED[kind.index::<8>()]), "{kind:?}");
        }
    }

    #[test]
    fn sliders_attack_the_squares_that_they_pass_and_the_first_piece() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let position = Chess::from_fen(fen).unwrap();
        let [white, black] = Color::ALL.map(|color| Army::of(&position, color).all);
        let board = &position.board;
        for (kind, steps) in [(BISHOP, &step::DIAGONAL[..]), (ROOK, &step::ORTHOGONAL), (QUEEN, &step::ALL)] {
            for from in Square::all(8, 8) {
                let mut expected = SquareSet::default();
                for &step in steps {
                    let mut to = from.step(step);
                    while board.at(to).is_empty() {
                        expected |= SquareSet::of(to);
                        to = to.step(step);
                    }
                    expected |= if board.at(to).is_piece() { SquareSet::of(to) } else { SquareSet::default() };
                }
                assert_eq!(attacks(white | black, kind, from), Some(expected), "{kind:?} {from:?}");
            }
        }
    }

    #[test]
    fn mobility_does_not_count_squares_that_pawns_attack() {
        // A rook on a1 beside its king on b1 moves up the file, where a pawn on b6 attacks a5.
        let fen = "6k1/8/1p6/8/8/8/8/RK6 w - - 0 1";
        assert_eq!(items(fen, MOBILITY), [MOBILITY_START[ROOK.index::<8>()] + 6]);
    }

    #[test]
    fn attacked_squares_around_a_king_are_guarded_or_not() {
        // The rook attacks f8 and f7; a bishop guards f8.
        for (last_rank, hits) in [("4k3/8", [0, 0]), ("4k3/6b1", [1, 0])] {
            let fen = format!("{last_rank}/8/8/8/8/8/5R1K w - - 0 1");
            let black = 2 * 64;
            let mut expected = [("f8", hits[0]), ("f7", hits[1])].map(|(square, item)| black + on(item, square));
            expected.sort_unstable();
            assert_eq!(items(&fen, RING), expected, "{fen}");
            assert_eq!(items(&fen, HITS), [2, MOST_HITS + 1], "{fen}");
        }
    }

    #[test]
    fn passed_pawns_are_stopped_or_not() {
        // Passed are a5, whose next square is free, and for Black c4, which a bishop stops, but not g5 and h6.
        let fen = "6k1/8/7p/P5P1/2p5/2B5/8/6K1 w - - 0 1";
        assert_eq!(items(fen, PASSED), [on(0, "a5"), on(2 + 1, "c4")]);
        assert_eq!(items("6k1/p7/8/P7/P7/8/8/6K1 w - - 0 1", PASSED), [0; 0]);
    }

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
