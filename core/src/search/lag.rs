//! The lag between the engine's own clock and the clock that counts.
//!
//! On a busy machine a move costs more than the search took: the engine waits for a processor before it searches and
//! before it answers, and so do the programs between it and the clock. The clocks that come with every move tell how
//! much that is, and the next moves allow for it.

use super::Clock;
use super::parameters::{LAG_DECAY_DIVISOR, LAG_IMPLAUSIBLE, LAG_MAX, LAG_MEAN};
use crate::types::Color;
use std::time::Duration;

/// An estimate of the lag, learnt from the clocks of a game.
#[derive(Clone, Debug, Default)]
pub struct Lag {
    usual: Duration,
    /// The longest lag; it shrinks with every move.
    worst: Duration,
    /// The last move of a game with clocks: its player, the clock before it, and the time it was searched.
    last: Option<(Color, Clock, Duration)>,
}

impl Lag {
    /// Learns from the clock what the last move cost, and returns the part of the clock that may be used.
    pub fn allow_for(&mut self, color: Color, clock: Clock) -> Clock {
        if let Some(sample) = self.last.take().and_then(|last| sample(last, color, clock)) {
            self.learn(sample.min(LAG_MAX));
        }
        // The longest lag may come again; but half of the clock can always be used.
        let reserve = (self.worst + self.usual * 2).min(clock.remaining / 2);
        Clock { remaining: clock.remaining - reserve, increment: clock.increment.saturating_sub(self.usual), ..clock }
    }

    /// Remembers a search: its player, the clock before it, and the time it took by the engine's own clock.
    pub fn searched(&mut self, color: Color, clock: Clock, time: Duration) {
        self.last = Some((color, clock, time));
    }

    /// Forgets the last search: the next clock belongs to another game.
    pub fn forget_last(&mut self) {
        self.last = None;
    }

    /// A longer lag counts at once, a shorter one gradually.
    fn learn(&mut self, sample: Duration) {
        self.worst = sample.max(self.worst - self.worst / LAG_DECAY_DIVISOR);
        self.usual = match sample > self.usual {
            true => (self.usual + sample) / 2,
            false => (self.usual * (LAG_MEAN - 1) + sample) / LAG_MEAN,
        };
    }
}

/// What the last move cost beyond its search, if `now` is the same clock one move later.
fn sample(last: (Color, Clock, Duration), color: Color, now: Clock) -> Option<Duration> {
    let (player, before, searched) = last;
    let spent = (before.remaining + before.increment).checked_sub(now.remaining)?;
    let lag = spent.saturating_sub(searched);
    (player == color && lag < LAG_IMPLAUSIBLE).then_some(lag)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(milliseconds: u64) -> Clock {
        let (remaining, increment) = (Duration::from_millis(milliseconds), Duration::from_millis(10));
        Clock { remaining, increment, moves_to_go: None }
    }

    /// Plays moves that are searched for 5 ms and cost 5 ms and `lag`. Returns the clock with what is held back of it.
    fn after_moves(lag: u64, moves: u32) -> Clock {
        let (mut state, mut remaining) = (Lag::default(), 1000);
        for _ in 0..moves {
            state.allow_for(Color::White, clock(remaining));
            state.searched(Color::White, clock(remaining), Duration::from_millis(5));
            remaining = remaining + 10 - 5 - lag;
        }
        let shared = state.allow_for(Color::White, clock(remaining));
        assert!(shared.remaining <= Duration::from_millis(remaining));
        Clock { remaining: Duration::from_millis(remaining) - shared.remaining, ..shared }
    }

    #[test]
    fn lag_is_learnt_from_the_clock() {
        let quiet = after_moves(0, 20);
        assert_eq!((quiet.remaining, quiet.increment), (Duration::ZERO, Duration::from_millis(10)));
        let busy = after_moves(8, 20);
        assert!(busy.remaining > Duration::from_millis(20) && busy.increment < Duration::from_millis(3), "{busy:?}");
    }

    #[test]
    fn other_games_and_clocks_set_anew_do_not_count() {
        let mut lag = Lag::default();
        for (color, remaining) in [(Color::Black, 500), (Color::White, 2000), (Color::White, 5)] {
            lag.searched(Color::White, clock(1500), Duration::from_millis(5));
            assert_eq!(lag.allow_for(color, clock(remaining)), clock(remaining));
        }
        lag.searched(Color::White, clock(1000), Duration::from_millis(5));
        lag.forget_last();
        assert_eq!(lag.allow_for(Color::White, clock(900)), clock(900));
    }

    #[test]
    fn half_of_the_clock_can_always_be_used() {
        let mut lag = Lag::default();
        for remaining in [900, 500, 250, 100, 20, 0] {
            let shared = lag.allow_for(Color::White, clock(remaining));
            assert!(shared.remaining >= Duration::from_millis(remaining / 2));
            lag.searched(Color::White, clock(remaining), Duration::ZERO);
        }
    }
}
