//! The pieces for people and GUIs: those of chess, but nothing takes a king (`t`), and a king takes nothing.

use crate::game::piece_kind::{PieceKind, XBoardIcon};

pub const KINDS: &[PieceKind] = &[
    PieceKind { letter: 'P', name: "Pawn", icon: XBoardIcon::Pawn, betza: "fmWfcetFifmnD" },
    PieceKind { letter: 'N', name: "Knight", icon: XBoardIcon::Knight, betza: "tN" },
    PieceKind { letter: 'B', name: "Bishop", icon: XBoardIcon::Bishop, betza: "tB" },
    PieceKind { letter: 'R', name: "Rook", icon: XBoardIcon::Rook, betza: "tR" },
    PieceKind { letter: 'Q', name: "Queen", icon: XBoardIcon::Queen, betza: "tQ" },
    PieceKind { letter: 'K', name: "King", icon: XBoardIcon::King, betza: "mK" },
];
