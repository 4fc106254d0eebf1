//! Games as PGN text.

use std::fmt;

/// A game as PGN keeps it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameRecord {
    /// Names and values of the tags, in order.
    pub tags: Vec<(String, String)>,
    /// The moves.
    pub moves: Vec<RecordedMove>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

/// A move and what was said of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordedMove {
    /// The move's text.
    pub text: String,
    /// The comment behind it; empty: none.
    pub comment: String,
}

impl GameRecord {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag, the old one if there is one.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.tags.iter_mut().find(|(tag, _)| tag == name) {
            Some(tag) => tag.1 = value,
            None => self.tags.push((name.to_owned(), value)),
        }
    }
}

impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            writeln!(f, "[{name} \"{}\"]", value.replace('"', "'"))?;
        }
        writeln!(f)?;
        for mv in &self.moves {
            writeln!(f, "{} {{{}}}", mv.text, mv.comment)?;
        }
        writeln!(f, "{}\n", self.result)
    }
}

/// A text that is no PGN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for PgnError {}

/// Reads all games of a text. A last game without a result has the result `*`.
///
/// # Errors
/// Names the line that cannot be read.
pub fn read(text: &str) -> Result<Vec<GameRecord>, PgnError> {
    let mut games: Vec<GameRecord> = Vec::new();
    let mut over = true;
    for line in text.lines().filter(|line| !line.is_empty()) {
        if over {
            games.push(GameRecord { result: "*".into(), ..GameRecord::default() });
            over = false;
        }
        let Some(game) = games.last_mut() else { continue };
        if let Some(tag) = line.strip_prefix('[') {
            if let Some((name, value)) = tag.trim_end_matches(']').split_once(' ') {
                game.set(name, value.trim_matches('"'));
            }
        } else if let Some((text, comment)) = line.split_once(" {") {
            let comment = comment.trim_end_matches('}').to_owned();
            game.moves.push(RecordedMove { text: text.to_owned(), comment });
        } else if ["1-0", "0-1", "1/2-1/2", "*"].contains(&line) {
            game.result = line.to_owned();
            over = true;
        }
    }
    Ok(games)
}
