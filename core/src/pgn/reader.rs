//! Reads PGN written by any program.
//!
//! Libraries for PGN (pgn-reader, pgn-lexer, pgn_parser) accept only chess moves in algebraic notation and refuse
//! `A:c4e5,N@a6` and `=q,e7e5`; the maintained ones are under the GPL besides. This reader takes every word that is not
//! a number, comment, annotation, variation or result for a move, and leaves it to the game's rules.

use super::lexer::{Kind, Lexer, Token};
use super::words::Word;
use super::{Fault, GameRecord, LocatedGame, Reading, RecordedMove, Variation};

/// Reads all games of a text that has no fault. A game without a result gets the result `*`.
///
/// # Errors
/// The first fault.
pub fn read(text: &str) -> Result<Vec<GameRecord>, Fault> {
    Ok(read_located(text).whole()?.into_iter().map(|game| game.record).collect())
}

/// Reads all games of a text, as [`read`] does, with their places. A fault is named, the game that has it is marked, and reading
/// goes on.
///
/// Lines that begin with `%` belong to no record, nor do comments between two games. A tag begins the next game if the last one
/// has moves; behind an empty line it does so, too, if it is `Event` or the first tag of the last game once more.
pub fn read_located(text: &str) -> Reading {
    let mut reader = Reader { lexer: Lexer::new(text), reading: Reading::default(), game: None };
    let mut end = 0;
    while let Some(token) = reader.lexer.next_token() {
        reader.take(token, end);
        end = reader.lexer.at();
    }
    reader.finish(end)
}

/// The greatest number of variations inside each other that are kept: whatever is done with a record calls itself for
/// each level.
const MOST_NESTED: usize = 100;

/// The greatest number of faults of a game that are named.
const MOST_FAULTS: usize = 10;

struct Reader<'a> {
    lexer: Lexer<'a>,
    reading: Reading,
    game: Option<OpenGame>,
}

impl Reader<'_> {
    /// Reads a token; `end` is the byte at which the one before ends.
    fn take(&mut self, token: Token, end: usize) {
        let Token { line, start, follows_empty_line, .. } = token;
        if self.game.as_ref().is_some_and(|game| game.ends_before(&token)) {
            self.close(end);
        }
        match token.kind {
            Kind::Tag(name, value) => self.tag(name, value, (line, start)),
            Kind::DamagedTag(name, value, what) => {
                self.current(line, start);
                self.fault(line, what);
                if let Some(value) = value {
                    self.tag(name, value, (line, start));
                }
            }
            Kind::LineComment(text) => self.comment(&text),
            Kind::BraceComment(text) => {
                if text.contains('{') {
                    self.fault(line, "`{` within a comment; a `}` may be missing before it".into());
                }
                self.comment(&text);
            }
            Kind::OpenComment(text) => {
                self.fault(line, "`{` without `}`".into());
                self.comment(&text);
                self.close(self.lexer.at());
            }
            Kind::Open => self.open(line, start),
            Kind::Close => match self.game.as_mut().and_then(|game| game.open.pop()) {
                Some(variation) => self.add_variation(variation),
                None => self.fault(line, "`)` without `(`".into()),
            },
            // Behind an empty line it is a game without moves.
            Kind::Word(Word::Result(result, _))
                if self.game.is_none() && !self.reading.games.is_empty() && !follows_empty_line =>
            {
                self.fault(line, format!("`{result}` behind the result of the game"));
            }
            Kind::Word(word) => self.word(word, line, start),
            Kind::Fault(what) => self.fault(line, what),
        }
    }

    fn word(&mut self, word: Word, line: usize, start: usize) {
        match word {
            Word::Move(text, glyphs) => {
                if self.current(line, start).variation_has_result() {
                    self.fault(line, format!("`{text}` behind the result of a variation"));
                }
                self.current(line, start).add_move(text, glyphs, line);
            }
            Word::Glyphs(glyphs) => self.glyphs(&glyphs, line),
            Word::Result(result, glyphs) => {
                self.glyphs(&glyphs, line);
                match self.current(line, start).open.last_mut() {
                    Some(open) => open.variation.result = result.into(),
                    None => {
                        self.current(line, start).located.record.result = result.into();
                        self.close(self.lexer.at());
                    }
                }
            }
            Word::Remark if self.game.as_mut().and_then(OpenGame::last).is_none() => {
                self.fault(line, "a sign of check or en passant without a move".into());
            }
            Word::Remark => {}
            Word::Number => {
                self.current(line, start);
            }
            Word::Fault(what) => self.fault(line, what),
        }
    }

    fn current(&mut self, line: usize, start: usize) -> &mut OpenGame {
        self.game.get_or_insert_with(|| {
            let located = LocatedGame { line, source: start..start, ..LocatedGame::default() };
            OpenGame { located, open: Vec::new(), glyphs: Vec::new() }
        })
    }

    /// Names a fault in the game that is being read, or behind the last one.
    fn fault(&mut self, line: usize, what: String) {
        let number = self.reading.games.len() + usize::from(self.game.is_some());
        self.game.iter_mut().for_each(|game| game.located.is_damaged = true);
        let named = self.reading.faults.iter().rev().take_while(|fault| fault.game == number).count();
        let what = if named < MOST_FAULTS { what } else { "more faults, which are not named".into() };
        if named <= MOST_FAULTS {
            self.reading.faults.push(Fault { line, game: number, what });
        }
    }

    fn tag(&mut self, name: String, value: String, (line, start): (usize, usize)) {
        let record = &mut self.current(line, start).located.record;
        match record.tag(&name) {
            None => record.tags.push((name, value)),
            Some(first) if first == value => {}
            Some(first) => {
                let what = format!("tag {name} is given twice, as `{first}` and as `{value}`; the first one counts");
                self.fault(line, what.replace(char::is_control, " "));
            }
        }
    }

    /// Adds a comment. Between two games it belongs to none.
    fn comment(&mut self, text: &str) {
        self.game.iter_mut().for_each(|game| join(game.comment(), text));
    }

    fn open(&mut self, line: usize, start: usize) {
        let game = self.current(line, start);
        game.open.push(OpenVariation { variation: Variation::default(), line });
        if game.open.len() == MOST_NESTED + 1 {
            self.fault(line, format!("variations inside {MOST_NESTED} others are left out"));
        }
    }

    /// Adds glyphs to the last move, or to the next one if the line has none yet.
    fn glyphs(&mut self, glyphs: &[u8], line: usize) {
        match (self.game.as_mut(), glyphs) {
            (_, []) => {}
            (Some(game), _) => match game.last() {
                Some(last) => last.nags.extend(glyphs),
                None => game.glyphs.extend(glyphs),
            },
            (None, _) => self.fault(line, "a glyph outside a game".into()),
        }
    }

    /// Puts a variation behind the last move of the line around it.
    fn add_variation(&mut self, OpenVariation { variation, line }: OpenVariation) {
        let Some(game) = &mut self.game else { return };
        let is_empty = variation == Variation::default() && game.glyphs.is_empty();
        let has_moves = !variation.moves.is_empty();
        if !has_moves {
            game.glyphs.clear();
        }
        let depth = game.open.len();
        match game.last() {
            None => self.fault(line, "a variation before the first move".into()),
            Some(_) if is_empty => {}
            Some(_) if !has_moves => self.fault(line, "a variation without moves".into()),
            Some(last) if depth < MOST_NESTED => last.variations.push(variation),
            Some(_) => {}
        }
    }

    /// Ends the variations that have not ended, and returns the result among them: it is the result of the game.
    fn close_variations(&mut self) -> String {
        let outermost = self.game.as_ref().and_then(|game| game.open.first());
        if let Some(line) = outermost.map(|open| open.line) {
            self.fault(line, "`(` without `)`".into());
        }
        let mut result = String::new();
        while let Some(mut open) = self.game.as_mut().and_then(|game| game.open.pop()) {
            if result.is_empty() {
                result = std::mem::take(&mut open.variation.result);
            }
            self.add_variation(open);
        }
        result
    }

    /// Ends the game at a byte of the text. What has neither tags nor moves nor a result is no game.
    fn close(&mut self, end: usize) {
        let result = self.close_variations();
        let Some(OpenGame { located, glyphs, .. }) = &self.game else { return };
        let is_bare = located.record.tags.is_empty() && located.record.moves.is_empty();
        let (line, has_glyphs) = (located.line, !glyphs.is_empty());
        let has_lost_comment = is_bare && !located.record.comment.is_empty();
        if has_glyphs {
            self.fault(line, "a glyph without a move".into());
        }
        if has_lost_comment {
            self.fault(line, "a comment in a game without tags and moves".into());
        }
        let Some(OpenGame { located: mut game, .. }) = self.game.take() else { return };
        game.source.end = end;
        game.escaped = self.lexer.take_escaped(&game.source);
        if is_bare {
            game.record.comment.clear();
        }
        let known = [&game.record.result, &result].into_iter().find(|result| !result.is_empty()).cloned();
        if !is_bare || known.is_some() {
            game.record.result = known.unwrap_or_else(|| "*".into());
            self.reading.games.push(game);
        }
    }

    fn finish(mut self, end: usize) -> Reading {
        let has_open_variation = self.game.as_ref().is_some_and(|game| !game.open.is_empty());
        let has_result = self.game.as_ref().is_some_and(OpenGame::variation_has_result);
        self.reading.is_cut_off = self.lexer.is_cut_off() || has_open_variation && !has_result;
        self.close(end);
        let Reading { games, faults, .. } = &mut self.reading;
        // What stands before the first game or behind the last one is named with that game.
        faults.iter_mut().for_each(|fault| fault.game = fault.game.min(games.len()).max(1));
        faults.sort_by_key(|fault| (fault.game, fault.line));
        self.reading
    }
}

/// A game that is being read.
struct OpenGame {
    located: LocatedGame,
    /// The variations that have begun and not ended, the innermost last.
    open: Vec<OpenVariation>,
    /// Glyphs before the first move of the innermost line, which are those of this move.
    glyphs: Vec<u8>,
}

/// A variation that has not ended.
struct OpenVariation {
    variation: Variation,
    /// The line of its parenthesis.
    line: usize,
}

impl OpenGame {
    /// Whether the game has ended when this token comes.
    fn ends_before(&self, token: &Token) -> bool {
        match &token.kind {
            Kind::Tag(name, _) | Kind::DamagedTag(name, ..) => {
                let has_moves = !self.located.record.moves.is_empty() || !self.open.is_empty();
                has_moves || token.follows_empty_line && self.begins_again(name)
            }
            Kind::Close => false,
            _ => token.follows_empty_line && self.variation_has_result(),
        }
    }

    /// Whether a tag of this name is there already and is one with which the tags of a game begin.
    fn begins_again(&self, name: &str) -> bool {
        let is_first = self.located.record.tags.first().is_some_and(|first| first.0 == name);
        is_first || name == "Event" && self.located.record.tag(name).is_some()
    }

    /// Whether the innermost variation has a result: it must end then.
    fn variation_has_result(&self) -> bool {
        self.open.last().is_some_and(|open| !open.variation.result.is_empty())
    }

    /// The moves of the innermost line.
    fn moves(&mut self) -> &mut Vec<RecordedMove> {
        match self.open.last_mut() {
            Some(open) => &mut open.variation.moves,
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
            Some(open) => &mut open.variation.comment,
            None => &mut self.located.record.comment,
        }
    }

    fn add_move(&mut self, text: String, glyphs: Vec<u8>, line: usize) {
        if self.open.is_empty() {
            self.located.move_lines.push(line);
        }
        let nags = [std::mem::take(&mut self.glyphs), glyphs].concat();
        self.moves().push(RecordedMove { nags, ..RecordedMove::new(text) });
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
