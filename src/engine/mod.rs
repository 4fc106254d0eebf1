//! The engine as front ends and tools use it.
//!
//! ```text
//! settings.rs     the values of the options that a search or a front end reads
//! options.rs      the table of options: names, kinds, defaults, bounds, setters
//! session.rs      a game, its settings, a hash table, a thread pool and at most one running search
//! searcher.rs     searches that are waited for, for tools that do one thing at a time
//! thread_pool.rs  the pool of search threads that both of them use
//! bench.rs        the fixed searches whose node count is the engine's signature
//! ```

pub mod bench;
pub mod options;
pub mod searcher;
pub mod session;
pub mod settings;
mod thread_pool;
