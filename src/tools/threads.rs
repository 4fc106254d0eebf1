//! Worker threads whose failures are reported as errors: [`std::thread::spawn`] panics if the system has no thread
//! left.

use std::ops::Range;
use std::thread::{Builder, JoinHandle, Scope, ScopedJoinHandle};

fn not_started(error: std::io::Error) -> String {
    format!("cannot start a thread: {error}")
}

/// A pool of so many threads, for work that rayon shares out.
///
/// # Errors
/// The system has no thread left.
pub(super) fn pool(threads: usize) -> Result<rayon::ThreadPool, String> {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| format!("threads: {error}"))
}

pub(super) fn spawn<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<JoinHandle<T>, String> {
    Builder::new().spawn(work).map_err(not_started)
}

/// Starts a thread that runs `work` and ends before `scope` does.
pub(super) fn spawn_scoped<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Result<ScopedJoinHandle<'scope, T>, String> {
    Builder::new().spawn_scoped(scope, work).map_err(not_started)
}

/// Waits for all `workers` and returns their results in order.
pub(super) fn join_all<T>(workers: Vec<ScopedJoinHandle<'_, T>>) -> Result<Vec<T>, String> {
    let results: Vec<_> = workers.into_iter().map(ScopedJoinHandle::join).collect();
    results.into_iter().collect::<Result<_, _>>().map_err(|_| "a worker thread panicked".into())
}

/// Applies `work` to every number of a range, shared out among `workers` with a thread each. Returns the results in the order of
/// the numbers, so they do not depend on how many workers there are.
pub(super) fn map_numbers<W: Sync, T: Send>(
    workers: &[W],
    numbers: Range<u64>,
    work: impl Fn(&W, u64) -> Option<T> + Sync,
) -> Result<Vec<T>, String> {
    let share = |index: usize, worker: &W| -> Vec<(u64, T)> {
        let own = numbers.clone().skip(index).step_by(workers.len());
        own.filter_map(|number| Some((number, work(worker, number)?))).collect()
    };
    let share = &share;
    let shares = std::thread::scope(|scope| {
        let spawn = |(index, worker)| spawn_scoped(scope, move || share(index, worker));
        join_all(workers.iter().enumerate().map(spawn).collect::<Result<_, _>>()?)
    })?;
    let mut found: Vec<(u64, T)> = shares.into_iter().flatten().collect();
    found.sort_by_key(|&(number, _)| number);
    Ok(found.into_iter().map(|(_, result)| result).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panicking_worker_is_an_error() {
        let run = |panics: [bool; 3]| {
            std::thread::scope(|scope| {
                let work =
                    |number: usize, panics: bool| move || if panics { panic!("as the test wants") } else { number };
                let workers = (0..).zip(panics).map(|(number, panics)| spawn_scoped(scope, work(number, panics)));
                join_all(workers.collect::<Result<_, _>>()?)
            })
        };
        assert_eq!(run([false; 3]), Ok(vec![0, 1, 2]));
        assert_eq!(run([false, true, false]), Err("a worker thread panicked".into()));
    }
}
