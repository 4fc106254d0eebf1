//! The Universal Chess Interface, with the extensions that variant GUIs use.
//!
//! ```text
//! mod.rs       the front end; commands that are answered at once
//! commands.rs  `position`, `setoption` and others that wait until the running search has ended; `d`, `eval`
//! search.rs    the running search, from `go` to `bestmove`
//! go.rs        `go`, `go perft`, `bench` and what they are given
//! messages.rs  the texts of options, reports and answers
//! ```
//!
//! vampirc-uci reads the commands without arguments and formats `id`, `option` and `info`. It knows 8x8 chess only and
//! panics on some numbers (tests/library/vampirc_uci.rs records what was measured), so `position`, `go` and `setoption` are read
//! here.
//!
//! Commands that change the state while a search runs wait until it has ended. They stop a search that does not end by
//! itself (`infinite`, `ponder`); a new game stops every search. So every `go` gets its `bestmove`, in order, whatever a
//! GUI or a script sends.

mod commands;
mod go;
mod messages;
mod search;

use super::{Flow, Output, Protocol};
use crate::engine::game_line::GameLine;
use crate::engine::session::Session;
use crate::protocol::options::{Audience, options};
use crate::search::Event;
use search::Search;
use std::collections::VecDeque;
use vampirc_uci::{UciMessage, parse_one};

/// Commands without arguments, which vampirc-uci reads.
const FIXED: [&str; 7] = ["uci", "isready", "ucinewgame", "stop", "ponderhit", "quit", "register"];

/// Commands that change the state or start a search.
const CHANGING: [&str; 4] = ["setoption", "position", "go", "bench"];

/// Commands that only show something.
const SHOWING: [&str; 4] = ["debug", "d", "eval", "help"];

/// The UCI front end.
pub struct Uci {
    session: Session,
    output: Output,
    /// Lines that wait for the end of the search.
    waiting: VecDeque<String>,
    /// The search that has not been answered.
    search: Option<Search>,
    input_ended: bool,
    /// What the last `position` that was not refused said.
    line: GameLine,
    /// The last `position` line was refused: nothing is searched until the next one.
    refused: bool,
}

impl Uci {
    /// Creates a front end for a session.
    pub fn new(session: Session, output: Output) -> Uci {
        let (waiting, search, line) = (VecDeque::new(), None, GameLine::at_start(session.game().variant()));
        Uci { session, output, waiting, search, input_ended: false, line, refused: false }
    }

    fn say(&mut self, text: impl std::fmt::Display) {
        self.output.line(text);
    }

    /// Reports errors, each as one `info string`.
    fn complain(&mut self, problem: impl std::fmt::Display) {
        for line in problem.to_string().lines() {
            self.output.line(format_args!("info string error: {line}"));
        }
    }

    /// The line from its first command on. Words before it are reported and skipped, as the protocol demands.
    fn skip_unknown<'a>(&mut self, line: &'a str) -> &'a str {
        let mut rest = line;
        while let Some(word) = rest.split_whitespace().next() {
            if FIXED.contains(&word) || CHANGING.contains(&word) || SHOWING.contains(&word) {
                if rest.len() < line.len() {
                    self.complain(format_args!("unknown words before `{word}` skipped"));
                }
                return rest;
            }
            rest = rest.trim_start().strip_prefix(word).unwrap_or("");
        }
        line
    }

    /// Carries out a command that does not wait for the search; `None` for other commands.
    fn immediate(&mut self, line: &str) -> Option<Flow> {
        let word = line.split_whitespace().next()?;
        if FIXED.contains(&word) {
            return self.fixed(line, word);
        }
        match word {
            "debug" => self.debug(line),
            "help" => self.help(),
            // Waiting commands may change what these show.
            "d" if self.waiting.is_empty() => self.show_board(),
            "eval" if self.waiting.is_empty() => self.show_evaluation(),
            _ => return None,
        }
        Some(Flow::Continue)
    }

    /// Carries out a line that begins with one of [`FIXED`]; `None` for `ucinewgame`, which waits for the search.
    fn fixed(&mut self, line: &str, word: &str) -> Option<Flow> {
        match parse_one(word) {
            UciMessage::Uci => self.introduce(),
            UciMessage::IsReady => self.say(UciMessage::ReadyOk),
            UciMessage::Stop => self.stop(),
            UciMessage::PonderHit => self.ponderhit(),
            // Scripts send `bench` and `quit` together and expect the whole bench.
            UciMessage::Quit if self.is_bench() => self.input_ended = true,
            UciMessage::Quit => return Some(Flow::Quit),
            UciMessage::UciNewGame => return None,
            // vampirc-uci does not read `register` without arguments. The engine needs no registration.
            _ if word == "register" => {}
            _ => self.complain(format_args!("cannot read `{line}`")),
        }
        Some(Flow::Continue)
    }

    fn introduce(&mut self) {
        self.say(UciMessage::id_name(concat!("Jailbird ", env!("CARGO_PKG_VERSION"))));
        self.say(UciMessage::id_author("the Jailbird authors"));
        for option in options().filter(|option| option.audience != Audience::Cecp) {
            self.say(UciMessage::Option(messages::option(option)));
        }
        self.say(UciMessage::UciOk);
    }

    /// `debug`: accepted, but debug mode prints nothing more.
    fn debug(&mut self, line: &str) {
        if !matches!(line.split_whitespace().nth(1), Some("on" | "off")) {
            self.complain("debug wants `on` or `off`");
        }
    }

    fn help(&mut self) {
        for words in [&FIXED[..], &CHANGING, &SHOWING] {
            self.say(format_args!("info string commands: {}", words.join(" ")));
        }
        self.say("info string `jailbird --help` lists the tools, `jailbird play` plays in the terminal");
    }

    /// Whether to go on after an event of a search.
    fn flow_after_event(&self) -> Flow {
        let is_finished = self.input_ended && self.search.is_none();
        if is_finished { Flow::Quit } else { self.output.flow() }
    }
}

impl Protocol for Uci {
    fn line(&mut self, line: &str) -> Flow {
        let line = self.skip_unknown(line);
        if let Some(flow) = self.immediate(line) {
            return flow;
        }
        if self.search.is_some() {
            self.defer(line);
        } else {
            self.change(line);
        }
        self.output.flow()
    }

    fn search_event(&mut self, number: u64, event: Event) -> Flow {
        if !self.is_current(number) {
            return Flow::Continue;
        }
        match event {
            Event::Report(report) => self.report(report),
            Event::Current(depth, bits, at) => {
                let text = self.root_text(bits);
                self.say(format_args!("info depth {depth} currmove {text} currmovenumber {at}"));
            }
            Event::Counted(bits, nodes) => {
                let text = self.root_text(bits);
                self.say(format_args!("{text}: {nodes}"));
            }
            Event::Line(line) => self.say(line),
            Event::Failure(problem) => self.complain(problem),
            Event::Total(nodes) => {
                self.say(format_args!("\nNodes searched: {nodes}\n"));
                self.end();
            }
            Event::End => self.end(),
            Event::Done(answer) => self.done(answer),
        }
        self.flow_after_event()
    }

    fn search_failed(&mut self, number: u64, problem: &str) -> Flow {
        if !self.is_current(number) {
            return Flow::Continue;
        }
        self.complain(problem);
        self.end_failed();
        self.flow_after_event()
    }

    fn end_of_input(&mut self) -> Flow {
        self.input_ended = true;
        self.stop_if_input_ended();
        if self.search.is_some() { Flow::Continue } else { Flow::Quit }
    }

    fn close(&mut self) {
        self.waiting.clear();
        self.stop();
        self.session.finish();
    }

    fn session(&self) -> &Session {
        &self.session
    }

    fn output(&mut self) -> &mut Output {
        &mut self.output
    }
}
