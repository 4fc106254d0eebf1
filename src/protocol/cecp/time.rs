//! Time controls and clocks.

use std::time::Duration;

/// A time control, as `level` and `st` set it.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeControl {
    /// Moves per session; 0: the whole game.
    pub moves: u32,
    pub base: Duration,
    pub increment: Duration,
    /// Fixed time per move instead.
    pub per_move: Option<Duration>,
}

/// `level MPS BASE INC`: BASE is minutes or `minutes:seconds`, INC seconds; both may have fractions.
pub(super) fn read_level(rest: &str) -> Option<TimeControl> {
    let mut words = rest.split_whitespace();
    let moves = words.next()?.parse().ok()?;
    let base = words.next()?;
    // Some append the increment to the base: what follows the number is not ours.
    let base = base.split(|c: char| !c.is_ascii_digit() && c != ':' && c != '.').next()?;
    let (minutes, secs) = base.split_once(':').unwrap_or((base, "0"));
    let base = seconds(minutes)? * 60 + seconds(secs)?;
    let increment = seconds(words.next().unwrap_or("0"))?;
    Some(TimeControl { moves, base, increment, per_move: None })
}

/// Seconds with an optional fraction, not negative, at most a year.
pub(super) fn seconds(text: &str) -> Option<Duration> {
    let value: f64 = text.parse().ok()?;
    (0.0..=3.2e7).contains(&value).then(|| Duration::from_secs_f64(value))
}

/// Clock readings may be negative when a flag has fallen.
pub(super) fn centiseconds(text: &str) -> Option<Duration> {
    let value: f64 = text.parse().ok().filter(|value: &f64| value.is_finite())?;
    Some(Duration::from_secs_f64((value / 100.0).clamp(0.0, 3.2e7)))
}
