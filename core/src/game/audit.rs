//! Checks the contract of a position with the search and the front ends.

use crate::position::shape::TOKEN;
use crate::position::view::Layout;
use crate::position::{Notation, Position, Shape};
use crate::types::{Color, MoveList, Square};
use std::collections::{BTreeMap, HashSet};

/// The approximate number of pairs of move and text that an audit of one position compares.
const TEXTS_COMPARED: usize = 40_000;

/// The approximate number of moves after which the FEN is read back.
const NEXT_READ: usize = 4;

/// Reads the FEN of a position, which must give the same position.
fn reads_back<P: Position>(rules: &'static P::Ruleset, position: &P) -> Result<P, String> {
    let fen = position.fen();
    let again = P::read(rules, &fen).map_err(|error| format!("{error}: {fen}"))?;
    match again.fen() == fen && again.key() == position.key() {
        true => Ok(again),
        false => Err(format!("{fen} reads back as {}", again.fen())),
    }
}

fn check_keys<P: Position>(position: &P) -> Result<(), String> {
    let (state, pawn_key) = (position.state(), position.state().pawn_key_of(position.board()));
    match (position.key() == position.key_from_scratch(), state.pawn_key == pawn_key) {
        (true, true) => Ok(()),
        (false, _) => Err(format!("the key is not that of {}", position.fen())),
        (_, false) => Err(format!("the pawn key is not that of the pawns of {}", position.fen())),
    }
}

/// The first move that `text` names, as [`Text::find_move`](crate::position::Text::find_move) finds it.
fn first_named<P: Position>(position: &P, moves: &MoveList<P::Move>, text: &str) -> Option<P::Move> {
    moves.iter().copied().find(|&mv| position.is_text_of(mv, text))
}

/// The letters of what stands on a board.
type Cells = BTreeMap<Square, char>;

fn cells(layout: &Layout) -> Cells {
    let pieces = layout.pieces.iter().map(|piece| (piece.square, piece.letter));
    pieces.chain(layout.token.map(|token| (token, TOKEN))).collect()
}

/// Does what a shape says. `waiting` is the square and the letter of the pawn that it may choose for.
fn carry_out(shape: &Shape, waiting: Option<(Square, char)>, cells: &mut Cells) {
    let dress = |like: char, letter: char| Color::of(like).dress(letter);
    cells.extend(waiting.zip(shape.choice).map(|((square, pawn), kind)| (square, dress(pawn, kind))));
    cells.extend(shape.before.map(|put| (put.to, dress(put.letter, put.becomes.unwrap_or(put.letter)))));
    let from = shape.from().and_then(|from| cells.remove(&from));
    cells.retain(|square, _| shape.captures.iter().all(|victim| victim.0 != *square));
    let rook = shape.castling.and_then(|(rook, beside)| Some((beside, cells.remove(&rook)?)));
    cells.extend(shape.swapped.zip(shape.from()).map(|(other, from)| (from, other)));
    let stays = shape.vanishes.is_none() && (shape.boxed.is_none() || shape.mover == TOKEN);
    let arrives = from.unwrap_or(shape.mover);
    let arrives = shape.becomes.map_or(arrives, |kind| dress(arrives, kind));
    cells.extend(stays.then_some((shape.end(), arrives)).into_iter().chain(rook));
    cells.extend(shape.after.iter().map(|put| (put.to, dress(put.letter, put.becomes.unwrap_or(put.letter)))));
}

/// The boards after a move are those that its shape describes.
fn check_shape<P: Position>(shape: &Shape, before: &P, after: &P) -> Result<(), String> {
    for (old, new) in before.layouts().iter().zip(&after.layouts()) {
        let mut expected = cells(old);
        if old.name == shape.board {
            let waiting = before.pending().into_iter().find(|pending| pending.board == shape.board);
            let pawn = waiting.and_then(|pending| old.at(pending.square?)).map(|pawn| (pawn.square, pawn.letter));
            carry_out(shape, pawn, &mut expected);
        }
        let mut holes: Vec<Square> = old.holes.clone();
        if let Some(wall) = shape.wall.filter(|_| old.name == shape.board) {
            holes.retain(|&hole| Some(hole) != wall.from);
            holes.push(wall.to);
        }
        holes.sort_unstable();
        let mut new_holes = new.holes.clone();
        new_holes.sort_unstable();
        if expected != cells(new) || holes != new_holes {
            return Err(format!("the board is not as {shape:?} says"));
        }
    }
    Ok(())
}

pub(super) fn audit<P: Position>(rules: &'static P::Ruleset, position: &P) -> Result<(), String> {
    check_keys(position)?;
    let again = reads_back(rules, position)?;
    let moves = position.move_list();
    if position.count_moves() != moves.len() as u64 || again.count_moves() != moves.len() as u64 {
        return Err("moves are counted as they are not listed".into());
    }
    let mut noisy = MoveList::new();
    position.noisy_moves(&mut noisy);
    let listed_noisy: HashSet<P::Move> = noisy.iter().copied().collect();
    let mut texts = HashSet::new();
    // Reading a text looks at every move: where there are thousands, some of the texts are read, elsewhere all.
    let sample = (moves.len() * moves.len() / TEXTS_COMPARED).max(1);
    for (index, &mv) in moves.iter().enumerate() {
        let text = position.move_text(mv, Notation::Standard);
        if !position.is_text_of(mv, &text) || index % sample == 0 && first_named(position, &moves, &text) != Some(mv) {
            return Err(format!("{text} does not read back as {mv:?}"));
        }
        let san = position.move_text(mv, Notation::San);
        if index % sample == 0 && san != text && first_named(position, &moves, &san) != Some(mv) {
            return Err(format!("{san} does not read back as {text}"));
        }
        let next = position.after(mv);
        let after = |broken| format!("after {text}: {broken}");
        check_keys(&next).map_err(after)?;
        if index % (moves.len() / NEXT_READ).max(1) == 0 {
            reads_back(rules, &next).map_err(after)?;
        }
        if index % sample == 0 {
            check_shape(&position.shape(mv), position, &next).map_err(after)?;
        }
        if position.is_noisy(mv) != listed_noisy.contains(&mv) {
            return Err(format!("{text} is noisy in one list and not in the other"));
        }
        if position.gives_check(mv) && !next.in_check() {
            return Err(format!("{text} is said to give check"));
        }
        if position.history_index(mv) >= P::HISTORY {
            return Err(format!("{text} has no history index"));
        }
        if !texts.insert(text.clone()) {
            return Err(format!("{text} names two moves"));
        }
    }
    let legal: HashSet<P::Move> = moves.iter().copied().collect();
    match noisy.iter().find(|mv| !legal.contains(mv)) {
        Some(mv) => Err(format!("{mv:?} is noisy but not legal")),
        None => Ok(()),
    }
}
