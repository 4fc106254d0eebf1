//! What a search is asked for, and when it must end.

use super::Strength;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A player's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left; zero if the flag has fallen.
    pub remaining: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves until the next time control; `None` when the remaining time is for the whole game.
    pub moves_to_go: Option<u32>,
}

/// Everything that may end a search. All that are given hold together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Iterations.
    pub depth: Option<u32>,
    /// Nodes of all threads together.
    pub nodes: Option<u64>,
    /// Stop when a win in this many own moves is found.
    pub mate: Option<u32>,
    /// Exactly this long.
    pub movetime: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Until told to stop.
    pub infinite: bool,
    /// On the opponent's time; the clock starts at [`Control::ponderhit`].
    pub ponder: bool,
    /// How well to play; none: as well as possible.
    pub strength: Option<Strength>,
    /// Move texts the root is restricted to; empty: all.
    pub only: Vec<String>,
    /// Move texts the root must leave out.
    pub except: Vec<String>,
}

impl Limits {
    /// A search to a fixed depth.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A search of fixed time.
    pub fn movetime(time: Duration) -> Limits {
        Limits { movetime: Some(time), ..Limits::default() }
    }

    /// The strength that holds: analysis and the hunt for a mate are never weakened.
    pub fn strength(&self) -> Option<Strength> {
        self.strength.filter(|_| !self.infinite && self.mate.is_none())
    }

    /// Nodes of all threads together under all limits.
    pub fn most_nodes(&self) -> u64 {
        let asked = self.nodes.unwrap_or(u64::MAX);
        self.strength().map_or(asked, |strength| asked.min(strength.nodes))
    }

    /// Iterations under all limits.
    pub fn most_depth(&self) -> u32 {
        let asked = self.depth.unwrap_or(u32::MAX);
        self.strength().map_or(asked, |strength| asked.min(strength.depth))
    }

    /// Whether the search ends by itself.
    pub fn is_bounded(&self) -> bool {
        let bounded = self.depth.is_some() || self.nodes.is_some() || self.mate.is_some();
        (bounded || self.movetime.is_some() || self.clock.is_some()) && !self.infinite && !self.ponder
    }
}

/// A clock with less than this on it is to recover.
const LOW: Duration = Duration::from_millis(200);

/// How long a search may take, from the moment its clock runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// No new iteration after this.
    pub soft: Duration,
    /// The search is cut off at this.
    pub hard: Duration,
}

impl Budget {
    /// The budget under `limits`, keeping `overhead` in reserve for whatever lies between engine and clock.
    pub fn of(limits: &Limits, overhead: Duration) -> Option<Budget> {
        let fixed = limits.movetime.map(|time| {
            let time = time - overhead.min(time / 8);
            Budget { soft: time, hard: time }
        });
        let clocked = limits.clock.map(|clock| Budget::of_clock(clock, overhead));
        match (fixed, clocked) {
            (Some(a), Some(b)) => Some(Budget { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard) }),
            (one, other) => one.or(other),
        }
    }

    /// A share of the clock: more moves are expected the more time there is, and one move never gets more than
    /// its share of what is left after the reserve.
    fn of_clock(clock: Clock, overhead: Duration) -> Budget {
        // The reserve cannot eat the whole clock: with next to nothing left, still think a little.
        let usable = clock.remaining.saturating_sub(overhead).max(clock.remaining / 10).max(Duration::from_millis(1));
        let moves = f64::from(clock.moves_to_go.unwrap_or(35).clamp(1, 35));
        let left = usable.as_secs_f64();
        // Near the end of the clock a part of every increment is saved up for the moment when the machine does something else.
        let spent = 0.75 * (left / LOW.as_secs_f64()).min(1.0);
        let share = left / moves + clock.increment.as_secs_f64() * spent;
        let most = if moves < 2.0 { left * 0.9 } else { left * (0.2 + 0.5 / moves) };
        let hard = (share * 3.0).min(most);
        Budget { soft: Duration::from_secs_f64((share * 0.7).min(hard)), hard: Duration::from_secs_f64(hard) }
    }
}

/// The wires into a running search: stop it, tell it that its ponder move was played.
#[derive(Debug)]
pub struct Control {
    stop: AtomicBool,
    /// Of the work that this search is a part of: when that is told to end, so is this.
    whole: Option<Arc<Control>>,
    begun: Instant,
    budget: Mutex<Option<Budget>>,
    /// Microseconds after `begun` at which the clock started; `u64::MAX` while pondering.
    clock_started: AtomicU64,
    /// Microseconds after `begun` at which the search was told to end; `u64::MAX` before.
    stopped: AtomicU64,
}

impl Control {
    /// Wires for a search that begins now.
    pub fn new(limits: &Limits, overhead: Duration) -> Control {
        Control {
            stop: AtomicBool::new(false),
            whole: None,
            begun: Instant::now(),
            budget: Mutex::new(Budget::of(limits, overhead)),
            clock_started: AtomicU64::new(if limits.ponder { u64::MAX } else { 0 }),
            stopped: AtomicU64::new(u64::MAX),
        }
    }

    /// The same for a part of some work, which ends when the whole does.
    pub fn within(whole: &Arc<Control>, limits: &Limits, overhead: Duration) -> Control {
        Control { whole: Some(Arc::clone(whole)), ..Control::new(limits, overhead) }
    }

    /// Ends the search as soon as its threads look (well within a millisecond).
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
        self.stopped.fetch_min(self.begun.elapsed().as_micros() as u64, Relaxed);
    }

    /// How long the clock ran until the search was told to end, and no longer than it was meant to; none while it runs,
    /// and if it never did.
    pub fn thought(&self) -> Option<Duration> {
        let [started, stopped] = [&self.clock_started, &self.stopped].map(|time| time.load(Relaxed));
        let thought = Duration::from_micros(stopped.checked_sub(started).filter(|_| stopped != u64::MAX)?);
        Some(self.budget().map_or(thought, |budget| thought.min(budget.hard)))
    }

    /// Whether the search has been told to end.
    #[inline(always)]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// The budget; none if the lock is broken, which only a panic could have done.
    fn budget(&self) -> Option<Budget> {
        self.budget.lock().ok().and_then(|budget| *budget)
    }

    /// The pondered move was played: from now on the clock runs, within the budget of `limits` if there are new ones.
    pub fn ponderhit(&self, limits: Option<(&Limits, Duration)>) {
        if let (Some((limits, overhead)), Ok(mut budget)) = (limits, self.budget.lock()) {
            *budget = Budget::of(limits, overhead);
        }
        self.clock_started.store(self.begun.elapsed().as_micros() as u64, Relaxed);
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Time on the clock, once it runs.
    fn on_clock(&self) -> Option<Duration> {
        let started = self.clock_started.load(Relaxed);
        (started != u64::MAX).then(|| self.begun.elapsed().saturating_sub(Duration::from_micros(started)))
    }

    /// Whether the time is up for good, or there is no more use for what this search is a part of.
    pub fn is_out_of_time(&self) -> bool {
        self.whole.as_ref().is_some_and(|whole| whole.is_stopped())
            || self.budget().is_some_and(|budget| self.on_clock().is_some_and(|time| time >= budget.hard))
    }

    /// Whether it is too late to begin another iteration. `unrest` says how much more than usual (1.0) there is still to
    /// be found out; it counts only where a clock is to be shared out.
    pub fn is_late(&self, unrest: f64) -> bool {
        self.budget().is_some_and(|budget| {
            let soft = match budget.soft < budget.hard {
                true => budget.soft.mul_f64(unrest),
                false => budget.soft,
            };
            self.on_clock().is_some_and(|time| time >= soft)
        })
    }

    /// Whether a clock (rather than depth, nodes or a fixed time) decides when to stop.
    pub fn is_clocked(&self) -> bool {
        self.budget().is_some_and(|budget| budget.soft < budget.hard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_budget_exceeds_the_clock() {
        let overhead = Duration::from_millis(10);
        for remaining in [0, 1, 5, 20, 100, 1_000, 60_000, 10_000_000] {
            for moves_to_go in [None, Some(1), Some(2), Some(40), Some(400)] {
                for increment in [0, 10, 1_000, 100_000] {
                    let clock = Clock {
                        remaining: Duration::from_millis(remaining),
                        increment: Duration::from_millis(increment),
                        moves_to_go,
                    };
                    let budget = Budget::of(&Limits { clock: Some(clock), ..Limits::default() }, overhead).unwrap();
                    assert!(budget.soft <= budget.hard);
                    let most = remaining.saturating_sub(10).max(1).max(remaining / 10);
                    assert!(budget.hard <= Duration::from_millis(most), "{clock:?}: {budget:?}");
                }
            }
        }
    }
}
