//! What the pieces are worth where kings cannot be captured but must be kept under attack.

use super::super::prisoners_escape::{Freedom, Weights};
use crate::eval::{Phased, table};

const MATERIAL: [Phased; 8] = [
    Phased::ZERO,
    Phased::new(80, 110),
    Phased::new(330, 310),
    Phased::new(340, 330),
    Phased::new(480, 540),
    Phased::new(980, 1000),
    Phased::ZERO,
    Phased::ZERO,
];

const MOBILITY: [(Phased, i32); 8] = [
    (Phased::ZERO, 0),
    (Phased::ZERO, 0),
    (Phased::new(5, 4), 4),
    (Phased::new(5, 4), 6),
    (Phased::new(3, 4), 7),
    (Phased::new(2, 3), 13),
    (Phased::ZERO, 0),
    (Phased::ZERO, 0),
];

/// Kings need no shelter here: nothing can happen to them, and from the middle they have more ways out.
const TABLES: [[Phased; 64]; 8] = [
    [Phased::ZERO; 64],
    table::pawn(),
    table::centre(Phased::new(8, 5), Phased::new(-24, -15)),
    table::centre(Phased::new(5, 3), Phased::new(-13, -8)),
    table::centre(Phased::new(2, 2), Phased::new(-6, -6)),
    table::centre(Phased::new(2, 4), Phased::new(-6, -12)),
    table::centre(Phased::new(0, 4), Phased::new(0, -12)),
    [Phased::ZERO; 64],
];

/// King's Escape: a game of grip and counter-grip, in which a free king is but a check.
pub static KINGS_ESCAPE: Weights = Weights {
    material: MATERIAL,
    worth: [0, 100, 320, 335, 500, 980, 0, 0],
    phase: [0, 0, 1, 1, 2, 4, 0, 0],
    mobility: MOBILITY,
    tables: TABLES,
    holders: [Phased::new(-50, -80), Phased::ZERO, Phased::new(36, 50), Phased::new(60, 80)],
    covered: Phased::new(10, 12),
    freedom: Freedom { first: Phased::new(48, 80), more: Phased::new(16, 28), to_move: 0 },
};

/// Anticheckmate: a way out is the game, unless the opponent can close it at once.
pub static ANTICHECKMATE: Weights = Weights {
    holders: [Phased::new(-300, -300), Phased::ZERO, Phased::new(56, 72), Phased::new(88, 104)],
    covered: Phased::new(16, 19),
    freedom: Freedom { first: Phased::flat(145), more: Phased::flat(64), to_move: 2_500 },
    ..KINGS_ESCAPE
};
