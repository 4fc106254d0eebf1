//! The 23 kinds of piece, and sets of kinds.

use crate::kinds;
use crate::types::{Color, Kind, Letters, PawnKinds, Square};

kinds! {
    FRIEND "Has only the abilities borrowed from its guards. Friends are the first four pieces of an army's list.";
    STANDARD "Chess pawn without en passant.";
    BEROLINA "Moves diagonally, captures straight ahead.";
    CHICKEN "Retreats when attacked.";
    MECKLENBECK "Promotes two ranks early.";
    PATIENT "May step and then capture in its opening move.";
    SCORPION "Leaps one forward and two sideways without capturing.";
    POISON "Captures orthogonally, moves like a lame knight, kills its capturer.";
    HANGMAN "Moves one step, capturing by withdrawal.";
    SAMURAI "Knight that also captures by leaping over a piece.";
    GERBIL "Leaper: (2,2) and (1,4).";
    ARCHER "Bishop of at most two squares, with rifle captures at a knight's move.";
    BODYGUARD "Moves one or two squares; slides end beside it.";
    DAYRIDER "King that also rides by leaps of two squares.";
    JELLYFISH "Moves like a king; immobilises adjacent enemies and is poisonous.";
    IMPALA "Leaper: (1,2) and (3,4).";
    SNIPER "King that may move a second square without capturing, with rifle captures at (2,3) and (0,5).";
    SQUIRREL "Leaps to the 16 squares at distance two, or swaps with an own piece there.";
    MIDNIGHTER "Rider: (1,2), (3,5) and (4,5).";
    CALIPH "Bishop and (1,3) leaper.";
    BUFFALO "Leaper: (1,2), (1,3) and (2,3).";
    MTAWALA "Rook and (2,3) leaper.";
    LADY "Queen of at most six squares.";
}

/// The number of kinds, including 0 for no piece.
pub const COUNT: usize = 24;

/// The piece letters by kind.
pub const LETTERS: Letters = Letters("?FPRKEWOXHSGABDJINQMCUTL");

/// The kinds to which a pawn may promote, the best first: all but Friends and pawns.
pub const PROMOTIONS: [Kind; 16] = [
    LADY, MTAWALA, BUFFALO, CALIPH, MIDNIGHTER, SQUIRREL, SNIPER, IMPALA, JELLYFISH, DAYRIDER, BODYGUARD, ARCHER,
    GERBIL, SAMURAI, HANGMAN, POISON,
];

/// The pieces of the own first rank in the start position that have opening rights, by file.
const FRIEND_ROW: [Kind; 12] = {
    let mut row = [Kind::NONE; 12];
    (row[4], row[5], row[6], row[7]) = (FRIEND, FRIEND, FRIEND, FRIEND);
    row
};
/// The same for the own third rank.
const PAWN_ROW: [Kind; 12] = [
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

/// The set of one kind.
#[inline(always)]
pub const fn only(kind: Kind) -> Kinds {
    kind.bit()
}

/// The kinds whose capture kills the capturer.
pub const POISONOUS: Kinds = only(JELLYFISH) | only(POISON);

/// Iterates over the kinds of a set.
pub fn each(mut kinds: Kinds) -> impl Iterator<Item = Kind> {
    std::iter::from_fn(move || {
        let kind = Kind::new(kinds.trailing_zeros() as u8);
        (kinds != 0).then(|| {
            kinds &= kinds - 1;
            kind
        })
    })
}

/// The kinds that are pawns.
pub const PAWNS: PawnKinds = PawnKinds::new(STANDARD, SCORPION);

#[inline(always)]
pub const fn is_pawn(kind: Kind) -> bool {
    PAWNS.has(kind)
}

/// The rank on which a pawn of `kind` promotes, counted from its own side, from 0.
#[inline(always)]
pub const fn promotion_rank(kind: Kind) -> u8 {
    if kind.number() == MECKLENBECK.number() { 9 } else { 11 }
}

/// The pawn or Friend of `color` that starts on a square; 0 if there is none.
pub const fn starter(color: Color, square: Square) -> Kind {
    match color.relative_rank(square, 12) {
        0 if square.file() < 12 => FRIEND_ROW[square.file() as usize],
        2 if square.file() < 12 => PAWN_ROW[square.file() as usize],
        _ => Kind::NONE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_kinds_agree() {
        for kind in Kind::range(FRIEND, LADY) {
            assert_eq!(LETTERS.kind(LETTERS.letter(kind)), kind);
        }
        assert_eq!(LETTERS.kind('?'), Kind::NONE);
        assert_eq!(LETTERS.kind('z'), Kind::NONE);
        assert_eq!(each(only(FRIEND) | only(LADY)).collect::<Vec<_>>(), [FRIEND, LADY]);
    }
}
