//! An engine's clock during a game.

use super::time_control::{EngineLimits, TimeControl, TimeLimit};
use std::time::Duration;

/// An engine's clock.
#[derive(Clone, Debug)]
pub struct MatchClock {
    limit: EngineLimits,
    /// The time left; for the next move if the limit is per move.
    left: Duration,
    /// The number of moves to the next time control; `None` if there is none.
    moves_left: Option<u32>,
}

impl MatchClock {
    /// Returns the clock at the start of a game.
    pub fn new(limit: EngineLimits) -> MatchClock {
        let (left, moves_left) = match limit.time {
            TimeLimit::Unlimited => (Duration::MAX, None),
            TimeLimit::PerMove(time) => (time, None),
            TimeLimit::Clock(control) => (control.base + start_increment(control), control.moves),
        };
        MatchClock { limit, left, moves_left }
    }

    /// Returns the limits of the clock's engine.
    pub fn limit(&self) -> &EngineLimits {
        &self.limit
    }

    /// Returns the time left for all moves, or for the next move if the limit is per move; `None` if it is unlimited.
    pub fn left(&self) -> Option<Duration> {
        (self.limit.time != TimeLimit::Unlimited).then_some(self.left)
    }

    /// Returns the time after which the next move is late, margin included; `None` if it is unlimited.
    pub fn allowance(&self) -> Option<Duration> {
        self.left().map(|left| left + self.limit.margin)
    }

    /// Returns the number of moves to the next time control, if there is one.
    pub fn moves_left(&self) -> Option<u32> {
        self.moves_left
    }

    /// Subtracts the time of a move and adds the increment. Returns false if the move was late.
    pub fn spend(&mut self, time: Duration) -> bool {
        let in_time = self.allowance().is_none_or(|most| time <= most);
        if let TimeLimit::Clock(control) = self.limit.time {
            self.left = self.left.saturating_sub(time) + control.increment;
            self.moves_left = self.moves_left.map(|moves| moves - 1);
            if self.moves_left == Some(0) {
                self.left += control.base;
                self.moves_left = control.moves;
            }
        }
        in_time
    }
}

/// The increment that is added before the first move: without a base (`0+1`) there would be no time for it.
fn start_increment(control: TimeControl) -> Duration {
    if control.base.is_zero() { control.increment } else { Duration::ZERO }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_repeat_and_increments_are_added() {
        let second = Duration::from_secs(1);
        let control = TimeLimit::Clock("2/10+1".parse().unwrap());
        let mut clock = MatchClock::new(EngineLimits { time: control, ..EngineLimits::default() });
        assert!(clock.spend(4 * second));
        assert_eq!((clock.left(), clock.moves_left()), (Some(7 * second), Some(1)));
        assert!(clock.spend(7 * second));
        assert_eq!((clock.left(), clock.moves_left()), (Some(11 * second), Some(2)));
        assert!(!clock.spend(12 * second));
    }

    #[test]
    fn time_per_move_does_not_add_up() {
        let limit = EngineLimits { time: TimeLimit::PerMove(Duration::from_millis(10)), ..EngineLimits::default() };
        let mut clock = MatchClock::new(EngineLimits { margin: Duration::from_millis(5), ..limit });
        assert!(clock.spend(Duration::from_millis(15)));
        assert!(clock.spend(Duration::from_millis(15)));
        assert!(!clock.spend(Duration::from_millis(16)));
        assert!(MatchClock::new(EngineLimits::default()).spend(Duration::from_secs(1 << 30)));
    }
}
