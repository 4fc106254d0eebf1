//! Dialogues with the program in UCI and CECP: transcripts, and tests that a transcript cannot express.

mod scripted_engine;
mod transcript;

use crate::process::program;
use scripted_engine::{Engine, PATIENCE};
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use transcript::{matches, play, play_all, read_cases, transcripts, unescape};

#[test]
fn uci_transcripts() {
    play_all("uci");
}

#[test]
fn cecp_transcripts() {
    play_all("cecp");
}

#[test]
fn every_transcript_is_played() {
    let played = transcripts("uci").len() + transcripts("cecp").len();
    assert_eq!(transcripts("").len(), played, "names begin with uci or cecp");
}

#[test]
fn patterns_match_whole_lines() {
    for (pattern, text) in
        [("", ""), ("*", ""), ("*", "abc"), ("a*c", "abc"), ("a*c", "ac"), ("*b*", "abc"), ("a*b*c", "aXbYbZc")]
    {
        assert!(matches(pattern, text), "{pattern} {text}");
    }
    for (pattern, text) in [("", "a"), ("a", "ab"), ("a*c", "abd"), ("*b", "abc"), ("a*b*b", "ab"), ("ab*ba", "aba")] {
        assert!(!matches(pattern, text), "{pattern} {text}");
    }
    assert_eq!(unescape(r"a\t\x00\xff\\\s").unwrap(), b"a\t\x00\xff\\ ");
}

/// The player of transcripts detects forbidden lines and an early exit.
#[test]
fn wrong_transcripts_fail() {
    for (text, problem) in [
        ("[a]\n> isready\n!< readyok\n~ 2000", "forbids"),
        ("[a]\n> isready\n!< ready*\n< *ok", "forbids"),
        ("[a]\n> quit\n~ 200\n< readyok", "closed its output"),
        ("[a]\n> quit\n~ 200\n> isready\n< readyok", ""),
    ] {
        let error = play(&read_cases("made up", text)[0]).expect_err(text);
        assert!(error.contains(problem), "{text}: {error}");
    }
}

/// Returns the FEN that `d` prints, after waiting for `readyok`.
fn shown_fen(engine: &mut Engine) -> String {
    engine.send(b"d\n").unwrap();
    let line = engine.expect("Fen: *").unwrap();
    engine.send(b"isready\n").unwrap();
    engine.expect("readyok").unwrap();
    line
}

#[test]
fn a_game_of_six_thousand_plies_is_read() {
    let mut engine = Engine::start();
    let there_and_back = "g1f3 g8f6 f3g1 f6g8 ".repeat(1500);
    engine.send(format!("position startpos moves {there_and_back}e2e4\n").as_bytes()).unwrap();
    assert!(shown_fen(&mut engine).starts_with("Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq"));
    engine.send(b"go depth 3\n").unwrap();
    engine.expect("bestmove *").unwrap();
    engine.quit().unwrap();
}

#[test]
fn very_long_lines_do_not_stop_the_engine() {
    let mut engine = Engine::start();
    // The second is longer than the engine's limit for a line.
    for length in [100_000, 9 << 20] {
        let mut line = vec![b'x'; length];
        line.push(b'\n');
        engine.send(&line).unwrap();
        engine.send(b"isready\n").unwrap();
        engine.expect("readyok").unwrap();
    }
    engine.quit().unwrap();
}

/// A GUI that dies closes both pipes; the engine must exit, whatever it is searching.
#[test]
fn the_engine_exits_when_its_gui_dies() {
    let starts = [
        ("", "go infinite\n"),
        ("", "go wtime 36000000 btime 36000000\n"),
        ("", "go movetime 3600000\n"),
        ("", "go ponder wtime 1000 btime 1000\n"),
        ("xboard\nprotover 2\nnew\npost\nforce\n", "analyze\n"),
        ("xboard\nprotover 2\nnew\nnopost\nforce\nst 3600\n", "go\n"),
    ];
    for (before, start) in starts {
        let mut child =
            Command::new(program()).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the engine starts");
        let mut input = child.stdin.take().expect("a pipe");
        input.write_all(format!("{before}{start}").as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(300));
        drop(input);
        drop(child.stdout.take());
        let deadline = Instant::now() + PATIENCE;
        let ended = loop {
            match child.try_wait().unwrap() {
                Some(_) => break true,
                None if Instant::now() > deadline => break false,
                None => std::thread::sleep(Duration::from_millis(10)),
            }
        };
        let _ = child.kill();
        let _ = child.wait();
        assert!(ended, "`{}` goes on without a GUI", start.trim());
    }
}

/// Some GUIs put a protocol's name on the command line.
#[test]
fn a_protocol_may_be_named_as_an_argument() {
    for arguments in [&[][..], &["uci"], &["xboard"], &["--uci"], &["--xboard"]] {
        let mut child = Command::new(program())
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        child.stdin.take().expect("a pipe").write_all(b"uci\nquit\n").unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{arguments:?}");
        assert!(String::from_utf8_lossy(&output.stdout).ends_with("uciok\n"), "{arguments:?}");
    }
}

/// Arguments that are not Unicode are refused with a message.
#[cfg(unix)]
#[test]
fn invalid_arguments_are_refused_without_a_panic() {
    use std::os::unix::ffi::OsStrExt;
    let bytes = std::ffi::OsStr::from_bytes(b"\xff");
    let rows: [&[&str]; 9] = [
        &[],
        &["play"],
        &["play", "--fen"],
        &["perft", "--suite"],
        &["perft", "3", "--variant"],
        &["match"],
        &["solve"],
        &["pgn", "check"],
        &["reference", "completions"],
    ];
    for row in rows {
        let mut command = Command::new(program());
        let output = command.args(row).arg(bytes).stdin(Stdio::null()).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && !errors.is_empty(), "{row:?}");
        assert!(!errors.contains("panicked"), "{row:?}: {errors}");
    }
}

/// `info` lines have all fields, in order and well formed.
#[test]
fn info_lines_are_well_formed() {
    let mut engine = Engine::start();
    engine.send(b"setoption name MultiPV value 2\nposition startpos moves e2e4\ngo depth 7\n").unwrap();
    let mut depths = Vec::new();
    loop {
        let line = engine.expect("*").unwrap();
        let words: Vec<&str> = line.split(' ').collect();
        if words[0] == "bestmove" {
            break;
        }
        assert_eq!(words[0], "info", "{line}");
        let after = |key: &str| words.iter().position(|word| *word == key).and_then(|at| words.get(at + 1));
        for key in ["depth", "seldepth", "multipv", "nodes", "nps", "time", "hashfull"] {
            let value = after(key).unwrap_or_else(|| panic!("no {key}: {line}"));
            assert!(value.parse::<u64>().is_ok(), "{key}: {line}");
        }
        assert!(matches!(after("score"), Some(&"cp" | &"mate")), "{line}");
        assert!(after("pv").is_some_and(|text| text.len() >= 4), "{line}");
        assert!(line.find(" score ") < line.find(" pv ") && line.find(" nodes ") < line.find(" pv "), "{line}");
        depths.push(after("depth").unwrap().parse::<u32>().unwrap());
    }
    assert!(depths.is_sorted() && depths.last() == Some(&7), "{depths:?}");
    engine.quit().unwrap();
}

/// The four numbers of a CECP thinking line are separated by single blanks; a tab and the line of play follow.
#[test]
fn thinking_lines_are_well_formed() {
    let mut engine = Engine::start();
    engine.send(b"xboard\nprotover 2\nnew\npost\nforce\nsd 7\ngo\n").unwrap();
    engine.expect("feature done=1").unwrap();
    let mut lines = 0;
    loop {
        let line = engine.expect("*").unwrap();
        if line.starts_with("move ") {
            break;
        }
        let (numbers, pv) = line.split_once('\t').unwrap_or_else(|| panic!("no tab: {line}"));
        let numbers: Vec<&str> = numbers.split(' ').collect();
        assert!(numbers.len() >= 4 && numbers.iter().all(|text| text.parse::<i64>().is_ok()), "{line}");
        assert!(pv.split(' ').all(|text| text.len() >= 4), "{line}");
        lines += 1;
    }
    assert!(lines >= 7, "{lines}");
    engine.quit().unwrap();
}

/// The last line of play reported before `bestmove` begins with that move, wherever the search is cut off.
#[test]
fn the_last_reported_line_begins_with_the_best_move() {
    let mut engine = Engine::start();
    let mut wrong = Vec::new();
    for nodes in (1..=60).map(|step| step * 1237) {
        engine.send(format!("setoption name Clear Hash\ngo nodes {nodes}\n").as_bytes()).unwrap();
        let mut last = String::new();
        loop {
            let line = engine.expect("*").unwrap();
            let first_after = |key: &str| line.split_once(key).and_then(|(_, rest)| rest.split(' ').next());
            if let Some(best) = first_after("bestmove ") {
                if last != best {
                    wrong.push(format!("go nodes {nodes}: bestmove {best} after a line with {last}"));
                }
                break;
            }
            if let Some(first) = first_after(" pv ") {
                last = first.to_owned();
            }
        }
    }
    engine.quit().unwrap();
    assert!(wrong.is_empty(), "{} of 60 searches:\n{}", wrong.len(), wrong.join("\n"));
}

/// Asserts that a move takes at most `limit`. The quickest of up to ten is decisive, because a busy machine may delay the others.
fn assert_within(limit: Duration, mut time_of_a_move: impl FnMut() -> Duration) {
    let mut times = Vec::new();
    while times.iter().all(|&time| time > limit) {
        assert!(times.len() < 10, "none within {limit:?}: {times:?}");
        times.push(time_of_a_move());
    }
}

/// After a ponder hit the engine uses the clock as it is when the opponent has moved. The clock before the engine's own
/// last move showed more time than is left here.
#[test]
fn a_ponder_hit_in_cecp_uses_the_clock_as_it_stands() {
    assert_within(Duration::from_millis(1500), || {
        let mut engine = Engine::start();
        engine.send(b"xboard\nprotover 2\nnew\nforce\nlevel 2 0:03 0\nhard\ntime 300\notim 300\ngo\n").unwrap();
        engine.expect("move *").unwrap();
        engine.send(b"hint\n").unwrap();
        let hint = engine.expect("Hint: *").unwrap();
        std::thread::sleep(Duration::from_millis(100));
        let expected = hint.trim_start_matches("Hint: ");
        let begun = Instant::now();
        engine.send(format!("time 150\notim 200\nusermove {expected}\n").as_bytes()).unwrap();
        engine.expect("move *").unwrap();
        let taken = begun.elapsed();
        engine.quit().unwrap();
        taken
    });
}

/// `st` is an upper bound.
#[test]
fn the_time_of_st_is_not_exceeded() {
    let mut engine = Engine::start();
    engine.send(b"xboard\nprotover 2\nnew\nforce\nst 0.5\n").unwrap();
    assert_within(Duration::from_millis(510), || {
        let begun = Instant::now();
        engine.send(b"go\n").unwrap();
        engine.expect("move *").unwrap();
        begun.elapsed()
    });
    engine.quit().unwrap();
}
