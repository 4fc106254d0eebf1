//! The pieces for people and GUIs.

use crate::variants::kinds::{Kind, Picture, UNSAID};

/// The Ninja Pawn, the only piece in hand, is the fifth in the order of pictures: XBoard has a row of the hand for each.
/// It is not drawn as a pawn, because XBoard gives that picture en passant, and a Ninja Pawn steps aside.
/// The king's castling over one square needs an `O` of its own.
pub const KINDS: &[Kind] = &[
    Kind { letter: 'P', name: "Pawn", picture: Picture::Pawn, betza: "fmWfceFifmR3iifmnD" },
    Kind { letter: 'J', name: "Ninja Pawn", picture: Picture::Bell, betza: "fsmWfcFifmR3iifmnD" },
    Kind { letter: 'B', name: "Bishop", picture: Picture::Bishop, betza: "B" },
    Kind { letter: 'R', name: "Rook", picture: Picture::Rook, betza: "R" },
    Kind { letter: 'Q', name: "Queen", picture: Picture::Queen, betza: "Q" },
    Kind { letter: 'W', name: "Wazir-Knight", picture: Picture::Unicorn, betza: "NW" },
    Kind { letter: 'F', name: "Ferz-Knight", picture: Picture::WingedHorse, betza: "NF" },
    Kind { letter: 'Z', name: "ZigZag Bishop", picture: Picture::Mitre, betza: UNSAID },
    Kind { letter: 'X', name: "ZigZag Rook", picture: Picture::Castle, betza: UNSAID },
    Kind { letter: 'K', name: "King", picture: Picture::King, betza: "KisO1isO2isO3" },
];
