//! FEN and turn text.

use super::half::king_attacked;
use super::release::is_last_rank;
use super::state::{Rights, is_promoted, promoted};
use super::turn::{FreePiece, TurnFlag};
use super::{Board, BoxGame, BoxRules, Inmate, Turn};
use crate::position::{GameMove, Notation, Rules, Text};
use crate::types::fen::{Fields, Placed, read_placement, read_squares, split_bracket, write_placement};
use crate::types::pieces::too_many;
use crate::types::{Color, EnPassant, FenError, Kind, Square, State};
use crate::variants::orthodox::en_passant::pawn_beside;
use crate::variants::orthodox::pieces::{BISHOP, KING, KNIGHT, LETTERS, PAWN, QUEEN, ROOK, base};
use crate::variants::orthodox::text::refuse_check;
use std::fmt;

impl<R: BoxRules> Text for BoxGame<R> {
    type Ruleset = ();

    fn read(_: &(), fen: &str) -> Result<BoxGame<R>, FenError> {
        let fields = Fields::split(fen, 8)?;
        let (placement, inside) = split_bracket(fields.get(0, ""))?;
        let mut position = BoxGame::<R>::empty();
        position.state = State::read(&fields, Self::PAWNS)?;
        read_board(&mut position, placement, Status::Live)?;
        position.inmate = read_inmate::<R>(inside.unwrap_or(""))?;
        read_captured(&mut position, fields.get(6, "-"))?;
        if position.token == Square::NONE && !position.inmate.is_none() {
            return Err(FenError::new("box", "full, though the token is still on the centre point"));
        }
        check_kings(&position)?;
        check_armies(&position)?;
        position.castling = Rights::read(fields.get(2, "-"), &position.board, KING, ROOK)?;
        position.en_passant = read_en_passant(&position, fields.get(3, "-"))?;
        let pending = if fields.has(7) { Some(fields.get(7, "-")) } else { None };
        read_pending(&mut position, pending)?;
        finish(&mut position)?;
        Ok(position)
    }

    fn fen(&self) -> String {
        format!(
            "{}[{}] {} {} {} {} {} {} {}",
            placement(self),
            inmate_field(self.inmate),
            self.state.side.letter(),
            self.castling.field(),
            self.en_passant.field(),
            self.state.halfmove,
            self.state.fullmove,
            dash_if_empty(captured(self)),
            pending_field(self)
        )
    }

    /// The parts of a turn in their order, joined by commas.
    fn write_move(&self, turn: Turn, _: Notation, out: &mut dyn fmt::Write) -> fmt::Result {
        if turn.choice() != Kind::NONE {
            out.write_char('=')?;
            out.write_char(LETTERS.letter(turn.choice()).to_ascii_lowercase())?;
            out.write_char(',')?;
        }
        if let Some(free) = turn.free_before() {
            write_free(free, out)?;
            out.write_char(',')?;
        }
        if turn.flag() == TurnFlag::TOKEN && turn.from() == Square::NONE {
            out.write_str("X@")?;
            turn.to().write_name(out)?;
        } else {
            turn.from().write_name(out)?;
            turn.to().write_name(out)?;
            write_promotion(turn.promotion(), out)?;
        }
        if let Some(square) = turn.release() {
            out.write_char(',')?;
            write_drop(self.inmate.kind(), square, turn.release_promotion(), out)?;
        }
        if let Some(free) = turn.free_after() {
            out.write_char(',')?;
            write_free(free, out)?;
        }
        Ok(())
    }

    fn explain(&self, text: &str) -> Option<String> {
        let parts: Vec<&str> = text.split(',').collect();
        let chooses = parts[0].starts_with('=');
        if self.waiting != Square::NONE && !chooses {
            let example = format!("=q,{text}");
            return Some(format!("the pawn on {} waits for a choice first, as in `{example}`", self.waiting));
        }
        if chooses && self.waiting == Square::NONE {
            return Some("no pawn waits for a choice".into());
        }
        if parts[0].contains('@') && !parts[0].starts_with(['X', 'x']) && !self.free_piece {
            return Some("there is no right to bring back a piece before the move".into());
        }
        if parts.iter().any(|part| part.starts_with("X@")) && self.token != Square::NONE {
            return Some(format!("the token is on {} already", self.token));
        }
        let main =
            parts.iter().find(|part| !part.starts_with('=') && (!part.contains('@') || part.starts_with("X@")))?;
        let to = Square::read(main.strip_prefix("X@").unwrap_or_else(|| main.get(2..).unwrap_or("")))?.0;
        let fills = to == self.token
            || main.starts_with("X@") && self.board.at(to).is_piece()
            || Square::read(main)?.0 == self.token && self.board.at(to).is_piece();
        let drops = parts.last()?.contains('@') && parts.last() != Some(main);
        match (fills, self.inmate.is_none(), drops) {
            (true, false, false) => {
                Some("the box is full: the turn must put the piece inside on an empty square".into())
            }
            (_, true, true) => Some("the box is empty: there is nothing to release".into()),
            (false, false, true) => Some("nothing goes into the box, so nothing comes out".into()),
            _ => None,
        }
    }
}

/// A piece as a placement or the box shows it.
fn symbol(color: Color, kind: Kind) -> String {
    let mut text = String::from(color.dress(LETTERS.letter(base(kind))));
    if is_promoted(kind) {
        text.push('~');
    }
    text
}

/// What is left to check and to compute when all fields are read.
pub(super) fn finish<R: BoxRules>(position: &mut BoxGame<R>) -> Result<(), FenError> {
    let them = !position.state.side;
    refuse_check(them, king_attacked(&position.board, position.king(them), position.state.side))?;
    position.set_up_key();
    Ok(())
}

/// Whether a board is still played on: only then is a pawn on its last rank waiting for a choice.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    Live,
    Ended,
}

/// Pieces are numbered by worth, so that similar boards list similar pieces in one order.
pub(super) fn read_board<R: BoxRules>(
    position: &mut BoxGame<R>,
    placement: &str,
    status: Status,
) -> Result<(), FenError> {
    let mut placed = read_placement(placement, 8, 8)?;
    placed.sort_by_key(|piece| std::cmp::Reverse(LETTERS.kind(piece.letter)));
    for piece in placed {
        if piece.letter == '*' {
            read_token(position, piece)?;
        } else {
            read_piece(position, piece, status)?;
        }
    }
    Ok(())
}

fn read_token<R: BoxRules>(position: &mut BoxGame<R>, placed: Placed) -> Result<(), FenError> {
    if position.token != Square::NONE {
        return Err(FenError::new("placement", "more than one token"));
    }
    if placed.promoted {
        return Err(FenError::new("placement", format!("`*~` on {}: the token is no promoted pawn", placed.square)));
    }
    position.board.block(placed.square);
    position.token = placed.square;
    Ok(())
}

fn read_piece<R: BoxRules>(position: &mut BoxGame<R>, placed: Placed, status: Status) -> Result<(), FenError> {
    let error = |problem: String| Err(FenError::new("placement", problem));
    let Some((color, kind)) = parse_piece(placed.letter, placed.promoted) else {
        return error(format!("`{}` on {} cannot stand there", placed.letter, placed.square));
    };
    if kind == KING {
        if position.king(color) != Square::NONE {
            return error(format!("{} has more than one king", color.name()));
        }
        position.kings[color.index()] = placed.square;
    }
    if kind == PAWN && is_last_rank(color, placed.square) && status == Status::Live {
        if color != position.state.side {
            return error(format!("a pawn on {} though its owner is not to move", placed.square));
        }
        if position.waiting != Square::NONE {
            return error("two pawns on last ranks".into());
        }
        position.waiting = placed.square;
    }
    if !position.board.put(color, kind, placed.square) {
        return Err(too_many(color, Board::ARMY));
    }
    Ok(())
}

/// Colour and kind of a letter and whether `~` follows it; `~` only follows what a pawn becomes.
fn parse_piece(letter: char, marked: bool) -> Option<(Color, Kind)> {
    let kind = LETTERS.kind(letter);
    let sensible = kind != Kind::NONE && (!marked || kind != PAWN && kind != KING);
    sensible.then(|| (Color::of(letter), if marked { promoted(kind) } else { kind }))
}

/// The inside of the brackets.
pub(super) fn read_inmate<R: BoxRules>(text: &str) -> Result<Inmate, FenError> {
    let bad = |problem: &str| FenError::new("box", format!("`{text}` {problem}"));
    let mut letters = text.chars();
    let Some(letter) = letters.next() else {
        return Ok(Inmate::NONE);
    };
    let promoted = match letters.as_str() {
        "" => false,
        "~" if R::PROMOTION_LASTS => true,
        "~" => return Err(bad("is marked as promoted, but in the box it is a pawn again")),
        _ => return Err(bad("is not one piece")),
    };
    match parse_piece(letter, promoted) {
        None => Err(bad("is not a piece")),
        Some((_, KING)) if !R::KINGS_ENTER => Err(bad("is a king, and kings cannot be boxed")),
        Some((color, kind)) => Ok(Inmate::new(color, kind)),
    }
}

fn read_captured<R: BoxRules>(position: &mut BoxGame<R>, text: &str) -> Result<(), FenError> {
    let error = |problem: String| Err(FenError::new("captured pieces", problem));
    if text == "-" {
        return Ok(());
    }
    if !R::KINGS_ENTER {
        return error(format!("`{text}`, but in this game nothing captured comes back"));
    }
    for letter in text.chars() {
        match LETTERS.kind(letter) {
            Kind::NONE | KING => return error(format!("`{letter}` is nothing that can be captured")),
            kind => {
                let count = &mut position.captured[Color::of(letter).index()][kind.index::<8>()];
                *count = count.saturating_add(1);
            }
        }
    }
    Ok(())
}

/// Every side has one king, on the board or in the box.
pub(super) fn check_kings<R: BoxRules>(position: &BoxGame<R>) -> Result<(), FenError> {
    for color in Color::ALL {
        let boxed = position.inmate.kind() == KING && position.inmate.color() == color;
        let name = color.name();
        match (position.king(color) != Square::NONE, boxed) {
            (false, false) => return Err(FenError::new("placement", format!("{name} has no king"))),
            (true, true) => return Err(FenError::new("box", format!("{name} has another king on the board"))),
            _ => {}
        }
    }
    Ok(())
}

/// No side has more pieces, wherever they are, than the board has room for.
fn check_armies<R: BoxRules>(position: &BoxGame<R>) -> Result<(), FenError> {
    for color in Color::ALL {
        let boxed = !position.inmate.is_none() && position.inmate.color() == color;
        let captured: usize = position.captured[color.index()].iter().map(|&count| count as usize).sum();
        if position.board.army(color).count() + boxed as usize + captured > Board::ARMY {
            let problem =
                format!("{} has more than {} pieces, boxed and captured ones included", color.name(), Board::ARMY);
            return Err(FenError::new("placement", problem));
        }
    }
    Ok(())
}

pub(super) fn read_en_passant<R: BoxRules>(position: &BoxGame<R>, text: &str) -> Result<EnPassant, FenError> {
    let (board, side) = (&position.board, position.state.side);
    EnPassant::read(&read_squares(text, "en passant", 8, 8)?, board, side, |pawn| pawn_beside(board, pawn, !side))
}

/// `None` if the FEN ends before the field: then a pawn on its last rank says by itself that it waits.
fn read_pending<R: BoxRules>(position: &mut BoxGame<R>, text: Option<&str>) -> Result<(), FenError> {
    let error = |problem: &str| Err(FenError::new("pending", problem));
    let waits = position.waiting != Square::NONE;
    let (free, choice) = match text {
        None => (false, waits),
        Some("-") => (false, false),
        Some("f") => (true, false),
        Some("=") => (false, true),
        Some("f=") => (true, true),
        Some(other) => return error(&format!("`{other}` is none of - f = f=")),
    };
    if choice != waits {
        return error(if waits { "a pawn on its last rank needs `=`" } else { "`=`, but no pawn on its last rank" });
    }
    if (free || choice) && position.en_passant != EnPassant::NONE {
        return error("the last turn cannot have been both a release and a double step");
    }
    if free && (position.king(position.state.side) == Square::NONE || !position.has_captured(position.state.side)) {
        return error("`f`, but the king has not come back or there is nothing to bring back with it");
    }
    position.free_piece = free;
    Ok(())
}

pub(super) fn placement<R: BoxRules>(position: &BoxGame<R>) -> String {
    write_placement(8, 8, |square| match position.board.piece_at(square) {
        Some((color, kind)) => symbol(color, kind),
        None if square == position.token => "*".into(),
        None => String::new(),
    })
}

/// What stands between the brackets.
pub(super) fn inmate_field(inmate: Inmate) -> String {
    if inmate.is_none() { String::new() } else { symbol(inmate.color(), inmate.kind()) }
}

/// The letters of the pieces that may come back, White's first.
pub(super) fn captured<R: BoxRules>(position: &BoxGame<R>) -> String {
    let mut letters = String::new();
    for color in Color::ALL {
        for kind in [QUEEN, ROOK, BISHOP, KNIGHT, PAWN] {
            let letter = color.dress(LETTERS.letter(kind));
            let count = position.captured[color.index()][kind.index::<8>()] as usize;
            letters.extend(std::iter::repeat_n(letter, count));
        }
    }
    letters
}

fn pending_field<R: BoxRules>(position: &BoxGame<R>) -> &'static str {
    match (position.free_piece, position.waiting != Square::NONE) {
        (false, false) => "-",
        (true, false) => "f",
        (false, true) => "=",
        (true, true) => "f=",
    }
}

fn dash_if_empty(field: String) -> String {
    if field.is_empty() { "-".into() } else { field }
}

fn write_drop(kind: Kind, square: Square, promotion: Kind, out: &mut dyn fmt::Write) -> fmt::Result {
    out.write_char(LETTERS.letter(base(kind)))?;
    out.write_char('@')?;
    square.write_name(out)?;
    write_promotion(promotion, out)
}

fn write_promotion(promotion: Kind, out: &mut dyn fmt::Write) -> fmt::Result {
    match promotion {
        Kind::NONE => Ok(()),
        kind => out.write_char(LETTERS.letter(kind).to_ascii_lowercase()),
    }
}

fn write_free(free: FreePiece, out: &mut dyn fmt::Write) -> fmt::Result {
    write_drop(free.kind, free.square, free.promotion, out)
}
