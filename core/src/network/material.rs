//! A network that counts pieces: a start for training that knows nothing but the rules, and the evaluation of a game that has
//! not learnt yet.

use super::features::FeatureSet;
use super::inference::{Block, Description, LANES, Network, OUTPUT_UNIT, ROW_UNIT};
use crate::types::Score;

/// The bias of each neuron: the middle of its range.
const BIAS: i32 = ROW_UNIT / 2;
/// The weight of a piece: a neuron counts up to 25 pieces more on one side.
const WEIGHT: i32 = 5;
/// The greatest number of neurons of an item; more would make the scale a small number.
const MOST_NEURONS: usize = 4;
/// The greatest output weight.
const OUTPUT: i32 = 127;

impl Network {
    /// A network for `game` that scores the number of own pieces minus that of the enemy's, whatever their kind and place, at
    /// about a pawn each.
    pub fn of_equal_pieces(game: &str, set: &FeatureSet) -> Network {
        Network::of_pieces(game, set, "all pieces are worth the same", |_| 100)
    }

    /// A network for `game` that adds up what own pieces are worth, wherever they stand, and subtracts that of the enemy's.
    /// `worth` is by item of the first group of features, in hundredths of a pawn; `origin` goes into the description.
    ///
    /// Each item has neurons of its own, with the bias b, which add a weight w for each own piece and subtract it for each of the
    /// enemy's. With a difference of d pieces the players' views give (b + wd)² and (b - wd)²; the difference of both squares
    /// is 4bwd.
    pub fn of_pieces(game: &str, set: &FeatureSet, origin: &str, worth: impl Fn(usize) -> Score) -> Network {
        let items = set.groups[0].items;
        let (own, neurons) = (set.group_len(0) / 2, (LANES / items).min(MOST_NEURONS));
        let most = (0..items).map(&worth).max().unwrap_or(0).max(1);
        // The row of a piece, by the lanes of its item.
        let row = |cell: usize, weight: i32| {
            let item = cell * items / own;
            Block(std::array::from_fn(|lane| if lane / neurons == item { weight as i16 } else { 0 }))
        };
        let mut rows: Vec<Block> = (0..own).map(|cell| row(cell, WEIGHT)).collect();
        rows.extend((0..own).map(|cell| row(cell, -WEIGHT)));
        rows.resize(set.len(), Block::ZERO);
        // The outputs of an item add up to its share of the greatest worth, which is rounded only once.
        let output = |lane: usize| {
            let (item, number) = (lane / neurons, (lane % neurons) as i32);
            let up_to = |number: i32| OUTPUT * worth(item) * number / most;
            if item < items { (up_to(number + 1) - up_to(number)) as i16 } else { 0 }
        };
        let of_a_piece = 4 * BIAS * WEIGHT * OUTPUT * neurons as i32;
        let scale = i64::from(most) * i64::from(ROW_UNIT * ROW_UNIT * OUTPUT_UNIT) / i64::from(of_a_piece);
        Network {
            description: Description { game: game.into(), scale: scale as i32, chances: None, origin: origin.into() },
            biases: vec![Block([BIAS as i16; LANES])],
            rows,
            outputs: vec![[1, -1].map(|sign| Block(std::array::from_fn(|lane| sign * output(lane))))],
            output_bias: 0,
        }
    }
}
