//! Checks the contract of a position with the search and the front ends.

use crate::position::{Notation, Position};
use crate::types::MoveList;
use std::collections::HashSet;

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
        let next = position.after(mv);
        let after = |broken| format!("after {text}: {broken}");
        check_keys(&next).map_err(after)?;
        if index % (moves.len() / NEXT_READ).max(1) == 0 {
            reads_back(rules, &next).map_err(after)?;
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
