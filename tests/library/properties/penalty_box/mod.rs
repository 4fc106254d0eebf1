//! Penalty Box Chess and its relatives: `uci-docs/rules/penaltybox*.md`.
//!
//! ```text
//! parsed_turn.rs   a turn taken apart
//! turns.rs    what it is made of, in all four games
//! token.rs    what passes the token and what it stops
//! kings.rs    kings and the box, and what becomes of the captured
//! boards.rs   two boards and four players
//! place.rs    random placements
//! ```

mod kings;
mod parsed_turn;
mod placements;
mod token;
mod turns;
mod two_boards;

use super::Rules;
use kings::{KINGS_ENTER, KINGS_STAY};
use token::{TOKEN_BLOCKS, TOKEN_PASSED};
use turns::COMMON;
use two_boards::TWO_BOARDS;

/// Lines pass over the token, and kings may be boxed.
pub const RULES: Rules = Rules {
    games: &["penaltybox"],
    properties: &[COMMON, TOKEN_PASSED, KINGS_ENTER],
    divisor: 4,
    random_fen: placements::with_kings,
};

/// Lines pass over the token, and kings stay out of the box.
pub const NO_KING: Rules = Rules {
    games: &["penaltybox-noking"],
    properties: &[COMMON, TOKEN_PASSED, KINGS_STAY],
    divisor: 4,
    random_fen: placements::plain,
};

/// The token stands in the way of everything.
pub const BEN: Rules = Rules {
    games: &["penaltybox-ben"],
    properties: &[COMMON, TOKEN_BLOCKS, KINGS_ENTER],
    divisor: 4,
    random_fen: placements::with_kings,
};

/// Two boards, without kings in the box.
pub const DUAL: Rules = Rules {
    games: &["penaltybox-dual"],
    properties: &[COMMON, TOKEN_PASSED, KINGS_STAY, TWO_BOARDS],
    divisor: 4,
    random_fen: placements::dual,
};

/// The field of captured pieces.
const CAPTURED: usize = 6;
/// The field of what the side to move may or must do first.
const PENDING: usize = 7;
/// The field of boards that have ended.
const ENDED: usize = 8;
