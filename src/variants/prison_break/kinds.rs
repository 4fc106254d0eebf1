//! The pieces for people and GUIs. The letters are the inventor's own stand-ins, and the pictures with them.

use crate::game::piece_kind::{PieceKind, XBoardIcon};

/// Nothing takes a king in XBoard's eyes (`t`): it knows neither freezing nor escape cells, and would see check where
/// there is none. What a Bomber takes in flight and a pawn's sliding past an enemy cannot be said.
pub const KINDS: &[PieceKind] = &[
    PieceKind { letter: 'P', name: "Sliding Pawn", icon: XBoardIcon::Pawn, betza: "fmWfcetFifmnD" },
    PieceKind { letter: 'N', name: "Knight", icon: XBoardIcon::Knight, betza: "tN" },
    PieceKind { letter: 'B', name: "Ninja Guard", icon: XBoardIcon::Bishop, betza: "tFtnAtpaftFcaftF" },
    PieceKind { letter: 'R', name: "Flying Bomber", icon: XBoardIcon::Rook, betza: "mRtnDtpaftWcaftW" },
    PieceKind { letter: 'Q', name: "Ice Queen", icon: XBoardIcon::Queen, betza: "tK" },
    PieceKind { letter: 'K', name: "King", icon: XBoardIcon::King, betza: "tK" },
];
