//! Checks the promises that a position makes to the search and the front ends.

use crate::position::{Notation, Position};
use crate::types::MoveList;
use std::collections::HashSet;

/// About how many pairs of move and text an audit of one position compares.
const TEXTS_COMPARED: usize = 40_000;

/// After about how many of the moves the FEN is read back.
const NEXT_READ: usize = 4;

/// The position that is read from the FEN of this one, which must be the same.
fn reads_back<P: Position>(position: &P) -> Result<P, String> {
    let fen = position.fen();
    let again = P::from_fen(&fen).map_err(|error| format!("{error}: {fen}"))?;
    match again.fen() == fen && again.key() == position.key() {
        true => Ok(again),
        false => Err(format!("{fen} reads back as {}", again.fen())),
    }
}

pub(super) fn audit<P: Position>(position: &P) -> Result<(), String> {
    if position.key() != position.key_from_scratch() {
        return Err("the key is not that of the position".into());
    }
    if position.state().pawn_key != position.state().pawn_key_of(position.board()) {
        return Err("the pawn key is not that of the pawns".into());
    }
    let again = reads_back(position)?;
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
        if !position.is_text_of(mv, &text) || index % sample == 0 && position.find_move(&text) != Some(mv) {
            return Err(format!("{text} does not read back as {mv:?}"));
        }
        let next = position.after(mv);
        if next.key() != next.key_from_scratch() {
            return Err(format!("the key after {text} is not that of {}", next.fen()));
        }
        if next.state().pawn_key != next.state().pawn_key_of(next.board()) {
            return Err(format!("the pawn key after {text} is not that of the pawns of {}", next.fen()));
        }
        if index % (moves.len() / NEXT_READ).max(1) == 0 {
            reads_back(&next).map_err(|broken| format!("after {text}: {broken}"))?;
        }
        if position.is_noisy(mv) != listed_noisy.contains(&mv) {
            return Err(format!("{text} is noisy in one list and not in the other"));
        }
        if position.gives_check(mv) && !next.in_check() {
            return Err(format!("{text} is said to give check"));
        }
        if position.history_slot(mv) >= P::HISTORY {
            return Err(format!("{text} has no history slot"));
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
