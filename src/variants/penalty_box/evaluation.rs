//! Tapered material, placement, mobility and pawns as in chess, and what the box and the token make of them.
//!
//! Pieces come back from the box anywhere, so a bare king is in more danger here than in chess, and a
//! passed pawn is worth less than one that can be boxed and dropped on its last rank.

use super::{BoxGame, BoxRules};
use crate::eval::king::{Siege, shelter};
use crate::eval::{Ledger, Weights, table, zone};
use crate::position::Evaluate;
use crate::types::square::{Step, step};
use crate::types::{Cell, Color, Score, Square};
use crate::variants::orthodox::pieces::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
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
    /// A pawn without own pawns in the files beside it.
    ISOLATED "isolated" 1;
    /// A pawn without enemy pawns ahead, in its file or beside it, by rank.
    PASSED "passed" 8;
    /// A rook in a file without pawns, and in one without own pawns.
    ROOK_FILE "rook-file" 2;
    /// An enemy piece that is attacked: by the attacker's kind and its own, with the enemy to move; then with the attacker
    /// to move.
    THREATS "threats" 2 * KINDS * KINDS, row KINDS;
    /// An own pawn before the king or beside that, twice as much on the next rank as on the one behind.
    SHELTER "shelter" 1;
    /// A king by the number of empty squares from which a queen that comes out of the box would attack him.
    KING_LINES "king-lines" 28;
    /// Empty squares beside the king by their number; then the same with an enemy piece in the box, which may come out there.
    KING_AIR "king-air" 2 * 9, row 9;
    /// The token by its distance to the king; 0 while it is on the centre point.
    TOKEN_NEAR_KING "token-near-king" 8;
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
pub(super) fn worth<R: BoxRules>(kind: u8) -> Score {
    let worth: &[Score; KINDS] = const { &R::WEIGHTS.means(&MATERIAL) };
    worth[kind as usize & 7]
}

/// The rank of a square counted from an army's own first rank.
#[inline(always)]
fn advance(color: Color, square: Square) -> usize {
    color.choose(square.rank(), 7 - square.rank()) as usize & 7
}

/// Where the pawns of both sides are, one bit for each rank of a file; file f has place f + 1.
struct Pawns([[u8; 16]; 2]);

impl Pawns {
    #[inline(always)]
    fn on<R: BoxRules>(position: &BoxGame<R>) -> Pawns {
        let mut files = [[0; 16]; 2];
        for color in Color::ALL {
            for (_, square) in position.board.army(color).filter(|piece| piece.0 == PAWN) {
                files[color.index()][(square.file() as usize + 1) & 15] |= 1 << (square.rank() & 7);
            }
        }
        Pawns(files)
    }

    /// Whether an own pawn is ahead in the file.
    #[inline(always)]
    fn is_doubled(&self, color: Color, square: Square) -> bool {
        self.of(color, square.file()) & ahead(color, square) != 0
    }

    #[inline(always)]
    fn is_isolated(&self, color: Color, square: Square) -> bool {
        self.of(color, square.file().wrapping_sub(1)) | self.of(color, square.file() + 1) == 0
    }

    #[inline(always)]
    fn is_passed(&self, color: Color, square: Square) -> bool {
        let file = square.file();
        let near = self.of(!color, file.wrapping_sub(1)) | self.of(!color, file) | self.of(!color, file + 1);
        near & ahead(color, square) == 0
    }

    /// 0 in a file without pawns, 1 in one without own pawns.
    #[inline(always)]
    fn openness(&self, color: Color, square: Square) -> Option<usize> {
        let is_half_open = self.of(!color, square.file()) != 0;
        (self.of(color, square.file()) == 0).then_some(usize::from(is_half_open))
    }

    /// The ranks of an army's pawns in a file; none beyond the edge.
    #[inline(always)]
    fn of(&self, color: Color, file: u8) -> u8 {
        self.0[color.index()][file.wrapping_add(1) as usize & 15]
    }
}

/// The ranks ahead of a square.
#[inline(always)]
fn ahead(color: Color, square: Square) -> u8 {
    let rank = square.rank() & 7;
    color.choose(!1u8 << rank, !(0xFFu8 << rank))
}

/// A square that is near to nothing: where a boxed king is to be thought of.
const NOWHERE: Square = Square::new(11, 11);

/// One army's pieces, seen against the other side's king.
struct Survey<'a, R: BoxRules, L> {
    position: &'a BoxGame<R>,
    color: Color,
    /// 1 for the side to move.
    to_move: usize,
    enemy_king: Square,
    pawns: &'a Pawns,
    siege: Siege,
    bishops: i32,
    phase: i32,
    ledger: &'a mut L,
}

impl<R: BoxRules, L: Ledger> Survey<'_, R, L> {
    #[inline(always)]
    fn add(&mut self, weight: usize) {
        self.ledger.add(self.color, weight, 1);
    }

    /// Enters the army and returns how much of the middle game it keeps alive.
    #[inline(always)]
    fn run(mut self) -> i32 {
        for (kind, square) in self.position.board.army(self.color) {
            self.add(MATERIAL.at(kind as usize & 15));
            self.add(SQUARES.at((kind as usize & 7) * 64 + table::index(self.color, square)));
            self.phase += PHASE[kind as usize & 7];
            self.piece(kind & 7, square);
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
    fn piece(&mut self, kind: u8, square: Square) {
        match kind {
            PAWN => self.pawn(square),
            KNIGHT => self.leap(square),
            BISHOP => {
                self.bishops += 1;
                self.slide(kind, square, &step::DIAGONAL, BISHOP_MOBILITY.start);
            }
            ROOK => {
                if let Some(openness) = self.pawns.openness(self.color, square) {
                    self.add(ROOK_FILE.at(openness));
                }
                self.slide(kind, square, &step::ORTHOGONAL, ROOK_MOBILITY.start);
            }
            QUEEN => self.slide(kind, square, &step::ALL, QUEEN_MOBILITY.start),
            KING => self.king(square),
            _ => {}
        }
    }

    #[inline(always)]
    fn pawn(&mut self, square: Square) {
        let (color, pawns) = (self.color, self.pawns);
        if pawns.is_doubled(color, square) {
            self.add(DOUBLED.at(0));
        } else if pawns.is_passed(color, square) {
            self.add(PASSED.at(advance(color, square)));
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
            hits += i32::from(cell != Cell::WALL && zone::bit(self.enemy_king, to) != 0);
            self.threaten(KNIGHT, cell);
        }
        self.siege.add(hits, ATTACK_UNITS[KNIGHT as usize]);
        self.add(KNIGHT_MOBILITY.at(squares));
    }

    #[inline(always)]
    fn slide<const D: usize>(&mut self, kind: u8, square: Square, lines: &[Step; D], mobility: usize) {
        let (mut squares, mut hits) = (0, 0);
        for &line in lines {
            let mut to = square.step(line);
            while self.position.board.at(to).is_empty() {
                squares += 1;
                hits += i32::from(zone::bit(self.enemy_king, to) != 0);
                to = to.step(line);
            }
            let cell = self.position.board.at(to);
            squares += usize::from(cell.admits(self.color));
            hits += i32::from(cell != Cell::WALL && zone::bit(self.enemy_king, to) != 0);
            self.threaten(kind, cell);
        }
        self.siege.add(hits, ATTACK_UNITS[kind as usize & 7]);
        self.add(mobility + squares);
    }

    /// Enters an attack on what a cell holds, if it is the enemy's.
    #[inline(always)]
    fn threaten(&mut self, kind: u8, cell: Cell) {
        if cell.is(!self.color) {
            let victim = self.position.board.kind(cell) as usize & 7;
            self.add(THREATS.at((self.to_move * KINDS + kind as usize) * KINDS + victim));
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
fn survey<R: BoxRules>(position: &BoxGame<R>, color: Color, pawns: &Pawns, ledger: &mut impl Ledger) -> i32 {
    let to_move = usize::from(position.state.side == color);
    let enemy_king = if position.king(!color) == Square::NONE { NOWHERE } else { position.king(!color) };
    let siege = Siege::default();
    Survey { position, color, to_move, enemy_king, pawns, siege, bishops: 0, phase: 0, ledger }.run()
}

/// Enters what box, token and pending rights mean to `color`; `enemy_phase` says how much the enemy can mate with.
#[inline(always)]
fn penalty_box<R: BoxRules>(position: &BoxGame<R>, color: Color, enemy_phase: i32, ledger: &mut impl Ledger) {
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
fn best_swallow<R: BoxRules>(position: &BoxGame<R>, color: Color) -> usize {
    if position.token == Square::NONE {
        return 0;
    }
    let kinds = step::KNIGHT.map(|step| position.board.kind_at(position.token.step(step), !color) & 7);
    kinds.into_iter().filter(|&kind| kind != KING).fold(0, u8::max) as usize
}

/// The kind of the best own piece that has been captured; 0 if there is none.
#[inline(always)]
fn best_captured<R: BoxRules>(position: &BoxGame<R>, color: Color) -> usize {
    let captured = &position.captured[color.index()];
    (PAWN..=QUEEN).rev().find(|&kind| captured[kind as usize] > 0).unwrap_or(0) as usize
}

impl<R: BoxRules> Evaluate for BoxGame<R> {
    const WEIGHTS: &'static Weights = R::WEIGHTS;

    #[inline(always)]
    fn worth(kind: u8) -> Score {
        worth::<R>(kind)
    }

    fn evaluate_into(&self, ledger: &mut impl Ledger) {
        evaluate_into(self, ledger);
    }
}

fn evaluate_into<R: BoxRules>(position: &BoxGame<R>, ledger: &mut impl Ledger) {
    let pawns = Pawns::on(position);
    let white = survey(position, Color::White, &pawns, ledger);
    let black = survey(position, Color::Black, &pawns, ledger);
    penalty_box(position, Color::White, black, ledger);
    penalty_box(position, Color::Black, white, ledger);
    ledger.add(position.state.side, TEMPO.at(0), 1);
}
