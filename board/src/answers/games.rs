//! The list of games, levels and limits.

use super::LARGEST_BODY;
use super::names::{SeatAnswer, own_pictures};
use super::puzzles;
use super::requests::MOST_MOVES;
use super::searching::{HASH, MOST_SEARCHES, threads};
use super::task::{MOST_LINES, MOST_TIME};
use super::texts::has_picture;
use crate::game::Variant;
use crate::position::piece_kind::{PieceKind, Role};
use crate::search::strength::{FULL_LEVEL, elo_of_level};
use crate::variants;
use serde_json::{Value, json};

/// The version of the protocol.
const PROTOCOL: u32 = 1;

/// Names of the levels from these numbers on.
const TITLES: [(usize, &str); 7] =
    [(0, "Beginner"), (3, "Casual"), (6, "Hobby"), (9, "Club"), (12, "Strong"), (16, "Expert"), (20, "Full strength")];

/// The answer to `games` with these games.
pub(super) fn list(games: Vec<&'static Variant>) -> Value {
    json!({
        "protocol": PROTOCOL,
        "engine": concat!("Jailbird ", env!("CARGO_PKG_VERSION")),
        "limits": {
            "body": LARGEST_BODY, "moves": MOST_MOVES, "lines": MOST_LINES, "searches": MOST_SEARCHES,
            "threads": threads(), "movetime": MOST_TIME.as_millis() as u64, "hash": HASH,
        },
        "levels": (0..=FULL_LEVEL).map(level).collect::<Vec<_>>(),
        "games": games.into_iter().map(game).collect::<Vec<_>>(),
    })
}

fn level(level: usize) -> Value {
    let title = TITLES.iter().rfind(|(from, _)| *from <= level).map_or("", |(_, title)| title);
    json!({"level": level, "title": title, "elo": elo_of_level(level)})
}

fn game(variant: &'static Variant) -> Value {
    let kinds = variant.kinds.iter().map(|row| kind(variant, row));
    let (seats, view) = (variant.seats, variant.new_game().view());
    json!({
        "name": variant.name,
        "aliases": variant.aliases,
        "title": variant.title,
        "summary": variant.summary,
        "players": seats.len(),
        "seats": seats.iter().map(|&seat| SeatAnswer::from(seat)).collect::<Vec<_>>(),
        "boards": view.boards.iter().map(|board| board.name).collect::<Vec<_>>(),
        "files": variant.files,
        "ranks": variant.ranks,
        "start": variant.start,
        "rules": variant.rules_page,
        "group": group(variant),
        "kinds": kinds.collect::<Vec<_>>(),
        "puzzles": puzzles::counts(variant),
        "pocket": variant.pocket > 0,
        "box": view.boxed.is_some(),
    })
}

/// Whether the game is one of Jailbird's own, a well-known one, or one of the user's.
fn group(variant: &Variant) -> &'static str {
    let is_known = || variants::ini::known::names().any(|name| name == variant.name);
    match variant.guide {
        None => "house",
        Some(_) if is_known() => "known",
        Some(_) => "own",
    }
}

fn kind(variant: &Variant, kind: &PieceKind) -> Value {
    let promoted = kind.promoted.map(|form| json!({"name": form.name, "picture": known(form.picture.to_owned())}));
    let own = own_pictures(variant, kind.letter);
    json!({
        "letter": kind.letter, "name": kind.name, "picture": known(kind.picture()), "promoted": promoted, "own": own,
        "pawn": kind.role == Role::Pawn,
    })
}

/// The name of a picture if the page has it.
fn known(picture: String) -> Option<String> {
    has_picture(&picture).then_some(picture)
}
