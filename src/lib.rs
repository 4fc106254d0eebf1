//! Jailbird: a chess-variant engine for games that no other engine plays.
//!
//! The rooms of the house, lowest first. A room uses only rooms above it in this list:
//!
//! ```text
//! types        squares, boards, moves, scores, keys, the state beside a board: words without rules
//! network      the learned evaluation
//! position     the contracts between the rules of a game and the search
//! search       parallel iterative deepening, generic over the game
//! perft        counting move sequences
//! game         where a game's type is erased: `Game`, and `Variant`, a game's row in the list
//! variants     the games, one folder each or one a family, and the only list of them
//! engine       session, options, bench: the engine as front ends and tools use it
//! board_text   boards as text
//! pgn          records of games
//! protocol     UCI, CECP (XBoard), the board in the browser
//! tools        the command line: play, perft, matches, records, openings, data, tuning
//! ```

// Lines go through `tools::console` and `protocol::Output`, which report what cannot be written; these macros panic.
#![cfg_attr(not(test), deny(clippy::print_stdout, clippy::print_stderr))]

pub mod board_text;
pub mod engine;
pub mod game;
pub mod network;
pub mod perft;
pub mod pgn;
pub mod position;
pub mod protocol;
pub mod search;
pub mod tools;
pub mod types;
pub mod variants;
