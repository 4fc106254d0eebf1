//! The shared parts of the games' evaluations.
//!
//! ```text
//! tapered_score  a middle game and an end game score in one value
//! weights        the tuned numbers of a game, read from a data file at compile time
//! ledger         what receives the terms of an evaluation: a sum, a list of terms, or a trace for tuning
//! piece_square   indices into piece-square tables of 8x8 boards
//! king_ring      sets of the nine squares on and around a king
//! ```

pub mod king_ring;
pub mod ledger;
pub mod piece_square;
pub mod tapered_score;
pub mod weights;

pub use ledger::Ledger;
pub use tapered_score::TaperedScore;
pub use weights::Weights;
