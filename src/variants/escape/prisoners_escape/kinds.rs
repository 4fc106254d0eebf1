//! The pieces for people and GUIs.

use crate::game::piece_kind::{PieceKind, XBoardIcon};

/// Nothing takes a Prisoner (`t`). The last two parts of the officers' moves are the friendly leap.
pub const KINDS: &[PieceKind] = &[
    PieceKind { letter: 'P', name: "Pawn", icon: XBoardIcon::Pawn, betza: "fmWfctF" },
    PieceKind { letter: 'N', name: "Knight", icon: XBoardIcon::Knight, betza: "tNftpafmWftpafmF" },
    PieceKind { letter: 'G', name: "Guard", icon: XBoardIcon::Queen, betza: "vtRtBftpafmWftpafmF" },
    PieceKind { letter: 'H', name: "Hunter", icon: XBoardIcon::Wolf, betza: "ftRbtBftpafmWftpafmF" },
    PieceKind { letter: 'F', name: "Falcon", icon: XBoardIcon::Hawk, betza: "ftBbtRftpafmWftpafmF" },
    PieceKind { letter: 'I', name: "Prisoner", icon: XBoardIcon::King, betza: "mK" },
];
