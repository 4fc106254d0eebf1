//! What can be run from the command line besides a protocol.

pub mod command_line;
mod console;
pub mod datagen;
pub mod files;
pub mod interrupt;
pub mod match_runner;
pub mod openings;
pub mod packaging;
pub mod perft_suite;
pub mod pgn;
pub mod play;
pub mod reference_pages;
pub mod selfplay;
pub mod solve;
pub mod sprt;
pub mod tune;
pub mod xboard_command;
