//! Games that are being written: the same answers as for files, for a text that changes with every key.
//!
//! A game whose start position is tried stays in memory until the program ends. So one that differs from an earlier one in nothing that
//! matters is not tried again, and there is a limit to what is tried at all.

use super::{Checked, extensions, meaning, traps};
use crate::game::guide::{Guide, PieceMoves};
use crate::types::Kind;
use crate::variants::general::rules::{Form, KindRules};
use crate::variants::general::{Loaded, guide};
use crate::variants::ini::definition::Definition;
use crate::variants::ini::library::check_name;
use crate::variants::ini::pieces::{FIRST_CUSTOM, PIECES, key_of};
use crate::variants::ini::sections::{self, Section};
use crate::variants::ini::{Game, Problem, Reader, row, variant_of};
use std::collections::HashMap;

/// The most that is tried, a unit for each kind of piece on each square, more on boards above 8x8. A game on 8x8 with six kinds takes 384
/// units and 0.3 MB; the largest take 12,000 and 17 MB.
const ROOM: usize = 1 << 18;

/// What trying a game has told.
#[derive(Clone)]
struct Tried {
    /// The start position in the engine's form, or why it is refused.
    start: Result<String, String>,
    /// What is odd.
    traps: Vec<String>,
    /// The reach of its kinds.
    reach: Vec<Option<usize>>,
}

/// What decides how a trial ends: the rules, the start position, and the letters and names that sentences have.
type Key = (u64, String, Vec<String>);

/// The games that have been tried.
pub struct Drafts {
    tried: HashMap<Key, Tried>,
    room: usize,
}

/// A section of a file by its name.
pub struct Head {
    /// Its line, from 1.
    pub line: usize,
    /// The name of its game.
    pub name: String,
}

/// A text as it has been understood.
pub struct Draft {
    /// Its sections.
    pub heads: Vec<Head>,
    /// What is wrong with lines outside of sections.
    pub problems: Vec<Problem>,
    /// The section that was asked about.
    pub game: Option<DraftGame>,
}

/// The game of a section.
pub struct DraftGame {
    /// What `check` says of it.
    pub checked: Checked,
    /// The name of the game for people.
    pub title: String,
    /// One sentence about it.
    pub summary: String,
    /// Files and ranks, as far as the settings are understood.
    pub size: Option<[u8; 2]>,
    /// The start position; in the engine's form if it is accepted.
    pub start: String,
    /// Whether the start position has been tried.
    pub is_tried: bool,
    /// Its kinds of piece, each followed by its promoted form.
    pub kinds: Vec<DraftKind>,
}

/// A kind of piece.
pub struct DraftKind {
    /// The key that sets its letter; empty for a promoted form.
    pub key: String,
    /// Its moves in Betza's language; empty where that cannot say them.
    pub betza: String,
    /// The name of its picture.
    pub picture: String,
    /// The key of the kind that it moves like when it is promoted; empty if it is not.
    pub form: String,
    /// Where it goes.
    pub moves: PieceMoves,
}

impl Default for Drafts {
    fn default() -> Drafts {
        Drafts { tried: HashMap::new(), room: ROOM }
    }
}

impl Drafts {
    /// What a text says; of its sections only one, by its number from 0 or the last, is asked about.
    pub fn read(&mut self, text: &str, section: Option<usize>) -> Draft {
        let (sections, problems) = sections::split(text);
        let asked = section.unwrap_or(usize::MAX).min(sections.len().saturating_sub(1));
        let heads = sections.iter().map(|section| Head { line: section.line, name: section.name.clone() }).collect();
        let mut reader = Reader { files: 1, ..Reader::default() };
        for section in sections.iter().take(asked) {
            reader.learn(section);
        }
        Draft { heads, problems, game: sections.get(asked).map(|section| self.game(&mut reader, section)) }
    }

    fn game(&mut self, reader: &mut Reader, section: &Section) -> DraftGame {
        let mut game = reader.section(section);
        let definition = reader.read_definition(section);
        let warnings = std::mem::take(&mut game.warnings);
        let mut told = DraftGame {
            checked: Checked {
                line: section.line,
                name: section.name.clone(),
                game: Err(Vec::new()),
                warnings,
                extensions: extensions(section),
            },
            title: section.title.clone(),
            summary: section.summary.clone(),
            size: definition.as_ref().map(|it| [it.files, it.ranks]),
            start: game.start.clone(),
            is_tried: false,
            kinds: Vec::new(),
        };
        let (loaded, definition) = match (game.game.clone(), definition) {
            (Ok(loaded), Some(definition)) => (loaded, definition),
            (Err(problems), _) => {
                told.checked.game = Err(problems);
                return told;
            }
            (Ok(_), None) => return told,
        };
        let Guide { pieces, .. } = guide(&loaded, &game.start);
        told.kinds = kinds(&definition, &loaded, pieces);
        let start = game.start.clone();
        if let Err(text) = check_name(&section.name) {
            told.checked.game = Err(vec![Problem::new(section.line, text)]);
            return told;
        }
        match self.tried(game, &loaded) {
            None => told.checked.game = Ok(meaning(&loaded, &start, Vec::new(), &[])),
            Some(Tried { start: Err(why), .. }) => {
                told.checked.game = Err(vec![Problem::new(section.line_of(&why), why)]);
            }
            Some(Tried { start: Ok(start), traps: odd, reach }) => {
                let traps = traps::of_settings(&definition).into_iter().chain(odd).collect();
                told.checked.game = Ok(meaning(&loaded, &start, traps, &reach));
                (told.start, told.is_tried) = (start, true);
            }
        }
        told
    }

    /// Tries the start position, if it has not been tried before; `None` if there is no room left.
    fn tried(&mut self, game: Game, loaded: &Loaded) -> Option<Tried> {
        let names = loaded.rules.kinds.iter().map(|kind| format!("{} {}", kind.letter, kind.name));
        let key: Key = (loaded.hash(), game.start.clone(), names.collect());
        if let Some(known) = self.tried.get(&key) {
            return Some(known.clone());
        }
        let rules = &loaded.rules;
        let squares = usize::from(rules.files) * usize::from(rules.ranks);
        // Lines are longer on larger boards.
        let takes = rules.kinds.len() * squares * usize::from(rules.files.max(rules.ranks)).max(8) / 8;
        self.room = self.room.checked_sub(takes)?;
        let start = game.start.clone();
        let tried = match variant_of(game) {
            Err(problems) => {
                let why = problems.into_iter().next().map_or_else(String::new, |problem| problem.text);
                Tried { start: Err(why), traps: Vec::new(), reach: Vec::new() }
            }
            Ok(row) => {
                let variant = &*Box::leak::<'static>(Box::new(row));
                let reach = traps::reach(&loaded.rules, variant);
                Tried { start: Ok(variant.start.into()), traps: traps::of_game(loaded, variant, &start), reach }
            }
        };
        self.tried.insert(key, tried.clone());
        Some(tried)
    }
}

/// The kinds of a game, with the keys that set them.
fn kinds(definition: &Definition, loaded: &Loaded, pieces: Vec<PieceMoves>) -> Vec<DraftKind> {
    let rules = |moves: &PieceMoves| {
        let form = if moves.is_promoted { Form::Promoted } else { Form::Plain };
        let is_it = |kind: &Kind| {
            let kind = loaded.rules.kind(*kind);
            (kind.letter, kind.form) == (moves.letter, form)
        };
        loaded.rules.numbers().find(is_it).map(|kind| loaded.rules.kind(kind))
    };
    let kind = |moves: PieceMoves| {
        let slot = definition.slot_of(moves.letter).filter(|_| !moves.is_promoted);
        let form = definition.promoted.iter().find(|promoted| Some(promoted.0) == slot);
        DraftKind {
            form: form.map_or_else(String::new, |&(_, form)| key_of(form)),
            key: slot.map_or_else(String::new, key_of),
            betza: slot.map_or_else(String::new, |slot| betza_of(definition, slot)),
            picture: rules(&moves).map_or_else(String::new, |kind: &KindRules| row::picture_of(kind)),
            moves,
        }
    };
    pieces.into_iter().map(kind).collect()
}

/// The moves of a slot as the file or the language says them.
fn betza_of(definition: &Definition, slot: usize) -> String {
    let own = slot.checked_sub(FIRST_CUSTOM).and_then(|custom| definition.moves[custom].as_ref());
    let named = || PIECES.get(slot).map_or("K", |piece| piece.betza).to_owned();
    own.map_or_else(named, |(text, _)| text.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    fn read(text: &str) -> DraftGame {
        Drafts::default().read(text, None).game.unwrap()
    }

    /// The problems of a section, with their lines.
    fn problems(game: &DraftGame) -> Vec<String> {
        let problems = game.checked.game.as_ref().err().cloned().unwrap_or_default();
        problems.iter().map(|problem| format!("{}: {}", problem.line, problem.text)).collect()
    }

    /// A text, and a problem that is told of its last section; `-` for none.
    const TEXTS: &[(&str, &str)] = &[
        ("[a:chess]", "-"),
        ("[a]\nking = k\nrook = r\nstartFen = r3k3/8/8/8/8/8/8/R3K3 w - - 0 1", "-"),
        ("[a:chess]\ncustomPiece1 = z:X", "2: customPiece1: `X` is no piece of this language"),
        ("[a:chess]\nstartFen = 4k3/8/8/8/8/8/8/4KK2 w - - 0 1", "2: startFen: "),
        ("[a:nothing]", "1: there is no game `nothing` before it"),
        ("[a:chess]\n[b:a]\nwazir = w", "-"),
        ("[a:chess]\nflag = 1\n[b:a]", "3: its parent `a` was refused"),
        ("[a b:chess]", "1: `a b` cannot be the name of a game"),
        ("[a:chess]\n[a:chess]", "2: there is a game called `a` already"),
    ];

    #[test]
    fn drafts_are_told_what_check_says() {
        for (text, problem) in TEXTS {
            let told = problems(&read(text));
            match *problem {
                "-" => assert!(told.is_empty(), "{text}: {told:?}"),
                problem => assert!(told.iter().any(|told| told.starts_with(problem)), "{text}: {told:?}"),
            }
        }
    }

    #[test]
    fn a_draft_is_no_game_of_the_list() {
        read("[drafted:chess]");
        assert!(variants::find("drafted").is_err());
    }

    #[test]
    fn kinds_have_their_keys_moves_and_pictures() {
        let game = read("[a:chess]\nknight = -\ncustomPiece3 = c:BN\nking = k:KN\nchancellor = h");
        let told: Vec<String> = game.kinds.iter().map(|it| format!("{} {} {}", it.key, it.betza, it.picture)).collect();
        for kind in ["customPiece3 BN archbishop", "king KN king", "chancellor RN chancellor", "pawn fmWfcF pawn"] {
            assert!(told.iter().any(|told| told == kind), "{told:?}");
        }
    }

    #[test]
    fn kinds_have_the_keys_of_their_promoted_forms() {
        // A pair with `-` takes an inherited form away.
        for (text, key, form) in [
            ("[a:shogi]", "shogiPawn", "gold"),
            ("[a:shogi]\npromotedPieceType = p:-", "shogiPawn", ""),
            ("[a:shogi]\npromotedPieceType = b:g", "rook", "bers"),
            ("[a:shogi]\ngold = z", "shogiPawn", "gold"),
            ("[a:torishogi]", "shogiPawn", "customPiece6"),
            ("[a:torishogi]", "customPiece1", "customPiece7"),
        ] {
            let game = read(text);
            let found = game.kinds.iter().find(|kind| kind.key == key).map(|kind| kind.form.as_str());
            assert_eq!(found, Some(form), "{text}: {:?}", game.kinds.iter().map(|kind| &kind.key).collect::<Vec<_>>());
        }
    }

    #[test]
    fn what_is_tried_has_a_limit_and_the_same_is_tried_once() {
        let mut drafts = Drafts { room: 2 * 384, ..Drafts::default() };
        let mut is_tried = |text: &str| drafts.read(text, None).game.unwrap().is_tried;
        let texts = ["[a:chess]", "[b:chess]\n# comment", "[a:chess]\nstalemateValue = loss", "[a:chess]\npass = true"];
        assert_eq!(texts.map(&mut is_tried), [true, true, true, false]);
        assert!(is_tried("[c:chess]\nstalemateValue = loss"));
    }

    #[test]
    fn any_section_can_be_asked_about() {
        let mut drafts = Drafts::default();
        let mut name = |at: Option<usize>| {
            drafts.read("[a:chess]\n[b:a]\nmaxRank = 9", at).game.map(|game| (game.checked.name, game.size))
        };
        assert_eq!(name(Some(0)), Some(("a".into(), Some([8, 8]))));
        assert_eq!(name(None), Some(("b".into(), Some([8, 9]))));
        assert_eq!(name(Some(7)), Some(("b".into(), Some([8, 9]))));
        assert!(drafts.read("nothing", None).game.is_none());
    }
}
