//! What stands on the boards of a position and beside them, in JSON.

use super::clicks;
use super::names::{kind_name, piece_name, side};
use crate::game::Variant;
use crate::position::View;
use crate::position::view::{Annotation, Layout, Note, square_name};
use crate::types::{Color, Square};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(Serialize)]
pub(super) struct PieceAnswer {
    square: String,
    side: &'static str,
    letter: char,
    kind: char,
    name: &'static str,
    promoted: bool,
    marks: Vec<&'static str>,
}

/// Pieces of a kind beside the board.
#[derive(Serialize)]
pub(super) struct Item {
    side: &'static str,
    letter: char,
    kind: char,
    name: &'static str,
    count: usize,
    promoted: bool,
    target: Option<String>,
}

/// A square of one of several boards; boards are counted from 0.
pub(super) fn place_of(view: &View, target: &str) -> Option<(usize, Square)> {
    let (name, square) = match target.split_once(':') {
        Some((name, square)) => (name.chars().next(), square),
        None => (None, target),
    };
    let board = view.boards.iter().position(|layout| layout.name == name)?;
    Some((board, Square::parse(square)?))
}

/// Describes a board.
pub(super) fn board(layout: &Layout) -> Value {
    json!({"name": layout.name, "files": layout.files, "ranks": layout.ranks, "ended": layout.ended})
}

/// Describes a mark.
pub(super) fn mark(mark: &Annotation) -> Value {
    let by: Vec<String> = mark.by.iter().map(|&square| square_name(mark.board, square)).collect();
    let square = square_name(mark.board, mark.square);
    json!({"mark": mark.mark, "square": square, "by": by, "kind": mark.kind, "text": mark.text})
}

/// Describes what is counted.
pub(super) fn note(note: &Note) -> Value {
    json!({"side": note.color.map(side), "text": note.text})
}

/// The cells that do not exist.
pub(super) fn holes(view: &View) -> Vec<String> {
    let of = |layout: &Layout| layout.holes.iter().map(|&square| square_name(layout.name, square)).collect::<Vec<_>>();
    view.boards.iter().flat_map(of).collect()
}

pub(super) fn pieces(variant: &Variant, view: &View) -> Vec<PieceAnswer> {
    let pieces = view.boards.iter().flat_map(|layout| layout.pieces.iter().map(move |piece| (layout.name, piece)));
    let answer = pieces.map(|(board, piece)| PieceAnswer {
        square: square_name(board, piece.square),
        side: side(Color::of(piece.letter)),
        letter: piece.letter,
        kind: piece.letter.to_ascii_uppercase(),
        name: piece_name(variant, piece),
        promoted: piece.promoted,
        marks: marks_on(view, board, piece.square),
    });
    answer.collect()
}

/// The names of the marks on a square.
fn marks_on(view: &View, board: Option<char>, square: Square) -> Vec<&'static str> {
    let here = view.marks.iter().filter(|mark| (mark.board, mark.square) == (board, square));
    let mut names: Vec<&'static str> = here.map(|mark| mark.mark).collect();
    names.dedup();
    names
}

/// Describes the tokens, one on each board of a game with a box.
pub(super) fn tokens(view: &View) -> Vec<Value> {
    let token = |layout: &Layout| {
        let square = layout.token.map(|square| square_name(layout.name, square));
        let target = square.clone().unwrap_or_else(|| clicks::token(layout.name));
        json!({"board": layout.name, "target": target, "square": square})
    };
    view.boards.iter().filter(|_| view.boxed.is_some()).map(token).collect()
}

fn item(variant: &Variant, letter: char, count: usize) -> Item {
    Item {
        side: side(Color::of(letter)),
        letter,
        kind: letter.to_ascii_uppercase(),
        name: kind_name(variant, letter),
        count,
        promoted: false,
        target: None,
    }
}

/// Counts equal letters, in their order. Those of `us` are targets if the moves say so.
pub(super) fn items(variant: &Variant, letters: &str, us: Color, is_target: impl Fn(&str) -> bool) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    for letter in letters.chars() {
        match items.iter_mut().find(|item| item.letter == letter) {
            Some(item) => item.count += 1,
            None => items.push(item(variant, letter, 1)),
        }
    }
    for item in items.iter_mut().filter(|item| Color::of(item.letter) == us) {
        item.target = Some(clicks::held(item.letter)).filter(|target| is_target(target));
    }
    items
}

/// Describes what the box holds; `None` in a game without a box.
pub(super) fn boxed(variant: &Variant, view: &View) -> Option<Vec<Item>> {
    let boxed = view.boxed.as_ref()?.iter();
    Some(boxed.map(|piece| Item { promoted: piece.promoted, ..item(variant, piece.letter, 1) }).collect())
}
