//! Standard algebraic notation: `Nbd2`, `exd6`, `e8=Q+`, `O-O`.

use super::Chess;
use crate::position::Rules;
use crate::types::{Kind, Move, Square};
use crate::variants::algebraic::{distinction, file_letter};
use crate::variants::orthodox::castling::CastlingSide;
use crate::variants::orthodox::pieces::{KING, LETTERS, PAWN};

pub(super) fn move_text(position: &Chess, mv: Move) -> String {
    let check = check_mark(&position.after(mv));
    if let Some(side) = CastlingSide::of(mv.flag()) {
        return format!("{}{check}", castling_text(side));
    }
    let kind = moving_kind(position, mv);
    // A capture en passant arrives on an empty square.
    let takes = !position.board.at(mv.to()).is_empty() || kind == PAWN && mv.from().file() != mv.to().file();
    let mut text = match kind {
        PAWN if takes => file_letter(mv.from()).to_string(),
        PAWN => String::new(),
        _ => format!("{}{}", LETTERS.letter(kind), distinction_among_moves(position, kind, mv)),
    };
    if takes {
        text.push('x');
    }
    text.push_str(&mv.to().to_string());
    if !mv.promotion().is_none() {
        text.extend(['=', LETTERS.letter(mv.promotion())]);
    }
    text + check
}

fn castling_text(side: CastlingSide) -> &'static str {
    match side {
        CastlingSide::King => "O-O",
        CastlingSide::Queen => "O-O-O",
    }
}

fn moving_kind(position: &Chess, mv: Move) -> Kind {
    position.board.kind_on(mv.from())
}

/// The mark of check or mate in the position that a move leads to.
fn check_mark(next: &Chess) -> &'static str {
    match (next.in_check(), next.count_moves()) {
        (false, _) => "",
        (true, 0) => "#",
        (true, _) => "+",
    }
}

/// What tells `mv` from the moves of other pieces of its kind to the same square.
fn distinction_among_moves(position: &Chess, kind: Kind, mv: Move) -> String {
    let is_rival = |other: &Move| {
        let elsewhere = other.to() == mv.to() && other.from() != mv.from();
        elsewhere && CastlingSide::of(other.flag()).is_none() && moving_kind(position, *other) == kind
    };
    let rivals: Vec<Square> = position.move_list().into_iter().filter(is_rival).map(Move::from).collect();
    distinction(mv.from(), &rivals)
}

/// Whether `text` names the legal move `mv` and no other. Signs of capture, check, mate and praise (`x`, `+`, `#`, `!`)
/// may be missing or wrong, and more of the starting square may be told than is needed.
pub(super) fn is_text_of(position: &Chess, mv: Move, text: &str) -> bool {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    if let Some(side) = CastlingSide::of(mv.flag()) {
        return text.replace('0', "O") == castling_text(side);
    }
    // The texts are looked at before the other moves are: most do not fit.
    let Some(described) = Described::read(text).filter(|described| described.fits(position, mv)) else { return false };
    position.move_list().into_iter().all(|other| other == mv || !described.fits(position, other))
}

/// What a text says of a move other than castling.
struct Described {
    kind: Kind,
    file: Option<u8>,
    rank: Option<u8>,
    to: Square,
    /// 0: none.
    promotion: Kind,
}

impl Described {
    fn read(text: &str) -> Option<Described> {
        let kind =
            text.chars().next().filter(char::is_ascii_uppercase).map_or(Kind::NONE, |letter| LETTERS.kind(letter));
        let rest = if kind.is_none() { text } else { &text[1..] };
        let promotion = rest
            .chars()
            .next_back()
            .filter(char::is_ascii_alphabetic)
            .map_or(Kind::NONE, |letter| LETTERS.kind(letter));
        let rest = if promotion.is_none() { rest } else { &rest[..rest.len() - 1] };
        let rest = if promotion.is_none() { rest } else { rest.strip_suffix('=').unwrap_or(rest) };
        let (from, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
        let from = from.strip_suffix(['x', ':', '-']).unwrap_or(from);
        let (file, rank) = match *from.as_bytes() {
            [] => (None, None),
            [file @ b'a'..=b'h'] => (Some(file - b'a'), None),
            [rank @ b'1'..=b'8'] => (None, Some(rank - b'1')),
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => (Some(file - b'a'), Some(rank - b'1')),
            _ => return None,
        };
        Some(Described {
            kind: if kind.is_none() { PAWN } else { kind },
            file,
            rank,
            to: Square::parse(to)?,
            promotion,
        })
    }

    fn fits(&self, position: &Chess, mv: Move) -> bool {
        let from = mv.from();
        let is_castling = self.kind == KING && CastlingSide::of(mv.flag()).is_some();
        // A pawn whose file is not told does not capture.
        let file = self.file.or((self.kind == PAWN).then_some(self.to.file()));
        mv.to() == self.to
            && mv.promotion() == self.promotion
            && moving_kind(position, mv) == self.kind
            && file.is_none_or(|file| file == from.file())
            && self.rank.is_none_or(|rank| rank == from.rank())
            && !is_castling
    }
}
