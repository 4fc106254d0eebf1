//! The games.
pub mod chess;
pub mod prison_break;
