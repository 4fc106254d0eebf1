//! Terms of the Friends: borrowed abilities, pieces near them, and attacks on them.

use super::*;
use crate::table;
use crate::variants::friendly::attack::Attack;

/// The value of the abilities of a kind, in tenths of a pawn.
const LENT_UNITS: [u16; COUNT] = [
    0, 38, 10, 10, 11, 14, 10, 12, // Friend, pawns
    22, 26, 36, 42, 43, 48, 56, 56, // Poison to Jellyfish
    54, 64, 68, 72, 72, 86, 90, 115, // Impala to Lady
];

/// The value of the abilities of sets of eight kinds, a row for each eight.
static LENT_BY_EIGHT: [[u16; 256]; 3] = table!(3, |row| table!(256, |kinds| {
    let (mut sum, mut bit) = (0, 0);
    while bit < 8 {
        sum += (kinds >> bit & 1) as u16 * LENT_UNITS[row * 8 + bit];
        bit += 1;
    }
    sum
}));

/// Returns the value of the abilities of a set of kinds, in tenths of a pawn.
#[inline(always)]
fn borrowed_value(kinds: Kinds) -> usize {
    let [a, b, c, _] = kinds.to_le_bytes();
    let sum = |row: usize, kinds: u8| LENT_BY_EIGHT[row][kinds as usize];
    usize::from(sum(0, a) + sum(1, b) + sum(2, c))
}

/// Attacks on Friends are evaluated if a side has at most this many.
const FEW: usize = 2;

/// Iterates over the indices of an army's Friends in its list, and their squares.
#[inline(always)]
fn friends(position: &Friendly, color: Color) -> impl Iterator<Item = (usize, Square)> + '_ {
    let (board, first) = (&position.board, Board::first(color));
    let present = (0..FRIENDS).filter(move |friend| board.kind_of(first + friend) == FRIEND);
    present.map(move |friend| (friend, board.square_of(first + friend)))
}

impl<L: Ledger> Evaluator<'_, L> {
    /// Adds the numbers of pieces of both sides near the Friends of one.
    #[inline(always)]
    pub(super) fn near_friends(&mut self, color: Color) {
        let position = self.position;
        let mut near = SquareSet::EMPTY;
        for (_, square) in friends(position, color) {
            near.add(square);
        }
        let row = (FRIENDS - position.friends(color) as usize % (FRIENDS + 1)) % FRIENDS * BANDS;
        for band in 0..BANDS {
            near = near.and_around().and_around();
            for (army, group) in [(color, OWN_NEAR), (!color, ENEMY_NEAR)] {
                let count = self.pieces[army.index()].count_common(&near);
                self.ledger.add(army, group.at(row + band), count as i32);
            }
        }
    }

    /// Adds the terms of the Friends of one side.
    #[inline(always)]
    pub(super) fn friends(&mut self, color: Color) {
        let position = self.position;
        let count = position.friends(color) as usize % (FRIENDS + 1);
        self.ledger.add(color, FRIENDS_LEFT.at(count), 1);
        let attack: Attack<'_> = position.attack();
        for (friend, square) in friends(position, color) {
            let kinds = position.powers.of_friend(color, friend);
            self.ledger.add(color, LENT.at((borrowed_value(kinds) / 10).min(LENT.len - 1)), 1);
            self.ledger.add(color, GUARDS.at((kinds.count_ones() as usize).min(GUARDS.len - 1)), 1);
            if count <= FEW && attack.on(square, !color) {
                self.ledger.add(color, ATTACKED.at(count), 1);
            }
            if count == 1 {
                let is_free = |step: &Step| position.board.at(square.step(*step)).is_empty();
                let room = step::ALL.iter().filter(|step| is_free(step)).count();
                self.ledger.add(color, ROOM.at(room), 1);
            }
        }
    }
}
