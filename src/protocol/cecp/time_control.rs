//! `level`, `st`, `sd`, `time` and `otim`.

use super::Cecp;
use crate::input::{LONGEST_TIME, seconds};
use std::time::Duration;

#[derive(Clone, Copy, Debug)]
pub(super) struct TimeControl {
    /// Moves per session; 0 for the whole game.
    pub moves: u32,
    pub base: Duration,
    pub increment: Duration,
    /// Fixed time per move, from `st`, in place of the clock.
    pub per_move: Option<Duration>,
}

impl TimeControl {
    /// 40 moves in 5 minutes.
    pub(super) const DEFAULT: TimeControl =
        TimeControl { moves: 40, base: Duration::from_secs(300), increment: Duration::ZERO, per_move: None };
}

impl Cecp {
    pub(super) fn set_time(&mut self, line: &str, word: &str, rest: &str) {
        let understood = match word {
            "level" => self.set_level(rest),
            "st" => seconds(rest).map(|per_move| self.time_control.per_move = Some(per_move)),
            "sd" => rest.parse::<u32>().ok().filter(|&depth| depth > 0).map(|depth| self.depth = Some(depth)),
            "time" => centiseconds(rest).map(|left| self.remaining = Some(left)),
            _ => centiseconds(rest).map(|_| ()),
        };
        if understood.is_none() {
            self.say(format_args!("Error (bad argument): {line}"));
        }
    }

    fn set_level(&mut self, rest: &str) -> Option<()> {
        self.time_control = read_level(rest)?;
        self.remaining = None;
        Some(())
    }
}

/// Reads `level MPS BASE INC`: BASE is minutes or `minutes:seconds`, INC seconds; both may have fractions.
fn read_level(rest: &str) -> Option<TimeControl> {
    let mut words = rest.split_whitespace();
    let moves = words.next()?.parse().ok()?;
    let base = words.next()?;
    // Some GUIs append the increment to the base; what follows the number is ignored.
    let base = base.split(|c: char| !c.is_ascii_digit() && c != ':' && c != '.').next()?;
    let (minutes, secs) = base.split_once(':').unwrap_or((base, "0"));
    let base = seconds(minutes)? * 60 + seconds(secs)?;
    let increment = seconds(words.next().unwrap_or("0"))?;
    Some(TimeControl { moves, base, increment, per_move: None })
}

/// Reads a clock in centiseconds. Clocks are negative when a flag has fallen; such times are 0.
fn centiseconds(text: &str) -> Option<Duration> {
    let value: f64 = text.parse().ok().filter(|value: &f64| value.is_finite())?;
    Some(Duration::from_secs_f64((value / 100.0).clamp(0.0, LONGEST_TIME)))
}
