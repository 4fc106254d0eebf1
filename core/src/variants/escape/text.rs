//! FEN and move text of the family.

use super::movegen::{self, Wanted};
use super::{Board, Escape, EscapeRules, PAWN, ROYAL};
use crate::position::{Notation, Rules, Text};
use crate::types::fen::{Fields, Placed, read_placement, refuse_castling, refuse_en_passant, write_placement};
use crate::types::{Color, EnPassant, FenError, Mailbox, Move, MoveList, Square, State};
use crate::variants::orthodox::en_passant::pawn_beside;
use crate::variants::orthodox::text::set_up;
use std::fmt;
use std::marker::PhantomData;

impl<R: EscapeRules> Text for Escape<R> {
    type Ruleset = ();

    fn read(_: &(), fen: &str) -> Result<Escape<R>, FenError> {
        let fields = Fields::split(fen, 6)?;
        let mut position = Escape {
            board: read_board::<R>(fields.get(0, ""))?,
            state: State::read(&fields, Self::PAWNS)?,
            en_passant: EnPassant::NONE,
            rules: PhantomData,
        };
        refuse_castling(fields.get(2, "-"))?;
        if !R::DOUBLE_STEP {
            refuse_en_passant(fields.get(3, "-"))?;
        }
        position.en_passant = read_en_passant(&position, &fields.squares(3, "en passant", R::FILES, 8)?)?;
        position.set_up_key();
        Ok(position)
    }

    fn fen(&self) -> String {
        let symbol = |square| R::LETTERS.symbol(&self.board, square);
        let placement =
            write_placement(R::FILES, 8, |square| if R::exists(square) { symbol(square) } else { "*".into() });
        let side = self.state.side.letter();
        let en_passant = self.en_passant.field();
        format!("{placement} {side} - {en_passant} {} {}", self.state.halfmove, self.state.fullmove)
    }

    fn write_move(&self, mv: Move, _: Notation, out: &mut dyn fmt::Write) -> fmt::Result {
        R::LETTERS.write_move(mv, out)
    }

    /// Tells a move that lets go of the opposing royal from one that no piece can make.
    fn explain(&self, text: &str) -> Option<String> {
        let royal = R::ROYAL_NAME;
        let (from, rest) = Square::read(text)?;
        let (to, _) = Square::read(rest)?;
        if let Some(outcome) = self.ended() {
            return Some(format!("the game is over: {}", outcome.comment()));
        }
        if !self.board.at(from).is(self.state.side) {
            return Some(format!("{} has no piece on {from}", self.state.side.name()));
        }
        if self.board.piece_at(to) == Some((!self.state.side, ROYAL)) {
            return Some(format!("a {royal} is never captured"));
        }
        let mut pseudo = MoveList::new();
        movegen::generate::<R, _, { Wanted::PSEUDO }>(self, &mut pseudo);
        let possible = pseudo.into_iter().any(|mv| self.is_text_of(mv, text));
        let lets_go = possible && self.find_move(text).is_none();
        lets_go.then(|| format!("it would leave the opposing {royal} on {} unattacked", self.royal(!self.state.side)))
    }
}

fn bad_placement(problem: String) -> FenError {
    FenError::new("placement", problem)
}

/// Pieces are numbered by worth, the royal first.
fn read_board<R: EscapeRules>(placement: &str) -> Result<Board, FenError> {
    let pieces = R::LETTERS.pieces(read_cells::<R>(placement)?)?;
    let board = Mailbox::new(|square| square.file() < R::FILES && square.rank() < 8 && R::exists(square));
    set_up(board, pieces, (ROYAL, R::ROYAL_NAME), |piece| {
        piece.kind != PAWN || may_hold_pawn::<R>(piece.square, piece.color)
    })
}

/// What stands in a placement that has holes, `*`, where there is no square, and nowhere else.
fn read_cells<R: EscapeRules>(placement: &str) -> Result<Vec<Placed>, FenError> {
    let mut cells = read_placement(placement, R::FILES, 8)?;
    for cell in &cells {
        let (letter, square) = (cell.letter, cell.square);
        if letter == '*' && R::exists(square) {
            return Err(bad_placement(format!("{square} is no hole")));
        }
        if letter != '*' && !R::exists(square) {
            return Err(bad_placement(format!("`{letter}` on {square}, which is no square")));
        }
    }
    let is_hole = |square: Square| cells.iter().any(|cell| cell.square == square && cell.letter == '*');
    if let Some(square) = Square::all(R::FILES, 8).find(|&square| !R::exists(square) && !is_hole(square)) {
        return Err(bad_placement(format!("{square} is no square and must be written `*`")));
    }
    cells.retain(|cell| cell.letter != '*' || cell.promoted);
    Ok(cells)
}

/// Not on the promotion rank or beyond; and where pawns have a second rank, not behind it.
fn may_hold_pawn<R: EscapeRules>(square: Square, color: Color) -> bool {
    let rank = square.rank();
    let last = R::LAST_RANK[color.index()];
    let first_is_fine = !R::DOUBLE_STEP || !matches!(rank, 0 | 7);
    first_is_fine && color.choose(rank < last, rank > last)
}

fn read_en_passant<R: EscapeRules>(position: &Escape<R>, squares: &[Square]) -> Result<EnPassant, FenError> {
    EnPassant::read(squares, &position.board, position.state.side, |pawn| {
        pawn_beside(&position.board, pawn, !position.state.side)
    })
}
