//! Thousands of lines of nonsense that looks like sense, from a fixed seed, to both front ends: no panic, no
//! silence, and an end when it is asked for.

use crate::dice::Dice;
use crate::process::Engine;
use std::time::{Duration, Instant};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Lines sent to each process, and after how many an answer is asked for.
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

/// A FEN with some of its letters changed, dropped or doubled.
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

fn garbage(dice: &mut Dice) -> Vec<u8> {
    let length = dice.roll(40);
    (0..length).map(|_| dice.roll(256) as u8).filter(|&byte| byte != b'\n').collect()
}

/// Words of all kinds, in any order.
fn soup(dice: &mut Dice, words: &[&str]) -> Vec<u8> {
    let mut line = Vec::new();
    for _ in 0..1 + dice.roll(8) {
        let word = match dice.roll(12) {
            0..=5 => dice.pick(words).to_owned(),
            6..=7 => dice.pick(&NUMBERS).to_owned(),
            8 => a_move(dice),
            9 => square(dice),
            10 => damaged_fen(dice),
            _ => {
                line.extend(garbage(dice));
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
        4 => return garbage(dice),
        _ => return soup(dice, &UCI_WORDS),
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
        7 => return garbage(dice),
        _ => return soup(dice, &CECP_WORDS),
    };
    text.into_bytes()
}

/// Asks for tables and threads that a small machine has: how much is too much is for others to test.
fn keep_modest(mut line: Vec<u8>) -> Vec<u8> {
    let text = String::from_utf8_lossy(&line).to_ascii_lowercase();
    if ["hash", "threads", "memory", "cores"].iter().any(|word| text.contains(word)) {
        // At most one digit in a row.
        let mut last = b' ';
        line.retain(|&byte| {
            let keep = !(byte.is_ascii_digit() && last.is_ascii_digit());
            last = byte;
            keep
        });
    }
    line
}

/// Whether a line comes that begins with `wanted`. While it does not, `stop` is said: a search without end may have
/// begun only when the one before it was over.
fn hears(engine: &mut Engine, wanted: &str, stop: &str) -> bool {
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

/// Says `quit` and waits; what went wrong, if anything.
fn quit(engine: &mut Engine) -> Result<(), String> {
    let _ = engine.send("quit");
    engine.exit(PATIENCE, drop)
}

/// A protocol, as far as it is needed here.
struct Dialect {
    hello: &'static str,
    line: fn(&mut Dice) -> Vec<u8>,
    /// Said after every line, so that no search without end keeps what follows waiting.
    stop: &'static str,
    /// Said every now and then, and the sign of life that it asks for.
    calm: (&'static str, &'static str),
    /// Said after that, and the beginning of the answer: whatever was sent, it still plays.
    play: (&'static str, &'static str),
}

/// Sends random lines.
fn torment(seed: u64, dialect: &Dialect) {
    let Dialect { hello, line, stop, calm: (calm, sign), play: (play, played) } = *dialect;
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
            let line = keep_modest(line(&mut dice));
            sent.push(line.escape_ascii().to_string());
            let alive = engine.write(&[&line[..], b"\n"].concat()).and_then(|()| engine.send(stop)).is_ok();
            if dice.roll(6) == 0 || line == b"go" {
                // Time to answer; otherwise the next line comes in the middle of it.
                std::thread::sleep(Duration::from_millis(2));
            }
            if !alive {
                fail(&mut engine, &sent, "gone");
            }
        }
        let _ = engine.send(&calm.replace('N', &round.to_string()));
        if !hears(&mut engine, &sign.replace('N', &round.to_string()), stop) {
            fail(&mut engine, &sent, "silent");
        }
        let _ = engine.send(play);
        if !hears(&mut engine, played, stop) {
            fail(&mut engine, &sent, "plays no more");
        }
    }
    // Whatever was sent, the engine still plays.
    if let Err(problem) = quit(&mut engine) {
        panic!("{problem} after {LINES} lines of seed {seed}");
    }
}

#[test]
fn uci_survives_nonsense() {
    let uci = Dialect {
        hello: "uci",
        line: uci_line,
        stop: "stop",
        calm: ("isready", "readyok"),
        play: ("position startpos\ngo depth 1", "bestmove "),
    };
    for seed in [0x1234_5678_9ABC_DEF1, 77] {
        torment(seed, &uci);
    }
}

#[test]
fn cecp_survives_nonsense() {
    let cecp = Dialect {
        hello: "xboard\nprotover 2",
        line: cecp_line,
        stop: "?",
        // `.`, `exit` and `resume` leave the states that swallow other commands, `force` ends a search.
        calm: (".\nexit\nforce\nresume\nping 1000N", "pong 1000N"),
        play: ("new\nsd 1\ngo", "move "),
    };
    for seed in [0xFEDC_BA98_7654_3211, 99] {
        torment(seed, &cecp);
    }
}
