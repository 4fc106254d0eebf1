//! Material, places, mobility of long-range pieces, and above all the Friends: what they have borrowed and
//! whether they are attacked.
//!
//! No practice of this game is known. Worths follow the usual measure, how many squares a piece reaches on
//! the empty board and how it reaches them, with a share for its special power.

use super::Friendly;
use super::attack::Attack;
use super::pieces::*;
use super::powers::FRIENDS;
use crate::eval::{self, Phased, account};
use crate::types::square::{Step, step};
use crate::types::{Color, Score, Square};
use once_cell::sync::Lazy;

/// Worth by kind, as in [`super::pieces`]. Friends count by how many are left: [`FRIENDS_LEFT`].
const WORTH: [Score; COUNT] = [
    0, 0, 100, 105, 115, 140, 105, 120, // pawns
    220, 260, 360, 420, 430, 480, 560, 560, // Poison to Jellyfish
    540, 640, 680, 720, 720, 860, 900, 1150, // Impala to Lady
];

/// Worth of a side's Friends by their number: each loss hurts more than the one before.
const FRIENDS_LEFT: [Score; FRIENDS + 1] = [0, 900, 1450, 1900, 2280];
/// What capturing the last Friend is worth to move ordering: more than anything else on the board.
const LAST_FRIEND: Score = 5000;

/// A Friend is worth this share of what it has borrowed: 1 / 8, up to a worth of [`LENT_CAP`]. Beyond that
/// one more way to move adds little, and huddling around the Friends should not pay for itself.
const LENT_SHARE: Score = 8;
const LENT_CAP: Score = 2400;
/// No piece guards the Friend, so it can neither move nor be avenged.
const UNGUARDED: Phased = Phased::new(-35, -60);
/// An enemy could capture the Friend, by the number of Friends its side has left. While there are more,
/// finding out costs more than it tells: the search sees the capture anyway.
const ATTACKED: [Score; COUNTED_ATTACKS + 1] = [0, 120, 90];
const COUNTED_ATTACKS: usize = 2;
/// A frozen piece loses this share of its worth: 1 / 6.
const FROZEN_SHARE: Score = 6;
/// For each square that a piece of the kind would reach from here on the empty board.
const REACHED: Phased = Phased::new(3, 4);
/// For each square that a long-range piece can really go to.
const MOBILITY: Phased = Phased::new(3, 4);
/// For each rank that a Friend has left its first one behind: fewer guards, more attackers.
const FRIEND_ADVANCED: Phased = Phased::new(-7, 0);
/// For the side to move.
const TEMPO: Score = 15;
/// Pieces other than Friends and pawns in the start position: the full middle game.
const FULL_PHASE: i32 = 40;

/// From White's side by kind and square: how good a place is.
static PLACES: Lazy<Vec<[Phased; 256]>> = Lazy::new(|| (0..COUNT as u8).map(places).collect());

fn places(kind: u8) -> [Phased; 256] {
    let mut table = [Phased::ZERO; 256];
    for square in Square::all(12, 12) {
        table[square.index()] = match kind {
            0 => Phased::ZERO,
            FRIEND => FRIEND_ADVANCED * i32::from(square.rank()),
            _ if is_pawn(kind) => pawn_place(kind, square),
            _ => REACHED * reached(kind, square),
        };
    }
    table
}

/// How many squares a piece would capture on, if enemies stood everywhere in turn.
fn reached(kind: u8, from: Square) -> i32 {
    let hits = |to: &Square| !super::tables::reach(Color::White, from, *to).of(kind).is_none();
    Square::all(12, 12).filter(|&to| to != from).filter(hits).count() as i32
}

/// Pawns go forward, faster when the board is empty and the goal near.
fn pawn_place(kind: u8, square: Square) -> Phased {
    let advanced = i32::from(square.rank()) - 2;
    let missing = i32::from(promotion_rank(kind) - square.rank().min(promotion_rank(kind)));
    let near = (6 - missing).max(0);
    let inner = i32::from(square.file().min(11 - square.file()).min(3));
    Phased::new(advanced * 3 + inner * 2 + near * near * 3, advanced * 7 + near * near * 8)
}

/// Worth of a kind for move ordering, in hundredths of a pawn.
#[inline(always)]
pub fn worth(kind: u8) -> Score {
    if kind == FRIEND { FRIENDS_LEFT[4] - FRIENDS_LEFT[3] } else { WORTH[kind as usize % COUNT] }
}

/// What it costs a side with `friends` Friends to lose a piece of `kind`.
#[inline(always)]
pub fn capture_worth(kind: u8, friends: u8) -> Score {
    match (kind, friends) {
        (FRIEND, 2..) => FRIENDS_LEFT[friends as usize % 5] - FRIENDS_LEFT[friends as usize % 5 - 1],
        (FRIEND, _) => LAST_FRIEND,
        _ => worth(kind),
    }
}

/// Everything one army is credited with.
#[derive(Default)]
struct Account {
    material: Phased,
    places: Phased,
    mobility: Phased,
    friends: Phased,
    frozen: Phased,
    phase: i32,
}

impl Account {
    fn of(position: &Friendly, color: Color) -> Account {
        let mut account = Account::default();
        let frozen = &position.powers.frozen[color.index()];
        let places: &[[Phased; 256]] = &PLACES;
        for number in position.extent.numbers(color) {
            let (kind, square) = (position.board.kind_of(number), position.board.square_of(number));
            if kind == 0 {
                continue;
            }
            let seen = Square(color.choose(square.0, square.0 ^ 0xF0).wrapping_sub(color.choose(0, 0x40)));
            account.places += places[kind as usize % COUNT][seen.index()];
            account.material += Phased::flat(WORTH[kind as usize % COUNT]);
            if frozen.has(square) {
                account.frozen += Phased::flat(-WORTH[kind as usize % COUNT] / FROZEN_SHARE);
            } else {
                account.mobility += mobility(position, color, kind, square);
            }
            account.phase += i32::from(!is_pawn(kind) && kind != FRIEND);
        }
        account.add_friends(position, color);
        account
    }

    fn add_friends(&mut self, position: &Friendly, color: Color) {
        let count = position.friends(color) as usize % (FRIENDS + 1);
        self.material += Phased::flat(FRIENDS_LEFT[count]);
        let first = super::Board::first(color);
        let attack: Attack<'_> = position.attack();
        for slot in (0..FRIENDS).filter(|slot| position.board.kind_of(first + slot) == FRIEND) {
            let kinds = position.powers.of_friend(color, slot);
            let lent: Score = each(kinds).map(worth).sum();
            self.friends += Phased::flat(lent.min(LENT_CAP) / LENT_SHARE);
            if kinds == 0 {
                self.friends += UNGUARDED;
            }
            if count <= COUNTED_ATTACKS && attack.on(position.board.square_of(first + slot), !color) {
                self.friends += Phased::flat(-ATTACKED[count % (COUNTED_ATTACKS + 1)]);
            }
        }
    }
}

impl eval::Account for Account {
    const FULL_PHASE: i32 = FULL_PHASE;
    const TEMPO: Score = TEMPO;

    fn terms(&self) -> impl IntoIterator<Item = (&'static str, Phased)> {
        [
            ("material", self.material),
            ("places", self.places),
            ("mobility", self.mobility),
            ("Friends", self.friends),
            ("immobilised", self.frozen),
        ]
    }

    fn phase(&self) -> i32 {
        self.phase
    }
}

/// What the lines of a slider are really worth.
#[inline(always)]
fn mobility(position: &Friendly, color: Color, kind: u8, from: Square) -> Phased {
    let squares = match kind {
        CALIPH => open_squares(position, color, from, &step::DIAGONAL, 11),
        MTAWALA => open_squares(position, color, from, &step::ORTHOGONAL, 11),
        LADY => open_squares(position, color, from, &step::ALL, 6),
        _ => return Phased::ZERO,
    };
    MOBILITY * squares
}

#[inline(always)]
fn open_squares<const D: usize>(position: &Friendly, color: Color, from: Square, steps: &[Step; D], most: u8) -> i32 {
    let brake = &position.powers.brake;
    let most = if brake.has(from) { 1 } else { most };
    let mut squares = 0;
    for &step in steps {
        let mut to = from;
        for _ in 0..most {
            to = to.step(step);
            let cell = position.board.at(to);
            squares += i32::from(cell.admits(color));
            if !cell.is_empty() || brake.has(to) {
                break;
            }
        }
    }
    squares
}

fn accounts(position: &Friendly) -> [Account; 2] {
    Color::ALL.map(|color| Account::of(position, color))
}

pub fn evaluate(position: &Friendly) -> Score {
    account::score(&accounts(position), position.state.side)
}

pub fn terms(position: &Friendly) -> Vec<(&'static str, [Score; 2])> {
    account::terms(&accounts(position))
}
