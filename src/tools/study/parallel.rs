//! Tasks worked on in parallel, whose results are taken in their order.

use crate::tools::threads::{join_all, spawn_scoped};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};

/// The place of a task, and its result.
type Done<T> = (usize, Result<T, String>);

/// Works on tasks, in a thread for each worker, and hands the results to `take` in the order of the tasks. A worker ends at the first
/// task without a result. `work` should end early when its last argument is set, after an error of another task.
///
/// # Errors
/// The first one of a task or of `take`.
pub(super) fn in_order<W: Send, J: Sync, T: Send>(
    workers: Vec<W>,
    tasks: &[J],
    work: impl Fn(&W, &J, &AtomicBool) -> Option<Result<T, String>> + Sync,
    mut take: impl FnMut(T) -> Result<(), String>,
) -> Result<(), String> {
    let (next, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, finished) = channel::<Done<T>>();
    let run = |worker: W, sender: Sender<Done<T>>| {
        while let Some((place, task)) =
            Some(next.fetch_add(1, Relaxed)).and_then(|place| Some((place, tasks.get(place)?)))
            && let Some(result) = work(&worker, task, &is_over)
            && sender.send((place, result)).is_ok()
        {}
    };
    let run = &run;
    std::thread::scope(|scope| {
        let spawn = |worker| {
            let sender = sender.clone();
            spawn_scoped(scope, move || run(worker, sender))
        };
        let workers: Result<Vec<_>, _> = workers.into_iter().map(spawn).collect();
        drop(sender);
        let workers = workers.inspect_err(|_| is_over.store(true, Relaxed))?;
        let mut waiting = BTreeMap::new();
        let mut taken = 0;
        let collected = finished.iter().try_for_each(|(place, result)| {
            waiting.insert(place, result?);
            while let Some(result) = waiting.remove(&taken) {
                take(result)?;
                taken += 1;
            }
            Ok(())
        });
        is_over.store(true, Relaxed);
        join_all(workers)?;
        collected
    })
}
