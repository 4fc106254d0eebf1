//! The values of the options that a search or a front end reads when it needs them.

use crate::search::strength::{FULL_LEVEL, MOST_ELO};

/// Option values that take effect with the next search or message; setting them has no other effect.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The number of best lines to search and report.
    pub multipv: usize,
    /// Time of each move kept in reserve for delays between engine and clock, in milliseconds.
    pub move_overhead: usize,
    /// Castling is written as king takes own rook.
    pub chess960: bool,
    /// Scores are followed by chances of win, draw and loss.
    pub show_wdl: bool,
    /// `elo` rather than `skill_level` decides the strength.
    pub limit_strength: bool,
    /// Strength in Elo.
    pub elo: usize,
    /// Strength in levels, from 0 to [`FULL_LEVEL`].
    pub skill_level: usize,
    /// CECP: resign lost games.
    pub resign: bool,
    /// CECP: accept a draw offer when not better.
    pub accept_draw: bool,
}

impl Settings {
    /// The values at start, which the table of options announces as defaults.
    pub const DEFAULT: Settings = Settings {
        multipv: 1,
        move_overhead: 10,
        chess960: false,
        show_wdl: false,
        limit_strength: false,
        elo: MOST_ELO,
        skill_level: FULL_LEVEL,
        resign: true,
        accept_draw: true,
    };
}
