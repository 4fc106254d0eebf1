//! Tapered material, piece-square tables, mobility, pawns, king danger and threats.
//!
//! What is special here: zigzag pieces reach eight rays that are hard to close, so they count for more than
//! their straight cousins and are dangerous near a king; pawns run two squares a move in the enemy's half,
//! so a passed pawn is judged by the moves it still needs; and Ninja Pawns in hand, which can close a line
//! or attack from rank 5 at once, are worth a little more than those not yet advanced.

mod attacks;
mod pawns;

use super::ZigZagMadness;
use super::attack::Board;
use super::tables::{
    BISHOP, ENEMY_HALF, FERZ_KNIGHT, KINDS, KING, NINJA, PAWN, QUEEN, ROOK, SIZE, WAZIR_KNIGHT, ZIGZAG_BISHOP,
    ZIGZAG_ROOK, own_rank,
};
use crate::eval::king::{Siege, shelter};
use crate::eval::pawns::PawnFiles;
use crate::eval::{Ledger, Weights, weights::Group};
use crate::position::Evaluate;
use crate::types::square::step;
use crate::types::{Color, Score, Square};
use crate::variants::orthodox::castling::CastlingSide;
use crate::weights;
use attacks::{AttackMap, BY_KING, BY_MINOR, BY_PAWN};

weights! {
    pub(super) WEIGHTS in "src/variants/zigzag_madness/weights.txt" ("../weights.txt"), full phase 36;
    /// The right to move.
    TEMPO "tempo" 1;
    /// A piece by kind: none, pawn, Ninja Pawn, Wazir-Knight, Ferz-Knight, bishop, rook, ZigZag Bishop, ZigZag Rook,
    /// queen, king.
    MATERIAL "material" KINDS;
    /// Ninja Pawns in hand by their number.
    HAND "hand" 6;
    /// A piece by kind and square: from its own first rank to the last, from the edge to the middle.
    SQUARES "squares" KINDS * 50, row 5;
    /// A Wazir-Knight by the number of squares that it reaches, those that enemy pawns attack not counted.
    WAZIR_KNIGHT_MOBILITY "wazir-knight-mobility" 13;
    /// A Ferz-Knight by the number of squares that it reaches.
    FERZ_KNIGHT_MOBILITY "ferz-knight-mobility" 13;
    /// A bishop by the number of squares that it reaches.
    BISHOP_MOBILITY "bishop-mobility" 18;
    /// A rook by the number of squares that it reaches.
    ROOK_MOBILITY "rook-mobility" 19;
    /// A ZigZag Bishop by the number of squares that it reaches.
    ZIGZAG_BISHOP_MOBILITY "zigzag-bishop-mobility" 21;
    /// A ZigZag Rook by the number of squares that it reaches.
    ZIGZAG_ROOK_MOBILITY "zigzag-rook-mobility" 25;
    /// A queen by the number of squares that she reaches.
    QUEEN_MOBILITY "queen-mobility" 36;
    /// Two bishops.
    BISHOP_PAIR "bishop-pair" 1;
    /// A rook in a file without pawns, and in one without own pawns.
    ROOK_FILE "rook-file" 2;
    /// A pawn of either sort with another one in its file.
    DOUBLED "doubled" 1;
    /// A standard pawn without own pawns in the files beside it.
    ISOLATED "isolated" 1;
    /// A pawn of either sort by rank: with another beside it, guarded by one, and both.
    CONNECTED "connected" 30, row 10;
    /// A passed pawn of either sort by rank: what counts is how many moves it needs.
    PASSED "passed" 10;
    /// A passed pawn by rank whose next square is taken.
    PASSED_BLOCKED "passed-blocked" 10;
    /// A passed pawn by rank whose next square is empty and not attacked.
    PASSED_SAFE "passed-safe" 10;
    /// A passed pawn in the enemy's half by the own king's distance from its next square.
    PASSED_OWN_KING "passed-own-king" 10;
    /// A passed pawn in the enemy's half by the enemy king's distance from its next square.
    PASSED_ENEMY_KING "passed-enemy-king" 10;
    /// A pawn of either sort before its king or beside that, twice as much on the next rank as on the one behind.
    SHELTER "shelter" 1;
    /// A file without own pawns: the king's, and one beside it.
    KING_FILE "king-file" 2;
    /// Rights to castle by their number.
    CASTLING "castling" 3;
    /// Two or more attackers at the enemy king, by the danger that their attacks add up to.
    DANGER "danger" 40;
    /// Squares at the attacked king that are attacked and that only he guards, by their number.
    WEAK_POINTS "weak-points" 10;
    /// A piece by kind that a pawn of either sort attacks.
    PAWN_THREAT "pawn-threat" KINDS;
    /// A piece by kind, rook or more, that one of the lesser ones attacks.
    MINOR_THREAT "minor-threat" KINDS;
    /// A piece by kind that is attacked and that nobody guards.
    HANGING "hanging" KINDS;
}

/// How much of the middle game a piece keeps alive, by kind.
const PHASE: [i32; 16] = [0, 0, 0, 1, 1, 1, 2, 3, 3, 4, 0, 0, 0, 0, 0, 0];

/// Danger units for each attack on the king's neighbourhood, by the attacker's kind.
const ATTACK_UNITS: [i32; 16] = [0, 0, 0, 2, 2, 2, 3, 3, 4, 5, 0, 0, 0, 0, 0, 0];

/// Worth by kind for move ordering, in hundredths of a pawn: between that of the middle and that of the end game.
static WORTH: [Score; 16] = {
    let mut worth = [0; 16];
    let mut kind = 0;
    while kind < KINDS {
        let weight = VALUES[MATERIAL.at(kind)];
        worth[kind] = (weight.middle() + weight.end()) / 2;
        kind += 1;
    }
    worth
};

/// Material worth of a kind for move ordering, in hundredths of a pawn.
#[inline(always)]
pub(super) fn worth(kind: u8) -> Score {
    WORTH[kind as usize & 15]
}

/// Which weight of [`SQUARES`] belongs to a kind on a square.
#[inline(always)]
fn square_weight(color: Color, kind: usize, square: Square) -> usize {
    let from_edge = square.file().min((SIZE - 1).wrapping_sub(square.file()));
    SQUARES.start + kind * 50 + own_rank(color, square) as usize * 5 + from_edge as usize
}

/// Some pieces of an army, bit by place in its list. Lists have gaps that would be passed over again and again.
#[derive(Clone, Copy)]
struct Pieces {
    first: usize,
    places: u32,
}

impl Pieces {
    /// Kinds and squares.
    #[inline(always)]
    fn on(mut self, board: &Board) -> impl Iterator<Item = (u8, Square)> + '_ {
        std::iter::from_fn(move || {
            let number = self.first + self.places.trailing_zeros() as usize;
            let is_left = self.places != 0;
            self.places &= self.places.wrapping_sub(1);
            is_left.then(|| (board.kind_of(number), board.square_of(number)))
        })
    }
}

/// An army: pawns of both sorts, and all others.
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
        for place in 0..Board::ARMY {
            let kind = board.kind_of(first + place);
            pawns |= u32::from(is_pawn(kind)) << place;
            pieces |= u32::from(kind > NINJA) << place;
        }
        Army { pawns: Pieces { first, places: pawns }, pieces: Pieces { first, places: pieces } }
    }
}

#[inline(always)]
fn is_pawn(kind: u8) -> bool {
    matches!(kind, PAWN | NINJA)
}

/// A position while it is looked at.
struct Survey<'a, L> {
    position: &'a ZigZagMadness,
    armies: [Army; 2],
    pawns: PawnFiles,
    /// By colour: what its pieces attack.
    attacks: [AttackMap; 2],
    ledger: &'a mut L,
}

impl<L: Ledger> Survey<'_, L> {
    #[inline(always)]
    fn board(&self) -> &Board {
        &self.position.board
    }

    #[inline(always)]
    fn own(&self, color: Color) -> &AttackMap {
        &self.attacks[color.index()]
    }

    #[inline(always)]
    fn enemy(&self, color: Color) -> &AttackMap {
        &self.attacks[1 - color.index()]
    }

    #[inline(always)]
    fn is_pawn(&self, color: Color, square: Square) -> bool {
        is_pawn(self.board().kind_at(square, color))
    }

    // One call for each army, so that the compiler makes each of them from constants.
    #[inline(always)]
    fn run(mut self) {
        self.prepare(Color::White);
        self.prepare(Color::Black);
        let white = self.pieces(Color::White);
        let black = self.pieces(Color::Black);
        self.rest(Color::White, &white);
        self.rest(Color::Black, &black);
    }

    /// Attacks that do not depend on what stands between, and where the pawns are.
    #[inline(always)]
    fn prepare(&mut self, color: Color) {
        let board = &self.position.board;
        let Army { pawns, pieces } = self.armies[color.index()];
        let [white, black] = &mut self.attacks;
        let (own, enemy) = match color {
            Color::White => (white, black),
            Color::Black => (black, white),
        };
        attacks::add_king(own, enemy, board, color);
        for (_, square) in pieces.on(board) {
            own.shun(square);
        }
        for (kind, square) in pawns.on(board) {
            own.shun(square);
            attacks::add_pawn(own, enemy, color, kind, square);
            self.pawns.add(color, square);
        }
    }

    /// What depends on the attacks of both armies, and the pawns.
    #[inline(always)]
    fn rest(&mut self, color: Color, siege: &Siege) {
        self.siege(color, siege);
        self.pawns(color);
        self.king(color);
        self.threats(color);
    }

    /// Every piece for itself; returns their attacks on the enemy king.
    #[inline(always)]
    fn pieces(&mut self, color: Color) -> Siege {
        let position = self.position;
        let (mut siege, mut bishops) = (Siege::default(), 0);
        for (kind, square) in self.armies[color.index()].pieces.on(&position.board) {
            let index = kind as usize & 15;
            self.place(color, index, square);
            self.ledger.keep_alive(PHASE[index]);
            if let Some(mobility) = mobility_of(kind) {
                let reached = self.attack(color, kind, square);
                self.ledger.add(color, mobility.start + reached.squares, 1);
                siege.add(reached.hits, ATTACK_UNITS[index]);
            }
            bishops += i32::from(kind == BISHOP);
            if kind == ROOK {
                self.rook_file(color, square);
            }
        }
        self.ledger.add(color, BISHOP_PAIR.start, i32::from(bishops >= 2));
        self.ledger.add(color, HAND.start + position.hands[color.index()] as usize % HAND.len, 1);
        siege
    }

    #[inline(always)]
    fn siege(&mut self, color: Color, siege: &Siege) {
        if let Some(units) = siege.units() {
            self.ledger.add(color, DANGER.start + units.min(DANGER.len - 1), 1);
            let weak = self.weak_points(color, self.board().king(!color));
            self.ledger.add(color, WEAK_POINTS.start + weak, 1);
        }
    }

    #[inline(always)]
    fn place(&mut self, color: Color, index: usize, square: Square) {
        self.ledger.add(color, MATERIAL.start + index, 1);
        self.ledger.add(color, square_weight(color, index, square), 1);
    }

    #[inline(always)]
    fn rook_file(&mut self, color: Color, square: Square) {
        if let Some(openness) = self.pawns.openness(color, square, [Some(0), Some(1), None]) {
            self.ledger.add(color, ROOK_FILE.start + openness, 1);
        }
    }

    /// Squares beside the enemy king, or his own, that `color` attacks and only he guards.
    #[inline(always)]
    fn weak_points(&self, color: Color, king: Square) -> usize {
        let (own, enemy) = (self.own(color), self.enemy(color));
        let around = step::ALL.iter().filter(|&&step| {
            let square = king.step(step);
            own.on(square) != 0 && enemy.on(square) == BY_KING
        });
        around.count()
    }

    /// What keeps the own king safe.
    #[inline(always)]
    fn king(&mut self, color: Color) {
        let king = self.board().king(color);
        let sheltered = shelter(color, king, |square| self.is_pawn(color, square));
        self.ledger.add(color, SHELTER.start, sheltered);
        let bare = |step| {
            let square = king.step(step);
            i32::from(square.file() < SIZE && self.pawns.count(color, square) == 0)
        };
        let beside = bare(step::W) + bare(step::E);
        let own = bare(0);
        self.ledger.add(color, KING_FILE.start, own);
        self.ledger.add(color, KING_FILE.start + 1, beside);
        let has = |side: &CastlingSide| self.position.rights.has(color, *side);
        let rights = CastlingSide::BOTH.iter().filter(|side| has(side)).count();
        self.ledger.add(color, CASTLING.start + rights, 1);
    }

    /// What `color` attacks of the enemy's.
    #[inline(always)]
    fn threats(&mut self, color: Color) {
        let position = self.position;
        for (kind, square) in position.board.army(!color) {
            let (attackers, guards) = (self.own(color).on(square), self.enemy(color).on(square));
            if attackers == 0 || kind == KING {
                continue;
            }
            let index = kind as usize & 15;
            if guards == 0 {
                self.ledger.add(color, HANGING.start + index, 1);
            }
            if attackers & BY_PAWN != 0 {
                self.ledger.add(color, PAWN_THREAT.start + index, 1);
            } else if kind >= ROOK && attackers & BY_MINOR != 0 {
                self.ledger.add(color, MINOR_THREAT.start + index, 1);
            }
        }
    }
}

/// The mobility table of a kind that has one.
#[inline(always)]
fn mobility_of(kind: u8) -> Option<Group> {
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
    const WEIGHTS: &'static Weights = &WEIGHTS;

    #[inline(always)]
    fn worth(kind: u8) -> Score {
        worth(kind)
    }

    fn evaluate_into(&self, ledger: &mut impl Ledger) {
        evaluate_into(self, ledger);
    }
}

fn evaluate_into(position: &ZigZagMadness, ledger: &mut impl Ledger) {
    ledger.add(position.state.side, TEMPO.start, 1);
    let armies = [Army::of(&position.board, Color::White), Army::of(&position.board, Color::Black)];
    Survey { position, armies, pawns: PawnFiles::EMPTY, attacks: [AttackMap::EMPTY; 2], ledger }.run();
}
