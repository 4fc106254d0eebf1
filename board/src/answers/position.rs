//! A position: what is to be drawn, and what may be played.

use super::clicks::legs;
use super::layout::{self, Item, PieceAnswer};
use super::moves::{MoveAnswer, MoveList, Stub, threats};
use super::names::SeatAnswer;
use super::replay::Replay;
use super::words::Words;
use crate::game::Game;
use crate::position::view::{Annotation, Check, Layout, Pending, View, square_name};
use crate::position::{Notation, Shape};
use crate::types::{Outcome, Reason, Square};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The answer to `position`.
#[derive(Serialize)]
pub(super) struct PositionAnswer {
    game: &'static str,
    start: String,
    fen: String,
    played: Vec<PlayedMove>,
    turn: SeatAnswer,
    boards: Vec<Value>,
    holes: Vec<String>,
    pieces: Vec<PieceAnswer>,
    tokens: Vec<Value>,
    #[serde(rename = "box")]
    boxed: Option<Vec<Item>>,
    hands: Vec<Item>,
    captured: Vec<Item>,
    marks: Vec<Value>,
    notes: Vec<Value>,
    pending: Vec<Value>,
    check: Option<Value>,
    last: Option<Value>,
    result: Option<Value>,
    claim: Option<Value>,
    powerless: Vec<u8>,
    counters: Value,
    pub(super) moves: Vec<MoveAnswer>,
    pub(super) stubs: Vec<Stub>,
    buttons: BTreeMap<String, super::moves::Button>,
    threats: BTreeMap<String, Vec<String>>,
}

#[derive(Serialize)]
struct PlayedMove {
    text: String,
    san: String,
    /// For the list of moves: as in PGN if the game writes it so, otherwise with letter, `x`, `+` and `#`.
    short: String,
    label: String,
    seat: u8,
}

impl PositionAnswer {
    /// Describes the position at the end of a game, and so many of its last moves; without a number, all.
    pub(super) fn of(replay: &Replay, recent: Option<usize>) -> PositionAnswer {
        let game = replay.game();
        let (variant, turn, view) = (game.variant(), game.turn(), game.view());
        let list = MoveList::of(game, &[]);
        let seen = seen(replay, recent.unwrap_or(usize::MAX).max(1));
        let is_target = |target: &str| list.buttons.contains_key(target);
        PositionAnswer {
            game: variant.name,
            start: replay.start.clone(),
            fen: game.fen(),
            turn: turn.into(),
            boards: view.boards.iter().map(layout::board).collect(),
            holes: layout::holes(&view),
            pieces: layout::pieces(variant, &view),
            tokens: layout::tokens(&view),
            boxed: layout::boxed(variant, &view),
            hands: layout::items(variant, view.hands.as_deref().unwrap_or_default(), turn.color, is_target),
            captured: layout::items(variant, &view.captured, turn.color, is_target),
            notes: view.notes.iter().map(layout::note).collect(),
            pending: view.pending.iter().map(pending).collect(),
            check: view.check.as_ref().map(|given| check(given, turn.board)),
            last: last(game, &view, seen.last()),
            played: played(replay, &seen),
            result: game.ended().map(result),
            claim: game.claimable_draw().map(result),
            powerless: powerless(game),
            counters: counters(replay, &view),
            threats: threats(game),
            moves: list.moves,
            stubs: list.stubs,
            buttons: list.buttons,
            marks: view.marks.iter().filter(|mark| is_worth_seeing(game, mark)).map(layout::mark).collect(),
        }
    }
}

/// A square that a pawn has passed is marked only where it can be captured.
fn is_worth_seeing(game: &dyn Game, mark: &Annotation) -> bool {
    let captures = |shape: &Shape| {
        let is_there = shape.board == mark.board && shape.goal == mark.square;
        is_there && shape.captures.iter().any(|&(victim, _)| victim != mark.square)
    };
    mark.mark != "en-passant" || game.shapes().iter().any(captures)
}

fn pending(pending: &Pending) -> Value {
    let squares: Vec<String> = pending.square.map(|square| square_name(pending.board, square)).into_iter().collect();
    json!({"text": pending.text, "squares": squares})
}

fn check(check: &Check, board: Option<char>) -> Value {
    let places = |squares: &[Square]| squares.iter().map(|&square| square_name(board, square)).collect::<Vec<_>>();
    json!({"squares": places(&check.squares), "text": check.text, "by": places(&check.by)})
}

/// A move that has been played: text, text in PGN, and what it has done.
type Seen = (String, String, Shape);

/// Looks at the last moves of a game, so many at most.
fn seen(replay: &Replay, recent: usize) -> Vec<Seen> {
    let game = replay.game();
    let skipped = replay.seats.len().saturating_sub(recent);
    let texts = |notation| game.played_since(skipped, notation).into_iter();
    let named = texts(Notation::Standard).zip(texts(Notation::San));
    named.zip(game.shapes_since(skipped)).map(|((text, san), shape)| (text, san, shape)).collect()
}

fn played(replay: &Replay, seen: &[Seen]) -> Vec<PlayedMove> {
    let variant = replay.game().variant();
    let skipped = replay.seats.len().saturating_sub(seen.len());
    let seats = replay.seats.iter().skip(skipped);
    let described =
        seen.iter().zip(seats).zip(signs(replay.game(), seen.len())).map(|(((text, san, shape), &seat), sign)| {
            let words = Words { variant, shape };
            // A promotion that gives check ends with one `+`.
            let short = words.short().filter(|_| san == text);
            let short = short.map(|short| if short.ends_with('+') && sign == "+" { short } else { short + sign });
            let (text, san, label) = (text.clone(), san.clone(), words.label());
            PlayedMove { short: short.unwrap_or_else(|| san.clone()), text, san, label, seat }
        });
    described.collect()
}

/// The signs behind the last moves of a game, so many of them: `+` for a check, `#` for a mate.
fn signs(game: &dyn Game, count: usize) -> Vec<&'static str> {
    let (mut at, mut signs) = (game.boxed_clone(), Vec::new());
    for _ in 0..count {
        signs.push(match at.ended() {
            Some(outcome) if outcome.reason == Reason::Checkmate => "#",
            None if at.in_check() => "+",
            _ => "",
        });
        at.undo();
    }
    signs.reverse();
    signs
}

fn last(game: &dyn Game, view: &View, seen: Option<&Seen>) -> Option<Value> {
    let (text, _, shape) = seen?;
    let mut before = game.boxed_clone();
    before.undo();
    let captures: Vec<String> = shape.captures.iter().map(|&(square, _)| square_name(shape.board, square)).collect();
    Some(json!({"text": text, "legs": legs(shape), "captures": captures, "changed": changed(&before.view(), view)}))
}

/// The squares that look different in two positions of a game.
fn changed(before: &View, after: &View) -> Vec<String> {
    let of = |(old, new): (&Layout, &Layout)| {
        let look = |layout: &Layout, square| (layout.symbol(square), layout.at(square).map(|piece| piece.promoted));
        let squares = Square::all(new.files, new.ranks).filter(|&square| look(old, square) != look(new, square));
        squares.map(|square| square_name(new.name, square)).collect::<Vec<_>>()
    };
    before.boards.iter().zip(&after.boards).flat_map(of).collect()
}

/// The seats that have nothing left to win with.
fn powerless(game: &dyn Game) -> Vec<u8> {
    game.variant().seats.iter().filter(|&&seat| game.cannot_win(seat)).map(|seat| seat.number).collect()
}

fn result(outcome: Outcome) -> Value {
    let reason = match outcome.reason {
        Reason::Checkmate => "checkmate",
        Reason::Goal(_) => "goal",
        Reason::Stalemate => "stalemate",
        Reason::Repetition => "repetition",
        Reason::FiftyMoves => "fifty moves",
        Reason::BoardsDrawn => "boards drawn",
        Reason::Passes => "passes",
        Reason::InsufficientMaterial => "insufficient material",
    };
    let winner = outcome.winner.map(|seat| seat.number);
    json!({"score": outcome.result(), "winner": winner, "reason": reason, "text": outcome.comment()})
}

fn counters(replay: &Replay, view: &View) -> Value {
    let key = replay.game().key();
    let repetitions = replay.keys.iter().filter(|&&other| other == key).count();
    json!({"halfmove": view.halfmove, "limit": 100, "repetitions": repetitions, "move": view.fullmove})
}
