//! What `go` is told.

use crate::search::{Clock, Limits, MAX_PLY};
use crate::types::Color;
use std::time::Duration;

/// Words of `go` that end a list of `searchmoves`.
const GO_WORDS: [&str; 13] = [
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "movetime",
    "depth",
    "nodes",
    "mate",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
];

/// A number of `go`: any run of digits, however long.
pub(super) fn number(word: &str, text: &str) -> Result<u64, String> {
    if text.is_empty() {
        return Err(format!("{word} wants a number"));
    }
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("{word} wants a number, not `{text}`"));
    }
    Ok(text.parse().unwrap_or(u64::MAX))
}

/// Milliseconds; clocks may be negative when a flag has fallen.
fn milliseconds(word: &str, text: &str) -> Result<Duration, String> {
    let value = match text.strip_prefix('-') {
        Some(digits) => number(word, digits).map(|_| 0)?,
        None => number(word, text)?,
    };
    // A century is as good as forever.
    Ok(Duration::from_millis(value.min(3_000_000_000_000)))
}

/// Reads the words after `go`, and says what made no sense and was left out.
pub(super) fn read_go(words: &[&str], turn: Color) -> (Limits, Vec<String>) {
    let mut reader = GoReader::default();
    let mut words = words.iter().copied().peekable();
    while let Some(word) = words.next() {
        if word == "searchmoves" {
            while let Some(text) = words.next_if(|text| !GO_WORDS.contains(text)) {
                reader.limits.only.push(text.to_owned());
            }
            continue;
        }
        let value = match GO_VALUES.contains(&word) {
            // A missing value is no reason to swallow the next word.
            true => words.next_if(|text| !GO_WORDS.contains(text)).unwrap_or(""),
            false => "",
        };
        if let Err(problem) = reader.read(word, value) {
            reader.problems.push(problem);
        }
    }
    reader.finish(turn)
}

/// Words of `go` that are followed by a number.
const GO_VALUES: [&str; 9] = ["wtime", "btime", "winc", "binc", "movestogo", "movetime", "depth", "nodes", "mate"];

/// What has been read of a `go`.
#[derive(Default)]
struct GoReader {
    limits: Limits,
    /// White's and Black's.
    remaining: [Option<Duration>; 2],
    increment: [Duration; 2],
    moves_to_go: Option<u32>,
    problems: Vec<String>,
}

impl GoReader {
    fn read(&mut self, word: &str, value: &str) -> Result<(), String> {
        let plies = |n: u64| n.clamp(1, MAX_PLY as u64) as u32;
        let [white, black] = &mut self.remaining;
        let [white_increment, black_increment] = &mut self.increment;
        let limits = &mut self.limits;
        match word {
            "infinite" => limits.infinite = true,
            "ponder" => limits.ponder = true,
            "depth" => limits.depth = Some(plies(number(word, value)?)),
            "mate" => limits.mate = Some(plies(number(word, value)?)),
            "nodes" => limits.nodes = Some(number(word, value)?.max(1)),
            "movestogo" => self.moves_to_go = Some(number(word, value)?.clamp(1, 1000) as u32),
            "movetime" => limits.movetime = Some(milliseconds(word, value)?.max(Duration::from_millis(1))),
            "wtime" => *white = Some(milliseconds(word, value)?),
            "btime" => *black = Some(milliseconds(word, value)?),
            "winc" => *white_increment = milliseconds(word, value)?,
            "binc" => *black_increment = milliseconds(word, value)?,
            _ => return Err(format!("unknown word `{word}`")),
        }
        Ok(())
    }

    /// A client that tells only one clock means it for both.
    fn finish(self, turn: Color) -> (Limits, Vec<String>) {
        let [white, black] = self.remaining;
        let [white_increment, black_increment] = self.increment;
        let remaining = turn.choose(white.or(black), black.or(white));
        let increment = turn.choose(white_increment, black_increment);
        let moves_to_go = self.moves_to_go;
        let clock = remaining.map(|remaining| Clock { remaining, increment, moves_to_go });
        (Limits { clock, ..self.limits }, self.problems)
    }
}
