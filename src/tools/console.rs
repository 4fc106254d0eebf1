//! What the tools share of the command line: printing, and names of games as arguments.

use crate::game::Variant;
use crate::variants::{self, VARIANTS};
use clap::builder::{PossibleValue, TypedValueParser};
use std::ffi::OsStr;

/// Prints a line; a reader that has gone away ends the program quietly.
pub(super) fn print(line: impl std::fmt::Display) {
    use std::io::Write;
    if writeln!(anstream::stdout(), "{line}").is_err() {
        std::process::exit(0);
    }
}

/// Reads the name of a game for clap, and tells help and shells which names there are.
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
