//! Tests that call the library: the rules of every game, the search, the evaluation, data files and documentation.
//! Tests of the built program are in `../program`.

mod board_pieces;
mod contract;
mod data_files;
mod documentation;
mod dual_penalty_box;
mod events;
mod fuzz_regressions;
mod opening_books;
mod properties;
mod puzzle_sets;
mod repetitions;
mod rule_data;
mod search_panics;
mod skill_levels;
mod strata;
mod vampirc_uci;
mod xboard_board;
