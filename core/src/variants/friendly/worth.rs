//! What pieces are worth to the search.

use super::borrowed_powers::FRIENDS;
use super::pieces::{COUNT, FRIEND};
use crate::position::worths;
use crate::types::{Kind, Score};

/// The worth by kind in hundredths of a pawn, fitted to games. A Friend has that of one out of four.
pub const WORTH: [Score; Kind::LIMIT] = worths::<{ COUNT - 1 }>([
    LOSS_OF_FRIEND[4], // Friend
    93,
    92,
    101,
    127,
    97,
    120, // pawns
    221,
    258,
    360,
    416,
    420,
    480,
    571,
    557, // Poison to Jellyfish
    552,
    655,
    690,
    734,
    719,
    869,
    911,
    1157, // Impala to Lady
]);

/// The loss of one Friend by the number of Friends before. The last one is worth more than any other piece.
const LOSS_OF_FRIEND: [Score; FRIENDS + 1] = [5000, 5000, 568, 444, 389];

/// The loss, in hundredths of a pawn, of a piece of `kind` for a side with `friends` Friends.
#[inline(always)]
pub fn capture_worth(kind: Kind, friends: u8) -> Score {
    match kind {
        FRIEND => LOSS_OF_FRIEND[usize::from(friends) % (FRIENDS + 1)],
        _ => kind.of(&WORTH),
    }
}
