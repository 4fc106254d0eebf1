//! The signal that ends a search, a count or other work.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Microseconds of a time that has not come.
const NEVER: u64 = u64::MAX;

/// Tells the threads of a job to stop. It also knows how long the job has run.
#[derive(Debug)]
pub struct StopSignal {
    begun: Instant,
    /// Microseconds after `begun` at which the signal was given.
    given: AtomicU64,
    /// The signal of the job that this one is a part of; it ends this one, too.
    whole: Option<Arc<StopSignal>>,
}

impl Default for StopSignal {
    fn default() -> Self {
        StopSignal::new()
    }
}

impl StopSignal {
    /// A signal for a job that begins now.
    pub fn new() -> StopSignal {
        StopSignal { begun: Instant::now(), given: AtomicU64::new(NEVER), whole: None }
    }

    /// A signal for a part of a job: it is also given when that of the whole job is.
    pub fn within(whole: &Arc<StopSignal>) -> StopSignal {
        StopSignal { whole: Some(Arc::clone(whole)), ..StopSignal::new() }
    }

    /// Gives the signal. Searches end well within a millisecond.
    pub fn stop(&self) {
        self.given.fetch_min(self.microseconds(), Relaxed);
    }

    /// Returns whether the signal has been given.
    #[inline(always)]
    pub fn is_stopped(&self) -> bool {
        self.given.load(Relaxed) != NEVER || self.whole.as_ref().is_some_and(|whole| whole.is_stopped())
    }

    /// Time since the job began.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// The same in microseconds.
    pub(super) fn microseconds(&self) -> u64 {
        self.begun.elapsed().as_micros() as u64
    }

    /// The time from the beginning of the job to the signal, in microseconds.
    pub(super) fn given(&self) -> Option<u64> {
        Some(self.given.load(Relaxed)).filter(|&time| time != NEVER)
    }
}
