//! Reads the player's lines: from a terminal with history and completion, or from a pipe.

use super::NAMES;
use crate::game::Game;
use crate::input::MARK;
use crate::position::Notation;
use crate::tools::console::print;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{Context, Editor, Helper, Highlighter, Hinter, Validator};
use std::io::IsTerminal;

/// The words that the Tab key completes.
#[derive(Helper, Hinter, Highlighter, Validator)]
pub(super) struct Completion(Vec<String>);

impl Completer for Completion {
    type Candidate = String;

    fn complete(&self, line: &str, cursor: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..cursor).unwrap_or(line);
        Ok((0, self.0.iter().filter(|word| word.starts_with(typed)).cloned().collect()))
    }
}

pub(super) enum LineReader {
    Terminal(Box<Editor<Completion, DefaultHistory>>),
    Pipe,
}

impl LineReader {
    pub(super) fn new() -> Result<LineReader, String> {
        if !std::io::stdin().is_terminal() {
            return Ok(LineReader::Pipe);
        }
        let mut editor = Editor::new().map_err(|error| error.to_string())?;
        editor.set_helper(Some(Completion(Vec::new())));
        Ok(LineReader::Terminal(Box::new(editor)))
    }

    /// The next line; `None` at the end of input and after Ctrl-C.
    pub(super) fn line(&mut self, prompt: &str, game: &dyn Game) -> Option<String> {
        match self {
            LineReader::Pipe => {
                let mut line = String::new();
                let length = std::io::stdin().read_line(&mut line).ok()?;
                // A byte order mark, which only the first line can have, is no content.
                (length > 0).then(|| line.strip_prefix(MARK).map(str::to_owned).unwrap_or(line))
            }
            LineReader::Terminal(editor) => terminal_line(editor, prompt, game),
        }
    }
}

fn terminal_line(editor: &mut Editor<Completion, DefaultHistory>, prompt: &str, game: &dyn Game) -> Option<String> {
    if let Some(completion) = editor.helper_mut() {
        completion.0 = game.legal_moves(Notation::Standard);
        completion.0.extend(NAMES.map(str::to_owned));
    }
    match editor.readline(prompt) {
        Ok(line) => {
            let _ = editor.add_history_entry(&line);
            Some(line)
        }
        Err(ReadlineError::Interrupted | ReadlineError::Eof) => None,
        Err(error) => {
            print(format_args!("cannot read: {error}"));
            None
        }
    }
}
