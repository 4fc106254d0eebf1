//! `position`.

use super::Uci;
use crate::game::{Game, Variant};
use std::iter::Peekable;

impl Uci {
    /// Sets up the position of a `position` line; on any error the old one stays.
    pub(super) fn position(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.split_whitespace().skip(1).peekable();
        let mut game = read_start(self.session.game().variant(), &mut words)?;
        match words.next() {
            None => {}
            Some("moves") => play_moves(&mut *game, words)?,
            Some(word) => return Err(format!("position: `{word}` where `moves` was expected")),
        }
        self.session.set_game(game);
        Ok(())
    }
}

/// Reads `startpos` or `fen F`, up to `moves`.
fn read_start<'a>(
    variant: &'static Variant,
    words: &mut Peekable<impl Iterator<Item = &'a str>>,
) -> Result<Box<dyn Game>, String> {
    match words.next() {
        Some("startpos") => Ok(variant.new_game()),
        Some("fen") => {
            let mut fen = String::new();
            while let Some(word) = words.next_if(|&word| word != "moves") {
                fen.push_str(word);
                fen.push(' ');
            }
            variant.game(&fen).map_err(|error| format!("position: {error}"))
        }
        _ => Err("position wants `startpos` or `fen`".into()),
    }
}

fn play_moves<'a>(game: &mut dyn Game, moves: impl Iterator<Item = &'a str>) -> Result<(), String> {
    for (index, text) in moves.enumerate() {
        game.play(text).map_err(|error| format!("position: move {}: {error}", index + 1))?;
    }
    Ok(())
}
