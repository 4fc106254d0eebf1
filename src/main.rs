//! The command line: a protocol without arguments, a tool with them.

use std::process::ExitCode;

fn main() -> ExitCode {
    match jailbird::tools::command_line::run() {
        Ok(code) => code,
        Err(problem) => {
            eprintln!("jailbird: {problem}");
            ExitCode::FAILURE
        }
    }
}
