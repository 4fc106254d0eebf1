//! What the tools share of the terminal: standard output and error, progress bars, exit codes, and numbers and names of
//! games as arguments.

use crate::engine::MAX_THREADS;
use crate::game::{Game, Variant};
use crate::types::FenError;
use crate::variants;
use clap::builder::{PossibleValue, RangedI64ValueParser, TypedValueParser};
use indicatif::{ProgressBar, ProgressStyle};
use std::ffi::OsStr;
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;
use std::str::FromStr;

/// The exit status after the reader of standard output has closed its pipe. On Unix it is what a shell reports for
/// programs that the signal SIGPIPE ends, 128 + 13; Windows has no such signal.
const CLOSED_PIPE: i32 = if cfg!(unix) { 141 } else { 1 };

/// Prints a line to standard output. If it cannot be written, the program ends as [`exit_unwritten`] says.
pub(super) fn print(line: impl Display) {
    try_print(line).unwrap_or_else(|error| exit_unwritten(&error));
}

/// The same for callers that have to clean up before the program ends.
pub(super) fn try_print(line: impl Display) -> io::Result<()> {
    let mut output = anstream::stdout();
    writeln!(output, "{line}").and_then(|()| output.flush())
}

/// Ends the program because standard output cannot be written: quietly if the reader has closed the pipe, otherwise with
/// a sentence and the status of a failure.
pub(super) fn exit_unwritten(error: &io::Error) -> ! {
    if error.kind() == io::ErrorKind::BrokenPipe {
        std::process::exit(CLOSED_PIPE);
    }
    complain(format_args!("standard output: {error}"));
    std::process::exit(1)
}

/// Writes a sentence to standard error, after the program's name.
pub(super) fn complain(sentence: impl Display) {
    note(format_args!("jailbird: {sentence}"));
}

/// Writes a line to standard error. If that fails, there is no place left to say so.
pub(super) fn note(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Sets up a game. Tells the user what is repaired in the FEN ([`Variant::repaired_game`]).
pub(super) fn game_from(variant: &'static Variant, fen: &str) -> Result<Box<dyn Game>, FenError> {
    let (game, repairs) = variant.repaired_game(fen)?;
    repairs.iter().for_each(|repair| complain(format_args!("FEN repaired, {repair}: {fen}")));
    Ok(game)
}

/// Refuses a game of more than two players, for what is made for two.
pub(super) fn check_for_two(variant: &Variant) -> Result<(), String> {
    match variant.players() {
        2 => Ok(()),
        _ => Err(format!("{} has more than two players; this is for games of two", variant.name)),
    }
}

/// A progress bar from 0 to `length`, hidden if standard error is no terminal. `template` is indicatif's.
pub(super) fn progress_bar(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// A number with six digits behind the point, which no difference between machines reaches.
pub(super) fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

/// The exit status of a tool that has found this many failures.
pub(super) fn exit_code(failures: usize) -> ExitCode {
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The arguments of a tool as its command line gives them, without the command's name.
#[cfg(test)]
pub(super) fn parsed<A: clap::Args>(words: impl IntoIterator<Item = String>) -> Result<A, clap::Error> {
    let command = A::augment_args(clap::Command::new("jailbird").no_binary_name(true));
    A::from_arg_matches(&command.try_get_matches_from(words)?)
}

/// Parses a finite number that is not negative.
pub(super) fn positive<T: FromStr + Into<f64> + Copy>(text: &str) -> Result<T, String> {
    let number: T = text.parse().map_err(|_| format!("`{text}` is not a number"))?;
    if (0.0..1e9).contains(&number.into()) { Ok(number) } else { Err(format!("{text} is not from 0 to 1e9")) }
}

/// Parses a number from 0 to 1.
pub(super) fn share<T: FromStr + Into<f64> + Copy>(text: &str) -> Result<T, String> {
    positive(text).and_then(|number: T| if number.into() <= 1.0 { Ok(number) } else { Err("more than 1".into()) })
}

/// Parses a number of threads, or of games at the same time, for clap.
pub(super) fn thread_count() -> RangedI64ValueParser<u16> {
    clap::value_parser!(u16).range(1..=MAX_THREADS as i64)
}

/// The same; 0 stands for all processors.
pub(super) fn thread_count_or_all() -> RangedI64ValueParser<u16> {
    clap::value_parser!(u16).range(0..=MAX_THREADS as i64)
}

/// Parses the name of a game for clap, and lists the names for help and shell completion.
#[derive(Clone)]
pub(super) struct GameName;

impl TypedValueParser for GameName {
    type Value = &'static Variant;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        TypedValueParser::parse_ref(&variants::find, command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(variants::names_of_all().into_iter().map(PossibleValue::new)))
    }
}
