//! Tapered material and placement, mobility, freezing, the danger to the king, and the way out.
//!
//! Two things decide games here. An Ice Queen beside the king mates unless she can be captured, so what
//! matters around a king is who covers the squares she could land on. And a king that comes to a4 or a5
//! unattacked wins, so every king is measured by its distance to the cells and by who guards them.

use super::PrisonBreak;
use super::danger::{self, Board};
use super::tables::{
    BOMBER, ESCAPE_CELLS, FILES, GUARD, KING, KNIGHT, PAWN, QUEEN, RANKS, is_close, is_escape, is_ice_queen,
};
use crate::eval::king::Siege;
use crate::eval::{self, Phased, account};
use crate::types::square::{Step, step};
use crate::types::{Cell, Color, Score, Square};

/// What an escape gains, for move ordering: more than any capture.
pub(super) const ESCAPE: Score = 5000;

/// Middle and end game worth by kind. The Ice Queen, who moves no further than the king, is worth most by
/// far: in shallow self-play from uneven armies she weighed as much as five Knights, a Bomber nearly two.
const MATERIAL: [Phased; 8] = [
    Phased::ZERO,
    Phased::new(75, 110),
    Phased::new(280, 270),
    Phased::new(290, 285),
    Phased::new(465, 470),
    Phased::new(1130, 1080),
    Phased::ZERO,
    Phased::new(920, 880),
];

/// How much of the middle game a piece keeps alive; all of them together are [`FULL_PHASE`].
const PHASE: [i32; 8] = [0, 0, 1, 1, 2, 3, 0, 3];
const FULL_PHASE: i32 = 16;

/// Worth of one more reachable square, and the number of squares counted as average, by kind.
const MOBILITY: [(Phased, i32); 8] = [
    (Phased::ZERO, 0),
    (Phased::ZERO, 0),
    (Phased::new(6, 5), 3),
    (Phased::new(7, 6), 4),
    (Phased::new(3, 4), 5),
    (Phased::new(3, 4), 5),
    (Phased::ZERO, 0),
    (Phased::ZERO, 0),
];

const TEMPO: Score = 12;
/// A frozen piece cannot move and may be captured by her who froze it: this share of its worth is gone,
/// in hundredths.
const FROZEN_SHARE: Score = 18;
/// A king that cannot move.
const FROZEN_KING: Phased = Phased::new(-50, -60);
/// A pawn without enemy pawns ahead of it and beside that, by ranks advanced from its start.
const PASSED: [Phased; 7] = [
    Phased::ZERO,
    Phased::new(2, 6),
    Phased::new(4, 14),
    Phased::new(12, 30),
    Phased::new(28, 60),
    Phased::new(60, 110),
    Phased::ZERO,
];
/// Danger units for each attack on the enemy king's neighbourhood, by the attacker's kind.
const ATTACK_UNITS: [i32; 8] = [0, 1, 2, 2, 2, 4, 0, 0];
/// An awake Ice Queen by her distance to the enemy king: from two squares off she threatens to mate.
const QUEEN_NEARS_KING: [Phased; 8] = [
    Phased::ZERO,
    Phased::new(45, 40),
    Phased::new(45, 40),
    Phased::new(25, 25),
    Phased::new(10, 15),
    Phased::new(0, 5),
    Phased::ZERO,
    Phased::ZERO,
];
/// An attack on a square beside the own king: an Ice Queen that lands there can be captured.
const COVER: Phased = Phased::new(4, 3);
/// Covers that count.
const MOST_COVERS: i32 = 8;
/// A king by its distance to an escape cell that nobody guards.
const WAY_OUT: [Score; 8] = [0, 220, 120, 60, 26, 8, 0, 0];
/// What is left of [`WAY_OUT`], in hundredths, when none, one or more enemies guard the cell.
const GUARDED_SHARE: [Score; 3] = [100, 45, 20];

/// Piece-square values from White's side by kind.
static TABLES: [[Phased; 128]; 8] = [
    [Phased::ZERO; 128],
    pawn_table(),
    centre_table(Phased::new(8, 5), 3),
    centre_table(Phased::new(5, 4), 3),
    centre_table(Phased::new(1, 2), 3),
    centre_table(Phased::new(6, 6), 3),
    [Phased::ZERO; 128],
    [Phased::ZERO; 128],
];

/// A bonus of `slope` for every step nearer to the centre than `average` (0 in the centre, 5 in a corner).
const fn centre_table(slope: Phased, average: i32) -> [Phased; 128] {
    const fn off_centre(coordinate: i32, size: i32) -> i32 {
        let upper = size / 2;
        if coordinate < upper { upper - 1 - coordinate } else { coordinate - upper }
    }
    let mut table = [Phased::ZERO; 128];
    let mut square = 0;
    while square < 128 {
        let (file, rank) = (square as i32 & 15, square as i32 >> 4);
        let steps = off_centre(file, FILES as i32) + off_centre(rank, RANKS as i32);
        table[square] = Phased::new(slope.middle() * (average - steps), slope.end() * (average - steps));
        square += 1;
    }
    table
}

/// Pawns: forward, more so in the end game and in the inner files. Nothing blocks a sliding pawn for long.
const fn pawn_table() -> [Phased; 128] {
    let mut table = [Phased::ZERO; 128];
    let mut square = 16;
    while square < 112 {
        let (file, advanced) = (square as i32 & 15, (square as i32 >> 4) - 1);
        let inner = if file == 2 || file == 3 { 2 } else { 0 };
        table[square] = Phased::new(advanced * (3 + inner), advanced * advanced * 4);
        square += 1;
    }
    table
}

/// Material worth of a kind for move ordering, in hundredths of a pawn.
#[inline(always)]
pub(super) fn worth(kind: u8) -> Score {
    const WORTH: [Score; 8] = [0, 90, 280, 290, 465, 1100, 0, 980];
    WORTH[kind as usize & 7]
}

/// Everything one army is credited with.
#[derive(Default)]
struct Account {
    material: Phased,
    placement: Phased,
    mobility: Phased,
    frozen: Phased,
    attack: Phased,
    way_out: Phased,
    phase: i32,
    siege: Siege,
    covers: i32,
}

impl eval::Account for Account {
    const FULL_PHASE: i32 = FULL_PHASE;
    const TEMPO: Score = TEMPO;

    fn terms(&self) -> impl IntoIterator<Item = (&'static str, Phased)> {
        [
            ("material", self.material),
            ("piece-square, passed pawns", self.placement),
            ("mobility, cover", self.mobility),
            ("frozen pieces", self.frozen),
            ("king attack", self.attack),
            ("way out", self.way_out),
        ]
    }

    fn phase(&self) -> i32 {
        self.phase
    }
}

/// One army's books while they are being filled.
struct Auditor<'a> {
    board: &'a Board,
    color: Color,
    king: Square,
    enemy_king: Square,
    account: Account,
}

fn account(position: &PrisonBreak, color: Color, chilled: [u32; 2]) -> Account {
    let (king, enemy_king) = (position.board.king(color), position.board.king(!color));
    let mut auditor = Auditor { board: &position.board, color, king, enemy_king, account: Account::default() };
    let first = Board::first(color);
    for slot in 0..Board::ARMY {
        let (kind, square) = (position.board.kind_of(first + slot), position.board.square_of(first + slot));
        if kind != 0 {
            let frozen = chilled[color.index()] >> slot & 1 != 0 && !is_ice_queen(kind);
            auditor.piece(kind, square, frozen);
        }
    }
    let mut account = auditor.account;
    account.mobility += COVER * account.covers.min(MOST_COVERS);
    let danger = account.siege.danger().min(400);
    account.attack += Phased::new(danger, danger / 4);
    let king_frozen = chilled[color.index()] & 1 != 0;
    account.way_out = way_out(position, color, chilled[1 - color.index()], king_frozen);
    account
}

impl Auditor<'_> {
    #[inline(always)]
    fn piece(&mut self, kind: u8, square: Square, frozen: bool) {
        let index = kind as usize & 7;
        self.account.material += MATERIAL[index];
        self.account.phase += PHASE[index];
        self.account.placement += TABLES[index][table_index(self.color, square)];
        if kind == PAWN {
            self.account.placement += self.passed(square);
        }
        if frozen {
            self.account.frozen += if kind == KING { FROZEN_KING } else { Phased::flat(-loss(kind)) };
        }
        // What cannot move reaches no square.
        let (squares, hits) = if frozen { (0, 0) } else { self.reached(kind, square) };
        let (weight, average) = MOBILITY[index];
        self.account.mobility += weight * (squares - average);
        self.account.siege.add(hits, ATTACK_UNITS[index]);
        if kind == QUEEN {
            self.account.attack += QUEEN_NEARS_KING[square.distance(self.enemy_king) as usize & 7];
        }
    }

    /// How many squares a piece reaches, and how many of them are beside the enemy king.
    #[inline(always)]
    fn reached(&mut self, kind: u8, from: Square) -> (i32, i32) {
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
    fn visit_all(&mut self, from: Square, steps: &[Step], counts: &mut (i32, i32)) {
        for &step in steps {
            self.visit(from.step(step), counts);
        }
    }

    /// Squares in line, the leap of two, and the landing behind an enemy.
    #[inline(always)]
    fn fly(&mut self, from: Square, counts: &mut (i32, i32)) {
        for step in step::ORTHOGONAL {
            let end = self.board.ray_end(from, step);
            let mut to = from.step(step);
            while to != end {
                self.visit(to, counts);
                to = to.step(step);
            }
            let second = from.step(step).step(step);
            if end == second || end == from.step(step) && self.board.at(end).is_piece() {
                self.visit(second, counts);
            }
        }
    }

    #[inline(always)]
    fn visit(&mut self, to: Square, counts: &mut (i32, i32)) {
        let cell = self.board.at(to);
        if cell == Cell::WALL {
            return; // beyond the edge there are no neighbours of a king
        }
        counts.0 += i32::from(cell.admits(self.color) && !is_escape(to));
        counts.1 += i32::from(is_close(to, self.enemy_king));
        self.account.covers += i32::from(is_close(to, self.king));
    }

    /// The bonus of a passed pawn.
    #[inline]
    fn passed(&self, square: Square) -> Phased {
        let forward = self.color.forward();
        let advanced = self.color.choose(square.rank().wrapping_sub(1), 6u8.wrapping_sub(square.rank()));
        let mut ahead = square.step(forward);
        for _ in advanced..6 {
            for beside in [ahead.step(step::W), ahead, ahead.step(step::E)] {
                if self.board.kind_at(beside, !self.color) == PAWN {
                    return Phased::ZERO;
                }
            }
            ahead = ahead.step(forward);
        }
        PASSED[advanced as usize % 7]
    }
}

/// What a piece loses by being frozen.
fn loss(kind: u8) -> Score {
    worth(kind) * FROZEN_SHARE / 100
}

#[inline(always)]
fn table_index(color: Color, square: Square) -> usize {
    let rank = color.choose(square.rank(), 7 - (square.rank() & 7)) as usize;
    (rank * 16 + square.file() as usize) & 127
}

/// The better of the two ways out of the prison.
fn way_out(position: &PrisonBreak, color: Color, enemy_chilled: u32, frozen: bool) -> Phased {
    let king = position.board.king(color);
    let hope = |cell: Square| {
        let distance = WAY_OUT[king.distance(cell) as usize & 7];
        if distance == 0 {
            return 0;
        }
        let guards = danger::count_attackers(&position.board, enemy_chilled, cell, !color, king);
        distance * GUARDED_SHARE[guards.min(2) as usize] / 100
    };
    let best = hope(ESCAPE_CELLS[0]).max(hope(ESCAPE_CELLS[1]));
    Phased::flat(if frozen { best / 4 } else { best })
}

fn accounts(position: &PrisonBreak) -> [Account; 2] {
    let chilled = Color::ALL.map(|color| danger::chilled(&position.board, color));
    Color::ALL.map(|color| account(position, color, chilled))
}

pub(super) fn evaluate(position: &PrisonBreak) -> Score {
    account::score(&accounts(position), position.state.side)
}

pub(super) fn terms(position: &PrisonBreak) -> Vec<(&'static str, [Score; 2])> {
    account::terms(&accounts(position))
}

#[cfg(test)]
mod tests {
    use super::super::tables::ICICLE;
    use super::*;
    use crate::position::Position;

    fn term(fen: &str, name: &str) -> [Score; 2] {
        let position = PrisonBreak::from_fen(fen).unwrap();
        terms(&position).into_iter().find(|term| term.0 == name).unwrap().1
    }

    #[test]
    fn the_start_position_is_worth_the_tempo() {
        let start = PrisonBreak::from_fen("rnbqkb/pppppp/6/6/6/6/PPPPPP/RNBQKB w - - 0 1 -").unwrap();
        assert_eq!(evaluate(&start), TEMPO);
    }

    #[test]
    fn a_guarded_cell_is_a_smaller_hope() {
        let [free, _] = term("5k/6/6/6/6/1K4/6/6 b - - 0 1 -", "way out");
        let [guarded, _] = term("r4k/6/6/6/6/1K4/6/6 b - - 0 1 -", "way out");
        assert!(free > guarded && guarded > 0, "{free} {guarded}");
    }

    #[test]
    fn frozen_pieces_are_worth_less() {
        assert_eq!(term("5k/6/6/3q2/3N2/6/6/K5 w - - 0 1 -", "frozen pieces"), [-loss(KNIGHT), 0]);
        assert!(MATERIAL[ICICLE as usize].middle() < MATERIAL[QUEEN as usize].middle());
    }
}
