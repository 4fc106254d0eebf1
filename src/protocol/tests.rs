//! What the front ends answer when a search panics.

use super::cecp::Cecp;
use super::uci::Uci;
use super::{Output, Protocol, handle};
use crate::engine::session::{Input, Session};
use crate::search::Fault;
use std::io::Write;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What a front end has written.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Sends lines to a front end whose search threads panic, until a line that begins with `last` is answered.
fn answers(front_end: fn(Session, Output) -> Box<dyn Protocol>, lines: &[&str], last: &str) -> Vec<String> {
    let (sender, inbox) = channel();
    let session = Session::new(sender).unwrap();
    session.shared_state().set_fault(Fault { thread: None, nodes: Some(200) });
    let written = Written::default();
    let mut protocol = front_end(session, Output::new(Box::new(written.clone())));
    for &line in lines {
        handle(&mut *protocol, Input::Line(line.into()));
    }
    loop {
        let text = String::from_utf8(written.0.lock().unwrap().clone()).unwrap();
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        if lines.iter().any(|line| line.starts_with(last)) {
            return lines;
        }
        handle(&mut *protocol, inbox.recv_timeout(Duration::from_secs(60)).expect("there is no answer"));
    }
}

#[test]
fn uci_answers_a_panic_with_an_info_string_and_a_legal_move() {
    let lines = answers(
        |session, output| Box::new(Uci::new(session, output)),
        &["position startpos", "go depth 9"],
        "bestmove",
    );
    assert!(lines.iter().any(|line| line.starts_with("info string error: search thread 0 panicked: ")), "{lines:?}");
    let best = lines.last().and_then(|line| line.split_whitespace().nth(1)).unwrap();
    let game = crate::variants::VARIANTS[0].new_game();
    assert!(game.legal_moves(crate::position::Notation::Standard).iter().any(|text| text == best), "{lines:?}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove")).count(), 1);
}

#[test]
fn cecp_answers_a_panic_with_a_comment_and_a_move() {
    let lines =
        answers(|session, output| Box::new(Cecp::new(session, output)), &["xboard", "new", "sd 9", "go"], "move ");
    assert!(lines.iter().any(|line| line.starts_with("# error: search thread 0 panicked: ")), "{lines:?}");
}
