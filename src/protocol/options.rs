//! The engine's options: one table, from which UCI's `option` lines, CECP's `feature option` lines, the
//! documentation and the tests derive.

use crate::engine::Settings;
use crate::engine::{DEFAULT_HASH, DEFAULT_THREADS, MAX_THREADS, Session};
use crate::game::Variant;
#[cfg(feature = "tunable")]
use crate::search::parameters::{PARAMETERS, Parameter, tunable};
use crate::search::strength::{FULL_LEVEL, LEAST_ELO, MOST_ELO};
use crate::variants;
use crate::{memory, network_file, variant_files};
use std::path::Path;

/// How a number is set.
#[derive(Clone, Copy)]
pub enum SetNumber {
    /// By a function that carries out the change. If it cannot, the old value stays.
    By(fn(&mut Session, usize) -> Result<(), String>),
    /// In the settings.
    At(fn(&mut Settings) -> &mut usize),
    /// As the parameter of the search at this place of its list.
    #[cfg(feature = "tunable")]
    Parameter(usize),
}

/// The kind of an option, with the value at start, the bounds and the function that sets it.
#[derive(Clone, Copy)]
#[allow(missing_docs)]
pub enum OptionKind {
    /// A whole number.
    Spin { default: usize, least: usize, most: usize, set: SetNumber },
    /// True or false.
    Check { default: bool, set: fn(&mut Settings, bool) },
    /// A game of the list.
    Variant { default: fn() -> &'static Variant, set: fn(&mut Session, &'static Variant) },
    /// The path of a file, empty for none. If the file cannot be used, the setter changes nothing.
    File { set: fn(&mut Session, &str) -> Result<(), String> },
    /// Files of games, joined as in `PATH`, which are added to the list.
    GameFiles,
    /// An action without a value.
    Button { press: fn(&mut Session) },
}
use OptionKind::{Button, Check, Spin};
use SetNumber::{At, By};

/// The protocols that announce an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Both.
    All,
    /// Only UCI: CECP has a command for it.
    Uci,
    /// Only CECP: UCI has no such notion.
    Cecp,
}
use Audience::{All, Cecp, Uci};

/// An option of the engine.
#[derive(Clone, Copy)]
pub struct EngineOption {
    /// Name, compared without regard to case.
    pub name: &'static str,
    /// Kind, default, bounds and setter.
    pub kind: OptionKind,
    /// The protocols that announce it.
    pub audience: Audience,
    /// One line for the documentation.
    pub doc: &'static str,
}

const START: Settings = Settings::DEFAULT;

/// Replaces the built-in network of a game by that of a file; an empty path takes the built-in one again.
fn set_network(session: &mut Session, path: &str) -> Result<(), String> {
    let network = if path.is_empty() { None } else { Some(network_file::read(Path::new(path))?) };
    session.set_network(network);
    Ok(())
}

/// Sets the size of the hash table in MB. If there is not enough memory, the old table stays.
pub(super) fn set_hash(session: &mut Session, megabytes: usize) -> Result<(), String> {
    let old = session.searcher().hash();
    if megabytes != old {
        memory::checked(megabytes).map_err(|problem| format!("{problem}; it stays at {old} MB"))?;
    }
    session.set_hash(megabytes)
}

/// Sets up the start of the session's game by its new rules, if it has been replaced.
fn begin_anew(session: &mut Session) {
    let current = session.game().variant();
    let new = variants::find(current.name).ok().filter(|new| !std::ptr::eq(*new, current));
    if let Some(variant) = new {
        session.set_variant(variant);
    }
}

/// Every option of an ordinary build.
pub static OPTIONS: &[EngineOption] = &[
    option(Uci, "Hash", Spin { default: DEFAULT_HASH, least: 1, most: 65536, set: By(set_hash) })
        .doc("Size of the transposition table in MB. If there is not enough memory, the old table is kept."),
    option(All, "Clear Hash", Button { press: Session::clear_hash }).doc("Clears the transposition table."),
    option(
        Uci,
        "Threads",
        Spin { default: DEFAULT_THREADS, least: 1, most: MAX_THREADS, set: By(Session::set_threads) },
    )
    .doc("Number of search threads."),
    option(All, "EvalFile", OptionKind::File { set: set_network }).doc(
        "A network by `jailbird train` that replaces the built-in evaluation of its game; empty for the built-in one.",
    ),
    option(All, "MultiPV", number(START.multipv, 1, 256, |settings| &mut settings.multipv))
        .doc("Number of best lines to search and report."),
    option(Uci, "Ponder", check(false, |_, _| {}))
        .doc("Tells the engine that the GUI may let it think on the opponent's time. It has no effect."),
    option(All, "Move Overhead", number(START.move_overhead, 0, 10_000, |settings| &mut settings.move_overhead))
        .doc("Time of every move kept in reserve for delays between engine and clock, in milliseconds."),
    option(Uci, "UCI_Variant", OptionKind::Variant { default: variants::default, set: Session::set_variant })
        .doc("The game. A change stops a running search and sets up the game's start position; the same game again changes nothing."),
    option(Uci, "VariantPath", OptionKind::GameFiles).doc(
        "Files of games in the language of variants.ini, joined as in PATH. UCI_Variant takes their games then; a file that has \
              changed is read again.",
    ),
    option(Uci, "UCI_Chess960", check(START.chess960, |settings, on| settings.chess960 = on))
        .doc("Writes castling as king takes own rook. Both forms are always understood."),
    option(Uci, "UCI_AnalyseMode", check(false, |_, _| {}))
        .doc("Tells the engine that it analyses and does not play. It has no effect."),
    option(Uci, "UCI_ShowWDL", check(START.show_wdl, |settings, on| settings.show_wdl = on))
        .doc("Adds estimated chances of win, draw and loss (permille) to every score."),
    option(All, "UCI_LimitStrength", check(START.limit_strength, |settings, on| settings.limit_strength = on))
        .doc("Plays at the strength of UCI_Elo and ignores Skill Level. Analysis is always at full strength."),
    option(All, "UCI_Elo", number(START.elo, LEAST_ELO, MOST_ELO, |settings| &mut settings.elo))
        .doc("Strength in Elo when UCI_LimitStrength is set. The scale is approximate."),
    option(All, "Skill Level", number(START.skill_level, 0, FULL_LEVEL, |settings| &mut settings.skill_level)).doc(
        "Strength in levels; 20 is full strength. Lower levels search less and choose at random among their \
              best lines; levels 0 to 5 are for beginners.",
    ),
    option(Cecp, "Resign", check(START.resign, |settings, on| settings.resign = on))
        .doc("Resigns after three moves in a row with a lost score."),
    option(Cecp, "Accept Draw", check(START.accept_draw, |settings, on| settings.accept_draw = on))
        .doc("Accepts draw offers when the engine is worse, or not better in a long game."),
];

/// The parameters of the search, which are options of builds with the feature `tunable`.
#[cfg(feature = "tunable")]
static PARAMETER_OPTIONS: [EngineOption; PARAMETERS.len()] = {
    let mut options = [parameter(0); PARAMETERS.len()];
    let mut place = 0;
    while place < options.len() {
        options[place] = parameter(place);
        place += 1;
    }
    options
};
#[cfg(not(feature = "tunable"))]
static PARAMETER_OPTIONS: [EngineOption; 0] = [];

/// Every option of this build.
pub fn options() -> impl Iterator<Item = &'static EngineOption> {
    OPTIONS.iter().chain(&PARAMETER_OPTIONS)
}

#[cfg(feature = "tunable")]
const fn parameter(place: usize) -> EngineOption {
    let Parameter { name, value, min, max, .. } = PARAMETERS[place];
    let kind =
        Spin { default: value as usize, least: min as usize, most: max as usize, set: SetNumber::Parameter(place) };
    option(Uci, name, kind)
}

const fn option(audience: Audience, name: &'static str, kind: OptionKind) -> EngineOption {
    EngineOption { name, kind, audience, doc: "" }
}

const fn check(default: bool, set: fn(&mut Settings, bool)) -> OptionKind {
    Check { default, set }
}

const fn number(default: usize, least: usize, most: usize, setting: fn(&mut Settings) -> &mut usize) -> OptionKind {
    Spin { default, least, most, set: At(setting) }
}

impl EngineOption {
    const fn doc(self, doc: &'static str) -> EngineOption {
        EngineOption { doc, ..self }
    }

    /// The option with this name, in any case of letters.
    pub fn find(name: &str) -> Option<&'static EngineOption> {
        options().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Reads `text` as a value of this option and sets it. Buttons ignore `text`. If the value is missing, unreadable or
    /// out of bounds, or cannot be set, nothing is changed.
    pub fn set(&self, session: &mut Session, text: Option<&str>) -> Result<(), String> {
        let given = text.ok_or_else(|| format!("option {} needs a value", self.name));
        match self.kind {
            Button { press } => press(session),
            OptionKind::GameFiles => {
                let loading = variant_files::load_list(text.unwrap_or_default());
                begin_anew(session);
                if !loading.problems.is_empty() {
                    return Err(loading.problems.join("\n"));
                }
            }
            OptionKind::File { set } => set(session, text.unwrap_or_default())?,
            Check { set, .. } => set(&mut session.settings, self.read_check(given?)?),
            Spin { least, most, set: By(set), .. } => set(session, self.read_spin(given?, least, most)?)?,
            Spin { least, most, set: At(setting), .. } => {
                *setting(&mut session.settings) = self.read_spin(given?, least, most)?;
            }
            #[cfg(feature = "tunable")]
            Spin { least, most, set: SetNumber::Parameter(place), .. } => {
                tunable::set(place, self.read_spin(given?, least, most)? as i32);
            }
            OptionKind::Variant { set, .. } => {
                // Some GUIs name the game before every game; naming it again changes nothing.
                let variant = self.read_variant(given?)?;
                if !std::ptr::eq(variant, session.game().variant()) {
                    set(session, variant);
                }
            }
        }
        Ok(())
    }

    fn read_check(&self, text: &str) -> Result<bool, String> {
        match text.to_ascii_lowercase().as_str() {
            "true" | "1" => Ok(true),
            "false" | "0" => Ok(false),
            other => Err(format!("option {}: `{other}` is neither true nor false", self.name)),
        }
    }

    fn read_spin(&self, text: &str, least: usize, most: usize) -> Result<usize, String> {
        let number = text.parse::<usize>().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| format!("option {}: `{text}` is not a number from {least} to {most}", self.name))
    }

    fn read_variant(&self, name: &str) -> Result<&'static Variant, String> {
        variants::find(name).map_err(|problem| format!("option {}: {problem}", self.name))
    }
}

/// The announced values of the variant option: the games in code, `standard`, which some GUIs expect beside `chess`, and the games
/// from files.
pub fn variant_values() -> Vec<&'static str> {
    let mut names = variants::names_of_all();
    names.insert(variants::coded().len(), "standard");
    names
}
