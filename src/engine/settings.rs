//! The values of the options that are only remembered.

use crate::search::strength::{FULL_LEVEL, MOST_ELO};

/// The values of all options that change nothing when they are set.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Lines to report.
    pub multipv: usize,
    /// Reserve for each move, in milliseconds.
    pub overhead: usize,
    /// Castling is written as king takes rook.
    pub chess960: bool,
    /// Add win, draw and loss chances to scores.
    pub show_wdl: bool,
    /// Play as well as `elo` says rather than `level`.
    pub limit_strength: bool,
    /// Strength in Elo.
    pub elo: usize,
    /// Strength in levels.
    pub level: usize,
    /// CECP: give up lost games.
    pub resign: bool,
    /// CECP: accept draws when not better.
    pub draw: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            multipv: 1,
            overhead: 10,
            chess960: false,
            show_wdl: false,
            limit_strength: false,
            elo: MOST_ELO,
            level: FULL_LEVEL,
            resign: true,
            draw: true,
        }
    }
}
