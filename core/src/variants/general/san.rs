//! Standard algebraic notation as Fairy-Stockfish and pychess write it: `Nbd2`, `exd6`, `P@e4`, `Bc5=H`, `Nd7/H`, `O-O`.

use super::General;
use super::moves::{Flag, GeneralMove};
use super::rules::{Form, KindRules};
use crate::position::Rules as _;
use crate::types::{Kind, Square};
use crate::variants::algebraic::{distinction, file_letter};

impl General {
    /// A move in this notation; `None` for moves that have no text of their own in it: with walls, with a piece that enters while
    /// castling, passes, and where two moves would have the same text.
    pub(super) fn san(&self, mv: GeneralMove) -> Option<String> {
        let enters = mv.puts_on().is_some();
        if mv.flag() == Flag::PASS || self.rules().effects.walls.is_some() || enters && mv.castles() {
            return None;
        }
        let text = self.san_without_check(mv);
        if mv.flag() != Flag::DROP && !self.is_san_of(mv, &text) {
            return None;
        }
        let next = self.after(mv);
        let check = match next.in_check() {
            false => "",
            true if next.count_moves() == 0 => "#",
            true => "+",
        };
        Some(text + check)
    }

    fn san_without_check(&self, mv: GeneralMove) -> String {
        if let Some(castling) = castling_text(mv) {
            return castling.into();
        }
        if mv.flag() == Flag::DROP {
            // What it moves like might be in hand, too.
            let plus = if mv.becomes().is_none() { "" } else { "+" };
            return format!("{plus}{}@{}", self.game.letter(mv.piece()), mv.to());
        }
        let kind = self.board.kind_on(mv.from());
        let takes = if self.is_capture(mv) { "x" } else { "" };
        let who = match is_usual_pawn(self.rules().kind(kind)) {
            true if !takes.is_empty() => file_letter(mv.from()).into(),
            true if mv.from().file() != mv.to().file() => mv.from().to_string(),
            true => String::new(),
            false => format!("{}{}", self.san_letter(kind), self.distinction(mv)),
        };
        let becomes = match mv.becomes() {
            kind if kind.is_none() => String::new(),
            becomes if self.has_choice(mv) => format!("=+{}", self.game.letter(becomes)),
            becomes => format!("={}", self.san_letter(becomes)),
        };
        let enters = mv.puts_on().map_or(String::new(), |_| format!("/{}", self.game.letter(mv.piece())));
        format!("{who}{takes}{}{becomes}{enters}", mv.to())
    }

    /// The letter of the kind that moves so: that of a gold for a promoted silver. A kind whose moves have no letter has its mark.
    fn san_letter(&self, kind: Kind) -> String {
        let plain = self.plain_kinds(kind).next();
        plain.map_or_else(|| format!("+{}", self.game.letter(kind)), |kind| self.game.letter(kind).to_string())
    }

    /// The kinds that move as one does, without those that are only there by promotion.
    fn plain_kinds(&self, kind: Kind) -> impl Iterator<Item = Kind> {
        let rules = self.rules();
        let alike = rules.kind(kind).alike;
        rules.numbers().filter(move |other| alike & other.bit() != 0 && rules.kind(*other).form == Form::Plain)
    }

    /// Whether a piece that becomes what it has to become might be promoted to that by choice as well.
    fn has_choice(&self, mv: GeneralMove) -> bool {
        let promotes = &self.rules().promotion.pawns[self.state.side.index()];
        mv.flag() == Flag::CHANGE
            && promotes & self.board.kind_on(mv.from()).bit() != 0
            && self.rules().kind(mv.becomes()).form == Form::Promoted
    }

    /// What tells a move from those of other pieces with its letter to the same square.
    fn distinction(&self, mv: GeneralMove) -> String {
        let (from, kind) = (mv.from(), self.board.kind_on(mv.from()));
        let alike = self.rules().kind(kind).alike;
        let is_rival = |other: &GeneralMove| {
            other.to() == mv.to()
                && other.from() != from
                && !matches!(other.flag(), Flag::DROP | Flag::PASS)
                && !other.castles()
                && alike & self.board.kind_on(other.from()).bit() != 0
        };
        let rivals: Vec<Square> = self.move_list().into_iter().filter(is_rival).map(GeneralMove::from).collect();
        distinction(from, &rivals)
    }

    /// Whether `text` names a legal move and no other in this notation. Signs of capture, check, mate and praise (`x`, `+`, `#`,
    /// `!`) may be missing or wrong, and more of the starting square may be told than is needed.
    pub(super) fn is_san_of(&self, mv: GeneralMove, text: &str) -> bool {
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        if let Some(castling) = castling_text(mv) {
            return mv.puts_on().is_none() && text.replace('0', "O") == castling;
        }
        // The texts are looked at before the other moves are: most do not fit.
        let Some(described) = Described::read(text).filter(|described| described.fits(self, mv)) else { return false };
        self.move_list().into_iter().all(|other| other == mv || !described.fits(self, other))
    }
}

fn castling_text(mv: GeneralMove) -> Option<&'static str> {
    match mv.flag() {
        Flag::CASTLING => Some("O-O"),
        Flag::CASTLING_LONG => Some("O-O-O"),
        _ => None,
    }
}

/// Whether a kind goes one square forward and captures diagonally forward, as its letter is left out.
fn is_usual_pawn(kind: &KindRules) -> bool {
    let steps = kind.moves.iter().filter(|pattern| pattern.starts.is_none());
    let mut ways: Vec<_> = steps.map(|it| (it.steps.as_slice(), it.repeats, it.quiet, it.captures)).collect();
    ways.sort_unstable();
    ways == [(&[(-1, 1)][..], 1, false, true), (&[(0, 1)], 1, true, false), (&[(1, 1)], 1, false, true)]
}

/// What a text says of a move other than castling.
struct Described<'a> {
    /// Empty, a letter, or a letter behind `+`.
    piece: &'a str,
    is_drop: bool,
    file: Option<u8>,
    rank: Option<u8>,
    to: Square,
    /// What it becomes: a letter, a letter behind `+`, or `+` alone.
    becomes: &'a str,
    enters: Option<char>,
}

impl<'a> Described<'a> {
    fn read(text: &'a str) -> Option<Described<'a>> {
        if !text.is_ascii() {
            return None;
        }
        let (text, enters) = match text.split_once('/') {
            None => (text, None),
            Some((text, letter)) if letter.len() == 1 => (text, letter.chars().next()),
            _ => return None,
        };
        let (text, becomes) = match text.split_once('=') {
            Some((_, "")) => return None,
            Some(parts) => parts,
            None => text.split_at(text.trim_end_matches(|letter: char| letter.is_ascii_uppercase()).len()),
        };
        let letters = text.starts_with('+') as usize;
        let letters = letters + text[letters..].starts_with(|letter: char| letter.is_ascii_uppercase()) as usize;
        let (piece, places) = text.split_at(letters);
        let (places, is_drop) = places.strip_prefix('@').map_or((places, false), |square| (square, true));
        let digits = places.len() - places.trim_end_matches(|digit: char| digit.is_ascii_digit()).len();
        let (from, to) = places.split_at(places.len().checked_sub(digits + 1)?);
        let from = from.strip_suffix(['x', ':', '-']).unwrap_or(from);
        let (file, rank) = match from.starts_with(|letter| matches!(letter, 'a'..='p')) {
            true => from.split_at(1),
            false => ("", from),
        };
        let rank = match rank {
            "" => None,
            rank => Some(rank.parse::<u8>().ok().filter(|rank| (1..=16).contains(rank))? - 1),
        };
        let file = file.bytes().next().map(|letter| letter - b'a');
        Some(Described { piece, is_drop, file, rank, to: Square::parse(to)?, becomes, enters })
    }

    fn fits(&self, position: &General, mv: GeneralMove) -> bool {
        let is_drop = mv.flag() == Flag::DROP;
        if mv.to() != self.to || is_drop != self.is_drop || mv.castles() {
            return false;
        }
        let enters = mv.puts_on().map(|_| position.game.letter(mv.piece()));
        if is_drop {
            return self.becomes.is_empty() && self.names_drop(position, mv);
        }
        let kind = position.board.kind_on(mv.from());
        // A pawn whose file is not told does not capture.
        let is_plain_pawn = self.piece.is_empty() && is_usual_pawn(position.rules().kind(kind));
        let file = self.file.or(is_plain_pawn.then_some(self.to.file()));
        let piece = if self.piece.is_empty() { "P" } else { self.piece };
        let becomes = match mv.becomes() {
            becomes if becomes.is_none() => self.becomes.is_empty(),
            becomes => {
                let is_promoted = position.rules().kind(becomes).form == Form::Promoted;
                let is_marked = self.becomes.starts_with('+') || !position.has_choice(mv);
                is_promoted && self.becomes == "+" || is_marked && names(position, self.becomes, becomes)
            }
        };
        becomes
            && enters == self.enters
            && (is_plain_pawn || names(position, piece, kind))
            && file.is_none_or(|file| file == mv.from().file())
            && self.rank.is_none_or(|rank| rank == mv.from().rank())
    }
}

impl Described<'_> {
    /// Whether the piece is that of a drop. One that is dropped promoted has its mark, or the letter of the piece that moves so if
    /// there is none of those in hand.
    fn names_drop(&self, position: &General, mv: GeneralMove) -> bool {
        let is_letter = |text: &str, kind| text.chars().eq([position.game.letter(kind)]);
        match (mv.becomes(), self.piece.strip_prefix('+')) {
            (form, Some(letter)) => !form.is_none() && is_letter(letter, mv.piece()),
            (form, None) if form.is_none() => is_letter(self.piece, mv.piece()),
            (form, None) => position
                .plain_kinds(form)
                .any(|kind| is_letter(self.piece, kind) && position.hands.count(position.state.side, kind) == 0),
        }
    }
}

/// Whether a letter, or one behind `+`, names a kind: its own, or that of a kind that moves so, or the first one of its usual name
/// (`H` for the horse of Xiangqi, whose own letter is N) if no piece has that.
fn names(position: &General, text: &str, kind: Kind) -> bool {
    let (rules, own) = (position.rules(), position.game.letter(kind));
    let (is_marked, text) = text.strip_prefix('+').map_or((false, text), |text| (true, text));
    let Some(letter) = text.chars().next().filter(|_| text.len() == 1) else { return false };
    match rules.kind(kind).form {
        Form::Promoted if is_marked => letter == own,
        _ if is_marked => false,
        Form::Promoted => position.plain_kinds(kind).any(|kind| position.game.letter(kind) == letter),
        Form::Plain | Form::FromPawn if letter == own => true,
        _ => {
            let is_free = rules.numbers().all(|other| position.game.letter(other) != letter);
            is_free && rules.kind(kind).usual_name.starts_with(letter)
        }
    }
}
