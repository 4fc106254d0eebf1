//! The engine as front ends and tools use it: here its settings and its search threads, and below
//!
//! ```text
//! searcher.rs       threads, hash table and network; searches that are waited for
//! session.rs        a game, its settings, a searcher and at most one running search
//! game_line.rs      a game as it is told again with every move
//! chances.rs        draws and resignations, by the points that a score promises
//! bench.rs          the fixed searches whose node count is the engine's signature
//! ```

pub mod bench;
pub mod chances;
pub mod game_line;
pub mod searcher;
pub mod session;

pub use searcher::Searcher;
pub use session::Session;

use crate::search::strength::{FULL_LEVEL, MOST_ELO};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Size of the hash table at start, in MB.
pub const DEFAULT_HASH: usize = 16;
/// Number of search threads at start.
pub const DEFAULT_THREADS: usize = 1;

/// The greatest number of threads, and of games that a tool plays at the same time.
pub const MAX_THREADS: usize = 512;

/// Option values that take effect with the next search or message; setting them has no other effect.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The number of best lines to search and report.
    pub multipv: usize,
    /// Time of each move kept in reserve for delays between engine and clock, in milliseconds.
    pub move_overhead: usize,
    /// Castling is written as king takes own rook.
    pub chess960: bool,
    /// Scores are followed by chances of win, draw and loss.
    pub show_wdl: bool,
    /// `elo` rather than `skill_level` decides the strength.
    pub limit_strength: bool,
    /// Strength in Elo.
    pub elo: usize,
    /// Strength in levels, from 0 to [`FULL_LEVEL`].
    pub skill_level: usize,
    /// CECP: resign lost games.
    pub resign: bool,
    /// CECP: accept a draw offer when not better.
    pub accept_draw: bool,
}

impl Settings {
    /// The values at start, which the table of options announces as defaults.
    pub const DEFAULT: Settings = Settings {
        multipv: 1,
        move_overhead: 10,
        chess960: false,
        show_wdl: false,
        limit_strength: false,
        elo: MOST_ELO,
        skill_level: FULL_LEVEL,
        resign: true,
        accept_draw: true,
    };
}

/// Stack size of a search thread in bytes: enough for the deepest tree of the largest game.
const STACK_SIZE: usize = 64 << 20;

/// Builds a pool of threads, one for each processor if `threads` is 0; an error if the system does not provide them.
pub fn thread_pool(threads: usize) -> Result<ThreadPool, String> {
    let builder = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK_SIZE);
    // Where the system has no threads, the pool is the one that runs, once.
    let builder = if cfg!(target_family = "wasm") { builder.num_threads(1).use_current_thread() } else { builder };
    let pool = builder.thread_name(|id| format!("worker {id}")).build();
    pool.map_err(|error| format!("cannot have {threads} threads: {error}"))
}
