//! The score of a position.

use super::features::ActiveFeatures;
use crate::types::score::{WinModel, undecided};
use crate::types::{Color, Score};

/// Hidden neurons come in blocks of this many, so that a block's sums stay in registers.
pub const LANES: usize = 64;

/// The weights or sums of a block of hidden neurons.
pub type Block = [i16; LANES];

/// A weight of 1.0 in rows and biases; also where the activation is clipped.
pub const ROW_UNIT: i32 = 255;
/// A weight of 1.0 in the output layer.
pub const OUTPUT_UNIT: i32 = 64;

/// What a network is for, and how it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The name of the game.
    pub game: String,
    /// The score of an output of 1.0, in hundredths of a pawn.
    pub scale: i32,
    /// The chances of win, draw and loss in the games that it was trained with, if its file tells them.
    pub chances: Option<WinModel>,
    /// The command that made the network, and its data.
    pub origin: String,
}

/// A network of one game.
#[derive(Clone, Debug)]
pub struct Network {
    /// What the network is for, and how it was made.
    pub description: Description,
    /// By hidden block: the biases.
    pub biases: Vec<Block>,
    /// By feature, then by hidden block: the weights.
    pub rows: Vec<Block>,
    /// By hidden block: the output weights of the sums of the side to move, and of its opponent; all within ±127.
    pub outputs: Vec<[Block; 2]>,
    /// The output's bias, in units of [`ROW_UNIT`] x [`OUTPUT_UNIT`].
    pub output_bias: i32,
}

impl Network {
    /// What scores say about results: fitted to the games that it was trained with, if its file tells it.
    pub fn chances(&self) -> WinModel {
        self.description.chances.unwrap_or(WinModel::UNKNOWN)
    }

    /// The score in hundredths of a pawn, from the view of `side`, who is to move; never that of a forced win or loss.
    #[inline]
    pub fn evaluate(&self, active: &ActiveFeatures, side: Color) -> Score {
        let views = [active.of(side), active.of(!side)];
        let blocks = self.biases.len();
        // A block adds at most 64 x 127 x 255 x 255 to the total, which fits into 32 bits; all blocks together may not.
        let mut total = 0i64;
        for (block, (biases, outputs)) in self.biases.iter().zip(&self.outputs).enumerate() {
            for (view, weights) in views.into_iter().zip(outputs) {
                let mut sums = *biases;
                for &feature in view {
                    if let Some(row) = self.rows.get(usize::from(feature) * blocks + block) {
                        add(&mut sums, row);
                    }
                }
                total += i64::from(activate(&sums, weights));
            }
        }
        let output = total / i64::from(ROW_UNIT) + i64::from(self.output_bias);
        let score = output * i64::from(self.description.scale) / i64::from(ROW_UNIT * OUTPUT_UNIT);
        undecided(score)
    }
}

/// Adds a row. No sum leaves 16 bits, because [`Network`]s are checked when they are read. Only in a position with more pieces
/// than that check counts, which a FEN may have in some games, can a sum reach a bound; it stays there.
#[inline(always)]
fn add(sums: &mut Block, row: &Block) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum = sum.saturating_add(*weight);
    }
}

/// Squared clipped ReLU and the output weights, in units of `ROW_UNIT * ROW_UNIT * OUTPUT_UNIT`.
#[inline(always)]
fn activate(sums: &Block, weights: &Block) -> i32 {
    let mut total = 0;
    for (&sum, &weight) in sums.iter().zip(weights) {
        let clipped = sum.clamp(0, ROW_UNIT as i16);
        // At most 255 x 127, which fits.
        total += i32::from(clipped.wrapping_mul(weight)) * i32::from(clipped);
    }
    total
}
