//! Requests of pages and the answers to them. `uci-docs/board.md` describes what is asked and answered.
//!
//! ```text
//! requests.rs     what pages ask for
//! replay.rs       games up to the position that is asked about
//! names.rs        names of seats and kinds of piece
//! clicks.rs       the ways to click a move
//! words.rs        moves in words
//! moves.rs        the legal moves, with the ways to click them
//! layout.rs       what stands on the boards and beside them
//! position.rs     a position
//! games.rs        the list of games, levels and limits
//! typed.rs        moves that a person has typed
//! why.rs          why a move is not legal
//! set_up.rs       why a FEN is refused
//! diagram.rs      the moves of a kind of piece
//! drawing.rs      games that are drawn on the page
//! texts.rs        which pages of rules, puzzles and pictures there are
//! rules.rs        the rules pages as HTML
//! lessons.rs      lessons: small positions in which a move is to be made
//! records.rs      PGN
//! puzzles.rs      puzzles
//! task.rs         what a search is to do, and the lines that it tells
//! ending.rs       positions with few men, worked out to the end beside a search
//! searching.rs    searches, and the threads and memory that they share
//! alone.rs        searches where there are no threads
//! ```
//!
//! Pages know no rules. They are told what to draw, and every legal move with what to click. Requests hold all that they
//! need. The last few games are kept, which changes only how soon an answer comes.

pub mod alone;
mod clicks;
mod diagram;
pub mod drawing;
#[cfg(feature = "endings")]
mod ending;
mod games;
mod layout;
mod lessons;
mod moves;
mod names;
mod position;
mod puzzles;
mod records;
mod replay;
mod requests;
mod rules;
pub mod searching;
mod set_up;
mod task;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
mod tests;
pub mod texts;
mod typed;
mod why;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod why_tests;
mod words;

pub use names::picture_names;
pub use replay::Replays;
pub use requests::{Nothing, SearchRequest};

use crate::game::Variant;
use crate::variants;
use moves::MoveList;
use position::PositionAnswer;
use requests::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The greatest body of a request, in bytes.
pub const LARGEST_BODY: usize = 1 << 20;

/// Why a request is refused.
#[derive(Debug)]
pub struct Problem {
    /// The status of HTTP.
    pub status: u16,
    /// The field of the request that is to blame.
    field: Option<&'static str>,
    /// The place of the move in the field that is to blame, from 0.
    at: Option<usize>,
    /// What is wrong, in words.
    reason: String,
}

impl Problem {
    /// The reason is brought to one line: it may quote the request.
    pub fn new(status: u16, reason: impl Into<String>) -> Problem {
        Problem { status, field: None, at: None, reason: reason.into().replace(char::is_control, " ") }
    }

    /// The request makes no sense.
    pub fn bad(reason: impl Into<String>) -> Problem {
        Problem::new(400, reason)
    }

    /// A field of the request makes no sense.
    fn of(field: &'static str, reason: impl Into<String>) -> Problem {
        Problem { field: Some(field), ..Problem::bad(reason) }
    }

    /// The whole sentence, which names the field and the number of the move.
    pub fn error(&self) -> String {
        let field = self.field.map_or(String::new(), |name| format!("{name}: "));
        let place = self.at.map_or(String::new(), |place| format!("move {}: ", place + 1));
        format!("{field}{place}{}", self.reason)
    }

    /// The body of the answer.
    pub fn body(&self) -> Vec<u8> {
        let (field, at, reason) = (self.field, self.at, &self.reason);
        json!({"error": self.error(), "field": field, "at": at, "reason": reason}).to_string().into_bytes()
    }
}

/// Answers a request of the page other than `search`, `reports`, `draft` and `load`: the name behind `/api/`, and a body of JSON.
pub fn answer(replays: &Replays, name: &str, body: &[u8]) -> Result<Vec<u8>, Problem> {
    match name {
        "games" => list_of(variants::all(), body),
        "position" => read(body).and_then(|request| write(&position(replays, &request)?)),
        "moves" => read(body).and_then(|request| write(&moves_behind(replays, &request)?)),
        "typed" => read(body).and_then(|request| write(&typed::read(replays, &request)?)),
        "why" => read(body).and_then(|request| write(&why::of(replays, &request)?)),
        "check" => read(body).and_then(|request| write(&set_up::check(&request)?)),
        "kind" => read(body).and_then(|request| write(&diagram::of(&request)?)),
        "puzzle" => read(body).and_then(|request| write(&puzzles::of(&request)?)),
        "rules" => read(body).and_then(|request| write(&rules::page(&request)?)),
        "lessons" => read(body).and_then(|request| write(&lessons::of(&request)?)),
        "read-pgn" => read(body).and_then(|request| write(&records::read(&request)?)),
        "write-pgn" => read(body).and_then(|request| write(&records::write(replays, &request)?)),
        _ => Err(Problem::new(404, "there is no such request")),
    }
}

/// The answer to `games` with these games alone.
///
/// # Errors
/// The request is no empty object.
pub fn list_of(games: Vec<&'static Variant>, body: &[u8]) -> Result<Vec<u8>, Problem> {
    read(body).and_then(|Nothing {}| write(&games::list(games)))
}

/// Reads a request of JSON.
///
/// # Errors
/// It is no JSON, or not that of this request.
pub fn read<R: DeserializeOwned>(body: &[u8]) -> Result<R, Problem> {
    serde_json::from_slice(body).map_err(|error| Problem::bad(error.to_string()))
}

/// Writes an answer.
///
/// # Errors
/// It cannot be written, which is a fault of the engine.
pub fn write(answer: &impl Serialize) -> Result<Vec<u8>, Problem> {
    serde_json::to_vec(answer).map_err(|error| Problem::new(500, error.to_string()))
}

fn position(replays: &Replays, request: &PositionRequest) -> Result<PositionAnswer, Problem> {
    let replay = replays.replay(&request.game, request.fen.as_deref(), &request.moves)?;
    Ok(PositionAnswer::of(&replay, request.recent))
}

fn moves_behind(replays: &Replays, request: &MovesRequest) -> Result<Value, Problem> {
    let replay = replays.replay(&request.game, request.fen.as_deref(), &request.moves)?;
    let list = MoveList::of(replay.game(), &request.path);
    serde_json::to_value(list).map_err(|error| Problem::new(500, error.to_string()))
}
