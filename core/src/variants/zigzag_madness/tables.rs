//! Who can reach what, and by which squares: lookups by the displacement between two squares.
//!
//! On ten files the difference of two 16-wide cells is ambiguous (nine to the right, or one up and seven
//! to the left), so displacements are taken between cells of a 32-wide board.

use crate::types::square::{Step, step};
use crate::types::{Color, Kind, Letters, Square};
use crate::variants::orthodox::reach::Reach;
use crate::{kinds, table};

kinds! {
    PAWN "Standard pawn.";
    NINJA "Ninja Pawn.";
    WAZIR_KNIGHT "Wazir-Knight.";
    FERZ_KNIGHT "Ferz-Knight.";
    BISHOP "Diagonal slider.";
    ROOK "Orthogonal slider.";
    ZIGZAG_BISHOP "Bent slider: diagonal steps and one orthogonal one.";
    ZIGZAG_ROOK "Bent slider: orthogonal steps and one diagonal one.";
    QUEEN "Slider in all eight directions.";
    KING "The royal piece; always number 0 of its army.";
}

/// How many kinds there are, with 0 for no piece.
pub const KINDS: usize = 11;
/// Letters by kind.
pub const LETTERS: Letters = Letters("?PJWFBRZXQK");
/// What pawns of both sorts become, the usual choice first.
pub const PROMOTIONS: [Kind; 7] = [QUEEN, ZIGZAG_ROOK, ZIGZAG_BISHOP, ROOK, BISHOP, FERZ_KNIGHT, WAZIR_KNIGHT];

pub const WAZIR_KNIGHT_LEAPS: [Step; 12] = with_knight(step::ORTHOGONAL);
pub const FERZ_KNIGHT_LEAPS: [Step; 12] = with_knight(step::DIAGONAL);

const fn with_knight(steps: [Step; 4]) -> [Step; 12] {
    let [a, b, c, d] = steps;
    let [e, f, g, h, i, j, k, l] = step::KNIGHT;
    [a, b, c, d, e, f, g, h, i, j, k, l]
}

/// The side of the board.
pub const SIZE: u8 = 10;
/// The rank, from 0 and from its own side, on which a pawn promotes.
pub const LAST_RANK: u8 = SIZE - 1;
/// From this rank on (from 0 and from its own side) a Ninja Pawn captures sideways.
pub const ENEMY_HALF: u8 = 5;
/// How far a pawn of either sort may advance, by its rank from 0 and from its own side.
pub const ADVANCE: [u8; 16] = [0, 3, 2, 1, 1, 2, 2, 2, 1, 0, 0, 0, 0, 0, 0, 0];

/// A rank as its own side counts it, from 0.
#[inline(always)]
pub fn own_rank(color: Color, square: Square) -> u8 {
    color.relative_rank(square, SIZE) & 15
}

/// A cell number on a board 32 wide.
#[inline(always)]
const fn wide(square: Square) -> u16 {
    square.0 as u16 + (square.0 & 0xF0) as u16
}

/// The displacement from one square to another as an index of the tables below.
#[inline(always)]
const fn displacement(from: Square, to: Square) -> usize {
    (wide(to).wrapping_sub(wide(from)) & 1023) as usize
}

/// The files to the right and ranks up of an index of the tables.
const fn apart(displacement: usize) -> (i16, i16) {
    let ranks = (displacement as i16 + 16) / 32;
    (displacement as i16 - 32 * ranks, if ranks < 16 { ranks } else { ranks - 32 })
}

/// Bit `kind` of the low half: an attack for certain; of the high half: one that depends on the squares
/// between or, for a Ninja Pawn's sideways capture, on its rank.
static REACH: [[u32; 1024]; 2] = [reach_table(1), reach_table(-1)];

/// How an attacker of `kind` and `color` on `from` stands to `to`.
#[inline(always)]
pub fn reach(color: Color, kind: Kind, from: Square, to: Square) -> Reach<16> {
    Reach::of(REACH[color.index()][displacement(from, to)], kind.index::<16>())
}

const fn certain(kind: Kind) -> u32 {
    1 << kind.number()
}

const fn perhaps(kind: Kind) -> u32 {
    1 << (kind.number() + 16)
}

const fn reach_table(forward: i16) -> [u32; 1024] {
    table!(1024, |displacement| {
        let (files, ranks) = apart(displacement);
        let pawns = match files {
            1 | -1 if ranks == forward => certain(PAWN) | certain(NINJA),
            1 | -1 if ranks == 0 => perhaps(NINJA),
            _ => 0,
        };
        pawns | reach_at(files, ranks)
    })
}

/// What all but the pawns can do over a displacement.
const fn reach_at(files: i16, ranks: i16) -> u32 {
    let (near, far) = sorted(files, ranks);
    match (near, far) {
        (0, 0) | (_, LIMIT..) => 0,
        (0, 1) => certain(KING) | certain(QUEEN) | certain(ROOK) | certain(WAZIR_KNIGHT),
        (1, 1) => certain(KING) | certain(QUEEN) | certain(BISHOP) | certain(FERZ_KNIGHT),
        (1, 2) => certain(WAZIR_KNIGHT) | certain(FERZ_KNIGHT),
        (0, _) => perhaps(QUEEN) | perhaps(ROOK),
        (1, _) => perhaps(ZIGZAG_ROOK),
        _ if near == far => perhaps(QUEEN) | perhaps(BISHOP),
        _ if near + 1 == far => perhaps(ZIGZAG_BISHOP),
        _ => 0,
    }
}

/// Displacements of this many files or ranks leave the board.
const LIMIT: i16 = SIZE as i16;

/// The absolute values, the smaller first.
const fn sorted(files: i16, ranks: i16) -> (i16, i16) {
    let (files, ranks) = (files.abs(), ranks.abs());
    if files < ranks { (files, ranks) } else { (ranks, files) }
}

/// Of which steps the way between two squares consists: `count` squares lie between them on each path.
#[derive(Clone, Copy)]
struct Way {
    /// The repeated step.
    stride: Step,
    /// The single step of a bent way; 0 on a straight one.
    bend: Step,
    count: u8,
}

/// The way by displacement. All ways are their own reverses.
static WAYS: [Way; 1024] = table!(1024, |displacement| {
    let (files, ranks) = apart(displacement);
    way(files, ranks)
});

const fn way(files: i16, ranks: i16) -> Way {
    let diagonal = step::of(files.signum() as i8, ranks.signum() as i8);
    let along =
        if files.abs() > ranks.abs() { step::of(files.signum() as i8, 0) } else { step::of(0, ranks.signum() as i8) };
    let (near, far) = sorted(files, ranks);
    match (near, far) {
        (0, 0) | (_, LIMIT..) => Way { stride: 0, bend: 0, count: 0 },
        (1, _) if far > 2 => Way { stride: along, bend: diagonal, count: far as u8 - 1 },
        _ if near > 1 && near + 1 == far => Way { stride: diagonal, bend: along, count: near as u8 },
        _ if near == 0 || near == far => Way { stride: diagonal, bend: 0, count: far as u8 - 1 },
        // A knight's leap, or nothing that any piece does.
        _ => Way { stride: 0, bend: 0, count: 0 },
    }
}

/// One path from a king to an attacker: the squares between, in a straight row.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// Where the attacker stands.
    pub attacker: Square,
    start: Square,
    stride: Step,
    count: u8,
}

impl Line {
    /// The squares between, from the king outwards.
    #[inline(always)]
    pub fn squares(self) -> impl Iterator<Item = Square> {
        let mut next = self.start;
        (0..self.count).map(move |_| {
            let square = next;
            next = next.step(self.stride);
            square
        })
    }
}

/// The path between two squares, and the other one if the way is bent.
#[inline(always)]
pub fn lines(target: Square, attacker: Square) -> (Line, Option<Line>) {
    let way = WAYS[displacement(target, attacker)];
    let line = |start: Step| Line { attacker, start: target.step(start), stride: way.stride, count: way.count };
    (line(way.stride), (way.bend != 0).then(|| line(way.bend)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(line: Line) -> String {
        line.squares().map(|square| square.to_string()).collect()
    }

    #[test]
    fn bent_ways_have_two_paths() {
        for (from, to, first, second) in [
            ("e4", "g7", "f5g6", "e5f6"),
            ("e4", "h6", "f5g6", "f4g5"),
            ("e4", "f8", "e5e6e7", "f5f6f7"),
            ("e4", "a3", "d4c4b4", "d3c3b3"),
        ] {
            let (a, b) = lines(Square::parse(from).unwrap(), Square::parse(to).unwrap());
            assert_eq!((squares(a), b.map(squares)), (first.into(), Some(second.into())), "{from}{to}");
        }
    }

    #[test]
    fn straight_ways_have_one() {
        for (from, to, between) in [("j1", "j4", "j2j3"), ("a10", "j1", "b9c8d7e6f5g4h3i2"), ("a1", "a2", "")] {
            let (line, none) = lines(Square::parse(from).unwrap(), Square::parse(to).unwrap());
            assert_eq!(squares(line), between);
            assert!(none.is_none());
        }
    }
}
