//! The games.
pub mod chess;
pub mod zigzag_madness;
