//! A UCI engine that misbehaves in a chosen way. The test program itself is the engine, so no other program is needed:
//! started with the arguments of [`words`] it runs only the "test" [`engine`], which speaks UCI. The lines of the test
//! harness come before it; a match runner has to ignore them.

use jailbird::game::Game;
use jailbird::position::Notation;
use jailbird::variants;
use std::io::{BufRead, Write};
use std::process::exit;
#[cfg(unix)]
use std::process::{Command, Stdio};
use std::time::Duration;

/// How the engine misbehaves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Conduct {
    /// It does not.
    Good,
    /// Exits instead of moving.
    Dies,
    /// Never answers `isready`.
    Deaf,
    /// Sends a best move that is no move.
    Rubbish,
    /// Sends an illegal move.
    Illegal,
    /// Moves after its time.
    Late,
    /// Sends `info` lines without end instead of moving.
    Floods,
    /// Sends a line without end instead of moving.
    Endless,
    /// Ignores `quit` and the end of its input.
    Stays,
    /// Exits instead of moving; 200 ms later SIGTERM ends the match.
    Precedes,
}

const CONDUCTS: [(&str, Conduct); 10] = [
    ("good", Conduct::Good),
    ("dies", Conduct::Dies),
    ("deaf", Conduct::Deaf),
    ("rubbish", Conduct::Rubbish),
    ("illegal", Conduct::Illegal),
    ("late", Conduct::Late),
    ("floods", Conduct::Floods),
    ("endless", Conduct::Endless),
    ("stays", Conduct::Stays),
    ("precedes", Conduct::Precedes),
];

/// The environment variable that makes this program an engine.
pub const MARK: &str = "JAILBIRD_TEST_ENGINE";

/// The words for `--engine` that start an engine of this conduct. `token` becomes an argument that identifies its
/// process.
pub fn words(conduct: &str, token: &str) -> String {
    let program = std::env::current_exe().unwrap();
    let arguments = ["matches::misbehaving_engine::engine", "--exact", "--nocapture", conduct, token]
        .map(|word| format!("arg={word}"));
    format!("cmd={} {}", program.display(), arguments.join(" "))
}

#[test]
fn engine() {
    if std::env::var_os(MARK).is_some() {
        serve();
    }
}

/// Speaks UCI. The conduct is one of the arguments; the test harness takes it for the name of a test.
fn serve() {
    let told = |(name, _): &&(&str, Conduct)| std::env::args().any(|argument| argument == *name);
    let conduct = CONDUCTS.iter().find(told).map_or(Conduct::Good, |&(_, conduct)| conduct);
    let mut game = variants::default().new_game();
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        match line.split_whitespace().next() {
            Some("uci") => {
                say("id name Misbehaving\noption name UCI_Variant type combo var chess var penaltybox-dual\nuciok")
            }
            Some("isready") if conduct != Conduct::Deaf => say("readyok"),
            Some("position") => game = position(&line),
            Some("go") => go(&*game, conduct),
            Some("quit") if conduct != Conduct::Stays => return,
            _ => {}
        }
    }
    if conduct == Conduct::Stays {
        loop {
            std::thread::sleep(Duration::from_secs(1));
        }
    }
}

/// Prints a line; exits if the output is closed.
fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    if writeln!(out, "{text}").and_then(|()| out.flush()).is_err() {
        exit(0);
    }
}

/// Reads `position startpos moves ...` or `position fen FEN moves ...`.
fn position(line: &str) -> Box<dyn Game> {
    let fen = line.strip_prefix("position fen ").map(|rest| rest.split(" moves ").next().unwrap_or(rest));
    let variant = variants::default();
    let mut game = variant.game(fen.unwrap_or(variant.start)).expect("the match sends legal positions");
    for text in line.split_whitespace().skip_while(|&word| word != "moves").skip(1) {
        let _ = game.play(text);
    }
    game
}

fn go(game: &dyn Game, conduct: Conduct) {
    say("rubbish \u{fffd} that means nothing\ninfo depth 1 score cp -10");
    let moves = game.legal_moves(Notation::Standard);
    let best = || say(&format!("bestmove {}", moves[moves.len() / 2]));
    if game.played().len() < 4 {
        return best();
    }
    match conduct {
        Conduct::Good | Conduct::Deaf | Conduct::Stays => best(),
        Conduct::Dies => exit(3),
        Conduct::Rubbish => say("bestmove \u{1} }{ [\"; \u{fffd}"),
        Conduct::Illegal => say("bestmove a1a1"),
        Conduct::Late => {
            std::thread::sleep(Duration::from_millis(1500));
            best();
        }
        Conduct::Floods => loop {
            say("info string no end of it");
        },
        Conduct::Endless => flood_one_line(),
        Conduct::Precedes => end_match_later(),
    }
}

fn flood_one_line() {
    let mut out = std::io::stdout().lock();
    while out.write_all(&[b'x'; 4096]).is_ok() {}
    exit(0);
}

/// Exits, and has the match ended by a signal 200 ms later.
fn end_match_later() {
    #[cfg(unix)]
    {
        let runner = std::os::unix::process::parent_id();
        let command = format!("(sleep 0.2; kill -TERM {runner}) &");
        let status = Command::new("sh").args(["-c", &command]).stdout(Stdio::null()).stderr(Stdio::null()).status();
        assert!(status.expect("sh starts").success());
    }
    exit(3);
}
