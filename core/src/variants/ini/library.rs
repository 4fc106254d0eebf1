//! The files that have been read, and the games that they have brought to the list.
//!
//! A section whose name is that of a well-known game of the program is skipped: such files often contain copies. A section that is
//! refused does not stop the others, and whoever asks for its game is told why.

use super::{Game, Problem, Reader, known, variant_of};
use crate::game::Variant;
use crate::position::piece_kind::PieceKind;
use crate::variants;
use std::collections::HashMap;
use std::path::Path;

/// What a file has brought.
#[derive(Default)]
pub struct Loading {
    /// The games that can be played now.
    pub games: Vec<&'static Variant>,
    /// What is wrong, a line for each, with file and line.
    pub problems: Vec<String>,
    /// What is odd but stops nothing, a line for each.
    pub notes: Vec<String>,
}

/// The files that have been read: sections may inherit from those of files before.
#[derive(Default)]
pub struct Library {
    reader: Reader,
    /// By name of a game, the file that it comes from.
    origins: HashMap<String, &'static Path>,
}

/// Finds the names of the pictures that come with a game, given its name and its kinds of piece.
pub type FindPictures<'a> = dyn Fn(&str, &[PieceKind]) -> &'static [&'static str] + 'a;

impl Library {
    /// Adds the games of a file to the list. `told` is how the file is called in lines for people; if `lenient`, keys that are not
    /// known are skipped.
    pub fn add(
        &mut self,
        file: &'static Path,
        told: &Path,
        text: &str,
        lenient: bool,
        pictures: &FindPictures<'_>,
    ) -> Loading {
        let mut loading = Loading::default();
        self.reader.lenient = lenient;
        let (games, problems) = self.reader.read(text);
        loading.problems.extend(lines(told, &problems));
        for game in games {
            if known::names().any(|name| name == game.name) {
                let text = format!("`{}` is a game of the program; the section is skipped", game.name);
                loading.notes.extend(lines(told, &[Problem::new(game.line, text)]));
                continue;
            }
            loading.notes.extend(lines(told, &game.warnings));
            let name = game.name.clone();
            match self.game(game, file, pictures) {
                Ok(variant) => loading.games.push(variant),
                Err(problems) => {
                    let lines = lines(told, &problems);
                    if variants::find(&name).is_err() {
                        variants::refuse(&name, &lines.join("\n"));
                    }
                    loading.problems.extend(lines);
                }
            }
        }
        loading
    }

    /// The file that a game comes from, if it comes from one.
    pub fn origin(&self, name: &str) -> Option<&'static Path> {
        self.origins.get(name).copied()
    }

    /// Adds the game of a section to the list.
    fn game(
        &mut self,
        game: Game,
        file: &'static Path,
        pictures: &FindPictures<'_>,
    ) -> Result<&'static Variant, Vec<Problem>> {
        let (line, name) = (game.line, game.name.clone());
        let refused = |text: String| vec![Problem::new(line, text)];
        check_name(&name).map_err(refused)?;
        if let Some(other) = self.origins.get(&name).filter(|other| **other != file) {
            return Err(refused(format!("there is a game called `{name}` already, in {}", other.display())));
        }
        let row = variant_of(game)?;
        let row = Variant { pictures: pictures(&name, row.kinds), file: Some(file), ..row };
        let variant = variants::replace(row).map_err(refused)?;
        self.origins.insert(name, file);
        Ok(variant)
    }
}

/// Lines `FILE:LINE: what` for the problems of a file.
pub fn lines(file: &Path, problems: &[Problem]) -> Vec<String> {
    let line = |problem: &Problem| format!("{}:{}: {}", file.display(), problem.line, problem.text);
    problems.iter().map(line).collect()
}

/// Refuses names that a protocol, a command line or the name of a file cannot hold.
fn check_name(name: &str) -> Result<(), String> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_+.".contains(letter);
    let begins = |letter: char| letter.is_ascii_alphanumeric();
    match name.starts_with(begins) && name.chars().all(is_plain) {
        true => Ok(()),
        false => Err(format!("`{name}` cannot be the name of a game: it is made of letters, digits and `-_+.`")),
    }
}
