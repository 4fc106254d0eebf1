//! The pawns of both armies by file, to find passed pawns.

use crate::types::{Color, Square};

/// The pawns of both armies, one bit a rank for each file.
///
/// File f is at index f + 1, so that every file of a board of at most 14 files has a neighbour on each side.
pub struct PawnFiles {
    /// By colour and file: bit `rank` is set if a pawn stands there.
    ranks: [[u16; 16]; 2],
}

impl PawnFiles {
    /// A board without pawns.
    pub const EMPTY: PawnFiles = PawnFiles { ranks: [[0; 16]; 2] };

    /// Adds a pawn.
    #[inline(always)]
    pub fn add(&mut self, color: Color, square: Square) {
        self.ranks[color.index()][file_index(square)] |= 1 << square.rank();
    }

    /// The ranks of the pawns of `color` in the file with this index, as a set.
    #[inline(always)]
    fn at(&self, color: Color, index: usize) -> u16 {
        self.ranks[color.index()][index & 15]
    }

    /// Whether no enemy pawn stands ahead of a pawn of `color`, in its file or an adjacent one.
    #[inline(always)]
    pub fn is_passed(&self, color: Color, square: Square) -> bool {
        let index = file_index(square);
        let enemies = self.at(!color, index - 1) | self.at(!color, index) | self.at(!color, index + 1);
        enemies & ranks_ahead(color, square) == 0
    }
}

#[inline(always)]
fn file_index(square: Square) -> usize {
    square.file() as usize + 1
}

#[inline(always)]
fn ranks_ahead(color: Color, square: Square) -> u16 {
    color.choose(!1 << square.rank(), !(!0 << square.rank()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pawns_are_compared_by_file_and_rank() {
        let square = |text: &str| Square::parse(text).unwrap();
        let mut pawns = PawnFiles::EMPTY;
        ["a2", "a4", "c5"].iter().for_each(|text| pawns.add(Color::White, square(text)));
        ["b4", "d5", "h2"].iter().for_each(|text| pawns.add(Color::Black, square(text)));
        let white = |test: fn(&PawnFiles, Color, Square) -> bool, text| test(&pawns, Color::White, square(text));
        let black = |test: fn(&PawnFiles, Color, Square) -> bool, text| test(&pawns, Color::Black, square(text));
        // A pawn beside an enemy pawn has passed it, one behind has not.
        assert!(white(PawnFiles::is_passed, "c5") && white(PawnFiles::is_passed, "a4"));
        assert!(!white(PawnFiles::is_passed, "a2"));
        assert!(black(PawnFiles::is_passed, "h2") && black(PawnFiles::is_passed, "d5"));
        assert!(!black(PawnFiles::is_passed, "b4"));
    }
}
