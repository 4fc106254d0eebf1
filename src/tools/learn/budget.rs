//! The time of each generation: half as much again as the one before, because a better network needs more games.

use crate::tools::threads;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The share of the whole time that measures the best network at the end.
pub const MEASUREMENT: f64 = 0.08;
/// The share of a generation's time that plays games to learn from. Training takes what it needs, the match the rest.
pub const GAMES: f64 = 0.65;
/// The least share of a generation's time for the match.
pub const MATCH: f64 = 0.12;
/// The ratio of the times of two generations.
const GROWTH: f64 = 1.5;
/// The first generation gets this share of the whole time, within bounds in seconds.
const FIRST: f64 = 0.1;
const FIRST_BOUNDS: (f64, f64) = (120.0, 900.0);
/// No later generation gets less than this, in seconds.
const LEAST: f64 = 1.0;

/// The seconds of the next generation; `None` if there is no time for one. There always is for the first.
/// `total` and `spent` are seconds, `last` those of the generation before.
pub fn next(total: f64, spent: f64, last: Option<f64>) -> Option<f64> {
    let rest = total * (1.0 - MEASUREMENT) - spent;
    let (low, high) = FIRST_BOUNDS;
    let wanted = last.map_or((total * FIRST).clamp(low, high), |last| (last * GROWTH).max(LEAST));
    // The last generation takes what would be too little for another one.
    let is_last = rest < wanted + wanted * GROWTH;
    (last.is_none() || rest >= wanted / 2.0).then_some(if is_last { rest.max(0.0) } else { wanted })
}

/// How often the time is looked at.
const INTERVAL: Duration = Duration::from_millis(20);

/// Calls `work` with a flag that is set after so many seconds, or when `stop` is.
///
/// # Errors
/// If the system has no thread left.
pub fn until<T>(stop: &AtomicBool, seconds: f64, work: impl FnOnce(Arc<AtomicBool>) -> T) -> Result<T, String> {
    let (flag, deadline) = (Arc::new(AtomicBool::new(false)), Duration::from_secs_f64(seconds.clamp(0.0, 1e9)));
    let (begun, (alive, ended)) = (Instant::now(), channel::<()>());
    std::thread::scope(|scope| {
        // Dropped when the work is done or has panicked, which ends the watching thread.
        let alive = alive;
        let watched = Arc::clone(&flag);
        threads::spawn_scoped(scope, move || {
            while ended.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if stop.load(Relaxed) || begun.elapsed() >= deadline {
                    watched.store(true, Relaxed);
                }
            }
        })?;
        let result = work(flag);
        drop(alive);
        Ok(result)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The times of all generations if each takes exactly its time.
    fn generations(total: f64) -> Vec<f64> {
        let mut times: Vec<f64> = Vec::new();
        while let Some(time) = next(total, times.iter().sum(), times.last().copied()) {
            times.push(time);
        }
        times
    }

    #[test]
    fn generations_grow_and_fill_the_time() {
        for (hours, count) in [(1e-6, 1), (0.01, 1), (0.16, 2), (1.0, 4), (24.0, 9)] {
            let (total, times) = (hours * 3600.0, generations(hours * 3600.0));
            assert_eq!(times.len(), count, "{hours} hours: {times:?}");
            let sum: f64 = times.iter().sum();
            assert!((sum - (1.0 - MEASUREMENT) * total).abs() < 1e-6 * total, "{hours} hours: {times:?}");
            assert!(times.is_sorted(), "{times:?}");
        }
    }

    #[test]
    fn there_is_one_generation_even_without_time_and_none_after_it() {
        assert!(next(0.0, 0.0, None).is_some());
        assert_eq!(next(100.0, 95.0, Some(30.0)), None);
        assert_eq!(next(100.0, 1000.0, Some(30.0)), None);
        assert_eq!(next(100.0, 10.0, Some(0.0)), Some(1.0));
    }

    #[test]
    fn work_is_stopped_by_time_and_by_the_user() {
        let wait = |flag: Arc<AtomicBool>| {
            while !flag.load(Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
            }
            7
        };
        assert_eq!(until(&AtomicBool::new(false), 0.05, wait), Ok(7));
        assert_eq!(until(&AtomicBool::new(true), 1e6, wait), Ok(7));
    }
}
