//! Penalty Box Chess and its relatives: `uci-docs/rules/penaltybox*.md`.
//!
//! ```text
//! parsed_turn.rs   the parts of a turn
//! turns.rs         properties of turns in all four games
//! token.rs         what may pass the token
//! kings.rs         kings and the box, captured pieces
//! two_boards.rs    two boards and four players
//! placements.rs    random placements
//! ```

mod kings;
mod parsed_turn;
mod placements;
mod token;
mod turns;
mod two_boards;

use super::{Property, RandomPieces, Rules};
use kings::{KINGS_ENTER, KINGS_STAY};
use token::{TOKEN_BLOCKS, TOKEN_PASSED};
use turns::COMMON;
use two_boards::TWO_BOARDS;

pub const RULES: &[Rules] = &[
    // Lines pass over the token, and kings may be boxed.
    rules(&["penaltybox"], &[COMMON, TOKEN_PASSED, KINGS_ENTER], placements::with_kings),
    // Lines pass over the token, and kings cannot be boxed.
    rules(&["penaltybox-noking"], &[COMMON, TOKEN_PASSED, KINGS_STAY], placements::plain),
    // The token blocks every line.
    rules(&["penaltybox-ben"], &[COMMON, TOKEN_BLOCKS, KINGS_ENTER], placements::with_kings),
    // Two boards; kings cannot be boxed.
    rules(&["penaltybox-dual"], &[COMMON, TOKEN_PASSED, KINGS_STAY, TWO_BOARDS], placements::dual),
];

const fn rules(
    games: &'static [&'static str],
    properties: &'static [&'static [Property]],
    random_fen: fn(&RandomPieces) -> String,
) -> Rules {
    Rules { games, properties, divisor: 4, random_fen }
}

/// The field of captured pieces.
const CAPTURED: usize = 6;
/// The field of what the side to move may or must do first: a free piece, a choice of promotion.
const PENDING: usize = 7;
/// The field of boards that have ended.
const ENDED: usize = 8;
