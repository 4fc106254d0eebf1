//! The Friends: what is lent to them, who is near them, who attacks them.

use super::*;
use crate::variants::friendly::attack::Attack;

/// What a kind lends, in tenths of a pawn.
const LENT_UNITS: [u16; COUNT] = [
    0, 38, 10, 10, 11, 14, 10, 12, // Friend, pawns
    22, 26, 36, 42, 43, 48, 56, 56, // Poison to Jellyfish
    54, 64, 68, 72, 72, 86, 90, 115, // Impala to Lady
];

/// What sets of kinds lend, eight kinds a row.
static LENT_BY_EIGHT: [[u16; 256]; 3] = {
    let mut table = [[0; 256]; 3];
    let mut index = 0;
    while index < 3 * 256 {
        let (row, kinds) = (index / 256, index % 256);
        let mut bit = 0;
        while bit < 8 {
            table[row][kinds] += (kinds >> bit & 1) as u16 * LENT_UNITS[row * 8 + bit];
            bit += 1;
        }
        index += 1;
    }
    table
};

/// What a Friend has borrowed with these kinds, in tenths of a pawn.
#[inline(always)]
fn lent(kinds: Kinds) -> usize {
    let [a, b, c, _] = kinds.to_le_bytes();
    let sum = |row: usize, kinds: u8| LENT_BY_EIGHT[row][kinds as usize];
    usize::from(sum(0, a) + sum(1, b) + sum(2, c))
}

/// While a side has no more Friends than these it is asked whether they are attacked.
const FEW: usize = 2;

/// The places in its army's list that hold a Friend.
#[inline(always)]
fn slots(position: &Friendly, color: Color) -> impl Iterator<Item = usize> + '_ {
    let first = Board::first(color);
    (0..FRIENDS).filter(move |slot| position.board.kind_of(first + slot) == FRIEND)
}

impl<L: Ledger> Survey<'_, L> {
    /// How many pieces of both sides are near the Friends of one.
    #[inline(always)]
    pub(super) fn near_friends(&mut self, color: Color) {
        let position = self.position;
        let mut zone = Zone::EMPTY;
        for slot in slots(position, color) {
            zone.add(position.board.square_of(Board::first(color) + slot));
        }
        let row = (FRIENDS - position.friends(color) as usize % (FRIENDS + 1)) % FRIENDS * BANDS;
        for band in 0..BANDS {
            zone = zone.widened().widened();
            for (army, group) in [(color, OWN_NEAR), (!color, ENEMY_NEAR)] {
                let count = self.pieces[army.index()].shared(&zone);
                self.ledger.add(army, group.start + row + band, count as i32);
            }
        }
    }

    /// The Friends of one side.
    #[inline(always)]
    pub(super) fn friends(&mut self, color: Color) {
        let position = self.position;
        let count = position.friends(color) as usize % (FRIENDS + 1);
        self.ledger.add(color, FRIENDS_LEFT.start + count, 1);
        let attack: Attack<'_> = position.attack();
        for slot in slots(position, color) {
            let kinds = position.powers.of_friend(color, slot);
            let square = position.board.square_of(Board::first(color) + slot);
            self.ledger.add(color, LENT.start + (lent(kinds) / 10).min(LENT.len - 1), 1);
            self.ledger.add(color, GUARDS.start + (kinds.count_ones() as usize).min(GUARDS.len - 1), 1);
            if count <= FEW && attack.on(square, !color) {
                self.ledger.add(color, ATTACKED.start + count, 1);
            }
            if count == 1 {
                let is_free = |step: &Step| position.board.at(square.step(*step)).is_empty();
                let room = step::ALL.iter().filter(|step| is_free(step)).count();
                self.ledger.add(color, ROOM.start + room, 1);
            }
        }
    }
}
