//! What the tools share of the terminal: printing, progress bars, exit codes, and numbers and names of games as
//! arguments.

use crate::engine::session::MAX_THREADS;
use crate::game::Variant;
use crate::variants::{self, VARIANTS};
use clap::builder::{PossibleValue, RangedI64ValueParser, TypedValueParser};
use indicatif::{ProgressBar, ProgressStyle};
use std::ffi::OsStr;
use std::process::ExitCode;
use std::str::FromStr;

/// Prints a line to standard output. Exits with status 0 if the reader has closed the pipe.
pub(super) fn print(line: impl std::fmt::Display) {
    use std::io::Write;
    if writeln!(anstream::stdout(), "{line}").is_err() {
        std::process::exit(0);
    }
}

/// Returns a progress bar from 0 to `length`, hidden if standard error is no terminal. `template` is indicatif's.
pub(super) fn progress_bar(length: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Returns the exit status of a tool that has found this many failures.
pub(super) fn exit_code(failures: usize) -> ExitCode {
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
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
        Some(Box::new(VARIANTS.iter().map(|variant| PossibleValue::new(variant.name).help(variant.title))))
    }
}
