//! FEN, move text, and reasons why a move is not legal.

use super::borrowed_powers::{FRIENDS, Powers};
use super::opening_rights::Moved;
use super::pieces::*;
use super::{Board, Extent, Flag, Friendly, tables};
use crate::position::{Explanation, Position};
use crate::types::fen::{Fields, write_squares};
use crate::types::{Color, FenError, Move, MoveList, Square, State};

/// The name of the third field in messages.
const MOVED_FIELD: &str = "moved pieces";

pub fn from_fen(fen: &str) -> Result<Friendly, FenError> {
    let fields = Fields::split(fen, 6)?;
    let board = read_board(fields.get(0, ""))?;
    let state = State::read(&fields)?;
    let moved = read_moved(&board, &fields.squares(2, MOVED_FIELD, 12, 12)?)?;
    if fields.get(3, "-") != "-" {
        return Err(FenError::new("en passant", "this game has none, only `-` can stand there"));
    }
    let extent = Extent(Color::ALL.map(|color| board.army(color).count() as u8));
    let powers = Powers::of(&board, extent, moved);
    let mut position = Friendly { board, extent, powers, moved, state };
    position.state.key = position.key_from_scratch();
    Ok(position)
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

pub fn fen(position: &Friendly) -> String {
    let placement = LETTERS.placement(&position.board, 12, 12);
    let side = position.state.side.letter();
    let moved = write_squares(position.moved.squares());
    format!("{placement} {side} {moved} - {} {}", position.state.halfmove, position.state.fullmove)
}

pub fn move_text(position: &Friendly, mv: Move) -> String {
    let (from, to) = (mv.from(), mv.to());
    match Flag::form(mv) {
        Flag::RIFLE => format!("{from}{to},{to}{from}"),
        Flag::WITHDRAWAL | Flag::KATANA => {
            let victim = position.victim_square(mv);
            format!("{from}{victim},{victim}{to}")
        }
        Flag::PATIENT => {
            let via = from.step(position.state.side.forward());
            format!("{from}{via},{via}{to}")
        }
        _ => LETTERS.move_text(mv),
    }
}

/// Returns why `text` names no legal move, if it can be told.
pub fn explain(position: &Friendly, text: &str) -> Option<Explanation> {
    if let Some(outcome) = position.ended() {
        return Some(format!("the game is over: {}", outcome.comment()));
    }
    let from = Square::read(text)?.0;
    let us = position.state.side;
    match position.board.piece_at(from) {
        None => return Some(format!("there is no piece on {from}")),
        Some((color, _)) if color != us => return Some(format!("the piece on {from} is {}'s", color.name())),
        Some(_) if position.powers.frozen[us.index()].has(from) => {
            return Some(format!("the piece on {from} is immobilised by a Jellyfish"));
        }
        Some((_, FRIEND)) if !position.is_guarded(from) => {
            return Some(format!("the Friend on {from} is guarded by nobody, so it cannot move"));
        }
        Some(_) => {}
    }
    if position.friends(us) == 1 { leaves_friend_attacked(position, text) } else { None }
}

fn leaves_friend_attacked(position: &Friendly, text: &str) -> Option<Explanation> {
    let mut pseudo = MoveList::<Move>::new();
    super::movegen::generate::<_, false>(position, &mut pseudo);
    let mv = pseudo.into_iter().find(|&mv| position.is_text_of(mv, text))?;
    position.exposes_last_friend(mv).then(|| "that loses the last Friend or leaves it attacked".into())
}
