//! Lookup tables: which kinds capture at which difference of squares, long leaps, and home squares.

use super::pieces::*;
use crate::table;
use crate::types::square::{Step, step};
use crate::types::{Color, Kind, Square};

pub const CAMEL: [Step; 8] = step::leaps(1, 3);
pub const ZEBRA: [Step; 8] = step::leaps(2, 3);
pub const GIRAFFE: [Step; 8] = step::leaps(1, 4);
pub const ANTELOPE: [Step; 8] = step::leaps(3, 4);
/// Two squares in each of the eight directions.
pub const DOUBLE: [Step; 8] = table!(8, |i| step::ALL[i].wrapping_mul(2));
/// Two squares diagonally.
pub const ALFIL: [Step; 4] = [step::of(2, 2), step::of(2, -2), step::of(-2, -2), step::of(-2, 2)];

/// The targets of (3,5) leaps, by square and direction; [`Square::NONE`], a wall, if they are off the board. As steps,
/// leaps of five and more squares would wrap around the mailbox.
pub static FAR_3_5: [[Square; 8]; 256] = far_leaps(3, 5);
pub static FAR_4_5: [[Square; 8]; 256] = far_leaps(4, 5);
pub static FAR_2_6: [[Square; 8]; 256] = far_leaps(2, 6);
/// The targets of (0,5) leaps; directions 4 to 7 repeat the first four.
pub static FAR_0_5: [[Square; 8]; 256] = far_leaps(0, 5);

const fn far_leaps(m: i32, n: i32) -> [[Square; 8]; 256] {
    let directions = [(m, n), (n, -m), (-m, -n), (-n, m), (n, m), (m, -n), (-n, -m), (-m, n)];
    table!(256, |from| table!(8, |i| {
        let (file, rank) = (from as i32 % 16 + directions[i].0, from as i32 / 16 + directions[i].1);
        let exists = 0 <= file && file < 12 && 0 <= rank && rank < 12;
        if exists { Square::new(file as u8, rank as u8) } else { Square::NONE }
    }))
}

/// The kinds that capture at some difference of squares. Bit `kind` of the low half: the kind captures there whatever
/// stands elsewhere; of the high half: it captures there on a condition, such as a free line or an empty landing
/// square.
#[derive(Clone, Copy)]
pub struct Reach(u64);

impl Reach {
    const fn new(certain: Kinds, conditional: Kinds) -> Reach {
        Reach((conditional as u64) << 32 | certain as u64)
    }

    /// The kinds that capture unconditionally.
    #[inline(always)]
    pub const fn certain(self) -> Kinds {
        self.0 as u32
    }

    /// The kinds that capture on a condition.
    #[inline(always)]
    pub const fn conditional(self) -> Kinds {
        (self.0 >> 32) as u32
    }

    /// The entry of one kind.
    #[inline(always)]
    pub const fn of(self, kind: Kind) -> Reach {
        Reach(self.0 >> kind.index::<32>() & (1 << 32 | 1))
    }

    /// Whether no kind captures at this difference.
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }
}

/// The table index of a difference of squares. Rows of 32 columns keep all differences of a 12x12 board apart.
#[inline(always)]
const fn difference(from: Square, to: Square) -> usize {
    const CENTRE: usize = 11 * 33;
    (wide(to) + CENTRE).wrapping_sub(wide(from)) & 1023
}

/// The number of a square in rows of 32 columns.
#[inline(always)]
const fn wide(square: Square) -> usize {
    square.0 as usize + (square.0 & 0xF0) as usize
}

static REACH: [[Reach; 1024]; 2] = [reach_table(1), reach_table(-1)];
static UNIT: [Step; 1024] = table!(1024, |difference| match apart(difference) {
    Some((files, ranks)) => unit_at(files, ranks),
    None => 0,
});

/// The kinds of `color` that capture on `to` from `from`.
#[inline(always)]
pub fn reach(color: Color, from: Square, to: Square) -> Reach {
    REACH[color.index()][difference(from, to)]
}

/// The shortest step between squares along the straight line from one square to another.
#[inline(always)]
pub fn unit(from: Square, to: Square) -> Step {
    UNIT[difference(from, to)]
}

/// The files to the right and ranks up of a table index; `None` if they leave the board.
const fn apart(difference: usize) -> Option<(i32, i32)> {
    let (files, ranks) = (difference as i32 % 32 - 11, difference as i32 / 32 - 11);
    if files <= 11 && ranks <= 11 { Some((files, ranks)) } else { None }
}

const fn reach_table(forward: i32) -> [Reach; 1024] {
    table!(1024, |difference| match apart(difference) {
        Some((files, ranks)) => {
            let certain = leapers(files, ranks) | steppers(files, ranks) | pawns(files, ranks * forward);
            Reach::new(certain, lines(files, ranks) | specials(files, ranks, ranks * forward))
        }
        None => Reach(0),
    })
}

/// The absolute values, the smaller first.
const fn sorted(files: i32, ranks: i32) -> (i32, i32) {
    let (files, ranks) = (files.abs(), ranks.abs());
    if files < ranks { (files, ranks) } else { (ranks, files) }
}

/// The kinds with a leap or a rifle capture at this difference.
const fn leapers(files: i32, ranks: i32) -> Kinds {
    match sorted(files, ranks) {
        (1, 2) => only(BUFFALO) | only(SQUIRREL) | only(IMPALA) | only(ARCHER) | only(SAMURAI) | only(MIDNIGHTER),
        (1, 3) => only(BUFFALO) | only(CALIPH),
        (2, 3) => only(BUFFALO) | only(MTAWALA) | only(SNIPER),
        (0, 2) => only(SQUIRREL) | only(DAYRIDER),
        (2, 2) => only(SQUIRREL) | only(DAYRIDER) | only(GERBIL),
        (1, 4) => only(GERBIL),
        (3, 4) => only(IMPALA),
        (3, 5) | (4, 5) => only(MIDNIGHTER),
        (0, 5) => only(SNIPER),
        _ => 0,
    }
}

/// The kinds that capture on an adjacent square at this difference.
const fn steppers(files: i32, ranks: i32) -> Kinds {
    let all = only(BODYGUARD) | only(DAYRIDER) | only(JELLYFISH) | only(LADY) | only(SNIPER);
    match sorted(files, ranks) {
        (0, 1) => all | only(MTAWALA) | only(POISON),
        (1, 1) => all | only(ARCHER) | only(CALIPH),
        _ => 0,
    }
}

/// The pawns that capture at this difference.
const fn pawns(files: i32, ahead: i32) -> Kinds {
    match (files.abs(), ahead) {
        (0, 1) => only(BEROLINA),
        (1, 1) => only(STANDARD) | only(CHICKEN) | only(MECKLENBECK) | only(PATIENT) | only(SCORPION),
        _ => 0,
    }
}

/// The kinds with a slide or ride over at least one square at this difference.
const fn lines(files: i32, ranks: i32) -> Kinds {
    let (less, more) = sorted(files, ranks);
    let mut kinds = 0;
    if more >= 2 && (less == 0 || less == more) {
        kinds |= if less == 0 { only(MTAWALA) } else { only(CALIPH) };
        if more <= 6 {
            kinds |= only(LADY);
        }
        if more == 2 {
            kinds |= only(BODYGUARD) | if less == 0 { 0 } else { only(ARCHER) };
        } else if more % 2 == 0 {
            kinds |= only(DAYRIDER);
        }
    }
    let ridden = less >= 2 && more == 2 * less;
    if ridden || less == 6 && more == 10 || less == 8 && more == 10 { kinds | only(MIDNIGHTER) } else { kinds }
}

/// The kinds with a special capture at this difference: withdrawal, katana, or the Patient Pawn's opening.
const fn specials(files: i32, ranks: i32, ahead: i32) -> Kinds {
    let patient = if files.abs() == 1 && ahead == 2 { only(PATIENT) } else { 0 };
    match sorted(files, ranks) {
        (0, 1) | (1, 1) => patient | only(HANGMAN),
        (1, 3) => patient | only(SAMURAI),
        _ => patient,
    }
}

const fn unit_at(files: i32, ranks: i32) -> Step {
    match divisor(files.abs(), ranks.abs()) {
        divisor @ 1.. => step::of((files / divisor) as i8, (ranks / divisor) as i8),
        _ => 0,
    }
}

/// The greatest common divisor.
const fn divisor(a: i32, b: i32) -> i32 {
    if b == 0 { a } else { divisor(b, a % b) }
}

/// By colour and square: the kind of the pawn or Friend that starts there, or 0.
static STARTERS: [[Kind; 256]; 2] = [
    table!(256, |square| starter(Color::White, Square(square as u8))),
    table!(256, |square| starter(Color::Black, Square(square as u8))),
];

/// Whether a piece of `kind` and `color` on `square` is on a home square, where it has opening rights.
#[inline(always)]
pub fn starts_on(color: Color, kind: Kind, square: Square) -> bool {
    STARTERS[color.index()][square.index()] == kind && kind != Kind::NONE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_do_not_collide() {
        let square = |text| Square::parse(text).unwrap();
        assert_eq!(unit(square("a1"), square("l12")), step::NE);
        assert_eq!(unit(square("l1"), square("a12")), step::NW);
        assert_eq!(unit(square("a1"), square("i11")), step::of(4, 5));
        // Eight files to the right, and eight to the left and one rank up, are the same difference of bytes.
        assert!(reach(Color::White, square("a1"), square("i1")).of(MTAWALA).conditional() != 0);
        assert!(reach(Color::White, square("i1"), square("a2")).is_none());
        assert!(reach(Color::Black, square("e5"), square("e4")).of(BEROLINA).certain() != 0);
        assert!(reach(Color::White, square("e5"), square("e4")).of(BEROLINA).is_none());
    }

    #[test]
    fn far_leaps_stay_on_the_board() {
        for (table, m, n) in [(&FAR_3_5, 3, 5), (&FAR_4_5, 4, 5), (&FAR_2_6, 2, 6), (&FAR_0_5, 0, 5)] {
            for from in Square::all(12, 12) {
                for to in table[from.index()].into_iter().filter(|&to| to != Square::NONE) {
                    let distances = (from.file().abs_diff(to.file()), from.rank().abs_diff(to.rank()));
                    assert!(distances == (m, n) || distances == (n, m), "{from}{to}");
                }
            }
        }
    }
}
