//! The command line: a protocol without arguments, a tool with them.

use std::process::ExitCode;

fn main() -> ExitCode {
    jailbird::tools::command_line::run()
}
