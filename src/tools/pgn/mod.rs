//! Records of games: writing, reading and checking PGN.
//!
//! ```text
//! mod.rs     a record, and its text
//! read.rs    records from text, written by any program
//! check.rs   `pgn check`: whether the rules agree with a record
//! ```

pub mod check;
mod read;
#[cfg(test)]
mod tests;

pub use read::{PgnError, Placed, read, read_placed};

use std::fmt;

/// A game as PGN tells it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameRecord {
    /// Names and values, in the order of the text.
    pub tags: Vec<(String, String)>,
    /// The moves of the game itself, without variations.
    pub moves: Vec<RecordedMove>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`; empty means `*`.
    pub result: String,
}

/// A move of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordedMove {
    /// The move, in any text that the game understands.
    pub text: String,
    /// What is said of it; empty if nothing.
    pub comment: String,
}

impl GameRecord {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.0 == name).map(|tag| tag.1.as_str())
    }

    /// Gives a tag a value; a new one comes last.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|tag| tag.0 == name) {
            Some(tag) => tag.1 = value.into(),
            None => self.tags.push((name.to_owned(), value.into())),
        }
    }

    /// The number of the first move and whether it is Black's, from the FEN if there is one.
    fn first_move(&self) -> (usize, bool) {
        let fields: Vec<&str> = self.tag("FEN").unwrap_or("").split_whitespace().collect();
        let number = fields.get(5).and_then(|field| field.parse().ok()).unwrap_or(1);
        (number, fields.get(1).is_some_and(|side| side.starts_with('b')))
    }

    /// The words of the text below the tags.
    fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let (mut number, mut black) = self.first_move();
        let mut numbered = false;
        for recorded in &self.moves {
            match (black, numbered) {
                (false, _) => words.push(format!("{number}.")),
                (true, false) => words.push(format!("{number}...")),
                (true, true) => {}
            }
            words.push(recorded.text.clone());
            words.extend(comment_words(&recorded.comment));
            // The number is told again after a comment.
            numbered = !black && recorded.comment.is_empty();
            number += usize::from(black);
            black = !black;
        }
        words.push(if self.result.is_empty() { "*".into() } else { self.result.clone() });
        words
    }
}

/// Longest line of the movetext, if its words leave a choice.
const WIDTH: usize = 80;

impl fmt::Display for GameRecord {
    /// PGN text: tags, an empty line, numbered moves in lines of at most 80 characters, an empty line.
    ///
    /// What cannot be said in PGN is replaced: line breaks by blanks, braces in comments by parentheses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            let value = value.replace(['\n', '\r'], " ").replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        writeln!(f)?;
        let mut column = 0;
        for word in self.words() {
            let width = word.chars().count();
            match column {
                0 => {}
                // A line that begins with `%` says nothing to those who read it.
                _ if column + 1 + width > WIDTH && !word.starts_with('%') => {
                    writeln!(f)?;
                    column = 0;
                }
                _ => {
                    write!(f, " ")?;
                    column += 1;
                }
            }
            write!(f, "{word}")?;
            column += width;
        }
        writeln!(f, "\n")
    }
}

/// A comment in braces, word by word.
fn comment_words(comment: &str) -> Vec<String> {
    let text = comment.replace('{', "(").replace('}', ")");
    let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    if let Some(first) = words.first_mut() {
        first.insert(0, '{');
    }
    if let Some(last) = words.last_mut() {
        last.push('}');
    }
    words
}
