//! The commands of the command line, other than speaking a protocol.
//!
//! ```text
//! command_line      the list of commands and which function runs each
//! play              `play`: a game in the terminal
//! board             `board`: the board in the browser
//! export            `export`: the board as a page that needs no server
//! perft             `perft`: counting move sequences, and checking files of known counts
//! bench             `bench`: the fixed search whose node count is the engine's signature
//! selfplay          `selfplay`: the engine against itself, every result checked by the rules
//! match_runner      `match`: engines against each other
//! sprt              Elo estimates and the sequential test that ends a match
//! pgn               PGN records; `pgn check`
//! annotate          `annotate`: evaluations, marks and better lines for recorded games
//! opening_book      `openings`: a book of balanced start positions
//! genfens           `genfens`: start positions for OpenBench
//! datagen           `datagen`: self-play games with scores, for `train`
//! train             `train`: trains networks with games
//! learn             `learn`: games, training and matches, again and again
//! spsa              `spsa`: tunes the parameters of the search by games
//! puzzles           `puzzles`: positions with one winning move
//! study             `study`: what many games say of a game: results, drama, piece values, special rules; `balance`: fairer starts; `gallery`: several studies
//! endings           `endings`: tables of positions with few men
//! tree              `tree`: the opening as a tree of positions, a page, a book
//! solve             `solve`: test positions with known best moves or mates
//! check             `check`: what files of games mean
//! xboard_command    `xboard-command`: the XBoard command line for a game
//! reference_pages   `reference`: generated documentation, manual pages, shell completions, XBoard's plugin file
//! console           printing, progress bars, numbers and game names as arguments, exit codes
//! page              what the pages (HTML) of the tools share
//! ctrl_c            an orderly end after Ctrl-C
//! test_folder       a folder for the files of a test
//! text_file         reading and replacing text files
//! append_file       files that records are appended to, locked against a second writer
//! shard             parts of a piece of work that several machines share
//! epd               rows of EPD files
//! random_play       random moves that depend on a seed only
//! threads           worker threads whose failures are reported as errors
//! ```

mod annotate;
mod append_file;
mod bench;
#[cfg(feature = "board")]
mod board;
mod check;
pub mod command_line;
mod console;
mod ctrl_c;
pub mod datagen;
#[cfg(feature = "study")]
mod endings;
pub mod epd;
#[cfg(feature = "board")]
mod export;
mod genfens;
mod learn;
pub mod match_runner;
mod opening_book;
mod page;
pub mod perft;
pub mod pgn;
mod play;
mod puzzles;
pub mod random_play;
pub mod reference_pages;
mod selfplay;
mod shard;
pub mod solve;
mod sprt;
mod spsa;
#[cfg(feature = "study")]
mod study;
#[cfg(test)]
mod test_folder;
mod text_file;
mod threads;
pub mod train;
#[cfg(feature = "study")]
mod tree;
mod xboard_command;
