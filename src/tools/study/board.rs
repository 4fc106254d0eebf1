//! The pieces of a FEN by kind and place.

use crate::board_text::{Cell, boards};
use crate::game::Variant;
use crate::game::variant::Symmetry;
use crate::types::{Color, Seat, Square};

/// The kinds and the board of a game.
pub(super) struct Layout {
    pub variant: &'static Variant,
    /// Whether a cell, from the lowest rank on, is on the board.
    pub is_cell: Vec<bool>,
}

/// A piece on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub board: usize,
    /// From 0.
    pub file: usize,
    pub rank: usize,
    pub color: Color,
    /// The place of the kind in the game's list.
    pub kind: usize,
}

impl Layout {
    pub fn of(variant: &'static Variant) -> Layout {
        let (start, _) = boards(variant.start);
        let ranks = start.first().map_or(&[][..], |board| board);
        let cells = ranks.iter().rev().flatten().map(|cell| *cell != Cell::Star);
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

    /// The pieces on all boards of a FEN.
    pub fn pieces(&self, fen: &str) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for (board, ranks) in boards(fen).0.iter().enumerate() {
            for (rank, cells) in ranks.iter().rev().enumerate() {
                for (file, cell) in cells.iter().enumerate() {
                    let Cell::Piece(letter) = *cell else { continue };
                    let Some(kind) = self.kind_of(letter) else { continue };
                    pieces.push(Piece { board, file, rank, color: Color::of(letter), kind });
                }
            }
        }
        pieces
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

    /// The kinds that have captured in a move, each with the cell: wherever an enemy piece has gone and the enemy has
    /// fewer pieces on the board than before.
    pub fn captures(&self, old: &[Piece], new: &[Piece], seat: Seat, bits: u64) -> Vec<(usize, usize)> {
        let board = seat.board.map_or(0, |name| name as usize - 'A' as usize);
        let is_enemy = |piece: &&Piece| piece.color != seat.color && piece.board == board;
        let enemies = |pieces: &[Piece]| pieces.iter().filter(is_enemy).count();
        if enemies(new) >= enemies(old) {
            return Vec::new();
        }
        let from = Square(bits as u8);
        let is_mover = |piece: &&Piece| {
            piece.color == seat.color
                && piece.board == board
                && (piece.file, piece.rank) == (from.file().into(), from.rank().into())
        };
        let Some(mover) = old.iter().find(is_mover) else { return Vec::new() };
        let is_gone = |piece: &&Piece| {
            !new.iter().any(|other| {
                (other.board, other.file, other.rank, other.color) == (piece.board, piece.file, piece.rank, piece.color)
            })
        };
        let victims = old.iter().filter(is_enemy).filter(is_gone);
        let at = |victim: &Piece| self.cell_for(&Piece { color: mover.color, ..*victim });
        victims.map(|victim| (mover.kind, at(victim))).collect()
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
            let (before, seat) = (layout.pieces(&game.fen()), game.turn());
            game.play(text).unwrap();
            let bits = game.played_bits().last().copied().unwrap();
            let captures = layout.captures(&before, &layout.pieces(&game.fen()), seat, bits);
            found.extend(
                captures.into_iter().map(|(kind, cell)| (layout.variant.kinds[kind].letter, layout.name(cell))),
            );
        }
        // Black's queen takes on d5 and g2, which are d4 and g7 from its side.
        assert_eq!(found, [('P', "d5".to_owned()), ('Q', "d4".to_owned()), ('Q', "g7".to_owned())]);
        assert_eq!(counts(&layout.pieces(&game.fen()), 6), [-1, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn every_letter_of_every_start_is_a_kind() {
        for variant in variants::all() {
            let layout = Layout::of(variant);
            let letters =
                variant.start.split(['[', ' ']).next().unwrap().chars().filter(char::is_ascii_alphabetic).count();
            assert_eq!(layout.pieces(variant.start).len(), letters, "{}", variant.name);
            assert_eq!(layout.is_cell.len(), layout.cells(), "{}", variant.name);
        }
    }
}
