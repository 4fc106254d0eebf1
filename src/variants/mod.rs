//! The games.
pub mod chess;
pub mod friendly;
