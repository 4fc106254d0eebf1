//! Squares and steps of the 16x16 mailbox.

use std::fmt;

/// A cell of the 16x16 mailbox: `rank * 16 + file`, both from 0.
///
/// Every `u8` is a cell, so indexing a `[T; 256]` by a square needs no bounds check. A board occupies the cells from
/// (0, 0) upwards; all others are walls. Square arithmetic is modulo 256, so a step off one edge wraps around into a
/// wall.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(pub u8);

/// A displacement between two squares, modulo 256.
pub type Step = u8;

/// Named steps: the eight king steps (`N` is a rank up, `E` a file right), and the leaps of leapers.
#[allow(missing_docs)]
pub mod step {
    use super::Step;
    pub const N: Step = 16;
    pub const S: Step = 16u8.wrapping_neg();
    pub const E: Step = 1;
    pub const W: Step = 1u8.wrapping_neg();
    pub const NE: Step = N.wrapping_add(E);
    pub const NW: Step = N.wrapping_add(W);
    pub const SE: Step = S.wrapping_add(E);
    pub const SW: Step = S.wrapping_add(W);
    pub const ORTHOGONAL: [Step; 4] = [N, E, S, W];
    pub const DIAGONAL: [Step; 4] = [NE, SE, SW, NW];
    pub const ALL: [Step; 8] = [N, NE, E, SE, S, SW, W, NW];
    /// The knight's (1,2) leaps.
    pub const KNIGHT: [Step; 8] = leaps(1, 2);

    /// The step of `files` to the right and `ranks` up.
    pub const fn of(files: i8, ranks: i8) -> Step {
        (ranks as u8).wrapping_mul(16).wrapping_add(files as u8)
    }

    /// The eight (m,n) leaps, for different m and n other than 0.
    pub const fn leaps(m: i8, n: i8) -> [Step; 8] {
        [of(m, n), of(n, m), of(n, -m), of(m, -n), of(-m, -n), of(-n, -m), of(-n, m), of(-m, n)]
    }
}

impl Square {
    /// No square: a wall on every board smaller than 16x16.
    pub const NONE: Square = Square(0xFF);

    /// The square on a file and a rank, both from 0 to 15.
    #[inline(always)]
    pub const fn new(file: u8, rank: u8) -> Square {
        Square(rank << 4 | file & 15)
    }

    /// The file, from 0.
    #[inline(always)]
    pub const fn file(self) -> u8 {
        self.0 & 15
    }

    /// The rank, from 0.
    #[inline(always)]
    pub const fn rank(self) -> u8 {
        self.0 >> 4
    }

    /// The square one step away, modulo 256.
    #[inline(always)]
    pub const fn step(self, step: Step) -> Square {
        Square(self.0.wrapping_add(step))
    }

    /// The step from `from` to `self`.
    #[inline(always)]
    pub const fn minus(self, from: Square) -> Step {
        self.0.wrapping_sub(from.0)
    }

    /// The square as an index of a `[T; 256]`.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number of king steps between two squares (Chebyshev distance).
    #[inline]
    pub const fn distance(self, other: Square) -> u8 {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }

    /// Reads one square (`e4`, `l12`) from the start of `text`, and returns it with the rest of the text; `None` if
    /// there is no square. The square may lie outside the board of the game.
    pub fn read(text: &str) -> Option<(Square, &str)> {
        let file = text.bytes().next().filter(|b| (b'a'..=b'p').contains(b))? - b'a';
        let digits = &text[1..];
        let length = digits.bytes().take(2).take_while(u8::is_ascii_digit).count();
        let rank: u8 = digits[..length].parse().ok()?;
        (1..=16).contains(&rank).then(|| (Square::new(file, rank - 1), &digits[length..]))
    }

    /// Reads a text that consists of one square; `None` if it does not.
    pub fn parse(text: &str) -> Option<Square> {
        Square::read(text).filter(|(_, rest)| rest.is_empty()).map(|(square, _)| square)
    }

    /// Reads squares written without separators (`e3e4`); `None` if the text contains anything else.
    pub fn parse_all(mut text: &str) -> Option<Vec<Square>> {
        let mut squares = Vec::new();
        while !text.is_empty() {
            let (square, rest) = Square::read(text)?;
            squares.push(square);
            text = rest;
        }
        Some(squares)
    }

    /// Iterates over the squares of a board in board order: a1, b1, … up to the last rank.
    pub fn all(files: u8, ranks: u8) -> impl Iterator<Item = Square> {
        (0..ranks).flat_map(move |rank| (0..files).map(move |file| Square::new(file, rank)))
    }
}

impl Square {
    /// Writes the name, as in `e4`. Texts of moves are compared by the million: without `write!` this takes a fraction of the
    /// time.
    pub fn write_name(self, out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_char((b'a' + self.file()) as char)?;
        let rank = self.rank() + 1;
        if rank >= 10 {
            out.write_char('1')?;
        }
        out.write_char((b'0' + rank % 10) as char)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_name(f)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_squares_are_read_back() {
        for square in Square::all(16, 16) {
            assert_eq!(Square::parse(&square.to_string()), Some(square));
        }
        assert_eq!(Square::parse_all("a1l12"), Some(vec![Square(0), Square::new(11, 11)]));
        for wrong in ["", "a", "a0", "q1", "a17", "4e", "e4x", "é1"] {
            assert_eq!(Square::parse(wrong), None, "{wrong}");
        }
    }
}
