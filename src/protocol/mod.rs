//! The languages that GUIs speak. Each front end turns lines into calls of a [`Session`] and search events into
//! lines; it holds no position of its own.
//!
//! One thread reads standard input, searches run on another, and both end in one channel that [`serve`] empties:
//! so a `stop` or a `ping` is answered at once, output needs no lock, and everything happens in one order.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod cecp;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests;
pub mod uci;
pub mod xboard;

use crate::engine::session::{Input, Session};
use crate::search::Event;
use std::io::{BufRead, BufReader, Read, Write};
use std::sync::mpsc::{Sender, channel};

/// Longer lines are not read: their beginning is handed on, the rest is skipped.
const LONGEST_LINE: u64 = 8 << 20;

/// Whether a front end wants to hear more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Go on.
    Continue,
    /// Leave.
    Quit,
}

/// A front end.
pub trait Protocol {
    /// A line from the GUI.
    fn line(&mut self, line: &str) -> Flow;
    /// Something that the search with this number has to say.
    fn search_event(&mut self, number: u64, event: Event) -> Flow;
    /// The GUI has gone; what it asked for may still be finished.
    fn end_of_input(&mut self) -> Flow;
    /// The last words: whatever is still running is stopped.
    fn close(&mut self) {}
    /// The engine behind it, to look at.
    fn session(&self) -> &Session;
}

/// Where a front end writes. After the first error (the GUI has gone) everything is swallowed.
pub struct Output {
    to: Box<dyn Write>,
    broken: bool,
}

impl Output {
    /// Writes to `to`.
    pub fn new(to: Box<dyn Write>) -> Output {
        Output { to, broken: false }
    }

    /// Writes a line and sends it off at once.
    pub fn line(&mut self, text: impl std::fmt::Display) {
        if !self.broken {
            self.broken = writeln!(self.to, "{text}").and_then(|()| self.to.flush()).is_err();
        }
    }

    /// Whether the other side has gone.
    pub fn is_broken(&self) -> bool {
        self.broken
    }
}

/// Speaks with whoever is at the other end of `from` and `to` until it leaves. The first word decides the
/// language: `xboard` is CECP, everything else UCI.
///
/// # Errors
/// When there is no memory or no thread for the smallest engine.
pub fn serve(from: impl Read + Send + 'static, to: impl Write + 'static) -> Result<(), String> {
    let (sender, inbox) = channel();
    let mut session = Some(Session::new(sender.clone())?);
    let mut output = Some(Output::new(Box::new(to)));
    std::thread::spawn(move || forward_lines(from, &sender));
    let mut front_end: Option<Box<dyn Protocol>> = None;
    for input in &inbox {
        // Empty lines say nothing about the language.
        if front_end.is_none() && matches!(&input, Input::Line(line) if line.trim().is_empty()) {
            continue;
        }
        if front_end.is_none()
            && let (Some(session), Some(output)) = (session.take(), output.take())
        {
            front_end = Some(choose(&input, session, output));
        }
        let Some(protocol) = &mut front_end else { break };
        if handle(&mut **protocol, input) == Flow::Quit {
            break;
        }
    }
    if let Some(protocol) = &mut front_end {
        protocol.close();
        // A search that was cut off still has its last word.
        for input in inbox.try_iter().filter(|input| matches!(input, Input::Search(..))) {
            handle(&mut **protocol, input);
        }
    }
    Ok(())
}

fn choose(first: &Input, session: Session, output: Output) -> Box<dyn Protocol> {
    let word = if let Input::Line(line) = first { line.split_whitespace().next() } else { None };
    match word {
        Some("xboard" | "protover") => Box::new(cecp::Cecp::new(session, output)),
        _ => Box::new(uci::Uci::new(session, output)),
    }
}

fn handle(protocol: &mut dyn Protocol, input: Input) -> Flow {
    match input {
        Input::Line(line) => protocol.line(line.trim()),
        Input::Search(number, event) => protocol.search_event(number, event),
        Input::End => protocol.end_of_input(),
    }
}

/// Sends every line, whatever bytes it is made of, and the end.
fn forward_lines(from: impl Read, to: &Sender<Input>) {
    read_lines(from, LONGEST_LINE, |line| match to.send(Input::Line(line)) {
        Ok(()) => Flow::Continue,
        Err(_) => Flow::Quit,
    });
    // The listener may have left already.
    let _ = to.send(Input::End);
}

/// Tells every line, whatever bytes it is made of, until the end or until the listener has had enough. Of lines longer
/// than `longest` bytes only the beginning is told.
pub(crate) fn read_lines(from: impl Read, longest: u64, mut tell: impl FnMut(String) -> Flow) {
    let mut reader = BufReader::new(from);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = reader.by_ref().take(longest).read_until(b'\n', &mut bytes);
        if !matches!(read, Ok(1..)) {
            return;
        }
        if !bytes.ends_with(b"\n") && bytes.len() as u64 == longest {
            let _ = reader.skip_until(b'\n');
        }
        if tell(String::from_utf8_lossy(&bytes).into_owned()) == Flow::Quit {
            return;
        }
    }
}
