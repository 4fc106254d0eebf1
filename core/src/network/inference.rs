//! The score of a position.

use super::features::ActiveFeatures;
use super::sums::PieceSums;
use crate::types::score::{WinModel, undecided};
use crate::types::{Color, Score};
use std::ops::Deref;

/// Hidden neurons come in blocks of this many, so that a block's sums stay in registers.
pub const LANES: usize = 64;
/// The greatest number of hidden neurons.
pub const MOST_HIDDEN: usize = 1024;

/// The weights or sums of a block of hidden neurons, in cache lines of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Block(pub [i16; LANES]);

impl Block {
    /// Zeros.
    pub const ZERO: Block = Block([0; LANES]);
}

impl<'a> IntoIterator for &'a Block {
    type Item = &'a i16;
    type IntoIter = std::slice::Iter<'a, i16>;
    #[inline(always)]
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl Deref for Block {
    type Target = [i16; LANES];
    #[inline(always)]
    fn deref(&self) -> &[i16; LANES] {
        &self.0
    }
}

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
    /// The number of hidden neurons.
    pub fn hidden(&self) -> usize {
        self.biases.len() * LANES
    }

    /// What scores say about results: fitted to the games that it was trained with, if its file tells it.
    pub fn chances(&self) -> WinModel {
        self.description.chances.unwrap_or(WinModel::UNKNOWN)
    }

    /// The score in hundredths of a pawn, from the view of `side`, who is to move; never that of a forced win or loss.
    pub fn evaluate(&self, active: &ActiveFeatures, side: Color) -> Score {
        self.score([&self.biases; 2], active, side)
    }

    /// The same, given the sums of the pieces and all other features.
    #[inline]
    pub fn evaluate_with(&self, pieces: &PieceSums, others: &ActiveFeatures, side: Color) -> Score {
        self.score([pieces.of(side), pieces.of(!side)], others, side)
    }

    /// The score, given by view (the side to move first) the sums of some features by hidden block, and all other features.
    #[inline(always)]
    fn score(&self, sums: [&[Block]; 2], active: &ActiveFeatures, side: Color) -> Score {
        let views = [active.of(side), active.of(!side)];
        let blocks = self.biases.len();
        // A block adds at most 64 x 127 x 255 x 255 to the total, which fits into 32 bits; all blocks together may not.
        let mut total = 0i64;
        for (block, outputs) in self.outputs.iter().enumerate() {
            for ((view, sums), weights) in views.into_iter().zip(sums).zip(outputs) {
                let Some(&(mut sums)) = sums.get(block) else { continue };
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

    /// Takes the row of one feature out of sums by hidden block and adds that of another one. `None` has a row of zeros. Sums
    /// beyond 16 bits, which only a position with too many pieces has (see [`add`]), wrap: when the pieces have gone, they are
    /// right again.
    #[inline(always)]
    pub(super) fn replace_row(&self, sums: &mut [Block], before: Option<usize>, after: Option<usize>) {
        static ZEROS: [Block; MOST_HIDDEN / LANES] = [Block::ZERO; MOST_HIDDEN / LANES];
        let blocks = self.biases.len();
        let row = |feature: usize| self.rows.get(feature * blocks..(feature + 1) * blocks);
        let [before, after] = [before, after].map(|feature| feature.and_then(row).unwrap_or(&ZEROS));
        for ((sums, before), after) in sums.iter_mut().zip(before).zip(after) {
            for ((sum, before), after) in sums.0.iter_mut().zip(&before.0).zip(&after.0) {
                *sum = sum.wrapping_add(*after).wrapping_sub(*before);
            }
        }
    }
}

/// Adds a row. No sum leaves 16 bits, because [`Network`]s are checked when they are read. Only in a position with more pieces
/// than that check counts, which a FEN may have in some games, can a sum reach a bound; it stays there.
#[inline(always)]
fn add(sums: &mut Block, row: &Block) {
    for (sum, weight) in sums.0.iter_mut().zip(&row.0) {
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
