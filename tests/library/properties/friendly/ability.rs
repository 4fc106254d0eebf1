//! The moves of the pieces of the Friendly game, from the table of its rules: without Hia and immobility. Opening moves
//! of pawns are always allowed.

use crate::properties::board::{Board, Cell, forward, is_of, leap, step};
use crate::properties::position::Turn;
use jailbird::variants;
use std::sync::LazyLock;

/// The form of a move, as its text shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// From a square to another, capturing by replacement or not at all.
    Plain,
    /// A capture without moving: there and back.
    Rifle,
    /// Over the captured square to the opposite one.
    Withdrawal,
    /// Over the captured square as far again.
    Katana,
    /// A step and then a capture.
    Patient,
    /// An exchange of places with an own piece.
    Swap,
}

/// The form of a move.
pub fn form(board: &Board, turn: &Turn) -> Form {
    let cells = turn.cells();
    let (from, to) = (cells[0], cells[1]);
    let Some(&end) = cells.get(3) else {
        let own = board.at(from).is_some_and(|piece| board.has_piece_of(to, is_of(piece, true)));
        return if own { Form::Swap } else { Form::Plain };
    };
    if end == from {
        Form::Rifle
    } else if end == beyond(to, from) {
        Form::Withdrawal
    } else if end == beyond(from, to) {
        Form::Katana
    } else {
        Form::Patient
    }
}

/// The cell opposite `from` with respect to `over`.
pub fn beyond(from: Cell, over: Cell) -> Cell {
    (2 * over.0 - from.0, 2 * over.1 - from.1)
}

/// Returns whether a kind is a pawn.
pub fn is_pawn(kind: char) -> bool {
    "prkewo".contains(kind.to_ascii_lowercase())
}

/// Returns whether a pawn or a Friend begins the game on a cell.
pub fn starts_on(piece: char, cell: Cell) -> bool {
    static START: LazyLock<Board> = LazyLock::new(|| Board::read(variants::find("friendly").expect("the game").start));
    (is_pawn(piece) || "fF".contains(piece)) && START.at(cell) == Some(piece)
}

/// Returns whether a kind, of the colour of its letter, makes a move of a form, of which the text names `from` and
/// then `to`.
pub fn can(board: &Board, kind: char, from: Cell, to: Cell, form: Form) -> bool {
    match form {
        Form::Plain if board.is_free(to) => moves_to(board, kind, from, to),
        Form::Plain => replaces(board, kind, from, to),
        Form::Rifle => shoots(kind, from, to),
        Form::Withdrawal => "hH".contains(kind) && leap(from, to).1 == 1,
        Form::Katana => "sS".contains(kind) && leap(from, to) == (1, 3),
        Form::Patient => "wW".contains(kind),
        Form::Swap => "qQ".contains(kind) && is_two_away(from, to),
    }
}

/// Returns whether a piece could capture an enemy that stood on a cell, in any way.
pub fn captures_on(board: &Board, kind: char, from: Cell, target: Cell) -> bool {
    let rises = (target.1 - from.1) * forward(is_of(kind, true));
    match kind.to_ascii_lowercase() {
        'h' => leap(from, target).1 == 1 && board.is_free(beyond(target, from)),
        's' if board.is_free(beyond(from, target)) && leap(from, target) == (1, 3) => true,
        'w' if rises == 2 && leap(from, target) == (1, 2) => board.is_free((from.0, (from.1 + target.1) / 2)),
        _ => shoots(kind, from, target) || replaces(board, kind, from, target),
    }
}

/// Returns whether a kind rifle-captures at a distance.
fn shoots(kind: char, from: Cell, target: Cell) -> bool {
    match kind.to_ascii_lowercase() {
        'a' => leap(from, target) == (1, 2),
        'n' => [(0, 5), (2, 3)].contains(&leap(from, target)),
        _ => false,
    }
}

/// Returns whether a kind captures by replacement.
fn replaces(board: &Board, kind: char, from: Cell, to: Cell) -> bool {
    let rises = (to.1 - from.1) * forward(is_of(kind, true));
    match kind.to_ascii_lowercase() {
        'h' => false,
        'n' => leap(from, to).1 == 1,
        'x' => leap(from, to) == (0, 1),
        'p' | 'k' | 'e' | 'w' | 'o' => rises == 1 && leap(from, to) == (1, 1),
        'r' => rises == 1 && leap(from, to) == (0, 1),
        _ => moves_to(board, kind, from, to),
    }
}

/// Returns whether a kind moves without capturing, openings and the Chicken's retreat included.
fn moves_to(board: &Board, kind: char, from: Cell, to: Cell) -> bool {
    let shape = leap(from, to);
    let slides = |most: i8| shape.1 <= most && board.is_open(from, to);
    match kind.to_ascii_lowercase() {
        'a' => shape.0 == shape.1 && slides(2),
        'b' | 'n' => slides(2),
        'u' => [(1, 2), (1, 3), (2, 3)].contains(&shape),
        'c' => shape == (1, 3) || shape.0 == shape.1 && slides(12),
        'd' => shape.1 == 1 || rides(board, from, to, &[(0, 2), (2, 2)]),
        'q' => is_two_away(from, to),
        'g' => [(2, 2), (1, 4)].contains(&shape),
        'h' | 'j' => shape.1 == 1,
        'i' => [(1, 2), (3, 4)].contains(&shape),
        'l' => slides(6),
        'm' => rides(board, from, to, &[(1, 2), (3, 5), (4, 5)]),
        't' => shape == (2, 3) || shape.0 == 0 && slides(12),
        'x' => shape == (1, 2) && board.is_free(on_the_way(from, to)),
        's' => shape == (1, 2),
        _ => is_pawn(kind) && steps(board, kind, from, to),
    }
}

/// Returns whether a cell is two squares away.
fn is_two_away(from: Cell, to: Cell) -> bool {
    leap(from, to).1 == 2
}

/// The orthogonal neighbour on the way to a (1,2) square.
fn on_the_way(from: Cell, to: Cell) -> Cell {
    let (files, ranks) = (to.0 - from.0, to.1 - from.1);
    (from.0 + files / 2, from.1 + ranks / 2)
}

/// Returns whether one of some leaps, repeated in one direction over empty squares, leads to a cell.
fn rides(board: &Board, from: Cell, to: Cell, leaps: &[Cell]) -> bool {
    let (files, ranks) = (to.0 - from.0, to.1 - from.1);
    (1..12).any(|count| {
        let single = (files / count, ranks / count);
        let whole = step(from, single, count) == to && leaps.contains(&leap((0, 0), single));
        whole && (1..count).all(|number| board.is_free(step(from, single, number)))
    })
}

/// Returns whether a pawn moves without capturing: a step, two from its beginning, a Chicken back, a Scorpion aside.
fn steps(board: &Board, kind: char, from: Cell, to: Cell) -> bool {
    let (rises, shape) = ((to.1 - from.1) * forward(is_of(kind, true)), leap(from, to));
    let clear = board.is_open(from, to);
    let diagonal = shape.0 == shape.1;
    match kind.to_ascii_lowercase() {
        'r' => clear && diagonal && [1, 2].contains(&rises),
        'k' if rises < 0 => clear,
        'o' if rises == 1 && shape == (1, 2) => true,
        _ => clear && !diagonal && [1, 2].contains(&rises),
    }
}
