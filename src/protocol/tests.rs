//! What the front ends answer when a search panics, and what a `position` line means after another one.

use super::Input;
use super::cecp::Cecp;
use super::uci::Uci;
use super::{Flow, Output, Protocol, handle};
use crate::engine::{Searcher, Session};
use crate::search::Fault;
use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Bytes that a front end has written.
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

/// Makes every search panic as a whole, outside the guard of the search.
fn break_jobs(session: &mut Session) {
    session.panics = true;
}

/// Makes all search threads panic inside the guard of the search.
fn break_search_threads(session: &mut Session) {
    *session.searcher().shared_state().fault.lock().unwrap() = Fault { thread: None, nodes: Some(200) };
}

/// Sends lines to a front end, each after the events of the search before. Returns the lines that it writes.
fn answers(start: Start, prepare: fn(&mut Session), lines: &[&str]) -> Vec<String> {
    let (sender, inputs) = channel();
    let receive = move |number, event| drop(sender.send(Input::Search(number, event)));
    let mut session = Session::new(Searcher::new(1, 1).unwrap(), receive);
    prepare(&mut session);
    let written = Written::default();
    let mut front_end = start(session, Output::new(Box::new(written.clone())));
    for &line in lines {
        assert_eq!(handle(&mut *front_end, Input::Line(line.into())), Flow::Continue);
        handle_events(&mut *front_end, &inputs);
    }
    let text = String::from_utf8(written.0.borrow().clone()).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// Hands over the events of searches until none is running.
fn handle_events(front_end: &mut dyn Protocol, inputs: &Receiver<Input>) {
    while front_end.session().is_searching() {
        let input = inputs.recv_timeout(Duration::from_secs(60)).expect("there is no answer");
        assert_eq!(handle(front_end, input), Flow::Continue);
    }
}

const UCI_ERROR: &str = "info string error: the search thread panicked";
const CECP_ERROR: &str = "tellusererror the search thread panicked";

#[test]
fn a_job_that_panics_is_answered_with_a_legal_move() {
    let check = "8/8/8/8/8/7k/6q1/7K w - - 0 1";
    let one_move = "7k/8/8/8/8/8/6q1/7K w - - 0 1";
    let rows: [(Start, &[&str], &[&str]); 6] = [
        (UCI, &[&format!("position fen {one_move}"), "go depth 3"], &[UCI_ERROR, "bestmove h1g2"]),
        (UCI, &["go movetime 5 searchmoves e2e4"], &[UCI_ERROR, "bestmove e2e4"]),
        (UCI, &["go infinite", "isready", "stop"], &[UCI_ERROR, "readyok", "bestmove b1c3"]),
        (UCI, &["go ponder wtime 50 btime 50", "ponderhit"], &[UCI_ERROR, "bestmove b1c3"]),
        (UCI, &[&format!("position fen {check}"), "go depth 1"], &[UCI_ERROR, "bestmove (none)"]),
        (
            CECP,
            &[&format!("setboard {one_move}"), "go"],
            &[CECP_ERROR, "move h1g2", "1/2-1/2 {Draw by insufficient mating material}"],
        ),
    ];
    for (start, lines, expected) in rows {
        assert_eq!(answers(start, break_jobs, lines), expected, "{lines:?}");
    }
}

#[test]
fn front_ends_continue_after_a_job_that_panicked() {
    let said = answers(UCI, break_jobs, &["go depth 1", "position startpos moves e2e4", "go depth 1"]);
    assert_eq!(said.len(), 4, "{said:?}");
    let said = answers(CECP, break_jobs, &["force", "ping 1", "analyze", "ping 2", "exit", "go", "ping 3"]);
    assert_eq!(said.iter().filter(|line| line.starts_with("pong ")).count(), 3, "{said:?}");
    assert_eq!(said.iter().filter(|line| line.starts_with("move ")).count(), 1, "{said:?}");
}

#[test]
fn uci_answers_a_panic_with_an_info_string_and_a_legal_move() {
    let lines = answers(UCI, break_search_threads, &["position startpos", "go depth 9"]);
    assert!(lines.iter().any(|line| line.starts_with("info string error: search thread 0 panicked: ")), "{lines:?}");
    let best = lines.last().and_then(|line| line.split_whitespace().nth(1)).unwrap();
    let game = crate::variants::default().new_game();
    assert!(game.legal_moves(crate::position::Notation::Standard).iter().any(|text| text == best), "{lines:?}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove")).count(), 1);
}

#[test]
fn cecp_answers_a_panic_with_an_error_for_the_user_and_a_move() {
    let lines = answers(CECP, break_search_threads, &["xboard", "new", "sd 9", "go"]);
    assert!(lines.iter().any(|line| line.starts_with("tellusererror search thread 0 panicked: ")), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("move ")), "{lines:?}");
}

/// GUIs send the whole game for every move. What was sent before must not change what a line means.
#[test]
fn a_position_line_means_the_same_after_any_other() {
    let lines = [
        "position startpos",
        "position startpos moves",
        "position startpos moves e2e4",
        "position startpos moves e2e4 e7e5",
        "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5",
        "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a5x",
        "position startpos moves e2e4 e7e5 moves g1f3",
        "position startpos moves e2e4 e7e",
        "position startpos movesx e2e4",
        "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4",
        "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8e7  e4e5 ",
    ];
    let chess = "setoption name UCI_Variant value chess";
    let after = |lines: &[&str]| answers(UCI, |_| (), &[&[chess], lines, &["d"]].concat());
    let board = |said: &[String]| said.iter().skip_while(|line| !line.starts_with("Fen")).cloned().collect::<Vec<_>>();
    let errors =
        |said: &[String]| said.iter().filter(|line| line.contains("info string error")).cloned().collect::<Vec<_>>();
    for first in lines {
        for second in lines {
            let (once, twice, before) = (after(&[second]), after(&[first, second]), after(&[first]));
            let mut expected = errors(&before);
            expected.extend(errors(&once));
            assert_eq!(errors(&twice), expected, "{first}, then {second}");
            let expected = if errors(&once).is_empty() { &once } else { &before };
            assert_eq!(board(&twice), board(expected), "{first}, then {second}");
        }
    }
    // The same line in another game is read anew.
    let (line, zigzag) = ("position startpos moves b2b3", "setoption name UCI_Variant value zigzagmadness");
    let (said, alone) =
        (answers(UCI, |_| (), &[chess, line, zigzag, line, "d"]), answers(UCI, |_| (), &[zigzag, line, "d"]));
    assert_eq!((board(&said), errors(&said)), (board(&alone), vec![]));
    assert!(board(&said)[0].contains(" b "), "{said:?}");
}
