//! The tokens of PGN: tags, comments, parentheses and words, with their places in the text.
//!
//! LF, CR and CR LF end lines. White space is what Unicode says, a byte order mark, and Ctrl-Z (U+001A), with which old
//! systems end files.

use super::words::{self, Word};
use std::ops::Range;

/// A token and where it stands.
pub(super) struct Token {
    pub kind: Kind,
    /// The line, from 1.
    pub line: usize,
    /// The first byte.
    pub start: usize,
    /// Whether an empty line stands before it.
    pub follows_empty_line: bool,
}

pub(super) enum Kind {
    Tag(String, String),
    /// A tag that is not as it should be, what can be read of its value, and a sentence on what is wrong.
    DamagedTag(String, Option<String>, String),
    /// A comment from `;` to the end of the line.
    LineComment(String),
    /// A comment in braces.
    BraceComment(String),
    /// A comment in braces without end. It is read up to the next game or the end of the text.
    OpenComment(String),
    Word(Word),
    Open,
    Close,
    /// What has no meaning; a sentence says so.
    Fault(String),
}

/// The greatest number of characters of the text that a sentence quotes.
const LONGEST_QUOTE: usize = 60;

/// Reads tokens.
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    is_cut_off: bool,
    escaped: Vec<(usize, &'a str)>,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Self {
        Lexer { text, at: 0, line: 1, is_cut_off: false, escaped: Vec::new() }
    }

    /// The first byte that has not been read.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Whether the text has ended within a tag or a comment.
    pub fn is_cut_off(&self) -> bool {
        self.is_cut_off
    }

    /// The lines that begin with `%` in a part of the text, the last one that is asked for.
    pub fn take_escaped(&mut self, part: &Range<usize>) -> Vec<String> {
        let lines = std::mem::take(&mut self.escaped).into_iter();
        lines.filter(|(at, _)| part.contains(at)).map(|(_, line)| line.to_owned()).collect()
    }

    /// The next token; `None` at the end. Lines that begin with `%` are none.
    pub fn next_token(&mut self) -> Option<Token> {
        let mut follows_empty_line = false;
        loop {
            let before = self.line;
            self.skip_blanks();
            let first = self.rest().chars().next()?;
            follows_empty_line |= self.line >= before + 2;
            if first == '%' && self.is_at_line_start() {
                let at = self.at;
                let line = self.take_until(is_line_end);
                self.escaped.push((at, line));
                continue;
            }
            let (line, start) = (self.line, self.at);
            return Some(Token { kind: self.token(first), line, start, follows_empty_line });
        }
    }

    fn token(&mut self, first: char) -> Kind {
        match first {
            '[' => self.tag(),
            '{' => self.brace_comment(),
            ';' => Kind::LineComment(self.take_until(is_line_end)[1..].to_owned()),
            '(' => self.sign(Kind::Open),
            ')' => self.sign(Kind::Close),
            '}' => self.sign(Kind::Fault("`}` without `{`".into())),
            _ if first.is_control() => {
                self.take_until(|c| !c.is_control() || is_blank(c));
                Kind::Fault(format!("a control character (U+{:04X})", u32::from(first)))
            }
            _ => Kind::Word(words::read(self.word())),
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Consumes and returns the next `length` bytes.
    fn take(&mut self, length: usize) -> &'a str {
        let end = self.at + length;
        let bytes = self.text.as_bytes();
        let ends_line = |&at: &usize| match bytes[at] {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        self.line += (self.at..end).filter(ends_line).count();
        let taken = &self.text[self.at..end];
        self.at = end;
        taken
    }

    /// Consumes and returns everything before the first character for which `is_end` holds.
    fn take_until(&mut self, is_end: impl Fn(char) -> bool) -> &'a str {
        self.take(self.rest().find(is_end).unwrap_or(self.rest().len()))
    }

    fn skip_blanks(&mut self) {
        self.take_until(|c| !is_blank(c));
    }

    fn sign(&mut self, kind: Kind) -> Kind {
        self.take(1);
        kind
    }

    fn is_at_line_start(&self) -> bool {
        let before = self.text[..self.at].trim_end_matches('\u{feff}');
        before.is_empty() || before.ends_with(is_line_end)
    }

    /// Consumes everything up to a blank or a character that begins another token.
    fn word(&mut self) -> &'a str {
        let first = self.rest().chars().next().map_or(0, char::len_utf8);
        let is_end = |c: char| is_blank(c) || c.is_control() || "{}()[$;".contains(c);
        let length = self.rest()[first..].find(is_end).map_or(self.rest().len(), |more| first + more);
        self.take(length)
    }

    /// Reads a comment in braces.
    fn brace_comment(&mut self) -> Kind {
        self.take(1);
        match comment_end(self.rest()) {
            CommentEnd::Brace(length) => {
                let text = self.take(length).to_owned();
                self.sign(Kind::BraceComment(text))
            }
            CommentEnd::NextGame(length) => Kind::OpenComment(self.take(length).to_owned()),
            CommentEnd::TextEnd => {
                self.is_cut_off = true;
                Kind::OpenComment(self.take(self.rest().len()).to_owned())
            }
        }
    }

    /// Reads a tag, however damaged.
    fn tag(&mut self) -> Kind {
        let (at, line, begins_line) = (self.at, self.line, self.is_at_line_start());
        if let Some((name, value)) = self.whole_tag() {
            return Kind::Tag(name, value);
        }
        let reaches_end = self.rest().is_empty();
        (self.at, self.line) = (at, line);
        let (name, value) = self.damaged_tag();
        if reaches_end && !self.text[at..self.at].ends_with(']') {
            self.is_cut_off = true;
            return Kind::DamagedTag(name, None, "the text ends within a tag".into());
        }
        let what = format!("a tag is `[Name \"value\"]`, not `{}`", quote(&self.text[at..self.at]));
        // `[N]` among the moves is no tag.
        match name.starts_with(|c: char| c.is_ascii_alphabetic()) && (begins_line || value.is_some()) {
            true => Kind::DamagedTag(name, value, what),
            false => Kind::Fault(what),
        }
    }

    /// Reads `[Name "value"]`, in which `\` precedes quotes and itself. `None` if something else stands there; it is partly
    /// consumed then.
    fn whole_tag(&mut self) -> Option<(String, String)> {
        let name = self.tag_name().to_owned();
        self.skip_blanks();
        let value = self.quoted()?;
        self.skip_blanks();
        let is_whole = self.rest().starts_with(']') && !name.is_empty();
        is_whole.then(|| {
            self.take(1);
            (name, value)
        })
    }

    fn tag_name(&mut self) -> &'a str {
        self.take(1);
        self.skip_blanks();
        self.take_until(|c| is_blank(c) || "\"[]".contains(c))
    }

    /// Reads a quoted text, which must end on the same line. `None` if it does not; the text up to the end of the line is
    /// consumed then.
    fn quoted(&mut self) -> Option<String> {
        let inside = self.rest().strip_prefix('"')?;
        let mut value = String::new();
        let mut escaped = false;
        for (at, c) in inside.char_indices() {
            match c {
                '\\' if !escaped => escaped = true,
                '"' if !escaped => {
                    self.take(at + 2);
                    return Some(value);
                }
                _ if is_line_end(c) => break,
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
        self.take_until(is_line_end);
        None
    }

    /// Reads a damaged tag up to its bracket or else up to the end of the line, and returns its name and what can be read of its
    /// value.
    fn damaged_tag(&mut self) -> (String, Option<String>) {
        let name = self.tag_name().to_owned();
        self.take_until(|c| !is_blank(c) || is_line_end(c));
        let is_quoted = self.rest().starts_with('"');
        // Quotes within a value may not be escaped; it ends with the one before the bracket.
        let closes = |(at, sign): &(usize, &str)| {
            let (before, behind) = self.rest().split_at(*at);
            let ends_quoted = before.trim_end().len() > 1 && before.trim_end().ends_with('"');
            match sign.starts_with(is_line_end) {
                true => !is_quoted || ends_quoted || !ends_tag(behind),
                false => !is_quoted || ends_quoted,
            }
        };
        let end = self.rest().match_indices([']', '\n', '\r']).find(closes);
        let is_closed = end.is_some_and(|(_, sign)| sign == "]");
        let text = self.take(end.map_or(self.rest().len(), |(at, _)| at));
        self.take(usize::from(is_closed));
        let value = text.trim().trim_start_matches(QUOTES).trim_end_matches(QUOTES).replace(is_line_end, " ");
        // Without a bracket nobody knows where a value ends that does not end with a quote.
        let is_known = is_closed || is_quoted && text.trim_end().ends_with('"');
        (name, (is_known && !value.is_empty()).then_some(value))
    }
}

/// What people put around values.
const QUOTES: [char; 9] = ['"', '\'', '`', '´', '‘', '’', '“', '”', '„'];

fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\r')
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{feff}' | '\u{1a}')
}

/// Whether the line behind the next line end is the end of a tag that begins before it.
fn ends_tag(text: &str) -> bool {
    let text = text.strip_prefix("\r\n").unwrap_or(text.get(1..).unwrap_or_default());
    let line = text.split(is_line_end).next().unwrap_or_default().trim();
    line.ends_with("\"]") && !line.starts_with('[')
}

/// The beginning of a text as a sentence quotes it.
fn quote(text: &str) -> String {
    let line = text.split(is_line_end).next().unwrap_or_default();
    let mut quoted: String = line.chars().take(LONGEST_QUOTE).collect();
    if quoted.len() < line.len() {
        quoted.push('…');
    }
    quoted.replace(char::is_control, " ")
}

/// How a comment in braces ends, and its length.
enum CommentEnd {
    Brace(usize),
    NextGame(usize),
    TextEnd,
}

/// Finds the end of a comment. A comment without `}` ends where the next game begins: at a tag behind an empty line, or
/// there at the number of a first move if another comment begins before any ends.
fn comment_end(text: &str) -> CommentEnd {
    let (mut at, mut follows_empty_line, mut first_move) = (0, false, None);
    for line in text.split_inclusive(is_line_end) {
        if line == "\n" && text[..at].ends_with('\r') {
            at += 1;
            continue;
        }
        if follows_empty_line && begins_tag(line) {
            return CommentEnd::NextGame(first_move.unwrap_or(at));
        }
        if follows_empty_line && first_move.is_none() && begins_moves(line) {
            first_move = Some(at);
        }
        match (line.find(['{', '}']), first_move) {
            (Some(brace), Some(begin)) if line[brace..].starts_with('{') => return CommentEnd::NextGame(begin),
            _ => {}
        }
        if let Some(brace) = line.find('}') {
            return CommentEnd::Brace(at + brace);
        }
        follows_empty_line = at > 0 && line.trim().is_empty();
        at += line.len();
    }
    first_move.map_or(CommentEnd::TextEnd, CommentEnd::NextGame)
}

/// Whether a line begins with `[Name "`.
fn begins_tag(line: &str) -> bool {
    let Some(inside) = line.strip_prefix('[') else { return false };
    let behind = inside.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    inside.starts_with(|c: char| c.is_ascii_alphabetic()) && behind.trim_start().starts_with('"')
}

/// Whether a line begins with the number of a first move and what looks like a move.
fn begins_moves(line: &str) -> bool {
    let first = line.strip_prefix("1.").and_then(|rest| rest.trim_start_matches('.').split_whitespace().next());
    let is_move =
        |word: &str| word.starts_with(|c: char| !c.is_ascii_digit()) && word.contains(|c: char| c.is_ascii_digit());
    first.is_some_and(is_move)
}
