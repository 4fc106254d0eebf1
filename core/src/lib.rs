//! The engine of Jailbird: the games, their search and their evaluation, without command line, protocols and files.
//!
//! The rooms of the engine, lowest first. A room uses only rooms above it in this list:
//!
//! ```text
//! types        squares, boards, moves, scores, keys, the state beside a board: words without rules
//! network      the learned evaluation
//! position     the contracts between the rules of a game and the search
//! search       parallel iterative deepening, generic over the game
//! perft        counting move sequences
//! game         where a game's type is erased: `Game`, and `Variant`, a game's row in the list
//! variants     the games, one folder each or one a family, and the only list of them
//! endings      tables of positions with few men, worked out from the rules of any game
//! engine       searcher, session, lines of games, bench: the engine as front ends and tools use it
//! pgn          records of games: reading and writing PGN
//! ```

#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod endings;
pub mod engine;
pub mod game;
pub mod network;
pub mod perft;
pub mod pgn;
pub mod position;
pub mod search;
pub mod types;
pub mod variants;
