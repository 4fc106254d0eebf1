//! A network that counts pieces: a start for training that knows nothing but the rules.

use super::features::FeatureSet;
use super::inference::{Block, Description, Network, OUTPUT_UNIT, ROW_UNIT};

/// What a piece is worth, in hundredths of a pawn.
const PIECE: i32 = 100;
/// The greatest output weight.
const OUTPUT: i16 = 127;

impl Network {
    /// A network for `game` that scores the number of own pieces minus that of the enemy's, whatever their kind and
    /// place, at about a pawn each.
    ///
    /// One neuron has the bias 1/2 and adds a small weight w for each own piece and subtracts it for each of the
    /// enemy's. With a difference of d pieces the players' views give (1/2 + wd)² and (1/2 - wd)²; the difference of
    /// both squares is 2wd.
    pub fn of_equal_pieces(game: &str, set: &FeatureSet) -> Network {
        let bias = ROW_UNIT as i16 / 2;
        let pieces = &set.groups[0];
        let weight = (bias / pieces.most.max(1) as i16).max(1);
        let (start, own) = (set.start(0), set.group_len(0) / (1 + usize::from(pieces.is_owned)));
        let one = |value: i16| -> Block { Block(std::array::from_fn(|lane| if lane == 0 { value } else { 0 })) };
        let mut rows = vec![Block::ZERO; set.len()];
        rows[start..start + own].fill(one(weight));
        rows[start + own..start + set.group_len(0)].fill(one(-weight));
        let of_a_piece = 4 * i32::from(bias) * i32::from(weight) * i32::from(OUTPUT);
        Network {
            description: Description {
                game: game.into(),
                scale: PIECE * ROW_UNIT * ROW_UNIT * OUTPUT_UNIT / of_a_piece,
                chances: None,
                origin: "all pieces are worth the same".into(),
            },
            biases: vec![one(bias)],
            rows,
            outputs: vec![[one(OUTPUT), one(-OUTPUT)]],
            output_bias: 0,
        }
    }
}
