//! The bench of the game that the argument names, with one thread: its node count is the same on every system, also under WASI.

use jailbird_core::engine::bench::{Bench, run};
use jailbird_core::search::StopSignal;
use jailbird_core::variants;
use std::sync::Arc;

fn main() -> Result<(), String> {
    let name = std::env::args().nth(1).ok_or("the name of a game is missing")?;
    let bench = Bench { variant: Some(variants::find(&name)?.name), ..Bench::default() };
    run(&bench, &Arc::new(StopSignal::default()), &mut |line| println!("{line}"))
}
