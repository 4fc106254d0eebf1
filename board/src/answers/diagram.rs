//! The moves of a kind of piece, as the move generator lists them on a nearly empty board.

use super::requests::{KindRequest, variant};
use super::{Problem, layout};
use crate::game::guide::Guide;
use crate::game::set_up::SetUp;
use crate::game::{Game, Variant};
use crate::position::Shape;
use crate::position::piece_kind::{PieceKind, Role};
use crate::types::{Color, Square};
use serde_json::{Value, json};

/// What a piece may do on a square.
#[derive(Clone, Copy, Default)]
struct Cell {
    goes: bool,
    captures: bool,
    /// It captures there, but does not stand there afterwards.
    stays: bool,
}

/// The answer to `kind`.
pub(super) fn of(request: &KindRequest) -> Result<Value, Problem> {
    let variant = variant(&request.game)?;
    let refused = || Problem::of("letter", format!("{} has no piece `{}`", variant.title, request.letter));
    let kind = PieceKind::of(variant.kinds, request.letter).ok_or_else(refused)?;
    if let Some(guide) = variant.guide {
        return written(variant, &guide(), kind.letter, request.promoted).ok_or_else(refused);
    }
    let square = square_of(variant, kind.letter);
    let cells = cells(variant, kind.letter, square);
    let holes = layout::holes(&variant.new_game().view());
    let shown = cells.iter().filter(|(_, cell)| cell.goes || cell.captures).map(|(square, cell)| {
        json!({"square": square.to_string(), "move": cell.goes, "capture": cell.captures, "stays": cell.stays, "jump": false})
    });
    Ok(json!({
        "letter": kind.letter, "name": kind.name, "files": variant.files, "ranks": variant.ranks,
        "square": square.to_string(), "holes": holes, "cells": shown.collect::<Vec<_>>(),
    }))
}

/// The diagram of a game from a file.
fn written(variant: &Variant, guide: &Guide, letter: char, promoted: bool) -> Option<Value> {
    let piece = guide.pieces.iter().find(|piece| (piece.letter, piece.is_promoted) == (letter, promoted))?;
    let cells = piece.reached.iter().map(|cell| {
        let square = cell.square.to_string();
        json!({"square": square, "move": cell.goes, "capture": cell.captures, "stays": false, "jump": cell.jumps})
    });
    let holes: Vec<String> = piece.holes.iter().map(Square::to_string).collect();
    Some(json!({
        "letter": letter, "name": piece.name, "files": variant.files, "ranks": variant.ranks,
        "square": piece.square.to_string(), "holes": holes, "cells": cells.collect::<Vec<_>>(),
    }))
}

/// The square of the piece: in the middle or, if a piece there ends the game, two ranks below.
pub(super) fn square_of(variant: &'static Variant, letter: char) -> Square {
    let middle = Square::new(variant.files / 2, variant.ranks / 2);
    let below = Square::new(middle.file(), middle.rank().saturating_sub(2));
    let goes_on = |&square: &Square| {
        frames(variant).filter_map(|frame| frame.game(letter, square, None)).any(|game| game.outcome().is_none())
    };
    [middle, below].into_iter().find(goes_on).unwrap_or(middle)
}

/// A square and a piece as a FEN writes it.
pub(super) type Put = (Square, String);

/// A position with hardly more than what the rules want, to which the piece is added.
pub(super) struct Frame {
    variant: &'static Variant,
    set_up: SetUp,
}

pub(super) fn frames(variant: &'static Variant) -> impl Iterator<Item = Frame> {
    let frame = move |fen| Some(Frame { variant, set_up: SetUp::of(&*variant.game(fen).ok()?) });
    variant.diagrams.iter().copied().filter_map(frame)
}

/// The same for a game from a file: the start without all pieces but royal ones, the same with Black's beside their places, which may
/// not face each other, and the whole start.
pub(super) fn bare_frames(variant: &'static Variant) -> Vec<Frame> {
    let whole = SetUp::of(&*variant.new_game());
    let is_royal = |letter| PieceKind::of(variant.kinds, letter).is_some_and(|kind| kind.role == Role::Royal);
    let mut bare = whole.clone();
    whole.pieces().filter(|piece| !is_royal(piece.1)).for_each(|(cell, _)| bare.clear(cell));
    let beside = |by: i8| {
        let mut set_up = bare.clone();
        for ((board, square), _) in bare.pieces().filter(|piece| Color::of(piece.1) == Color::Black) {
            let cell = (board, Square::new(square.file().wrapping_add_signed(by), square.rank()));
            if let Some(symbol) = set_up.take((board, square)).filter(|_| set_up.has(cell)) {
                set_up.put(cell, symbol);
            }
        }
        set_up
    };
    let set_ups = [beside(0), beside(-1), beside(1), whole.clone()];
    set_ups.into_iter().map(|set_up| Frame { variant, set_up }).collect()
}

impl Frame {
    /// Whether nothing is on a square.
    pub(super) fn is_free(&self, square: Square) -> bool {
        self.set_up.is_empty((0, square))
    }

    /// The game with a white piece of a kind on a square, and perhaps a black victim. `None` if the rules refuse it.
    pub(super) fn game(&self, letter: char, square: Square, victim: Option<(Square, char)>) -> Option<Box<dyn Game>> {
        let victim = victim.map(|(at, letter)| (at, letter.to_string()));
        self.with(&[(square, letter.to_string())], victim.as_slice(), "")
    }

    /// The game with white pieces, black ones, and pieces in hand, as a FEN writes them. `None` if the rules refuse it.
    pub(super) fn with(&self, white: &[Put], black: &[Put], hand: &str) -> Option<Box<dyn Game>> {
        let mut set_up = self.set_up.clone();
        for (_, symbol) in white {
            // A royal piece that may stand there only once moves to the new square.
            let is_twin = |letter: char| symbol.ends_with(letter) && self.is_royal(letter);
            let mut own = self.set_up.pieces().filter(|piece| piece.0.0 == 0 && is_twin(piece.1));
            if let (Some((twin, _)), None) = (own.next(), own.next()) {
                set_up.clear(twin);
            }
        }
        for (square, symbol) in black.iter().chain(white) {
            set_up.put((0, *square), symbol.as_str());
        }
        if !hand.is_empty() {
            set_up.hold(hand);
        }
        set_up.game().ok().filter(|game| game.turn().color == Color::White)
    }

    fn is_royal(&self, letter: char) -> bool {
        PieceKind::of(self.variant.kinds, letter).is_some_and(|kind| kind.role == Role::Royal)
    }
}

/// The letter of a black piece that is hardly ever in the way.
pub(super) fn victim_letter(variant: &Variant) -> char {
    let leaper = variant.kinds.iter().find(|kind| matches!(kind.letter, 'N' | 'W'));
    leaper.map_or('p', |kind| kind.letter.to_ascii_lowercase())
}

/// What a piece may do on each square, in any of the frames.
fn cells(variant: &'static Variant, letter: char, square: Square) -> Vec<(Square, Cell)> {
    let mut cells: Vec<(Square, Cell)> =
        Square::all(variant.files, variant.ranks).map(|square| (square, Cell::default())).collect();
    for frame in frames(variant) {
        let goals = frame.game(letter, square, None).map(|game| goals(&*game, square)).unwrap_or_default();
        for (at, cell) in cells.iter_mut().filter(|(at, _)| *at != square) {
            cell.goes |= goals.contains(at);
            if !cell.captures
                && frame.is_free(*at)
                && let Some(lands) = capture(&frame, letter, square, *at)
            {
                cell.captures = true;
                cell.stays = !lands;
            }
        }
    }
    cells
}

/// The squares where the piece on a square may go.
fn goals(game: &dyn Game, square: Square) -> Vec<Square> {
    let moves = game.shapes().into_iter().filter(|shape| shape.from() == Some(square));
    moves.map(|shape| shape.goal).collect()
}

/// Whether the piece captures a victim, and whether it then stands in its place.
fn capture(frame: &Frame, letter: char, square: Square, victim: Square) -> Option<bool> {
    let game = frame.game(letter, square, Some((victim, victim_letter(frame.variant))))?;
    let takes = |shape: &Shape| shape.from() == Some(square) && shape.captures.iter().any(|&(at, _)| at == victim);
    let captures = game.shapes().into_iter().filter(takes);
    captures.map(|shape| !shape.shoots() && shape.goal == victim).reduce(|lands, other| lands || other)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;
    use crate::variants;
    use crate::variants::chess;
    use rayon::prelude::*;

    /// Chess with a diagram in which White is stalemated with a pawn on e5, but not with one on e3.
    const STALEMATE: &Variant = &Variant { diagrams: &["4k3/8/4p3/8/8/6q1/8/7K w - - 0 1"], ..chess::VARIANT };

    #[test]
    fn a_piece_that_ends_the_game_in_the_middle_stands_two_ranks_below() {
        assert_eq!(['P', 'N'].map(|letter| square_of(STALEMATE, letter).to_string()), ["e3", "e5"]);
    }

    #[test]
    fn every_kind_has_a_diagram_and_most_can_move() {
        variants::coded().into_par_iter().for_each(|variant| {
            for kind in variant.kinds {
                let request = KindRequest { game: variant.name.into(), letter: kind.letter, promoted: false };
                let diagram = of(&request).unwrap();
                let cells = diagram["cells"].as_array().unwrap().len();
                let is_friend = kind.name == "Friend";
                assert_eq!(cells == 0, is_friend, "{} {}: {cells}", variant.name, kind.name);
            }
        });
    }
}
