//! The pieces for people and GUIs.

use crate::variants::kinds::{Kind, Picture};

/// Nothing takes a Prisoner (`t`). The last two parts of the officers' moves are the friendly leap.
pub const KINDS: &[Kind] = &[
    Kind { letter: 'P', name: "Pawn", picture: Picture::Pawn, betza: "fmWfctF" },
    Kind { letter: 'N', name: "Knight", picture: Picture::Knight, betza: "tNftpafmWftpafmF" },
    Kind { letter: 'G', name: "Guard", picture: Picture::Queen, betza: "vtRtBftpafmWftpafmF" },
    Kind { letter: 'H', name: "Hunter", picture: Picture::Wolf, betza: "ftRbtBftpafmWftpafmF" },
    Kind { letter: 'F', name: "Falcon", picture: Picture::Hawk, betza: "ftBbtRftpafmWftpafmF" },
    Kind { letter: 'I', name: "Prisoner", picture: Picture::King, betza: "mK" },
];
