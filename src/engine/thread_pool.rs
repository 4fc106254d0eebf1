//! The pool of search threads.

use rayon::{ThreadPool, ThreadPoolBuilder};

/// Stack size of a search thread in bytes: enough for the deepest tree of the largest game.
const STACK_SIZE: usize = 64 << 20;

/// Builds a pool of `threads` search threads.
///
/// # Errors
/// If the system does not provide the threads.
pub fn build(threads: usize) -> Result<ThreadPool, String> {
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK_SIZE)
        .thread_name(|id| format!("worker {id}"))
        .build()
        .map_err(|error| format!("cannot have {threads} threads: {error}"))
}
