//! The front ends: they turn lines from the GUI into calls of a [`Session`], and search events into lines for the GUI.
//!
//! ```text
//! mod.rs           the channel, the main loop, the contract of a front end
//! uci/             the Universal Chess Interface
//! cecp/            the Chess Engine Communication Protocol of XBoard and WinBoard
//! xboard/          what XBoard is told about games and moves that it does not know
//! board/           the board in the browser: JSON over HTTP
//! options.rs       the table of options: names, kinds, defaults, bounds, setters
//! ```
//!
//! A front end plays in its session's game; UCI's keeps beside it the line that it was told last, so that the next one is soon read. One thread reads standard input and another one searches; both send to
//! one channel, which [`serve`] reads. Commands such as `stop` and `ping` are therefore answered at once, output needs
//! no lock, and commands and search events have one order.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[cfg(feature = "board")]
pub mod board;
pub mod cecp;
pub mod options;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]
mod tests;
pub mod uci;
pub mod xboard;

use crate::engine::{Searcher, Session};
use crate::input::read_lines;
use crate::search::Event;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender, channel};

/// The longest line in bytes; of longer lines only the beginning is read.
const LONGEST_LINE: u64 = 8 << 20;

/// What the main loop receives.
#[derive(Debug)]
pub enum Input {
    /// A line from the GUI.
    Line(String),
    /// The end of the GUI's input.
    End,
    /// An event of the search with this number, or why it ended without its last one.
    Search(u64, Result<Event, String>),
}

/// Whether a front end goes on reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Go on.
    Continue,
    /// Leave the main loop.
    Quit,
}

/// A front end.
pub trait Protocol {
    /// Carries out a line from the GUI.
    fn line(&mut self, line: &str) -> Flow;
    /// Reports an event of the search with this number.
    fn search_event(&mut self, number: u64, event: Event) -> Flow;
    /// Answers for the search with this number, which ended without its last event.
    fn search_failed(&mut self, number: u64, problem: &str) -> Flow;
    /// Reacts to the end of the GUI's input. A search that ends by itself may still be finished.
    fn end_of_input(&mut self) -> Flow;
    /// Stops the running search before the program ends.
    fn close(&mut self) {}
    /// The session.
    fn session(&self) -> &Session;
    /// Where the lines are written.
    fn output(&mut self) -> &mut Output;
}

/// Where a front end writes its lines. After the first error nothing more is written.
pub struct Output {
    to: Box<dyn Write>,
    error: Option<io::Error>,
}

impl Output {
    /// Creates an output that writes to `to`.
    pub fn new(to: Box<dyn Write>) -> Output {
        Output { to, error: None }
    }

    /// Writes a line and flushes it.
    pub fn line(&mut self, text: impl std::fmt::Display) {
        if self.error.is_none() {
            self.error = writeln!(self.to, "{text}").and_then(|()| self.to.flush()).err();
        }
    }

    /// [`Flow::Quit`] if writing has failed.
    fn flow(&self) -> Flow {
        if self.error.is_some() { Flow::Quit } else { Flow::Continue }
    }
}

/// Why a conversation could not be held, or not to its end.
#[derive(Debug)]
pub enum ServeError {
    /// There is no memory or no thread for the engine; the text says so.
    NotStarted(String),
    /// An answer could not be written.
    Unwritten(io::Error),
}

impl From<String> for ServeError {
    fn from(problem: String) -> ServeError {
        ServeError::NotStarted(problem)
    }
}

/// Reads commands from `from` and writes answers to `to` until the GUI quits. The first word decides the protocol:
/// `xboard` or `protover` is CECP, everything else UCI.
pub fn serve(from: impl Read + Send + 'static, to: impl Write + 'static) -> Result<(), ServeError> {
    let (sender, inputs) = channel();
    let events = sender.clone();
    // Sending fails only when the main loop has ended.
    let searcher = Searcher::at_start()?;
    let session = Session::new(searcher, move |number, event| drop(events.send(Input::Search(number, event))));
    let reader = std::thread::Builder::new().name("input".into()).spawn(move || forward_lines(from, &sender));
    reader.map_err(|error| format!("cannot start a thread: {error}"))?;
    // Empty lines do not decide the protocol.
    let is_blank = |input: &Input| matches!(input, Input::Line(line) if line.trim().is_empty());
    let Some(first) = inputs.iter().find(|input| !is_blank(input)) else { return Ok(()) };
    let mut front_end = choose(&first, session, Output::new(Box::new(to)));
    run(&mut *front_end, first, &inputs);
    front_end.output().error.take().map_or(Ok(()), |error| Err(ServeError::Unwritten(error)))
}

/// Handles inputs until the front end quits.
fn run(front_end: &mut dyn Protocol, first: Input, inputs: &Receiver<Input>) {
    for input in std::iter::once(first).chain(inputs) {
        if handle(front_end, input) == Flow::Quit {
            break;
        }
    }
    front_end.close();
    // The last events of a search that was stopped are still to be answered.
    for input in inputs.try_iter().filter(|input| !matches!(input, Input::Line(_) | Input::End)) {
        handle(front_end, input);
    }
}

fn choose(first: &Input, session: Session, output: Output) -> Box<dyn Protocol> {
    let word = if let Input::Line(line) = first { line.split_whitespace().next() } else { None };
    match word {
        Some("xboard" | "protover") => Box::new(cecp::Cecp::new(session, output)),
        _ => Box::new(uci::Uci::new(session, output)),
    }
}

fn handle(front_end: &mut dyn Protocol, input: Input) -> Flow {
    match input {
        Input::Line(line) => front_end.line(line.trim()),
        Input::Search(number, Ok(event)) => front_end.search_event(number, event),
        Input::Search(number, Err(problem)) => front_end.search_failed(number, &problem),
        Input::End => front_end.end_of_input(),
    }
}

/// Sends every line and then [`Input::End`].
fn forward_lines(from: impl Read, to: &Sender<Input>) {
    read_lines(from, LONGEST_LINE, |line| match to.send(Input::Line(line)) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    });
    // Sending fails if the main loop has ended.
    let _ = to.send(Input::End);
}
