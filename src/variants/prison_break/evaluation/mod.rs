//! The evaluation of Prison Break: tapered material, piece-square tables, mobility, pawns, freezing, threats and king
//! danger; and the two ways to win in `mate_and_escape`.
//!
//! An Ice Queen beside the king mates unless she can be captured or frozen, so the squares around a king must be
//! defended. A king that reaches a4 or a5 unattacked wins, so its distance to these cells and their guards count.

mod mate_and_escape;

use super::freezing::{self, Board};
use super::tables::{
    self, BOMBER, ESCAPE_CELLS, FILES, GUARD, KNIGHT, PAWN, QUEEN, RANKS, is_close, is_escape, is_ice_queen,
};
use super::{PrisonBreak, attack};
use crate::eval::king_safety::KingAttack;
use crate::eval::pawn_files::PawnFiles;
use crate::eval::{Ledger, Weights, king_ring};
use crate::network::Embedded;
use crate::position::Evaluate;
use crate::types::square::{Step, step};
use crate::types::{Cell, Color, Kind, Score, Square};
use crate::weights;
use mate_and_escape::{Findings, MateAndEscape};

weights! {
    pub(super) WEIGHTS in "src/variants/prison_break/weights.txt" ("../weights.txt"), full phase 16;
    /// The right to move.
    TEMPO "tempo" 1;
    /// Piece values by kind: none, pawn, Knight, Ninja Guard, Flying Bomber, Ice Queen, King, frozen Ice Queen.
    MATERIAL "material" KINDS;
    /// Piece-square tables by kind, from the own first rank to the last.
    SQUARES "squares" KINDS * CELLS, row FILES as usize;
    /// Knight mobility: by the number of reachable squares.
    KNIGHT_MOBILITY "knight-mobility" 9;
    /// Ninja Guard mobility, counted likewise.
    GUARD_MOBILITY "guard-mobility" 9;
    /// Flying Bomber mobility, counted likewise.
    BOMBER_MOBILITY "bomber-mobility" 13;
    /// Ice Queen mobility, counted likewise.
    QUEEN_MOBILITY "queen-mobility" 9;
    /// A passed pawn by rank.
    PASSED "passed" 8;
    /// A doubled pawn: one with another own pawn in its file.
    DOUBLED "doubled" 1;
    /// An isolated pawn.
    ISOLATED "isolated" 1;
    /// An enemy piece that could be captured, or stands beside an Ice Queen, by the attacker's kind and its own: with
    /// the enemy to move; with the attacker to move.
    THREATS "threats" 2 * KINDS * KINDS, row KINDS;
    /// A frozen piece by kind: with the enemy to move, who may capture it; with its owner to move.
    FROZEN "frozen" 2 * KINDS, row KINDS;
    /// The number of squares beside the own king on which an arriving Ice Queen could be captured or frozen; pieces
    /// that she freezes there do not count as defenders.
    GUARDED "guarded" 9;
    /// An awake Ice Queen two squares from the enemy king, by the number of undefended squares beside the king that she
    /// can reach: with the enemy to move; with her to move.
    STRIKES "strikes" 2 * 4, row 4;
    /// Danger to the enemy king by units of danger, from two attackers on.
    DANGER "danger" 32;
    /// An awake Ice Queen's distance from the enemy king; from two squares away she threatens mate.
    QUEEN_NEARS_KING "queen-nears-king" 8;
    /// A king's better escape cell, by the number of enemies that guard it (0, 1, 2 or more) and the king's distance
    /// from it: with the enemy to move; with the king's side to move.
    WAY_OUT "way-out" 2 * 3 * DISTANCES, row DISTANCES;
    /// The same for a frozen king.
    FROZEN_WAY_OUT "frozen-way-out" 2 * 3 * DISTANCES, row DISTANCES;
    /// The same for the worse escape cell, frozen or not.
    SECOND_WAY_OUT "second-way-out" 2 * 3 * DISTANCES, row DISTANCES;
}

const KINDS: usize = 8;
const CELLS: usize = FILES as usize * RANKS as usize;
/// The number of distances from an escape cell that are told apart, from 0.
const DISTANCES: usize = 6;

/// The gain of an escape for move ordering: more than any capture.
pub(super) const ESCAPE: Score = 5000;

/// The share of a piece in the game phase, by kind.
const PHASE: [i32; KINDS] = [0, 0, 1, 1, 2, 3, 0, 3];

/// Units of danger for each attacked square of the enemy king's neighbourhood, by the attacker's kind.
const ATTACK_UNITS: [i32; KINDS] = [0, 1, 2, 2, 2, 4, 0, 0];

/// The state of the evaluation of one army.
struct Evaluator<'a, L> {
    position: &'a PrisonBreak,
    color: Color,
    /// 1 for the side to move, 0 for the other: the row of tables that depend on it.
    to_move: usize,
    king: Square,
    enemy_king: Square,
    pawns: &'a PawnFiles,
    /// The army's pieces beside an enemy Ice Queen, one bit each.
    beside_ice_queens: u32,
    king_attack: KingAttack,
    findings: Findings,
    ledger: &'a mut L,
}

impl<L: Ledger> Evaluator<'_, L> {
    #[inline(always)]
    fn add(&mut self, weight: usize) {
        self.ledger.add(self.color, weight, 1);
    }

    #[inline(always)]
    fn run(mut self) -> Findings {
        let board = &self.position.board;
        let first = Board::first(self.color);
        for index in 0..Board::ARMY {
            let (kind, square) = (board.kind_of(first + index), board.square_of(first + index));
            if kind != Kind::NONE {
                self.piece(kind, square, self.beside_ice_queens >> index & 1 != 0 && !is_ice_queen(kind));
            }
        }
        self.findings.defended &= tables::ring_squares(self.king) & !king_ring::CENTRE;
        self.add(GUARDED.at(self.findings.defended.count_ones() as usize));
        if let Some(units) = self.king_attack.units() {
            self.add(DANGER.at(units.min(DANGER.len - 1)));
        }
        self.findings
    }

    #[inline(always)]
    fn piece(&mut self, kind: Kind, square: Square, frozen: bool) {
        let index = kind.index::<8>();
        self.add(MATERIAL.at(index));
        self.add(SQUARES.at(index * CELLS + table_index(self.color, square)));
        self.ledger.add_phase(PHASE[index]);
        if frozen {
            self.add(FROZEN.at(self.to_move * KINDS + index));
        }
        // A frozen piece reaches no square.
        let squares = if frozen { 0 } else { self.act(kind, square) };
        match kind {
            PAWN => self.pawn(square),
            KNIGHT => self.add(KNIGHT_MOBILITY.at(squares)),
            GUARD => self.add(GUARD_MOBILITY.at(squares)),
            BOMBER => self.add(BOMBER_MOBILITY.at(squares)),
            QUEEN => self.queen(square, squares),
            _ => {}
        }
    }

    /// Adds the attacks of a piece that is not frozen, and returns the number of squares that it reaches.
    #[inline(always)]
    fn act(&mut self, kind: Kind, from: Square) -> usize {
        self.guard_cells(kind, from);
        if kind == BOMBER {
            return self.fly(from);
        }
        let hits =
            tables::ring_attacks_of(self.color, kind, from, self.enemy_king) & tables::ring_squares(self.enemy_king);
        self.king_attack.add(hits.count_ones() as i32, ATTACK_UNITS[kind.index::<8>()]);
        self.findings.defended |= tables::ring_defence_of(kind, from, self.king);
        match kind {
            PAWN => {
                let ahead = from.step(self.color.forward());
                self.visit(PAWN, ahead.step(step::E)) + self.visit(PAWN, ahead.step(step::W))
            }
            KNIGHT => self.visit_all(KNIGHT, from, &step::KNIGHT),
            QUEEN => self.visit_all(QUEEN, from, &step::ALL),
            GUARD => {
                self.visit_all(GUARD, from, &step::DIAGONAL) + self.visit_all(GUARD, from, &tables::TWO_DIAGONALLY)
            }
            _ => 0,
        }
    }

    #[inline(always)]
    fn visit_all<const N: usize>(&mut self, kind: Kind, from: Square, steps: &[Step; N]) -> usize {
        let mut squares = 0;
        for step in steps {
            squares += self.visit(kind, from.step(*step));
        }
        squares
    }

    /// Adds the threat to an enemy piece on `to`, and returns 1 if a piece could move there, otherwise 0.
    #[inline(always)]
    fn visit(&mut self, kind: Kind, to: Square) -> usize {
        let cell = self.position.board.at(to);
        if cell.is(!self.color) {
            self.threaten(kind, to);
        }
        usize::from(cell.admits(self.color) && !is_escape(to))
    }

    #[inline(always)]
    fn threaten(&mut self, kind: Kind, victim: Square) {
        let victim = self.position.board.kind_on(victim).index::<KINDS>();
        self.add(THREATS.at((self.to_move * KINDS + kind.index::<8>()) * KINDS + victim));
    }

    /// Adds the attacks of a Bomber (slides, leaps of two squares, victims that it can fly over), and returns the
    /// number of squares that it reaches.
    #[inline(always)]
    fn fly(&mut self, from: Square) -> usize {
        let (mut squares, mut hits) = (0, 0);
        let board = &self.position.board;
        for step in step::ORTHOGONAL {
            let (first, second) = (from.step(step), from.step(step).step(step));
            let mut to = first;
            while board.at(to).is_empty() {
                let next = to.step(step);
                squares += usize::from(!is_escape(to));
                hits += i32::from(is_close(to, self.enemy_king));
                if to == second || to != first && board.at(next).is_empty() {
                    self.findings.defended |= king_ring::bit(self.king, to);
                }
                to = next;
            }
            let (end, behind) = (board.at(to), to.step(step));
            if (to == second || to == first && end.is_piece()) && board.at(second) != Cell::WALL {
                squares += self.visit(BOMBER, second);
                hits += i32::from(is_close(second, self.enemy_king));
                self.findings.defended |= king_ring::bit(self.king, second);
            }
            if to != second && end.is(!self.color) && board.at(behind).is_empty() && !is_escape(behind) {
                self.threaten(BOMBER, to);
            }
        }
        self.king_attack.add(hits, ATTACK_UNITS[BOMBER.index::<8>()]);
        squares
    }

    /// Counts a piece that would attack the enemy king on an escape cell.
    #[inline(always)]
    fn guard_cells(&mut self, kind: Kind, from: Square) {
        let (board, enemy_king) = (&self.position.board, self.enemy_king);
        if !tables::is_near(self.color, kind, from, ESCAPE_CELLS[0]) {
            return;
        }
        for (guards, cell) in self.findings.cell_guards.iter_mut().zip(ESCAPE_CELLS) {
            let reach = tables::reach(self.color, kind, from, cell);
            let attacks =
                reach.possible() && (reach.certain() || attack::flies_over(board, from, cell, !self.color, enemy_king));
            *guards += usize::from(attacks);
        }
    }

    #[inline(always)]
    fn queen(&mut self, square: Square, squares: usize) {
        let distance = square.distance(self.enemy_king);
        self.add(QUEEN_MOBILITY.at(squares));
        self.add(QUEEN_NEARS_KING.at(distance as usize & 7));
        if distance == 2 {
            self.findings.near_queen = square;
        }
    }

    #[inline(always)]
    fn pawn(&mut self, square: Square) {
        let (color, pawns) = (self.color, self.pawns);
        self.ledger.add(color, DOUBLED.at(0), i32::from(pawns.is_doubled(color, square)));
        self.ledger.add(color, ISOLATED.at(0), i32::from(pawns.is_isolated(color, square)));
        if pawns.is_passed(color, square) {
            self.add(PASSED.at(color.relative_rank(square, RANKS) as usize & 7));
        }
    }
}

#[inline(always)]
fn table_index(color: Color, square: Square) -> usize {
    color.relative_rank(square, RANKS) as usize * FILES as usize + square.file() as usize
}

/// Adds the terms of one army that do not depend on the findings for the other.
#[inline(always)]
fn evaluate_army(
    position: &PrisonBreak,
    color: Color,
    pawns: &PawnFiles,
    beside_ice_queens: [u32; 2],
    ledger: &mut impl Ledger,
) -> Findings {
    let evaluator = Evaluator {
        position,
        color,
        to_move: usize::from(position.state.side == color),
        king: position.board.king(color),
        enemy_king: position.board.king(!color),
        pawns,
        beside_ice_queens: beside_ice_queens[color.index()],
        king_attack: KingAttack::default(),
        findings: Findings { defended: 0, near_queen: Square::NONE, cell_guards: [0; 2] },
        ledger,
    };
    evaluator.run()
}

impl Evaluate for PrisonBreak {
    const NETWORK_GAME: &'static str = "prisonbreak";
    const WEIGHTS: &'static Weights = &WEIGHTS;
    const WORTH: &'static [Score; Kind::LIMIT] = &WEIGHTS.means(&MATERIAL);

    fn built_in_network() -> Option<&'static Embedded> {
        Some(&super::features::NETWORK)
    }

    fn evaluate_into(&self, ledger: &mut impl Ledger) {
        let board = &self.board;
        let pawns = &PawnFiles::of(board, |kind| kind == PAWN);
        let beside =
            [freezing::beside_ice_queens(board, Color::White), freezing::beside_ice_queens(board, Color::Black)];
        let white = evaluate_army(self, Color::White, pawns, beside, ledger);
        let black = evaluate_army(self, Color::Black, pawns, beside, ledger);
        for (color, own, enemy) in [(Color::White, white, black), (Color::Black, black, white)] {
            let to_move = usize::from(self.state.side == color);
            let frozen = beside[color.index()] & 1 != 0;
            MateAndEscape { board, color, to_move, frozen, own, enemy, ledger }.run();
        }
        ledger.add(self.state.side, TEMPO.at(0), 1);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tables::ICICLE;
    use super::*;
    use crate::position::{Evaluate, Text};

    fn term(fen: &str, name: &str) -> [Score; 2] {
        let position = PrisonBreak::from_fen(fen).unwrap();
        position.evaluation_terms().into_iter().find(|term| term.0 == name).unwrap().1
    }

    #[test]
    fn start_position_is_nearly_even() {
        let start = PrisonBreak::from_fen("rnbqkb/pppppp/6/6/6/6/PPPPPP/RNBQKB w - - 0 1 -").unwrap();
        assert!(start.evaluate(None).abs() < 60);
        let balanced = |(name, [white, black]): &(&str, [Score; 2])| {
            white == black || name.contains("way-out") || *name == "tempo"
        };
        assert!(start.evaluation_terms().iter().all(balanced));
    }

    #[test]
    fn guarded_escape_cell_counts_less() {
        let [free, _] = term("5k/6/6/6/6/1K4/6/6 b - - 0 1 -", "way-out");
        let [guarded, _] = term("r4k/6/6/6/6/1K4/6/6 b - - 0 1 -", "way-out");
        assert!(free > guarded && guarded > 0, "{free} {guarded}");
    }

    #[test]
    fn frozen_pieces_count_less() {
        let [white, black] = term("5k/6/6/3q2/3N2/6/6/K5 w - - 0 1 -", "frozen");
        assert!(white < 0 && black == 0);
        let worth = |kind: Kind| WEIGHTS.values[MATERIAL.at(kind.index::<8>())].middle();
        assert!(worth(ICICLE) < worth(QUEEN));
    }
}
