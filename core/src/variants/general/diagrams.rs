//! Where pieces go, for people: diagrams of lone pieces.

use super::Loaded;
use super::rules::Form;
use super::tables::{CAPTURE, Jump, QUIET};
use crate::game::guide::{Guide, PieceMoves, Reached};
use crate::types::{Color, Kind, Square};

/// The rules of a game for people; `start` is its start position.
pub fn guide(loaded: &Loaded, start: &str) -> Guide {
    let rules = &loaded.rules;
    let mut kinds: Vec<Kind> = rules.numbers().filter(|&kind| rules.kind(kind).form != Form::FromPawn).collect();
    let plain = |kind: Kind| rules.numbers().position(|other| rules.kind(other).letter == rules.kind(kind).letter);
    kinds.sort_by_key(|&kind| (plain(kind), rules.kind(kind).form != Form::Plain));
    let pieces = kinds.into_iter().map(|kind| piece_moves(loaded, kind)).collect();
    Guide { start: start.into(), chapters: super::words::chapters(rules), pieces }
}

/// Where a piece of White goes from the square from which it reaches most, near the middle of the board.
fn piece_moves(loaded: &Loaded, kind: Kind) -> PieceMoves {
    let rules = &loaded.rules;
    let off = |at: u8, size: u8| (2 * i32::from(at) + 1 - i32::from(size)).abs();
    let off_middle = |square: Square| off(square.file(), rules.files) + off(square.rank(), rules.ranks);
    let places = rules.squares.squares().filter(|&square| rules.kind(kind).lands_on[0].has(square));
    let most = |&square: &Square| (reached(loaded, kind, square, 0).len(), -off_middle(square));
    let square = places.max_by_key(most).unwrap_or(Square::new(0, 0));
    // On the first square of a jump there is at best what the piece jumps over.
    let reached = reached(loaded, kind, square, 1);
    PieceMoves {
        letter: rules.kind(kind).letter,
        is_promoted: rules.kind(kind).form == Form::Promoted,
        name: rules.kind(kind).name.clone(),
        square,
        holes: Square::all(rules.files, rules.ranks).filter(|&square| !rules.squares.has(square)).collect(),
        reached,
    }
}

/// The squares that a piece of White reaches from a square; those of a jump from this place of the way on.
fn reached(loaded: &Loaded, kind: Kind, from: Square, first: usize) -> Vec<Reached> {
    let mut all: Vec<Reached> = Vec::new();
    for ray in loaded.tables.rays(kind, Color::White, from) {
        let jumps = ray.jump != Jump::None;
        for stop in loaded.tables.stops(ray).iter().skip(if jumps { first } else { 0 }) {
            let (goes, captures) = (stop.may & QUIET != 0, stop.may & CAPTURE != 0);
            match all.iter_mut().find(|other| other.square == stop.square && other.jumps == jumps) {
                Some(other) => {
                    other.goes |= goes;
                    other.captures |= captures;
                }
                None if goes || captures => all.push(Reached { square: stop.square, goes, captures, jumps }),
                None => {}
            }
        }
    }
    all
}
