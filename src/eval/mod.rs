//! Evaluation by weights: what the games that have weights share.
//!
//! ```text
//! tapered_score  a middle game and an end game score in one value
//! weights        the tuned numbers of a game, read from a data file at compile time
//! ledger         what receives the terms of an evaluation: a sum, a list of terms, or a trace for tuning
//! ```

pub mod ledger;
pub mod tapered_score;
pub mod weights;

pub use ledger::Ledger;
pub use tapered_score::TaperedScore;
pub use weights::Weights;
