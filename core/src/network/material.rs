//! Networks that nobody has trained: they add up what each feature is worth.

use super::features::FeatureSet;
use super::inference::{Block, Description, LANES, Network, OUTPUT_UNIT, ROW_UNIT};
use crate::types::Score;

/// The bias of each neuron: the middle of its range, so that it tells a sum from its opposite.
const BIAS: i32 = ROW_UNIT / 2;
/// Pieces of which one side may have more than the other in a network that counts them.
const MOST_PIECES: Score = 25;
/// The scale of a network is about this number.
const SCALE: i32 = 5000;
/// The greatest output weight.
const MOST_OUTPUT: i32 = 127;

impl Network {
    /// A network for `game` that scores the number of own pieces minus that of the enemy's, whatever their kind and place, at
    /// about a pawn each: a start for training that knows nothing but the rules.
    pub fn of_equal_pieces(game: &str, set: &FeatureSet) -> Network {
        let (own, all) = (set.group_len(0) / 2, set.group_len(0));
        let values: Vec<Score> = (0..all).map(|feature| if feature < own { 100 } else { -100 }).collect();
        Network::of_values(game, set, "all pieces are worth the same", &values, MOST_PIECES * 100)
    }

    /// A network for `game` that adds up `values`: by feature, what it is worth to the player who sees it, in hundredths of a
    /// pawn; 0 for those that are not told. The score stays within `most`, and is exact to about `most` / 8000 for each feature
    /// of a position. `origin` goes into the description.
    ///
    /// With a value v, a neuron with the bias b has b + v as one player sees it and b - v as the other one does; the difference
    /// of both squares is 4bv. Weights are whole numbers, so a value is spread over all neurons.
    pub fn of_values(game: &str, set: &FeatureSet, origin: &str, values: &[Score], most: Score) -> Network {
        let most = most.max(1);
        let lanes = LANES as i64;
        let row = |feature: usize| {
            let value = i64::from(values.get(feature).copied().unwrap_or(0).clamp(-most, most));
            let sum = value * i64::from(BIAS) * lanes / i64::from(most);
            let (all, more) = (sum.div_euclid(lanes), sum.rem_euclid(lanes) as usize);
            // Other features give the rest to other neurons.
            let is_more = |lane: usize| (lane + 37 * feature) % LANES < more;
            Block(std::array::from_fn(|lane| all as i16 + i16::from(is_more(lane))))
        };
        let output = (most / SCALE).clamp(1, MOST_OUTPUT);
        let of_most = 4 * i64::from(BIAS * BIAS * output) * lanes;
        let scale = i64::from(most) * i64::from(ROW_UNIT * ROW_UNIT * OUTPUT_UNIT) / of_most;
        Network {
            description: Description { game: game.into(), scale: scale as i32, chances: None, origin: origin.into() },
            biases: vec![Block([BIAS as i16; LANES])],
            rows: (0..set.len()).map(row).collect(),
            outputs: vec![[1, -1].map(|sign| Block([sign * output as i16; LANES]))],
            output_bias: 0,
        }
    }
}
