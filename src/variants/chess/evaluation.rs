//! Tapered material, piece-square tables, mobility, pawn structure and king danger.

use super::Chess;
#[cfg(test)]
use super::Position;
use super::tables::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
use crate::eval::{Phased, table};
use crate::types::square::{Step, step};
use crate::types::{Cell, Color, Score, Square};

/// Middle and end game worth by kind.
const MATERIAL: [Phased; 7] = [
    Phased::ZERO,
    Phased::new(88, 112),
    Phased::new(330, 310),
    Phased::new(345, 330),
    Phased::new(470, 560),
    Phased::new(970, 1010),
    Phased::ZERO,
];

/// How much of the middle game a piece keeps alive; all of them together are [`FULL_PHASE`].
const PHASE: [i32; 7] = [0, 0, 1, 1, 2, 4, 0];
const FULL_PHASE: i32 = 24;

/// Worth of one more reachable square, and the number of squares counted as average, by kind.
const MOBILITY: [(Phased, i32); 7] = [
    (Phased::ZERO, 0),
    (Phased::ZERO, 0),
    (Phased::new(5, 4), 4),
    (Phased::new(5, 4), 6),
    (Phased::new(3, 5), 7),
    (Phased::new(2, 3), 13),
    (Phased::ZERO, 0),
];

const BISHOP_PAIR: Phased = Phased::new(28, 45);
const TEMPO: Score = 12;
const DOUBLED: Phased = Phased::new(-8, -18);
const ISOLATED: Phased = Phased::new(-10, -12);
/// A passed pawn by ranks advanced from its start.
const PASSED: [Phased; 7] = [
    Phased::ZERO,
    Phased::new(2, 8),
    Phased::new(4, 14),
    Phased::new(12, 32),
    Phased::new(30, 60),
    Phased::new(60, 105),
    Phased::ZERO,
];
/// A rook without own pawns in its file, and without any.
const HALF_OPEN: Phased = Phased::new(12, 5);
const OPEN: Phased = Phased::new(26, 8);
/// A pawn in front of its castled king, one or two ranks ahead.
const SHELTER: Phased = Phased::new(11, 0);
/// Danger units for each attack on the king's neighbourhood, by the attacker's kind.
const ATTACK_UNITS: [i32; 7] = [0, 0, 2, 2, 3, 5, 0];

/// Piece-square tables from White's side by kind.
static TABLES: [[Phased; 64]; 7] = [
    [Phased::ZERO; 64],
    table::pawn(),
    table::centre(Phased::new(9, 6), Phased::new(-26, -18)),
    table::centre(Phased::new(5, 3), Phased::new(-13, -8)),
    table::rook(),
    table::centre(Phased::new(1, 5), Phased::new(-2, -14)),
    table::king(),
];

/// Material worth of a kind for move ordering, in hundredths of a pawn.
#[inline(always)]
pub(super) fn worth(kind: u8) -> Score {
    const WORTH: [Score; 8] = [0, 100, 320, 335, 500, 980, 0, 0];
    WORTH[kind as usize & 7]
}

/// What is known of pawns before the pieces are looked at.
struct Pawns {
    /// Per colour and file (with one empty file on each side): how many pawns.
    files: [[u8; 10]; 2],
    /// Per colour and file: the rank of the pawn nearest to its own first rank, counted from White's side.
    rearmost: [[u8; 10]; 2],
}

impl Pawns {
    fn of(position: &Chess) -> Pawns {
        let mut pawns = Pawns { files: [[0; 10]; 2], rearmost: [[9; 10], [0; 10]] };
        for color in Color::ALL {
            for (_, square) in position.board.army(color).filter(|piece| piece.0 == PAWN) {
                let file = square.file() as usize + 1;
                let rear = &mut pawns.rearmost[color.index()][file];
                pawns.files[color.index()][file] += 1;
                *rear = color.choose((*rear).min(square.rank()), (*rear).max(square.rank()));
            }
        }
        pawns
    }

    /// No enemy pawn ahead in the pawn's file or beside it.
    fn is_passed(&self, color: Color, square: Square) -> bool {
        let file = square.file() as usize + 1;
        (file - 1..=file + 1).all(|f| {
            let enemy = self.rearmost[1 - color.index()][f];
            let none = self.files[1 - color.index()][f] == 0;
            none || color.choose(enemy <= square.rank(), enemy >= square.rank())
        })
    }
}

/// Everything one army is credited with.
#[derive(Default)]
struct Account {
    material: Phased,
    placement: Phased,
    mobility: Phased,
    pawns: Phased,
    attack: Phased,
    phase: i32,
    units: i32,
    attackers: i32,
    bishops: i32,
}

impl Account {
    fn total(&self) -> Phased {
        self.material + self.placement + self.mobility + self.pawns + self.attack
    }
}

fn account(position: &Chess, color: Color, pawns: &Pawns) -> Account {
    let mut account = Account::default();
    let enemy_king = position.board.king(!color);
    for (kind, square) in position.board.army(color) {
        let kind_index = kind as usize % 7;
        account.material += MATERIAL[kind_index];
        account.phase += PHASE[kind_index];
        account.placement += TABLES[kind_index][table_index(color, square)];
        match kind {
            PAWN => account.pawns += pawn(color, square, pawns),
            KNIGHT => count_moves(position, color, kind, square, &step::KNIGHT, false, enemy_king, &mut account),
            BISHOP => {
                account.bishops += 1;
                count_moves(position, color, kind, square, &step::DIAGONAL, true, enemy_king, &mut account);
            }
            ROOK => {
                account.placement += open_file(color, square, pawns);
                count_moves(position, color, kind, square, &step::ORTHOGONAL, true, enemy_king, &mut account);
            }
            QUEEN => count_moves(position, color, kind, square, &step::ALL, true, enemy_king, &mut account),
            KING => account.pawns += shelter(position, color, square),
            _ => {}
        }
    }
    if account.bishops >= 2 {
        account.material += BISHOP_PAIR;
    }
    if account.attackers >= 2 {
        let danger = (account.units * account.units).min(500);
        account.attack = Phased::new(danger, danger / 8);
    }
    account
}

#[inline(always)]
fn table_index(color: Color, square: Square) -> usize {
    let rank = color.choose(square.rank(), 7 - square.rank()) as usize;
    (rank * 8 + square.file() as usize) & 63
}

/// Reachable squares, and those of them beside the enemy king.
#[inline(always)]
#[allow(clippy::too_many_arguments)]
fn count_moves<const D: usize>(
    position: &Chess,
    color: Color,
    kind: u8,
    from: Square,
    steps: &[Step; D],
    slides: bool,
    enemy_king: Square,
    account: &mut Account,
) {
    let (mut squares, mut hits) = (0, 0);
    for &step in steps {
        let mut to = from;
        loop {
            to = to.step(step);
            let cell = position.board.at(to);
            hits += (cell != Cell::WALL && to.distance(enemy_king) <= 1) as i32;
            squares += cell.admits(color) as i32;
            if !slides || !cell.is_empty() {
                break;
            }
        }
    }
    let (weight, average) = MOBILITY[kind as usize];
    account.mobility += weight * (squares - average);
    if hits > 0 {
        account.attackers += 1;
        account.units += ATTACK_UNITS[kind as usize] * hits.min(3);
    }
}

fn pawn(color: Color, square: Square, pawns: &Pawns) -> Phased {
    let own = &pawns.files[color.index()];
    let file = square.file() as usize + 1;
    let mut score = Phased::ZERO;
    if own[file] > 1 {
        score += DOUBLED;
    }
    if own[file - 1] == 0 && own[file + 1] == 0 {
        score += ISOLATED;
    }
    if pawns.is_passed(color, square) {
        score += PASSED[color.choose(square.rank() - 1, 6 - square.rank()) as usize % 7];
    }
    score
}

fn open_file(color: Color, square: Square, pawns: &Pawns) -> Phased {
    let file = square.file() as usize + 1;
    match (pawns.files[color.index()][file], pawns.files[1 - color.index()][file]) {
        (0, 0) => OPEN,
        (0, _) => HALF_OPEN,
        _ => Phased::ZERO,
    }
}

/// Own pawns one and two ranks ahead of the king, in its file and beside it.
fn shelter(position: &Chess, color: Color, king: Square) -> Phased {
    let forward = color.forward();
    let is_pawn = |square: Square| (position.board.kind_at(square, color) == PAWN) as i32;
    let ahead = |file_step: Step| {
        let near = king.step(forward).step(file_step);
        2 * is_pawn(near) + is_pawn(near.step(forward))
    };
    SHELTER * (ahead(step::W) + ahead(0) + ahead(step::E))
}

pub(super) fn evaluate(position: &Chess) -> Score {
    let pawns = Pawns::of(position);
    let [white, black] = Color::ALL.map(|color| account(position, color, &pawns));
    let score = (white.total() - black.total()).taper(white.phase + black.phase, FULL_PHASE);
    position.state.side.choose(score, -score) + TEMPO
}

pub(super) fn terms(position: &Chess) -> Vec<(&'static str, [Score; 2])> {
    let pawns = Pawns::of(position);
    let accounts = Color::ALL.map(|color| account(position, color, &pawns));
    let phase = accounts[0].phase + accounts[1].phase;
    let row = |part: fn(&Account) -> Phased| [0, 1].map(|i: usize| part(&accounts[i]).taper(phase, FULL_PHASE));
    vec![
        ("material", row(|account| account.material)),
        ("piece-square", row(|account| account.placement)),
        ("mobility", row(|account| account.mobility)),
        ("pawns, shelter", row(|account| account.pawns)),
        ("king attack", row(|account| account.attack)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_position_is_worth_the_tempo() {
        let start = Chess::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").unwrap();
        assert_eq!(evaluate(&start), TEMPO);
    }
}
