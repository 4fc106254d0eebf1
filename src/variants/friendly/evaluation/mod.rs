//! Material, places, mobility of long-range pieces, pawns, and above all the Friends: what they have borrowed, who
//! is near them and whether they are attacked.
//!
//! No practice of this game is known. The first worths followed the usual measure, how many squares a piece reaches
//! on the empty board and how it reaches them, with a share for its special power.

mod friends;
mod pawns;

use super::pieces::*;
use super::powers::FRIENDS;
use super::zone::Zone;
use super::{Board, Friendly};
use crate::eval::pawns::PawnFiles;
use crate::eval::{Ledger, Weights};
use crate::position::Evaluate;
use crate::types::square::{Step, step};
use crate::types::{Color, Score, Square};
use crate::weights;
use once_cell::sync::Lazy;

weights! {
    pub WEIGHTS in "src/variants/friendly/weights.txt" ("../weights.txt"), full phase 40;
    /// The right to move.
    TEMPO "tempo" 1;
    /// A piece by kind: none and Friend; Standard, Berolina, Chicken, Mecklenbeck, Patient and Scorpion Pawn; Poison,
    /// Hangman, Samurai, Gerbil, Archer, Bodyguard, Dayrider, Jellyfish; Impala, Sniper, Squirrel, Midnighter, Caliph,
    /// Buffalo, Mtawala, Lady.
    MATERIAL "material" COUNT, row 8;
    /// A side's Friends by their number: each loss hurts more than the one before.
    FRIENDS_LEFT "friends-left" FRIENDS + 1;
    /// For each square that a piece of the kind would reach from here on the empty board.
    REACHED "reached" COUNT, row 8;
    /// A piece by kind and rank, from its own first one.
    RANKS "ranks" COUNT * 12, row 12;
    /// A piece by kind and file, from the edge to the middle.
    FILES "files" COUNT * 6, row 6;
    /// A Caliph by the number of squares that its lines reach.
    CALIPH_MOBILITY "caliph-mobility" 23;
    /// A Mtawala by the number of squares that its lines reach.
    MTAWALA_MOBILITY "mtawala-mobility" 23;
    /// A Lady by the number of squares that her lines reach.
    LADY_MOBILITY "lady-mobility" 49;
    /// An immobilised piece by kind.
    FROZEN "frozen" COUNT, row 8;
    /// A Friend by what it has borrowed, in pawns: one more way to move adds the less the more there are.
    LENT "lent" 25;
    /// A Friend by the number of kinds that guard it: without any it can neither move nor be avenged.
    GUARDS "guards" 10;
    /// A Friend that an enemy could capture, by the number of Friends its side has left. While there are more than two,
    /// finding out costs more than it tells: the search sees the capture anyway.
    ATTACKED "friend-attacked" 3;
    /// An enemy piece within two squares of a Friend, and within four: with four Friends left, three, two and one.
    ENEMY_NEAR "enemy-near" FRIENDS * BANDS, row BANDS;
    /// An own piece within two squares of a Friend, and within four.
    OWN_NEAR "own-near" FRIENDS * BANDS, row BANDS;
    /// The last Friend by the number of empty squares beside it.
    ROOM "room" 9;
    /// A pawn by the ranks that it has to go, at most six, without enemy pawns ahead, in its file or beside it.
    PASSED "passed" 7;
    /// A pawn by the ranks that it has to go, at most six, if something stands on the square ahead.
    BLOCKED "blocked" 7;
    /// A piece by kind that a pawn attacks.
    PAWN_THREAT "pawn-threat" COUNT, row 8;
}

/// How many distances from the Friends are told apart.
const BANDS: usize = 2;

/// What capturing the last Friend is worth to move ordering: more than anything else on the board.
const LAST_FRIEND: Score = 5000;

/// By kind and square, from White's side: how many squares a piece would capture on, if enemies stood everywhere in
/// turn.
static REACH: Lazy<Vec<[u8; 256]>> = Lazy::new(|| (0..COUNT as u8).map(reach_from).collect());

fn reach_from(kind: u8) -> [u8; 256] {
    let mut table = [0; 256];
    if kind != FRIEND && !is_pawn(kind) {
        for from in Square::all(12, 12) {
            let hits = |to: &Square| !super::tables::reach(Color::White, from, *to).of(kind).is_none();
            table[from.index()] = Square::all(12, 12).filter(|&to| to != from).filter(hits).count() as u8;
        }
    }
    table
}

/// A weight between that of the middle and that of the end game.
const fn flat(weight: usize) -> Score {
    (VALUES[weight].middle() + VALUES[weight].end()) / 2
}

/// Worth of a kind for move ordering, in hundredths of a pawn.
#[inline(always)]
pub fn worth(kind: u8) -> Score {
    static WORTH: [Score; COUNT] = {
        let mut worth = [0; COUNT];
        let mut kind = 0;
        while kind < COUNT {
            worth[kind] = flat(MATERIAL.at(kind));
            kind += 1;
        }
        worth[FRIEND as usize] = flat(FRIENDS_LEFT.at(4)) - flat(FRIENDS_LEFT.at(3));
        worth
    };
    WORTH[(kind as usize).min(COUNT - 1)]
}

/// What it costs a side with `friends` Friends to lose a piece of `kind`.
#[inline(always)]
pub fn capture_worth(kind: u8, friends: u8) -> Score {
    match (kind, friends as usize) {
        (FRIEND, left @ 2..=FRIENDS) => flat(FRIENDS_LEFT.start + left) - flat(FRIENDS_LEFT.start + left - 1),
        (FRIEND, _) => LAST_FRIEND,
        _ => worth(kind),
    }
}

/// A position while it is looked at.
struct Survey<'a, L> {
    position: &'a Friendly,
    reach: &'a [[u8; 256]],
    pawns: PawnFiles,
    /// By colour: all but pawns and Friends.
    pieces: [Zone; 2],
    ledger: &'a mut L,
}

impl<L: Ledger> Survey<'_, L> {
    #[inline(always)]
    fn board(&self) -> &Board {
        &self.position.board
    }

    /// Where pawns and pieces are.
    #[inline(always)]
    fn prepare(&mut self, color: Color) {
        let board = &self.position.board;
        for number in board.numbers(color) {
            let (kind, square) = (board.kind_of(number), board.square_of(number));
            if is_pawn(kind) {
                self.pawns.add(color, square);
            } else if kind > FRIEND {
                self.pieces[color.index()].add(square);
            }
        }
    }

    #[inline(always)]
    fn army(&mut self, color: Color) {
        let position = self.position;
        let frozen = &position.powers.frozen[color.index()];
        for number in position.board.numbers(color) {
            let (kind, square) = (position.board.kind_of(number), position.board.square_of(number));
            if kind == 0 {
                continue;
            }
            let index = (kind as usize).min(COUNT - 1);
            self.place(color, index, square);
            if frozen.has(square) {
                self.ledger.add(color, FROZEN.start + index, 1);
            } else {
                self.mobility(color, kind, square);
            }
            if is_pawn(kind) {
                self.pawn(color, kind, square);
            } else {
                let seen = color.choose(square, Square::new(square.file(), 11u8.wrapping_sub(square.rank())));
                self.ledger.add(color, REACHED.start + index, i32::from(self.reach[index][seen.index()]));
            }
        }
        self.ledger.keep_alive(self.pieces[color.index()].shared(&self.pieces[color.index()]) as i32);
        self.friends(color);
        self.near_friends(color);
    }

    /// Material and place.
    #[inline(always)]
    fn place(&mut self, color: Color, kind: usize, square: Square) {
        let rank = color.choose(square.rank(), 11u8.wrapping_sub(square.rank())).min(11) as usize;
        let from_edge = square.file().min(11u8.wrapping_sub(square.file()));
        self.ledger.add(color, MATERIAL.start + kind, 1);
        self.ledger.add(color, RANKS.start + kind * 12 + rank, 1);
        self.ledger.add(color, FILES.start + kind * 6 + from_edge as usize, 1);
    }

    /// What the lines of a slider are really worth.
    #[inline(always)]
    fn mobility(&mut self, color: Color, kind: u8, from: Square) {
        let (group, squares) = match kind {
            CALIPH => (CALIPH_MOBILITY, self.open_squares(color, from, &step::DIAGONAL, 11)),
            MTAWALA => (MTAWALA_MOBILITY, self.open_squares(color, from, &step::ORTHOGONAL, 11)),
            LADY => (LADY_MOBILITY, self.open_squares(color, from, &step::ALL, 6)),
            _ => return,
        };
        self.ledger.add(color, group.start + squares, 1);
    }

    #[inline(always)]
    fn open_squares<const D: usize>(&self, color: Color, from: Square, steps: &[Step; D], most: u8) -> usize {
        let brake = &self.position.powers.brake;
        let most = if brake.has(from) { 1 } else { most };
        let mut squares = 0;
        for &step in steps {
            let mut to = from;
            for _ in 0..most {
                to = to.step(step);
                let cell = self.board().at(to);
                squares += usize::from(cell.admits(color));
                if !cell.is_empty() || brake.has(to) {
                    break;
                }
            }
        }
        squares
    }
}

impl Evaluate for Friendly {
    const WEIGHTS: &'static Weights = &WEIGHTS;

    #[inline(always)]
    fn worth(kind: u8) -> Score {
        worth(kind)
    }

    fn evaluate_into(&self, ledger: &mut impl Ledger) {
        evaluate_into(self, ledger);
    }
}

fn evaluate_into(position: &Friendly, ledger: &mut impl Ledger) {
    ledger.add(position.state.side, TEMPO.start, 1);
    let mut survey = Survey { position, reach: &REACH, pawns: PawnFiles::EMPTY, pieces: [Zone::EMPTY; 2], ledger };
    survey.prepare(Color::White);
    survey.prepare(Color::Black);
    survey.army(Color::White);
    survey.army(Color::Black);
}
