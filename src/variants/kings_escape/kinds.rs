//! The pieces for people and GUIs: those of chess, but nothing takes a king (`t`), and a king takes nothing.

use crate::variants::kinds::{Kind, Picture};

pub const KINDS: &[Kind] = &[
    Kind { letter: 'P', name: "Pawn", picture: Picture::Pawn, betza: "fmWfcetFifmnD" },
    Kind { letter: 'N', name: "Knight", picture: Picture::Knight, betza: "tN" },
    Kind { letter: 'B', name: "Bishop", picture: Picture::Bishop, betza: "tB" },
    Kind { letter: 'R', name: "Rook", picture: Picture::Rook, betza: "tR" },
    Kind { letter: 'Q', name: "Queen", picture: Picture::Queen, betza: "tQ" },
    Kind { letter: 'K', name: "King", picture: Picture::King, betza: "mK" },
];
