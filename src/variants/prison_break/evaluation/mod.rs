//! Tapered material and placement, mobility, freezing, the danger to the king, and the way out.
//!
//! Two things decide games here. An Ice Queen beside the king mates unless she can be captured, so what
//! matters around a king is who covers the squares she could land on. And a king that comes to a4 or a5
//! unattacked wins, so every king is measured by its distance to the cells and by who guards them.

mod prospects;

use super::PrisonBreak;
use super::danger::{self, Board};
use super::tables::{
    self, BOMBER, ESCAPE_CELLS, FILES, GUARD, KNIGHT, PAWN, QUEEN, RANKS, is_close, is_escape, is_ice_queen,
};
use crate::eval::king::Siege;
use crate::eval::pawns::PawnFiles;
use crate::eval::{Ledger, Weights, zone};
use crate::position::Evaluate;
use crate::types::square::{Step, step};
use crate::types::{Cell, Color, Score, Square};
use crate::weights;
use prospects::{Findings, Prospects};

weights! {
    pub(super) WEIGHTS in "src/variants/prison_break/weights.txt" ("../weights.txt"), full phase 16;
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
    /// A pawn without enemy pawns ahead, in its file or beside it, by rank.
    PASSED "passed" 8;
    /// A pawn with another one of its own in its file.
    DOUBLED "doubled" 1;
    /// A pawn without own pawns in the files beside it.
    ISOLATED "isolated" 1;
    /// An enemy piece that could be captured: by the capturer's kind and its own, with the enemy to move; then with the
    /// capturer to move. By an Ice Queen: that she stands beside.
    THREATS "threats" 2 * KINDS * KINDS, row KINDS;
    /// A frozen piece by kind, with the enemy to move, who may capture it; then with its owner to move.
    FROZEN "frozen" 2 * KINDS, row KINDS;
    /// The squares beside the own king, by their number, where an arriving Ice Queen would be captured or frozen
    /// herself. What stands beside her cannot do it.
    GUARDED "guarded" 9;
    /// An awake Ice Queen two squares from the enemy king, by how many squares she could mate from for all that is
    /// guarded, with the enemy to move; then with her to move.
    STRIKES "strikes" 2 * 4, row 4;
    /// Two or more attackers at the enemy king, by the danger that their attacks add up to.
    DANGER "danger" 32;
    /// An awake Ice Queen by her distance to the enemy king: from two squares off she threatens to mate.
    QUEEN_NEARS_KING "queen-nears-king" 8;
    /// A king's better way out while the enemy is to move: by how many enemies guard the cell (0, 1, 2 or more), then by
    /// his distance to it; then the same while he is to move himself.
    WAY_OUT "way-out" 2 * 3 * DISTANCES, row DISTANCES;
    /// The same for a king that is frozen.
    FROZEN_WAY_OUT "frozen-way-out" 2 * 3 * DISTANCES, row DISTANCES;
    /// The worse way out in the same order, frozen or not.
    SECOND_WAY_OUT "second-way-out" 2 * 3 * DISTANCES, row DISTANCES;
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
    static WORTH: [Score; KINDS] = WEIGHTS.means(&MATERIAL);
    WORTH[kind as usize & 7]
}

/// One army while it is looked at.
struct Survey<'a, L> {
    position: &'a PrisonBreak,
    color: Color,
    /// 1 for the side to move.
    to_move: usize,
    king: Square,
    enemy_king: Square,
    pawns: &'a PawnFiles,
    /// Bit by slot: pieces beside an enemy Ice Queen.
    chilled: u32,
    siege: Siege,
    findings: Findings,
    ledger: &'a mut L,
}

impl<L: Ledger> Survey<'_, L> {
    #[inline(always)]
    fn add(&mut self, weight: usize) {
        self.ledger.add(self.color, weight, 1);
    }

    #[inline(always)]
    fn run(mut self) -> Findings {
        let board = &self.position.board;
        let first = Board::first(self.color);
        for slot in 0..Board::ARMY {
            let (kind, square) = (board.kind_of(first + slot), board.square_of(first + slot));
            if kind != 0 {
                self.piece(kind, square, self.chilled >> slot & 1 != 0 && !is_ice_queen(kind));
            }
        }
        self.findings.guarded &= tables::zone_squares(self.king) & !zone::CENTRE;
        self.add(GUARDED.at(self.findings.guarded.count_ones() as usize));
        if let Some(units) = self.siege.units() {
            self.add(DANGER.at(units.min(DANGER.len - 1)));
        }
        self.findings
    }

    #[inline(always)]
    fn piece(&mut self, kind: u8, square: Square, frozen: bool) {
        let index = kind as usize & 7;
        self.add(MATERIAL.at(index));
        self.add(SQUARES.at(index * CELLS + table_index(self.color, square)));
        self.ledger.keep_alive(PHASE[index]);
        if frozen {
            self.add(FROZEN.at(self.to_move * KINDS + index));
        }
        // What cannot move reaches no square.
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

    /// What a piece does that is not frozen. Returns how many squares it reaches.
    #[inline(always)]
    fn act(&mut self, kind: u8, from: Square) -> usize {
        self.watch_cells(kind, from);
        if kind == BOMBER {
            return self.fly(from);
        }
        let hits =
            tables::zone_hits_of(self.color, kind, from, self.enemy_king) & tables::zone_squares(self.enemy_king);
        self.siege.add(hits.count_ones() as i32, ATTACK_UNITS[kind as usize & 7]);
        self.findings.guarded |= tables::zone_cover_of(kind, from, self.king);
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
    fn visit_all<const N: usize>(&mut self, kind: u8, from: Square, steps: &[Step; N]) -> usize {
        let mut squares = 0;
        for step in steps {
            squares += self.visit(kind, from.step(*step));
        }
        squares
    }

    /// 1 if a piece could move to a cell; enters a threat to what stands there.
    #[inline(always)]
    fn visit(&mut self, kind: u8, to: Square) -> usize {
        let cell = self.position.board.at(to);
        if cell.is(!self.color) {
            self.threaten(kind, to);
        }
        usize::from(cell.admits(self.color) && !is_escape(to))
    }

    #[inline(always)]
    fn threaten(&mut self, kind: u8, victim: Square) {
        let victim = self.position.board.kind_on(victim) as usize & 7;
        self.add(THREATS.at((self.to_move * KINDS + kind as usize) * KINDS + victim));
    }

    /// A Bomber's squares in line, its leap of two, and the victim that it can fly over.
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
                    self.findings.guarded |= zone::bit(self.king, to);
                }
                to = next;
            }
            let (end, behind) = (board.at(to), to.step(step));
            if (to == second || to == first && end.is_piece()) && board.at(second) != Cell::WALL {
                squares += self.visit(BOMBER, second);
                hits += i32::from(is_close(second, self.enemy_king));
                self.findings.guarded |= zone::bit(self.king, second);
            }
            if to != second && end.is(!self.color) && board.at(behind).is_empty() && !is_escape(behind) {
                self.threaten(BOMBER, to);
            }
        }
        self.siege.add(hits, ATTACK_UNITS[BOMBER as usize]);
        squares
    }

    #[inline(always)]
    fn watch_cells(&mut self, kind: u8, from: Square) {
        let (board, enemy_king) = (&self.position.board, self.enemy_king);
        if !tables::is_near(self.color, kind, from, ESCAPE_CELLS[0]) {
            return;
        }
        for (sentries, cell) in self.findings.sentries.iter_mut().zip(ESCAPE_CELLS) {
            let reach = tables::reach(self.color, kind, from, cell);
            let attacks =
                reach.possible() && (reach.certain() || danger::flies_over(board, from, cell, !self.color, enemy_king));
            *sentries += usize::from(attacks);
        }
    }

    #[inline(always)]
    fn queen(&mut self, square: Square, squares: usize) {
        let distance = square.distance(self.enemy_king);
        self.add(QUEEN_MOBILITY.at(squares));
        self.add(QUEEN_NEARS_KING.at(distance as usize & 7));
        if distance == 2 {
            self.findings.striker = square;
        }
    }

    #[inline(always)]
    fn pawn(&mut self, square: Square) {
        let (color, pawns) = (self.color, self.pawns);
        self.ledger.add(color, DOUBLED.at(0), i32::from(pawns.count(color, square) > 1));
        self.ledger.add(color, ISOLATED.at(0), i32::from(pawns.is_isolated(color, square)));
        if pawns.is_passed(color, square) {
            self.add(PASSED.at(color.choose(square.rank(), 7 - (square.rank() & 7)) as usize & 7));
        }
    }
}

/// Where the tables of [`SQUARES`] have a square.
#[inline(always)]
fn table_index(color: Color, square: Square) -> usize {
    let rank = color.choose(square.rank(), 7 - (square.rank() & 7)) as usize;
    rank * FILES as usize + square.file() as usize
}

#[inline(always)]
fn survey(
    position: &PrisonBreak,
    color: Color,
    pawns: &PawnFiles,
    chilled: [u32; 2],
    ledger: &mut impl Ledger,
) -> Findings {
    let survey = Survey {
        position,
        color,
        to_move: usize::from(position.state.side == color),
        king: position.board.king(color),
        enemy_king: position.board.king(!color),
        pawns,
        chilled: chilled[color.index()],
        siege: Siege::default(),
        findings: Findings { guarded: 0, striker: Square::NONE, sentries: [0; 2] },
        ledger,
    };
    survey.run()
}

impl Evaluate for PrisonBreak {
    const WEIGHTS: &'static Weights = &WEIGHTS;

    #[inline(always)]
    fn worth(kind: u8) -> Score {
        worth(kind)
    }

    #[inline]
    fn evaluate_into(&self, ledger: &mut impl Ledger) {
        evaluate_into(self, ledger);
    }
}

fn evaluate_into(position: &PrisonBreak, ledger: &mut impl Ledger) {
    let board = &position.board;
    let pawns = &PawnFiles::of(board, |kind| kind == PAWN);
    let chilled = [danger::chilled(board, Color::White), danger::chilled(board, Color::Black)];
    let white = survey(position, Color::White, pawns, chilled, ledger);
    let black = survey(position, Color::Black, pawns, chilled, ledger);
    for (color, own, enemy) in [(Color::White, white, black), (Color::Black, black, white)] {
        let to_move = usize::from(position.state.side == color);
        let frozen = chilled[color.index()] & 1 != 0;
        Prospects { board, color, to_move, frozen, own, enemy, ledger }.run();
    }
    ledger.add(position.state.side, TEMPO.at(0), 1);
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
    fn the_start_position_is_nearly_even() {
        let start = PrisonBreak::from_fen("rnbqkb/pppppp/6/6/6/6/PPPPPP/RNBQKB w - - 0 1 -").unwrap();
        assert!(start.evaluate().abs() < 60);
        let own = |(name, [white, black]): &(&str, [Score; 2])| {
            white == black || name.contains("way-out") || *name == "tempo"
        };
        assert!(start.evaluation_terms().iter().all(own));
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
