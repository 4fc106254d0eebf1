//! The FEN of two boards.

use super::dual::side_on;
use super::state::Rights;
use super::text::{self, Status};
use super::{Board, BoxGame, Inmate, NoKing, PenaltyBoxDual, Turn};
use crate::position::{Notation, Rules, Text};
use crate::types::fen::{Fields, number, split_bracket};
use crate::types::{Color, FenError, Square};
use crate::variants::orthodox::pieces::{KING, ROOK};
use std::fmt;

/// What the boards are called.
pub(super) const NAMES: [&str; 2] = ["A", "B"];

/// The seats' names in order of play.
const SEATS: [&str; 4] = ["w1", "w2", "b1", "b2"];

impl Text for PenaltyBoxDual {
    type Ruleset = ();

    fn read(_: &(), fen: &str) -> Result<PenaltyBoxDual, FenError> {
        let fields = Fields::split(fen, 9)?;
        let (placement, inside) = split_bracket(fields.get(0, ""))?;
        let seat = read_seat(fields.get(1, ""))?;
        let placements = split_pair("placement", placement)?;
        let castling = split_pair("castling", fields.get(2, "-|-"))?;
        let en_passant = split_pair("en passant", fields.get(3, "-|-"))?;
        let halfmove = split_pair("halfmove clock", fields.get(4, "0|0"))?;
        let ended = read_ended(fields.has(8).then(|| fields.get(8, "")))?;
        let inmate = text::read_inmate::<NoKing>(inside.unwrap_or(""))?;
        let pairs = [("castling", castling), ("en passant", en_passant), ("halfmove clock", halfmove)];
        let read = |index: usize| {
            let status = if ended[index] { Status::Ended } else { Status::Live };
            let of_board = BoardFields {
                placement: placements[index],
                castling: castling[index],
                en_passant: en_passant[index],
                halfmove: halfmove[index],
                status,
            };
            read_one(&of_board, if ended[index] { Color::White } else { side_on(index, seat) }, inmate)
                .map_err(|error| in_pair(error, index, &pairs))
        };
        let fullmove = number("fullmove number", fields.get(5, "1"), 0)?.max(1);
        let mut position = PenaltyBoxDual { boards: [read(0)?, read(1)?], ended, seat, fullmove };
        if fields.get(6, "-") != "-" {
            return Err(FenError::new("captured pieces", "in this game nothing captured comes back"));
        }
        check(&position, fields.has(7).then(|| fields.get(7, "")))?;
        position.find_seat_to_move();
        Ok(position)
    }

    fn fen(&self) -> String {
        let pair = |field: fn(&BoxGame<NoKing>) -> String| self.boards.each_ref().map(field).join("|");
        let waits = self.boards.iter().any(|board| board.waiting != Square::NONE);
        let ended = match self.ended {
            [false, false] => "",
            [true, false] => " ended:A",
            [false, true] => " ended:B",
            [true, true] => " ended:AB",
        };
        format!(
            "{}[{}] {} {} {} {} {} - {}{ended}",
            pair(text::placement),
            text::inmate_field(self.boards[0].inmate),
            SEATS[self.seat as usize & 3],
            pair(|board| board.castling.field()),
            pair(|board| board.en_passant.field()),
            pair(|board| board.state.halfmove.to_string()),
            self.fullmove,
            if waits { "=" } else { "-" },
        )
    }

    fn write_move(&self, turn: Turn, notation: Notation, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{}:", NAMES[self.board_index()])?;
        self.own().write_move(turn, notation, out)
    }

    /// The board's name may be left out: only one board is to move.
    fn is_text_of(&self, turn: Turn, text: &str) -> bool {
        let text = strip_board(text, self.board_index()).unwrap_or(text);
        self.own().is_text_of(turn, text)
    }

    fn explain(&self, text: &str) -> Option<String> {
        let board = self.board_index();
        if strip_board(text, 1 - board).is_some() {
            return Some(format!("board {} is to move", NAMES[board]));
        }
        self.own().explain(strip_board(text, board).unwrap_or(text))
    }
}

/// What follows `A:` or `B:`.
pub(super) fn strip_board(text: &str, board: usize) -> Option<&str> {
    let (name, rest) = text.split_once(':')?;
    name.eq_ignore_ascii_case(NAMES[board]).then_some(rest)
}

/// An error in the fields of a board, as one of the whole FEN.
fn in_pair(error: FenError, index: usize, pairs: &[(&str, [&str; 2])]) -> FenError {
    let problem = format!("board {}: {}", NAMES[index], error.problem);
    let halves = pairs.iter().find(|(field, _)| *field == error.field).map_or([""; 2], |pair| pair.1);
    error.within(
        problem,
        |half| if index == 0 { format!("{half}|{}", halves[1]) } else { format!("{}|{half}", halves[0]) },
    )
}

/// Both halves of a field `A|B`.
fn split_pair<'a>(field: &'static str, text: &'a str) -> Result<[&'a str; 2], FenError> {
    match text.split_once('|') {
        Some((a, b)) if !b.contains('|') => Ok([a, b]),
        _ => Err(FenError::new(field, format!("`{text}` does not have the form A|B"))),
    }
}

struct BoardFields<'a> {
    placement: &'a str,
    castling: &'a str,
    en_passant: &'a str,
    halfmove: &'a str,
    status: Status,
}

fn read_seat(text: &str) -> Result<u8, FenError> {
    let seat = SEATS.iter().position(|&name| name == text);
    seat.map(|seat| seat as u8).ok_or_else(|| FenError::new("side to move", format!("`{text}` is none of w1 w2 b1 b2")))
}

fn read_ended(text: Option<&str>) -> Result<[bool; 2], FenError> {
    match text {
        None => Ok([false, false]),
        Some("ended:A") => Ok([true, false]),
        Some("ended:B") => Ok([false, true]),
        Some("ended:AB") => Ok([true, true]),
        Some(other) => Err(FenError::new("ended", format!("`{other}` is none of ended:A ended:B ended:AB"))),
    }
}

fn read_one(fields: &BoardFields<'_>, side: Color, inmate: Inmate) -> Result<BoxGame<NoKing>, FenError> {
    let mut board = BoxGame::<NoKing>::empty();
    board.state.side = side;
    board.state.halfmove = number("halfmove clock", fields.halfmove, 0)?;
    text::read_board(&mut board, fields.placement, fields.status)?;
    text::check_kings(&board)?;
    board.inmate = inmate;
    board.castling = Rights::read(fields.castling, &board.board, KING, ROOK)?;
    if fields.status == Status::Ended {
        if fields.en_passant != "-" {
            return Err(FenError::new("en passant", "the board has ended"));
        }
        board.set_up_key();
        return Ok(board);
    }
    board.en_passant = text::read_en_passant(&board, fields.en_passant)?;
    text::finish(&mut board)?;
    Ok(board)
}

/// What concerns both boards.
fn check(position: &PenaltyBoxDual, pending: Option<&str>) -> Result<(), FenError> {
    let [a, b] = &position.boards;
    if position.ended[position.board_index()] && position.ended != [true; 2] {
        return Err(FenError::new("side to move", "the board of this seat has ended"));
    }
    if !a.inmate.is_none() && a.token == Square::NONE && b.token == Square::NONE {
        return Err(FenError::new("box", "full, though both tokens are still on their centre points"));
    }
    for color in Color::ALL {
        // All but one king may gather on one board.
        let most = Board::ARMY + 1;
        let boxed = !a.inmate.is_none() && a.inmate.color() == color;
        if a.board.army(color).count() + b.board.army(color).count() + boxed as usize > most {
            return Err(FenError::new("placement", format!("{} has more than {most} pieces", color.name())));
        }
    }
    let waits = [a, b].into_iter().any(|board| board.waiting != Square::NONE);
    match pending {
        None => Ok(()),
        Some("-") if waits => Err(FenError::new("pending", "a pawn on its last rank needs `=`")),
        Some("=") if !waits => Err(FenError::new("pending", "`=`, but no pawn on its last rank")),
        Some("-" | "=") => Ok(()),
        Some(other) => Err(FenError::new("pending", format!("`{other}` is neither - nor ="))),
    }
}
