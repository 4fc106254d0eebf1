//! The files that have been read, and the games that they have brought to the list.
//!
//! A section whose name is that of a well-known game of the program is skipped: such files often contain copies. A section that is
//! refused does not stop the others, and whoever asks for its game is told why.

use super::{Game, Problem, Reader, variant_of};
use crate::game::Variant;
use crate::network::Network;
use crate::position::piece_kind::PieceKind;
use crate::variants;
use std::path::Path;

/// What a file has brought.
#[derive(Default)]
pub struct Loading {
    /// The games that can be played now.
    pub games: Vec<&'static Variant>,
    /// What is wrong with sections, which are refused then, and with what comes with them, which is left out: a line for each,
    /// with file and line.
    pub problems: Vec<String>,
    /// What is odd but stops nothing, a line for each.
    pub notes: Vec<String>,
}

/// The files that have been read: sections may inherit from those of files before.
#[derive(Default)]
pub struct Library {
    reader: Reader,
}

/// What comes with a file of games.
pub trait Beside {
    /// The names of the pictures of a game's pieces.
    fn pictures(&self, game: &str, kinds: &[PieceKind]) -> &'static [&'static str];

    /// The file of a game's network, if there is one.
    ///
    /// # Errors
    /// It cannot be read: one line that names it.
    fn network(&self, game: &str) -> Result<Option<Vec<u8>>, String>;

    /// The puzzles of a game, if there are any.
    ///
    /// # Errors
    /// They cannot be read: one line that names their file.
    fn puzzles(&self, game: &str) -> Result<Option<String>, String>;
}

/// For files with which nothing comes.
pub struct NothingBeside;

impl Beside for NothingBeside {
    fn pictures(&self, _: &str, _: &[PieceKind]) -> &'static [&'static str] {
        &[]
    }

    fn network(&self, _: &str) -> Result<Option<Vec<u8>>, String> {
        Ok(None)
    }

    fn puzzles(&self, _: &str) -> Result<Option<String>, String> {
        Ok(None)
    }
}

impl Library {
    /// Adds the games of a file to the list. `told` is how the file is called in lines for people; if `lenient`, keys that are not
    /// known are skipped.
    pub fn add(&mut self, file: &'static Path, told: &Path, text: &str, lenient: bool, beside: &dyn Beside) -> Loading {
        let mut loading = Loading::default();
        self.reader.lenient = lenient;
        let (games, problems) = self.reader.read(text);
        loading.problems.extend(lines(told, &problems));
        for game in games {
            if variants::is_of_program(&game.name) {
                let text = format!("`{}` is a game of the program; the section is skipped", game.name);
                loading.notes.extend(lines(told, &[Problem::new(game.line, text)]));
                continue;
            }
            loading.notes.extend(lines(told, &game.warnings));
            let name = game.name.clone();
            match bring(game, file, beside) {
                Ok((variant, problems)) => {
                    loading.games.push(variant);
                    loading.problems.extend(lines(told, &problems));
                }
                Err(problems) => {
                    let lines = lines(told, &problems);
                    if variants::found(&name).is_none() {
                        variants::refuse(&name, &lines.join("\n"));
                    }
                    loading.problems.extend(lines);
                }
            }
        }
        loading
    }
}

/// Adds the game of a section to the list. With it comes what is wrong with its network and puzzles, which are left out then.
fn bring(
    game: Game,
    file: &'static Path,
    beside: &dyn Beside,
) -> Result<(&'static Variant, Vec<Problem>), Vec<Problem>> {
    let (line, name) = (game.line, game.name.clone());
    let refused = |text: String| vec![Problem::new(line, text)];
    check_name(&name).map_err(refused)?;
    if let Some(other) = variants::found(&name).and_then(|other| other.file).filter(|other| *other != file) {
        return Err(refused(format!("there is a game called `{name}` already, in {}", other.display())));
    }
    let row = variant_of(game)?;
    let (network, puzzles) = (network_file(&row, beside), puzzles(&row, beside));
    let problems = [network.as_ref().err(), puzzles.as_ref().err()].into_iter().flatten();
    let problems = problems.map(|text| Problem::new(line, text)).collect();
    let row = Variant {
        file: Some(file),
        pictures: beside.pictures(&name, row.kinds),
        network_file: network.unwrap_or_default(),
        puzzles: puzzles.unwrap_or_default(),
        ..row
    };
    let variant = variants::replace(row).map_err(refused)?;
    Ok((variant, problems))
}

/// The file of the network that comes with a game; empty if there is none.
///
/// # Errors
/// It cannot be read, or fits another game or other rules.
fn network_file(row: &Variant, beside: &dyn Beside) -> Result<&'static [u8], String> {
    let Some(bytes) = beside.network(row.name)? else { return Ok(&[]) };
    let told = |error: String| format!("the network {}.net beside the file is left out: {error}", row.name);
    Network::read(&bytes, row.network_game, row.features).map_err(told)?;
    // Files are read again and again, and rows stay.
    let before = variants::found(row.name).map(|other| other.network_file).filter(|file| **file == *bytes);
    Ok(before.unwrap_or_else(|| bytes.leak()))
}

/// How a line of a file of puzzles begins that has the number of the rules, in 16 digits of base 16.
pub const RULES_OF_PUZZLES: &str = "# rules ";

/// Whether a file of puzzles was made for other rules of a game than it has now.
pub fn are_for_other_rules(text: &str, variant: &Variant) -> bool {
    let own = format!("{:016x}", variant.features.rules);
    let rules = text.lines().find_map(|line| line.strip_prefix(RULES_OF_PUZZLES));
    rules.is_some_and(|rules| rules.trim() != own)
}

/// The puzzles that come with a game; empty if there are none.
///
/// # Errors
/// They cannot be read, or were made for other rules.
fn puzzles(row: &Variant, beside: &dyn Beside) -> Result<&'static str, String> {
    let Some(text) = beside.puzzles(row.name)? else { return Ok("") };
    if are_for_other_rules(&text, row) {
        let name = row.name;
        return Err(format!(
            "the puzzles {name}.epd beside the file are left out: made for other rules of {name}; make them anew"
        ));
    }
    let before = variants::found(row.name).map(|other| other.puzzles).filter(|puzzles| **puzzles == *text);
    Ok(before.unwrap_or_else(|| text.leak()))
}

/// Lines `FILE:LINE: what` for the problems of a file.
pub fn lines(file: &Path, problems: &[Problem]) -> Vec<String> {
    let line = |problem: &Problem| format!("{}:{}: {}", file.display(), problem.line, problem.text);
    problems.iter().map(line).collect()
}

/// Refuses names that a protocol, a command line or the name of a file cannot hold.
pub(super) fn check_name(name: &str) -> Result<(), String> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_+.".contains(letter);
    let begins = |letter: char| letter.is_ascii_alphanumeric();
    match name.starts_with(begins) && name.chars().all(is_plain) {
        true => Ok(()),
        false => Err(format!("`{name}` cannot be the name of a game: it is made of letters, digits and `-_+.`")),
    }
}
