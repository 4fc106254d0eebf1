//! FEN with its field of icicles, and reasons why a move is not legal.

use super::attack::attacked;
use super::freezing::{beside_awake_queen, is_frozen};
use super::tables::{FILES, ICICLE, KING, LETTERS, PAWN, QUEEN, RANKS, is_escape, is_ice_queen};
use super::{PrisonBreak, movegen};
use crate::position::{Notation, Rules, Text};
use crate::types::fen::{Fields, refuse_castling, write_squares};
use crate::types::pieces::require_one;
use crate::types::{Color, EnPassant, FenError, Kind, Mailbox, Move, MoveList, Square, State};
use std::fmt;

/// The name of the icicle field in messages.
const ICICLES: &str = "icicles";

impl Text for PrisonBreak {
    type Ruleset = ();

    fn read(_: &(), fen: &str) -> Result<PrisonBreak, FenError> {
        let fields = Fields::split(fen, 7)?;
        let mut position = PrisonBreak {
            board: read_board(fields.get(0, ""))?,
            state: State::read(&fields, Self::PAWNS)?,
            en_passant: EnPassant::NONE,
        };
        refuse_castling(fields.get(2, "-"))?;
        read_icicles(&mut position, &fields)?;
        refuse_attacked_kings(&position)?;
        let passed = fields.squares(3, "en passant", FILES, RANKS)?;
        position.en_passant = EnPassant::read(&passed, &position.board, position.state.side, |pawn| {
            position.can_be_taken_en_passant(pawn, !position.state.side)
        })?;
        position.set_up_key();
        Ok(position)
    }

    fn fen(&self) -> String {
        let placement = LETTERS.placement(&self.board, FILES, RANKS);
        let side = self.state.side.letter();
        let en_passant = self.en_passant.field();
        let is_icicle = |square: &Square| matches!(self.board.piece_at(*square), Some((_, ICICLE)));
        let icicles = write_squares(Square::all(FILES, RANKS).filter(is_icicle));
        format!("{placement} {side} - {en_passant} {} {} {icicles}", self.state.halfmove, self.state.fullmove)
    }

    fn write_move(&self, mv: Move, _: Notation, out: &mut dyn fmt::Write) -> fmt::Result {
        LETTERS.write_move(mv, out)
    }

    /// Why `text` names no legal move, if it can be told.
    fn explain(&self, text: &str) -> Option<String> {
        if self.escaped().is_some() {
            return Some("the game is over: a king has escaped".into());
        }
        if self.find_move(text).is_some() {
            return None;
        }
        let (from, rest) = Square::read(text)?;
        let (to, _) = Square::read(rest)?;
        let kind = self.board.kind_at(from, self.state.side);
        if kind == Kind::NONE {
            return Some(format!("no piece of {} on {from}", self.state.side.name()));
        }
        if is_frozen(&self.board, from, self.state.side) {
            return Some(format!("the piece on {from} is frozen"));
        }
        if kind != KING && is_escape(to) {
            return Some(format!("only a king may go to {to}"));
        }
        exposes_king(self, kind, from, to, text).then(|| exposed(kind, to))
    }
}

/// Reads the placement. Pieces are listed by kind, the king first.
fn read_board(placement: &str) -> Result<Mailbox<32>, FenError> {
    let error = |problem: String| FenError::new("placement", problem);
    let mut board = Mailbox::rectangle(FILES, RANKS);
    for piece in LETTERS.read(placement, FILES, RANKS)? {
        if piece.kind == PAWN && matches!(piece.square.rank(), 0 | 7) {
            return Err(error(format!("a pawn on {}", piece.square)));
        }
        if piece.kind != KING && is_escape(piece.square) {
            return Err(error(format!("only a king may stand on {}", piece.square)));
        }
        piece.put(&mut board)?;
    }
    require_one(&board, KING, "king")?;
    Ok(board)
}

/// Marks the frozen Ice Queens that the FEN names, or finds them if the field is missing.
fn read_icicles(position: &mut PrisonBreak, fields: &Fields<'_>) -> Result<(), FenError> {
    let squares = if fields.has(6) { fields.squares(6, ICICLES, FILES, RANKS)? } else { latecomers(position) };
    for square in squares {
        match position.board.piece_at(square) {
            Some((_, QUEEN)) => position.board.become_kind(square, ICICLE),
            Some((_, ICICLE)) => return Err(FenError::new(ICICLES, format!("{square} is named twice"))),
            _ => return Err(FenError::new(ICICLES, format!("no Ice Queen on {square}"))),
        }
    }
    for (color, kind, square) in ice_queens(position) {
        let held = beside_awake_queen(&position.board, square, !color);
        if kind == ICICLE && !held {
            return Err(FenError::new(ICICLES, format!("no awake enemy Ice Queen holds the one on {square}")));
        }
        if kind == QUEEN && held {
            return Err(FenError::new(ICICLES, format!("the Ice Queen on {square} and one beside it are both awake")));
        }
    }
    Ok(())
}

/// The Ice Queens assumed to be frozen if the FEN has no icicle field: those of the side not to move beside an
/// enemy Ice Queen, because that side has moved last.
fn latecomers(position: &PrisonBreak) -> Vec<Square> {
    let them = !position.state.side;
    let came_last = |&(color, _, square): &(Color, Kind, Square)| {
        color == them && beside_awake_queen(&position.board, square, !them)
    };
    ice_queens(position).into_iter().filter(came_last).map(|queen| queen.2).collect()
}

fn ice_queens(position: &PrisonBreak) -> Vec<(Color, Kind, Square)> {
    let army = |color: Color| position.board.army(color).map(move |(kind, square)| (color, kind, square));
    Color::ALL.into_iter().flat_map(army).filter(|queen| is_ice_queen(queen.1)).collect()
}

/// Refuses a check to the side not to move, an attacked king on an escape cell, and two escaped kings.
fn refuse_attacked_kings(position: &PrisonBreak) -> Result<(), FenError> {
    let error = |problem: String| Err(FenError::new("placement", problem));
    let is_out = |color: Color| is_escape(position.board.king(color));
    if is_out(Color::White) && is_out(Color::Black) {
        return error("both kings have escaped".into());
    }
    for color in Color::ALL {
        if !attacked(&position.board, position.board.king(color), !color) {
            continue;
        }
        if is_out(color) {
            return error(format!("{}'s king is attacked on {}", color.name(), position.board.king(color)));
        }
        if color != position.state.side {
            return error(format!("{} is in check but not to move", color.name()));
        }
    }
    Ok(())
}

/// Whether the move breaks no rule but that it leaves the own king attacked.
fn exposes_king(position: &PrisonBreak, kind: Kind, from: Square, to: Square, text: &str) -> bool {
    if kind == KING {
        return from.distance(to) == 1
            && to.file() < FILES
            && to.rank() < RANKS
            && position.board.at(to).admits(position.state.side);
    }
    let mut moves = MoveList::new();
    movegen::moves_ignoring_king(position, &mut moves);
    moves.into_iter().any(|mv| position.is_text_of(mv, text))
}

fn exposed(kind: Kind, to: Square) -> String {
    if kind == KING { format!("the king would be attacked on {to}") } else { "leaves the king attacked".into() }
}
