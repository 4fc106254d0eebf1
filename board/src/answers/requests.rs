//! What pages ask for.

use super::Problem;
use super::puzzles::Level;
use crate::game::Variant;
use crate::variants;
use serde::Deserialize;

/// The greatest number of moves of a request.
pub(super) const MOST_MOVES: usize = 4096;

/// A request without fields.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// `position`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PositionRequest {
    pub(super) game: String,
    pub(super) fen: Option<String>,
    #[serde(default)]
    pub(super) moves: Vec<String>,
    /// How many of the last moves are described; without it, all.
    pub(super) recent: Option<usize>,
}

/// `moves`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MovesRequest {
    pub(super) game: String,
    pub(super) fen: Option<String>,
    #[serde(default)]
    pub(super) moves: Vec<String>,
    pub(super) path: Vec<String>,
}

/// `typed`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TypedRequest {
    pub(super) game: String,
    pub(super) fen: Option<String>,
    #[serde(default)]
    pub(super) moves: Vec<String>,
    pub(super) text: String,
}

/// `why`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WhyRequest {
    pub(super) game: String,
    pub(super) fen: Option<String>,
    #[serde(default)]
    pub(super) moves: Vec<String>,
    /// The target that is clicked first.
    pub(super) from: String,
    /// The target behind it; without it the question is why nothing begins with the first one.
    pub(super) to: Option<String>,
}

/// `check`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CheckRequest {
    pub(super) game: String,
    pub(super) fen: String,
}

/// `kind`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KindRequest {
    pub(super) game: String,
    pub(super) letter: char,
    /// Its promoted form.
    #[serde(default)]
    pub(super) promoted: bool,
}

/// `puzzle`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PuzzleRequest {
    pub(super) game: String,
    pub(super) level: Level,
    /// The place among the puzzles of the level, from 0.
    pub(super) number: usize,
}

/// `rules`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RulesRequest {
    pub(super) game: String,
}

/// `read-pgn`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReadPgnRequest {
    pub(super) text: String,
}

/// `write-pgn`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WritePgnRequest {
    pub(super) game: String,
    pub(super) fen: Option<String>,
    #[serde(default)]
    pub(super) moves: Vec<String>,
    #[serde(default)]
    pub(super) tags: Vec<(String, String)>,
    /// Other lines from the start of the game.
    #[serde(default)]
    pub(super) lines: Vec<Vec<String>>,
}

/// `search`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchRequest {
    pub(super) game: String,
    pub(super) fen: Option<String>,
    #[serde(default)]
    pub(super) moves: Vec<String>,
    pub(super) movetime: Option<u64>,
    pub(super) clock: Option<ClockRequest>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    /// Prove a win in so many own moves.
    pub(super) mate: Option<u32>,
    /// The only first moves; empty for all.
    #[serde(default)]
    pub(super) only: Vec<String>,
    #[serde(default)]
    pub(super) infinite: bool,
    pub(super) level: Option<usize>,
    pub(super) lines: Option<usize>,
    pub(super) threads: Option<usize>,
}

/// The clock of the seat to move, in milliseconds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockRequest {
    pub(super) remaining: u64,
    #[serde(default)]
    pub(super) increment: u64,
    pub(super) moves: Option<u32>,
}

/// The game with this name.
pub(super) fn variant(name: &str) -> Result<&'static Variant, Problem> {
    variants::find_plainly(name).map_err(|reason| Problem::of("game", reason))
}
