//! FEN, move text, and reasons why a move is not legal.

use super::borrowed_powers::{FRIENDS, Powers};
use super::opening_rights::Moved;
use super::pieces::*;
use super::{Board, Flag, Friendly, tables};
use crate::position::{Notation, Rules, Text};
use crate::types::fen::{Fields, refuse_en_passant, write_squares};
use crate::types::{Color, FenError, Move, MoveList, Square, State};
use std::fmt;

/// The name of the third field in messages.
const MOVED_FIELD: &str = "moved pieces";

impl Text for Friendly {
    type Ruleset = ();

    fn read(_: &(), fen: &str) -> Result<Friendly, FenError> {
        let fields = Fields::split(fen, 6)?;
        let board = read_board(fields.get(0, ""))?;
        let state = State::read(&fields, Self::PAWNS)?;
        let moved = read_moved(&board, &fields.squares(2, MOVED_FIELD, 12, 12)?)?;
        refuse_en_passant(fields.get(3, "-"))?;
        let powers = Powers::of(&board, moved);
        let mut position = Friendly { board, powers, moved, state };
        position.set_up_key();
        Ok(position)
    }

    fn fen(&self) -> String {
        let placement = LETTERS.placement(&self.board, 12, 12);
        let side = self.state.side.letter();
        let moved = write_squares(self.moved.squares());
        format!("{placement} {side} {moved} - {} {}", self.state.halfmove, self.state.fullmove)
    }

    fn write_move(&self, mv: Move, _: Notation, out: &mut dyn fmt::Write) -> fmt::Result {
        let (from, to) = (mv.from(), mv.to());
        let (via, to) = match Flag::form(mv) {
            Flag::RIFLE => (to, from),
            Flag::WITHDRAWAL | Flag::KATANA => (self.victim_square(mv), to),
            Flag::PATIENT => (from.step(self.state.side.forward()), to),
            _ => return LETTERS.write_move(mv, out),
        };
        write!(out, "{from}{via},{via}{to}")
    }

    /// What is wrong with a move of the piece on the first square of `text`, if it can be told.
    fn explain(&self, text: &str) -> Option<String> {
        if let Some(outcome) = self.ended() {
            return Some(format!("the game is over: {}", outcome.comment()));
        }
        let from = Square::read(text)?.0;
        let us = self.state.side;
        match self.board.piece_at(from) {
            None => return Some(format!("there is no piece on {from}")),
            Some((color, _)) if color != us => return Some(format!("the piece on {from} is {}'s", color.name())),
            Some(_) if self.powers.frozen[us.index()].has(from) => {
                return Some(format!("the piece on {from} is immobilised by a Jellyfish"));
            }
            Some((_, FRIEND)) if !self.is_guarded(from) => {
                return Some(format!("the Friend on {from} is guarded by nobody, so it cannot move"));
            }
            Some(_) => {}
        }
        if self.friends(us) == 1 { leaves_friend_attacked(self, text) } else { None }
    }
}

/// Reads the placement. Friends are listed first, so that they are found without a search; the others by decreasing
/// kind.
fn read_board(placement: &str) -> Result<Board, FenError> {
    let mut pieces = LETTERS.read(placement, 12, 12)?;
    pieces.sort_by_key(|piece| piece.kind != FRIEND);
    let mut board = Board::rectangle(12, 12);
    for piece in pieces {
        if is_pawn(piece.kind) && piece.color.relative_rank(piece.square, 12) >= promotion_rank(piece.kind) {
            let problem = format!("the pawn on {} should have promoted", piece.square);
            return Err(FenError::new("placement", problem));
        }
        piece.put(&mut board)?;
    }
    check_friends(&board)?;
    Ok(board)
}

/// Refuses a board with too many Friends, or with none on both sides.
fn check_friends(board: &Board) -> Result<(), FenError> {
    let friends = Color::ALL.map(|color| board.army(color).filter(|piece| piece.0 == FRIEND).count());
    if let Some(color) = Color::ALL.into_iter().find(|color| friends[color.index()] > FRIENDS) {
        let problem =
            format!("{} has {} Friends, at most {FRIENDS} are possible", color.name(), friends[color.index()]);
        return Err(FenError::new("placement", problem));
    }
    if friends == [0, 0] {
        return Err(FenError::new("placement", "neither side has a Friend"));
    }
    Ok(())
}

fn read_moved(board: &Board, squares: &[Square]) -> Result<Moved, FenError> {
    let mut moved = Moved::default();
    for &square in squares {
        let at_home = board.piece_at(square).is_some_and(|(color, kind)| tables::starts_on(color, kind, square));
        if !at_home {
            let problem = format!("no pawn or Friend stands at home on {square}");
            return Err(FenError::new(MOVED_FIELD, problem));
        }
        if moved.has(square) {
            return Err(FenError::new(MOVED_FIELD, format!("{square} stands there twice")));
        }
        moved.0 |= Moved::bit(square);
    }
    Ok(moved)
}

fn leaves_friend_attacked(position: &Friendly, text: &str) -> Option<String> {
    let mut pseudo = MoveList::<Move>::new();
    super::movegen::generate::<_, false>(position, &mut pseudo);
    let mv = pseudo.into_iter().find(|&mv| position.is_text_of(mv, text))?;
    position.exposes_last_friend(mv).then(|| "that loses the last Friend or leaves it attacked".into())
}
