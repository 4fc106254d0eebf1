//! The games.
pub mod chess;
pub mod penalty_box;
