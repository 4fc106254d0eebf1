//! The Universal Chess Interface, with the extensions that variant GUIs use.
//!
//! vampirc-uci reads the words that never vary and prints `id`, `option` and `info`. It is never given anything
//! else: it knows 8x8 chess only and panics on some numbers (tests/library/vampirc_uci.rs pins what was measured), so
//! `position`, `go` and `setoption` have their own readers here.
//!
//! Commands that change the state while a search runs wait until it has ended; a search without an end of its own
//! (`infinite`, `ponder`) and one that a new game makes pointless is stopped by them. So every `go` gets its
//! `bestmove`, in order, whatever a GUI or a script sends.

mod go;
mod last_word;
mod print;

use super::{Flow, Output, Protocol};
use crate::board_text;
use crate::engine::bench;
use crate::engine::options::{Audience, EngineOption, Kind, OPTIONS};
use crate::engine::session::Session;
use crate::search::{Answer, Event, Limits, MAX_PLY, Report};
use go::{number, read_go};
use last_word::last_word;
use print::{best_move, describe, info, wdl};
use std::collections::VecDeque;
use vampirc_uci::{UciInfoAttribute, UciMessage, parse_one};

/// Words whose lines vampirc-uci is trusted with.
const FIXED: [&str; 7] = ["uci", "isready", "ucinewgame", "stop", "ponderhit", "quit", "register"];

/// Commands that change the state, or start something.
const CHANGING: [&str; 4] = ["setoption", "position", "go", "bench"];

/// Commands that only show something.
const LOOKING: [&str; 4] = ["debug", "d", "eval", "help"];

/// The UCI front end.
pub struct Uci {
    session: Session,
    output: Output,
    /// Lines that wait for the end of the search.
    waiting: VecDeque<String>,
    /// The search that `go` began and that has not been answered.
    search: Option<Search>,
    input_ended: bool,
}

/// A search that awaits its `bestmove`.
struct Search {
    number: u64,
    /// Not to be answered before `stop` (`infinite`).
    infinite: bool,
    /// Not to be answered before `stop` or `ponderhit`.
    ponder: bool,
    /// Goes on whatever comes, but for `stop`: it has nothing to do with any game.
    bench: bool,
    /// The answer, when the search ended before it may be given.
    held: Option<Answer>,
    /// The last report about the best line.
    last: Option<Report>,
}

impl Search {
    fn new(number: u64) -> Search {
        Search { number, infinite: false, ponder: false, bench: false, held: None, last: None }
    }
}

impl Uci {
    /// A front end for a session.
    pub fn new(session: Session, output: Output) -> Uci {
        Uci { session, output, waiting: VecDeque::new(), search: None, input_ended: false }
    }

    fn say(&mut self, text: impl std::fmt::Display) {
        self.output.line(text);
    }

    /// One `info string` that names what was wrong.
    fn complain(&mut self, problem: impl std::fmt::Display) {
        self.output.line(format_args!("info string error: {problem}"));
    }

    /// The line from its first command on; words before it are named and skipped, as the protocol demands.
    fn skip_unknown<'a>(&mut self, line: &'a str) -> &'a str {
        let mut rest = line;
        while let Some(word) = rest.split_whitespace().next() {
            if FIXED.contains(&word) || CHANGING.contains(&word) || LOOKING.contains(&word) {
                if rest.len() < line.len() {
                    self.complain(format_args!("unknown words before `{word}` skipped"));
                }
                return rest;
            }
            rest = rest.trim_start().strip_prefix(word).unwrap_or("");
        }
        line
    }

    /// A command that is carried out at once, search or not.
    fn immediate(&mut self, line: &str) -> Option<Flow> {
        let word = line.split_whitespace().next()?;
        if FIXED.contains(&word) {
            return self.fixed(line, word);
        }
        match word {
            "debug" => self.debug(line),
            "help" => self.help(),
            // What waits may change what these show.
            "d" if self.waiting.is_empty() => self.show_board(),
            "eval" if self.waiting.is_empty() => self.show_evaluation(),
            _ => return None,
        }
        Some(Flow::Continue)
    }

    /// A line that begins with one of [`FIXED`].
    fn fixed(&mut self, line: &str, word: &str) -> Option<Flow> {
        match parse_one(word) {
            UciMessage::Uci => self.introduce(),
            UciMessage::IsReady => self.say(UciMessage::ReadyOk),
            UciMessage::Stop => self.stop(),
            UciMessage::PonderHit => self.ponderhit(),
            // Scripts say it in one breath with `bench` and want to see that to its end.
            UciMessage::Quit if self.is_bench() => self.input_ended = true,
            UciMessage::Quit => return Some(Flow::Quit),
            UciMessage::UciNewGame => return None,
            // `register` alone is not in the library's grammar; there is nothing to register.
            _ if word == "register" => {}
            _ => self.complain(format_args!("cannot read `{line}`")),
        }
        Some(Flow::Continue)
    }

    fn introduce(&mut self) {
        self.say(UciMessage::id_name(concat!("Jailbird ", env!("CARGO_PKG_VERSION"))));
        self.say(UciMessage::id_author("the Jailbird authors"));
        for option in OPTIONS.iter().filter(|option| option.audience != Audience::Cecp) {
            self.say(UciMessage::Option(describe(option)));
        }
        self.say(UciMessage::UciOk);
    }

    fn debug(&mut self, line: &str) {
        // Nothing is printed in debug mode that is not printed anyway.
        if !matches!(line.split_whitespace().nth(1), Some("on" | "off")) {
            self.complain("debug wants `on` or `off`");
        }
    }

    /// For people who type.
    fn help(&mut self) {
        for words in [&FIXED[..], &CHANGING, &LOOKING] {
            self.say(format_args!("info string commands: {}", words.join(" ")));
        }
        self.say("info string `jailbird --help` tells of everything else, `jailbird play` plays in the terminal");
    }

    fn stop(&mut self) {
        self.session.stop();
        if let Some(search) = &mut self.search {
            (search.infinite, search.ponder, search.bench) = (false, false, false);
        }
        self.answer_if_due();
    }

    fn ponderhit(&mut self) {
        match &mut self.search {
            Some(search) if search.ponder => {
                search.ponder = false;
                self.session.ponderhit(None);
                self.answer_if_due();
            }
            _ => self.complain("ponderhit: no ponder search is running"),
        }
    }

    /// Gives the answer of a search that has ended, if nothing holds it back any more.
    fn answer_if_due(&mut self) {
        let due = self.search.as_ref().is_some_and(|s| s.held.is_some() && !s.infinite && !s.ponder);
        if !due {
            return;
        }
        if let Some(answer) = self.search.take().and_then(|search| search.held) {
            self.say(best_move(&answer));
        }
        self.go_on_with_waiting();
    }

    /// Carries out the lines that waited, up to the next `go`.
    fn go_on_with_waiting(&mut self) {
        while self.search.is_none()
            && let Some(line) = self.waiting.pop_front()
        {
            self.change(&line);
        }
        if !self.waiting.is_empty() && self.is_endless() {
            self.stop();
        }
        self.stop_if_nobody_can();
    }

    /// A search without end must not outlive the input that could end it.
    fn stop_if_nobody_can(&mut self) {
        if self.input_ended && self.is_endless() {
            self.stop();
        }
    }

    fn is_bench(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.bench)
    }

    fn is_endless(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.infinite || search.ponder)
    }

    /// Lets a line wait for the end of the search, and ends the search where it would never end, or in vain.
    fn defer(&mut self, line: &str) {
        let is_next = self.waiting.is_empty();
        self.waiting.push_back(line.to_owned());
        if is_next && (self.is_endless() || is_new_game(line) && !self.is_bench()) {
            self.stop();
        }
    }

    /// A command that changes the state; no search is running.
    fn change(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        let result = match words.next() {
            None => Ok(()),
            Some("ucinewgame") => {
                self.session.clear_hash();
                Ok(())
            }
            Some("setoption") => self.set_option(line),
            Some("position") => self.position(line),
            Some("go") => self.go(line),
            Some("bench") => self.bench(line),
            Some("d") => {
                self.show_board();
                Ok(())
            }
            Some("eval") => {
                self.show_evaluation();
                Ok(())
            }
            Some(word) => Err(format!("unknown command `{word}`")),
        };
        if let Err(problem) = result {
            self.complain(problem);
        }
    }

    fn set_option(&mut self, line: &str) -> Result<(), String> {
        let (name, value) = read_setoption(line)?;
        let option = EngineOption::find(&name).filter(|option| option.audience != Audience::Cecp);
        let option = option.ok_or_else(|| no_such_option(&name))?;
        option.set(&mut self.session, value.as_deref())?;
        if matches!(option.kind, Kind::Variant) {
            let v = self.session.game().variant();
            let (name, files, ranks, pocket) = (v.name, v.files, v.ranks, v.pocket);
            let (template, start) = (v.template, v.start);
            self.say(format_args!(
                "info string variant {name} files {files} ranks {ranks} pocket {pocket} template {template} startpos {start}"
            ));
        }
        Ok(())
    }

    fn position(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.split_whitespace().skip(1).peekable();
        let variant = self.session.game().variant();
        let mut game = match words.next() {
            Some("startpos") => variant.new_game(),
            Some("fen") => {
                let mut fen = String::new();
                while let Some(word) = words.next_if(|&word| word != "moves") {
                    fen.push_str(word);
                    fen.push(' ');
                }
                variant.game(&fen).map_err(|error| format!("position: {error}"))?
            }
            _ => return Err("position wants `startpos` or `fen`".into()),
        };
        match words.next() {
            None => {}
            Some("moves") => {
                for (number, text) in words.enumerate() {
                    game.play(text).map_err(|error| format!("position: move {}: {error}", number + 1))?;
                }
            }
            Some(word) => return Err(format!("position: `{word}` where `moves` was expected")),
        }
        self.session.set_game(game);
        Ok(())
    }

    fn go(&mut self, line: &str) -> Result<(), String> {
        let words: Vec<&str> = line.split_whitespace().skip(1).collect();
        if let Some(at) = words.iter().position(|&word| word == "perft") {
            let depth = words.get(at + 1).copied().unwrap_or("");
            let depth = number("perft", depth)?.min(MAX_PLY as u64) as u32;
            let number = self.session.count(depth)?;
            self.search = Some(Search::new(number));
            return Ok(());
        }
        let turn = self.session.game().turn().color;
        let (mut limits, mut problems) = read_go(&words, turn);
        problems.extend(self.drop_illegal(&mut limits.only));
        if !problems.is_empty() {
            // The search goes on with what made sense: every `go` gets its `bestmove`.
            self.complain(format_args!("go: {}", problems.join("; ")));
        }
        let ponder = limits.ponder;
        let infinite = limits.infinite || !ponder && !limits.is_bounded();
        let number = self.session.go(Limits { infinite, ..limits })?;
        self.search = Some(Search { infinite, ponder, ..Search::new(number) });
        Ok(())
    }

    /// Leaves only the legal moves of `searchmoves`, and names the others.
    fn drop_illegal(&self, texts: &mut Vec<String>) -> Vec<String> {
        let mut game = self.session.game().boxed_clone();
        let mut problems = Vec::new();
        texts.retain(|text| match game.play(text) {
            Ok(_) => game.undo(),
            Err(error) => {
                problems.push(format!("searchmoves: {error}"));
                false
            }
        });
        problems
    }

    fn bench(&mut self, line: &str) -> Result<(), String> {
        let depth = line.split_whitespace().nth(1).map(|text| number("bench", text)).transpose()?;
        let wanted = bench::Bench { depth: depth.map(|n| n.min(MAX_PLY as u64) as u32), ..Default::default() };
        let number = self.session.work(move |stop, tell| {
            if let Err(problem) = bench::run(&wanted, stop, &mut |line| tell(Event::Line(line))) {
                tell(Event::Line(format!("info string error: {problem}")));
            }
            tell(Event::End);
        })?;
        self.search = Some(Search { bench: true, ..Search::new(number) });
        Ok(())
    }

    fn show_board(&mut self) {
        let game = self.session.game();
        let checkers: Vec<String> = game.checkers().iter().map(ToString::to_string).collect();
        let moves = game.legal_moves(self.session.notation()).len();
        let text = format!(
            "{}\nFen: {}\nKey: {:016X}\nCheckers: {}\nVariant: {}\nLegal moves: {moves}",
            board_text::plain(&game.fen()),
            game.fen(),
            game.key(),
            checkers.join(" "),
            game.variant().name,
        );
        let outcome = game.outcome();
        self.say(text);
        if let Some(outcome) = outcome {
            self.say(format_args!("Result: {outcome}"));
        }
    }

    fn show_evaluation(&mut self) {
        let (score, terms) = self.session.game().evaluation();
        let side = self.session.game().turn().color.name();
        let rows: Vec<String> =
            terms.iter().map(|(name, [white, black])| format!("{name:>16} | {white:6} | {black:6}")).collect();
        self.say(format_args!("{:>16} |  White |  Black\n{}", "term", rows.join("\n")));
        self.say(format_args!("Evaluation: {score} cp for {side}, who is to move"));
    }

    fn report(&mut self, report: &Report) {
        let mut info = info(report);
        if self.session.settings().show_wdl {
            let at = info.iter().position(|part| matches!(part, UciInfoAttribute::Score { .. })).map_or(0, |at| at + 1);
            info.insert(at, UciInfoAttribute::Any("wdl".into(), wdl(report.score)));
        }
        self.say(UciMessage::Info(info));
    }

    /// Something without an answer has come to its end.
    fn end(&mut self, number: u64) {
        self.session.ended(number);
        self.search = None;
        self.go_on_with_waiting();
    }

    /// Keeps the last report about the best line.
    fn remember(&mut self, report: Report) {
        if let Some(search) = self.search.as_mut().filter(|_| report.multipv == 1) {
            search.last = Some(report);
        }
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
        if self.output.is_broken() { Flow::Quit } else { Flow::Continue }
    }

    fn search_event(&mut self, number: u64, event: Event) -> Flow {
        let Some(search) = self.search.as_mut().filter(|search| search.number == number) else {
            return Flow::Continue;
        };
        match event {
            Event::Report(report) => {
                self.report(&report);
                self.remember(report);
            }
            Event::Current(depth, text, at) => {
                self.say(format_args!("info depth {depth} currmove {text} currmovenumber {at}"));
            }
            Event::Counted(text, nodes) => self.say(format_args!("{text}: {nodes}")),
            Event::Line(line) => self.say(line),
            Event::Failure(text) => self.complain(text),
            Event::Total(nodes) => {
                self.say(format_args!("\nNodes searched: {nodes}\n"));
                self.end(number);
            }
            Event::End => self.end(number),
            Event::Done(answer) => {
                let last = search.last.take();
                let (game, notation) = (self.session.game(), self.session.notation());
                if let Some(report) = last.and_then(|last| last_word(game, notation, &last, &answer)) {
                    self.report(&report);
                }
                if let Some(search) = &mut self.search {
                    search.held = Some(answer);
                }
                self.session.ended(number);
                self.answer_if_due();
            }
        }
        let finished = self.input_ended && self.search.is_none();
        if finished || self.output.is_broken() { Flow::Quit } else { Flow::Continue }
    }

    fn end_of_input(&mut self) -> Flow {
        self.input_ended = true;
        self.stop_if_nobody_can();
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
}

/// Whether a line begins another game, so that the search under way is of no use to anyone.
fn is_new_game(line: &str) -> bool {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("ucinewgame") => true,
        Some("setoption") => words.any(|word| word.eq_ignore_ascii_case("UCI_Variant")),
        _ => false,
    }
}

/// Says that there is no such option, and what may have been meant: `setoption name Hash 64`.
fn no_such_option(name: &str) -> String {
    let is_beginning = |option: &&EngineOption| {
        name.get(..option.name.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(option.name))
            && name.get(option.name.len()..).is_some_and(|rest| rest.starts_with(' '))
    };
    match OPTIONS.iter().filter(|option| option.audience != Audience::Cecp).find(is_beginning) {
        Some(option) => format!("no option is called `{name}`; is `value` missing after {}?", option.name),
        None => format!("no option is called `{name}`"),
    }
}

/// `setoption name N [value V]`: both may contain blanks.
fn read_setoption(line: &str) -> Result<(String, Option<String>), String> {
    let words: Vec<&str> = line.split_whitespace().skip(1).collect();
    let Some((&"name", rest)) = words.split_first() else {
        return Err("setoption wants `name`".into());
    };
    let at = rest.iter().position(|&word| word == "value").unwrap_or(rest.len());
    let (name, value) = rest.split_at(at);
    if name.is_empty() {
        return Err("setoption without the name of an option".into());
    }
    let value = value.split_first().map(|(_, words)| words.join(" "));
    Ok((name.join(" "), value.filter(|text| text != "<empty>")))
}
