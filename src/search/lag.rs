//! What lies between the engine's own clock and the one that counts.
//!
//! On a busy machine a move costs more than the search took: the engine waits for a processor before it thinks and
//! before it answers, and so do the programs between it and the clock. The clocks that come with every move tell how much
//! that is, and the next moves allow for it.

use super::limits::Clock;
use crate::types::Color;
use std::time::Duration;

/// More than this is no lag: somebody has set the clock, or another game has begun.
const INCREDIBLE: Duration = Duration::from_millis(1000);

/// No more than this is allowed for.
const MOST: Duration = Duration::from_millis(200);

/// The lag that is usual here.
#[derive(Clone, Debug, Default)]
pub struct Lag {
    usual: Duration,
    /// The longest of late.
    worst: Duration,
    /// The last move of a clocked game: whose, what the clock said before it, how long it was thought about.
    last: Option<(Color, Clock, Duration)>,
}

impl Lag {
    /// The part of a player's clock that may be shared out, after a look at what the last move cost.
    pub fn allow_for(&mut self, color: Color, clock: Clock) -> Clock {
        if let Some(sample) = self.last.take().and_then(|last| sample(last, color, clock)) {
            self.learn(sample.min(MOST));
        }
        // What has happened may happen again; but half of the clock is always there to be used.
        let reserve = (self.worst + self.usual * 2).min(clock.remaining / 2);
        Clock { remaining: clock.remaining - reserve, increment: clock.increment.saturating_sub(self.usual), ..clock }
    }

    /// A move was thought about for so long, by the engine's own clock.
    pub fn thought(&mut self, color: Color, clock: Clock, time: Duration) {
        self.last = Some((color, clock, time));
    }

    /// What comes next has nothing to do with what was.
    pub fn begin_anew(&mut self) {
        self.last = None;
    }

    /// Trouble is believed at once, its end by and by.
    fn learn(&mut self, sample: Duration) {
        self.worst = sample.max(self.worst - self.worst / 64);
        self.usual = if sample > self.usual { (self.usual + sample) / 2 } else { (self.usual * 7 + sample) / 8 };
    }
}

/// What the last move cost beyond the thought, if the clock of now is the same one a move later.
fn sample(last: (Color, Clock, Duration), color: Color, now: Clock) -> Option<Duration> {
    let (player, before, thought) = last;
    let spent = (before.remaining + before.increment).checked_sub(now.remaining)?;
    let lag = spent.saturating_sub(thought);
    (player == color && lag < INCREDIBLE).then_some(lag)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(milliseconds: u64) -> Clock {
        let (remaining, increment) = (Duration::from_millis(milliseconds), Duration::from_millis(10));
        Clock { remaining, increment, moves_to_go: None }
    }

    /// Moves that are thought about for 5 ms and cost 5 ms and `lag` more; what is shared out at the end.
    fn after_moves(lag: u64, moves: u32) -> Clock {
        let (mut state, mut remaining) = (Lag::default(), 1000);
        for _ in 0..moves {
            state.allow_for(Color::White, clock(remaining));
            state.thought(Color::White, clock(remaining), Duration::from_millis(5));
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
    fn other_games_and_new_clocks_teach_nothing() {
        let mut lag = Lag::default();
        for (color, remaining) in [(Color::Black, 500), (Color::White, 2000), (Color::White, 5)] {
            lag.thought(Color::White, clock(1500), Duration::from_millis(5));
            assert_eq!(lag.allow_for(color, clock(remaining)), clock(remaining));
        }
        lag.thought(Color::White, clock(1000), Duration::from_millis(5));
        lag.begin_anew();
        assert_eq!(lag.allow_for(Color::White, clock(900)), clock(900));
    }

    #[test]
    fn half_the_clock_is_always_left() {
        let mut lag = Lag::default();
        for remaining in [900, 500, 250, 100, 20, 0] {
            let shared = lag.allow_for(Color::White, clock(remaining));
            assert!(shared.remaining >= Duration::from_millis(remaining / 2));
            lag.thought(Color::White, clock(remaining), Duration::ZERO);
        }
    }
}
