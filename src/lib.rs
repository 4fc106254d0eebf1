//! Jailbird: a chess-variant engine for games that no other engine plays.
//!
//! The program: command line, protocols, files. The engine is the crate [`jailbird_core`], whose rooms are modules here, too. The rooms
//! of the house, lowest first; a room uses only rooms above it in this list and in that of the engine:
//!
//! ```text
//! memory       how much is left for tables
//! input        lines and seconds, as front ends and tools read them
//! board_text   boards as text
//! network_file networks in files
//! variant_files games from files
//! protocol     UCI, CECP (XBoard), the board in the browser
//! tools        the command line: play, perft, matches, records, openings, data, tuning
//! ```

// Lines go through `tools::console` and `protocol::Output`, which report what cannot be written; these macros panic.
#![cfg_attr(not(test), deny(clippy::print_stdout, clippy::print_stderr))]

pub mod board_text;
pub mod input;
pub mod memory;
pub mod network_file;
pub mod protocol;
pub mod tools;
pub mod variant_files;

#[cfg(feature = "board")]
pub use jailbird_board::answers;
pub use jailbird_core::{endings, engine, game, network, perft, pgn, position, search, types, variants};
