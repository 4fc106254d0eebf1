//! The evaluation of the Friendly game: tapered material, rank and file tables, mobility of sliders, pawns (`pawns`),
//! and the Friends (`friends`).
//!
//! No games of strong players are known. The first piece values followed the number of squares that a piece reaches on
//! the empty board, with an extra for its special power; they have been tuned since.

mod friends;
mod pawn_files;
mod pawns;

use super::borrowed_powers::FRIENDS;
use super::features::NETWORK;
use super::pieces::*;
use super::square_set::SquareSet;
use super::{Board, Friendly};
use crate::eval::{Ledger, Weights};
use crate::network::Embedded;
use crate::position::Evaluate;
use crate::types::score::WinModel;
use crate::types::square::{Step, step};
use crate::types::{Color, Kind, Score, Square};
use crate::weights;
use once_cell::sync::Lazy;
use pawn_files::PawnFiles;

weights! {
    pub WEIGHTS in "src/variants/friendly/weights.txt" ("../weights.txt"), full phase 40;
    /// The right to move.
    TEMPO "tempo" 1;
    /// Piece values by kind: none and Friend; Standard, Berolina, Chicken, Mecklenbeck, Patient and Scorpion Pawn;
    /// Poison, Hangman, Samurai, Gerbil, Archer, Bodyguard, Dayrider, Jellyfish; Impala, Sniper, Squirrel, Midnighter,
    /// Caliph, Buffalo, Mtawala, Lady.
    MATERIAL "material" COUNT, row 8;
    /// A side's Friends by their number.
    FRIENDS_LEFT "friends-left" FRIENDS + 1;
    /// Each square on which the piece could capture from its square on an otherwise empty board, by kind.
    REACHED "reached" COUNT, row 8;
    /// A piece by kind and rank, from the own first rank to the last.
    RANKS "ranks" COUNT * 12, row 12;
    /// A piece by kind and file, from the edge to the centre.
    FILES "files" COUNT * 6, row 6;
    /// Caliph mobility: by the number of squares that it reaches by sliding.
    CALIPH_MOBILITY "caliph-mobility" 23;
    /// Mtawala mobility, counted likewise.
    MTAWALA_MOBILITY "mtawala-mobility" 23;
    /// Lady mobility, counted likewise.
    LADY_MOBILITY "lady-mobility" 49;
    /// An immobilised piece by kind.
    FROZEN "frozen" COUNT, row 8;
    /// A Friend by the value of its borrowed abilities, in pawns.
    LENT "lent" 25;
    /// A Friend by the number of kinds whose abilities it has borrowed.
    GUARDS "guards" 10;
    /// An attacked Friend, by the number of Friends of its side: 0, 1 or 2. With more Friends the attack is not
    /// evaluated, because that costs more time than it gains.
    ATTACKED "friend-attacked" 3;
    /// Each enemy piece within two squares of a Friend; within four squares: with four Friends left, three, two and
    /// one.
    ENEMY_NEAR "enemy-near" FRIENDS * BANDS, row BANDS;
    /// Each own piece near a Friend, counted likewise.
    OWN_NEAR "own-near" FRIENDS * BANDS, row BANDS;
    /// The last Friend by the number of empty squares adjacent to it.
    ROOM "room" 9;
    /// A passed pawn by the number of ranks to its promotion, at most six.
    PASSED "passed" 7;
    /// A pawn with a piece on its next square, by the number of ranks to its promotion, at most six.
    BLOCKED "blocked" 7;
    /// A piece attacked by a pawn, by its kind.
    PAWN_THREAT "pawn-threat" COUNT, row 8;
}

/// The number of distances from a Friend that are told apart.
const BANDS: usize = 2;

/// The value of the last Friend for move ordering: more than any other piece.
const LAST_FRIEND: Score = 5000;

/// By kind and square, from White's side: the number of squares on which a piece could capture an enemy on an otherwise
/// empty board.
static REACH: Lazy<Vec<[u8; 256]>> = Lazy::new(|| (0..COUNT as u8).map(Kind::new).map(reach_from).collect());

fn reach_from(kind: Kind) -> [u8; 256] {
    let mut table = [0; 256];
    if kind != FRIEND && !is_pawn(kind) {
        for from in Square::all(12, 12) {
            let hits = |to: &Square| !super::tables::reach(Color::White, from, *to).of(kind).is_none();
            table[from.index()] = Square::all(12, 12).filter(|&to| to != from).filter(hits).count() as u8;
        }
    }
    table
}

/// Returns the loss, in hundredths of a pawn, of one Friend out of `left`.
#[inline(always)]
const fn loss_of_friend(left: usize) -> Score {
    WEIGHTS.mean(FRIENDS_LEFT.at(left)) - WEIGHTS.mean(FRIENDS_LEFT.at(left - 1))
}

/// Returns the loss, in hundredths of a pawn, of a piece of `kind` for a side with `friends` Friends.
#[inline(always)]
pub fn capture_worth(kind: Kind, friends: u8) -> Score {
    match (kind, friends as usize) {
        (FRIEND, left @ 2..=FRIENDS) => loss_of_friend(left),
        (FRIEND, _) => LAST_FRIEND,
        _ => Friendly::worth(kind),
    }
}

/// The state of an evaluation.
struct Evaluator<'a, L> {
    position: &'a Friendly,
    reach: &'a [[u8; 256]],
    pawns: PawnFiles,
    /// By colour: the squares of all pieces but pawns and Friends.
    pieces: [SquareSet; 2],
    ledger: &'a mut L,
}

impl<L: Ledger> Evaluator<'_, L> {
    /// Collects the squares of an army's pawns and pieces.
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

    /// Adds the terms of one army.
    #[inline(always)]
    fn army(&mut self, color: Color) {
        let position = self.position;
        let frozen = &position.powers.frozen[color.index()];
        for number in position.board.numbers(color) {
            let (kind, square) = (position.board.kind_of(number), position.board.square_of(number));
            if kind == Kind::NONE {
                continue;
            }
            let index = kind.index::<COUNT>();
            self.place(color, index, square);
            if frozen.has(square) {
                self.ledger.add(color, FROZEN.at(index), 1);
            } else {
                self.mobility(color, kind, square);
            }
            if is_pawn(kind) {
                self.pawn(color, kind, square);
            } else {
                let relative = Square::new(square.file(), color.relative_rank(square, 12));
                self.ledger.add(color, REACHED.at(index), i32::from(self.reach[index][relative.index()]));
            }
        }
        self.ledger.add_phase(self.pieces[color.index()].count_common(&self.pieces[color.index()]) as i32);
        self.friends(color);
        self.near_friends(color);
    }

    /// Adds a piece's value, and the terms of its rank and file.
    #[inline(always)]
    fn place(&mut self, color: Color, kind: usize, square: Square) {
        let rank = color.relative_rank(square, 12).min(11) as usize;
        let from_edge = square.file().min(11u8.wrapping_sub(square.file()));
        self.ledger.add(color, MATERIAL.at(kind), 1);
        self.ledger.add(color, RANKS.at(kind * 12 + rank), 1);
        self.ledger.add(color, FILES.at(kind * 6 + from_edge as usize), 1);
    }

    /// Adds the mobility of a slider.
    #[inline(always)]
    fn mobility(&mut self, color: Color, kind: Kind, from: Square) {
        let (group, squares) = match kind {
            CALIPH => (CALIPH_MOBILITY, self.open_squares(color, from, &step::DIAGONAL, 11)),
            MTAWALA => (MTAWALA_MOBILITY, self.open_squares(color, from, &step::ORTHOGONAL, 11)),
            LADY => (LADY_MOBILITY, self.open_squares(color, from, &step::ALL, 6)),
            _ => return,
        };
        self.ledger.add(color, group.at(squares), 1);
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
                let cell = self.position.board.at(to);
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
    const NETWORK_GAME: &'static str = "friendly";
    // Fitted to 250 games of 300 nodes a move.
    const CHANCES: WinModel = WinModel { even: 603, spread: 1082 };
    const WEIGHTS: Option<&'static Weights> = Some(&WEIGHTS);
    const WORTH: &'static [Score; Kind::LIMIT] = &{
        let mut worth = WEIGHTS.means(&MATERIAL);
        worth[FRIEND.index::<COUNT>()] = loss_of_friend(FRIENDS);
        worth
    };

    fn built_in_network() -> Option<&'static Embedded> {
        Some(&NETWORK)
    }

    fn evaluate_into(&self, ledger: &mut impl Ledger) {
        ledger.add(self.state.side, TEMPO.at(0), 1);
        let (pawns, pieces) = (PawnFiles::EMPTY, [SquareSet::EMPTY; 2]);
        let mut evaluator = Evaluator { position: self, reach: &REACH, pawns, pieces, ledger };
        evaluator.prepare(Color::White);
        evaluator.prepare(Color::Black);
        evaluator.army(Color::White);
        evaluator.army(Color::Black);
    }
}
