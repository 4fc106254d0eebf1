//! The games: one folder each or one a family, and [`all`], the only list of them.
//!
//! Help texts, the `UCI_Variant` option, CECP's `variants=`, documentation and tests all derive from the list.

/// What [`Rules`](crate::position::Rules) asks of a position whose one board and state are fields of these names, and the square
/// of captures en passant in a game that has them.
macro_rules! one_board {
    ($board:ty, en_passant) => {
        one_board!($board);

        #[inline(always)]
        fn en_passant_mut(&mut self) -> Option<(&mut $crate::types::EnPassant, &mut $crate::types::State)> {
            Some((&mut self.en_passant, &mut self.state))
        }
    };
    ($board:ty) => {
        type Board = $board;

        #[inline(always)]
        fn board(&self) -> &Self::Board {
            &self.board
        }

        #[inline(always)]
        fn state(&self) -> &$crate::types::State {
            &self.state
        }

        #[inline(always)]
        fn state_mut(&mut self) -> &mut $crate::types::State {
            &mut self.state
        }
    };
}

/// The bytes of a network's file. The build script has put the file, or the one that replaces it (`EVALFILE`), where it is
/// embedded from.
macro_rules! network_file {
    ($file:literal) => {
        include_bytes!(concat!(env!("OUT_DIR"), "/networks/", $file))
    };
}

mod algebraic;
pub mod chess;
pub mod escape;
pub mod exchange;
pub mod friendly;
pub mod general;
pub mod ini;
pub mod orthodox;
pub mod parameters;
pub mod penalty_box;
pub mod prison_break;
#[cfg(test)]
mod tests;
pub mod zigzag_madness;

use crate::game::Variant;
use crate::game::variant::{XBoard, begin};
use crate::network::{Network, game_of};
use crate::position::Position;
use crate::position::piece_kind::FIDE;
use crate::types::Kind;
use crate::types::near::near_word;
use escape::{anticheckmate, kings_escape, prisoners_escape};
use std::sync::{OnceLock, PoisonError, RwLock};

/// Defines the games in code as statics, and the list of them.
macro_rules! coded {
    ($($name:ident = $row:expr;)*) => {
        $(#[doc = concat!("The row of a game, `", stringify!($row), "`.")] pub static $name: Variant = $row;)*

        /// The games in code. The first is the default.
        #[cfg(feature = "coded")]
        static BUILT_IN: &[&Variant] = &[$(&$name),*];
    };
}

// Each is a static of its own, so a program that chooses some holds no code of the others.
coded! {
    CHESS = chess::VARIANT;
    PRISON_BREAK = prison_break::VARIANT;
    PRISON_BREAK_OPEN = prison_break::OPEN;
    PRISONERS_ESCAPE = prisoners_escape::VARIANT;
    KINGS_ESCAPE = kings_escape::VARIANT;
    ANTICHECKMATE = anticheckmate::VARIANT;
    ZIGZAG_MADNESS = zigzag_madness::VARIANT;
    FRIENDLY = friendly::VARIANT;
    PENALTY_BOX = penalty_box::variants::PLAIN;
    PENALTY_BOX_NO_KING = penalty_box::variants::NO_KING;
    PENALTY_BOX_BEN = penalty_box::variants::BEN;
    PENALTY_BOX_DUAL = penalty_box::variants::DUAL;
}

/// Without the feature `coded` there are those that were chosen.
#[cfg(not(feature = "coded"))]
static BUILT_IN: &[&Variant] = &[];

/// The games in code that were chosen instead of all.
static CHOSEN: OnceLock<&'static [&'static Variant]> = OnceLock::new();

/// The games in code, the default first.
fn built_in() -> &'static [&'static Variant] {
    CHOSEN.get().unwrap_or(&BUILT_IN)
}

/// Makes these the games in code, once and before anything is asked. With `coded`, the others stay in the program.
pub fn choose(games: &'static [&'static Variant]) {
    let _ = CHOSEN.set(games);
}

/// The games that were added while the program runs.
static LOADED: RwLock<Vec<&'static Variant>> = RwLock::new(Vec::new());

/// The names of games that were refused, and why.
static REFUSED: RwLock<Vec<(String, String)>> = RwLock::new(Vec::new());

/// A row of the list with what most games have in common: the pieces of chess, nothing in hand, and a name that XBoard does not
/// know. A game's own row replaces what differs.
const fn row<P: Position<Ruleset = ()>>(name: &'static str) -> Variant {
    played_with::<P>(Variant {
        name,
        aliases: &[],
        title: "",
        summary: "",
        files: 0,
        ranks: 0,
        pocket: 0,
        start: "",
        kinds: FIDE,
        worths: P::WORTH,
        seats: P::SEATS,
        events: &[],
        features: &P::SET,
        values: &[],
        network_game: name,
        network_file: &[],
        parameters: &[],
        rules_page: name,
        guide: None,
        file: None,
        pictures: &[],
        puzzles: "",
        symmetry: P::SYMMETRY,
        xboard: Some(XBoard::fairy(name)),
        diagrams: &["7k/8/8/8/8/8/8/K7 w - - 0 1", "k7/8/8/8/8/8/8/7K w - - 0 1"],
        template: "fairy",
        bench: "",
        bench_depth: 10,
        begin: &begin::<P>,
    })
}

/// A row with what the positions of its game know.
const fn played_with<P: Position<Ruleset = ()>>(row: Variant) -> Variant {
    Variant {
        files: P::FILES as u8,
        ranks: P::RANKS as u8,
        worths: P::WORTH,
        seats: P::SEATS,
        events: P::EVENT_NAMES,
        features: &P::SET,
        parameters: P::PARAMETERS,
        symmetry: P::SYMMETRY,
        begin: &begin::<P>,
        ..row
    }
}

/// The games in code, the default first.
pub fn coded() -> Vec<&'static Variant> {
    built_in().to_vec()
}

/// Every game that Jailbird plays: those in code, the default first, the well-known ones from files, and those that were added.
pub fn all() -> Vec<&'static Variant> {
    names_of_all().into_iter().filter_map(|name| find(name).ok()).collect()
}

/// The names of all games, in the order of [`all`].
pub fn names_of_all() -> Vec<&'static str> {
    let loaded = LOADED.read().unwrap_or_else(PoisonError::into_inner);
    let is_coded = |name: &str| built_in().iter().any(|variant| variant.is_called(name));
    let known = ini::known::names().filter(|name| !is_coded(name));
    let rows = |rows: &[&'static Variant]| rows.iter().map(|variant| variant.name).collect::<Vec<_>>();
    rows(built_in()).into_iter().chain(known).chain(rows(&loaded)).collect()
}

/// Name and summary of all games, in the order of [`all`].
pub fn summaries() -> Vec<[&'static str; 2]> {
    let known: std::collections::HashMap<_, _> =
        ini::known::titles().map(|[name, _, summary]| (name, summary)).collect();
    let coded: std::collections::HashMap<_, _> =
        built_in().iter().map(|variant| (variant.name, variant.summary)).collect();
    let summary = |name: &'static str| {
        let of_row = || find(name).map_or("", |variant| variant.summary);
        coded.get(name).or_else(|| known.get(name)).copied().unwrap_or_else(of_row)
    };
    names_of_all().into_iter().map(|name| [name, summary(name)]).collect()
}

/// The game that is played if none is named: the first in code, or the well-known chess where none is.
pub fn default() -> &'static Variant {
    built_in().first().copied().or_else(|| ini::known::find("chess")).expect("a file of the program has chess")
}

/// Adds a game to the list.
///
/// # Errors
/// Another game has its name or one of its aliases, or the network of that name with other features or another file; its start
/// position is refused; or its features have no kinds of piece, or more than there are.
pub fn add(variant: Variant) -> Result<&'static Variant, String> {
    if let Some(name) = variant.aliases.iter().chain([&variant.name]).find(|name| found(name).is_some()) {
        return Err(format!("there is a game called `{name}` already"));
    }
    replace(variant)
}

/// Adds a game to the list, or replaces the one of its name that was added before. Games that have begun go on by their rules.
///
/// # Errors
/// Those of [`add`], if the other game is none that was added or has another name.
pub fn replace(variant: Variant) -> Result<&'static Variant, String> {
    let added: &Variant = Box::leak(Box::new(variant));
    let items = added.features.groups.first().map_or(0, |pieces| pieces.items);
    if !(1..Kind::LIMIT).contains(&items) {
        return Err(format!("{}: {items} kinds of piece", added.name));
    }
    added.game(added.start).map_err(|error| format!("{}: {error}: {}", added.name, added.start))?;
    let is_taken = |name: &&&str| found(name).is_some_and(|other| !(is_loaded(other) && other.name == added.name));
    if let Some(name) = added.aliases.iter().chain([&added.name]).find(is_taken) {
        return Err(format!("there is a game called `{name}` already"));
    }
    REFUSED.write().unwrap_or_else(PoisonError::into_inner).retain(|(name, _)| !added.is_called(name));
    let mut loaded = LOADED.write().unwrap_or_else(PoisonError::into_inner);
    for other in built_in().iter().chain(loaded.iter()).filter(|other| other.name != added.name) {
        if other.network_game == added.network_game && !other.shares_network(added) {
            return Err(format!("{}: {} has another network called `{}`", added.name, other.name, added.network_game));
        }
    }
    match loaded.iter_mut().find(|other| other.name == added.name) {
        Some(other) => *other = added,
        None => loaded.push(added),
    }
    Ok(added)
}

/// Remembers why there is no game of a name, for those who ask for it.
pub fn refuse(name: &str, why: &str) {
    let mut refused = REFUSED.write().unwrap_or_else(PoisonError::into_inner);
    refused.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
    refused.push((name.into(), why.into()));
}

/// The games that were added while the program runs.
pub fn loaded() -> Vec<&'static Variant> {
    LOADED.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Whether a name, in any case of letters, is that of a game in code or of a well-known one.
pub fn is_of_program(name: &str) -> bool {
    let is_known = || ini::known::names().any(|known| known.eq_ignore_ascii_case(name));
    built_in().iter().any(|variant| variant.is_called(name)) || is_known()
}

/// Whether a game is one of those that were added.
fn is_loaded(variant: &'static Variant) -> bool {
    loaded().into_iter().any(|other| std::ptr::eq(other, variant))
}

/// The variant with this name or alias, in any case of letters.
///
/// # Errors
/// Why a game of this name was refused, or that there is none, with the name that was meant or how the names are listed.
pub fn find(name: &str) -> Result<&'static Variant, String> {
    let told = || match near(name) {
        _ if ini::unsupported(name).is_some() => unknown(name),
        _ if name.ends_with(".ini") => format!("{}; `--variants FILE` reads the games of a file", unknown(name)),
        Some(near) => format!("{}; did you mean `{near}`?", unknown(name)),
        None => format!("{}; `jailbird variants` lists the games", unknown(name)),
    };
    found(name).ok_or_else(|| refusal(name).unwrap_or_else(told))
}

/// The same for those who have the names before them: the message says nothing of other names.
///
/// # Errors
/// Why a game of this name was refused, or that there is none.
pub fn find_plainly(name: &str) -> Result<&'static Variant, String> {
    found(name).ok_or_else(|| refusal(name).unwrap_or_else(|| unknown(name)))
}

fn found(name: &str) -> Option<&'static Variant> {
    let loaded = || LOADED.read().unwrap_or_else(PoisonError::into_inner).iter().copied().find(|it| it.is_called(name));
    let found = built_in().iter().copied().find(|variant| variant.is_called(name)).or_else(loaded);
    found.or_else(|| ini::known::find(name))
}

/// Why a game of this name was refused.
fn refusal(name: &str) -> Option<String> {
    let refused = REFUSED.read().unwrap_or_else(PoisonError::into_inner);
    refused.iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, why)| why.clone())
}

fn unknown(name: &str) -> String {
    match ini::unsupported(name) {
        Some(rules) => format!("`{name}` has rules that are not supported: {rules}"),
        None => format!("no game is called `{name}`"),
    }
}

/// The name of a game that looks most like an unknown one.
fn near(unknown: &str) -> Option<&'static str> {
    near_word(unknown, names_of_all().into_iter())
}

/// The network in a file's bytes, of any game of the list.
///
/// # Errors
/// One line: the bytes are damaged, or do not fit their game.
pub fn network(bytes: &[u8]) -> Result<Network, String> {
    let game = game_of(bytes)?;
    let coded = built_in().iter().copied().find(|variant| variant.network_game == game);
    let variant = coded.or_else(|| find(game).ok());
    let variant = variant.ok_or_else(|| format!("a network for `{game}`, which is no game"))?;
    Network::read(bytes, game, variant.features)
}
