//! Time controls and the other limits of an engine's searches, and its clock during a game.

use super::key_value;
use crate::input::seconds;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A time control: a clock that runs over several moves or the whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// The number of moves after which `base` is added again; `None` if it is for the whole game.
    pub moves: Option<u32>,
    /// The time at the start.
    pub base: Duration,
    /// The time added after every move.
    pub increment: Duration,
}

impl FromStr for TimeControl {
    type Err = String;

    /// Parses `10+0.1`, `40/60`, `40/1:30+0.5`; times are seconds, or minutes and seconds.
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
        control.ok_or_else(|| format!("`{text}` is not a time control such as `10+0.1`, `40/60+0.5` or `40/1:30`"))
    }
}

impl fmt::Display for TimeControl {
    /// Writes the value of the PGN tag `TimeControl`.
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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeLimit {
    #[default]
    Unlimited,
    PerMove(Duration),
    Clock(TimeControl),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EngineLimits {
    pub time: TimeLimit,
    pub nodes: Option<u64>,
    pub depth: Option<u32>,
    /// The time by which a move may be late.
    pub margin: Duration,
}

impl EngineLimits {
    /// Sets the limit that `key` names. Returns false if the key is not that of a limit.
    pub fn set(&mut self, key: &str, text: &str) -> Result<bool, String> {
        match key {
            "tc" if text == "inf" => self.time = TimeLimit::Unlimited,
            "tc" => self.time = TimeLimit::Clock(text.parse()?),
            "st" => {
                let per_move = seconds(text).filter(|time| !time.is_zero());
                self.time =
                    TimeLimit::PerMove(per_move.ok_or_else(|| format!("`st={text}`: not a number of seconds"))?);
            }
            "nodes" => self.nodes = Some(positive(key, text)?),
            "depth" => self.depth = Some(positive::<u32>(key, text)?),
            "timemargin" => self.margin = Duration::from_millis(key_value::parse_value::<u32>(key, text)?.into()),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Whether a search with these limits ends.
    pub fn is_bounded(&self) -> bool {
        self.time != TimeLimit::Unlimited || self.nodes.is_some() || self.depth.is_some()
    }
}

fn positive<T: FromStr + PartialOrd + From<u8>>(key: &str, text: &str) -> Result<T, String> {
    let number: T = key_value::parse_value(key, text)?;
    if number < T::from(1) { Err(format!("`{key}={text}`: must be at least 1")) } else { Ok(number) }
}

impl fmt::Display for EngineLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = match self.time {
            TimeLimit::Unlimited => None,
            TimeLimit::PerMove(time) => Some(format!("{}/move", time.as_secs_f64())),
            TimeLimit::Clock(control) => Some(control.to_string()),
        };
        let nodes = self.nodes.map(|nodes| format!("nodes={nodes}"));
        let depth = self.depth.map(|depth| format!("depth={depth}"));
        let parts: Vec<String> = [time, nodes, depth].into_iter().flatten().collect();
        f.write_str(&parts.join(" "))
    }
}

/// An engine's clock during a game.
#[derive(Clone, Debug)]
pub struct MatchClock {
    pub limit: EngineLimits,
    /// The time left; for the next move if the limit is per move.
    left: Duration,
    /// The number of moves to the next time control; `None` if there is none.
    pub moves_left: Option<u32>,
}

impl MatchClock {
    pub fn new(limit: EngineLimits) -> MatchClock {
        let (left, moves_left) = match limit.time {
            TimeLimit::Unlimited => (Duration::MAX, None),
            TimeLimit::PerMove(time) => (time, None),
            TimeLimit::Clock(control) => (control.base + start_increment(control), control.moves),
        };
        MatchClock { limit, left, moves_left }
    }

    /// The time left for all moves, or for the next move if the limit is per move; `None` if it is unlimited.
    pub fn left(&self) -> Option<Duration> {
        (self.limit.time != TimeLimit::Unlimited).then_some(self.left)
    }

    /// The time after which the next move is late, margin included; `None` if it is unlimited.
    pub fn allowance(&self) -> Option<Duration> {
        self.left().map(|left| left + self.limit.margin)
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
    fn limits_are_read_and_malformed_ones_are_errors() {
        let mut limit = EngineLimits::default();
        for (key, text) in [("st", "0.5"), ("nodes", "100"), ("depth", "3"), ("timemargin", "20")] {
            assert_eq!(limit.set(key, text), Ok(true));
        }
        assert_eq!(limit.to_string(), "0.5/move nodes=100 depth=3");
        assert_eq!(limit.set("tc", "inf"), Ok(true));
        assert_eq!(limit.time, TimeLimit::Unlimited);
        assert_eq!(limit.set("cmd", "x"), Ok(false));
        for (key, text) in [("st", "0"), ("nodes", "0"), ("depth", "-1"), ("tc", "a"), ("timemargin", "x")] {
            assert!(limit.set(key, text).unwrap_err().contains(text), "{key}={text}");
        }
    }

    #[test]
    fn time_controls_repeat_and_increments_are_added() {
        let second = Duration::from_secs(1);
        let control = TimeLimit::Clock("2/10+1".parse().unwrap());
        let mut clock = MatchClock::new(EngineLimits { time: control, ..EngineLimits::default() });
        assert!(clock.spend(4 * second));
        assert_eq!((clock.left(), clock.moves_left), (Some(7 * second), Some(1)));
        assert!(clock.spend(7 * second));
        assert_eq!((clock.left(), clock.moves_left), (Some(11 * second), Some(2)));
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
