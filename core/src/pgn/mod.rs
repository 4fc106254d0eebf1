//! Records of games in PGN.
//!
//! ```text
//! mod.rs          a record, and writing it
//! reading.rs      games with their places in a text, and faults
//! reader.rs       reading records written by any program
//! lexer.rs        tags, comments, parentheses and words
//! words.rs        moves, annotation signs, results
//! evaluation.rs   evaluations in comments
//! ```

pub mod evaluation;
mod lexer;
mod reader;
mod reading;
#[cfg(test)]
mod tests;
mod words;

pub use reader::{read, read_located};
pub use reading::{Fault, LocatedGame, Reading, unplayable};
pub use words::is_null_move;

use crate::game::{Game, Variant};
use crate::types::Color;
use crate::variants;
use std::fmt;

/// A game as recorded in PGN.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameRecord {
    /// The names and values of the tags, in the order of the text.
    pub tags: Vec<(String, String)>,
    /// The comment before the first move; empty if there is none.
    pub comment: String,
    /// The moves of the game itself.
    pub moves: Vec<RecordedMove>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`; empty means `*`.
    pub result: String,
}

/// A move of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordedMove {
    /// The move, in any text that the game understands.
    pub text: String,
    /// Numeric annotation glyphs: 1 good, 2 mistake, 3 brilliant, 4 blunder, 5 interesting, 6 dubious, others up to 255.
    pub nags: Vec<u8>,
    /// The comment; empty if there is none.
    pub comment: String,
    /// Lines that begin in place of this move.
    pub variations: Vec<Variation>,
}

/// A line of moves beside the game. The rules do not check it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variation {
    /// The comment before the first move; empty if there is none.
    pub comment: String,
    /// The moves; there is at least one in a line that was read.
    pub moves: Vec<RecordedMove>,
    /// The result of a game of which the line is a part; mostly empty.
    pub result: String,
}

impl RecordedMove {
    /// A move without comment and variations.
    pub fn new(text: impl Into<String>) -> RecordedMove {
        RecordedMove { text: text.into(), ..RecordedMove::default() }
    }
}

/// The tag that tells the rules of a game from a file apart from others of the same name. The rules of the program's own games are
/// known by their names.
pub const RULES: &str = "Rules";

/// The value of [`RULES`].
fn rules_of(variant: &Variant) -> String {
    format!("{:016x}", variant.features.rules)
}

fn other_rules(variant: &Variant) -> String {
    let file = variant.file.map_or_else(String::new, |file| format!(" in {}", file.display()));
    format!(
        "tag {RULES}: `{}`{file} has other rules now than when this game was played; without the tag it is read by the new ones",
        variant.name
    )
}

/// A title as the names of games are written: no blanks, no hyphens, a number of checks in digits.
fn joined(title: &str) -> String {
    let name: String = title.chars().filter(|sign| !sign.is_whitespace() && *sign != '-').collect();
    let name = name.to_ascii_lowercase();
    match name.as_str() {
        "threecheck" => "3check".into(),
        "fivecheck" => "5check".into(),
        _ => name,
    }
}

impl GameRecord {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.0 == name).map(|tag| tag.1.as_str())
    }

    /// The variant of the `Variant` tag (default: chess). `From Position`, as lichess.org writes it, is chess with a
    /// `FEN` tag; `King of the Hill` is kingofthehill, `Three-check` 3check.
    ///
    /// # Errors
    /// The tag names no game, or a game from a file that had other rules when the record was made.
    pub fn variant(&self) -> Result<&'static Variant, String> {
        let name = self.tag("Variant").filter(|name| *name != "From Position").unwrap_or("chess");
        let variant = variants::find(name).or_else(|error| variants::find(&joined(name)).map_err(|_| error));
        let variant = variant.map_err(|error| format!("tag Variant: {error}"))?;
        self.check_rules(variant).map(|()| variant)
    }

    /// Checks that a game from a file has the rules that it had when the record was made, if that is told.
    ///
    /// # Errors
    /// It has others now.
    pub fn check_rules(&self, variant: &Variant) -> Result<(), String> {
        match self.tag(RULES).is_none_or(|rules| rules == rules_of(variant)) {
            true => Ok(()),
            false => Err(other_rules(variant)),
        }
    }

    /// Says which game was played, and by which rules if they come from a file.
    pub fn set_variant(&mut self, variant: &Variant) {
        self.set("Variant", variant.name);
        if variant.file.is_some() {
            self.set(RULES, rules_of(variant));
        }
    }

    /// A game of this variant at the position of the `FEN` tag (default: its start).
    ///
    /// # Errors
    /// A tag names no game or no position.
    pub fn game(&self) -> Result<Box<dyn Game>, String> {
        self.start().map(|(game, _)| game)
    }

    /// The same, with what is repaired in the `FEN` tag ([`Variant::repaired_game`]).
    pub fn start(&self) -> Result<(Box<dyn Game>, Vec<String>), String> {
        let variant = self.variant()?;
        variant.repaired_game(self.tag("FEN").unwrap_or(variant.start)).map_err(|error| format!("tag FEN: {error}"))
    }

    /// Sets the value of a tag; a new tag is added at the end.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|tag| tag.0 == name) {
            Some(tag) => tag.1 = value.into(),
            None => self.tags.push((name.to_owned(), value.into())),
        }
    }

    /// The number and the side of the first move, from the FEN if there is one.
    pub fn first_move(&self) -> (usize, Color) {
        let fields: Vec<&str> = self.tag("FEN").unwrap_or("").split_whitespace().collect();
        let number = fields.get(5).and_then(|field| field.parse().ok()).unwrap_or(1);
        let is_black = fields.get(1).is_some_and(|side| side.starts_with('b'));
        (number, if is_black { Color::Black } else { Color::White })
    }

    /// The words of the movetext.
    fn words(&self) -> Vec<String> {
        let mut words = line_words(&self.moves, self.first_move());
        // Without tags the number of the first move tells that the comment belongs to this game.
        let place = if self.tags.is_empty() { words.len().min(1) } else { 0 };
        words.splice(place..place, comment_words(&self.comment));
        words.push(if self.result.is_empty() { "*".into() } else { self.result.clone() });
        words
    }
}

/// The greatest length of a line of the movetext, unless a single word is longer.
pub const WIDTH: usize = 80;

impl fmt::Display for GameRecord {
    /// Writes PGN: tags, an empty line, numbered moves in lines of at most 80 characters, an empty line.
    ///
    /// Characters that PGN cannot hold are replaced: line breaks by blanks, braces in comments by parentheses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            let value = value.replace(['\n', '\r'], " ").replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        writeln!(f, "\n{}\n", wrap(&self.words()))
    }
}

/// Joins words to lines of at most [`WIDTH`] characters.
fn wrap(words: &[String]) -> String {
    let (mut text, mut column) = (String::new(), 0);
    for word in words {
        let width = word.chars().count();
        // Readers skip a line that begins with `%`, so such a word stays on its line.
        let fits = column + 1 + width <= WIDTH || word.starts_with('%');
        if column > 0 {
            text.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        text.push_str(word);
        column += width;
    }
    text
}

/// The words of a line of moves, given the number and the side of the first one.
fn line_words(moves: &[RecordedMove], (mut number, mut side): (usize, Color)) -> Vec<String> {
    let mut words = Vec::new();
    // Black's move needs its number at the start, after a comment and after a variation.
    let mut needs_number = true;
    for recorded in moves {
        match side {
            Color::White => words.push(format!("{number}.")),
            Color::Black if needs_number => words.push(format!("{number}...")),
            Color::Black => {}
        }
        words.push(recorded.text.clone());
        words.extend(recorded.nags.iter().map(|nag| format!("${nag}")));
        words.extend(comment_words(&recorded.comment));
        for line in &recorded.variations {
            let mut inside = comment_words(&line.comment);
            inside.extend(line_words(&line.moves, (number, side)));
            inside.extend(Some(&line.result).filter(|result| !result.is_empty()).cloned());
            words.extend(enclosed(inside, '(', ')'));
        }
        needs_number = side == Color::Black || !recorded.comment.is_empty() || !recorded.variations.is_empty();
        number += usize::from(side == Color::Black);
        side = !side;
    }
    words
}

/// The words of a comment, with its braces. A command with one value (`[%eval 0.35]`) is one word, since some readers do
/// not find it if a line ends within it.
fn comment_words(comment: &str) -> Vec<String> {
    let text = comment.replace('{', "(").replace('}', ")");
    let mut words: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match words.last_mut() {
            Some(last) if word.ends_with(']') && last.starts_with("[%") && !last.contains([' ', ']']) => {
                last.push(' ');
                last.push_str(word);
            }
            _ => words.push(word.to_owned()),
        }
    }
    enclosed(words, '{', '}')
}

/// Puts signs around words.
fn enclosed(mut words: Vec<String>, open: char, close: char) -> Vec<String> {
    if let Some(first) = words.first_mut() {
        first.insert(0, open);
    }
    if let Some(last) = words.last_mut() {
        last.push(close);
    }
    words
}
