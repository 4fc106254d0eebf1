//! Piece letters, and what a placement and a move say with them.

use super::fen::{Placed, read_placement, write_placement};
use super::{Color, FenError, Kind, Mailbox, Move, PieceSets, Square};
use std::cmp::Reverse;
use std::fmt;

/// The letters of a game's pieces by kind, upper case; the one for kind 0, no piece, is no letter.
/// Of kinds with the same letter the first is read.
#[derive(Clone, Copy, Debug)]
pub struct Letters(pub &'static str);

/// A piece that a placement names.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// Its army.
    pub color: Color,
    /// What it is; never [`Kind::NONE`].
    pub kind: Kind,
    /// Where it stands.
    pub square: Square,
}

impl Letters {
    /// The kind of a letter of either case; none if no piece has it.
    pub fn kind(self, letter: char) -> Kind {
        Kind::new(self.0.find(letter.to_ascii_uppercase()).unwrap_or(0) as u8)
    }

    /// The letter of a kind, upper case.
    pub fn letter(self, kind: Kind) -> char {
        self.0.as_bytes()[kind.number() as usize % self.0.len()] as char
    }

    /// The pieces of a placement, the greatest kinds first, so that similar boards list similar pieces in one order.
    pub fn read(self, placement: &str, files: u8, ranks: u8) -> Result<Vec<Piece>, FenError> {
        self.pieces(read_placement(placement, files, ranks)?)
    }

    /// The same for cells that have been read.
    pub fn pieces(self, cells: impl IntoIterator<Item = Placed>) -> Result<Vec<Piece>, FenError> {
        let mut pieces = cells.into_iter().map(|cell| self.piece(cell)).collect::<Result<Vec<_>, _>>()?;
        pieces.sort_by_key(|piece| Reverse(piece.kind));
        Ok(pieces)
    }

    fn piece(self, Placed { square, letter, promoted }: Placed) -> Result<Piece, FenError> {
        match self.kind(letter) {
            kind if !kind.is_none() && !promoted => Ok(Piece { color: Color::of(letter), kind, square }),
            _ => {
                let mark = if promoted { "~" } else { "" };
                Err(FenError::new("placement", format!("`{letter}{mark}` on {square} is no piece of this game")))
            }
        }
    }

    /// The placement of a board that has all squares of its rectangle.
    pub fn placement<const N: usize, S: PieceSets>(self, board: &Mailbox<N, S>, files: u8, ranks: u8) -> String {
        write_placement(files, ranks, |square| self.symbol(board, square))
    }

    /// What a placement says of a square; nothing if it is empty.
    pub fn symbol<const N: usize, S: PieceSets>(self, board: &Mailbox<N, S>, square: Square) -> String {
        let piece = board.piece_at(square);
        piece.map_or(String::new(), |(color, kind)| color.dress(self.letter(kind)).to_string())
    }

    /// From and to, and in lower case what a pawn becomes: the first extra byte of the move, if it is not 0.
    pub fn write_move(self, mv: Move, out: &mut dyn fmt::Write) -> fmt::Result {
        mv.from().write_name(out)?;
        mv.to().write_name(out)?;
        match mv.promotion() {
            Kind::NONE => Ok(()),
            kind => out.write_char(self.letter(kind).to_ascii_lowercase()),
        }
    }
}

impl Piece {
    /// Puts the piece on a board; an error if its army's list is full.
    pub fn put<const N: usize, S: PieceSets>(self, board: &mut Mailbox<N, S>) -> Result<(), FenError> {
        match board.put(self.color, self.kind, self.square) {
            true => Ok(()),
            false => Err(too_many(self.color, N / 2)),
        }
    }
}

/// The error that refuses more than `most` pieces of an army.
pub fn too_many(color: Color, most: usize) -> FenError {
    FenError::new("placement", format!("{} has more than {most} pieces", color.name()))
}

/// Refuses a board on which an army does not have exactly one piece of a `kind`, which people call `name`.
pub fn require_one<const N: usize, S: PieceSets>(
    board: &Mailbox<N, S>,
    kind: Kind,
    name: &str,
) -> Result<(), FenError> {
    for color in Color::ALL {
        let count = board.army(color).filter(|piece| piece.0 == kind).count();
        if count != 1 {
            return Err(FenError::new("placement", format!("{} has {count} {name}s", color.name())));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LETTERS: Letters = Letters("?PNBRQKQ");

    #[test]
    fn placements_are_written_as_they_are_read() {
        let text = "k2q/4/PP1p/K2R";
        let mut board = Mailbox::<32>::rectangle(4, 4);
        let pieces = LETTERS.read(text, 4, 4).unwrap();
        assert!(pieces.is_sorted_by_key(|piece| Reverse(piece.kind)));
        pieces.iter().for_each(|piece| piece.put(&mut board).unwrap());
        assert_eq!(LETTERS.placement(&board, 4, 4), text);
        assert!(
            require_one(&board, Kind::new(6), "king").is_ok() && require_one(&board, Kind::new(5), "queen").is_err()
        );
    }

    #[test]
    fn what_is_no_piece_is_refused() {
        for wrong in ["?3", "*3", "x3", "Q~3"] {
            assert!(LETTERS.read(wrong, 4, 1).is_err(), "{wrong}");
        }
    }
}
