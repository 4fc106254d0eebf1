//! FEN and move text, as other programs write them.

use super::castling::Rights;
use super::hands::Hands;
use super::home::Home;
use super::loaded::Loaded;
use super::moves::{Flag, GeneralMove};
use super::passed::Passed;
use super::rules::{Form, HomeRules, KindSet, LastRoyals, WallPlace};
use super::square_set::SquareSet;
use super::{Board, General, NO_KING, attack, pawn_kinds};
use crate::position::{Notation, Rules as _, Text, is_written};
use crate::types::fen::{
    Placed, number, read_marked_placement, read_squares, split_bracket, write_placement, write_squares,
};
use crate::types::{Color, FenError, Kind, Piece, Square, State};
use std::fmt;

impl Text for General {
    type Ruleset = Loaded;

    fn read(game: &'static Loaded, fen: &str) -> Result<General, FenError> {
        let fields = Fields::split(fen)?;
        let rules = &game.rules;
        let (placement, hands) = split_hand(&fields, rules.ranks)?;
        let mut state = State::start(pawn_kinds(rules));
        (state.side, state.halfmove, state.fullmove) = (fields.side, fields.halfmove, fields.fullmove);
        let mut position = General {
            board: Board::new(|square| rules.squares.has(square)),
            state,
            game,
            rights: Rights::default(),
            passed: Passed::NONE,
            hands: Hands::default(),
            home: Home::default(),
            wall: None,
            kings: [NO_KING; 2],
            checks_left: fields.checks,
            passes: 0,
            dropped: Kind::NONE,
            counted: [fields.counting, fields.halfmove],
        };
        position.read_board(placement)?;
        position.read_hands(hands)?;
        position.check_room()?;
        position.refuse_capture_of_king()?;
        position.read_rights(fields.castling)?;
        position.read_passed(fields.en_passant)?;
        position.set_up_key();
        Ok(position)
    }

    fn fen(&self) -> String {
        let rules = self.rules();
        let symbol = |square: Square| {
            if self.is_wall(square) {
                return "*".into();
            }
            let piece = self.board.piece_at(square);
            piece.map_or(String::new(), |(color, kind)| self.symbol(color, kind))
        };
        let placement = write_placement(rules.files, rules.ranks, symbol);
        let hands = rules.hand.as_ref().map_or(String::new(), |_| format!("[{}]", self.hand_letters()));
        let side = self.state.side.letter();
        let rights = self.rights_field();
        let passed = write_squares(self.passed.squares());
        let checks = match rules.ends.counts_checks {
            true => format!(" {}+{}", self.checks_left[0], self.checks_left[1]),
            false => String::new(),
        };
        let (passed, clock) = match rules.ends.counting {
            Some(_) if self.counted[0] > 0 => (self.counted[0].to_string(), self.counted[1]),
            _ => (passed, self.state.halfmove),
        };
        format!("{placement}{hands} {side} {rights} {passed}{checks} {clock} {}", self.state.fullmove)
    }

    fn write_move(&self, mv: GeneralMove, notation: Notation, out: &mut dyn fmt::Write) -> fmt::Result {
        if notation == Notation::San
            && let Some(text) = self.san(mv)
        {
            return out.write_str(&text);
        }
        match mv.flag() {
            Flag::DROP => {
                let plus = if mv.becomes().is_none() { "" } else { "+" };
                write!(out, "{plus}{}@", self.game.letter(mv.piece()))?;
                mv.to().write_name(out)?;
                return self.write_beside(mv, out);
            }
            Flag::CASTLING | Flag::CASTLING_LONG if mv.puts_on() == Some(mv.square()) && self.enters(mv) => {
                mv.square().write_name(out)?;
                mv.from().write_name(out)?;
                return out.write_char(self.game.letter(mv.piece()).to_ascii_lowercase());
            }
            Flag::CASTLING | Flag::CASTLING_LONG => {
                mv.from().write_name(out)?;
                let takes_rook = notation == Notation::Chess960
                    || self.rules().castling.as_ref().is_some_and(|rules| rules.shuffled)
                    || self.is_king_step(mv);
                if takes_rook { mv.square() } else { mv.to() }.write_name(out)?;
                return self.write_beside(mv, out);
            }
            _ => {}
        }
        mv.from().write_name(out)?;
        mv.to().write_name(out)?;
        match mv.flag() {
            Flag::PROMOTION => out.write_char(self.game.letter(mv.becomes()).to_ascii_lowercase()),
            Flag::CHANGE => {
                let is_promoted = self.rules().kind(mv.becomes()).form == Form::Promoted;
                out.write_char(if is_promoted { '+' } else { '-' })
            }
            _ => Ok(()),
        }?;
        self.write_beside(mv, out)
    }

    fn is_text_of(&self, mv: GeneralMove, text: &str) -> bool {
        let is_text = |notation| is_written(text, |out| self.write_move(mv, notation, out));
        // `G9f8` is a move of a gold, and `G9F8` one from g9.
        let names_piece = text.starts_with(|letter: char| letter.is_ascii_uppercase());
        if names_piece && text.contains(|letter: char| letter.is_ascii_lowercase()) && !text.contains('@') {
            return self.is_san_of(mv, text);
        }
        is_text(Notation::Standard) || mv.castles() && is_text(Notation::Chess960) || self.is_san_of(mv, text)
    }
}

/// The fields of a FEN. Those that are missing have defaults.
struct Fields<'a> {
    placement: &'a str,
    side: Color,
    castling: &'a str,
    en_passant: &'a str,
    counting: u16,
    checks: [u8; 2],
    halfmove: u16,
    fullmove: u16,
}

impl<'a> Fields<'a> {
    fn split(fen: &'a str) -> Result<Fields<'a>, FenError> {
        let mut rest = fen.split_whitespace().peekable();
        let placement = rest.next().ok_or_else(|| FenError::new("placement", "nothing there"))?;
        let side = match rest.next() {
            Some("w") => Color::White,
            Some("b") => Color::Black,
            Some(other) => return Err(FenError::new("side to move", format!("`{other}` is neither w nor b"))),
            None => return Err(FenError::new("side to move", "missing")),
        };
        let is_number = |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit());
        let is_checks = |text: &&str| text.contains('+');
        let castling = rest.next_if(|text| !is_number(text) && !is_checks(text)).unwrap_or("-");
        let en_passant = rest.next_if(|text| !is_number(text) && !is_checks(text));
        let mut numbers: Vec<&str> = Vec::new();
        let mut checks = [1, 1];
        for field in rest {
            match field.split_once('+') {
                None => numbers.push(field),
                Some(("", given)) => checks = read_given(given)?,
                Some((white, black)) => checks = [read_checks(white)?, read_checks(black)?],
            }
        }
        // A number in the place of the square is the limit of counting.
        let counting = if en_passant.is_none() && numbers.len() == 3 { numbers.remove(0) } else { "0" };
        if let Some(extra) = numbers.get(2) {
            return Err(FenError::new("field count", format!("`{extra}` is one field too many")));
        }
        Ok(Fields {
            placement,
            side,
            castling,
            en_passant: en_passant.unwrap_or("-"),
            counting: number("counting limit", counting, 0)?,
            checks,
            halfmove: number("halfmove clock", numbers.first().copied().unwrap_or("0"), 0)?,
            fullmove: number("fullmove number", numbers.get(1).copied().unwrap_or("1"), 0)?.max(1),
        })
    }
}

/// The most checks that a FEN may ask for.
const MOST_CHECKS: u8 = 9;

fn read_checks(text: &str) -> Result<u8, FenError> {
    let count = text.parse::<u8>().ok().filter(|&count| count <= MOST_CHECKS);
    count.ok_or_else(|| FenError::new("checks", format!("`{text}` is not a number from 0 to {MOST_CHECKS}")))
}

/// The older form, `+2+0`: checks that have been given of three.
fn read_given(text: &str) -> Result<[u8; 2], FenError> {
    let (white, black) = text.split_once('+').ok_or_else(|| FenError::new("checks", format!("`+{text}`")))?;
    let left = |text: &str| read_checks(text).map(|given| 3u8.saturating_sub(given));
    Ok([left(white)?, left(black)?])
}

/// The placement and what is in hand: in brackets, or as one rank more.
fn split_hand<'a>(fields: &Fields<'a>, ranks: u8) -> Result<(&'a str, &'a str), FenError> {
    let (placement, hand) = split_bracket(fields.placement)?;
    let is_rank_more = hand.is_none() && placement.matches('/').count() == usize::from(ranks);
    match placement.rsplit_once('/').filter(|_| is_rank_more) {
        Some(parts) => Ok(parts),
        None => Ok((placement, hand.unwrap_or(""))),
    }
}

impl General {
    /// Whether a piece enters with a move.
    fn enters(&self, mv: GeneralMove) -> bool {
        mv.puts_on().is_some() && self.rules().effects.walls.is_none()
    }

    /// Writes the letter of a piece that enters, or where a wall is put.
    fn write_beside(&self, mv: GeneralMove, out: &mut dyn fmt::Write) -> fmt::Result {
        match mv.puts_on() {
            None => Ok(()),
            Some(_) if self.enters(mv) => out.write_char(self.game.letter(mv.piece()).to_ascii_lowercase()),
            Some(square) => {
                out.write_char(',')?;
                mv.to().write_name(out)?;
                square.write_name(out)
            }
        }
    }

    /// A piece as a FEN writes it.
    fn symbol(&self, color: Color, kind: Kind) -> String {
        let letter = color.dress(self.game.letter(kind));
        match self.rules().kind(kind).form {
            Form::Plain => letter.to_string(),
            Form::Promoted => format!("+{letter}"),
            Form::FromPawn => format!("{letter}~"),
        }
    }

    /// The letters of the pieces in hand, White's first.
    pub(super) fn hand_letters(&self) -> String {
        let order = self.rules().hand.as_ref().map_or(&[][..], |hand| &hand.order);
        let of = |color: Color| {
            let pieces = order.iter().map(move |&kind| {
                let letter = color.dress(self.game.letter(kind)).to_string();
                letter.repeat(usize::from(self.hands.count(color, kind)))
            });
            pieces.collect::<String>()
        };
        Color::ALL.map(of).concat()
    }

    fn read_board(&mut self, placement: &str) -> Result<(), FenError> {
        let error = |problem: String| FenError::new("placement", problem);
        let cells = read_marked_placement(placement, self.rules().files, self.rules().ranks)?;
        let (holes, cells): (Vec<_>, Vec<_>) = cells.into_iter().partition(|(cell, _)| cell.letter == '*');
        self.read_walls(holes.into_iter().map(|(hole, _)| hole.square).collect())?;
        let mut pieces = cells.into_iter().map(|cell| self.piece(cell)).collect::<Result<Vec<_>, _>>()?;
        // Royal pieces first, so that similar boards list similar pieces in one order.
        let royal = self.rules().royal;
        let is_royal = |kind: Kind| royal & kind.bit() != 0;
        pieces.sort_by_key(|piece| (!is_royal(piece.kind), std::cmp::Reverse(piece.kind)));
        for piece in pieces {
            if is_royal(piece.kind) && self.game.is_simple && self.kings[piece.color.index()] != NO_KING {
                return Err(error(format!("{} has more than one royal piece", piece.color.name())));
            }
            piece.put(&mut self.board)?;
            self.note_king(piece.color, piece.square);
        }
        Ok(())
    }

    /// The piece of a cell. A mark that means nothing in this game is left out.
    fn piece(&self, (Placed { square, letter, promoted }, is_marked): (Placed, bool)) -> Result<Piece, FenError> {
        let form = match (is_marked, promoted) {
            (true, _) => Form::Promoted,
            (false, true) => Form::FromPawn,
            (false, false) => Form::Plain,
        };
        let kind = self.game.kind_of(letter, form).or_else(|| self.game.kind_of(letter, Form::Plain));
        let kind = kind.ok_or_else(|| FenError::new("placement", format!("`{letter}` is no piece of this game")))?;
        Ok(Piece { color: Color::of(letter), kind, square })
    }

    /// Puts walls where they may stand; elsewhere it refuses holes other than those of the board.
    fn read_walls(&mut self, holes: SquareSet) -> Result<(), FenError> {
        let rules = self.rules();
        if rules.effects.make_walls() {
            let moves = rules.effects.walls.is_some_and(|walls| walls.place == WallPlace::Moved);
            if moves && holes.count() > 1 {
                return Err(FenError::new("placement", "there is more than one `*`, which is a wall that moves"));
            }
            for square in holes.squares() {
                self.board.block(square);
                self.wall = Some(square);
            }
            return Ok(());
        }
        let differs = |square: &Square| rules.squares.has(*square) == holes.has(*square);
        match Square::all(rules.files, rules.ranks).find(differs) {
            Some(square) if holes.has(square) => {
                Err(FenError::new("placement", format!("{square} is a square of this board, not a hole")))
            }
            Some(square) => Err(FenError::new("placement", format!("{square} is a hole of this board"))),
            None => Ok(()),
        }
    }

    fn read_hands(&mut self, text: &str) -> Result<(), FenError> {
        if self.rules().hand.is_none() {
            return Ok(());
        }
        for letter in text.chars().filter(|&letter| letter != '-') {
            let kind = self.game.kind_of(letter, Form::Plain).filter(|_| letter.is_ascii_alphabetic());
            let kind = kind.ok_or_else(|| FenError::new("hand", format!("`{letter}` is no piece of this game")))?;
            if self.hands.total(Color::of(letter)) >= MOST_IN_HAND {
                return Err(FenError::new("hand", format!("more than {MOST_IN_HAND} pieces in one hand")));
            }
            self.hands.add(Color::of(letter), kind, &mut self.state.key);
        }
        Ok(())
    }

    /// Every piece that may ever stand on the board must find a place in its army's list, and a second royal piece must not where
    /// one is the rule.
    fn check_room(&self) -> Result<(), FenError> {
        let Some(hand) = &self.rules().hand else { return Ok(()) };
        for color in Color::ALL.into_iter().filter(|_| self.game.is_simple) {
            let royal = self.rules().numbers().filter(|kind| self.rules().royal & kind.bit() != 0);
            let held: usize = royal.map(|kind| usize::from(self.hands.count(color, kind))).sum();
            if held + usize::from(self.kings[color.index()] != NO_KING) > 1 {
                return Err(FenError::new("hand", format!("{} has more than one royal piece", color.name())));
            }
        }
        let count = |color: Color| self.board.army(color).count() + self.hands.total(color);
        let [white, black] = Color::ALL.map(count);
        let most = if hand.takes_captures { white + black } else { white.max(black) };
        match most > Board::ARMY {
            true => Err(FenError::new("hand", format!("more than {} pieces on the board and in hand", Board::ARMY))),
            false => Ok(()),
        }
    }

    /// The kinds of which a player gains or loses pieces by promotion.
    fn promoted_kinds(&self, color: Color) -> KindSet {
        let promotion = &self.rules().promotion;
        let pawns = promotion.pawns[color.index()];
        let chosen = if pawns == 0 { 0 } else { pawns | promotion.choices[color.index()] };
        self.rules().numbers().fold(chosen, |kinds, kind| {
            let becomes = kind.of(&promotion.into);
            if becomes.is_none() { kinds } else { kinds | kind.bit() | becomes.bit() }
        })
    }

    fn refuse_capture_of_king(&self) -> Result<(), FenError> {
        let them = !self.state.side;
        // An explosion may have ended the game while a king was attacked, or a pass while the kings faced each other.
        let has_passed_in_check = self.rules().duties.answer_facing && self.is_facing();
        let may_be = self.rules().duties.must_capture || self.rules().effects.blast.is_some() || has_passed_in_check;
        // A piece may have become royal, or the last royal one of its kind, by a promotion that left it attacked.
        let is_told = |it: LastRoyals| self.rules().royal | it.kinds & !self.promoted_kinds(them);
        let is_checked = match self.rules().last_royals {
            Some(last) if !last.all_at_once => self.is_checked_as(them, is_told(last) & self.royal_kinds(them), None),
            _ => self.is_checked(them),
        };
        match is_checked && !may_be {
            true => Err(FenError::new("placement", format!("{} is in check, but not to move", them.name()))),
            false => Ok(()),
        }
    }

    fn read_rights(&mut self, text: &str) -> Result<(), FenError> {
        let rules = self.rules();
        if rules.castling.is_none() && rules.home.is_none() || text == "-" {
            return Ok(());
        }
        let mut rights = Rights::default();
        let mut refused = None;
        for letter in text.chars().filter(|&letter| letter != '-') {
            let color = Color::of(letter);
            let lower = letter.to_ascii_lowercase();
            let is_right = rules.castling.is_some() && matches!(lower, 'k' | 'q');
            if let Some(home) = rules.home.as_ref().filter(|_| lower.is_ascii_lowercase() && !is_right) {
                let file = lower as u8 - b'a';
                let stands = file < rules.files && self.board.at(self.home_square(home, color, file)).is(color);
                if stands {
                    self.home.add(color, file);
                } else {
                    refused = refused.or(Some(letter));
                }
                continue;
            }
            let king = self.castling_king(color);
            let right = king.and_then(|king| {
                let rook = match lower {
                    'k' => self.outer_rook(color, 0, king),
                    'q' => self.outer_rook(color, 1, king),
                    'a'..='p' => {
                        let rook = Square::new(lower as u8 - b'a', king.rank());
                        Some(rook).filter(|&rook| self.is_castling_rook(color, rook))
                    }
                    _ => None,
                }?;
                let side = usize::from(rook.file() < king.file());
                let has_side = rules.castling.as_ref().is_some_and(|castling| castling.has_side(side, rules.files));
                has_side.then_some((side, rook))
            });
            if !lower.is_ascii_lowercase() {
                return Err(FenError::new("castling", format!("`{letter}` is no castling right")));
            }
            match right {
                Some((side, rook)) => rights.give(color, side, rook),
                None => refused = refused.or(Some(letter)),
            }
        }
        self.rights = rights;
        if let Some(home) = &rules.home {
            self.join_rights(home);
        }
        match refused {
            None => Ok(()),
            Some(letter) => {
                let problem = match rules.home {
                    Some(_) => format!("`{letter}`: no piece at home for this right"),
                    None => format!("`{letter}`: no king or no rook for this right"),
                };
                Err(FenError::new("castling", problem).repaired(self.rights_field()))
            }
        }
    }

    /// Who may castle has not moved king and rook; and a player without other letters whose king and rook have not moved may castle.
    fn join_rights(&mut self, rules: &HomeRules) {
        for color in Color::ALL {
            let Some(king) = self.castling_king(color) else { continue };
            let may_have = !self.rights.has_any(color) && self.is_unmoved(color, king);
            for side in 0..2 {
                let rook = self.outer_rook(color, side, king).filter(|&rook| may_have && self.is_unmoved(color, rook));
                if let Some(rook) = rook {
                    self.rights.give(color, side, rook);
                }
            }
            for rook in [0, 1].into_iter().filter_map(|side| self.rights.rook(color, side)) {
                if king == self.home_square(rules, color, king.file()) {
                    self.home.add(color, king.file());
                    self.home.add(color, rook.file());
                }
            }
        }
        self.forget_unused_home(rules);
    }

    fn rights_field(&self) -> String {
        let is_shuffled = self.rules().castling.as_ref().is_some_and(|castling| castling.shuffled);
        let mut field = String::new();
        for color in Color::ALL {
            let rooks = [0, 1].map(|side| self.rights.rook(color, side));
            for (rook, plain) in rooks.into_iter().zip(['k', 'q']) {
                let letter = |rook: Square| if is_shuffled { (b'a' + rook.file()) as char } else { plain };
                field.extend(rook.map(|rook| color.dress(letter(rook))));
            }
            // That pieces have not moved which may castle goes without saying.
            let king = if rooks == [None; 2] { None } else { self.castling_king(color) };
            let is_said = |square: &Square| !rooks.contains(&Some(*square)) && king != Some(*square);
            field.extend(self.unmoved(color).filter(is_said).map(|square| color.dress((b'a' + square.file()) as char)));
        }
        if field.is_empty() { "-".into() } else { field }
    }

    /// Reads the squares that can be captured on en passant. Those on which no piece can capture are left out.
    fn read_passed(&mut self, text: &str) -> Result<(), FenError> {
        let rules = self.rules();
        let squares = read_squares(text, "en passant", rules.files, rules.ranks)?;
        let us = self.state.side;
        let by = rules.en_passant.by[us.index()];
        let region = rules.en_passant.region[us.index()];
        let mut passed = squares;
        passed.retain(|&square| region.has(square));
        passed.sort_unstable();
        for &square in &passed {
            self.passed.add(square, &mut self.state);
        }
        let only_if_possible = rules.en_passant.only_if_possible[us.index()];
        // The piece itself stands on one of the squares after a first move of its own.
        let is_marked = passed.iter().any(|&square| self.board.at(square).is(!us));
        let is_possible = |&square: &Square| {
            let can_capture = attack::is_attacked_by(&self.game.tables, &self.board, square, us, by);
            let is_empty = self.board.at(square).is_empty();
            let has_victim = self.victim_en_passant(square).is_some();
            let is_possible = !only_if_possible || is_empty && has_victim && can_capture;
            is_marked || is_possible && (has_victim || !is_empty)
        };
        let possible: Vec<Square> = passed.iter().copied().filter(is_possible).collect();
        self.passed.clear(&mut self.state);
        possible.into_iter().for_each(|square| self.passed.add(square, &mut self.state));
        Ok(())
    }

    /// Whether the text of a castling would be that of a plain move of the king.
    fn is_king_step(&self, mv: GeneralMove) -> bool {
        let (us, kind) = (self.state.side, self.board.kind_on(mv.from()));
        super::loaded::goes_quietly(&self.game.tables, kind, us, mv.from(), mv.to())
            && self.board.at(mv.to()).is_empty()
            && mv.from() != mv.to()
    }
}

/// The most pieces in one hand.
const MOST_IN_HAND: usize = 64;
