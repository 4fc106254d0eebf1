//! The `pgn` commands.
//!
//! ```text
//! check.rs     `pgn check`: replays records by the rules of their games
//! ```

pub mod check;
#[cfg(test)]
mod tests;

use std::process::ExitCode;

/// The `pgn` commands.
#[derive(clap::Subcommand)]
pub(super) enum Command {
    /// Replay games by the rules of their `Variant` tag (default: chess) and check results and PlyCount.
    Check(check::Arguments),
}

/// Runs a command. The exit status is a failure if a record contradicts the rules.
/// Fails if a file cannot be read.
pub(super) fn run(command: &Command) -> Result<ExitCode, String> {
    match command {
        Command::Check(arguments) => check::run(arguments),
    }
}
