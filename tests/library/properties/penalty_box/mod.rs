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

/// Lines pass over the token, and kings cannot be boxed.
pub const NO_KING: Rules = Rules {
    games: &["penaltybox-noking"],
    properties: &[COMMON, TOKEN_PASSED, KINGS_STAY],
    divisor: 4,
    random_fen: placements::plain,
};

/// The token blocks every line.
pub const BEN: Rules = Rules {
    games: &["penaltybox-ben"],
    properties: &[COMMON, TOKEN_BLOCKS, KINGS_ENTER],
    divisor: 4,
    random_fen: placements::with_kings,
};

/// Two boards; kings cannot be boxed.
pub const DUAL: Rules = Rules {
    games: &["penaltybox-dual"],
    properties: &[COMMON, TOKEN_PASSED, KINGS_STAY, TWO_BOARDS],
    divisor: 4,
    random_fen: placements::dual,
};

/// The field of captured pieces.
const CAPTURED: usize = 6;
/// The field of what the side to move may or must do first: a free piece, a choice of promotion.
const PENDING: usize = 7;
/// The field of boards that have ended.
const ENDED: usize = 8;
