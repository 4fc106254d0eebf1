//! The evaluation of the Penalty Box games: tapered material, piece-square tables, mobility, pawns and king danger as
//! in chess, and terms for the box and the token.
//!
//! Pieces return from the box to any square, so an exposed king is in more danger than in chess, and a passed pawn
//! counts less than one that can be boxed and dropped on the last rank.

use super::{BoxGame, BoxRules};
use crate::eval::king_safety::{KingAttack, shelter};
use crate::eval::pawn_files::PawnFiles;
use crate::eval::weights::Group;
use crate::eval::{Ledger, Weights, king_ring, piece_square};
use crate::network::Embedded;
use crate::position::Evaluate;
use crate::types::square::{Step, step};
use crate::types::{Cell, Color, Kind, Score, Square};
use crate::variants::orthodox::pieces::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, base};
use crate::{more_weights, weights};

weights! {
    pub(super) PENALTY_BOX in "src/variants/penalty_box/penaltybox.txt" ("penaltybox.txt"), full phase 24;
    /// The right to move.
    TEMPO "tempo" 1;
    /// Piece values by kind: none, pawn, knight, bishop, rook, queen, king; then the same for promoted pawns, which may
    /// turn into pawns again.
    MATERIAL "material" 2 * KINDS, row KINDS;
    /// Piece-square tables by kind, from the own first rank to the last.
    SQUARES "squares" KINDS * 64, row 8;
    /// Knight mobility: by the number of reachable squares.
    KNIGHT_MOBILITY "knight-mobility" 9;
    /// Bishop mobility, counted likewise.
    BISHOP_MOBILITY "bishop-mobility" 14;
    /// Rook mobility, counted likewise.
    ROOK_MOBILITY "rook-mobility" 15;
    /// Queen mobility, counted likewise.
    QUEEN_MOBILITY "queen-mobility" 28;
    /// The bishop pair.
    BISHOP_PAIR "bishop-pair" 1;
    /// A doubled pawn: one with an own pawn ahead of it in its file.
    DOUBLED "doubled" 1;
    /// An isolated pawn.
    ISOLATED "isolated" 1;
    /// A passed pawn by rank, unless it is doubled.
    PASSED "passed" 8;
    /// A rook on an open file; on a half-open file.
    ROOK_FILE "rook-file" 2;
    /// An attacked enemy piece, by the attacker's kind and its own: with the enemy to move; with the attacker to move.
    THREATS "threats" 2 * KINDS * KINDS, row KINDS;
    /// Pawn shelter: each own pawn ahead of the king in three files, counted twice on the next rank and once on the
    /// rank after that.
    SHELTER "shelter" 1;
    /// The king by the number of empty squares from which a queen released from the box would attack it.
    KING_LINES "king-lines" 28;
    /// The number of empty squares beside the king; then the same with an enemy piece in the box, which may be released
    /// there.
    KING_AIR "king-air" 2 * 9, row 9;
    /// The token's distance from the king; 0 while the token is on the centre point.
    TOKEN_NEAR_KING "token-near-king" 8;
    /// Danger to the enemy king by units of danger, from two attackers on.
    DANGER "danger" 32;
    /// The best enemy piece that the token can swallow, by kind: with the enemy to move; with the own side to move.
    SWALLOW "swallow" 2 * KINDS, row KINDS;
    /// An own piece in the box, by kind: with the enemy to move; with its owner to move. The side that fills the box
    /// next chooses where this piece is released.
    BOXED "boxed" 2 * KINDS, row KINDS;
    /// An own king in the box: with its owner to move; then with the enemy to move, who may release it into mate, by
    /// the game phase of the enemy's pieces.
    BOXED_KING "boxed-king" 1 + 13;
    /// The best captured own piece, by kind, with the own king in the box and its owner to move.
    FREE_PIECE_LATER "free-piece-later" KINDS;
    /// The best captured own piece, by kind, with the right to return one now.
    FREE_PIECE_NOW "free-piece-now" KINDS;
    /// A pawn of the side to move whose promotion still has to be chosen.
    WAITING "waiting" 1;
}

more_weights! {
    pub(super) NO_KING in "src/variants/penalty_box/penaltybox-noking.txt" ("penaltybox-noking.txt"), like PENALTY_BOX
}

more_weights! {
    pub(super) BEN in "src/variants/penalty_box/penaltybox-ben.txt" ("penaltybox-ben.txt"), like PENALTY_BOX
}

const KINDS: usize = 8;

/// The share of a piece in the game phase, by kind.
const PHASE: [i32; KINDS] = [0, 0, 1, 1, 2, 4, 0, 0];

/// Units of danger for each attacked square of the king's neighbourhood, by the attacker's kind.
const ATTACK_UNITS: [i32; KINDS] = [0, 0, 2, 2, 3, 5, 0, 0];

/// A square far from the board, which stands for the square of a boxed king.
const NOWHERE: Square = Square::new(11, 11);

/// The state of the evaluation of one army.
struct Evaluator<'a, R: BoxRules, L> {
    position: &'a BoxGame<R>,
    color: Color,
    /// 1 for the side to move, 0 for the other: the row of tables that depend on it.
    to_move: usize,
    enemy_king: Square,
    pawns: &'a PawnFiles,
    king_attack: KingAttack,
    bishops: i32,
    phase: i32,
    ledger: &'a mut L,
}

impl<R: BoxRules, L: Ledger> Evaluator<'_, R, L> {
    #[inline(always)]
    fn add(&mut self, weight: usize) {
        self.ledger.add(self.color, weight, 1);
    }

    /// Adds the terms of the army's pieces, and returns their game phase.
    #[inline(always)]
    fn run(mut self) -> i32 {
        for (kind, square) in self.position.board.army(self.color) {
            self.add(MATERIAL.at(kind.index::<16>()));
            self.add(SQUARES.at((kind.index::<8>()) * 64 + piece_square::index(self.color, square)));
            self.phase += PHASE[kind.index::<8>()];
            self.piece(base(kind), square);
        }
        if self.bishops >= 2 {
            self.add(BISHOP_PAIR.at(0));
        }
        if let Some(units) = self.king_attack.units() {
            self.add(DANGER.at(units.min(DANGER.len - 1)));
        }
        self.ledger.add_phase(self.phase);
        self.phase
    }

    #[inline(always)]
    fn piece(&mut self, kind: Kind, square: Square) {
        match kind {
            PAWN => self.pawn(square),
            KNIGHT => self.leap(square),
            BISHOP => {
                self.bishops += 1;
                self.slide(kind, square, &step::DIAGONAL, BISHOP_MOBILITY);
            }
            ROOK => {
                if let Some(openness) = self.pawns.openness(self.color, square) {
                    self.add(ROOK_FILE.at(openness));
                }
                self.slide(kind, square, &step::ORTHOGONAL, ROOK_MOBILITY);
            }
            QUEEN => self.slide(kind, square, &step::ALL, QUEEN_MOBILITY),
            KING => self.king(square),
            _ => {}
        }
    }

    #[inline(always)]
    fn pawn(&mut self, square: Square) {
        let (color, pawns) = (self.color, self.pawns);
        if pawns.is_behind_own_pawn(color, square) {
            self.add(DOUBLED.at(0));
        } else if pawns.is_passed(color, square) {
            self.add(PASSED.at(color.relative_rank(square, 8) as usize & 7));
        }
        if pawns.is_isolated(color, square) {
            self.add(ISOLATED.at(0));
        }
        let ahead = square.step(color.forward());
        self.threaten(PAWN, self.position.board.at(ahead.step(step::E)));
        self.threaten(PAWN, self.position.board.at(ahead.step(step::W)));
    }

    #[inline(always)]
    fn leap(&mut self, square: Square) {
        let (mut squares, mut hits) = (0, 0);
        for step in step::KNIGHT {
            let to = square.step(step);
            let cell = self.position.board.at(to);
            squares += usize::from(cell.admits(self.color));
            hits += i32::from(cell != Cell::WALL && king_ring::bit(self.enemy_king, to) != 0);
            self.threaten(KNIGHT, cell);
        }
        self.king_attack.add(hits, ATTACK_UNITS[KNIGHT.index::<KINDS>()]);
        self.add(KNIGHT_MOBILITY.at(squares));
    }

    #[inline(always)]
    fn slide<const D: usize>(&mut self, kind: Kind, square: Square, lines: &[Step; D], mobility: Group) {
        let (mut squares, mut hits) = (0, 0);
        for &line in lines {
            let mut to = square.step(line);
            while self.position.board.at(to).is_empty() {
                squares += 1;
                hits += i32::from(king_ring::bit(self.enemy_king, to) != 0);
                to = to.step(line);
            }
            let cell = self.position.board.at(to);
            squares += usize::from(cell.admits(self.color));
            hits += i32::from(cell != Cell::WALL && king_ring::bit(self.enemy_king, to) != 0);
            self.threaten(kind, cell);
        }
        self.king_attack.add(hits, ATTACK_UNITS[kind.index::<8>()]);
        self.add(mobility.at(squares));
    }

    /// Adds an attack on the piece in a cell, if it is an enemy.
    #[inline(always)]
    fn threaten(&mut self, kind: Kind, cell: Cell) {
        if cell.is(!self.color) {
            let victim = self.position.board.kind(cell).index::<KINDS>();
            self.add(THREATS.at((self.to_move * KINDS + kind.index::<KINDS>()) * KINDS + victim));
        }
    }

    #[inline(always)]
    fn king(&mut self, square: Square) {
        let position = self.position;
        let shelter = shelter(self.color, square, |square| position.board.kind_at(square, self.color) == PAWN);
        self.ledger.add(self.color, SHELTER.at(0), shelter);
        let (mut lines, mut air) = (0, 0);
        for line in step::ALL {
            let mut to = square.step(line);
            air += usize::from(position.board.at(to).is_empty());
            while position.board.at(to).is_empty() {
                lines += 1;
                to = to.step(line);
            }
        }
        let is_watched = !position.inmate.is_none() && position.inmate.color() != self.color;
        self.add(KING_LINES.at(lines));
        self.add(KING_AIR.at(usize::from(is_watched) * 9 + air));
        let token = if position.token == Square::NONE { 0 } else { position.token.distance(square) };
        self.add(TOKEN_NEAR_KING.at(token as usize & 7));
    }
}

#[inline(always)]
fn evaluate_army<R: BoxRules>(position: &BoxGame<R>, color: Color, pawns: &PawnFiles, ledger: &mut impl Ledger) -> i32 {
    let to_move = usize::from(position.state.side == color);
    let enemy_king = if position.king(!color) == Square::NONE { NOWHERE } else { position.king(!color) };
    let king_attack = KingAttack::default();
    Evaluator { position, color, to_move, enemy_king, pawns, king_attack, bishops: 0, phase: 0, ledger }.run()
}

/// Adds the terms of the box, the token and pending rights for `color`; `enemy_phase` is the game phase of the enemy's
/// pieces.
#[inline(always)]
fn penalty_box<R: BoxRules>(position: &BoxGame<R>, color: Color, enemy_phase: i32, ledger: &mut impl Ledger) {
    let to_move = position.state.side == color;
    let tables = usize::from(to_move) * KINDS;
    ledger.add(color, SWALLOW.at(tables + best_swallow(position, color)), 1);
    if !position.inmate.is_none() && position.inmate.color() == color {
        match base(position.inmate.kind()) {
            KING if to_move => {
                ledger.add(color, BOXED_KING.at(0), 1);
                ledger.add(color, FREE_PIECE_LATER.at(best_captured(position, color)), 1);
            }
            KING => ledger.add(color, BOXED_KING.at(1 + enemy_phase.clamp(0, 12) as usize), 1),
            kind => ledger.add(color, BOXED.at(tables + kind.index::<KINDS>()), 1),
        }
    }
    if to_move && position.free_piece {
        ledger.add(color, FREE_PIECE_NOW.at(best_captured(position, color)), 1);
    }
    if to_move && position.waiting != Square::NONE {
        ledger.add(color, WAITING.at(0), 1);
    }
}

/// Returns the kind of the best enemy piece other than a king at a knight's move from the token; 0 if there is none.
#[inline(always)]
fn best_swallow<R: BoxRules>(position: &BoxGame<R>, color: Color) -> usize {
    if position.token == Square::NONE {
        return 0;
    }
    let kinds = step::KNIGHT.map(|step| base(position.board.kind_at(position.token.step(step), !color)));
    kinds.into_iter().filter(|&kind| kind != KING).fold(Kind::NONE, Kind::max).index::<KINDS>()
}

/// Returns the kind of the best own piece that has been captured; 0 if there is none.
#[inline(always)]
fn best_captured<R: BoxRules>(position: &BoxGame<R>, color: Color) -> usize {
    let captured = &position.captured[color.index()];
    Kind::range(PAWN, QUEEN).rev().find(|&kind| captured[kind.index::<6>()] > 0).unwrap_or(Kind::NONE).index::<KINDS>()
}

impl<R: BoxRules> Evaluate for BoxGame<R> {
    const NETWORK_GAME: &'static str = R::NETWORK_GAME;
    const WEIGHTS: &'static Weights = R::WEIGHTS;
    const WORTH: &'static [Score; Kind::LIMIT] = &R::WEIGHTS.means(&MATERIAL);

    fn built_in_network() -> Option<&'static Embedded> {
        Some(R::built_in_network())
    }

    #[inline(always)]
    fn worth(kind: Kind) -> Score {
        base(kind).of(Self::WORTH)
    }

    fn evaluate_into(&self, ledger: &mut impl Ledger) {
        let pawns = PawnFiles::of(&self.board, |kind| kind == PAWN);
        let white = evaluate_army(self, Color::White, &pawns, ledger);
        let black = evaluate_army(self, Color::Black, &pawns, ledger);
        penalty_box(self, Color::White, black, ledger);
        penalty_box(self, Color::Black, white, ledger);
        ledger.add(self.state.side, TEMPO.at(0), 1);
    }
}
