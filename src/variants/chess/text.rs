//! FEN (standard, X-FEN and Shredder-FEN castling fields) and move text.

use super::tables::{KING, LETTERS, PAWN, ROOK};
use super::{Chess, HomeSide, movegen, san};
use crate::position::{Notation, Rules, Text};
use crate::types::fen::Fields;
use crate::types::pieces::require_one;
use crate::types::{Color, FenError, Mailbox, Move, Square, State};
use crate::variants::common::en_passant::{EnPassant, pawn_beside};

impl Text for Chess {
    fn from_fen(fen: &str) -> Result<Chess, FenError> {
        let fields = Fields::split(fen, 6)?;
        let mut position = Chess {
            board: read_board(fields.get(0, ""))?,
            state: State::read(&fields)?,
            rooks: [Square::NONE; 4],
            en_passant: EnPassant::NONE,
        };
        let them = !position.state.side;
        if movegen::attacked(&position.board, position.board.king(them), position.state.side, Square::NONE) {
            return Err(FenError::new("placement", format!("{} is in check but not to move", them.name())));
        }
        read_castling(&mut position, fields.get(2, "-"))?;
        let passed = fields.squares(3, "en passant", 8, 8)?;
        position.en_passant = EnPassant::read(&passed, &position.board, position.state.side, |pawn| {
            pawn_beside(&position.board, pawn, them)
        })?;
        position.state.key = position.key_from_scratch();
        Ok(position)
    }

    fn fen(&self) -> String {
        let placement = LETTERS.placement(&self.board, 8, 8);
        let side = self.state.side.letter();
        let castling = castling_field(self);
        let en_passant = self.en_passant.field();
        format!("{placement} {side} {castling} {en_passant} {} {}", self.state.halfmove, self.state.fullmove)
    }

    fn move_text(&self, mv: Move, notation: Notation) -> String {
        if notation == Notation::San {
            return san::move_text(self, mv);
        }
        if let Some(side) = HomeSide::of(mv) {
            let rook = self.castling_rook(self.state.side, side);
            let by_rook = notation == Notation::Chess960 || !is_classical(mv.from(), rook);
            return format!("{}{}", mv.from(), if by_rook { rook } else { mv.to() });
        }
        LETTERS.move_text(mv)
    }

    /// Accepts both notations of castling, promotion letters of either case, and standard algebraic notation.
    fn is_text_of(&self, mv: Move, text: &str) -> bool {
        if self.move_text(mv, Notation::Standard).eq_ignore_ascii_case(text) {
            return true;
        }
        if let Some(side) = HomeSide::of(mv)
            && format!("{}{}", mv.from(), self.castling_rook(self.state.side, side)) == text
        {
            return true;
        }
        san::is_text_of(self, mv, text)
    }
}

/// Pieces are numbered by worth, the king first.
fn read_board(placement: &str) -> Result<Mailbox<32>, FenError> {
    let mut board = Mailbox::rectangle(8, 8);
    for piece in LETTERS.read(placement, 8, 8)? {
        if piece.kind == PAWN && matches!(piece.square.rank(), 0 | 7) {
            return Err(FenError::new("placement", format!("a pawn on {}", piece.square)));
        }
        piece.put(&mut board)?;
    }
    require_one(&board, KING, "king")?;
    Ok(board)
}

fn read_castling(position: &mut Chess, text: &str) -> Result<(), FenError> {
    if text == "-" {
        return Ok(());
    }
    for letter in text.chars() {
        let color = Color::of(letter);
        let (side, rook) = castling_rook(position, color, letter.to_ascii_lowercase())
            .ok_or_else(|| FenError::new("castling", format!("`{letter}`: no king and rook at home for it")))?;
        let right = &mut position.rooks[color.index() * 2 + side as usize];
        if *right != Square::NONE {
            return Err(FenError::new("castling", format!("`{letter}` names a right twice")));
        }
        *right = rook;
    }
    Ok(())
}

/// The rook that a castling letter means: `k` and `q` the outermost one of its side, a file letter the one there.
fn castling_rook(position: &Chess, color: Color, letter: char) -> Option<(HomeSide, Square)> {
    let king = position.board.king(color);
    let rank = color.choose(0, 7);
    let is_rook = |&square: &Square| position.board.kind_at(square, color) == ROOK;
    let on_file = |file: u8| Square::new(file, rank);
    let rook = match letter {
        'k' => (king.file() + 1..8).rev().map(on_file).find(is_rook),
        'q' => (0..king.file()).map(on_file).find(is_rook),
        'a'..='h' => Some(on_file(letter as u8 - b'a')).filter(is_rook),
        _ => None,
    }?;
    let side = if rook.file() > king.file() { HomeSide::H } else { HomeSide::A };
    (king.rank() == rank).then_some((side, rook))
}

fn castling_field(position: &Chess) -> String {
    let mut field = String::new();
    for color in Color::ALL {
        for side in [HomeSide::H, HomeSide::A] {
            let rook = position.castling_rook(color, side);
            if rook == Square::NONE {
                continue;
            }
            let letter = match side {
                _ if !is_classical(position.board.king(color), rook) => (b'a' + rook.file()) as char,
                HomeSide::H => 'k',
                HomeSide::A => 'q',
            };
            field.push(color.dress(letter));
        }
    }
    if field.is_empty() { "-".into() } else { field }
}

/// King and rook stand where FIDE puts them.
fn is_classical(king: Square, rook: Square) -> bool {
    king.file() == 4 && matches!(rook.file(), 0 | 7)
}
