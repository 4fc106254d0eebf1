//! Games from files in the language of `variants.ini`.
//!
//! ```text
//! sections     lines, sections and settings
//! values       values of settings
//! betza        moves of pieces
//! forgive      what other programs read in values that are wrong
//! pieces       the pieces that have names
//! names        what pieces are called
//! definition   the settings of a game
//! keys         the keys, in the order in which they take effect
//! settings     what each key does
//! compile      from settings to rules
//! row          from rules to a row of the list of games
//! xboard       moves as XBoard reads them
//! known        the well-known games
//! library      files that have been read, and the games that they have brought
//! check        what a file means, and what is odd in it
//! ```

mod betza;
pub mod check;
mod compile;
mod definition;
mod forgive;
mod keys;
pub mod known;
pub mod library;
mod names;
mod pieces;
mod row;
mod sections;
mod settings;
#[cfg(test)]
mod tests;
mod values;
mod xboard;

use crate::game::Variant;
use crate::types::FenError;
use crate::types::near::near_word;
use crate::variants::general::{Loaded, Names};
use definition::Definition;
pub use sections::Problem;
use sections::Section;
use std::collections::HashMap;
pub use xboard::name_in_xboard;

/// A section of a file as it has been understood.
pub struct Game {
    /// The line of its head, from 1.
    pub line: usize,
    /// Its name.
    pub name: String,
    /// The game, or why it cannot be played.
    pub game: Result<Loaded, Vec<Problem>>,
    /// The start position as it has been read.
    pub start: String,
    /// The line that sets it, or that of the head.
    pub start_line: usize,
    /// By letter, the moves of its pieces as XBoard reads them.
    pub xboard_moves: Vec<(char, String)>,
    /// What is odd about it.
    pub warnings: Vec<Problem>,
}

/// The row of a game that has been understood and whose start position is legal.
///
/// # Errors
/// What is wrong with the section.
pub fn variant_of(game: Game) -> Result<Variant, Vec<Problem>> {
    let row = row::variant(game.game?, game.start, &game.xboard_moves);
    let refused = |error: FenError| vec![Problem::new(game.start_line, format!("startFen: {error}"))];
    let probe: &'static Variant = Box::leak(Box::new(row));
    // Rights without king or rook and the like are left out, as other programs do.
    let (begun, _) = probe.repaired_game(probe.start).map_err(refused)?;
    Ok(Variant { start: begun.fen().leak(), ..*probe })
}

/// The rules that are not supported of a game that other programs have.
pub fn unsupported(name: &str) -> Option<&'static str> {
    keys::UNSUPPORTED_GAMES.iter().find(|(game, _)| game.eq_ignore_ascii_case(name)).map(|&(_, rules)| rules)
}

/// Reads files one after the other: sections may inherit from those before them.
#[derive(Default)]
pub struct Reader {
    /// By name, the number of its file, and the settings or that they were refused.
    known: HashMap<String, (usize, Result<Definition, ()>)>,
    /// The number of files that have been read.
    files: usize,
    /// Whether what other programs skip is skipped here, too, with a warning.
    pub lenient: bool,
}

impl Reader {
    /// A reader that skips what other programs skip, too.
    pub fn lenient() -> Reader {
        Reader { lenient: true, ..Reader::default() }
    }

    /// The games of a file, in order, and what is wrong with lines outside of sections. A section replaces one of the same name
    /// in a file before.
    pub fn read(&mut self, text: &str) -> (Vec<Game>, Vec<Problem>) {
        self.files += 1;
        let (sections, problems) = sections::split(text);
        (sections.iter().map(|section| self.section(section)).collect(), problems)
    }

    /// The game of a section.
    fn section(&mut self, section: &Section) -> Game {
        let mut warnings = Vec::new();
        let read = self.definition(section, &mut warnings);
        let definition = read.clone().map_err(drop);
        self.known.insert(section.name.clone(), (self.files, definition));
        let names =
            Names { name: section.name.clone(), title: section.title.clone(), summary: section.summary.clone() };
        let start = read.as_ref().map_or(String::new(), |definition| definition.start.clone());
        let xboard_moves = read.as_ref().map_or_else(|_| Vec::new(), xboard::moves);
        let game = read.and_then(|definition| {
            let rules = definition.compile().map_err(|text| vec![Problem::new(section.line_of(&text), text)])?;
            Ok(Loaded::new(rules, names, &start))
        });
        let (line, start_line, name) = (section.line, section.line_of("startFen"), section.name.clone());
        Game { line, name, game, start, start_line, xboard_moves, warnings }
    }

    /// Remembers a section for those behind it, without compiling its game.
    fn learn(&mut self, section: &Section) {
        let definition = self.definition(section, &mut Vec::new()).map_err(drop);
        self.known.insert(section.name.clone(), (self.files, definition));
    }

    /// The settings of a section that has been read, unless it was refused.
    fn read_definition(&self, section: &Section) -> Option<Definition> {
        self.known.get(&section.name).and_then(|(_, definition)| definition.clone().ok())
    }

    fn definition(&self, section: &Section, warnings: &mut Vec<Problem>) -> Result<Definition, Vec<Problem>> {
        let mut problems = Vec::new();
        let is_double = self.known.get(&section.name).is_some_and(|known| known.0 == self.files);
        if section.name.is_empty() || is_double {
            problems.push(Problem::new(section.line, format!("there is a game called `{}` already", section.name)));
        }
        let mut definition = match &section.parent {
            None => Definition::default(),
            Some(parent) => match self.known.get(parent) {
                Some((_, Ok(known))) => known.clone(),
                Some((_, Err(()))) => {
                    return Err(vec![Problem::new(section.line, format!("its parent `{parent}` was refused"))]);
                }
                None => self.built_in(parent).ok_or_else(|| {
                    let text = match unsupported(parent) {
                        Some(rules) => format!("its parent `{parent}` has rules that are not supported: {rules}"),
                        None => format!("there is no game `{parent}` before it{}", self.meant(parent)),
                    };
                    vec![Problem::new(section.line, text)]
                })?,
            },
        };
        let lines = section.problems.iter().cloned();
        if self.lenient {
            warnings.extend(lines)
        } else {
            problems.extend(lines)
        }
        let mut ordered = Vec::new();
        for (index, setting) in section.settings.iter().enumerate() {
            if section.settings[..index].iter().any(|earlier| earlier.key == setting.key) {
                let text = format!("`{}` is set again; this line counts", setting.key);
                warnings.push(Problem::new(setting.line, text));
            }
            match keys::order(&setting.key) {
                Some(_) if setting.value.is_empty() => {
                    let text = format!("`{}` has no value; `-` stands for no squares and no pieces", setting.key);
                    let problem = Problem::new(setting.line, text);
                    if self.lenient { warnings.push(problem) } else { problems.push(problem) }
                }
                Some(order) => ordered.push((order, setting)),
                None => self.unknown(setting, &mut problems, warnings),
            }
        }
        ordered.sort_by_key(|(order, _)| *order);
        let mut missing: Vec<String> = Vec::new();
        for (_, setting) in ordered {
            let (key, value) = (&setting.key, &setting.value);
            let says_promotion =
                || section.settings.iter().any(|setting| setting.key.starts_with("promotionPieceTypes"));
            if definition.leaves_promotion(key, value) && !says_promotion() {
                let text = "is set again with its letter: as in other programs no pawn becomes it, unless `promotionPieceTypes` says so";
                warnings.push(Problem::new(setting.line, format!("`{key}` {text}")));
            }
            let off = keys::off_board(&definition, key, value);
            if let Err(text) = definition.set(key, value) {
                let read = if self.lenient { forgive::forgiven(&definition, key, value) } else { None };
                let taken = read.filter(|read| definition.set(key, read).is_ok());
                let lost = pieces::slot(key).and_then(|_| value.chars().next());
                match taken {
                    Some(read) => {
                        let text = format!("{key}: {text}; read as `{read}`, as other programs do");
                        warnings.push(Problem::new(setting.line, text));
                    }
                    // What speaks of a piece whose own line is wrong is no fault of its own.
                    None if missing.iter().any(|missing| text.ends_with(missing.as_str())) => {}
                    None => problems.push(Problem::new(setting.line, format!("{key}: {text}"))),
                }
                missing.extend(lost.map(|letter| format!("no piece has the letter `{letter}`")));
            } else if let Some(text) = off {
                let problem = Problem::new(setting.line, format!("{}: {text}", setting.key));
                if self.lenient { warnings.push(problem) } else { problems.push(problem) }
            }
        }
        for name in &section.names {
            if let Some(slot) = definition.slot_of(name.letter) {
                definition.set_name(slot, name.is_promoted, &name.name);
            }
        }
        if problems.is_empty() { Ok(definition) } else { Err(problems) }
    }

    /// What may have been meant by the name of a game that there is not.
    fn meant(&self, parent: &str) -> String {
        let above = near_word(parent, self.known.keys().map(String::as_str));
        let near = above.or_else(|| near_word(parent, known::names()));
        near.map_or(String::new(), |near| format!("; did you mean `{near}`?"))
    }

    /// The settings of a game that every file may inherit from.
    fn built_in(&self, name: &str) -> Option<Definition> {
        if name == "fairy" {
            return Some(Definition::default());
        }
        self.definition(known::section(name)?, &mut Vec::new()).ok()
    }

    /// A key that is not among those that are carried out.
    fn unknown(&self, setting: &sections::Setting, problems: &mut Vec<Problem>, warnings: &mut Vec<Problem>) {
        let key = &setting.key;
        if keys::IGNORED.contains(&key.as_str()) {
            return;
        }
        if let Some((_, harmless)) = keys::UNSUPPORTED.iter().find(|(known, _)| known == key) {
            if setting.value != *harmless {
                problems.push(Problem::new(setting.line, format!("`{key}` is not supported")));
            }
            return;
        }
        let hint = match key.strip_prefix("customPiece") {
            Some(number) if number.bytes().all(|digit| digit.is_ascii_digit()) => {
                format!("; pieces of one's own are customPiece1 to customPiece{}", pieces::CUSTOM)
            }
            _ => keys::nearest(key).map_or(String::new(), |near| format!("; did you mean `{near}`?")),
        };
        let problem = Problem::new(setting.line, format!("`{key}` is no key of this language{hint}"));
        if self.lenient { warnings.push(problem) } else { problems.push(problem) }
    }
}
