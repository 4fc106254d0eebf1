//! The names, letters and icons of the pieces for users and GUIs.

use crate::position::piece_kind::{PieceKind, Role, UNSAID};

const fn pawn(letter: char, name: &'static str, icon: &'static str) -> PieceKind {
    PieceKind::new(Role::Pawn, letter, name, icon, UNSAID)
}

const fn officer(letter: char, name: &'static str, icon: &'static str) -> PieceKind {
    PieceKind::new(Role::Officer, letter, name, icon, UNSAID)
}

/// XBoard is not told the moves of most pieces, because they depend on adjacent Jellyfish and Bodyguards. It would also
/// mistake the letter of a piece that dies of poison for a wrong promotion.
pub const KINDS: &[PieceKind] = &[
    PieceKind { picture: Some("pawn"), ..pawn('P', "Standard Pawn", "pawn") },
    pawn('R', "Berolina Pawn", "bell"),
    pawn('K', "Chicken Pawn", "duck"),
    pawn('E', "Mecklenbeck Pawn", "round helmet"),
    pawn('W', "Patient Pawn", "hat"),
    pawn('O', "Scorpion Pawn", "cobra"),
    officer('A', "Archer", "spearhead"),
    officer('B', "Bodyguard", "shield"),
    officer('U', "Buffalo", "gnu"),
    officer('C', "Caliph", "turban"),
    officer('D', "Dayrider", "unicorn"),
    officer('Q', "Displacer Squirrel", "wolf"),
    officer('G', "Gerbil", "cub"),
    officer('H', "Hangman", "axe"),
    officer('I', "Impala", "zebra"),
    officer('J', "Jellyfish", "dolphin"),
    officer('L', "Lady in Waiting", "queen"),
    officer('M', "Midnighter", "nightrider"),
    officer('T', "Mtawala", "rook"),
    officer('X', "Poison", "wizard"),
    officer('S', "Samurai", "sword"),
    officer('N', "Sniper", "cannon"),
    // Non-capturing leaps that no piece can die by, so that XBoard does not claim mate; and an initial move that is no
    // castling, because XBoard would otherwise let the piece on the king's square castle.
    PieceKind::new(Role::Royal, 'F', "Friend", "king", "mHmGimG"),
];
