//! What can be run from the command line besides a protocol.

pub mod arena;
pub mod bench;
pub mod command_line;
pub mod datagen;
pub mod files;
pub mod interrupt;
pub mod openings;
pub mod packaging;
pub mod perft;
pub mod pgn;
pub mod play;
pub mod reference;
pub mod selfplay;
pub mod solve;
pub mod sprt;
pub mod suite;
pub mod thinker;
pub mod tune;
pub mod xboard_command;
