//! The features of Friendly: pieces, the powers that Friends have borrowed, immobilised and attacked pieces, the mobility
//! of sliders, pieces near Friends, and passed and blocked pawns.
//!
//! What attacks what is hard to learn from kinds and squares alone; `uci-docs/networks.md` tells what was tried.

use super::borrowed_powers::FRIENDS;
use super::pawn_files::PawnFiles;
use super::pieces::*;
use super::square_set::SquareSet;
use super::worth::WORTH;
use super::{Board, Flag, Friendly, movegen};
use crate::network::{ActiveFeatures, FeatureGroup, Owner, Symmetry};
use crate::position::{Evaluate, Features, mobility_starts};
use crate::types::square::{Step, step};
use crate::types::{Color, Kind, Move, Score, Sink, Square};
use arrayvec::ArrayVec;

const BORROWED: usize = 1;
const GUARDS: usize = 2;
const NEAR: usize = 3;
const ROOM: usize = 4;
const FROZEN: usize = 5;
const ATTACKED: usize = 6;
const MOBILITY: usize = 7;
const PAWNS: usize = 8;

/// More powers of one Friend are left out: it rarely has that many.
const MOST_BORROWED: usize = 4;
/// Greater numbers of kinds whose powers a Friend has borrowed count as this one.
const MOST_GUARDS: usize = 9;
/// The number of distances from a Friend that are told apart.
const BANDS: usize = 2;
/// Greater numbers of pieces near Friends count as this one.
const MOST_NEAR: usize = 15;
/// The number of an army's immobilised pieces that are features.
const MOST_FROZEN: usize = 8;
/// The number of an army's attacked pieces that are features.
const MOST_ATTACKED: usize = 18;
/// The greatest number of squares that a slider reaches by sliding, by kind; 0 for kinds whose mobility is no feature.
const MOST_REACHED: [usize; 32] = {
    let mut most = [0; 32];
    most[CALIPH.number() as usize] = 21;
    most[MTAWALA.number() as usize] = 22;
    most[LADY.number() as usize] = 43;
    most
};
/// The number of the first mobility item of a kind.
const MOBILITY_START: [usize; 32] = mobility_starts(&MOST_REACHED);
const MOBILITIES: usize = MOBILITY_START[31];
/// The number of an army's sliders whose mobility is a feature.
const MOST_MOBILE: usize = 6;
/// Passed and blocked pawns are features from this number of ranks before their promotion on.
const MOST_TO_GO: usize = 6;
/// The number of an army's passed and blocked pawns that are features.
const MOST_PAWNS: usize = 12;

/// The pieces that an army attacks, but for the attacks of its Friends.
struct Attacked<'a> {
    position: &'a Friendly,
    /// Those that it attacks with any piece.
    all: SquareSet,
    /// Those that it attacks with a piece of less worth, or with one that stays where it is.
    by_lesser: SquareSet,
}

impl Attacked<'_> {
    #[inline(always)]
    fn by(position: &Friendly, color: Color) -> Attacked<'_> {
        let mut attacked = Attacked { position, all: SquareSet::EMPTY, by_lesser: SquareSet::EMPTY };
        movegen::noisy_moves_of_pieces(position, color, &mut attacked);
        attacked
    }
}

impl Sink<Move> for Attacked<'_> {
    #[inline(always)]
    fn push(&mut self, mv: Move) {
        let board = &self.position.board;
        let victim = self.position.victim_square(mv);
        if board.at(victim).is_empty() {
            // A promotion without a capture.
            return;
        }
        self.all.add(victim);
        let risk: Score = match Flag::form(mv) {
            Flag::RIFLE => 0,
            _ => board.kind_on(mv.from()).of(&WORTH),
        };
        if risk < board.kind_on(victim).of(&WORTH) {
            self.by_lesser.add(victim);
        }
    }
}

/// Items of one army in a group; a position has at most `MOST` of them as features.
struct Items<const MOST: usize>(ArrayVec<usize, 64>);

impl<const MOST: usize> Items<MOST> {
    fn new() -> Self {
        Items(ArrayVec::new())
    }

    #[inline(always)]
    fn push(&mut self, item: usize) {
        let _ = self.0.try_push(item);
    }

    /// Adds the features. If there are too many, the last items of the group are left out, so that the order of pieces and
    /// squares does not matter.
    #[inline(always)]
    fn note(mut self, active: &mut ActiveFeatures, group: usize, color: Color) {
        if self.0.len() > MOST {
            self.0.sort_unstable();
        }
        for &item in self.0.iter().take(MOST) {
            active.add(&Friendly::SET, group, Owner::Player(color), item, Square(0));
        }
    }
}

impl Friendly {
    /// Adds the powers that each Friend of `color` has borrowed and their number, the numbers of pieces of both sides near
    /// the Friends, and the empty squares beside the last Friend.
    #[inline(always)]
    fn add_friends(&self, active: &mut ActiveFeatures, color: Color, officers: &[SquareSet; 2]) {
        let owner = Owner::Player(color);
        let first = Board::first(color);
        let left = usize::from(self.friends(color)).clamp(1, FRIENDS);
        let mut near = SquareSet::EMPTY;
        for friend in (0..FRIENDS).filter(|friend| self.board.kind_of(first + friend) == FRIEND) {
            let square = self.board.square_of(first + friend);
            near.add(square);
            let kinds = self.powers.of_friend(color, friend);
            for kind in each(kinds).take(MOST_BORROWED) {
                self.note(active, BORROWED, owner, self.item(kind));
            }
            self.note(active, GUARDS, owner, (kinds.count_ones() as usize).min(MOST_GUARDS));
            if left == 1 {
                let is_free = |step: &Step| self.board.at(square.step(*step)).is_empty();
                self.note(active, ROOM, owner, step::ALL.iter().filter(|step| is_free(step)).count());
            }
        }
        for band in 0..BANDS {
            near = near.and_around().and_around();
            for army in Color::ALL {
                let count = officers[army.index()].count_common(&near) as usize;
                let row = ((left - 1) * BANDS + band) * 2 + usize::from(army == color);
                self.note(active, NEAR, owner, row * (MOST_NEAR + 1) + count.min(MOST_NEAR));
            }
        }
    }

    /// Adds the immobilised pieces of `color` and the mobility of its sliders.
    #[inline(always)]
    fn add_mobility(&self, active: &mut ActiveFeatures, color: Color) {
        let frozen = &self.powers.frozen[color.index()];
        let (mut stuck, mut mobile) = (Items::<MOST_FROZEN>::new(), Items::<MOST_MOBILE>::new());
        for (kind, square) in self.board.army(color) {
            if frozen.has(square) {
                stuck.push(self.item(kind));
            } else if kind >= CALIPH {
                let reached = match kind {
                    CALIPH => self.reached(color, square, &step::DIAGONAL, 11),
                    MTAWALA => self.reached(color, square, &step::ORTHOGONAL, 11),
                    LADY => self.reached(color, square, &step::ALL, 6),
                    _ => continue,
                };
                mobile.push(MOBILITY_START[kind.index::<32>()] + reached);
            }
        }
        stuck.note(active, FROZEN, color);
        mobile.note(active, MOBILITY, color);
    }

    /// The number of squares that a piece of `color` reaches by sliding.
    #[inline(always)]
    fn reached<const D: usize>(&self, color: Color, from: Square, steps: &[Step; D], most: u8) -> usize {
        let brake = &self.powers.brake;
        let most = if brake.has(from) { 1 } else { most };
        let mut squares = 0;
        for &step in steps {
            let mut to = from;
            for _ in 0..most {
                to = to.step(step);
                let cell = self.board.at(to);
                squares += usize::from(cell.admits(color));
                if !cell.is_empty() || brake.has(to) {
                    break;
                }
            }
        }
        squares
    }

    /// Adds the attacked pieces of `color`: those that are guarded, those that are not, and those that a piece of less worth
    /// attacks.
    #[inline(always)]
    fn add_attacked(&self, active: &mut ActiveFeatures, color: Color) {
        let attacked = Attacked::by(self, !color);
        let guards = self.attack();
        let mut items = Items::<MOST_ATTACKED>::new();
        for square in attacked.all.squares() {
            let sort = if attacked.by_lesser.has(square) { 2 } else { usize::from(!guards.on(square, color)) };
            items.push(self.item(self.board.kind_on(square)) + Self::ITEMS * sort);
        }
        items.note(active, ATTACKED, color);
    }

    /// Adds the passed pawns of `color` and the blocked ones, by the number of ranks to their promotion.
    #[inline(always)]
    fn add_pawns(&self, active: &mut ActiveFeatures, color: Color, pawns: &PawnFiles) {
        let mut items = Items::<MOST_PAWNS>::new();
        for (kind, square) in self.board.army(color).filter(|&(kind, _)| is_pawn(kind)) {
            let rank = color.relative_rank(square, 12);
            let to_go = usize::from(promotion_rank(kind).saturating_sub(rank));
            if to_go > MOST_TO_GO {
                continue;
            }
            let is_passed = pawns.is_passed(color, square);
            let is_blocked = kind != BEROLINA && !self.board.at(square.step(color.forward())).is_empty();
            if is_passed || is_blocked {
                let row = usize::from(is_passed) + 2 * usize::from(is_blocked) - 1;
                items.push(row * (MOST_TO_GO + 1) + to_go);
            }
        }
        items.note(active, PAWNS, color);
    }
}

impl Features for Friendly {
    const FILES: usize = 12;
    const RANKS: usize = 12;
    const SYMMETRY: Symmetry = Symmetry::Rotation;
    const ITEMS: usize = COUNT - 1;
    const MOST_PIECES: usize = 128;
    const GROUPS: &'static [FeatureGroup] = &[
        Self::PIECES,
        FeatureGroup::notes("borrowed", COUNT - 1, 2 * FRIENDS * MOST_BORROWED),
        FeatureGroup::notes("guards", MOST_GUARDS + 1, 2 * FRIENDS),
        FeatureGroup::notes("near", FRIENDS * BANDS * 2 * (MOST_NEAR + 1), 2 * BANDS * 2),
        FeatureGroup::notes("room", 9, 2),
        FeatureGroup::notes("frozen", COUNT - 1, 2 * MOST_FROZEN),
        FeatureGroup::notes("attacked", 3 * (COUNT - 1), 2 * MOST_ATTACKED),
        FeatureGroup::notes("mobility", MOBILITIES, 2 * MOST_MOBILE),
        FeatureGroup::notes("pawns", 3 * (MOST_TO_GO + 1), 2 * MOST_PAWNS),
    ];

    #[inline(always)]
    fn add_other_features(&self, active: &mut ActiveFeatures) {
        // By colour: the squares of all pieces but pawns and Friends.
        let mut officers = [SquareSet::EMPTY; 2];
        let mut pawns = PawnFiles::EMPTY;
        for color in Color::ALL {
            for (kind, square) in self.board.army(color) {
                if is_pawn(kind) {
                    pawns.add(color, square);
                } else if kind != FRIEND {
                    officers[color.index()].add(square);
                }
            }
        }
        for color in Color::ALL {
            self.add_friends(active, color, &officers);
            self.add_mobility(active, color);
            self.add_attacked(active, color);
            self.add_pawns(active, color, &pawns);
        }
    }
}

impl Evaluate for Friendly {
    const WORTH: &'static [Score; Kind::LIMIT] = &WORTH;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{Text, items_of_group};

    fn items(fen: &str, group: usize) -> Vec<usize> {
        items_of_group::<Friendly>(fen, group)
    }

    /// A position with a Friend of White on a1, one of Black on l12, and these ranks from the fourth down to the second.
    fn position(ranks: &str) -> String {
        format!("11f/12/12/12/12/12/12/12/{ranks}/F11 w - - 0 1")
    }

    #[test]
    fn attacked_pieces_are_guarded_or_not_or_attacked_by_a_lesser_piece() {
        let [gerbil, lady, black] = [GERBIL, LADY, Kind::NONE].map(|kind| usize::from(kind.number()));
        let (gerbil, lady, black) = (gerbil - 1, lady - 1, black + 3 * (COUNT - 1));
        // The Lady on f4 attacks the Gerbil on f2, which then a Mtawala on k2 guards.
        for (second_rank, sort) in [("5G6", 1), ("5G4T1", 0)] {
            let fen = position(&format!("5l6/12/{second_rank}"));
            assert_eq!(items(&fen, ATTACKED), [gerbil + sort * (COUNT - 1)], "{fen}");
        }
        // An Archer attacks a Lady at a knight's leap, and stays where it is.
        assert_eq!(items(&position("4l7/12/3A8"), ATTACKED), [black + lady + 2 * (COUNT - 1)]);
    }

    #[test]
    fn each_slider_reaches_as_many_squares_as_it_has_items() {
        let empty = Friendly::from_fen(&position("12/12/12")).unwrap();
        let reach = |kind: Kind, steps: &[Step; 4], most: u8| {
            let reached = Square::all(12, 12).map(|square| empty.reached(Color::White, square, steps, most));
            (MOST_REACHED[kind.index::<32>()], reached.max())
        };
        assert_eq!(reach(CALIPH, &step::DIAGONAL, 11), (21, Some(21)));
        assert_eq!(reach(MTAWALA, &step::ORTHOGONAL, 11), (22, Some(22)));
        let lady = Square::all(12, 12).map(|square| empty.reached(Color::White, square, &step::ALL, 6)).max();
        assert_eq!((MOST_REACHED[LADY.index::<32>()], lady), (43, Some(43)));
    }

    #[test]
    fn pawns_are_passed_or_blocked() {
        let row = |name: usize| name * (MOST_TO_GO + 1);
        // A Standard Pawn with four ranks to go has passed; a piece before it blocks it.
        for (ninth, item) in [("12", row(0) + 4), ("4x7", row(2) + 4)] {
            let fen = format!("11f/12/12/{ninth}/4P7/12/12/12/12/12/12/F11 w - - 0 1");
            assert_eq!(items(&fen, PAWNS), [item], "{fen}");
        }
        // A pawn beside its path stops it from having passed.
        assert_eq!(items("11f/12/5p6/12/4P7/12/12/12/12/12/12/F11 w - - 0 1", PAWNS), [0; 0]);
    }

    #[test]
    fn more_items_than_a_position_can_have_are_left_out_by_their_number() {
        let noted = |order: [usize; 3]| {
            let (mut items, mut active) = (Items::<2>::new(), ActiveFeatures::default());
            order.into_iter().for_each(|item| items.push(item));
            items.note(&mut active, FROZEN, Color::White);
            let mut noted = active.of(Color::White).to_vec();
            noted.sort_unstable();
            noted
        };
        let start = Friendly::SET.start(FROZEN) as u16;
        assert_eq!(noted([7, 3, 5]), [start + 3, start + 5]);
        assert_eq!(noted([3, 5, 7]), noted([5, 7, 3]));
    }
}
