//! The names, letters and icons of the pieces for users and GUIs. The letters and icons are the inventor's own
//! stand-ins.

use crate::game::piece_kind::{PieceKind, XBoardIcon};

/// The moves are marked as unable to capture a king (`t`), because XBoard knows neither freezing nor escape cells and
/// would see checks that do not exist. A Bomber's capture in flight and a pawn's slide past an enemy cannot be
/// expressed.
pub const KINDS: &[PieceKind] = &[
    PieceKind { letter: 'P', name: "Sliding Pawn", icon: XBoardIcon::Pawn, betza: "fmWfcetFifmnD" },
    PieceKind { letter: 'N', name: "Knight", icon: XBoardIcon::Knight, betza: "tN" },
    PieceKind { letter: 'B', name: "Ninja Guard", icon: XBoardIcon::Bishop, betza: "tFtnAtpaftFcaftF" },
    PieceKind { letter: 'R', name: "Flying Bomber", icon: XBoardIcon::Rook, betza: "mRtnDtpaftWcaftW" },
    PieceKind { letter: 'Q', name: "Ice Queen", icon: XBoardIcon::Queen, betza: "tK" },
    PieceKind { letter: 'K', name: "King", icon: XBoardIcon::King, betza: "tK" },
];
