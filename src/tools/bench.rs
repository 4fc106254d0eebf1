//! `bench`: the fixed search of [`engine::bench`](crate::engine::bench), printed.

use super::console::{GameName, print, thread_count};
use crate::engine::bench::{self, Bench};
use crate::game::Variant;
use crate::search::StopSignal;
use std::sync::Arc;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Only this game.
    #[arg(value_parser = GameName)]
    variant: Option<&'static Variant>,
    /// Search depth [default: each game's own].
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// Threads. The node count is reproducible only with 1.
    #[arg(long, default_value_t = 1, value_parser = thread_count())]
    threads: u16,
    /// Run perft, too, and print each game's speeds relative to those of the first game (bench/speed.txt).
    #[arg(long)]
    ratios: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), String> {
    let bench = Bench {
        depth: arguments.depth,
        variant: arguments.variant.map(|variant| variant.name),
        threads: Some(arguments.threads.into()),
        ratios: arguments.ratios,
    };
    let stop = Arc::new(StopSignal::default());
    bench::run(&bench, &stop, &mut |line| print(line))
}
