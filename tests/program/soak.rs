//! Long runs: game after game in one process, in all games in turn, without growing memory. `JAILBIRD_GAMES` sets the
//! number of games: 48 by default, 2000 in `make soak`.

use crate::process::{Engine, memory_of, program};
use clap::Parser;
use jailbird::game::Variant;
use jailbird::tools::match_runner::{arguments::Arguments, key_value::normalise, runner};
use jailbird::variants;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long a move may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Plies after which a game is abandoned.
const LONGEST: usize = 200;

/// Growth is checked from this number of games on; with fewer, not all code has run once.
const MANY: usize = 500;

/// The number of rounds; a round is two games of every variant.
fn rounds() -> usize {
    let games: usize = std::env::var("JAILBIRD_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(48);
    games.div_ceil(2 * variants::coded().len())
}

/// Plays all rounds and compares the memory of a process after a tenth of them with the memory at the end.
fn soak(name: &str, mut play: impl FnMut(&'static Variant), measure: impl Fn() -> Option<u64>) {
    let (rounds, mut early) = (rounds(), None);
    for round in 1..=rounds {
        variants::coded().into_iter().for_each(&mut play);
        if round == rounds.div_ceil(10) {
            early = measure();
        }
    }
    let games = rounds * variants::coded().len() * 2;
    let (Some(early), Some(late)) = (early, measure()) else { return };
    let growth = 100.0 * (late as f64 / early as f64 - 1.0);
    println!("{name}: {games} games, {early} KiB after a tenth of them, {late} KiB at the end ({growth:+.1} %)");
    assert!(games < MANY || growth < 5.0, "{name} grows: {early} KiB, then {late} KiB");
}

/// The flags of a match, as on the command line.
#[derive(Parser)]
struct Line {
    #[command(flatten)]
    flags: Arguments,
}

/// Plays two games between two engines; this process runs the match.
fn play_match(variant: &'static Variant) {
    let line = format!(
        "--variant {} --engine name=A nodes=300 --engine name=B nodes=200 --each cmd={} option.Hash=4 \
         --rounds 1 --maxmoves {}",
        variant.name,
        program().display(),
        LONGEST / 2
    );
    let words = normalise(line.split_whitespace().map(str::to_owned));
    let plan = Line::parse_from(std::iter::once("match".to_owned()).chain(words)).flags.plan(None).expect("a plan");
    let summary = runner::run(&plan, Arc::new(AtomicBool::new(false))).expect("a match");
    // Two engines share four seats in six arrangements.
    let games = if variant.players() == 2 { 2 } else { 6 };
    assert_eq!((summary.standings.games(), summary.standings.forfeits()), (games, 0), "{}:\n{summary}", variant.name);
}

#[test]
fn running_many_matches_does_not_grow_memory() {
    soak("matches", play_match, || memory_of("self"));
}

/// Plays two games of an engine against itself.
fn play_both_sides(engine: &mut Engine, variant: &'static Variant) {
    engine.send(&format!("setoption name UCI_Variant value {}", variant.name)).unwrap();
    for nodes in [200, 300] {
        engine.send("ucinewgame").unwrap();
        let mut game = variant.new_game();
        while game.outcome().is_none() && game.played().len() < LONGEST {
            let moves = game.played().join(" ");
            engine.send(&format!("position startpos moves {moves}\ngo nodes {nodes}")).unwrap();
            let heard = engine.hear_until(PATIENCE, |line| line.starts_with("bestmove ")).unwrap();
            let best = heard.last().and_then(|line| line.split_whitespace().nth(1)).unwrap();
            game.play(best).unwrap_or_else(|error| panic!("{}: {error}: {}", variant.name, game.fen()));
        }
    }
}

#[test]
fn playing_many_games_does_not_grow_memory() {
    let engine = std::cell::RefCell::new(Engine::start());
    soak("an engine", |variant| play_both_sides(&mut engine.borrow_mut(), variant), || engine.borrow().memory());
    engine.borrow_mut().send("quit").unwrap();
    engine.borrow_mut().exit(PATIENCE, drop).unwrap();
}
