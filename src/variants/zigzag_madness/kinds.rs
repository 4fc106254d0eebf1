//! The pieces for people and GUIs.

use crate::game::piece_kind::{PieceKind, UNSAID, XBoardIcon};

/// The Ninja Pawn, the only piece in hand, is the fifth in the order of pictures: XBoard has a row of the hand for each.
/// It is not drawn as a pawn, because XBoard gives that picture en passant, and a Ninja Pawn steps aside.
/// The king's castling over one square needs an `O` of its own.
pub const KINDS: &[PieceKind] = &[
    PieceKind { letter: 'P', name: "Pawn", icon: XBoardIcon::Pawn, betza: "fmWfceFifmR3iifmnD" },
    PieceKind { letter: 'J', name: "Ninja Pawn", icon: XBoardIcon::Bell, betza: "fsmWfcFifmR3iifmnD" },
    PieceKind { letter: 'B', name: "Bishop", icon: XBoardIcon::Bishop, betza: "B" },
    PieceKind { letter: 'R', name: "Rook", icon: XBoardIcon::Rook, betza: "R" },
    PieceKind { letter: 'Q', name: "Queen", icon: XBoardIcon::Queen, betza: "Q" },
    PieceKind { letter: 'W', name: "Wazir-Knight", icon: XBoardIcon::Unicorn, betza: "NW" },
    PieceKind { letter: 'F', name: "Ferz-Knight", icon: XBoardIcon::WingedHorse, betza: "NF" },
    PieceKind { letter: 'Z', name: "ZigZag Bishop", icon: XBoardIcon::Mitre, betza: UNSAID },
    PieceKind { letter: 'X', name: "ZigZag Rook", icon: XBoardIcon::Castle, betza: UNSAID },
    PieceKind { letter: 'K', name: "King", icon: XBoardIcon::King, betza: "KisO1isO2isO3" },
];
