//! The ways to click a move, and the steps in which it is drawn. `uci-docs/board.md` describes the targets.

use crate::position::Shape;
use crate::position::shape::{Source, TOKEN, Turn};
use crate::position::view::square_name;

/// The targets to click, in the usual way.
pub(super) fn usual_path(shape: &Shape) -> Vec<String> {
    let at = |square| square_name(shape.board, square);
    let mut path: Vec<String> = shape.choice.map(button).into_iter().collect();
    if let Some(put) = shape.before {
        path.extend([held(put.letter), at(put.to)]);
        path.extend(put.becomes.map(button));
    }
    path.extend([origin(shape), at(shape.goal)]);
    // The last promotion is a choice between whole moves.
    let mut promotion = shape.becomes;
    for put in &shape.after {
        path.extend(promotion.map(button));
        path.extend((put.source == Source::Hand).then(|| held(put.letter)));
        path.push(at(put.to));
        promotion = put.becomes;
    }
    if let Some(wall) = shape.wall.filter(|wall| wall.is_chosen) {
        path.extend(promotion.map(button));
        path.push(at(wall.to));
    }
    path
}

/// All ways to click the move, the usual one first.
pub(super) fn paths(shape: &Shape) -> Vec<Vec<String>> {
    let others = match (shape.from(), shape.castling) {
        (Some(from), Some((rook, _))) => vec![vec![from, rook], vec![from, shape.end()]],
        (Some(_), None) if shape.path.len() > 2 && !shape.shoots() => vec![shape.path.clone()],
        _ => Vec::new(),
    };
    let mut paths = vec![usual_path(shape)];
    let wall = shape.wall.filter(|wall| wall.is_chosen).map(|wall| wall.to);
    for squares in others.into_iter().filter(|squares| squares.windows(2).all(|pair| pair.first() != pair.last())) {
        let path = squares.into_iter().chain(wall).map(|square| square_name(shape.board, square)).collect();
        if !paths.contains(&path) {
            paths.push(path);
        }
    }
    paths
}

/// The steps of the move for drawing, as pairs of places.
pub(super) fn legs(shape: &Shape) -> Vec<[String; 2]> {
    let at = |square| square_name(shape.board, square);
    let mut legs: Vec<[String; 2]> = Vec::new();
    legs.extend(shape.before.map(|put| [held(put.letter), at(put.to)]));
    match shape.castling {
        Some((rook, beside)) => legs.extend([[origin(shape), at(shape.end())], [at(rook), at(beside)]]),
        None => legs.push([origin(shape), at(shape.goal)]),
    }
    legs.extend(shape.swapped.map(|_| [at(shape.goal), origin(shape)]));
    legs.extend(shape.after.iter().map(|put| match put.source {
        Source::Box => ["box".into(), at(put.to)],
        Source::Hand => [held(put.letter), at(put.to)],
    }));
    legs
}

/// The name of the kind of move, the most special one that fits.
pub(super) fn kind(shape: &Shape) -> &'static str {
    match () {
        () if shape.released().is_some() => "release",
        () if shape.wall.is_some_and(|wall| wall.is_chosen) => "wall",
        () if shape.boxed.is_some() => "box",
        () if shape.mover == TOKEN => "token",
        () if shape.castling.is_some() => "castle",
        () if shape.swapped.is_some() => "swap",
        () if shape.shoots() => "rifle",
        () if shape.from().is_none() => "drop",
        () if shape.passes() => "pass",
        () if shape.becomes.is_some() || shape.turns == Some(Turn::Promoted) => "promotion",
        () if !shape.captures.is_empty() => "capture",
        () => "quiet",
    }
}

/// The target that is clicked to take what moves.
fn origin(shape: &Shape) -> String {
    match shape.from() {
        Some(from) => square_name(shape.board, from),
        None if shape.mover == TOKEN => token(shape.board),
        None => held(shape.mover),
    }
}

/// The target of the token beside a board.
pub(super) fn token(board: Option<char>) -> String {
    board.map_or("token".into(), |name| format!("{name}:token"))
}

/// The target of a piece beside the board.
pub(super) fn held(letter: char) -> String {
    format!("@{}", letter.to_ascii_uppercase())
}

/// The target of the button for a promotion letter.
fn button(letter: char) -> String {
    format!("={}", letter.to_ascii_lowercase())
}
