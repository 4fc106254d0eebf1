//! Lines of CECP.

use super::conversation::{Conversation, is_modest};
use jailbird::protocol::cecp::Cecp;
use std::time::Duration;

/// Any lines: `ping` is answered once the engine has moved, a refused line changes nothing, and a new game can always be
/// started and played.
pub fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut cecp = Conversation::new(|session, output| Box::new(Cecp::new(session, output)));
    cecp.say("sd 2");
    for line in text.lines().filter(|line| is_modest(line)).take(60) {
        let (before, was_searching) = (cecp.state(), cecp.is_searching());
        let answer = cecp.say(line);
        let is_refused = ["Error (", "Illegal move"].iter().any(|sign| answer.starts_with(sign));
        // While the engine ponders, the expected move is on its board.
        if is_refused && !was_searching && !cecp.is_searching() {
            assert_eq!(cecp.state(), before, "{line}");
        }
        if cecp.is_searching() {
            cecp.listen(Duration::from_millis(line.len() as u64 % 2));
            cecp.say("?");
        }
    }
    // `.` leaves the editor, `exit` ends analysis, `resume` ends a pause.
    let words = [".", "exit", "easy", "force", "resume"];
    cecp.quiet_down(&words);
    assert!(cecp.say("ping 77").contains("pong 77\n"), "no pong");
    cecp.say("new");
    cecp.say("sd 1");
    let mut said = cecp.say("go");
    for _ in 0..1000 {
        said += &cecp.listen(Duration::from_millis(1));
        if said.contains("move ") {
            return;
        }
    }
    panic!("no move: {said}");
}
