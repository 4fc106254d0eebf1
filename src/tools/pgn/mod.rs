//! The `pgn` commands.
//!
//! ```text
//! check.rs     `pgn check`: replays records by the rules of their games, and names faults
//! ```

pub mod check;
#[cfg(test)]
mod tests;

use std::process::ExitCode;

/// The `pgn` commands.
#[derive(clap::Subcommand)]
pub(super) enum Command {
    /// Name what of PGN files cannot be read, and replay their games by the rules of the `Variant` tag (default: chess).
    Check(check::Arguments),
}

/// Runs a command. The exit status is a failure if a record has a fault or contradicts the rules.
///
/// # Errors
/// A file cannot be read.
pub(super) fn run(command: &Command) -> Result<ExitCode, String> {
    match command {
        Command::Check(arguments) => check::run(arguments),
    }
}
