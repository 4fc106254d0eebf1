//! What an engine may spend on its moves, and its clock.

use super::words;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A control of time over the whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Moves after which `base` is added again; `None`: it is for the whole game.
    pub moves: Option<u32>,
    /// Time at the start.
    pub base: Duration,
    /// Time added after every move.
    pub increment: Duration,
}

impl FromStr for TimeControl {
    type Err = String;

    /// Reads `10+0.1`, `40/60`, `40/1:30+0.5`; times are seconds, or minutes and seconds.
    fn from_str(text: &str) -> Result<TimeControl, String> {
        let read = || {
            let (moves, rest) = text.split_once('/').map_or((None, text), |(moves, rest)| (Some(moves), rest));
            let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
            let (minutes, base) = base.split_once(':').unwrap_or(("0", base));
            let minutes = Duration::from_secs(60 * minutes.parse::<u32>().ok().map(u64::from)?);
            let moves = moves.map(|moves| moves.parse().ok().filter(|&moves| moves > 0).ok_or(())).transpose().ok()?;
            Some(TimeControl { moves, base: minutes + seconds(base)?, increment: seconds(increment)? })
        };
        let control = read().filter(|control| control.base + control.increment > Duration::ZERO);
        control.ok_or_else(|| format!("`{text}` is no time control; `10+0.1`, `40/60+0.5` and `40/1:30` are"))
    }
}

impl fmt::Display for TimeControl {
    /// As PGN's `TimeControl` has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if self.increment > Duration::ZERO {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// A length of time in seconds, not longer than a year.
fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    (0.0..=3.2e7).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

/// How time is limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Time {
    /// Not at all.
    #[default]
    Unlimited,
    /// The same for every move.
    PerMove(Duration),
    /// By a clock.
    Clock(TimeControl),
}

/// Everything that limits an engine's thinking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limit {
    /// Time.
    pub time: Time,
    /// Nodes for every move.
    pub nodes: Option<u64>,
    /// Depth of every move.
    pub depth: Option<u32>,
    /// Time that may be overstepped without harm.
    pub margin: Duration,
}

impl Limit {
    /// The keys that [`Limit::set`] understands.
    pub const KEYS: &str = "tc, st, nodes, depth, timemargin";

    /// Takes a word into account; false if it is none about limits.
    ///
    /// # Errors
    /// Names the word whose value makes no sense.
    pub fn set(&mut self, key: &str, text: &str) -> Result<bool, String> {
        match key {
            "tc" if text == "inf" => self.time = Time::Unlimited,
            "tc" => self.time = Time::Clock(text.parse()?),
            "st" => {
                let per_move = seconds(text).filter(|time| !time.is_zero());
                self.time = Time::PerMove(per_move.ok_or_else(|| format!("`st={text}`: not a number of seconds"))?);
            }
            "nodes" => self.nodes = Some(positive(key, text)?),
            "depth" => self.depth = Some(positive::<u32>(key, text)?),
            "timemargin" => self.margin = Duration::from_millis(words::value::<u32>(key, text)?.into()),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Whether a search under this limit comes to an end.
    pub fn is_bounded(&self) -> bool {
        self.time != Time::Unlimited || self.nodes.is_some() || self.depth.is_some()
    }
}

fn positive<T: FromStr + PartialOrd + From<u8>>(key: &str, text: &str) -> Result<T, String> {
    let number: T = words::value(key, text)?;
    if number < T::from(1) { Err(format!("`{key}={text}`: at least 1 is wanted")) } else { Ok(number) }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = match self.time {
            Time::Unlimited => None,
            Time::PerMove(time) => Some(format!("{}/move", time.as_secs_f64())),
            Time::Clock(control) => Some(control.to_string()),
        };
        let nodes = self.nodes.map(|nodes| format!("nodes={nodes}"));
        let depth = self.depth.map(|depth| format!("depth={depth}"));
        let parts: Vec<String> = [time, nodes, depth].into_iter().flatten().collect();
        f.write_str(&parts.join(" "))
    }
}

/// An engine's clock in one game.
#[derive(Clone, Debug)]
pub struct Clock {
    limit: Limit,
    /// Time left; of a move, if every move has its own.
    left: Duration,
    /// Moves to the next control.
    moves_left: Option<u32>,
}

impl Clock {
    /// A clock at the start of a game.
    pub fn new(limit: Limit) -> Clock {
        let (left, moves_left) = match limit.time {
            Time::Unlimited => (Duration::MAX, None),
            Time::PerMove(time) => (time, None),
            Time::Clock(control) => (control.base + start_increment(control), control.moves),
        };
        Clock { limit, left, moves_left }
    }

    /// What it was set to.
    pub fn limit(&self) -> &Limit {
        &self.limit
    }

    /// Time left for all moves, or for the next where every move has its own; `None`: unlimited.
    pub fn left(&self) -> Option<Duration> {
        (self.limit.time != Time::Unlimited).then_some(self.left)
    }

    /// Time after which a move is late; `None`: never.
    pub fn allowance(&self) -> Option<Duration> {
        self.left().map(|left| left + self.limit.margin)
    }

    /// Moves to the next control.
    pub fn moves_left(&self) -> Option<u32> {
        self.moves_left
    }

    /// Takes a move's time off; false if it was too long.
    pub fn spend(&mut self, time: Duration) -> bool {
        let in_time = self.allowance().is_none_or(|most| time <= most);
        if let Time::Clock(control) = self.limit.time {
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

/// A clock without a base (`0+1`) would be over before the first move.
fn start_increment(control: TimeControl) -> Duration {
    if control.base.is_zero() { control.increment } else { Duration::ZERO }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_and_written() {
        let rows = [("10+0.1", "10+0.1"), ("40/60", "40/60"), ("40/1:30+0.5", "40/90+0.5"), ("0+1", "0+1")];
        for (text, written) in rows {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), written);
        }
        for wrong in ["", "x", "0", "0/10", "-1", "10+", "1:2:3", "nan", "inf", "1e99", "40/", "+1"] {
            assert!(wrong.parse::<TimeControl>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn words_of_limits_are_read_and_refused() {
        let mut limit = Limit::default();
        for (key, text) in [("st", "0.5"), ("nodes", "100"), ("depth", "3"), ("timemargin", "20")] {
            assert_eq!(limit.set(key, text), Ok(true));
        }
        assert_eq!(limit.to_string(), "0.5/move nodes=100 depth=3");
        assert_eq!(limit.set("tc", "inf"), Ok(true));
        assert_eq!(limit.time, Time::Unlimited);
        assert_eq!(limit.set("cmd", "x"), Ok(false));
        for (key, text) in [("st", "0"), ("nodes", "0"), ("depth", "-1"), ("tc", "a"), ("timemargin", "x")] {
            assert!(limit.set(key, text).unwrap_err().contains(text), "{key}={text}");
        }
    }

    #[test]
    fn controls_repeat_and_increments_add_up() {
        let second = Duration::from_secs(1);
        let control = Time::Clock("2/10+1".parse().unwrap());
        let mut clock = Clock::new(Limit { time: control, ..Limit::default() });
        assert!(clock.spend(4 * second));
        assert_eq!((clock.left(), clock.moves_left()), (Some(7 * second), Some(1)));
        assert!(clock.spend(7 * second));
        assert_eq!((clock.left(), clock.moves_left()), (Some(11 * second), Some(2)));
        assert!(!clock.spend(12 * second));
    }

    #[test]
    fn every_move_has_its_own_time() {
        let limit = Limit { time: Time::PerMove(Duration::from_millis(10)), ..Limit::default() };
        let mut clock = Clock::new(Limit { margin: Duration::from_millis(5), ..limit });
        assert!(clock.spend(Duration::from_millis(15)));
        assert!(clock.spend(Duration::from_millis(15)));
        assert!(!clock.spend(Duration::from_millis(16)));
        assert!(Clock::new(Limit::default()).spend(Duration::from_secs(1 << 30)));
    }
}
