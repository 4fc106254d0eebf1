//! The 23 kinds of piece, and sets of kinds.

use crate::types::{Color, Letters};

/// Nothing of its own: lives on what its guards lend it. The first four places of an army's list are the Friends'.
pub const FRIEND: u8 = 1;
/// Chess pawn without en passant.
pub const STANDARD: u8 = 2;
/// Moves diagonally, captures straight.
pub const BEROLINA: u8 = 3;
/// Retreats when attacked.
pub const CHICKEN: u8 = 4;
/// Promotes two ranks early.
pub const MECKLENBECK: u8 = 5;
/// May step and capture in its opening move.
pub const PATIENT: u8 = 6;
/// Leaps one forward and two sideways without capturing.
pub const SCORPION: u8 = 7;
/// Captures orthogonally, moves like a lame knight, kills who captures it.
pub const POISON: u8 = 8;
/// One step, capturing what it steps away from.
pub const HANGMAN: u8 = 9;
/// Knight that also captures by leaping over.
pub const SAMURAI: u8 = 10;
/// (2,2) and (1,4) leaper.
pub const GERBIL: u8 = 11;
/// Short bishop that shoots at knight's distance.
pub const ARCHER: u8 = 12;
/// One or two squares; slows sliders down.
pub const BODYGUARD: u8 = 13;
/// King step, or rides of two squares.
pub const DAYRIDER: u8 = 14;
/// King step; freezes enemies beside it and is poisonous.
pub const JELLYFISH: u8 = 15;
/// (1,2) and (3,4) leaper.
pub const IMPALA: u8 = 16;
/// King step, a quiet second one, and two rifles.
pub const SNIPER: u8 = 17;
/// Leaps to the 16 squares two away, or swaps with a friend there.
pub const SQUIRREL: u8 = 18;
/// Rides (1,2), (3,5) or (4,5).
pub const MIDNIGHTER: u8 = 19;
/// Bishop and (1,3) leaper.
pub const CALIPH: u8 = 20;
/// (1,2), (1,3) and (2,3) leaper.
pub const BUFFALO: u8 = 21;
/// Rook and (2,3) leaper.
pub const MTAWALA: u8 = 22;
/// Queen of at most six squares.
pub const LADY: u8 = 23;
/// One more than the greatest kind.
pub const COUNT: usize = 24;

/// Letters by kind.
pub const LETTERS: Letters = Letters("?FPRKEWOXHSGABDJINQMCUTL");

/// What a pawn may become, the best first: anything but a Friend or a pawn.
pub const PROMOTIONS: [u8; 16] = [
    LADY, MTAWALA, BUFFALO, CALIPH, MIDNIGHTER, SQUIRREL, SNIPER, IMPALA, JELLYFISH, DAYRIDER, BODYGUARD, ARCHER,
    GERBIL, SAMURAI, HANGMAN, POISON,
];

/// The rows of the start position that have opening rights to lose: White's Friends and pawns, file by file.
const FRIEND_ROW: [u8; 12] = [0, 0, 0, 0, FRIEND, FRIEND, FRIEND, FRIEND, 0, 0, 0, 0];
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

/// A set of kinds, bit by kind.
pub type Kinds = u32;

/// The set of one kind.
#[inline(always)]
pub const fn only(kind: u8) -> Kinds {
    1 << (kind & 31)
}

/// Kinds whose capture kills the capturer.
pub const POISONOUS: Kinds = only(JELLYFISH) | only(POISON);

/// Kinds that a set consists of.
pub fn each(mut kinds: Kinds) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let kind = kinds.trailing_zeros() as u8;
        (kinds != 0).then(|| {
            kinds &= kinds - 1;
            kind
        })
    })
}

/// One of the six pawns.
#[inline(always)]
pub const fn is_pawn(kind: u8) -> bool {
    kind >= STANDARD && kind <= SCORPION
}

/// The own rank, from 0, on which a pawn of `kind` promotes.
#[inline(always)]
pub const fn promotion_rank(kind: u8) -> u8 {
    if kind == MECKLENBECK { 9 } else { 11 }
}

/// The pawn or Friend of `color` that starts on a file of a rank; 0 if another piece or none does.
pub const fn starter(color: Color, file: u8, rank: u8) -> u8 {
    let own_rank = match color {
        Color::White => rank,
        Color::Black => 11u8.wrapping_sub(rank),
    };
    match own_rank {
        0 if file < 12 => FRIEND_ROW[file as usize],
        2 if file < 12 => PAWN_ROW[file as usize],
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
