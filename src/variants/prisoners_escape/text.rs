//! FEN and move text of the family.

use super::movegen::{self, Wanted};
use super::{Escape, PAWN, ROYAL, Rules};
use crate::position::{Explanation, Notation, Position};
use crate::types::fen::{Fields, Placed, read_placement, write_placement, write_squares};
use crate::types::square::step;
use crate::types::{Color, FenError, Mailbox, Move, MoveList, Square, State};
use std::marker::PhantomData;

/// The kind of a piece letter; 0 if it is none.
fn kind_of<R: Rules>(letter: char) -> u8 {
    R::LETTERS.find(letter.to_ascii_uppercase()).unwrap_or(0) as u8
}

/// The letter of a kind, upper case.
fn letter_of<R: Rules>(kind: u8) -> char {
    R::LETTERS.as_bytes()[kind as usize & 7] as char
}

fn bad_placement(problem: String) -> FenError {
    FenError::new("placement", problem)
}

pub(super) fn from_fen<R: Rules>(fen: &str) -> Result<Escape<R>, FenError> {
    let fields = Fields::split(fen, 6)?;
    let mut position = Escape {
        board: read_board::<R>(fields.get(0, ""))?,
        state: State::read(&fields)?,
        en_passant: Square::NONE,
        en_passant_live: false,
        rules: PhantomData,
    };
    if fields.get(2, "-") != "-" {
        return Err(FenError::new("castling", format!("`{}`: nobody castles in this game", fields.get(2, "-"))));
    }
    read_en_passant(&mut position, &fields.squares(3, "en passant", R::FILES, 8)?)?;
    position.state.key = position.key_from_scratch();
    Ok(position)
}

/// Pieces are numbered by worth, the royal first, so that similar boards list similar pieces in one order.
fn read_board<R: Rules>(placement: &str) -> Result<Mailbox<32>, FenError> {
    let (mut pieces, holes) = read_cells::<R>(placement)?;
    for square in Square::all(R::FILES, 8).filter(|&square| !R::exists(square)) {
        if !holes.contains(&square) {
            return Err(bad_placement(format!("{square} is no square and must be written `*`")));
        }
    }
    pieces.sort_by_key(|piece| std::cmp::Reverse(kind_of::<R>(piece.letter)));
    let mut board = Mailbox::new(|square| square.file() < R::FILES && square.rank() < 8 && R::exists(square));
    for piece in &pieces {
        put::<R>(&mut board, piece)?;
    }
    for color in Color::ALL {
        let royals = board.army(color).filter(|piece| piece.0 == ROYAL).count();
        if royals != 1 {
            return Err(bad_placement(format!("{} has {royals} {}s", color.name(), R::ROYAL_NAME)));
        }
    }
    Ok(board)
}

/// The pieces of a placement, which all stand on squares, and the cells given as holes.
fn read_cells<R: Rules>(placement: &str) -> Result<(Vec<Placed>, Vec<Square>), FenError> {
    let cells = read_placement(placement, R::FILES, 8)?;
    for cell in &cells {
        let (letter, square) = (cell.letter, cell.square);
        if letter == '*' && R::exists(square) {
            return Err(bad_placement(format!("{square} is no hole")));
        }
        if letter != '*' && !R::exists(square) {
            return Err(bad_placement(format!("`{letter}` on {square}, which is no square")));
        }
        if cell.promoted || letter != '*' && kind_of::<R>(letter) == 0 {
            let mark = if cell.promoted { "~" } else { "" };
            return Err(bad_placement(format!("`{letter}{mark}` on {square} is no piece of this game")));
        }
    }
    let (holes, pieces): (Vec<_>, Vec<_>) = cells.into_iter().partition(|cell| cell.letter == '*');
    Ok((pieces, holes.into_iter().map(|hole| hole.square).collect()))
}

fn put<R: Rules>(board: &mut Mailbox<32>, piece: &Placed) -> Result<(), FenError> {
    let color = if piece.letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let kind = kind_of::<R>(piece.letter);
    if kind == PAWN && !may_hold_pawn::<R>(piece.square, color) {
        return Err(bad_placement(format!("a {} pawn on {}", color.name(), piece.square)));
    }
    if !board.put(color, kind, piece.square) {
        return Err(bad_placement(format!("{} has more than 16 pieces", color.name())));
    }
    Ok(())
}

/// Not on the promotion rank or beyond; and where pawns have a second rank, not behind it.
fn may_hold_pawn<R: Rules>(square: Square, color: Color) -> bool {
    let rank = square.rank();
    let last = R::LAST_RANK[color.index()];
    let first_is_fine = !R::DOUBLE_STEP || !matches!(rank, 0 | 7);
    first_is_fine && color.choose(rank < last, rank > last)
}

fn read_en_passant<R: Rules>(position: &mut Escape<R>, squares: &[Square]) -> Result<(), FenError> {
    let error = |problem: String| Err(FenError::new("en passant", problem));
    let &[square] = squares else {
        return if squares.is_empty() { Ok(()) } else { error("more than one square".into()) };
    };
    if !R::DOUBLE_STEP {
        return error(format!("`{square}`: pawns make no double steps in this game"));
    }
    let them = !position.state.side;
    let forward = them.choose(step::N, step::S);
    let (pawn, start) = (square.step(forward), square.step(forward.wrapping_neg()));
    let explained = square.rank() == them.choose(2, 5)
        && position.board.at(square).is_empty()
        && position.board.at(start).is_empty()
        && position.board.kind_at(pawn, them) == PAWN;
    if !explained {
        return error(format!("no double step explains {square}"));
    }
    position.en_passant = square;
    position.en_passant_live = position.can_be_taken_en_passant(pawn, them);
    Ok(())
}

pub(super) fn fen<R: Rules>(position: &Escape<R>) -> String {
    let placement = write_placement(R::FILES, 8, |square| match position.board.piece_at(square) {
        Some((color, kind)) => color.dress(letter_of::<R>(kind)).to_string(),
        None if R::exists(square) => String::new(),
        None => "*".into(),
    });
    let side = position.state.side.letter();
    let en_passant = write_squares((position.en_passant != Square::NONE).then_some(position.en_passant));
    format!("{placement} {side} - {en_passant} {} {}", position.state.halfmove, position.state.fullmove)
}

pub(super) fn move_text<R: Rules>(mv: Move) -> String {
    match mv.aux() {
        0 => format!("{}{}", mv.from(), mv.to()),
        kind => format!("{}{}{}", mv.from(), mv.to(), letter_of::<R>(kind).to_ascii_lowercase()),
    }
}

/// Tells a move that lets go of the opposing royal from one that no piece can make.
pub(super) fn explain<R: Rules>(position: &Escape<R>, text: &str) -> Option<Explanation> {
    let royal = R::ROYAL_NAME;
    let (from, rest) = Square::read(text)?;
    let (to, _) = Square::read(rest)?;
    if let Some(outcome) = position.ended() {
        return Some(format!("the game is over: {}", outcome.comment()));
    }
    if !position.board.at(from).is(position.state.side) {
        return Some(format!("{} has no piece on {from}", position.state.side.name()));
    }
    if position.board.piece_at(to) == Some((!position.state.side, ROYAL)) {
        return Some(format!("a {royal} is never captured"));
    }
    let mut pseudo = MoveList::new();
    movegen::generate::<R, _, { Wanted::PSEUDO }>(position, &mut pseudo);
    let names = |&mv: &Move| position.move_text(mv, Notation::Standard).eq_ignore_ascii_case(text);
    let possible = pseudo.into_iter().any(|mv| names(&mv));
    let lets_go = possible && position.find_move(text).is_none();
    lets_go
        .then(|| format!("it would leave the opposing {royal} on {} unattacked", position.royal(!position.state.side)))
}
