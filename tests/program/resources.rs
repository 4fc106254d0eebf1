//! What the engine takes of the machine: what it was allowed, and a refusal changes nothing.

use crate::process::{Engine, program};
use jailbird::variants::VARIANTS;
use std::process::Command;
use std::time::Duration;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Says some lines and hears everything up to `readyok`.
fn ask(engine: &mut Engine, lines: &str) -> Vec<String> {
    engine.send(lines).and_then(|()| engine.send("isready")).unwrap();
    engine.hear_until(PATIENCE, |line| line == "readyok").unwrap()
}

/// The move that a search ends with.
fn search(engine: &mut Engine, go: &str) -> Vec<String> {
    engine.send(go).unwrap();
    engine.hear_until(PATIENCE, |line| line.starts_with("bestmove ")).unwrap()
}

/// An engine that may have so many KiB of addresses, stacks included.
fn confined(kibibytes: u64) -> Engine {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("ulimit -v {kibibytes} && exec \"$0\"")).arg(program());
    Engine::of(command)
}

#[test]
fn the_table_is_as_large_as_was_asked_for() {
    let mut engine = Engine::start();
    ask(&mut engine, "uci\nsetoption name Hash value 1");
    let Some(before) = engine.memory() else { return };
    for megabytes in [64, 300] {
        ask(&mut engine, &format!("setoption name Hash value {megabytes}\nucinewgame"));
        search(&mut engine, "go nodes 20000");
        let Some(after) = engine.memory() else { return };
        let (wanted, taken) = (megabytes as f64, after.saturating_sub(before) as f64 / 1024.0);
        // A small search takes a little for itself.
        assert!((taken - wanted).abs() <= 0.05 * wanted + 2.0, "{megabytes} MB asked for, {taken:.1} MB taken");
    }
    ask(&mut engine, "setoption name Hash value 1");
    let after = engine.memory().unwrap_or(0);
    assert!(after < before + 8 * 1024, "{before} KiB before, {after} KiB when the table was small again");
}

/// Whether what is refused is a table or threads: one message, and everything is as it was.
#[test]
#[cfg(target_os = "linux")]
fn what_cannot_be_had_is_refused() {
    let mut engine = confined(900_000);
    ask(&mut engine, "uci\nsetoption name Hash value 8");
    let fen = "position startpos moves e2e4";
    let first = search(&mut engine, &format!("{fen}\nsetoption name Clear Hash\ngo nodes 5000")).pop();
    for (option, refusal) in [("Hash value 4096", "it stays at 8 MB"), ("Threads value 500", "cannot have 500 threads")]
    {
        let said = ask(&mut engine, &format!("setoption name {option}"));
        let errors: Vec<&String> = said.iter().filter(|line| line.contains("error")).collect();
        assert!(errors.len() == 1 && errors[0].contains(refusal), "{said:?}");
        // The same table and the same one thread search the same tree.
        let again = search(&mut engine, "setoption name Clear Hash\ngo nodes 5000").pop();
        assert_eq!(again, first, "after {option}");
    }
    assert!(ask(&mut engine, "d").iter().any(|line| line.contains("4P3/8/PPPP1PPP")), "the position has been lost");
    engine.send("quit").unwrap();
    engine.exit(PATIENCE, drop).unwrap();
}

#[test]
fn more_threads_than_processors_play() {
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

/// Positions in which little can happen, so that a search gets very deep; the largest board among them.
#[test]
fn the_deepest_searches_end_in_order() {
    let shut = [
        ("chess", "8/8/4k3/p1p1p1p1/P1P1P1P1/4K3/8/8 w - - 0 1"),
        ("friendly", "k10f/12/12/12/12/12/12/12/12/12/12/K10F w - - 0 1"),
        ("zigzagmadness", "10/4k5/p1p1p1p3/P1P1P1P3/10/10/10/10/4K5/10[] w - - 0 1"),
    ];
    let mut engine = Engine::start();
    for (name, fen) in shut {
        assert!(VARIANTS.iter().any(|variant| variant.name == name));
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
