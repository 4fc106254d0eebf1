//! The pieces for people and GUIs. The letters are the inventor's own stand-ins, and the pictures with them.

use crate::variants::kinds::{Kind, Picture};

/// Nothing takes a king in XBoard's eyes (`t`): it knows neither freezing nor escape cells, and would see check where
/// there is none. What a Bomber takes in flight and a pawn's sliding past an enemy cannot be said.
pub const KINDS: &[Kind] = &[
    Kind { letter: 'P', name: "Sliding Pawn", picture: Picture::Pawn, betza: "fmWfcetFifmnD" },
    Kind { letter: 'N', name: "Knight", picture: Picture::Knight, betza: "tN" },
    Kind { letter: 'B', name: "Ninja Guard", picture: Picture::Bishop, betza: "tFtnAtpaftFcaftF" },
    Kind { letter: 'R', name: "Flying Bomber", picture: Picture::Rook, betza: "mRtnDtpaftWcaftW" },
    Kind { letter: 'Q', name: "Ice Queen", picture: Picture::Queen, betza: "tK" },
    Kind { letter: 'K', name: "King", picture: Picture::King, betza: "tK" },
];
