//! The Chess Engine Communication Protocol, version 2 (XBoard, WinBoard).
//!
//! ```text
//! mod.rs           the front end and its table of commands
//! settings.rs      `protover`, `variant`, `memory`, `cores`, `option`
//! time_control.rs  `level`, `st`, `sd`, `time`, `otim`
//! position.rs      `setboard`, `edit`, `undo`, `remove`
//! game_flow.rs     the opponent's moves; `new`, `force`, `go`, `playother`, `result`, `draw`, `pause`, `hint`; claims
//!                  of results
//! mouse.rs         `lift`, `put`: moves entered with the mouse
//! search.rs        the engine's own moves and pondering, `analyze`, `exclude`, the thinking output
//! ```
//!
//! In CECP the engine keeps the game and decides itself when it is its turn. The front end keeps only the state of the
//! conversation: who plays what, the clocks, the purpose of the running search. Every command that changes the game
//! first ends that search (`Cecp::end_search`); its late events are recognised by their number and dropped.

mod game_flow;
mod mouse;
mod position;
mod search;
mod settings;
mod time_control;

use super::{Flow, Output, Protocol, options, xboard};
use crate::engine::{MAX_THREADS, Session};
use crate::search::{Event, Report};
use crate::types::Color;
use game_flow::looks_like_a_move;
use mouse::MouseMove;
use position::BoardEditor;
use search::{Purpose, RunningSearch};
use std::time::Duration;
use time_control::TimeControl;

/// The CECP front end.
pub struct Cecp {
    session: Session,
    output: Output,
    search: Option<RunningSearch>,
    /// The color that the engine plays; `None` in force mode.
    plays: Option<Color>,
    analyzing: bool,
    post: bool,
    ponder: bool,
    /// Moves left out by `exclude`.
    excluded: Vec<u64>,
    time_control: TimeControl,
    /// The engine's clock as the GUI last sent it.
    remaining: Option<Duration>,
    /// The greatest depth, from `sd`.
    depth: Option<u32>,
    /// Pings to answer after the engine's move.
    pings: Vec<String>,
    /// The opponent's move that the last search expects.
    expected: Option<u64>,
    /// The last report, for `.` and for draw offers.
    last_report: Option<Report>,
    /// The number of own moves in a row with a lost score.
    lost_moves: u32,
    /// The last position was refused: no moves until the next one.
    refused: bool,
    /// The game is over: its result has been claimed, or received by `result`.
    over: bool,
    paused: bool,
    editor: Option<BoardEditor>,
    mouse_move: Option<MouseMove>,
}

/// Commands that need no action.
const IGNORED: [&str; 13] = [
    "accepted", "rejected", "random", "computer", "name", "rating", "ics", "nps", "setscore", "egtpath", "bogus",
    "hover", "xboard",
];

impl Cecp {
    /// Creates a front end for a session.
    pub fn new(session: Session, output: Output) -> Cecp {
        Cecp {
            session,
            output,
            search: None,
            plays: Some(Color::Black),
            analyzing: false,
            post: false,
            ponder: false,
            excluded: Vec::new(),
            time_control: TimeControl::DEFAULT,
            remaining: None,
            depth: None,
            pings: Vec::new(),
            expected: None,
            last_report: None,
            lost_moves: 0,
            refused: false,
            over: false,
            paused: false,
            editor: None,
            mouse_move: None,
        }
    }

    fn say(&mut self, text: impl std::fmt::Display) {
        self.output.line(text);
    }

    /// Tells the user of a fault of the engine itself; XBoard hides comments.
    fn tell_fault(&mut self, problem: &str) {
        self.say(format_args!("tellusererror {}", problem.replace('\n', " ")));
    }

    fn command(&mut self, line: &str) -> Flow {
        let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
        match word {
            "quit" => return Flow::Quit,
            "" => {}
            _ if IGNORED.contains(&word) => {}
            "protover" => self.introduce(),
            "new" => self.new_game(),
            "variant" => self.set_variant(rest),
            "force" => self.force(),
            "go" => self.go(),
            "playother" => self.play_other(),
            "level" | "st" | "sd" | "time" | "otim" => self.set_time(line, word, rest),
            "usermove" => self.user_move(rest),
            "?" => self.move_now(),
            "ping" => self.ping(rest),
            "draw" => self.draw_offered(),
            "result" => self.result(),
            "setboard" => self.set_board(rest),
            "edit" => self.begin_edit(),
            "hint" => self.hint(),
            "bk" => self.say(" There is no opening book.\n"),
            "undo" => self.undo(1),
            "remove" => self.undo(2),
            "hard" => self.ponder = true,
            "easy" => self.easy(),
            "post" => self.post = true,
            "nopost" => self.post = false,
            "analyze" => self.analyze(),
            "exit" => self.exit_analysis(),
            "." => self.status(),
            "pause" => self.pause(),
            "resume" => self.resume(),
            "memory" => self.set_resource(line, rest, |session, mb| options::set_hash(session, mb.clamp(1, 65536))),
            "cores" => self.set_resource(line, rest, |session, n| session.set_threads(n.clamp(1, MAX_THREADS))),
            "option" => self.set_option(rest),
            "exclude" => self.exclude(rest),
            "include" => self.include(rest),
            "lift" => self.lift(rest),
            "put" => self.put(rest),
            _ if looks_like_a_move(word) => self.user_move(word),
            _ => self.say(format_args!("Error (unknown command): {line}")),
        }
        Flow::Continue
    }

    /// Ends the running search without a move, takes back the move it pondered on, and answers pings.
    fn end_search(&mut self) {
        self.interrupt();
        self.answer_pings();
    }

    /// Ends the running search as `Cecp::end_search` does, but leaves pings waiting for the move. Returns its purpose.
    fn interrupt(&mut self) -> Option<Purpose> {
        let search = self.search.take()?;
        self.session.finish();
        if matches!(search.purpose, Purpose::Ponder(_)) {
            self.session.game_mut().undo();
        }
        Some(search.purpose)
    }

    /// Resumes after an interrupted search of this purpose.
    fn resume_after(&mut self, interrupted: Option<Purpose>) {
        if interrupted == Some(Purpose::Move) {
            self.play_if_due();
        }
        self.restart_analysis();
        if !self.is_choosing_move() {
            self.answer_pings();
        }
    }

    fn ping(&mut self, rest: &str) {
        self.pings.push(rest.to_owned());
        if !self.is_choosing_move() {
            self.answer_pings();
        }
    }

    fn answer_pings(&mut self) {
        for ping in std::mem::take(&mut self.pings) {
            self.say(format_args!("pong {ping}"));
        }
    }

    /// Forgets everything that belongs to the position before a change.
    fn position_changed(&mut self) {
        self.excluded.clear();
        self.expected = None;
        self.last_report = None;
        self.lost_moves = 0;
        self.over = false;
        self.mouse_move = None;
    }
}

impl Protocol for Cecp {
    fn line(&mut self, line: &str) -> Flow {
        if self.editor.is_some() && line != "quit" {
            self.edit(line);
            return Flow::Continue;
        }
        match self.command(line) {
            Flow::Quit => Flow::Quit,
            Flow::Continue => self.output.flow(),
        }
    }

    fn search_event(&mut self, number: u64, event: Event) -> Flow {
        if !self.is_current(number) {
            return Flow::Continue;
        }
        match event {
            Event::Report(report) => self.report(report),
            Event::Done(answer) => self.search_done(answer),
            Event::Failure(problem) => self.tell_fault(&problem),
            Event::Current(..) | Event::Counted(..) | Event::Total(_) | Event::Line(_) | Event::End => {}
        }
        self.output.flow()
    }

    fn search_failed(&mut self, number: u64, problem: &str) -> Flow {
        if !self.is_current(number) {
            return Flow::Continue;
        }
        self.tell_fault(problem);
        self.search_done(self.session.fallback_answer());
        self.output.flow()
    }

    fn end_of_input(&mut self) -> Flow {
        Flow::Quit
    }

    fn close(&mut self) {
        self.search = None;
        self.session.finish();
    }

    fn session(&self) -> &Session {
        &self.session
    }

    fn output(&mut self) -> &mut Output {
        &mut self.output
    }
}
