//! Games that are drawn on the page: what a text says, and games that are loaded while the program runs.

use super::texts::has_picture;
use super::{Problem, read, write};
use crate::variants::ini::check::{Checked, DraftGame, DraftKind, Drafts};
use crate::variants::ini::library::{Library, Loading, NothingBeside};
use crate::variants::{self, ini};
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::Path;

/// The longest text, in bytes.
const LONGEST: usize = 64 << 10;

/// The most games of a text that is loaded.
const MOST_GAMES: usize = 50;

/// The most texts that are loaded; the games of each stay in memory until the program ends.
const MOST_LOADED: usize = 500;

/// `draft`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DraftRequest {
    text: String,
    /// The number of the section that is asked about, from 0; the last one without it.
    section: Option<usize>,
}

/// `load`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LoadRequest {
    name: String,
    text: String,
}

/// What is kept of games that are drawn.
#[derive(Default)]
pub struct Drawing {
    drafts: Drafts,
    library: Library,
    /// The name and text that have been loaded last, with the answer.
    last: Option<(String, String, Value)>,
    /// The number of texts that have been loaded.
    loaded: usize,
}

impl Drawing {
    /// Answers `draft`: what `check` says of a text. No game is brought to the list.
    ///
    /// # Errors
    /// The request makes no sense.
    pub fn draft(&mut self, body: &[u8]) -> Result<Vec<u8>, Problem> {
        let DraftRequest { text, section } = read(body)?;
        check_length(&text)?;
        let draft = self.drafts.read(&text, section);
        let heads = draft.heads.iter().map(|head| json!({"line": head.line, "name": head.name}));
        write(&json!({
            "sections": heads.collect::<Vec<_>>(),
            "problems": lines(&draft.problems),
            "game": draft.game.as_ref().map(game),
        }))
    }

    /// Answers `load`: brings the games of a text to the list until the program ends. One of the same name that was loaded before is
    /// replaced for new games.
    ///
    /// # Errors
    /// The request makes no sense, or too much has been loaded.
    pub fn load(&mut self, body: &[u8]) -> Result<Vec<u8>, Problem> {
        let LoadRequest { name, text } = read(body)?;
        check_length(&text)?;
        check_length(&name)?;
        let is_it = |known: &&(String, String, Value)| known.0 == name && known.1 == text;
        if let Some((.., answer)) = self.last.as_ref().filter(is_it) {
            return write(answer);
        }
        let games = text.lines().filter(|line| line.trim_start().starts_with('[')).count();
        if games > MOST_GAMES {
            return Err(Problem::new(413, format!("{games} games in one file, at most {MOST_GAMES} are possible")));
        }
        if self.loaded >= MOST_LOADED {
            let reason =
                format!("{MOST_LOADED} files of games have been loaded, which is the most; start the board again");
            return Err(Problem::new(503, reason));
        }
        let file: &'static Path = Box::leak(Path::new(&name).to_owned().into_boxed_path());
        // Of a page no file is read, a picture neither.
        let Loading { games, problems, notes } = self.library.add(file, file, &text, false, &NothingBeside);
        let names: Vec<&str> = games.iter().map(|game| game.name).collect();
        let answer = json!({"games": names, "problems": problems, "notes": notes});
        let bytes = write(&answer);
        self.last = Some((name, text, answer));
        self.loaded += 1;
        bytes
    }
}

fn check_length(text: &str) -> Result<(), Problem> {
    match text.len() {
        0..=LONGEST => Ok(()),
        length => Err(Problem::new(413, format!("the text has {length} bytes, at most {LONGEST} are possible"))),
    }
}

fn lines(problems: &[ini::Problem]) -> Vec<Value> {
    problems.iter().map(|problem| json!({"line": problem.line, "text": problem.text})).collect()
}

fn game(game: &DraftGame) -> Value {
    let Checked { line, name, game: meaning, warnings, extensions } = &game.checked;
    let (problems, summary, traps) = match meaning {
        Ok(meaning) => (Vec::new(), meaning.summary.clone(), meaning.traps.clone()),
        Err(problems) => (lines(problems), Vec::new(), Vec::new()),
    };
    let is_taken = variants::is_of_program(name);
    json!({
        "line": line, "name": name, "title": game.title, "summary": game.summary, "ok": meaning.is_ok(),
        "taken": is_taken, "tried": game.is_tried,
        "problems": problems, "warnings": lines(warnings), "extensions": lines(extensions), "words": summary, "traps": traps,
        "files": game.size.map(|size| size[0]), "ranks": game.size.map(|size| size[1]), "start": game.start,
        "kinds": game.kinds.iter().map(|it| kind(game, it)).collect::<Vec<_>>(),
    })
}

/// A kind with the diagram of its moves, as `kind` answers it.
fn kind(game: &DraftGame, kind: &DraftKind) -> Value {
    let moves = &kind.moves;
    let letter = if moves.is_promoted { format!("+{}", moves.letter) } else { moves.letter.to_string() };
    let written =
        game.checked.game.as_ref().ok().and_then(|meaning| meaning.pieces.iter().find(|it| it.letter == letter));
    let cells = moves.reached.iter().map(|cell| {
        let square = cell.square.to_string();
        json!({"square": square, "move": cell.goes, "capture": cell.captures, "stays": false, "jump": cell.jumps})
    });
    json!({
        "key": kind.key, "letter": moves.letter.to_string(), "promoted": moves.is_promoted, "name": moves.name,
        "form": kind.form, "betza": kind.betza, "picture": has_picture(&kind.picture).then_some(&kind.picture),
        "notes": written.map(|piece| &piece.notes),
        "files": game.size.map(|size| size[0]), "ranks": game.size.map(|size| size[1]),
        "square": moves.square.to_string(), "cells": cells.collect::<Vec<_>>(),
        "holes": moves.holes.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;
    use crate::answers::{Replays, answer};
    use crate::variants;

    fn draft(text: &str) -> Value {
        let body = json!({"text": text}).to_string();
        serde_json::from_slice(&Drawing::default().draft(body.as_bytes()).unwrap()).unwrap()
    }

    #[test]
    fn a_draft_tells_problems_moves_and_remarks() {
        let told = draft("loose = 1\n# Hill: up.\n[drawn:chess]\nmaxFile = 10\n");
        assert_eq!(told["problems"], json!([{"line": 1, "text": "`loose = 1` stands before the first section"}]));
        assert_eq!(told["game"]["title"], "Hill");
        assert_eq!(told["game"]["ok"], false);
        let text =
            "[drawn:chess]\n# z: Zed\ncustomPiece1 = z:cN[F-R]\ncustomPiece2 = y:mWcN\npromotionRegionWhite = *1";
        let game = draft(text)["game"].take();
        assert_eq!((&game["ok"], &game["files"], &game["tried"]), (&json!(true), &json!(8), &json!(true)));
        assert_eq!(game["extensions"], json!([{"line": 3, "text": "customPiece1: [ ]"}]));
        assert!(game["traps"].as_array().unwrap().len() > 1, "{game}");
        let kind =
            |letter: &str| game["kinds"].as_array().unwrap().iter().find(|kind| kind["letter"] == letter).unwrap();
        let zed = kind("Z");
        assert_eq!(
            (&zed["key"], &zed["name"], &zed["betza"]),
            (&json!("customPiece1"), &json!("Zed"), &json!("cN[F-R]"))
        );
        let cells = kind("Y")["cells"].as_array().unwrap().clone();
        let count = |goes: bool, captures: bool| {
            cells.iter().filter(|cell| cell["move"] == goes && cell["capture"] == captures).count()
        };
        assert_eq!([count(true, false), count(false, true), count(true, true)], [4, 8, 0]);
    }

    #[test]
    fn a_game_that_is_loaded_again_is_replaced_and_games_of_the_program_are_not() {
        let mut drawing = Drawing::default();
        let mut load = |text: &str| {
            let body = json!({"name": "drawn.ini", "text": text}).to_string();
            serde_json::from_slice::<Value>(&drawing.load(body.as_bytes()).unwrap()).unwrap()
        };
        let moves = |count: usize| {
            let body = json!({"game": "loadedtwice"}).to_string();
            let told = answer(&Replays::default(), "position", body.as_bytes()).unwrap();
            let told: Value = serde_json::from_slice(&told).unwrap();
            assert_eq!(told["moves"].as_array().unwrap().len(), count);
        };
        assert_eq!(load("[loadedtwice:chess]")["games"], json!(["loadedtwice"]));
        moves(20);
        assert_eq!(load("[loadedtwice:chess]\ndoubleStep = false")["games"], json!(["loadedtwice"]));
        moves(12);
        assert_eq!(load("[atomic:chess]")["games"], json!([]));
        assert_eq!(load("[friendly:chess]")["games"], json!([]));
        assert!(variants::find("friendly").unwrap().guide.is_none());
    }

    #[test]
    fn too_much_is_refused() {
        let mut drawing = Drawing::default();
        let long = json!({"name": "a", "text": " ".repeat(LONGEST + 1)}).to_string();
        assert_eq!(drawing.load(long.as_bytes()).unwrap_err().status, 413);
        let many = json!({"name": "a", "text": "[a]\n".repeat(MOST_GAMES + 1)}).to_string();
        assert_eq!(drawing.load(many.as_bytes()).unwrap_err().status, 413);
        for number in 0..MOST_LOADED {
            let body = json!({"name": "a", "text": format!("# {number}")}).to_string();
            drawing.load(body.as_bytes()).unwrap();
        }
        assert_eq!(drawing.load(b"{\"name\": \"a\", \"text\": \"\"}").unwrap_err().status, 503);
        assert_eq!(drawing.load(b"{\"name\": \"a\", \"text\": \"\", \"pictures\": {}}").unwrap_err().status, 400);
    }
}
