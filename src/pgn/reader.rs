//! Reads PGN written by any program.
//!
//! Libraries for PGN (pgn-reader, pgn-lexer, pgn_parser) accept only chess moves in algebraic notation and refuse
//! `A:c4e5,N@a6` and `=q,e7e5`; the maintained ones are under the GPL besides. This reader takes every word that is not
//! a number, comment, annotation, variation or result for a move, and leaves it to the game's rules.

use super::{GameRecord, RecordedMove, Variation};
use std::fmt;

/// A syntax error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnError {
    /// The line, from 1.
    pub line: usize,
    /// The problem in words.
    pub what: String,
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for PgnError {}

/// A record and its line numbers, from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LocatedGame {
    /// The record.
    pub record: GameRecord,
    /// The line of its first word.
    pub line: usize,
    /// The line of each move.
    pub move_lines: Vec<usize>,
}

/// Reads all games of a text. Lines that begin with `%`, comments between two games and results within variations are
/// skipped, and so are variations inside 100 or more others. A game without a result, such as one that is
/// cut off, gets the result `*`.
/// Fails with the first syntax error.
pub fn read(text: &str) -> Result<Vec<GameRecord>, PgnError> {
    Ok(read_located(text)?.into_iter().map(|game| game.record).collect())
}

/// Reads all games of a text, as [`read`] does, with their line numbers.
/// Fails with the first syntax error.
pub fn read_located(text: &str) -> Result<Vec<LocatedGame>, PgnError> {
    let mut games = Vec::new();
    let mut game: Option<OpenGame> = None;
    let mut tokens = Tokens::new(text);
    while let Some((line, token)) = tokens.next_token()? {
        match token {
            Token::Tag(name, value) => {
                // A tag begins the next game even if the last one has no result.
                games.extend(game.take_if(|game| game.ends_before_tag(&name)).map(OpenGame::close));
                current(&mut game, line).located.record.tags.push((name, value));
            }
            Token::Result(_) if game.as_ref().is_some_and(|game| !game.open.is_empty()) => {}
            Token::Result(result) => {
                current(&mut game, line).located.record.result = result.to_owned();
                games.extend(game.take().map(OpenGame::close));
            }
            Token::Move(text, nag) => current(&mut game, line).add_move(text, nag, line),
            Token::Close if game.as_ref().is_none_or(|game| game.open.is_empty()) => {
                return Err(PgnError { line, what: "`)` without `(`".into() });
            }
            Token::Close => current(&mut game, line).close_line(),
            Token::Open => current(&mut game, line).open.push(Variation::default()),
            Token::Comment(text) => game.iter_mut().for_each(|game| join(game.comment(), &text)),
            Token::Nag(nag) => game.iter_mut().filter_map(OpenGame::last).for_each(|last| last.nags.push(nag)),
        }
    }
    // What stands behind the last result is no game without tags and moves.
    let is_game = |game: &LocatedGame| !game.record.tags.is_empty() || !game.record.moves.is_empty();
    games.extend(game.map(OpenGame::close).filter(is_game));
    Ok(games)
}

fn current(game: &mut Option<OpenGame>, line: usize) -> &mut OpenGame {
    game.get_or_insert_with(|| {
        let record = GameRecord { result: "*".into(), ..GameRecord::default() };
        OpenGame { located: LocatedGame { record, line, move_lines: Vec::new() }, open: Vec::new() }
    })
}

/// The greatest number of variations inside each other that are kept: whatever is done with a record calls itself for
/// each level.
const MOST_NESTED: usize = 100;

/// A game that is being read.
struct OpenGame {
    located: LocatedGame,
    /// The variations that have begun and not ended, the innermost last.
    open: Vec<Variation>,
}

impl OpenGame {
    /// Returns whether a tag of this name belongs to the next game.
    fn ends_before_tag(&self, name: &str) -> bool {
        !self.located.record.moves.is_empty() || self.located.record.tag(name).is_some()
    }

    /// The moves of the innermost line.
    fn moves(&mut self) -> &mut Vec<RecordedMove> {
        match self.open.last_mut() {
            Some(line) => &mut line.moves,
            None => &mut self.located.record.moves,
        }
    }

    /// The last move of the innermost line.
    fn last(&mut self) -> Option<&mut RecordedMove> {
        self.moves().last_mut()
    }

    /// The comment of the last move, or the one before the first move.
    fn comment(&mut self) -> &mut String {
        if !self.moves().is_empty() {
            let at = self.moves().len() - 1;
            return &mut self.moves()[at].comment;
        }
        match self.open.last_mut() {
            Some(line) => &mut line.comment,
            None => &mut self.located.record.comment,
        }
    }

    fn add_move(&mut self, text: String, nag: Option<u8>, line: usize) {
        if self.open.is_empty() {
            self.located.move_lines.push(line);
        }
        self.moves().push(RecordedMove { nags: nag.into_iter().collect(), ..RecordedMove::new(text) });
    }

    /// Ends the innermost variation. It is kept if it has moves and stands behind a move.
    fn close_line(&mut self) {
        let is_kept = self.open.len() <= MOST_NESTED;
        let Some(line) = self.open.pop().filter(|line| is_kept && !line.moves.is_empty()) else { return };
        if let Some(last) = self.last() {
            last.variations.push(line);
        }
    }

    fn close(mut self) -> LocatedGame {
        while !self.open.is_empty() {
            self.close_line();
        }
        self.located
    }
}

/// Appends the words of `more` to a comment.
fn join(comment: &mut String, more: &str) {
    for word in more.split_whitespace() {
        if !comment.is_empty() {
            comment.push(' ');
        }
        comment.push_str(word);
    }
}

enum Token {
    Tag(String, String),
    /// A move, and the glyph of the signs at its end.
    Move(String, Option<u8>),
    Comment(String),
    Nag(u8),
    Result(&'static str),
    Open,
    Close,
}

struct Tokens<'a> {
    rest: &'a str,
    line: usize,
    at_line_start: bool,
}

impl<'a> Tokens<'a> {
    fn new(text: &'a str) -> Self {
        Tokens { rest: text.strip_prefix('\u{feff}').unwrap_or(text), line: 1, at_line_start: true }
    }

    /// Consumes and returns the next `length` bytes.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        self.line += taken.matches('\n').count();
        self.at_line_start = taken.ends_with('\n') || taken.is_empty() && self.at_line_start;
        taken
    }

    /// Consumes and returns everything before the first character for which `is_end` holds.
    fn take_until(&mut self, is_end: impl Fn(char) -> bool) -> &'a str {
        self.take(self.rest.find(is_end).unwrap_or(self.rest.len()))
    }

    /// Returns the next token and its line; `None` at the end, also if the text ends within a tag.
    fn next_token(&mut self) -> Result<Option<(usize, Token)>, PgnError> {
        loop {
            self.take_until(|c| !c.is_whitespace());
            let line = self.line;
            let Some(first) = self.rest.chars().next() else { return Ok(None) };
            if first == '%' && self.at_line_start {
                self.take_until(|c| c == '\n');
                continue;
            }
            let token = match first {
                '[' => return self.tag().map(|tag| tag.map(|(name, value)| (line, Token::Tag(name, value)))),
                '{' | ';' => Some(Token::Comment(self.comment(first))),
                '(' => Some(self.parenthesis(Token::Open)),
                ')' => Some(self.parenthesis(Token::Close)),
                '}' => return Err(PgnError { line, what: "`}` without `{`".into() }),
                _ => word_token(self.word()),
            };
            if let Some(token) = token {
                return Ok(Some((line, token)));
            }
        }
    }

    fn parenthesis(&mut self, token: Token) -> Token {
        self.take(1);
        token
    }

    fn comment(&mut self, first: char) -> String {
        self.take(1);
        let end = if first == '{' { '}' } else { '\n' };
        let text = self.take_until(|c| c == end).to_owned();
        self.take(usize::from(!self.rest.is_empty()));
        text
    }

    /// Consumes everything up to white space or a character that begins another token. A `;` begins a comment after a
    /// number; elsewhere it is part of the word.
    fn word(&mut self) -> &'a str {
        let number = self.rest.len() - self.rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').len();
        if number > 0 && self.rest[number..].starts_with(';') {
            return self.take(number);
        }
        let first = self.rest.chars().next().map_or(0, char::len_utf8);
        let end = |c: char| c.is_whitespace() || "{}()[$".contains(c);
        let length = self.rest[first..].find(end).map_or(self.rest.len(), |more| first + more);
        self.take(length)
    }

    /// Reads `[Name "value"]`, in which `\` precedes quotes and itself. Returns `None` if the text ends within it.
    fn tag(&mut self) -> Result<Option<(String, String)>, PgnError> {
        let error = PgnError { line: self.line, what: "a tag is `[Name \"value\"]`".into() };
        self.take(1);
        self.take_until(|c| !c.is_whitespace());
        let name = self.take_until(|c| c.is_whitespace() || "\"[]".contains(c)).to_owned();
        self.take_until(|c| !c.is_whitespace());
        let Some(value) = self.quoted() else {
            return if self.rest.is_empty() { Ok(None) } else { Err(error) };
        };
        self.take_until(|c| !c.is_whitespace());
        match self.rest.chars().next() {
            None => Ok(None),
            Some(']') if !name.is_empty() => {
                self.take(1);
                Ok(Some((name, value)))
            }
            Some(_) => Err(error),
        }
    }

    /// Reads a quoted text, which must end on the same line. `None` if it does not; at least the line is consumed then.
    fn quoted(&mut self) -> Option<String> {
        let inside = self.rest.strip_prefix('"')?;
        let mut value = String::new();
        let mut escaped = false;
        for (at, c) in inside.char_indices() {
            match c {
                '\n' => return None,
                '\\' if !escaped => escaped = true,
                '"' if !escaped => {
                    self.take(at + 2);
                    return Some(value);
                }
                _ => {
                    // A backslash before any other character stands for itself.
                    if escaped && !matches!(c, '"' | '\\') {
                        value.push('\\');
                    }
                    value.push(c);
                    escaped = false;
                }
            }
        }
        self.take(self.rest.len());
        None
    }
}

/// Returns the token of a word; `None` for numbers, and for glyphs that are none.
fn word_token(word: &str) -> Option<Token> {
    if let Some(number) = word.strip_prefix('$') {
        return number.parse().ok().map(Token::Nag);
    }
    let bare = word.trim_end_matches(['!', '?']);
    let nag = glyph(&word[bare.len()..]);
    let text = without_number(bare);
    match result_of(text) {
        Some(result) => Some(Token::Result(result)),
        None if text.is_empty() => nag.map(Token::Nag),
        None => Some(Token::Move(text.to_owned(), nag)),
    }
}

/// Returns the number of the glyph that stands for signs behind a move.
fn glyph(signs: &str) -> Option<u8> {
    let place = ["!", "?", "!!", "??", "!?", "?!"].iter().position(|known| *known == signs)?;
    Some(place as u8 + 1)
}

fn result_of(word: &str) -> Option<&'static str> {
    let word = if word == "1/2" { "1/2-1/2" } else { word };
    ["1-0", "0-1", "1/2-1/2", "*"].into_iter().find(|&result| result == word)
}

/// Removes move numbers from the front of a word: `1.e4`, `1...e5`, `1.`, `1`, `...`. Digits without a dot belong to
/// the move, unless the word has nothing else.
fn without_number(mut word: &str) -> &str {
    loop {
        let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
        if !rest.is_empty() && !rest.starts_with('.') || word.is_empty() {
            return word;
        }
        word = rest.trim_start_matches('.');
    }
}
