//! Tapered material, placement, mobility and pawns as in chess, and what the box and the token make of them.
//!
//! Pieces come back from the box anywhere, so a bare king is in more danger here than in chess, and a
//! passed pawn is worth less than one that can be boxed and dropped on its last rank.

use super::{BoxGame, Rules};
use crate::eval::king::{Siege, reach, shelter};
use crate::eval::{Ledger, table};
use crate::types::square::{Step, step};
use crate::types::{Color, Score, Square};
use crate::variants::chess::tables::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
use crate::{more_weights, weights};

weights! {
    pub(super) PENALTY_BOX in "src/variants/penalty_box/penaltybox.txt" ("penaltybox.txt"), full phase 24;
    /// The right to move.
    TEMPO "tempo" 1;
    /// A piece by kind: none, pawn, knight, bishop, rook, queen, king; then promoted pawns, which may be pawns again.
    MATERIAL "material" 2 * KINDS, row KINDS;
    /// A piece by kind and square, from White's first rank to his last.
    SQUARES "squares" KINDS * 64, row 8;
    /// A knight by the number of squares that it reaches.
    KNIGHT_MOBILITY "knight-mobility" 9;
    /// A bishop by the number of squares that it reaches.
    BISHOP_MOBILITY "bishop-mobility" 14;
    /// A rook by the number of squares that it reaches.
    ROOK_MOBILITY "rook-mobility" 15;
    /// A queen by the number of squares that she reaches.
    QUEEN_MOBILITY "queen-mobility" 28;
    /// Two bishops.
    BISHOP_PAIR "bishop-pair" 1;
    /// A pawn behind another one of its own in its file.
    DOUBLED "doubled" 1;
    /// A pawn without enemy pawns ahead, in its file or beside it, by rank.
    PASSED "passed" 8;
    /// An own pawn before the king or beside that, twice as much on the next rank as on the one behind.
    SHELTER "shelter" 1;
    /// Two or more attackers at the enemy king, by the danger that their attacks add up to.
    DANGER "danger" 32;
    /// The best enemy piece that the token can swallow by kind, with the enemy to move; then with the own side to move.
    SWALLOW "swallow" 2 * KINDS, row KINDS;
    /// An own piece in the box by kind, with the enemy to move; then with its owner to move: whoever fills the box next
    /// decides where it goes.
    BOXED "boxed" 2 * KINDS, row KINDS;
    /// An own king in the box: with its owner to move; then with the enemy to move, who may release it into a mate, by
    /// how much of the middle game his pieces keep alive.
    BOXED_KING "boxed-king" 1 + 13;
    /// The best captured own piece by kind, with the own king boxed and his owner to move.
    FREE_PIECE_LATER "free-piece-later" KINDS;
    /// The best captured own piece by kind, with the right to bring one back now.
    FREE_PIECE_NOW "free-piece-now" KINDS;
    /// A pawn of the side to move that waits for its owner's choice.
    WAITING "waiting" 1;
}

more_weights! {
    pub(super) NO_KING in "src/variants/penalty_box/penaltybox-noking.txt" ("penaltybox-noking.txt"), like PENALTY_BOX
}

more_weights! {
    pub(super) BEN in "src/variants/penalty_box/penaltybox-ben.txt" ("penaltybox-ben.txt"), like PENALTY_BOX
}

const KINDS: usize = 8;

/// How much of the middle game a piece keeps alive, by kind.
const PHASE: [i32; KINDS] = [0, 0, 1, 1, 2, 4, 0, 0];

/// Danger units for each attack on the king's neighbourhood, by the attacker's kind.
const ATTACK_UNITS: [i32; KINDS] = [0, 0, 2, 2, 3, 5, 0, 0];

/// Material worth of a kind for move ordering, in hundredths of a pawn.
#[inline(always)]
pub(super) fn worth(kind: u8) -> Score {
    const WORTH: [Score; 8] = [0, 100, 320, 335, 500, 980, 0, 0];
    WORTH[kind as usize & 7]
}

/// The rank of a square counted from an army's own first rank.
#[inline(always)]
fn advance(color: Color, square: Square) -> usize {
    color.choose(square.rank(), 7 - square.rank()) as usize & 7
}

/// Where the pawns of both sides are, one bit for each rank of a file.
struct Pawns([[u8; 8]; 2]);

impl Pawns {
    fn of<R: Rules>(position: &BoxGame<R>) -> Pawns {
        let mut files = [[0; 8]; 2];
        for color in Color::ALL {
            for (_, square) in position.board.army(color).filter(|piece| piece.0 == PAWN) {
                files[color.index()][square.file() as usize & 7] |= 1 << (square.rank() & 7);
            }
        }
        Pawns(files)
    }

    /// What is to be said of a pawn: not the foremost in its file, passed, or nothing.
    #[inline(always)]
    fn judge(&self, color: Color, square: Square) -> Option<usize> {
        let (file, rank) = (square.file() as usize & 7, square.rank() & 7);
        let ahead: u8 = color.choose(!1u8 << rank, !(0xFFu8 << rank));
        let enemy = &self.0[1 - color.index()];
        let near = file.saturating_sub(1)..=(file + 1).min(7);
        if self.0[color.index()][file] & ahead != 0 {
            return Some(DOUBLED.at(0));
        }
        let passed = enemy[near].iter().all(|ranks| ranks & ahead == 0);
        passed.then(|| PASSED.at(advance(color, square)))
    }
}

/// One army's pieces, seen against the other side's king.
struct Survey<'a, R: Rules, L> {
    position: &'a BoxGame<R>,
    color: Color,
    enemy_king: Square,
    siege: Siege,
    bishops: i32,
    phase: i32,
    ledger: &'a mut L,
}

impl<R: Rules, L: Ledger> Survey<'_, R, L> {
    #[inline(always)]
    fn add(&mut self, weight: usize) {
        self.ledger.add(self.color, weight, 1);
    }

    /// Enters the army and returns how much of the middle game it keeps alive.
    #[inline(always)]
    fn run(mut self, pawns: &Pawns) -> i32 {
        for (kind, square) in self.position.board.army(self.color) {
            self.piece(kind, square, pawns);
        }
        if self.bishops >= 2 {
            self.add(BISHOP_PAIR.at(0));
        }
        if let Some(units) = self.siege.units() {
            self.add(DANGER.at(units.min(DANGER.len - 1)));
        }
        self.ledger.keep_alive(self.phase);
        self.phase
    }

    #[inline(always)]
    fn piece(&mut self, kind: u8, square: Square, pawns: &Pawns) {
        let index = kind as usize & 7;
        self.add(MATERIAL.at(kind as usize & 15));
        self.add(SQUARES.at(index * 64 + table::index(self.color, square)));
        self.phase += PHASE[index];
        match kind & 7 {
            PAWN => {
                if let Some(weight) = pawns.judge(self.color, square) {
                    self.add(weight);
                }
            }
            KNIGHT => self.reach(index, square, (&step::KNIGHT, false), KNIGHT_MOBILITY.start),
            BISHOP => {
                self.bishops += 1;
                self.reach(index, square, (&step::DIAGONAL, true), BISHOP_MOBILITY.start);
            }
            ROOK => self.reach(index, square, (&step::ORTHOGONAL, true), ROOK_MOBILITY.start),
            QUEEN => self.reach(index, square, (&step::ALL, true), QUEEN_MOBILITY.start),
            KING => {
                let shelter = shelter(self.color, square, |square| self.is_pawn(square));
                self.ledger.add(self.color, SHELTER.at(0), shelter);
            }
            _ => {}
        }
    }

    /// What a piece reaches: squares, and hits beside the enemy king.
    #[inline(always)]
    fn reach<const D: usize>(&mut self, index: usize, from: Square, moves: (&[Step; D], bool), mobility: usize) {
        let (squares, hits) = reach(&self.position.board, self.color, from, moves, self.enemy_king);
        self.add(mobility + squares as usize);
        self.siege.add(hits, ATTACK_UNITS[index]);
    }

    fn is_pawn(&self, square: Square) -> bool {
        self.position.board.kind_at(square, self.color) == PAWN
    }
}

/// Enters what box, token and pending rights mean to `color`; `enemy_phase` says how much the enemy can mate with.
#[inline(always)]
fn penalty_box<R: Rules>(position: &BoxGame<R>, color: Color, enemy_phase: i32, ledger: &mut impl Ledger) {
    let to_move = position.state.side == color;
    let tables = usize::from(to_move) * KINDS;
    ledger.add(color, SWALLOW.at(tables + best_swallow(position, color)), 1);
    if !position.inmate.is_none() && position.inmate.color() == color {
        match position.inmate.kind() & 7 {
            KING if to_move => {
                ledger.add(color, BOXED_KING.at(0), 1);
                ledger.add(color, FREE_PIECE_LATER.at(best_captured(position, color)), 1);
            }
            KING => ledger.add(color, BOXED_KING.at(1 + enemy_phase.clamp(0, 12) as usize), 1),
            kind => ledger.add(color, BOXED.at(tables + kind as usize), 1),
        }
    }
    if to_move && position.free_piece {
        ledger.add(color, FREE_PIECE_NOW.at(best_captured(position, color)), 1);
    }
    if to_move && position.waiting != Square::NONE {
        ledger.add(color, WAITING.at(0), 1);
    }
}

/// The kind of the best enemy piece a knight's leap from the token; 0 if there is none but a king.
#[inline(always)]
fn best_swallow<R: Rules>(position: &BoxGame<R>, color: Color) -> usize {
    if position.token == Square::NONE {
        return 0;
    }
    let kinds = step::KNIGHT.map(|step| position.board.kind_at(position.token.step(step), !color) & 7);
    kinds.into_iter().filter(|&kind| kind != KING).fold(0, u8::max) as usize
}

/// The kind of the best own piece that has been captured; 0 if there is none.
#[inline(always)]
fn best_captured<R: Rules>(position: &BoxGame<R>, color: Color) -> usize {
    let captured = &position.captured[color.index()];
    (PAWN..=QUEEN).rev().find(|&kind| captured[kind as usize] > 0).unwrap_or(0) as usize
}

pub(super) fn appraise<R: Rules>(position: &BoxGame<R>, ledger: &mut impl Ledger) {
    let pawns = Pawns::of(position);
    let [white, black] = Color::ALL.map(|color| {
        let (enemy_king, siege) = (position.king(!color), Siege::default());
        let survey = Survey { position, color, enemy_king, siege, bishops: 0, phase: 0, ledger: &mut *ledger };
        survey.run(&pawns)
    });
    penalty_box(position, Color::White, black, ledger);
    penalty_box(position, Color::Black, white, ledger);
    ledger.add(position.state.side, TEMPO.at(0), 1);
}
