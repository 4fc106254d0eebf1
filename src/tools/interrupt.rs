//! Ctrl-C for tools that end in order.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The exit status after Ctrl-C, as shells have it.
pub const INTERRUPTED: u8 = 130;

/// A flag that is set when the user wants the program to end; who asks twice does not want to wait.
///
/// # Errors
/// When the signal cannot be heard.
pub fn flag() -> Result<Arc<AtomicBool>, String> {
    let flag = Arc::new(AtomicBool::new(false));
    let signal = Arc::clone(&flag);
    let handler = ctrlc::set_handler(move || {
        if signal.swap(true, Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
    });
    handler.map_err(|error| format!("cannot listen for Ctrl-C: {error}"))?;
    Ok(flag)
}

/// The exit status of a program that has been told to end, or has come to its end.
pub fn exit_code(flag: &AtomicBool) -> ExitCode {
    if flag.load(Relaxed) { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS }
}
