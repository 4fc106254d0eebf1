//! The evaluation of ZigZag Madness: tapered material, piece-square tables, mobility, king danger and threats, with the
//! attacks in `attack_map`; and pawns in `pawns`.
//!
//! Zigzag pieces have eight rays that are hard to block, so they are worth more than straight sliders and are dangerous
//! near a king. Pawns advance two squares a move in the enemy's half, so the rank of a passed pawn stands for the
//! number of moves that it needs. A Ninja Pawn in hand, which can block a line or attack from rank 5 at once, is worth
//! a little more than one on its first ranks.

mod attack_map;
mod pawns;

use super::ZigZagMadness;
use super::attack::Board;
use super::tables::{
    BISHOP, ENEMY_HALF, FERZ_KNIGHT, KINDS, KING, NINJA, PAWN, QUEEN, ROOK, SIZE, WAZIR_KNIGHT, ZIGZAG_BISHOP,
    ZIGZAG_ROOK, own_rank,
};
use crate::eval::king_safety::{KingAttack, shelter};
use crate::eval::pawn_files::PawnFiles;
use crate::eval::{Ledger, Weights, weights::Group};
use crate::position::Evaluate;
use crate::types::score::WinModel;
use crate::types::square::step;
use crate::types::{Color, Kind, Score, Square};
use crate::variants::orthodox::castling::CastlingSide;
use crate::weights;
use attack_map::{AttackMap, BY_KING, BY_MINOR, BY_PAWN};

weights! {
    pub(super) WEIGHTS in "src/variants/zigzag_madness/weights.txt" ("../weights.txt"), full phase 36;
    /// The right to move.
    TEMPO "tempo" 1;
    /// Piece values by kind: none, pawn, Ninja Pawn, Wazir-Knight, Ferz-Knight, bishop, rook, ZigZag Bishop, ZigZag
    /// Rook, queen, king.
    MATERIAL "material" KINDS;
    /// Ninja Pawns in hand, by their number.
    HAND "hand" 6;
    /// Piece-square tables by kind: from the own first rank to the last, from the edge to the centre files.
    SQUARES "squares" KINDS * 50, row 5;
    /// Wazir-Knight mobility: by the number of reachable squares not attacked by enemy pawns.
    WAZIR_KNIGHT_MOBILITY "wazir-knight-mobility" 13;
    /// Ferz-Knight mobility, counted likewise.
    FERZ_KNIGHT_MOBILITY "ferz-knight-mobility" 13;
    /// Bishop mobility, counted likewise.
    BISHOP_MOBILITY "bishop-mobility" 18;
    /// Rook mobility, counted likewise.
    ROOK_MOBILITY "rook-mobility" 19;
    /// ZigZag Bishop mobility, counted likewise.
    ZIGZAG_BISHOP_MOBILITY "zigzag-bishop-mobility" 21;
    /// ZigZag Rook mobility, counted likewise.
    ZIGZAG_ROOK_MOBILITY "zigzag-rook-mobility" 25;
    /// Queen mobility, counted likewise.
    QUEEN_MOBILITY "queen-mobility" 36;
    /// The bishop pair.
    BISHOP_PAIR "bishop-pair" 1;
    /// A rook on an open file; on a half-open file.
    ROOK_FILE "rook-file" 2;
    /// A doubled pawn or Ninja Pawn: one with another own one in its file.
    DOUBLED "doubled" 1;
    /// An isolated pawn; Ninja Pawns do not count.
    ISOLATED "isolated" 1;
    /// A connected pawn or Ninja Pawn by rank: with another beside it, defended by one, and both.
    CONNECTED "connected" 30, row 10;
    /// A passed pawn or Ninja Pawn by rank.
    PASSED "passed" 10;
    /// A passed pawn by rank, if its next square is occupied.
    PASSED_BLOCKED "passed-blocked" 10;
    /// A passed pawn by rank, if its next square is empty and not attacked.
    PASSED_SAFE "passed-safe" 10;
    /// A passed pawn by the own king's distance from its next square, from the fifth rank on once more for each rank.
    PASSED_OWN_KING "passed-own-king" 10;
    /// A passed pawn by the enemy king's distance from its next square, counted likewise.
    PASSED_ENEMY_KING "passed-enemy-king" 10;
    /// Pawn shelter: each pawn or Ninja Pawn ahead of its king in three files, counted twice on the next rank and once
    /// on the rank after that.
    SHELTER "shelter" 1;
    /// A file without own pawns: the king's file; an adjacent file.
    KING_FILE "king-file" 2;
    /// Castling rights by their number.
    CASTLING "castling" 3;
    /// Danger to the enemy king by units of danger, from two attackers on.
    DANGER "danger" 40;
    /// Squares beside the enemy king, if it is in danger, that are attacked and defended by the king alone, by their
    /// number.
    WEAK_POINTS "weak-points" 10;
    /// A piece attacked by a pawn or Ninja Pawn, by its kind.
    PAWN_THREAT "pawn-threat" KINDS;
    /// A rook or stronger piece attacked by a Wazir-Knight, Ferz-Knight or bishop, by its kind.
    MINOR_THREAT "minor-threat" KINDS;
    /// A hanging (attacked and undefended) piece by its kind.
    HANGING "hanging" KINDS;
}

/// The share of a piece in the game phase, by kind.
const PHASE: [i32; 16] = [0, 0, 0, 1, 1, 1, 2, 3, 3, 4, 0, 0, 0, 0, 0, 0];

/// Units of danger for each attacked square of the king's neighbourhood, by the attacker's kind.
const ATTACK_UNITS: [i32; 16] = [0, 0, 0, 2, 2, 2, 3, 3, 4, 5, 0, 0, 0, 0, 0, 0];

#[inline(always)]
fn square_weight(color: Color, kind: usize, square: Square) -> usize {
    let from_edge = square.file().min((SIZE - 1).wrapping_sub(square.file()));
    SQUARES.at(kind * 50 + own_rank(color, square) as usize * 5 + from_edge as usize)
}

/// Some pieces of an army, as a mask, so that gaps in the army's list need not be skipped each time.
#[derive(Clone, Copy)]
struct Pieces {
    /// The number of the army's first piece.
    first: usize,
    /// One bit for each piece, by its index in the army's list.
    mask: u32,
}

impl Pieces {
    /// Iterates over the kinds and squares of the pieces.
    #[inline(always)]
    fn on(mut self, board: &Board) -> impl Iterator<Item = (Kind, Square)> + '_ {
        std::iter::from_fn(move || {
            let number = self.first + self.mask.trailing_zeros() as usize;
            let is_left = self.mask != 0;
            self.mask &= self.mask.wrapping_sub(1);
            is_left.then(|| (board.kind_of(number), board.square_of(number)))
        })
    }
}

/// An army: pawns and Ninja Pawns, and all other pieces.
#[derive(Clone, Copy)]
struct Army {
    pawns: Pieces,
    pieces: Pieces,
}

impl Army {
    #[inline(always)]
    fn of(board: &Board, color: Color) -> Army {
        let first = Board::first(color);
        let (mut pawns, mut pieces) = (0, 0);
        for index in 0..Board::ARMY {
            let kind = board.kind_of(first + index);
            pawns |= u32::from(is_pawn(kind)) << index;
            pieces |= u32::from(kind > NINJA) << index;
        }
        Army { pawns: Pieces { first, mask: pawns }, pieces: Pieces { first, mask: pieces } }
    }
}

#[inline(always)]
fn is_pawn(kind: Kind) -> bool {
    matches!(kind, PAWN | NINJA)
}

/// The state of an evaluation.
struct Evaluator<'a, L> {
    position: &'a ZigZagMadness,
    armies: [Army; 2],
    pawns: PawnFiles,
    attacks: [AttackMap; 2],
    ledger: &'a mut L,
}

impl<L: Ledger> Evaluator<'_, L> {
    #[inline(always)]
    fn attacks_of(&self, color: Color) -> &AttackMap {
        &self.attacks[color.index()]
    }

    #[inline(always)]
    fn is_pawn(&self, color: Color, square: Square) -> bool {
        is_pawn(self.position.board.kind_at(square, color))
    }

    // Separate calls for each army let the compiler specialise them for the colour.
    #[inline(always)]
    fn run(mut self) {
        self.prepare(Color::White);
        self.prepare(Color::Black);
        let white = self.pieces(Color::White);
        let black = self.pieces(Color::Black);
        self.relations(Color::White, &white);
        self.relations(Color::Black, &black);
    }

    /// Adds the attacks of king and pawns to the maps, and collects the pawns by file.
    #[inline(always)]
    fn prepare(&mut self, color: Color) {
        let board = &self.position.board;
        let Army { pawns, pieces } = self.armies[color.index()];
        let [white, black] = &mut self.attacks;
        let (own, enemy) = match color {
            Color::White => (white, black),
            Color::Black => (black, white),
        };
        attack_map::add_king(own, enemy, board, color);
        for (_, square) in pieces.on(board) {
            own.exclude(square);
        }
        for (kind, square) in pawns.on(board) {
            own.exclude(square);
            attack_map::add_pawn(own, enemy, color, kind, square);
            self.pawns.add(color, square);
        }
    }

    /// Adds the terms that depend on the attacks of both armies.
    #[inline(always)]
    fn relations(&mut self, color: Color, king_attack: &KingAttack) {
        self.king_danger(color, king_attack);
        self.pawns(color);
        self.king(color);
        self.threats(color);
    }

    /// Adds the terms of each piece but pawns, and returns the army's attacks on the enemy king.
    #[inline(always)]
    fn pieces(&mut self, color: Color) -> KingAttack {
        let position = self.position;
        let (mut king_attack, mut bishops) = (KingAttack::default(), 0);
        for (kind, square) in self.armies[color.index()].pieces.on(&position.board) {
            let index = kind.index::<16>();
            self.place(color, index, square);
            self.ledger.add_phase(PHASE[index]);
            if let Some(mobility) = mobility_of(kind) {
                let reached = self.attack(color, kind, square);
                self.ledger.add(color, mobility.at(reached.squares), 1);
                king_attack.add(reached.hits, ATTACK_UNITS[index]);
            }
            bishops += i32::from(kind == BISHOP);
            if kind == ROOK {
                self.rook_file(color, square);
            }
        }
        self.ledger.add(color, BISHOP_PAIR.at(0), i32::from(bishops >= 2));
        self.ledger.add(color, HAND.at(position.hands[color.index()] as usize % HAND.len), 1);
        king_attack
    }

    #[inline(always)]
    fn king_danger(&mut self, color: Color, king_attack: &KingAttack) {
        if let Some(units) = king_attack.units() {
            self.ledger.add(color, DANGER.at(units.min(DANGER.len - 1)), 1);
            let weak = self.weak_points(color, self.position.board.king(!color));
            self.ledger.add(color, WEAK_POINTS.at(weak), 1);
        }
    }

    /// Adds a piece's value and its piece-square term.
    #[inline(always)]
    fn place(&mut self, color: Color, index: usize, square: Square) {
        self.ledger.add(color, MATERIAL.at(index), 1);
        self.ledger.add(color, square_weight(color, index, square), 1);
    }

    #[inline(always)]
    fn rook_file(&mut self, color: Color, square: Square) {
        if let Some(openness) = self.pawns.openness(color, square) {
            self.ledger.add(color, ROOK_FILE.at(openness), 1);
        }
    }

    /// Returns the number of squares beside the enemy king that `color` attacks and only the king defends.
    #[inline(always)]
    fn weak_points(&self, color: Color, king: Square) -> usize {
        let (own, enemy) = (self.attacks_of(color), self.attacks_of(!color));
        let around = step::ALL.iter().filter(|&&step| {
            let square = king.step(step);
            own.on(square) != 0 && enemy.on(square) == BY_KING
        });
        around.count()
    }

    /// Adds the terms for the safety of the own king.
    #[inline(always)]
    fn king(&mut self, color: Color) {
        let king = self.position.board.king(color);
        let sheltered = shelter(color, king, |square| self.is_pawn(color, square));
        self.ledger.add(color, SHELTER.at(0), sheltered);
        let bare = |step| {
            let square = king.step(step);
            i32::from(square.file() < SIZE && !self.pawns.has_pawn(color, square))
        };
        let beside = bare(step::W) + bare(step::E);
        let own = bare(0);
        self.ledger.add(color, KING_FILE.at(0), own);
        self.ledger.add(color, KING_FILE.at(1), beside);
        let has = |side: &CastlingSide| self.position.rights.has(color, *side);
        let rights = CastlingSide::BOTH.iter().filter(|side| has(side)).count();
        self.ledger.add(color, CASTLING.at(rights), 1);
    }

    /// Adds the enemy pieces that `color` attacks.
    #[inline(always)]
    fn threats(&mut self, color: Color) {
        let position = self.position;
        for (kind, square) in position.board.army(!color) {
            let (attackers, guards) = (self.attacks_of(color).on(square), self.attacks_of(!color).on(square));
            if attackers == 0 || kind == KING {
                continue;
            }
            let index = kind.index::<16>();
            if guards == 0 {
                self.ledger.add(color, HANGING.at(index), 1);
            }
            if attackers & BY_PAWN != 0 {
                self.ledger.add(color, PAWN_THREAT.at(index), 1);
            } else if kind >= ROOK && attackers & BY_MINOR != 0 {
                self.ledger.add(color, MINOR_THREAT.at(index), 1);
            }
        }
    }
}

/// Returns the mobility weights of a kind, if it has any.
#[inline(always)]
fn mobility_of(kind: Kind) -> Option<Group> {
    Some(match kind {
        WAZIR_KNIGHT => WAZIR_KNIGHT_MOBILITY,
        FERZ_KNIGHT => FERZ_KNIGHT_MOBILITY,
        BISHOP => BISHOP_MOBILITY,
        ROOK => ROOK_MOBILITY,
        ZIGZAG_BISHOP => ZIGZAG_BISHOP_MOBILITY,
        ZIGZAG_ROOK => ZIGZAG_ROOK_MOBILITY,
        QUEEN => QUEEN_MOBILITY,
        _ => return None,
    })
}

impl Evaluate for ZigZagMadness {
    const NETWORK_GAME: &'static str = "zigzagmadness";
    // Fitted to 2,256 games of 500 nodes a move.
    const CHANCES: WinModel = WinModel { even: 92, spread: 312 };
    const WEIGHTS: Option<&'static Weights> = Some(&WEIGHTS);
    const WORTH: &'static [Score; Kind::LIMIT] = &WEIGHTS.means(&MATERIAL);

    fn evaluate_into(&self, ledger: &mut impl Ledger) {
        ledger.add(self.state.side, TEMPO.at(0), 1);
        let armies = [Army::of(&self.board, Color::White), Army::of(&self.board, Color::Black)];
        Evaluator { position: self, armies, pawns: PawnFiles::EMPTY, attacks: [AttackMap::EMPTY; 2], ledger }.run();
    }
}
