//! Lines of UCI.

use super::conversation::{Conversation, is_modest};
use jailbird::protocol::uci::Uci;
use std::time::Duration;

/// Any lines, with `stop` after each that may start a search: every `go` gets a `bestmove`, `isready` is answered at once,
/// and a refused line changes nothing.
pub fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut uci = Conversation::new(|session, output| Box::new(Uci::new(session, output)));
    let (mut searches, mut said) = (0, String::new());
    for line in text.lines().filter(|line| is_modest(line)).take(60) {
        let (before, was_searching) = (uci.state(), uci.is_searching());
        let answer = uci.say(line);
        let is_refused = answer.contains("info string error: ") && !answer.contains("skipped");
        if is_refused && !was_searching && !uci.is_searching() {
            assert_eq!(uci.state(), before, "{line}");
        }
        searches += usize::from(begins_search(line));
        said += &answer;
        assert!(uci.say("isready").contains("readyok\n"), "not ready after {line}");
        if uci.is_searching() {
            said += &uci.listen(Duration::from_millis(line.len() as u64 % 2));
            said += &uci.say("stop");
        }
    }
    said += &uci.quiet_down(&["stop"]);
    let answers = said.lines().filter(|line| line.starts_with("bestmove ")).count();
    assert_eq!(answers, searches, "answers and searches\n{said}");
}

/// Returns whether a line must get a `bestmove`: its first command is `go`, without `perft`.
fn begins_search(line: &str) -> bool {
    let commands = [
        "uci",
        "isready",
        "ucinewgame",
        "stop",
        "ponderhit",
        "quit",
        "register",
        "setoption",
        "position",
        "go",
        "bench",
        "debug",
        "d",
        "eval",
        "help",
    ];
    let command = line.split_whitespace().find(|word| commands.contains(word));
    command == Some("go") && !line.split_whitespace().any(|word| word == "perft")
}
