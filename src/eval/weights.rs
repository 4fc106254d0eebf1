//! The tuned numbers of an evaluation: groups of weights, read from a data file at compile time.
//!
//! A data file contains every group in order: its name, then its weights as `middle/end` pairs in hundredths of a
//! pawn:
//!
//! ```text
//! # a comment
//! tempo 12/8
//! material 0/0 88/112 330/310
//! ```
//!
//! Line breaks do not matter. `jailbird tune` writes these files; [`weights!`](crate::weights) declares the groups
//! and embeds the file. A file that does not match the groups is a compile error.

use super::TaperedScore;
use crate::table;
use crate::types::Score;
use crate::types::zobrist::mix;
use std::fmt::{self, Write};

/// Consecutive weights of one evaluation term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// The name in the data file and in the output of `eval`.
    pub name: &'static str,
    /// What the weights apply to; a comment in the data file.
    pub doc: &'static str,
    /// The index of the first weight.
    pub start: usize,
    /// The number of weights.
    pub len: usize,
    /// The number of weights in a line of the data file.
    pub row: usize,
}

impl Group {
    /// Returns the index, among all weights of the game, of this group's weight `index`.
    #[inline(always)]
    pub const fn at(&self, index: usize) -> usize {
        debug_assert!(index < self.len);
        self.start + index
    }
}

/// All weights of a game's evaluation.
#[derive(Debug)]
pub struct Weights {
    /// The groups in the order of their indices, without gaps.
    pub groups: &'static [Group],
    /// The weights of all groups.
    pub values: &'static [TaperedScore],
    /// The phase from which on only middle game scores count: that of both armies with all their pieces.
    pub full_phase: i32,
    /// The path of the data file from the root of the repository.
    pub file: &'static str,
}

impl Weights {
    /// A number that changes with any weight.
    pub fn hash(&self) -> u64 {
        let numbers = self.values.iter().map(|value| [value.middle(), value.end()]);
        numbers.flatten().fold(0, |hash, number| mix(hash ^ number as u64))
    }

    /// Returns the mean of the middle game and the end game score of a weight: its value where the phase is not known,
    /// as in move ordering.
    #[inline(always)]
    pub const fn mean(&self, index: usize) -> Score {
        let value = self.values[index];
        (value.middle() + value.end()) / 2
    }

    /// Returns the means of the first `N` weights of a group, and 0 for entries beyond its end.
    pub const fn means<const N: usize>(&self, group: &Group) -> [Score; N] {
        table!(N, |index| if index < group.len { self.mean(group.at(index)) } else { 0 })
    }
}

/// The reason why a data file was refused, and its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeightsError {
    /// The line number, from 1.
    pub line: u32,
    /// The reason.
    pub fault: WeightsFault,
}

/// The reasons to refuse a data file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightsFault {
    /// Something else stands where the name of a group should be.
    Name {
        /// The index of the expected group.
        expected: usize,
    },
    /// A word is not a pair `middle/end` of numbers from -30000 to 30000.
    Pair,
    /// A group has too few weights.
    TooFew {
        /// The index of the group.
        group: usize,
    },
    /// There is text after the last weight.
    TooMuch,
}

impl WeightsError {
    /// Returns the error as a message; `groups` are the groups that were expected.
    pub fn explain(&self, groups: &[Group]) -> String {
        format!("line {}: {}", self.line, self.words(groups).concat())
    }

    /// Returns the message in three parts.
    const fn words(&self, groups: &[Group]) -> [&'static str; 3] {
        match self.fault {
            WeightsFault::Name { expected } => ["expected the name '", groups[expected].name, "'"],
            WeightsFault::Pair => ["not a pair middle/end of numbers from -30000 to 30000", "", ""],
            WeightsFault::TooFew { group } => ["'", groups[group].name, "' has too few weights"],
            WeightsFault::TooMuch => ["nothing was expected behind the last weight", "", ""],
        }
    }
}

/// Reads the `values.len()` weights of `groups` from the text of a data file.
/// Fails with the first error in the text; `values` is then incomplete.
pub const fn parse(text: &str, groups: &[Group], values: &mut [TaperedScore]) -> Result<(), WeightsError> {
    let mut cursor = Cursor { text: text.as_bytes(), at: 0, line: 1 };
    let mut group = 0;
    while group < groups.len() {
        cursor.skip_blanks();
        if !cursor.take_name(groups[group].name.as_bytes()) {
            return Err(cursor.error(WeightsFault::Name { expected: group }));
        }
        let mut index = 0;
        while index < groups[group].len {
            cursor.skip_blanks();
            if cursor.is_at_end() || cursor.text[cursor.at].is_ascii_alphabetic() {
                return Err(cursor.error(WeightsFault::TooFew { group }));
            }
            let Some(pair) = cursor.take_pair() else { return Err(cursor.error(WeightsFault::Pair)) };
            values[groups[group].start + index] = pair;
            index += 1;
        }
        group += 1;
    }
    cursor.skip_blanks();
    if cursor.is_at_end() { Ok(()) } else { Err(cursor.error(WeightsFault::TooMuch)) }
}

/// Reads the embedded data file of a game at compile time.
///
/// # Panics
/// If the file does not match the groups. The message, a compile error, names the file and the line.
pub const fn embed<const N: usize>(file: &str, text: &str, groups: &[Group]) -> [TaperedScore; N] {
    let mut values = [TaperedScore::ZERO; N];
    if let Err(error) = parse(text, groups, &mut values) {
        let [before, name, behind] = error.words(groups);
        let place = Message::EMPTY.say(file).say(": line ").number(error.line).say(": ");
        panic!("{}", place.say(before).say(name).say(behind).text());
    }
    values
}

/// A message built at compile time, where `format!` is not available.
struct Message {
    bytes: [u8; 250],
    length: usize,
}

impl Message {
    const EMPTY: Message = Message { bytes: [0; 250], length: 0 };

    /// Appends text, as far as there is room.
    const fn say(mut self, text: &str) -> Message {
        let mut at = 0;
        while at < text.len() && self.length < self.bytes.len() {
            self.bytes[self.length] = text.as_bytes()[at];
            self.length += 1;
            at += 1;
        }
        self
    }

    const fn number(self, number: u32) -> Message {
        let message = if number >= 10 { self.number(number / 10) } else { self };
        let digits = "0123456789";
        let (_, from) = digits.split_at((number % 10) as usize);
        message.say(from.split_at(1).0)
    }

    const fn text(&self) -> &str {
        match std::str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => "a file of weights is wrong",
        }
    }
}

/// A reading position in a data file.
struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
    line: u32,
}

impl Cursor<'_> {
    const fn error(&self, fault: WeightsFault) -> WeightsError {
        WeightsError { line: self.line, fault }
    }

    const fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    const fn skip_blanks(&mut self) {
        while !self.is_at_end() {
            match self.text[self.at] {
                b'#' => {
                    while !self.is_at_end() && self.text[self.at] != b'\n' {
                        self.at += 1;
                    }
                    continue;
                }
                b'\n' => self.line += 1,
                byte if byte.is_ascii_whitespace() => {}
                _ => return,
            }
            self.at += 1;
        }
    }

    /// Returns whether a word ends here.
    const fn is_at_gap(&self) -> bool {
        self.is_at_end() || self.text[self.at].is_ascii_whitespace() || self.text[self.at] == b'#'
    }

    const fn take_name(&mut self, name: &[u8]) -> bool {
        let mut index = 0;
        while index < name.len() {
            if self.is_at_end() || self.text[self.at] != name[index] {
                return false;
            }
            self.at += 1;
            index += 1;
        }
        self.is_at_gap()
    }

    const fn take_pair(&mut self) -> Option<TaperedScore> {
        let Some(middle) = self.take_number() else { return None };
        if self.is_at_end() || self.text[self.at] != b'/' {
            return None;
        }
        self.at += 1;
        let Some(end) = self.take_number() else { return None };
        if self.is_at_gap() { Some(TaperedScore::new(middle, end)) } else { None }
    }

    const fn take_number(&mut self) -> Option<Score> {
        let negative = !self.is_at_end() && self.text[self.at] == b'-';
        self.at += negative as usize;
        let first = self.at;
        let mut number = 0;
        while !self.is_at_end() && self.text[self.at].is_ascii_digit() && self.at < first + 5 {
            number = number * 10 + (self.text[self.at] - b'0') as Score;
            self.at += 1;
        }
        if self.at == first || number > 30_000 {
            return None;
        }
        Some(if negative { -number } else { number })
    }
}

/// Returns the text of a data file with these weights; `head` becomes a comment at its top.
pub fn write(head: &str, groups: &[Group], values: &[TaperedScore]) -> String {
    let mut text = String::new();
    for line in head.lines() {
        let _ = writeln!(text, "# {line}");
    }
    for group in groups {
        let values = &values[group.start..group.start + group.len];
        let _ = writeln!(text, "\n# {}", group.doc.trim());
        text.push_str(group.name);
        for row in values.chunks(group.row.max(1)) {
            if group.len > group.row {
                text.push('\n');
            }
            for value in row {
                let _ = write!(text, " {}/{}", value.middle(), value.end());
            }
        }
        text.push('\n');
    }
    text
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write("", self.groups, self.values))
    }
}

/// Declares the groups of weights of a game's evaluation, embeds their data file, and defines a [`Weights`] static.
///
/// ```text
/// weights! {
///     pub(super) WEIGHTS in "src/variants/friendly/weights.txt" ("weights.txt"), full phase 40;
///     /// The right to move.
///     TEMPO "tempo" 1;
///     /// Piece-square tables by kind.
///     SQUARES "squares" 7 * 64, row 8;
/// }
/// ```
#[macro_export]
macro_rules! weights {
    ($visibility:vis $all:ident in $path:literal ($file:literal), full phase $phase:expr;
     $($(#[doc = $doc:literal])+ $group:ident $name:literal $len:expr $(, row $row:expr)?;)+) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[derive(Clone, Copy)]
        enum GroupNumber { $($group),+ }
        $($(#[doc = $doc])+
        const $group: $crate::eval::weights::Group = GROUPS[GroupNumber::$group as usize];)+
        const GROUPS: &[$crate::eval::weights::Group] = &{
            let mut groups = [$($crate::eval::weights::Group {
                name: $name,
                doc: concat!($($doc),+),
                start: 0,
                len: $len,
                row: 16 $(* 0 + $row)?,
            }),+];
            let mut index = 1;
            while index < groups.len() {
                groups[index].start = groups[index - 1].start + groups[index - 1].len;
                index += 1;
            }
            groups
        };
        static VALUES: [$crate::eval::TaperedScore; GROUPS[GROUPS.len() - 1].start + GROUPS[GROUPS.len() - 1].len] =
            $crate::eval::weights::embed($path, include_str!($file), GROUPS);
        /// The weights of the evaluation.
        $visibility static $all: $crate::eval::Weights =
            $crate::eval::Weights { groups: GROUPS, values: &VALUES, full_phase: $phase, file: $path };
    };
}
