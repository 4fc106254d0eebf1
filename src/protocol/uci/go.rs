//! `go`, `go perft` and `bench`, and the limits that `go` is given.

use super::search::{Search, SearchKind};
use super::{Uci, messages};
use crate::engine::bench::{self, Bench};
use crate::search::{Clock, Event, Limits, MAX_PLY};
use crate::types::Color;
use std::time::Duration;

/// Words of `go` that are followed by a number.
const WITH_NUMBER: [&str; 9] = ["wtime", "btime", "winc", "binc", "movestogo", "movetime", "depth", "nodes", "mate"];

/// The other words of `go`.
const WITHOUT_NUMBER: [&str; 4] = ["infinite", "ponder", "searchmoves", "perft"];

/// The longest time, in milliseconds: about a century.
const LONGEST_TIME: u64 = 3_000_000_000_000;

impl Uci {
    /// Starts a search. What cannot be read is reported, so that every `go` gets its `bestmove`: unknown words are left out, and a
    /// number counts as 0.
    pub(super) fn go(&mut self, line: &str) -> Result<(), String> {
        let words: Vec<&str> = line.split_whitespace().skip(1).collect();
        if self.refused {
            self.complain("go: there is no position, the last one was refused");
            if !words.contains(&"perft") {
                self.say(messages::best_move(&[]));
            }
            return Ok(());
        }
        if let Some(at) = words.iter().position(|&word| word == "perft") {
            return self.perft(words.get(at + 1).unwrap_or(&""));
        }
        let turn = self.session.game().turn().color;
        let (mut limits, moves, mut problems) = read_go(&words, turn);
        for text in moves {
            match self.session.game().find(text) {
                Ok(bits) => limits.only.push(bits),
                Err(error) => problems.push(format!("searchmoves: {error}")),
            }
        }
        if !problems.is_empty() {
            self.complain(format_args!("go: {}", problems.join("; ")));
        }
        limits.infinite |= !limits.ponder && !limits.is_bounded();
        let number = self.session.go(limits.clone());
        self.search = Some(Search::of_go(number, &limits));
        Ok(())
    }

    fn perft(&mut self, depth: &str) -> Result<(), String> {
        let depth = number("perft", depth)?.min(MAX_PLY as u64) as u32;
        self.search = Some(Search::new(SearchKind::Perft, self.session.count(depth)));
        Ok(())
    }

    pub(super) fn bench(&mut self, line: &str) -> Result<(), String> {
        let depth = line.split_whitespace().nth(1).map(|text| number("bench", text)).transpose()?;
        let wanted = Bench { depth: depth.map(|depth| depth.min(MAX_PLY as u64) as u32), ..Bench::default() };
        let number = self.session.work(move |stop, send| {
            if let Err(problem) = bench::run(&wanted, stop, &mut |line| send(Event::Line(line))) {
                send(Event::Line(format!("info string error: {problem}")));
            }
            send(Event::End);
        });
        self.search = Some(Search::new(SearchKind::Bench, number));
        Ok(())
    }
}

/// Reads the number behind `word`. Numbers that are too great for a `u64` become the greatest one.
fn number(word: &str, text: &str) -> Result<u64, String> {
    if text.is_empty() {
        return Err(format!("{word} wants a number"));
    }
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("{word} wants a number, not `{text}`"));
    }
    Ok(text.parse().unwrap_or(u64::MAX))
}

/// Reads a number that may have a fraction, which is left out: `100.0` is 100.
fn whole_part(word: &str, text: &str) -> Result<u64, String> {
    match text.split_once('.') {
        Some((whole, fraction)) if !whole.is_empty() => {
            let fraction = if fraction.is_empty() { "0" } else { fraction };
            number(word, fraction)
                .and_then(|_| number(word, whole))
                .map_err(|_| format!("{word} wants a number, not `{text}`"))
        }
        _ => number(word, text),
    }
}

/// Reads a time in milliseconds. Clocks are negative when a flag has fallen; such times are 0.
fn milliseconds(word: &str, text: &str) -> Result<Duration, String> {
    let value = match text.strip_prefix('-') {
        Some(digits) => whole_part(word, digits).map(|_| 0)?,
        None => whole_part(word, text)?,
    };
    Ok(Duration::from_millis(value.min(LONGEST_TIME)))
}

/// Reads the words after `go`. Returns the limits of a search for `turn`, the words behind `searchmoves`, and an error text for
/// everything unreadable.
fn read_go<'a>(words: &[&'a str], turn: Color) -> (Limits, Vec<&'a str>, Vec<String>) {
    let (mut reader, mut moves) = (GoReader::default(), Vec::new());
    let mut words = words.iter().copied().peekable();
    let is_value = |text: &&str| !WITH_NUMBER.contains(text) && !WITHOUT_NUMBER.contains(text);
    while let Some(word) = words.next() {
        if word == "searchmoves" {
            while let Some(text) = words.next_if(is_value) {
                moves.push(text);
            }
            continue;
        }
        let value = match WITH_NUMBER.contains(&word) {
            // If the number is missing, the next word is read as a word of its own.
            true => words.next_if(is_value).unwrap_or(""),
            false => "",
        };
        if let Err(problem) = reader.read(word, value) {
            reader.problems.push(problem);
            // A limit that cannot be read must not mean that there is none: the least one applies.
            if WITH_NUMBER.contains(&word) {
                reader.lacks_number = true;
                let _ = reader.read(word, "0");
            }
        }
    }
    let (limits, problems) = reader.finish(turn);
    (limits, moves, problems)
}

#[derive(Default)]
struct GoReader {
    limits: Limits,
    remaining: [Option<Duration>; 2],
    increment: [Duration; 2],
    moves_to_go: Option<u32>,
    problems: Vec<String>,
    /// Some number could not be read.
    lacks_number: bool,
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
            "depth" => limits.depth = Some(plies(whole_part(word, value)?)),
            "mate" => limits.mate = Some(plies(whole_part(word, value)?)),
            "nodes" => limits.nodes = Some(whole_part(word, value)?.max(1)),
            // 0 stands for the rest of the game.
            "movestogo" => {
                self.moves_to_go = Some(whole_part(word, value)?.min(1000) as u32).filter(|&moves| moves > 0)
            }
            "movetime" => limits.movetime = Some(milliseconds(word, value)?.max(Duration::from_millis(1))),
            "wtime" => *white = Some(milliseconds(word, value)?),
            "btime" => *black = Some(milliseconds(word, value)?),
            "winc" => *white_increment = milliseconds(word, value)?,
            "binc" => *black_increment = milliseconds(word, value)?,
            _ => return Err(format!("unknown word `{word}`")),
        }
        Ok(())
    }

    /// The limits for `turn`. If only one clock is given, it is used for either side.
    fn finish(self, turn: Color) -> (Limits, Vec<String>) {
        let [white, black] = self.remaining;
        let [white_increment, black_increment] = self.increment;
        let remaining = turn.choose(white.or(black), black.or(white));
        let increment = turn.choose(white_increment, black_increment);
        let moves_to_go = self.moves_to_go;
        let clock = remaining.map(|remaining| Clock { remaining, increment, moves_to_go });
        let mut limits = Limits { clock, ..self.limits };
        // An increment alone is no limit.
        if self.lacks_number && !limits.is_bounded() && !limits.infinite && !limits.ponder {
            limits.depth = Some(1);
        }
        (limits, self.problems)
    }
}
