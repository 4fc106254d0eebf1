//! Jailbird: a chess-variant engine for games that no other engine plays.
//!
//! The modules in reading order, from the words up; arrows of use point only downwards in this list reversed:
//!
//! ```text
//! types/      squares, boards, moves, scores, keys: words without rules
//! position    the contract between the rules of a game and everything above
//! variants/   the games, one folder each, and the one list of them
//! eval/       terms that evaluations are made of
//! search/     parallel iterative deepening, generic over the game
//! game        the one place where a game's type is erased
//! session     the engine as front ends use it: a game, options, a table, threads
//! options     the one table of options
//! protocol/   UCI and CECP
//! picture     boards as text
//! tools/      what the command line offers besides: play, perft, bench, self-play, records, openings, tuning
//! ```

pub mod eval;
pub mod game;
pub mod options;
pub mod picture;
pub mod position;
pub mod protocol;
pub mod search;
pub mod session;
pub mod tools;
pub mod types;
pub mod variants;
