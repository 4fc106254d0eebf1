//! The pieces of a position by kind and place.

use crate::game::variant::Symmetry;
use crate::game::{Game, Variant};
use crate::position::Shape;
use crate::position::view::Layout as Board;
use crate::types::{Color, Square};

/// The kinds and the board of a game.
pub(super) struct Layout {
    pub variant: &'static Variant,
    /// Whether a cell, from the lowest rank on, is on the board.
    pub is_cell: Vec<bool>,
}

/// A piece on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// From 0.
    pub file: usize,
    pub rank: usize,
    pub color: Color,
    /// The place of the kind in the game's list.
    pub kind: usize,
}

impl Layout {
    pub fn of(variant: &'static Variant) -> Layout {
        let boards = variant.new_game().view().boards;
        let is_hole = |square| boards.iter().any(|board| board.holes.contains(&square));
        let cells = Square::all(variant.files, variant.ranks).map(|square| !is_hole(square));
        Layout { variant, is_cell: cells.collect() }
    }

    pub fn kinds(&self) -> usize {
        self.variant.kinds.len()
    }

    pub fn cells(&self) -> usize {
        usize::from(self.variant.files) * usize::from(self.variant.ranks)
    }

    /// The name of a cell.
    pub fn name(&self, cell: usize) -> String {
        let files = usize::from(self.variant.files);
        Square::new((cell % files) as u8, (cell / files) as u8).to_string()
    }

    /// The place of a kind with a letter of either case.
    pub fn kind_of(&self, letter: char) -> Option<usize> {
        self.variant.kinds.iter().position(|kind| kind.letter == letter.to_ascii_uppercase())
    }

    /// The pieces on all boards of a position.
    pub fn pieces(&self, game: &dyn Game) -> Vec<Piece> {
        let of = |board: &Board| {
            let pieces = board.pieces.iter();
            pieces
                .filter_map(|piece| self.piece(Color::of(piece.letter), piece.letter, piece.square))
                .collect::<Vec<_>>()
        };
        game.view().boards.iter().flat_map(of).collect()
    }

    fn piece(&self, color: Color, letter: char, square: Square) -> Option<Piece> {
        let (file, rank) = (square.file().into(), square.rank().into());
        Some(Piece { file, rank, color, kind: self.kind_of(letter)? })
    }

    /// The cell of a piece as White's pieces would stand: the second army's view is reflected.
    pub fn cell_for(&self, piece: &Piece) -> usize {
        let (files, ranks) = (usize::from(self.variant.files), usize::from(self.variant.ranks));
        let (mut file, mut rank) = (piece.file.min(files - 1), piece.rank.min(ranks - 1));
        if piece.color == Color::Black {
            rank = ranks - 1 - rank;
            file = if self.variant.symmetry == Symmetry::Rotation { files - 1 - file } else { file };
        }
        rank * files + file
    }

    /// The kinds that capture in a move of `color`, each with the cell where its victim stands.
    pub fn captures(&self, shape: &Shape, color: Color) -> Vec<(usize, usize)> {
        let victims = shape.captures.iter().filter_map(|victim| self.piece(color, shape.mover, victim.0));
        victims.map(|piece| (piece.kind, self.cell_for(&piece))).collect()
    }
}

/// White's pieces of each kind minus Black's.
pub(super) fn counts(pieces: &[Piece], kinds: usize) -> Vec<i32> {
    let mut counts = vec![0; kinds];
    pieces.iter().for_each(|piece| counts[piece.kind] += piece.color.choose(1, -1));
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    #[test]
    fn pieces_and_captures_have_the_cells_of_their_own_side() {
        let layout = Layout::of(variants::find("chess").unwrap());
        let mut game = layout.variant.new_game();
        let mut found = Vec::new();
        for text in ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5g2"] {
            let captures = layout.captures(&game.shape_of(text).unwrap(), game.turn().color);
            game.play(text).unwrap();
            found.extend(
                captures.into_iter().map(|(kind, cell)| (layout.variant.kinds[kind].letter, layout.name(cell))),
            );
        }
        // Black's queen takes on d5 and g2, which are d4 and g7 from its side.
        assert_eq!(found, [('P', "d5".to_owned()), ('Q', "d4".to_owned()), ('Q', "g7".to_owned())]);
        assert_eq!(counts(&layout.pieces(&*game), 6), [-1, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn every_letter_of_every_start_is_a_kind() {
        for variant in variants::coded() {
            let layout = Layout::of(variant);
            let letters =
                variant.start.split(['[', ' ']).next().unwrap().chars().filter(char::is_ascii_alphabetic).count();
            assert_eq!(layout.pieces(&*variant.new_game()).len(), letters, "{}", variant.name);
            assert_eq!(layout.is_cell.len(), layout.cells(), "{}", variant.name);
        }
    }
}
