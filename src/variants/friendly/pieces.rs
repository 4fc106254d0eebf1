//! The 23 kinds of piece, and sets of kinds.

use crate::types::{Color, Letters, PawnKinds, Square};

/// Has only the abilities borrowed from its guards. Friends are the first four pieces of an army's list.
pub const FRIEND: u8 = 1;
/// Chess pawn without en passant.
pub const STANDARD: u8 = 2;
/// Moves diagonally, captures straight ahead.
pub const BEROLINA: u8 = 3;
/// Retreats when attacked.
pub const CHICKEN: u8 = 4;
/// Promotes two ranks early.
pub const MECKLENBECK: u8 = 5;
/// May step and then capture in its opening move.
pub const PATIENT: u8 = 6;
/// Leaps one forward and two sideways without capturing.
pub const SCORPION: u8 = 7;
/// Captures orthogonally, moves like a lame knight, kills its capturer.
pub const POISON: u8 = 8;
/// Moves one step, capturing by withdrawal.
pub const HANGMAN: u8 = 9;
/// Knight that also captures by leaping over a piece.
pub const SAMURAI: u8 = 10;
/// Leaper: (2,2) and (1,4).
pub const GERBIL: u8 = 11;
/// Bishop of at most two squares, with rifle captures at a knight's move.
pub const ARCHER: u8 = 12;
/// Moves one or two squares; slides end beside it.
pub const BODYGUARD: u8 = 13;
/// King that also rides by leaps of two squares.
pub const DAYRIDER: u8 = 14;
/// Moves like a king; immobilises adjacent enemies and is poisonous.
pub const JELLYFISH: u8 = 15;
/// Leaper: (1,2) and (3,4).
pub const IMPALA: u8 = 16;
/// King that may move a second square without capturing, with rifle captures at (2,3) and (0,5).
pub const SNIPER: u8 = 17;
/// Leaps to the 16 squares at distance two, or swaps with an own piece there.
pub const SQUIRREL: u8 = 18;
/// Rider: (1,2), (3,5) and (4,5).
pub const MIDNIGHTER: u8 = 19;
/// Bishop and (1,3) leaper.
pub const CALIPH: u8 = 20;
/// Leaper: (1,2), (1,3) and (2,3).
pub const BUFFALO: u8 = 21;
/// Rook and (2,3) leaper.
pub const MTAWALA: u8 = 22;
/// Queen of at most six squares.
pub const LADY: u8 = 23;
/// The number of kinds, including 0 for no piece.
pub const COUNT: usize = 24;

/// The piece letters by kind.
pub const LETTERS: Letters = Letters("?FPRKEWOXHSGABDJINQMCUTL");

/// The kinds to which a pawn may promote, the best first: all but Friends and pawns.
pub const PROMOTIONS: [u8; 16] = [
    LADY, MTAWALA, BUFFALO, CALIPH, MIDNIGHTER, SQUIRREL, SNIPER, IMPALA, JELLYFISH, DAYRIDER, BODYGUARD, ARCHER,
    GERBIL, SAMURAI, HANGMAN, POISON,
];

/// The pieces of the own first rank in the start position that have opening rights, by file.
const FRIEND_ROW: [u8; 12] = [0, 0, 0, 0, FRIEND, FRIEND, FRIEND, FRIEND, 0, 0, 0, 0];
/// The same for the own third rank.
const PAWN_ROW: [u8; 12] = [
    MECKLENBECK,
    STANDARD,
    BEROLINA,
    CHICKEN,
    PATIENT,
    SCORPION,
    SCORPION,
    PATIENT,
    CHICKEN,
    BEROLINA,
    STANDARD,
    MECKLENBECK,
];

/// A set of kinds, one bit for each.
pub type Kinds = u32;

/// Returns the set of one kind.
#[inline(always)]
pub const fn only(kind: u8) -> Kinds {
    1 << (kind & 31)
}

/// The kinds whose capture kills the capturer.
pub const POISONOUS: Kinds = only(JELLYFISH) | only(POISON);

/// Iterates over the kinds of a set.
pub fn each(mut kinds: Kinds) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let kind = kinds.trailing_zeros() as u8;
        (kinds != 0).then(|| {
            kinds &= kinds - 1;
            kind
        })
    })
}

/// The kinds that are pawns.
pub const PAWNS: PawnKinds = PawnKinds::new(STANDARD, SCORPION);

/// Returns whether a kind is one of the six pawns.
#[inline(always)]
pub const fn is_pawn(kind: u8) -> bool {
    PAWNS.has(kind)
}

/// Returns the rank on which a pawn of `kind` promotes, counted from its own side, from 0.
#[inline(always)]
pub const fn promotion_rank(kind: u8) -> u8 {
    if kind == MECKLENBECK { 9 } else { 11 }
}

/// Returns the pawn or Friend of `color` that starts on a square; 0 if there is none.
pub const fn starter(color: Color, square: Square) -> u8 {
    match color.relative_rank(square, 12) {
        0 if square.file() < 12 => FRIEND_ROW[square.file() as usize],
        2 if square.file() < 12 => PAWN_ROW[square.file() as usize],
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_kinds_agree() {
        for kind in 1..COUNT as u8 {
            assert_eq!(LETTERS.kind(LETTERS.letter(kind)), kind);
        }
        assert_eq!(LETTERS.kind('?'), 0);
        assert_eq!(LETTERS.kind('z'), 0);
        assert_eq!(each(only(FRIEND) | only(LADY)).collect::<Vec<_>>(), [FRIEND, LADY]);
    }
}
