//! The pieces for people and GUIs.

use crate::game::piece_kind::{PieceKind, UNSAID, XBoardIcon};

const fn kind(letter: char, name: &'static str, icon: XBoardIcon) -> PieceKind {
    PieceKind { letter, name, icon, betza: UNSAID }
}

/// Whether and how far a piece moves depends on its neighbours (Jellyfish, Bodyguards), so XBoard is told no moves. It
/// would otherwise take the letter by which a poisoned piece vanishes for a wrong promotion.
pub const KINDS: &[PieceKind] = &[
    kind('P', "Standard Pawn", XBoardIcon::Pawn),
    kind('R', "Berolina Pawn", XBoardIcon::Bell),
    kind('K', "Chicken Pawn", XBoardIcon::Duck),
    kind('E', "Mecklenbeck Pawn", XBoardIcon::RoundHelmet),
    kind('W', "Patient Pawn", XBoardIcon::Hat),
    kind('O', "Scorpion Pawn", XBoardIcon::Cobra),
    kind('A', "Archer", XBoardIcon::Spearhead),
    kind('B', "Bodyguard", XBoardIcon::Shield),
    kind('U', "Buffalo", XBoardIcon::Gnu),
    kind('C', "Caliph", XBoardIcon::Turban),
    kind('D', "Dayrider", XBoardIcon::Unicorn),
    kind('Q', "Displacer Squirrel", XBoardIcon::Wolf),
    kind('G', "Gerbil", XBoardIcon::Cub),
    kind('H', "Hangman", XBoardIcon::Axe),
    kind('I', "Impala", XBoardIcon::Zebra),
    kind('J', "Jellyfish", XBoardIcon::Dolphin),
    kind('L', "Lady in Waiting", XBoardIcon::Queen),
    kind('M', "Midnighter", XBoardIcon::Nightrider),
    kind('T', "Mtawala", XBoardIcon::Rook),
    kind('X', "Poison", XBoardIcon::Wizard),
    kind('S', "Samurai", XBoardIcon::Sword),
    kind('N', "Sniper", XBoardIcon::Cannon),
    // Leaps to empty squares, so that XBoard does not see mate everywhere; none that a piece may vanish by. And an
    // initial move but no castling: else what stands in the king's place would castle by a long step sideways.
    PieceKind { letter: 'F', name: "Friend", icon: XBoardIcon::King, betza: "mHmGimG" },
];
