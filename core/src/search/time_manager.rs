//! How long a search may take, and the signal that ends it.

use super::parameters::*;
use super::{Clock, Limits};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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
    /// A signal for a job that begins now.
    fn default() -> StopSignal {
        StopSignal { begun: Instant::now(), given: AtomicU64::new(NEVER), whole: None }
    }
}

impl StopSignal {
    /// A signal for a part of a job: it is also given when that of the whole job is.
    pub fn within(whole: &Arc<StopSignal>) -> StopSignal {
        StopSignal { whole: Some(Arc::clone(whole)), ..StopSignal::default() }
    }

    /// Gives the signal. Searches end well within a millisecond.
    pub fn stop(&self) {
        self.given.fetch_min(self.microseconds(), Relaxed);
    }

    /// Whether the signal has been given.
    #[inline(always)]
    pub fn is_stopped(&self) -> bool {
        self.given.load(Relaxed) != NEVER || self.whole.as_ref().is_some_and(|whole| whole.is_stopped())
    }

    /// Time since the job began.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    fn microseconds(&self) -> u64 {
        self.elapsed().as_micros() as u64
    }

    /// The time from the beginning of the job to the signal, in microseconds.
    fn given(&self) -> Option<u64> {
        Some(self.given.load(Relaxed)).filter(|&time| time != NEVER)
    }
}

/// Two times of a search, counted from the moment its clock runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TimeLimits {
    /// No new iteration begins after this time, multiplied by the time scale.
    soft: Duration,
    /// The search is stopped at this time.
    hard: Duration,
    /// Set if the times are a share of a clock rather than fixed.
    of_clock: bool,
}

impl TimeLimits {
    /// The times under `limits`, with `overhead` kept in reserve for the way between engine and clock.
    fn of(limits: &Limits, overhead: Duration) -> Option<TimeLimits> {
        let fixed = limits.movetime.map(|time| {
            let time = time - overhead.min(time / FIXED_TIME_RESERVE_DIVISOR);
            TimeLimits { soft: time, hard: time, of_clock: false }
        });
        let clocked = limits.clock.map(|clock| TimeLimits::of_clock(clock, overhead));
        match (fixed, clocked) {
            (Some(fixed), Some(clocked)) => Some(TimeLimits {
                soft: fixed.soft.min(clocked.soft),
                hard: fixed.hard.min(clocked.hard),
                of_clock: clocked.soft < fixed.soft,
            }),
            (one, other) => one.or(other),
        }
    }

    /// A share of the clock. No move gets more than a part of what is left after the reserve.
    fn of_clock(clock: Clock, overhead: Duration) -> TimeLimits {
        // The reserve never takes the whole clock: some time to search is always left.
        let least = (clock.remaining / LEAST_CLOCK_DIVISOR).max(Duration::from_millis(1));
        let left = clock.remaining.saturating_sub(overhead).max(least).as_secs_f64();
        let moves = f64::from(clock.moves_to_go.unwrap_or(moves_to_go() as u32).clamp(1, moves_to_go() as u32));
        // When the clock is low, a part of every increment is saved for the case that the machine is busy.
        let spent = percent(increment_spent_percent()) * (left / LOW_CLOCK.as_secs_f64()).min(1.0);
        let share = left / moves + clock.increment.as_secs_f64() * spent;
        let most = match moves < 2.0 {
            true => left * percent(last_move_percent()),
            false => left * (percent(most_time_percent()) + percent(most_time_per_move_percent()) / moves),
        };
        let hard = (share * percent(hard_time_percent())).min(most);
        let soft = (share * percent(soft_time_percent())).min(hard);
        TimeLimits { soft: Duration::from_secs_f64(soft), hard: Duration::from_secs_f64(hard), of_clock: true }
    }
}

/// The clock of a search: when it began to run, and when it ends the search.
#[derive(Debug)]
pub struct TimeManager {
    stop: Arc<StopSignal>,
    limits: Mutex<Option<TimeLimits>>,
    /// Microseconds after the beginning of the search at which the clock started; `NEVER` while pondering.
    clock_started: AtomicU64,
}

impl TimeManager {
    /// A clock for the search that `stop` ends. It runs at once unless the limits say to ponder.
    pub fn new(limits: &Limits, overhead: Duration, stop: Arc<StopSignal>) -> TimeManager {
        TimeManager {
            stop,
            limits: Mutex::new(TimeLimits::of(limits, overhead)),
            clock_started: AtomicU64::new(if limits.ponder { NEVER } else { 0 }),
        }
    }

    /// The signal that ends the search.
    pub fn stop_signal(&self) -> &StopSignal {
        &self.stop
    }

    /// Starts the clock after the pondered move was played. New `limits`, if any, replace the old ones.
    pub fn ponderhit(&self, limits: Option<(&Limits, Duration)>) {
        if let Some((limits, overhead)) = limits {
            *self.limits() = TimeLimits::of(limits, overhead);
        }
        self.clock_started.store(self.stop.microseconds(), Relaxed);
    }

    /// The time from the start of the clock to the end of the search, but at most the time that the search was given.
    /// `None` while the search runs, and if the clock never did.
    pub fn time_used(&self) -> Option<Duration> {
        let used = self.stop.given()?.checked_sub(self.clock_started.load(Relaxed))?;
        let used = Duration::from_micros(used);
        Some(self.limits().map_or(used, |limits| used.min(limits.hard)))
    }

    /// Whether the search has to stop now.
    pub fn is_out_of_time(&self) -> bool {
        self.limits().is_some_and(|limits| self.has_reached(limits.hard))
    }

    /// Whether it is too late for another iteration. `scale` multiplies the usual time of a move; it has no
    /// effect on a fixed time.
    pub fn is_late(&self, scale: f64) -> bool {
        self.limits().is_some_and(|limits| match limits.of_clock {
            true => self.has_reached(limits.soft.mul_f64(scale)),
            false => self.has_reached(limits.soft),
        })
    }

    /// Whether a clock (rather than depth, nodes or a fixed time) decides when to stop.
    pub fn has_clock(&self) -> bool {
        self.limits().is_some_and(|limits| limits.of_clock)
    }

    /// Whether the clock runs and has run for this time.
    fn has_reached(&self, time: Duration) -> bool {
        let started = self.clock_started.load(Relaxed);
        started != NEVER && self.stop.elapsed().saturating_sub(Duration::from_micros(started)) >= time
    }

    fn limits(&self) -> MutexGuard<'_, Option<TimeLimits>> {
        self.limits.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_move_gets_more_time_than_the_clock_has() {
        let overhead = Duration::from_millis(10);
        for remaining in [0, 1, 5, 20, 100, 1_000, 60_000, 10_000_000] {
            for moves_to_go in [None, Some(1), Some(2), Some(40), Some(400)] {
                for increment in [0, 10, 1_000, 100_000] {
                    let clock = Clock {
                        remaining: Duration::from_millis(remaining),
                        increment: Duration::from_millis(increment),
                        moves_to_go,
                    };
                    let limits = Limits { clock: Some(clock), ..Limits::default() };
                    let times = TimeLimits::of(&limits, overhead).unwrap();
                    assert!(times.soft <= times.hard && times.of_clock, "{clock:?}: {times:?}");
                    let most = remaining.saturating_sub(10).max(1).max(remaining / 10);
                    assert!(times.hard <= Duration::from_millis(most), "{clock:?}: {times:?}");
                }
            }
        }
    }

    #[test]
    fn the_shorter_of_a_fixed_time_and_a_share_of_the_clock_decides() {
        let clock = Clock { remaining: Duration::from_secs(60), increment: Duration::ZERO, moves_to_go: Some(1) };
        for (milliseconds, of_clock) in [(1, false), (1_000, false), (59_000, true)] {
            let movetime = Some(Duration::from_millis(milliseconds));
            let fixed = Limits { movetime, ..Limits::default() };
            assert!(!TimeLimits::of(&fixed, Duration::ZERO).unwrap().of_clock);
            let both = Limits { clock: Some(clock), ..fixed };
            assert_eq!(TimeLimits::of(&both, Duration::ZERO).unwrap().of_clock, of_clock, "{milliseconds} ms");
        }
    }

    #[test]
    fn a_part_is_stopped_with_the_whole() {
        let whole = Arc::new(StopSignal::default());
        let part = StopSignal::within(&whole);
        assert!(!part.is_stopped());
        whole.stop();
        assert!(part.is_stopped() && part.given().is_none());
    }
}
