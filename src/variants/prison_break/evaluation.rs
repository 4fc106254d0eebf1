//! Tapered material and placement, mobility, freezing, the danger to the king, and the way out.
//!
//! Two things decide games here. An Ice Queen beside the king mates unless she can be captured, so what
//! matters around a king is who covers the squares she could land on. And a king that comes to a4 or a5
//! unattacked wins, so every king is measured by its distance to the cells and by who guards them.

use super::PrisonBreak;
use super::danger::{self, Board};
use super::tables::{
    BOMBER, ESCAPE_CELLS, FILES, GUARD, KNIGHT, PAWN, QUEEN, RANKS, is_close, is_escape, is_ice_queen,
};
use crate::eval::Ledger;
use crate::eval::king::Siege;
use crate::types::square::{Step, step};
use crate::types::{Cell, Color, Score, Square};
use crate::weights;

weights! {
    pub(super) WEIGHTS in "src/variants/prison_break/weights.txt" ("weights.txt"), full phase 16;
    /// The right to move.
    TEMPO "tempo" 1;
    /// A piece by kind: none, pawn, Knight, Ninja Guard, Flying Bomber, Ice Queen, King, frozen Ice Queen.
    MATERIAL "material" KINDS;
    /// A piece by kind and square, from White's first rank to his last.
    SQUARES "squares" KINDS * CELLS, row FILES as usize;
    /// A Knight by the number of squares that it reaches.
    KNIGHT_MOBILITY "knight-mobility" 9;
    /// A Ninja Guard by the number of squares that it reaches.
    GUARD_MOBILITY "guard-mobility" 9;
    /// A Flying Bomber by the number of squares that it reaches.
    BOMBER_MOBILITY "bomber-mobility" 13;
    /// An Ice Queen by the number of squares that she reaches.
    QUEEN_MOBILITY "queen-mobility" 9;
    /// Attacks on squares beside the own king by their number: an Ice Queen that lands there can be captured.
    COVERS "covers" 9;
    /// A pawn without enemy pawns ahead, in its file or beside it, by rank.
    PASSED "passed" 8;
    /// A frozen piece by kind: it cannot move and may be captured by her who froze it.
    FROZEN "frozen" KINDS;
    /// Two or more attackers at the enemy king, by the danger that their attacks add up to.
    DANGER "danger" 32;
    /// An awake Ice Queen by her distance to the enemy king: from two squares off she threatens to mate.
    QUEEN_NEARS_KING "queen-nears-king" 8;
    /// A king's better way out while the enemy is to move: by how many enemies guard the cell (0, 1, 2 or more), then by
    /// his distance to it; then the same while he is to move himself.
    WAY_OUT "way-out" 2 * 3 * DISTANCES, row DISTANCES;
    /// The same for a king that is frozen.
    FROZEN_WAY_OUT "frozen-way-out" 2 * 3 * DISTANCES, row DISTANCES;
}

const KINDS: usize = 8;
const CELLS: usize = FILES as usize * RANKS as usize;
/// Distances to an escape cell, from 0.
const DISTANCES: usize = 6;

/// What an escape gains, for move ordering: more than any capture.
pub(super) const ESCAPE: Score = 5000;

/// How much of the middle game a piece keeps alive, by kind.
const PHASE: [i32; KINDS] = [0, 0, 1, 1, 2, 3, 0, 3];

/// Danger units for each attack on the enemy king's neighbourhood, by the attacker's kind.
const ATTACK_UNITS: [i32; KINDS] = [0, 1, 2, 2, 2, 4, 0, 0];

/// Material worth of a kind for move ordering, in hundredths of a pawn.
#[inline(always)]
pub(super) fn worth(kind: u8) -> Score {
    const WORTH: [Score; 8] = [0, 90, 280, 290, 465, 1100, 0, 980];
    WORTH[kind as usize & 7]
}

/// One army while it is looked at.
struct Survey<'a, L> {
    position: &'a PrisonBreak,
    color: Color,
    king: Square,
    enemy_king: Square,
    /// By colour, bit by slot: pieces beside an enemy Ice Queen.
    chilled: [u32; 2],
    siege: Siege,
    covers: usize,
    ledger: &'a mut L,
}

impl<L: Ledger> Survey<'_, L> {
    #[inline(always)]
    fn add(&mut self, weight: usize) {
        self.ledger.add(self.color, weight, 1);
    }

    #[inline(always)]
    fn run(mut self) {
        let (board, chilled) = (&self.position.board, self.chilled[self.color.index()]);
        let first = Board::first(self.color);
        for slot in 0..Board::ARMY {
            let (kind, square) = (board.kind_of(first + slot), board.square_of(first + slot));
            if kind != 0 {
                self.piece(kind, square, chilled >> slot & 1 != 0 && !is_ice_queen(kind));
            }
        }
        self.add(COVERS.at(self.covers.min(COVERS.len - 1)));
        if let Some(units) = self.siege.units() {
            self.add(DANGER.at(units.min(DANGER.len - 1)));
        }
        self.way_out(if chilled & 1 != 0 { FROZEN_WAY_OUT.start } else { WAY_OUT.start });
    }

    #[inline(always)]
    fn piece(&mut self, kind: u8, square: Square, frozen: bool) {
        let index = kind as usize & 7;
        self.add(MATERIAL.at(index));
        self.add(SQUARES.at(index * CELLS + table_index(self.color, square)));
        self.ledger.keep_alive(PHASE[index]);
        if frozen {
            self.add(FROZEN.at(index));
        }
        // What cannot move reaches no square.
        let (squares, hits) = if frozen { (0, 0) } else { self.reached(kind, square) };
        self.siege.add(hits, ATTACK_UNITS[index]);
        match kind {
            PAWN => self.passed(square),
            KNIGHT => self.add(KNIGHT_MOBILITY.at(squares)),
            GUARD => self.add(GUARD_MOBILITY.at(squares)),
            BOMBER => self.add(BOMBER_MOBILITY.at(squares)),
            QUEEN => {
                self.add(QUEEN_MOBILITY.at(squares));
                self.add(QUEEN_NEARS_KING.at(square.distance(self.enemy_king) as usize & 7));
            }
            _ => {}
        }
    }

    /// How many squares a piece reaches, and how many of them are beside the enemy king.
    #[inline(always)]
    fn reached(&mut self, kind: u8, from: Square) -> (usize, i32) {
        let mut counts = (0, 0);
        match kind {
            PAWN => {
                let ahead = from.step(self.color.forward());
                self.visit(ahead.step(step::E), &mut counts);
                self.visit(ahead.step(step::W), &mut counts);
            }
            KNIGHT => self.visit_all(from, &step::KNIGHT, &mut counts),
            QUEEN => self.visit_all(from, &step::ALL, &mut counts),
            GUARD => {
                for step in step::DIAGONAL {
                    self.visit(from.step(step), &mut counts);
                    self.visit(from.step(step).step(step), &mut counts);
                }
            }
            BOMBER => self.fly(from, &mut counts),
            _ => {}
        }
        counts
    }

    #[inline(always)]
    fn visit_all(&mut self, from: Square, steps: &[Step], counts: &mut (usize, i32)) {
        for &step in steps {
            self.visit(from.step(step), counts);
        }
    }

    /// Squares in line, the leap of two, and the landing behind an enemy.
    #[inline(always)]
    fn fly(&mut self, from: Square, counts: &mut (usize, i32)) {
        for step in step::ORTHOGONAL {
            let end = self.position.board.ray_end(from, step);
            let mut to = from.step(step);
            while to != end {
                self.visit(to, counts);
                to = to.step(step);
            }
            let second = from.step(step).step(step);
            if end == second || end == from.step(step) && self.position.board.at(end).is_piece() {
                self.visit(second, counts);
            }
        }
    }

    #[inline(always)]
    fn visit(&mut self, to: Square, counts: &mut (usize, i32)) {
        let cell = self.position.board.at(to);
        if cell == Cell::WALL {
            return; // beyond the edge there are no neighbours of a king
        }
        counts.0 += usize::from(cell.admits(self.color) && !is_escape(to));
        counts.1 += i32::from(is_close(to, self.enemy_king));
        self.covers += usize::from(is_close(to, self.king));
    }

    #[inline(always)]
    fn passed(&mut self, square: Square) {
        let forward = self.color.forward();
        let rank = self.color.choose(square.rank(), 7 - (square.rank() & 7));
        let mut ahead = square.step(forward);
        for _ in rank..7 {
            for beside in [ahead.step(step::W), ahead, ahead.step(step::E)] {
                if self.position.board.kind_at(beside, !self.color) == PAWN {
                    return;
                }
            }
            ahead = ahead.step(forward);
        }
        self.add(PASSED.at(rank as usize & 7));
    }

    /// The better of the two ways out of the prison, in one of the tables. Fewer guards make up for a step more.
    #[inline(always)]
    fn way_out(&mut self, table: usize) {
        let badness = |&(guards, distance): &(usize, usize)| 4 * (guards + distance) + guards;
        let [one, other] = ESCAPE_CELLS.map(|cell| self.hope(cell));
        let (guards, distance) = if badness(&one) <= badness(&other) { one } else { other };
        let to_move = usize::from(self.position.state.side == self.color);
        self.add(table + (to_move * 3 + guards) * DISTANCES + distance.min(DISTANCES - 1));
    }

    /// How many enemies guard an escape cell, at most two, and how far the king has to go.
    #[inline(always)]
    fn hope(&self, cell: Square) -> (usize, usize) {
        let enemy = !self.color;
        let chilled = self.chilled[enemy.index()];
        let guards = danger::count_attackers(&self.position.board, chilled, cell, enemy, self.king);
        (guards.min(2) as usize, self.king.distance(cell) as usize)
    }
}

/// Where the tables of [`SQUARES`] have a square.
#[inline(always)]
fn table_index(color: Color, square: Square) -> usize {
    let rank = color.choose(square.rank(), 7 - (square.rank() & 7)) as usize;
    rank * FILES as usize + square.file() as usize
}

pub(super) fn appraise(position: &PrisonBreak, ledger: &mut impl Ledger) {
    let chilled = Color::ALL.map(|color| danger::chilled(&position.board, color));
    for color in Color::ALL {
        let (king, enemy_king) = (position.board.king(color), position.board.king(!color));
        let siege = Siege::default();
        Survey { position, color, king, enemy_king, chilled, siege, covers: 0, ledger }.run();
    }
    ledger.add(position.state.side, TEMPO.at(0), 1);
}

#[cfg(test)]
mod tests {
    use super::super::tables::ICICLE;
    use super::*;
    use crate::position::Position;

    fn term(fen: &str, name: &str) -> [Score; 2] {
        let position = PrisonBreak::from_fen(fen).unwrap();
        position.evaluation_terms().into_iter().find(|term| term.0 == name).unwrap().1
    }

    #[test]
    fn the_start_position_is_worth_the_tempo() {
        let start = PrisonBreak::from_fen("rnbqkb/pppppp/6/6/6/6/PPPPPP/RNBQKB w - - 0 1 -").unwrap();
        assert_eq!(start.evaluate(), WEIGHTS.values[TEMPO.at(0)].middle());
    }

    #[test]
    fn a_guarded_cell_is_a_smaller_hope() {
        let [free, _] = term("5k/6/6/6/6/1K4/6/6 b - - 0 1 -", "way-out");
        let [guarded, _] = term("r4k/6/6/6/6/1K4/6/6 b - - 0 1 -", "way-out");
        assert!(free > guarded && guarded > 0, "{free} {guarded}");
    }

    #[test]
    fn frozen_pieces_are_worth_less() {
        let [white, black] = term("5k/6/6/3q2/3N2/6/6/K5 w - - 0 1 -", "frozen");
        assert!(white < 0 && black == 0);
        let worth = |kind: u8| WEIGHTS.values[MATERIAL.at(kind as usize)].middle();
        assert!(worth(ICICLE) < worth(QUEEN));
    }
}
