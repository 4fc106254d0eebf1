//! FEN and move text.

use super::attack::{self, Board};
use super::tables::{self, ADVANCE, KING, LAST_RANK, LETTERS, NINJA, PAWN, ROOK, SIZE, own_rank};
use super::{DROP, EnPassant, HAND, Rights, ZigZagMadness, movegen, rook_target};
use crate::position::{Notation, Rules, Text, is_written};
use crate::types::fen::{Fields, split_bracket, write_squares};
use crate::types::square::step;
use crate::types::{Color, FenError, Kind, Move, MoveList, Square, State};
use crate::variants::orthodox::castling::CastlingSide;
use crate::variants::orthodox::text::{refuse_check, set_up};
use std::fmt;

impl Text for ZigZagMadness {
    type Ruleset = ();

    fn read(_: &(), fen: &str) -> Result<ZigZagMadness, FenError> {
        let fields = Fields::split(fen, 6)?;
        let (placement, hands) = split_bracket(fields.get(0, ""))?;
        let mut position = ZigZagMadness {
            board: read_board(placement)?,
            state: State::read(&fields, Self::PAWNS)?,
            rights: Rights::NONE,
            en_passant: EnPassant::NONE,
            hands: read_hands(hands.unwrap_or(""))?,
        };
        check_room(&position)?;
        let them = !position.state.side;
        let king = position.board.king(them);
        refuse_check(them, attack::attacked(&position.board, king, position.state.side, Square::NONE))?;
        position.rights = Rights::read(fields.get(2, "-"), &position.board, KING, ROOK)?;
        position.en_passant = read_en_passant(&position, fields.squares(3, "en passant", SIZE, SIZE)?)?;
        position.set_up_key();
        Ok(position)
    }

    fn fen(&self) -> String {
        let placement = LETTERS.placement(&self.board, SIZE, SIZE);
        let hand = |color: Color| color.dress('J').to_string().repeat(self.hands[color.index()] as usize);
        let hands = hand(Color::White) + &hand(Color::Black);
        let side = self.state.side.letter();
        let rights = self.rights.field();
        let mut passed: Vec<Square> = self.en_passant.squares(!self.state.side).collect();
        passed.sort();
        let en_passant = write_squares(passed);
        format!("{placement}[{hands}] {side} {rights} {en_passant} {} {}", self.state.halfmove, self.state.fullmove)
    }

    fn write_move(&self, mv: Move, _: Notation, out: &mut dyn fmt::Write) -> fmt::Result {
        let (from, to) = (mv.from(), mv.to());
        match CastlingSide::of(mv.flag()) {
            _ if mv.flag() == DROP => write!(out, "J@{to}"),
            Some(side) if from.distance(to) == 1 => write_castling_legs(self, mv, side, out),
            _ => LETTERS.write_move(mv, out),
        }
    }

    /// Accepts the two-leg form of every castling, and letters of either case.
    fn is_text_of(&self, mv: Move, text: &str) -> bool {
        is_written(text, |out| self.write_move(mv, Notation::Standard, out))
            || CastlingSide::of(mv.flag())
                .is_some_and(|side| is_written(text, |out| write_castling_legs(self, mv, side, out)))
    }

    fn explain(&self, text: &str) -> Option<String> {
        let on_board = |square: Square| square.file() < SIZE && square.rank() < SIZE;
        if let Some(square) = text.strip_prefix("J@").or_else(|| text.strip_prefix("j@")) {
            return Square::parse(square).filter(|&square| on_board(square)).and_then(|to| explain_drop(self, to));
        }
        let (from, rest) = Square::read(text)?;
        let (to, _) = Square::read(rest)?;
        if let Some(square) = [from, to].into_iter().find(|&square| !on_board(square)) {
            return Some(format!("{square} is not on the board"));
        }
        let us = self.state.side;
        match self.board.kind_at(from, us) {
            Kind::NONE => Some(format!("{} has no piece on {from}", us.name())),
            _ if self.board.at(to).is(us) => Some(format!("{to} is held by an own piece")),
            KING => explain_king(self, from, to),
            _ => explain_move(self, from, to, text),
        }
    }
}

/// Pieces are numbered by worth, the king first.
fn read_board(placement: &str) -> Result<Board, FenError> {
    let pieces = LETTERS.read(placement, SIZE, SIZE)?;
    set_up(Board::rectangle(SIZE, SIZE), pieces, (KING, "king"), |piece| {
        piece.kind > NINJA || !matches!(piece.square.rank(), 0 | LAST_RANK)
    })
}

fn read_hands(text: &str) -> Result<[u8; 2], FenError> {
    let mut hands = [0; 2];
    for letter in text.chars() {
        let color = Color::of(letter);
        if LETTERS.kind(letter) != NINJA {
            return Err(FenError::new("hand", format!("`{letter}` is no Ninja Pawn (J or j)")));
        }
        if hands[color.index()] == HAND {
            return Err(FenError::new("hand", format!("{} has more than {HAND} Ninja Pawns to drop", color.name())));
        }
        hands[color.index()] += 1;
    }
    Ok(hands)
}

/// Every Ninja Pawn in hand must find a place in the piece list when it is dropped.
fn check_room(position: &ZigZagMadness) -> Result<(), FenError> {
    for color in Color::ALL {
        if position.board.army(color).count() + position.hands[color.index()] as usize > Board::ARMY {
            let problem = format!("{} has more than {} pieces on the board and in hand", color.name(), Board::ARMY);
            return Err(FenError::new("hand", problem));
        }
    }
    Ok(())
}

/// Reads the squares that one move of a standard pawn has just passed over: all of them, or only those on which a pawn
/// can capture, as some programs write them.
fn read_en_passant(position: &ZigZagMadness, mut squares: Vec<Square>) -> Result<EnPassant, FenError> {
    let mover = !position.state.side;
    squares.sort_by_key(|&square| own_rank(mover, square));
    let (Some(&first), Some(&last)) = (squares.first(), squares.last()) else {
        return Ok(EnPassant::NONE);
    };
    let is_empty = |square: Square| position.board.at(square).is_empty();
    // The pawn that has moved; the walls around the board end the loop.
    let mut runner = last;
    while is_empty(runner) {
        runner = runner.step(mover.forward());
    }
    // The shortest move that passes over all squares named, from the square behind the first or the one behind that.
    let back = mover.forward().wrapping_neg();
    let starts = [first.step(back), first.step(back).step(back)];
    let passed = starts.into_iter().take_while(|&start| is_empty(start)).find_map(|start| {
        let walked = own_rank(mover, runner).checked_sub(own_rank(mover, start))?;
        if !(2..=ADVANCE[own_rank(mover, start) as usize]).contains(&walked) {
            return None;
        }
        let passed = position.passed(mover, start.step(mover.forward()), walked - 1);
        let all = passed.squares(mover).eq(squares.iter().copied());
        let capturable = squares.iter().all(|&named| passed.live_squares(mover).any(|square| square == named));
        (passed.squares(mover).all(is_empty) && (all || capturable)).then_some(passed)
    });
    let is_pawn = position.board.kind_at(runner, mover) == PAWN;
    passed.filter(|_| is_pawn).ok_or_else(|| {
        let error = FenError::new("en passant", format!("no pawn move explains {}", write_squares(squares)));
        if is_pawn { error } else { error.repaired("-") }
    })
}

/// Castling with the rook's move written out: `f1g1,j1f1`.
fn write_castling_legs(
    position: &ZigZagMadness,
    mv: Move,
    side: CastlingSide,
    out: &mut dyn fmt::Write,
) -> fmt::Result {
    let corner = Rights::corner(position.state.side, side);
    write!(out, "{}{},{corner}{}", mv.from(), mv.to(), rook_target(side, mv.to()))
}

fn explain_drop(position: &ZigZagMadness, to: Square) -> Option<String> {
    let us = position.state.side;
    let home = Square::new(to.file(), us.choose(1, LAST_RANK - 1));
    let walked = own_rank(us, to).wrapping_sub(1);
    if position.hands[us.index()] == 0 {
        return Some("no Ninja Pawn is left in hand".into());
    }
    if walked > ADVANCE[1] {
        return Some("Ninja Pawns are dropped on the own second to fifth rank".into());
    }
    let mut way = (0..=walked).map(|distance| home.step(us.forward().wrapping_mul(distance)));
    match way.find(|&square| !position.board.at(square).is_empty()) {
        Some(square) => Some(format!("{square} is not empty")),
        None => Some("it leaves the king attacked".into()),
    }
}

fn explain_king(position: &ZigZagMadness, from: Square, to: Square) -> Option<String> {
    let (us, them) = (position.state.side, !position.state.side);
    let attacked = |square: Square| attack::attacked(&position.board, square, them, from);
    if from.distance(to) == 1 {
        return attacked(to).then(|| format!("the king would be attacked on {to}"));
    }
    let side = if to.file() > from.file() { CastlingSide::King } else { CastlingSide::Queen };
    if from.rank() != to.rank() || !position.rights.has(us, side) {
        return None;
    }
    let distances = 1..=from.distance(to);
    let mut way = distances.map(|distance| from.step(side.direction().wrapping_mul(distance)));
    if position.board.ray_end(from, side.direction()) != Rights::corner(us, side) {
        Some("pieces stand between king and rook".into())
    } else if position.in_check() {
        Some("the king may not castle out of check".into())
    } else {
        way.find(|&square| attacked(square)).map(|square| format!("the king would be attacked on {square}"))
    }
}

/// Looks the move up among those that do not mind the king.
fn explain_move(position: &ZigZagMadness, from: Square, to: Square, text: &str) -> Option<String> {
    let us = position.state.side;
    let mut heedless: MoveList<Move> = MoveList::new();
    movegen::heedless(position, &mut heedless);
    let is_en_passant = position.board.kind_at(from, us) == PAWN
        && tables::reach(us, PAWN, from, to).certain()
        && position.en_passant.squares(!us).any(|square| square == to);
    if is_en_passant || heedless.iter().any(|&mv| position.is_text_of(mv, text)) {
        return Some("it leaves the king attacked".into());
    }
    let promotes = heedless.iter().any(|mv| mv.from() == from && mv.to() == to && !mv.promotion().is_none());
    if promotes {
        return Some("the pawn must be promoted: to q, x, z, r, b, f or w".into());
    }
    let sideways = [step::E, step::W].contains(&to.minus(from)) && position.board.kind_at(from, us) == NINJA;
    let too_early = sideways && position.board.at(to).is(!us) && !attack::hits_sideways(us, from);
    too_early.then(|| "a Ninja Pawn captures sideways only beyond the middle".into())
}
