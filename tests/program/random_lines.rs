//! Thousands of random lines made of the protocols' words, from fixed seeds, in both protocols. The engine must not
//! panic, must keep answering, and must exit on `quit`.

use crate::dice::Dice;
use crate::process::Engine;
use std::time::{Duration, Instant};

/// The longest wait for an answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// The number of lines sent to each process, and of lines between two checks that it answers.
const LINES: usize = 4000;
const BETWEEN: usize = 25;

const UCI_WORDS: [&str; 38] = [
    "uci",
    "debug",
    "on",
    "off",
    "isready",
    "setoption",
    "name",
    "value",
    "register",
    "later",
    "code",
    "ucinewgame",
    "position",
    "startpos",
    "fen",
    "moves",
    "go",
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "stop",
    "ponderhit",
    "d",
    "eval",
    "perft",
    "true",
    "false",
    "<empty>",
    "xboard",
];

const CECP_WORDS: [&str; 62] = [
    "xboard",
    "protover",
    "accepted",
    "rejected",
    "new",
    "variant",
    "normal",
    "fischerandom",
    "random",
    "force",
    "go",
    "playother",
    "white",
    "black",
    "level",
    "st",
    "sd",
    "nps",
    "time",
    "otim",
    "usermove",
    "?",
    "draw",
    "result",
    "1-0",
    "1/2-1/2",
    "*",
    "{x}",
    "setboard",
    "edit",
    "#",
    "c",
    ".",
    "hint",
    "bk",
    "undo",
    "remove",
    "hard",
    "easy",
    "post",
    "nopost",
    "analyze",
    "exit",
    "name",
    "rating",
    "ics",
    "computer",
    "pause",
    "resume",
    "option",
    "exclude",
    "include",
    "all",
    "lift",
    "put",
    "hover",
    "setscore",
    "ping",
    "egtpath",
    "done",
    "O-O",
    "@@@@",
];

const OPTIONS: [&str; 9] = [
    "Hash",
    "Clear Hash",
    "Threads",
    "MultiPV",
    "Ponder",
    "Move Overhead",
    "UCI_Variant",
    "UCI_Chess960",
    "UCI_ShowWDL",
];

const NUMBERS: [&str; 20] = [
    "0",
    "1",
    "2",
    "3",
    "5",
    "17",
    "40",
    "100",
    "255",
    "256",
    "65535",
    "65536",
    "4294967296",
    "-1",
    "-0",
    "99999999999999999999",
    "0.1",
    "1e9",
    "0:30",
    "2:30",
];

const MOVES: [&str; 24] = [
    "e2e4",
    "e7e5",
    "d2d4",
    "d7d5",
    "g1f3",
    "b8c6",
    "f1b5",
    "g8f6",
    "e1g1",
    "f8e7",
    "e1h1",
    "e8g8",
    "a2a3",
    "a7a6",
    "h2h4",
    "a7a8q",
    "P@e4",
    "0000",
    "(none)",
    "e2e5",
    "a10b10",
    "i9i10",
    "e2e4,e4e5",
    "e1e1",
];

const FENS: [&str; 10] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
    "7k/8/8/8/8/8/8/K5R1 b - - 99 90",
    "R5k1/5ppp/8/8/8/8/8/4K3 b - - 1 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "8/8/4k3/8/8/4K3/8/8 w - - 0 1",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
    "8/P6k/8/8/8/8/p6K/8 w - - 0 1",
];

/// A FEN with up to three characters changed, removed or inserted.
fn damaged_fen(dice: &mut Dice) -> String {
    let mut text: Vec<char> = dice.pick(&FENS).chars().collect();
    for _ in 0..dice.roll(7).saturating_sub(3) {
        let at = dice.roll(text.len());
        let letters: Vec<char> = "pnbrqkPNBRQK12345678/ -wbx*[]~@ah0é".chars().collect();
        match dice.roll(3) {
            0 => text[at] = letters[dice.roll(letters.len())],
            1 if text.len() > 1 => drop(text.remove(at)),
            _ => text.insert(at, letters[dice.roll(letters.len())]),
        }
    }
    text.into_iter().collect()
}

fn square(dice: &mut Dice) -> String {
    format!("{}{}", (b'a' + dice.roll(9) as u8) as char, 1 + dice.roll(9))
}

fn a_move(dice: &mut Dice) -> String {
    match dice.roll(3) {
        0 => format!("{}{}", square(dice), square(dice)),
        _ => dice.pick(&MOVES).to_owned(),
    }
}

fn some_moves(dice: &mut Dice) -> String {
    let count = dice.roll(8);
    (0..count).map(|_| a_move(dice)).collect::<Vec<_>>().join(" ")
}

fn random_bytes(dice: &mut Dice) -> Vec<u8> {
    let length = dice.roll(40);
    (0..length).map(|_| dice.roll(256) as u8).filter(|&byte| byte != b'\n').collect()
}

/// A line of random words, numbers, moves, squares, FENs and bytes.
fn random_words(dice: &mut Dice, words: &[&str]) -> Vec<u8> {
    let mut line = Vec::new();
    for _ in 0..1 + dice.roll(8) {
        let word = match dice.roll(12) {
            0..=5 => dice.pick(words).to_owned(),
            6..=7 => dice.pick(&NUMBERS).to_owned(),
            8 => a_move(dice),
            9 => square(dice),
            10 => damaged_fen(dice),
            _ => {
                line.extend(random_bytes(dice));
                continue;
            }
        };
        line.extend(word.bytes());
        line.extend(dice.pick(&[" ", " ", " ", "  ", "\t"]).bytes());
    }
    line
}

fn uci_line(dice: &mut Dice) -> Vec<u8> {
    let text = match dice.roll(8) {
        0 => format!("position fen {} moves {}", damaged_fen(dice), some_moves(dice)),
        1 => format!("position startpos moves {}", some_moves(dice)),
        2 => format!("setoption name {} value {}", dice.pick(&OPTIONS), dice.pick(&NUMBERS)),
        3 => {
            let mut text = String::from("go");
            for _ in 0..dice.roll(5) {
                text += &format!(" {} {}", dice.pick(&UCI_WORDS[17..29]), dice.pick(&NUMBERS));
            }
            text
        }
        4 => return random_bytes(dice),
        _ => return random_words(dice, &UCI_WORDS),
    };
    text.into_bytes()
}

fn cecp_line(dice: &mut Dice) -> Vec<u8> {
    let text = match dice.roll(10) {
        0 => format!("setboard {}", damaged_fen(dice)),
        1..=2 => format!("usermove {}", a_move(dice)),
        3 => format!("level {} {} {}", dice.pick(&NUMBERS), dice.pick(&NUMBERS), dice.pick(&NUMBERS)),
        4 => format!("{} {}", dice.pick(&["st", "sd", "time", "otim", "ping", "nps"]), dice.pick(&NUMBERS)),
        5 => format!("option {}={}", dice.pick(&OPTIONS), dice.pick(&NUMBERS)),
        6 => dice
            .pick(&["go", "go", "go", "analyze", "exit", "hint", "undo", "remove", ".", "?", "force", "new"])
            .to_owned(),
        7 => return random_bytes(dice),
        _ => return random_words(dice, &CECP_WORDS),
    };
    text.into_bytes()
}

/// Shortens the numbers in lines about tables and threads to one digit. `resources.rs` tests large values.
fn limit_resources(mut line: Vec<u8>) -> Vec<u8> {
    let text = String::from_utf8_lossy(&line).to_ascii_lowercase();
    if ["hash", "threads", "memory", "cores"].iter().any(|word| text.contains(word)) {
        let mut last = b' ';
        line.retain(|&byte| {
            let keep = !(byte.is_ascii_digit() && last.is_ascii_digit());
            last = byte;
            keep
        });
    }
    line
}

/// Returns whether a line that begins with `wanted` arrives. Sends `stop` while waiting, because an unlimited search
/// may have started after the last one ended.
fn answers(engine: &mut Engine, wanted: &str, stop: &str) -> bool {
    let deadline = Instant::now() + PATIENCE;
    while Instant::now() < deadline {
        match engine.hear(Instant::now() + Duration::from_millis(100)) {
            Ok(Some(line)) if line.starts_with(wanted) => return true,
            Ok(Some(_)) => {}
            Ok(None) => drop(engine.send(stop)),
            Err(_) => return false,
        }
    }
    false
}

/// Sends `quit` and waits for the process to exit.
fn quit(engine: &mut Engine) -> Result<(), String> {
    let _ = engine.send("quit");
    engine.exit(PATIENCE, drop)
}

/// The commands of one protocol that this test needs.
struct Dialect {
    hello: &'static str,
    line: fn(&mut Dice) -> Vec<u8>,
    /// Sent after every line, so that no unlimited search delays what follows.
    stop: &'static str,
    /// A command that must be answered in any state, and its answer.
    check: (&'static str, &'static str),
    /// A command to play a move, and the beginning of its answer.
    play: (&'static str, &'static str),
}

/// Sends random lines to one process and checks regularly that it answers and plays.
fn send_random_lines(seed: u64, dialect: &Dialect) {
    let Dialect { hello, line, stop, check: (check, sign), play: (play, played) } = *dialect;
    let mut dice = Dice(seed);
    let mut engine = Engine::start();
    let mut sent: Vec<String> = Vec::new();
    let fail = |engine: &mut Engine, sent: &[String], problem: &str| -> ! {
        let errors = quit(engine).err().unwrap_or_default();
        let last = sent[sent.len().saturating_sub(2 * BETWEEN)..].join("\n");
        panic!("{problem} after {} lines of seed {seed}; {errors}\nthe last lines:\n{last}", sent.len());
    };
    let _ = engine.send(hello);
    for round in 0..LINES / BETWEEN {
        for _ in 0..BETWEEN {
            let line = limit_resources(line(&mut dice));
            sent.push(line.escape_ascii().to_string());
            let alive = engine.write(&[&line[..], b"\n"].concat()).and_then(|()| engine.send(stop)).is_ok();
            if dice.roll(6) == 0 || line == b"go" {
                // Gives the engine time to answer; the other lines arrive while it is busy.
                std::thread::sleep(Duration::from_millis(2));
            }
            if !alive {
                fail(&mut engine, &sent, "the engine is gone");
            }
        }
        let _ = engine.send(&check.replace('N', &round.to_string()));
        if !answers(&mut engine, &sign.replace('N', &round.to_string()), stop) {
            fail(&mut engine, &sent, "no answer");
        }
        let _ = engine.send(play);
        if !answers(&mut engine, played, stop) {
            fail(&mut engine, &sent, "no move");
        }
    }
    if let Err(problem) = quit(&mut engine) {
        panic!("{problem} after {LINES} lines of seed {seed}");
    }
}

#[test]
fn uci_survives_random_lines() {
    let uci = Dialect {
        hello: "uci",
        line: uci_line,
        stop: "stop",
        check: ("isready", "readyok"),
        play: ("position startpos\ngo depth 1", "bestmove "),
    };
    for seed in [0x1234_5678_9ABC_DEF1, 77] {
        send_random_lines(seed, &uci);
    }
}

#[test]
fn cecp_survives_random_lines() {
    let cecp = Dialect {
        hello: "xboard\nprotover 2",
        line: cecp_line,
        stop: "?",
        // `.`, `exit` and `resume` leave the states that ignore other commands; `force` ends a search.
        check: (".\nexit\nforce\nresume\nping 1000N", "pong 1000N"),
        play: ("new\nsd 1\ngo", "move "),
    };
    for seed in [0xFEDC_BA98_7654_3211, 99] {
        send_random_lines(seed, &cecp);
    }
}
