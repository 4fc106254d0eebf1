//! A position: what is to be drawn, and what may be played.

use super::anatomy::Sight;
use super::layout::{BoardAnswer, Item, Layout, PieceAnswer, Star};
use super::moves::{MoveAnswer, MoveList, Stub, sight_of, threats};
use super::places::{SeatAnswer, boards, has_box, is_royal, kind_name, place};
use super::replay::Replay;
use crate::game::Game;
use crate::position::{Annotation, Notation, Sign};
use crate::protocol::board_change::Placement;
use crate::types::{Color, Outcome, Reason, Square};
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
    boards: Vec<BoardAnswer>,
    holes: Vec<String>,
    pieces: Vec<PieceAnswer>,
    tokens: Vec<Value>,
    #[serde(rename = "box")]
    inmates: Option<Vec<Item>>,
    hands: Vec<Item>,
    captured: Vec<Item>,
    marks: Vec<Mark>,
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
    label: String,
    seat: u8,
}

#[derive(Serialize)]
pub(super) struct Mark {
    pub(super) mark: &'static str,
    pub(super) square: String,
    by: Vec<String>,
    kind: Option<char>,
    text: String,
}

impl PositionAnswer {
    /// Describes the position at the end of a game, and so many of its last moves; without a number, all.
    pub(super) fn of(replay: &Replay, recent: Option<usize>) -> PositionAnswer {
        let game = replay.game();
        let variant = game.variant();
        let fen = game.fen();
        let layout = Layout::of(variant, &fen);
        let list = MoveList::of(game, &[]);
        let annotations = game.annotations();
        let marks = marks(&layout, &annotations);
        let seen = seen(replay, recent.unwrap_or(usize::MAX).max(1));
        let is_target = |target: &str| list.buttons.contains_key(target);
        PositionAnswer {
            game: variant.name,
            start: replay.fens.first().cloned().unwrap_or_default(),
            turn: game.turn().into(),
            boards: layout.boards(),
            holes: layout.stars(Star::Hole).into_iter().map(|(board, square)| place(board, square)).collect(),
            pieces: layout.pieces(&marks),
            tokens: layout.tokens(),
            inmates: layout.inmates(),
            hands: layout.hands(game.turn().color, is_target),
            captured: layout.captured(game.turn().color, is_target),
            pending: pending(&layout, &annotations),
            check: check(game, &layout),
            last: last(replay, seen.last()),
            played: played(replay, &seen),
            result: game.ended().map(result),
            claim: game.claimable_draw().map(result),
            powerless: powerless(game),
            counters: counters(replay, &layout),
            threats: threats(game),
            moves: list.moves,
            stubs: list.stubs,
            buttons: list.buttons,
            marks,
            fen,
        }
    }
}

fn marks(layout: &Layout<'_>, annotations: &[Annotation]) -> Vec<Mark> {
    let mut marks: Vec<Mark> = annotations.iter().map(|annotation| mark(layout, annotation)).collect();
    for (&board, field) in layout.names.iter().zip(layout.field(3).split('|')) {
        for square in Square::parse_all(field).unwrap_or_default() {
            let text = "A pawn that has passed this square may be captured here".into();
            marks.push(Mark { mark: "en-passant", square: place(board, square), by: Vec::new(), kind: None, text });
        }
    }
    marks
}

fn mark(layout: &Layout<'_>, annotation: &Annotation) -> Mark {
    let Annotation { board, square, sign, ref by } = *annotation;
    let causes = layout.names_of(board, by);
    let mut kind = None;
    let (mark, text) = match sign {
        Sign::Escape => ("escape", "Escape cell: a king that is safe here has won".into()),
        Sign::Frozen => ("frozen", format!("Frozen by {causes}")),
        Sign::Icicle => ("icicle", format!("Icicle: frozen by {causes}, but freezes others")),
        Sign::Held => ("held", format!("Held by {causes}")),
        Sign::Free => ("free", "Nothing holds this piece".into()),
        Sign::Immobile => ("immobile", format!("Cannot move because of {causes}")),
        Sign::Power(letter) => {
            kind = Some(letter);
            ("power", format!("Has the powers of the {}, from {causes}", kind_name(layout.variant, letter)))
        }
        Sign::Waiting => ("waiting", "Its owner has to choose what it becomes".into()),
    };
    Mark { mark, square: place(board, square), by: by.iter().map(|&by| place(board, by)).collect(), kind, text }
}

fn pending(layout: &Layout<'_>, annotations: &[Annotation]) -> Vec<Value> {
    let mut pending = Vec::new();
    for annotation in annotations.iter().filter(|annotation| annotation.sign == Sign::Waiting) {
        let square = place(annotation.board, annotation.square);
        pending.push(json!({"text": format!("Choose what the pawn on {square} becomes"), "squares": [square]}));
    }
    if has_box(layout.variant) && layout.field(7).contains('f') {
        let text = "A captured piece may come back before the move, because the king has been released";
        pending.push(json!({"text": text, "squares": []}));
    }
    pending
}

fn check(game: &dyn Game, layout: &Layout<'_>) -> Option<Value> {
    if !game.in_check() {
        return None;
    }
    let seat = game.turn();
    let by = game.checkers();
    let is_own = |letter: char| Color::of(letter) == seat.color && is_royal(layout.variant, letter);
    let letter = |&square: &Square| layout.letter(seat.board, square);
    // In Prisoner's Escape the enemy's royal piece gives check by standing free.
    let is_free = by.iter().filter_map(letter).any(|letter| is_royal(layout.variant, letter) && !is_own(letter))
        && game.annotations().iter().any(|annotation| annotation.sign == Sign::Free && by.contains(&annotation.square));
    let own = layout.cells().filter(|(board, cell)| *board == seat.board && is_own(cell.letter));
    let squares: Vec<String> = match is_free {
        true => by.iter().map(|&square| place(seat.board, square)).collect(),
        false => own.map(|(board, cell)| place(board, cell.square)).collect(),
    };
    let names = layout.names_of(seat.board, &by);
    let text = if is_free { format!("Check: nothing holds {names}") } else { format!("Check by {names}") };
    let by: Vec<String> = by.iter().map(|&square| place(seat.board, square)).collect();
    Some(json!({"squares": squares, "text": text, "by": by}))
}

/// Looks at the last moves of a game, so many at most.
fn seen(replay: &Replay, recent: usize) -> Vec<Option<(String, String, Sight)>> {
    let played = replay.game().played();
    let skipped = played.len().saturating_sub(recent);
    let names = replay.game().played_since(skipped, Notation::San);
    let texts = played.into_iter().skip(skipped).zip(names);
    let fens = replay.fens.iter().zip(replay.fens.iter().skip(1)).skip(skipped);
    let look = |((text, san), (before, after)): ((String, String), (&String, &String))| {
        let sight = sight_of(replay.game(), &text, &san, [before, after])?;
        Some((text, san, sight))
    };
    texts.zip(fens).map(look).collect()
}

fn played(replay: &Replay, seen: &[Option<(String, String, Sight)>]) -> Vec<PlayedMove> {
    let variant = replay.game().variant();
    let skipped = replay.seats.len().saturating_sub(seen.len());
    let moves = seen.iter().flatten().zip(replay.seats.iter().skip(skipped));
    let described = moves.map(|((text, san, sight), &seat)| PlayedMove {
        text: text.clone(),
        san: san.clone(),
        label: sight.label(variant),
        seat,
    });
    described.collect()
}

fn last(replay: &Replay, seen: Option<&Option<(String, String, Sight)>>) -> Option<Value> {
    let (text, _, sight) = seen?.as_ref()?;
    let [.., before, after] = &replay.fens[..] else { return None };
    let variant = replay.game().variant();
    let [before, after] = [before, after].map(|fen| Placement::of(fen, variant.files, variant.ranks));
    let mut changed = Vec::new();
    for (index, &board) in boards(variant).iter().enumerate() {
        for square in Square::all(variant.files, variant.ranks) {
            if before.at(index, square) != after.at(index, square) {
                changed.push(place(board, square));
            }
        }
    }
    let board = sight.anatomy.board;
    let captures: Vec<String> = sight.captures.iter().map(|&(square, _)| place(board, square)).collect();
    Some(json!({"text": text, "legs": sight.legs(), "captures": captures, "changed": changed}))
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
        Reason::InsufficientMaterial => "insufficient material",
    };
    let winner = outcome.winner.map(|seat| seat.number);
    json!({"score": outcome.result(), "winner": winner, "reason": reason, "text": outcome.comment()})
}

fn counters(replay: &Replay, layout: &Layout<'_>) -> Value {
    let board = super::places::board_index(replay.game().turn().board);
    let number = |field: &str| field.split('|').nth(board).or(Some(field)).and_then(|field| field.parse::<u32>().ok());
    let key = replay.game().key();
    let repetitions = replay.keys.iter().filter(|&&other| other == key).count();
    json!({
        "halfmove": number(layout.field(4)).unwrap_or(0),
        "limit": 100,
        "repetitions": repetitions,
        "move": number(layout.field(5)).unwrap_or(1),
    })
}
