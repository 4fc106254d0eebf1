//! An engine that plays chess badly and behaves worse. The test program itself is the engine: so it is always there, and
//! needs nothing but Rust. Started as one (see [`words`]) it runs this one "test" and speaks UCI; the harness's own lines
//! are rubbish that a GUI has to bear with.

use jailbird::game::Game;
use jailbird::position::Notation;
use jailbird::variants::VARIANTS;
use std::io::{BufRead, Write};
use std::process::exit;
use std::time::Duration;

/// What it does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Conduct {
    /// Nothing wrong.
    Good,
    /// Dies without a word.
    Dies,
    /// Never answers `isready`.
    Deaf,
    /// Calls rubbish its best move.
    Rubbish,
    /// Plays a move of the opponent's pieces.
    Illegal,
    /// Answers after its time.
    Late,
    /// Never stops talking once it should move, and does not move.
    Floods,
    /// One line without an end.
    Endless,
    /// Goes on after `quit` and after its input has ended.
    Stays,
}

const CONDUCTS: [(&str, Conduct); 9] = [
    ("good", Conduct::Good),
    ("dies", Conduct::Dies),
    ("deaf", Conduct::Deaf),
    ("rubbish", Conduct::Rubbish),
    ("illegal", Conduct::Illegal),
    ("late", Conduct::Late),
    ("floods", Conduct::Floods),
    ("endless", Conduct::Endless),
    ("stays", Conduct::Stays),
];

/// Set where the program is to be an engine.
pub const MARK: &str = "JAILBIRD_TEST_ENGINE";

/// The words for `--engine` that start an engine of this conduct; `token` tells its process from all others.
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

/// The conduct is among the arguments, which the harness takes for names of tests that there are not.
fn serve() {
    let told = |(name, _): &&(&str, Conduct)| std::env::args().any(|argument| argument == *name);
    let conduct = CONDUCTS.iter().find(told).map_or(Conduct::Good, |&(_, conduct)| conduct);
    let mut game = VARIANTS[0].new_game();
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        match line.split_whitespace().next() {
            Some("uci") => say("id name Misbehaving\nuciok"),
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

/// Whoever does not listen any more ends it.
fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    if writeln!(out, "{text}").and_then(|()| out.flush()).is_err() {
        exit(0);
    }
}

/// Games of these tests begin from the start.
fn position(line: &str) -> Box<dyn Game> {
    let mut game = VARIANTS[0].new_game();
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
    }
}

fn flood_one_line() {
    let mut out = std::io::stdout().lock();
    while out.write_all(&[b'x'; 4096]).is_ok() {}
    exit(0);
}
