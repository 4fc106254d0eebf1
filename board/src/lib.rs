//! What pages are told that show a board, as JSON. The server of the program answers with it, and so does an engine in a page.
//!
//! ```text
//! answers      requests and their answers, searches
//! ```

#![deny(clippy::print_stdout, clippy::print_stderr)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod answers;

pub use jailbird_core::{engine, game, pgn, position, search, types, variants};
