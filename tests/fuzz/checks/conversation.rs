//! A front end without a GUI: takes lines and collects what it writes.

use jailbird::engine::{Searcher, Session};
use jailbird::protocol::{Flow, Output, Protocol};
use jailbird::search::Event;
use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// The longest wait for an answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// The bytes that a front end writes.
#[derive(Clone, Default)]
struct Ear(Rc<RefCell<Vec<u8>>>);

impl Write for Ear {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A front end and the state of the dialogue.
pub struct Conversation {
    front_end: Box<dyn Protocol>,
    events: Receiver<(u64, Result<Event, String>)>,
    ear: Ear,
    heard: usize,
}

impl Conversation {
    /// Starts with a new engine.
    pub fn new(front_end: impl FnOnce(Session, Output) -> Box<dyn Protocol>) -> Conversation {
        let (sender, events) = channel();
        let searcher = Searcher::new(1, 1).expect("an engine");
        let session = Session::new(searcher, move |number, event| drop(sender.send((number, event))));
        let ear = Ear::default();
        let front_end = front_end(session, Output::new(Box::new(ear.clone())));
        Conversation { front_end, events, ear, heard: 0 }
    }

    /// Sends a line; returns what is answered at once.
    pub fn say(&mut self, line: &str) -> String {
        assert_eq!(self.front_end.line(line.trim()), Flow::Continue, "left after {line}");
        self.news()
    }

    /// Passes on the events of searches until none comes for `patience`; returns what the front end writes.
    pub fn listen(&mut self, patience: Duration) -> String {
        while let Ok((number, Ok(event))) = self.events.recv_timeout(patience) {
            assert_eq!(self.front_end.search_event(number, event), Flow::Continue);
        }
        self.news()
    }

    /// Repeats `words`, which end searches, until none is running; returns what the front end writes.
    pub fn quiet_down(&mut self, words: &[&str]) -> String {
        let deadline = Instant::now() + PATIENCE;
        let mut said = String::new();
        loop {
            // When a search ends, a waiting one may start.
            let was_quiet = !self.is_searching();
            for word in words {
                said += &self.say(word);
            }
            said += &self.listen(Duration::from_millis(1));
            if was_quiet && !self.is_searching() {
                return said;
            }
            assert!(Instant::now() < deadline, "a search that does not end");
        }
    }

    /// The state that lines can change, apart from searches.
    pub fn state(&self) -> String {
        let session = self.front_end.session();
        let game = session.game();
        format!(
            "{} {} {:?} {:?} hash {} threads {}",
            game.variant().name,
            game.fen(),
            game.played(),
            &session.settings,
            session.searcher().hash(),
            session.searcher().threads()
        )
    }

    /// Returns whether a search is running.
    pub fn is_searching(&self) -> bool {
        self.front_end.session().is_searching()
    }

    fn news(&mut self) -> String {
        let said = self.ear.0.borrow();
        let news = String::from_utf8(said[self.heard..].to_vec()).expect("text");
        self.heard = said.len();
        news
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        self.front_end.close();
    }
}

/// Lines that are left out: they end the dialogue, or ask for more memory and threads than a small machine has (other
/// tests cover large values).
pub fn is_modest(line: &str) -> bool {
    let text = line.to_ascii_lowercase();
    let words = |list: &[&str]| list.iter().any(|word| text.contains(word));
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let is_greedy = words(&["hash", "threads", "memory", "cores"]) && digits > 1;
    !is_greedy && !words(&["quit"])
}
