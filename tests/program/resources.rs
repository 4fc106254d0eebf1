//! Memory and threads: the engine takes what its options allow, and a refused option changes nothing.

use crate::process::Engine;
use jailbird::variants;
use std::time::Duration;

/// The longest wait for an answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// Sends lines and returns everything up to `readyok`.
fn ask(engine: &mut Engine, lines: &str) -> Vec<String> {
    engine.send(lines).and_then(|()| engine.send("isready")).unwrap();
    engine.hear_until(PATIENCE, |line| line == "readyok").unwrap()
}

/// Sends a `go` command and returns everything up to `bestmove`.
fn search(engine: &mut Engine, go: &str) -> Vec<String> {
    engine.send(go).unwrap();
    engine.hear_until(PATIENCE, |line| line.starts_with("bestmove ")).unwrap()
}

/// Starts an engine whose address space, stacks included, is limited to so many KiB.
#[cfg(target_os = "linux")]
fn with_limited_memory(kibibytes: u64) -> Engine {
    let mut command = std::process::Command::new("sh");
    command.arg("-c").arg(format!("ulimit -v {kibibytes} && exec \"$0\"")).arg(crate::process::program());
    Engine::of(command)
}

#[test]
fn the_table_takes_the_memory_that_hash_says() {
    let mut engine = Engine::start();
    ask(&mut engine, "uci\nsetoption name Hash value 1");
    let Some(before) = engine.memory() else { return };
    for megabytes in [64, 300] {
        ask(&mut engine, &format!("setoption name Hash value {megabytes}\nucinewgame"));
        search(&mut engine, "go nodes 20000");
        let Some(after) = engine.memory() else { return };
        let (wanted, taken) = (megabytes as f64, after.saturating_sub(before) as f64 / 1024.0);
        // The search itself needs up to 2 MB.
        assert!((taken - wanted).abs() <= 0.05 * wanted + 2.0, "Hash is {megabytes} MB, but {taken:.1} MB are used");
    }
    ask(&mut engine, "setoption name Hash value 1");
    let after = engine.memory().unwrap_or(0);
    assert!(after < before + 8 * 1024, "{before} KiB at first, {after} KiB after the table was made small again");
}

/// A table or a number of threads that cannot be had is refused with one message and without any change.
#[test]
#[cfg(target_os = "linux")]
fn a_table_or_threads_that_cannot_be_had_are_refused() {
    let mut engine = with_limited_memory(900_000);
    ask(&mut engine, "uci\nsetoption name Hash value 8");
    let fen = "position startpos moves e2e4";
    let first = search(&mut engine, &format!("{fen}\nsetoption name Clear Hash\ngo nodes 5000")).pop();
    for (option, refusal) in [("Hash value 4096", "it stays at 8 MB"), ("Threads value 500", "cannot have 500 threads")]
    {
        let said = ask(&mut engine, &format!("setoption name {option}"));
        let errors: Vec<&String> = said.iter().filter(|line| line.contains("error")).collect();
        assert!(errors.len() == 1 && errors[0].contains(refusal), "{said:?}");
        // With the same table and one thread the search finds the same tree.
        let again = search(&mut engine, "setoption name Clear Hash\ngo nodes 5000").pop();
        assert_eq!(again, first, "after {option}");
    }
    assert!(ask(&mut engine, "d").iter().any(|line| line.contains("4P3/8/PPPP1PPP")), "the position has been lost");
    engine.send("quit").unwrap();
    engine.exit(PATIENCE, drop).unwrap();
}

#[test]
fn more_threads_than_processors_can_search() {
    let mut engine = Engine::start();
    for threads in [3, 32, 100, 1] {
        ask(&mut engine, &format!("setoption name Threads value {threads}"));
        for go in ["go movetime 100", "go depth 3", "go nodes 1000"] {
            let said = search(&mut engine, go);
            assert!(said.len() > 1 && said.last().unwrap() != "bestmove (none)", "{threads}: {said:?}");
        }
    }
    engine.send("quit").unwrap();
    engine.exit(PATIENCE, drop).unwrap();
}

/// Blocked positions, in which searches get very deep; one is on the largest board.
#[test]
fn very_deep_searches_end_with_a_move() {
    let blocked = [
        ("chess", "8/8/4k3/p1p1p1p1/P1P1P1P1/4K3/8/8 w - - 0 1"),
        ("friendly", "k10f/12/12/12/12/12/12/12/12/12/12/K10F w - - 0 1"),
        ("zigzagmadness", "10/4k5/p1p1p1p3/P1P1P1P3/10/10/10/10/4K5/10[] w - - 0 1"),
    ];
    let mut engine = Engine::start();
    for (name, fen) in blocked {
        assert!(variants::coded().into_iter().any(|variant| variant.name == name));
        let lines = format!("setoption name UCI_Variant value {name}\nposition fen {fen}");
        let said = ask(&mut engine, &lines);
        assert!(!said.iter().any(|line| line.contains("error")), "{said:?}");
        let said = search(&mut engine, "go depth 250 movetime 3000");
        let depth =
            said.iter().filter_map(|line| line.strip_prefix("info depth ")?.split(' ').next()?.parse().ok()).max();
        println!("{name}: depth {depth:?}");
        assert!(depth > Some(30), "{name}: {depth:?}");
    }
    engine.send("quit").unwrap();
    engine.exit(PATIENCE, drop).unwrap();
}
