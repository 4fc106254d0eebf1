//! FEN and move text.

use super::Rules;
use crate::types::FenError;

/// Which of several customary texts a move is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Notation {
    /// Each game's canonical text.
    #[default]
    Standard,
    /// As `Standard`, but castling is "king takes own rook" (`UCI_Chess960`).
    Chess960,
    /// The text of PGN: standard algebraic notation in chess, the canonical text in all other games.
    San,
}

/// How positions and moves of a game are written and read.
pub trait Text: Rules {
    /// Reads a FEN.
    ///
    /// # Errors
    /// Names the field that is malformed or makes the position impossible.
    fn from_fen(fen: &str) -> Result<Self, FenError>;

    /// The position as a FEN, every field written.
    fn fen(&self) -> String;

    /// The text of a legal move.
    fn move_text(&self, mv: Self::Move, notation: Notation) -> String;

    /// Whether `text` names the legal move `mv`. More texts may be accepted than are written.
    fn is_text_of(&self, mv: Self::Move, text: &str) -> bool {
        self.move_text(mv, Notation::Standard).eq_ignore_ascii_case(text)
    }

    /// Why `text` is not a legal move here, if the game can say more than "illegal".
    fn explain(&self, _text: &str) -> Option<String> {
        None
    }

    /// The legal move that `text` names.
    fn find_move(&self, text: &str) -> Option<Self::Move> {
        self.move_list().into_iter().find(|&mv| self.is_text_of(mv, text))
    }
}
