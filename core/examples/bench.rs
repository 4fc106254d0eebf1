//! The bench of the games that the arguments name, with one thread: node counts are the same on every system, also under WASI.

use jailbird_core::engine::bench::{Bench, run};
use jailbird_core::search::StopSignal;
use jailbird_core::variants;
use std::sync::Arc;

fn main() -> Result<(), String> {
    for name in std::env::args().skip(1) {
        let bench = Bench { variant: Some(variants::find(&name)?.name), ..Bench::default() };
        run(&bench, &Arc::new(StopSignal::default()), &mut |line| println!("{line}"))?;
    }
    Ok(())
}
