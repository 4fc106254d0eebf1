//! The games.
pub mod chess;
