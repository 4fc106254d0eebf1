//! The engine as front ends and tools use it.
//!
//! ```text
//! settings   the values of the options that are only remembered
//! session    a game, settings, a table, a pool of threads, at most one search
//! options    the one table of options
//! searcher   a search that is waited for, for tools that do one thing at a time
//! bench      the fixed amount of search whose node count is the engine's signature
//! ```

pub mod bench;
pub mod options;
pub mod searcher;
pub mod session;
pub mod settings;
