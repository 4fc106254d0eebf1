//! The engine's options: one table, from which UCI's `option` lines, CECP's `feature option` lines, the
//! documentation and the tests derive.

use super::session::Session;
use crate::search::strength::{FULL_LEVEL, LEAST_ELO, MOST_ELO};
use crate::variants::{self, VARIANTS};

/// What values an option takes.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A whole number.
    Spin {
        /// Value at start.
        default: usize,
        /// Least value.
        least: usize,
        /// Greatest value.
        most: usize,
    },
    /// On or off; the value at start.
    Check(bool),
    /// A game of the list.
    Variant,
    /// An action without value.
    Button,
}

/// Which protocols announce an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Both.
    All,
    /// Only UCI: CECP has a command for it.
    Uci,
    /// Only CECP: UCI has no such notion.
    Cecp,
}

/// A value that has been checked against its option's kind.
#[derive(Clone, Copy)]
pub enum Value {
    /// Of a spin.
    Number(usize),
    /// Of a check.
    Flag(bool),
    /// Of the variant option.
    Variant(&'static crate::game::Variant),
    /// Of a button.
    Pressed,
}

/// An option.
pub struct EngineOption {
    /// Name, compared without regard to case.
    pub name: &'static str,
    /// Kind and bounds.
    pub kind: Kind,
    /// Who is told of it.
    pub audience: Audience,
    /// One line for the documentation.
    pub doc: &'static str,
    set: fn(&mut Session, Value) -> Result<(), String>,
}

fn number(value: Value) -> usize {
    if let Value::Number(number) = value { number } else { 0 }
}

fn flag(value: Value) -> bool {
    matches!(value, Value::Flag(true))
}

/// Every option.
pub static OPTIONS: &[EngineOption] = &[
    EngineOption {
        name: "Hash",
        kind: Kind::Spin { default: 16, least: 1, most: 65536 },
        audience: Audience::Uci,
        doc: "Size of the transposition table in MB. A size that cannot be had is refused and the old table kept.",
        set: |session, value| session.set_hash(number(value)),
    },
    EngineOption {
        name: "Clear Hash",
        kind: Kind::Button,
        audience: Audience::All,
        doc: "Forget everything in the transposition table.",
        set: |session, _| {
            session.clear_hash();
            Ok(())
        },
    },
    EngineOption {
        name: "Threads",
        kind: Kind::Spin { default: 1, least: 1, most: 512 },
        audience: Audience::Uci,
        doc: "Threads that search together.",
        set: |session, value| session.set_threads(number(value)),
    },
    EngineOption {
        name: "MultiPV",
        kind: Kind::Spin { default: 1, least: 1, most: 256 },
        audience: Audience::All,
        doc: "How many best lines to search and report.",
        set: |session, value| session.change(|settings| settings.multipv = number(value)),
    },
    EngineOption {
        name: "Ponder",
        kind: Kind::Check(false),
        audience: Audience::Uci,
        doc: "Tells the engine that the GUI may let it think on the opponent's time; nothing changes by it.",
        set: |_, _| Ok(()),
    },
    EngineOption {
        name: "Move Overhead",
        kind: Kind::Spin { default: 10, least: 0, most: 10_000 },
        audience: Audience::All,
        doc: "Milliseconds of every move that are kept in reserve for delays between engine and clock.",
        set: |session, value| session.change(|settings| settings.overhead = number(value)),
    },
    EngineOption {
        name: "UCI_Variant",
        kind: Kind::Variant,
        audience: Audience::Uci,
        doc: "The game. A change stops a running search and resets to the game's start position.",
        set: |session, value| {
            if let Value::Variant(variant) = value {
                session.set_variant(variant);
            }
            Ok(())
        },
    },
    EngineOption {
        name: "UCI_Chess960",
        kind: Kind::Check(false),
        audience: Audience::Uci,
        doc: "Write castling as king takes own rook. Both forms are always understood.",
        set: |session, value| session.change(|settings| settings.chess960 = flag(value)),
    },
    EngineOption {
        name: "UCI_AnalyseMode",
        kind: Kind::Check(false),
        audience: Audience::Uci,
        doc: "Tells the engine that it analyses rather than plays; nothing changes by it.",
        set: |_, _| Ok(()),
    },
    EngineOption {
        name: "UCI_ShowWDL",
        kind: Kind::Check(false),
        audience: Audience::Uci,
        doc: "Add estimated chances of win, draw and loss (permille) to every score.",
        set: |session, value| session.change(|settings| settings.show_wdl = flag(value)),
    },
    EngineOption {
        name: "UCI_LimitStrength",
        kind: Kind::Check(false),
        audience: Audience::All,
        doc: "Play as weakly as UCI_Elo says, whatever the Skill Level. Analysis is never weakened.",
        set: |session, value| session.change(|settings| settings.limit_strength = flag(value)),
    },
    EngineOption {
        name: "UCI_Elo",
        kind: Kind::Spin { default: MOST_ELO, least: LEAST_ELO, most: MOST_ELO },
        audience: Audience::All,
        doc: "Strength in Elo when UCI_LimitStrength is set; a rough scale.",
        set: |session, value| session.change(|settings| settings.elo = number(value)),
    },
    EngineOption {
        name: "Skill Level",
        kind: Kind::Spin { default: FULL_LEVEL, least: 0, most: FULL_LEVEL },
        audience: Audience::All,
        doc: "Strength in levels; 20 is full strength. Weaker levels think less and choose among their best lines at random.",
        set: |session, value| session.change(|settings| settings.level = number(value)),
    },
    EngineOption {
        name: "Resign",
        kind: Kind::Check(true),
        audience: Audience::Cecp,
        doc: "Resign when the game has been lost by any measure for three moves in a row.",
        set: |session, value| session.change(|settings| settings.resign = flag(value)),
    },
    EngineOption {
        name: "Accept Draw",
        kind: Kind::Check(true),
        audience: Audience::Cecp,
        doc: "Accept draw offers when the engine thinks that it is not better.",
        set: |session, value| session.change(|settings| settings.draw = flag(value)),
    },
];

impl EngineOption {
    /// The option with this name, in any case of letters.
    pub fn find(name: &str) -> Option<&'static EngineOption> {
        OPTIONS.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Checks `text` against the option's kind and bounds, then sets it.
    ///
    /// # Errors
    /// Says what is wrong with the value, or why it could not be honoured; nothing is changed then.
    pub fn set(&self, session: &mut Session, text: Option<&str>) -> Result<(), String> {
        let value = self.read(text)?;
        (self.set)(session, value)
    }

    fn read(&self, text: Option<&str>) -> Result<Value, String> {
        let given = || text.ok_or_else(|| format!("option {} needs a value", self.name));
        match self.kind {
            Kind::Button => Ok(Value::Pressed),
            Kind::Check(_) => match given()?.to_ascii_lowercase().as_str() {
                "true" | "1" => Ok(Value::Flag(true)),
                "false" | "0" => Ok(Value::Flag(false)),
                other => Err(format!("option {}: `{other}` is neither true nor false", self.name)),
            },
            Kind::Spin { least, most, .. } => {
                let text = given()?;
                let number = text.parse::<usize>().ok().filter(|n| (least..=most).contains(n));
                number
                    .map(Value::Number)
                    .ok_or_else(|| format!("option {}: `{text}` is not a number from {least} to {most}", self.name))
            }
            Kind::Variant => {
                let name = given()?;
                let unknown = |_| format!("option {}: `{name}` is none of {}", self.name, variants::names());
                variants::find(name).map(Value::Variant).map_err(unknown)
            }
        }
    }
}

/// The values of the variant option: every game, and `standard`, which some GUIs want to see beside `chess`.
pub fn variant_values() -> Vec<&'static str> {
    let mut names: Vec<_> = VARIANTS.iter().map(|variant| variant.name).collect();
    names.insert(1, "standard");
    names
}
