//! Prisoner's Escape (Peter Aronson): keep the enemy Prisoner attacked or lose.

mod tables;

use super::{Escape, EscapeRules, KNIGHT};
use crate::game::Variant;
use crate::position::piece_kind::{FIDE, PieceKind, Role};
use crate::types::square::Step;
use crate::types::{Color, Kind, Letters, Score, Square};
use crate::variants::orthodox::reach::Reach;
use crate::variants::row;

/// Nothing takes a Prisoner (`t`). The last two parts of the officers' moves are the friendly leap.
const KINDS: &[PieceKind] = &[
    PieceKind { betza: "fmWfctF", ..FIDE[0] },
    PieceKind { betza: "tNftpafmWftpafmF", ..FIDE[1] },
    PieceKind::new(Role::Officer, 'G', "Guard", "queen", "vtRtBftpafmWftpafmF"),
    PieceKind::new(Role::Officer, 'H', "Hunter", "wolf", "ftRbtBftpafmWftpafmF"),
    PieceKind::new(Role::Officer, 'F', "Falcon", "hawk", "ftBbtRftpafmWftpafmF"),
    PieceKind::new(Role::Royal, 'I', "Prisoner", "king", "mK"),
];

/// The row of Prisoner's Escape.
pub const VARIANT: Variant = Variant {
    aliases: &["prisoners-escape"],
    title: "Prisoner's Escape",
    summary: "7x8 with two lone cells: keep the enemy Prisoner attacked, or lose your hold and the game",
    start: "***I***/fnhghnf/ppppppp/7/7/PPPPPPP/FNHGHNF/***i*** w - - 0 1",
    kinds: KINDS,
    network_file: network_file!("prisonersescape.net"),
    // A Knight holds Black's Prisoner.
    diagrams: &["***I***/i6/7/1N5/7/7/7/***1*** w - - 0 1", "***1***/6i/7/5N1/7/7/I6/***1*** w - - 0 1"],
    bench: include_str!("../../../../../bench/positions/prisonersescape.epd"),
    ..row::<PrisonersEscape>("prisonersescape")
};

/// The rules of Prisoner's Escape.
#[derive(Clone, Copy, Debug)]
pub struct PrisonersRules;

/// A Prisoner's Escape position.
pub type PrisonersEscape = Escape<PrisonersRules>;

impl EscapeRules for PrisonersRules {
    const FILES: u8 = 7;
    const LETTERS: Letters = Letters("?PNFHGI");
    const ROYAL_NAME: &'static str = "Prisoner";
    const SLIDES: [[&'static [Step]; 3]; 2] = tables::SLIDES;
    const PROMOTIONS: [Kind; 4] = [tables::GUARD, tables::HUNTER, tables::FALCON, KNIGHT];
    const LAST_RANK: [u8; 2] = [6, 1];
    const DOUBLE_STEP: bool = false;
    const FRIENDLY_LEAP: bool = true;
    const INSTANT_WIN: bool = false;
    const ROYAL_MOVE: &'static str = "Prisoner's move";
    const WORTH: [Score; 5] = [77, 328, 280, 299, 715];

    /// Ranks 1 and 8 have only their d-square.
    #[inline(always)]
    fn exists(square: Square) -> bool {
        square.file() == 3 || !matches!(square.rank(), 0 | 7)
    }

    #[inline(always)]
    fn reach(color: Color, kind: Kind, from: Square, to: Square) -> Reach {
        tables::reach(color, kind, from, to)
    }
}
