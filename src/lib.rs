//! Jailbird.
pub mod eval;
pub mod position;
pub mod types;
pub mod variants;
