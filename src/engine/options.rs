//! The engine's options: one table, from which UCI's `option` lines, CECP's `feature option` lines, the
//! documentation and the tests derive.

use super::session::{DEFAULT_HASH, DEFAULT_THREADS, Session, default_variant};
use super::settings::Settings;
use crate::game::Variant;
use crate::search::strength::{FULL_LEVEL, LEAST_ELO, MOST_ELO};
use crate::variants::{self, VARIANTS};

/// The kind of an option, with the default value, the bounds and the function that sets it.
#[derive(Clone, Copy)]
pub enum OptionKind {
    /// A whole number.
    Spin {
        /// Value at start.
        default: usize,
        /// Least value.
        least: usize,
        /// Greatest value.
        most: usize,
        /// Sets a value within the bounds; on an error the old value stays.
        set: fn(&mut Session, usize) -> Result<(), String>,
    },
    /// True or false.
    Check {
        /// Value at start.
        default: bool,
        /// Sets the value.
        set: fn(&mut Settings, bool),
    },
    /// A game of the list.
    Variant {
        /// Returns the game at start.
        default: fn() -> &'static Variant,
        /// Changes the game.
        set: fn(&mut Session, &'static Variant),
    },
    /// An action without a value.
    Button {
        /// Carries out the action.
        press: fn(&mut Session),
    },
}

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

/// An option of the engine.
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

/// Every option.
pub static OPTIONS: &[EngineOption] = &[
    EngineOption {
        name: "Hash",
        kind: OptionKind::Spin { default: DEFAULT_HASH, least: 1, most: 65536, set: Session::set_hash },
        audience: Audience::Uci,
        doc: "Size of the transposition table in MB. If there is not enough memory, the old table is kept.",
    },
    EngineOption {
        name: "Clear Hash",
        kind: OptionKind::Button { press: Session::clear_hash },
        audience: Audience::All,
        doc: "Clears the transposition table.",
    },
    EngineOption {
        name: "Threads",
        kind: OptionKind::Spin { default: DEFAULT_THREADS, least: 1, most: 512, set: Session::set_threads },
        audience: Audience::Uci,
        doc: "Number of search threads.",
    },
    EngineOption {
        name: "MultiPV",
        kind: OptionKind::Spin {
            default: Settings::DEFAULT.multipv,
            least: 1,
            most: 256,
            set: |session, number| {
                session.settings_mut().multipv = number;
                Ok(())
            },
        },
        audience: Audience::All,
        doc: "Number of best lines to search and report.",
    },
    EngineOption {
        name: "Ponder",
        kind: OptionKind::Check { default: false, set: |_, _| {} },
        audience: Audience::Uci,
        doc: "Tells the engine that the GUI may let it think on the opponent's time. It has no effect.",
    },
    EngineOption {
        name: "Move Overhead",
        kind: OptionKind::Spin {
            default: Settings::DEFAULT.move_overhead,
            least: 0,
            most: 10_000,
            set: |session, milliseconds| {
                session.settings_mut().move_overhead = milliseconds;
                Ok(())
            },
        },
        audience: Audience::All,
        doc: "Time of every move kept in reserve for delays between engine and clock, in milliseconds.",
    },
    EngineOption {
        name: "UCI_Variant",
        kind: OptionKind::Variant { default: default_variant, set: Session::set_variant },
        audience: Audience::Uci,
        doc: "The game. A change stops a running search and sets up the game's start position.",
    },
    EngineOption {
        name: "UCI_Chess960",
        kind: OptionKind::Check {
            default: Settings::DEFAULT.chess960,
            set: |settings, is_on| settings.chess960 = is_on,
        },
        audience: Audience::Uci,
        doc: "Writes castling as king takes own rook. Both forms are always understood.",
    },
    EngineOption {
        name: "UCI_AnalyseMode",
        kind: OptionKind::Check { default: false, set: |_, _| {} },
        audience: Audience::Uci,
        doc: "Tells the engine that it analyses and does not play. It has no effect.",
    },
    EngineOption {
        name: "UCI_ShowWDL",
        kind: OptionKind::Check {
            default: Settings::DEFAULT.show_wdl,
            set: |settings, is_on| settings.show_wdl = is_on,
        },
        audience: Audience::Uci,
        doc: "Adds estimated chances of win, draw and loss (permille) to every score.",
    },
    EngineOption {
        name: "UCI_LimitStrength",
        kind: OptionKind::Check {
            default: Settings::DEFAULT.limit_strength,
            set: |settings, is_on| settings.limit_strength = is_on,
        },
        audience: Audience::All,
        doc: "Plays at the strength of UCI_Elo and ignores Skill Level. Analysis is always at full strength.",
    },
    EngineOption {
        name: "UCI_Elo",
        kind: OptionKind::Spin {
            default: Settings::DEFAULT.elo,
            least: LEAST_ELO,
            most: MOST_ELO,
            set: |session, elo| {
                session.settings_mut().elo = elo;
                Ok(())
            },
        },
        audience: Audience::All,
        doc: "Strength in Elo when UCI_LimitStrength is set. The scale is approximate.",
    },
    EngineOption {
        name: "Skill Level",
        kind: OptionKind::Spin {
            default: Settings::DEFAULT.skill_level,
            least: 0,
            most: FULL_LEVEL,
            set: |session, level| {
                session.settings_mut().skill_level = level;
                Ok(())
            },
        },
        audience: Audience::All,
        doc: "Strength in levels; 20 is full strength. Lower levels search less and choose at random among their best lines.",
    },
    EngineOption {
        name: "Resign",
        kind: OptionKind::Check { default: Settings::DEFAULT.resign, set: |settings, is_on| settings.resign = is_on },
        audience: Audience::Cecp,
        doc: "Resigns after three moves in a row with a lost score.",
    },
    EngineOption {
        name: "Accept Draw",
        kind: OptionKind::Check {
            default: Settings::DEFAULT.accept_draw,
            set: |settings, is_on| settings.accept_draw = is_on,
        },
        audience: Audience::Cecp,
        doc: "Accepts draw offers when the engine is worse, or not better in a long game.",
    },
];

impl EngineOption {
    /// Returns the option with this name, in any case of letters.
    pub fn find(name: &str) -> Option<&'static EngineOption> {
        OPTIONS.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Reads `text` as a value of this option and sets it. Buttons ignore `text`.
    ///
    /// # Errors
    /// If the value is missing, unreadable or out of bounds, or cannot be set; nothing is changed then.
    pub fn set(&self, session: &mut Session, text: Option<&str>) -> Result<(), String> {
        let given = text.ok_or_else(|| format!("option {} needs a value", self.name));
        match self.kind {
            OptionKind::Button { press } => press(session),
            OptionKind::Check { set, .. } => set(session.settings_mut(), self.read_check(given?)?),
            OptionKind::Spin { least, most, set, .. } => set(session, self.read_spin(given?, least, most)?)?,
            OptionKind::Variant { set, .. } => set(session, self.read_variant(given?)?),
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
        variants::find(name).map_err(|_| format!("option {}: `{name}` is none of {}", self.name, variants::names()))
    }
}

/// The announced values of the variant option: every game, and `standard`, which some GUIs expect beside `chess`.
pub fn variant_values() -> Vec<&'static str> {
    let mut names: Vec<_> = VARIANTS.iter().map(|variant| variant.name).collect();
    names.insert(1, "standard");
    names
}
