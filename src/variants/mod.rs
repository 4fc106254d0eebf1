//! The games.
pub mod chess;
pub mod kings_escape;
pub mod prisoners_escape;
