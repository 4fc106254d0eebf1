//! Tests of the built program as users and front ends run it: its command line, its files, and both protocols over its
//! pipes. Tests that call the library are in `../library`.

mod annotate;
mod byte_order_marks;
mod damaged_files;
mod dice;
mod game_files;
mod last_info_line;
mod matches;
mod process;
mod protocol;
mod random_lines;
mod records;
mod resources;
mod scratch;
mod search_results;
mod soak;
mod stress;
#[cfg(feature = "study")]
mod study;
mod training;
mod unwritten_output;
