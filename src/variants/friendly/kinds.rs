//! The pieces for people and GUIs.

use crate::variants::kinds::{Kind, Picture, UNSAID};

const fn kind(letter: char, name: &'static str, picture: Picture) -> Kind {
    Kind { letter, name, picture, betza: UNSAID }
}

/// Whether and how far a piece moves depends on its neighbours (Jellyfish, Bodyguards), so XBoard is told no moves. It
/// would otherwise take the letter by which a poisoned piece vanishes for a wrong promotion.
pub const KINDS: &[Kind] = &[
    kind('P', "Standard Pawn", Picture::Pawn),
    kind('R', "Berolina Pawn", Picture::Bell),
    kind('K', "Chicken Pawn", Picture::Duck),
    kind('E', "Mecklenbeck Pawn", Picture::RoundHelmet),
    kind('W', "Patient Pawn", Picture::Hat),
    kind('O', "Scorpion Pawn", Picture::Cobra),
    kind('A', "Archer", Picture::Spearhead),
    kind('B', "Bodyguard", Picture::Shield),
    kind('U', "Buffalo", Picture::Gnu),
    kind('C', "Caliph", Picture::Turban),
    kind('D', "Dayrider", Picture::Unicorn),
    kind('Q', "Displacer Squirrel", Picture::Wolf),
    kind('G', "Gerbil", Picture::Cub),
    kind('H', "Hangman", Picture::Axe),
    kind('I', "Impala", Picture::Zebra),
    kind('J', "Jellyfish", Picture::Dolphin),
    kind('L', "Lady in Waiting", Picture::Queen),
    kind('M', "Midnighter", Picture::Nightrider),
    kind('T', "Mtawala", Picture::Rook),
    kind('X', "Poison", Picture::Wizard),
    kind('S', "Samurai", Picture::Sword),
    kind('N', "Sniper", Picture::Cannon),
    // Leaps to empty squares, so that XBoard does not see mate everywhere; none that a piece may vanish by. And an
    // initial move but no castling: else what stands in the king's place would castle by a long step sideways.
    Kind { letter: 'F', name: "Friend", picture: Picture::King, betza: "mHmGimG" },
];
