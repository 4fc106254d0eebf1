//! Searches that panic are still answered.

#![allow(clippy::unwrap_used)]

use super::{Flow, Output, Protocol, cecp::Cecp, handle, uci::Uci};
use crate::engine::session::{Input, Session};
use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Bytes that a front end writes.
#[derive(Clone, Default)]
struct Written(Rc<RefCell<Vec<u8>>>);

impl io::Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

type Start = fn(Session, Output) -> Box<dyn Protocol>;

const UCI: Start = |session, output| Box::new(Uci::new(session, output));
const CECP: Start = |session, output| Box::new(Cecp::new(session, output));

/// Sends lines to a front end whose searches panic, each after the events of the one before. Returns what it writes.
fn answers(start: Start, lines: &[&str]) -> Vec<String> {
    let (sender, inputs) = channel();
    let mut session = Session::with_hash(1, sender).unwrap();
    session.panics = true;
    let written = Written::default();
    let mut front_end = start(session, Output::new(Box::new(written.clone())));
    for line in lines {
        assert_eq!(front_end.line(line), Flow::Continue);
        handle_events(&mut *front_end, &inputs);
    }
    let text = String::from_utf8(written.0.borrow().clone()).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// Hands over the events of the searches that are running.
fn handle_events(front_end: &mut dyn Protocol, inputs: &Receiver<Input>) {
    while front_end.session().is_searching() {
        let input = inputs.recv_timeout(Duration::from_secs(20)).unwrap();
        assert_eq!(handle(front_end, input), Flow::Continue);
    }
}

const UCI_ERROR: &str = "info string error: the search thread panicked";
const CECP_ERROR: &str = "# error: the search thread panicked";

#[test]
fn a_search_that_panics_is_answered_with_a_legal_move() {
    let one_move = "position fen 7k/8/8/8/8/8/6q1/7K w - - 0 1";
    let rows: [(Start, &[&str], &[&str]); 6] = [
        (UCI, &[one_move, "go depth 3"], &[UCI_ERROR, "bestmove h1g2"]),
        (UCI, &["go movetime 5 searchmoves e2e4"], &[UCI_ERROR, "bestmove e2e4"]),
        (UCI, &["go infinite", "isready", "stop"], &[UCI_ERROR, "readyok", "bestmove a2a3"]),
        (UCI, &["go ponder wtime 50 btime 50", "ponderhit"], &[UCI_ERROR, "bestmove a2a3"]),
        (UCI, &["position fen 7k/8/8/8/8/8/5q2/7K w - - 0 1", "go"], &[UCI_ERROR]),
        (CECP, &["setboard 7k/8/8/8/8/8/6q1/7K w - - 0 1", "go"], &[CECP_ERROR, "move h1g2", "1/2-1/2 {x}"]),
    ];
    for (start, lines, expected) in rows {
        assert_eq!(answers(start, lines), expected, "{lines:?}");
    }
}

#[test]
fn the_front_end_goes_on_after_a_search_that_panicked() {
    let twice = ["go depth 1", "position startpos moves e2e4", "go depth 1"];
    let said = answers(UCI, &twice);
    assert_eq!(said.len(), 4, "{said:?}");
    let said = answers(CECP, &["force", "ping 1", "analyze", "ping 2", "exit", "go", "ping 3"]);
    assert_eq!(said.iter().filter(|line| line.starts_with("pong ")).count(), 3, "{said:?}");
    assert_eq!(said.iter().filter(|line| line.starts_with("move ")).count(), 1, "{said:?}");
}
