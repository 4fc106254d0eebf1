//! Ctrl-C: the first press asks the tool to end in order, the second ends the program at once.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The exit status after Ctrl-C, as shells report it: 128 + SIGINT.
const INTERRUPTED: u8 = 130;

/// A flag that is set at the first Ctrl-C; `on_press` is called then, too. The second one exits the program.
pub(super) fn flag(on_press: impl Fn() + Send + 'static) -> Result<Arc<AtomicBool>, String> {
    let flag = Arc::new(AtomicBool::new(false));
    let pressed = Arc::clone(&flag);
    let handler = ctrlc::set_handler(move || {
        if pressed.swap(true, Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
        on_press();
    });
    handler.map_err(|error| format!("cannot listen for Ctrl-C: {error}"))?;
    Ok(flag)
}

/// The exit status of a tool that has ended in order, with or without Ctrl-C.
pub(super) fn exit_code(was_interrupted: &AtomicBool) -> ExitCode {
    if was_interrupted.load(Relaxed) { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS }
}
