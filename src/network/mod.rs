//! The learned evaluation: a small neural network for each game.
//!
//! ```text
//! features   what a position consists of, as numbers
//! inference  the score of a position
//! file       networks as bytes
//! ```
//!
//! Shape: (features -> hidden) x 2 -> 1. Every feature has a row of weights. The rows of all active features are added
//! up, once as seen by the side to move and once as seen by its opponent; squared clipped ReLU; one output.

pub mod features;
mod file;
mod inference;
#[cfg(test)]
mod tests;

pub use features::{ActiveFeatures, FeatureGroup, FeatureSet, Owner, Symmetry};
pub use file::{Embedded, game_of};
pub use inference::{Block, Description, LANES, Network, OUTPUT_UNIT, ROW_UNIT};
