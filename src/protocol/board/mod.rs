//! The board in the browser: JSON over HTTP. `uci-docs/board.md` describes what is asked and answered.
//!
//! ```text
//! page_files.rs   the files of the page
//! pictures.rs     pictures that come with games from files
//! reports.rs      the files of a folder of reports
//! guard.rs        which requests are answered
//! server.rs       HTTP
//! ```
//!
//! The answers are those of [`answers`](crate::answers). A search ends with the connection.

mod guard;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]
mod http_tests;
pub(crate) mod page_files;
pub(crate) mod pictures;
pub(crate) mod reports;
mod server;

pub use server::Server;
