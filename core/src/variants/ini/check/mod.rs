//! What a file of games means, in words and diagrams, and what is odd about it.
//!
//! ```text
//! diagram  how a piece moves
//! drafts   games that are being written
//! traps    what is allowed and hardly meant
//! ```

mod diagram;
mod drafts;
#[cfg(test)]
mod tests;
mod traps;

use super::betza::Moves;
use super::library::check_name;
use super::sections::{self, Section};
use super::{Problem, Reader, known, pieces, variant_of};
use crate::game::Variant;
use crate::game::guide::Chapter;
use crate::types::Kind;
use crate::variants;
use crate::variants::general::rules::Rules;
use crate::variants::general::{Loaded, chapters};
pub use diagram::Piece;
pub use drafts::{Draft, DraftGame, DraftKind, Drafts, Head};

/// A section as it has been understood.
pub struct Checked {
    /// The line of its head, from 1.
    pub line: usize,
    /// Its name.
    pub name: String,
    /// What it means, or why it is refused.
    pub game: Result<Meaning, Vec<Problem>>,
    /// What is skipped.
    pub warnings: Vec<Problem>,
    /// What pychess and Fairy-Stockfish do not understand.
    pub extensions: Vec<Problem>,
}

/// What a section means.
pub struct Meaning {
    /// Sentences about the game.
    pub summary: Vec<String>,
    /// Its pieces.
    pub pieces: Vec<Piece>,
    /// What is odd.
    pub traps: Vec<String>,
}

/// The sections of a file, and what is wrong with lines outside of them.
pub fn file(text: &str, lenient: bool) -> (Vec<Checked>, Vec<Problem>) {
    let (sections, mut problems) = sections::split(text);
    let mut reader = Reader { lenient, ..Reader::default() };
    if sections.is_empty() && problems.is_empty() {
        problems.push(Problem::new(1, "there is no game in it: a section begins with `[name]` or `[name:parent]`"));
    }
    (sections.iter().map(|section| of_file(&mut reader, section)).collect(), problems)
}

/// The section of a well-known game.
pub fn known(name: &str) -> Option<Checked> {
    known::section(&name.to_ascii_lowercase()).map(|section| checked(&mut Reader::default(), section))
}

/// The same of a section that is to become a game of the list.
fn of_file(reader: &mut Reader, section: &Section) -> Checked {
    let mut told = checked(reader, section);
    let name = &section.name;
    if let Err(text) = check_name(name) {
        told.game = Err(vec![Problem::new(section.line, text)]);
    } else if variants::is_of_program(name) {
        let text = format!("`{name}` is a game of the program, which is played instead; give yours another name");
        told.warnings.push(Problem::new(section.line, text));
    }
    told
}

fn checked(reader: &mut Reader, section: &Section) -> Checked {
    let mut game = reader.section(section);
    let definition = reader.read_definition(section);
    let warnings = std::mem::take(&mut game.warnings);
    let (loaded, start) = (game.game.clone(), game.start.clone());
    let row = variant_of(game).map(|row| &*Box::leak::<'static>(Box::new(row)));
    let game = loaded.and_then(|loaded| {
        let variant: &'static Variant = row?;
        let mut traps = definition.map_or_else(Vec::new, |definition| traps::of_settings(&definition));
        traps.extend(traps::of_game(&loaded, variant, &start));
        Ok(meaning(&loaded, variant.start, traps, &traps::reach(&loaded.rules, variant)))
    });
    Checked { line: section.line, name: section.name.clone(), game, warnings, extensions: extensions(section) }
}

/// What a game means that begins so; `reach` is that of its kinds, if it is known.
fn meaning(loaded: &Loaded, start: &str, traps: Vec<String>, reach: &[Option<usize>]) -> Meaning {
    Meaning { summary: summary(loaded, start), pieces: pieces(&loaded.rules, reach), traps }
}

/// The kinds of a game, with what one piece reaches where it is half of the board at most.
fn pieces(rules: &Rules, reach: &[Option<usize>]) -> Vec<Piece> {
    let all = rules.squares.count();
    let noted = |(kind, mut piece): (Kind, Piece)| {
        let at = usize::from(kind.number()).saturating_sub(1);
        let reach = reach.get(at).copied().flatten().filter(|reach| 2 * reach <= all);
        piece.notes.extend(reach.map(|reach| format!("one piece reaches {reach} of {all} squares")));
        piece
    };
    diagram::pieces(rules).map(noted).collect()
}

/// The lines whose moves other programs do not understand.
fn extensions(section: &Section) -> Vec<Problem> {
    let pieces = section.settings.iter().filter(|setting| pieces::slot(&setting.key).is_some());
    let found = pieces.filter_map(|setting| {
        let moves = Moves::read(setting.value.split_once(':')?.1.trim()).ok()?;
        let what = moves.extensions.join(", ");
        (!what.is_empty()).then(|| Problem::new(setting.line, format!("{}: {what}", setting.key)))
    });
    found.collect()
}

/// What a game is: the start position, and the rules as the board in the browser tells them.
fn summary(loaded: &Loaded, start: &str) -> Vec<String> {
    let line = |title: &str, text: String| format!("{title}: {text}");
    let of_chapter = |chapter: Chapter| {
        let Chapter { title, paragraphs } = chapter;
        paragraphs.into_iter().map(move |text| line(title, text))
    };
    let rules = chapters(&loaded.rules).into_iter().flat_map(of_chapter);
    std::iter::once(format!("Start position: {start}")).chain(rules).collect()
}
