//! The learned evaluation: a small neural network for each game.
//!
//! ```text
//! features   what a position consists of, as numbers
//! inference  the score of a position
//! sums       the part of it that the pieces have, kept for the next position
//! head       the frame of a file: magic, head, checksum
//! file       networks as bytes
//! material   a network that counts pieces
//! ```
//!
//! Shape: (features -> hidden) x 2 -> 1. Every feature has a row of weights. The rows of all active features are added
//! up, once as seen by the side to move and once as seen by its opponent; squared clipped ReLU; one output.

pub mod features;
mod file;
mod head;
mod inference;
mod material;
mod sums;
#[cfg(test)]
mod tests;

// `head` names it as `super::bytes`, because the build script compiles that file, too.
use crate::types::bytes;
pub use features::{ActiveFeatures, FeatureGroup, FeatureSet, MOST_ACTIVE, MOST_FEATURES, Owner, Symmetry};
pub use file::{game_of, kept};
pub use head::MAGIC;
pub use inference::{Block, Description, LANES, MOST_HIDDEN, Network, OUTPUT_UNIT, ROW_UNIT};
pub use sums::PieceSums;
