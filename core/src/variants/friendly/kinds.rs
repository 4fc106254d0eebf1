//! The names, letters and icons of the pieces for users and GUIs.

use crate::game::piece_kind::{PieceKind, UNSAID, XBoardIcon};

const fn kind(letter: char, name: &'static str, icon: XBoardIcon) -> PieceKind {
    PieceKind { letter, name, icon, betza: UNSAID }
}

/// XBoard is not told the moves of most pieces, because they depend on adjacent Jellyfish and Bodyguards. It would also
/// mistake the letter of a piece that dies of poison for a wrong promotion.
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
    // Non-capturing leaps that no piece can die by, so that XBoard does not claim mate; and an initial move that is no
    // castling, because XBoard would otherwise let the piece on the king's square castle.
    PieceKind { letter: 'F', name: "Friend", icon: XBoardIcon::King, betza: "mHmGimG" },
];
