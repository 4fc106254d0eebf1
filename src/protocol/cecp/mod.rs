//! The Chess Engine Communication Protocol, version 2 (XBoard, WinBoard).
//!
//! In CECP the engine keeps the game and decides itself when it is its turn. What is kept here is only the
//! conversation: who plays what, the clocks, what the search under way is for. Every command that changes the
//! game first ends that search (`settle`); its late events are known by their number and dropped.

mod analysis;
mod board;
mod edit;
mod highlight;
mod introduction;
mod think;
mod time;

use super::{Flow, Output, Protocol, xboard};
use crate::engine::session::Session;
use crate::search::{Event, Limits, Report};
use crate::types::score::DisplayScore;
use crate::types::{Color, Outcome, Reason};
use crate::variants::VARIANTS;
use edit::Editor;
use highlight::Lifted;
use std::time::Duration;
use time::{TimeControl, centiseconds, read_level, seconds};

/// What the search under way is for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Purpose {
    /// The engine's own move.
    Move,
    /// Thinking on the opponent's time; the expected move has been played on the session's game. It is kept as XBoard
    /// would tell it.
    Ponder(String),
    /// `analyze`.
    Analysis,
}

/// A search and its purpose.
struct Thinking {
    number: u64,
    purpose: Purpose,
}

/// The CECP front end.
pub struct Cecp {
    session: Session,
    output: Output,
    thinking: Option<Thinking>,
    /// The colour the engine plays; none in force mode.
    plays: Option<Color>,
    analyzing: bool,
    post: bool,
    ponder: bool,
    /// `exclude`d moves.
    excluded: Vec<String>,
    time: TimeControl,
    /// The engine's clock, as last told.
    remaining: Option<Duration>,
    depth: Option<u32>,
    /// Pings to be answered after the move.
    pings: Vec<String>,
    /// The reply that the last search expects.
    expected: Option<String>,
    /// The last report, for `.` and for draw offers.
    last: Option<Report>,
    /// Own moves in a row with a hopeless score.
    hopeless: u32,
    /// A position was refused: no moves until the next one.
    refused: bool,
    /// The result has been claimed or told.
    over: bool,
    paused: bool,
    editor: Option<Editor>,
    /// The piece that the user has picked up.
    lifted: Option<Lifted>,
}

/// Commands that are understood and need no action.
const IGNORED: [&str; 13] = [
    "accepted", "rejected", "random", "computer", "name", "rating", "ics", "nps", "setscore", "egtpath", "bogus",
    "hover", "xboard",
];

impl Cecp {
    /// A front end for a session.
    pub fn new(session: Session, output: Output) -> Cecp {
        Cecp {
            session,
            output,
            thinking: None,
            plays: Some(Color::Black),
            analyzing: false,
            post: false,
            ponder: false,
            excluded: Vec::new(),
            time: TimeControl { moves: 40, base: Duration::from_secs(300), increment: Duration::ZERO, per_move: None },
            remaining: None,
            depth: None,
            pings: Vec::new(),
            expected: None,
            last: None,
            hopeless: 0,
            refused: false,
            over: false,
            paused: false,
            editor: None,
            lifted: None,
        }
    }

    fn say(&mut self, text: impl std::fmt::Display) {
        self.output.line(text);
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
            "memory" | "cores" => self.set_resource(line, word, rest),
            "option" => self.set_option(rest),
            "exclude" => self.exclude(rest, true),
            "include" => self.exclude(rest, false),
            "lift" => self.lift(rest),
            "put" => self.put(rest),
            _ if looks_like_a_move(word) => self.user_move(word),
            _ => self.say(format_args!("Error (unknown command): {line}")),
        }
        Flow::Continue
    }

    /// Ends the search under way without a word and takes back the move it pondered on.
    fn settle(&mut self) {
        self.interrupt();
        self.answer_pings();
    }

    /// As [`Cecp::settle`], but pings go on waiting for the move. Says whether the engine was at its own move.
    fn interrupt(&mut self) -> bool {
        let Some(thinking) = self.thinking.take() else { return false };
        self.session.finish();
        if matches!(thinking.purpose, Purpose::Ponder(_)) {
            self.session.game_mut().undo();
        }
        thinking.purpose == Purpose::Move
    }

    /// After an interruption: goes on with what the engine was at.
    fn go_on(&mut self, was_at_move: bool) {
        if was_at_move {
            self.play_if_due();
        }
        self.restart_analysis();
        if !self.is_thinking_on_move() {
            self.answer_pings();
        }
    }

    fn answer_pings(&mut self) {
        for ping in std::mem::take(&mut self.pings) {
            self.say(format_args!("pong {ping}"));
        }
    }

    fn is_thinking_on_move(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| thinking.purpose == Purpose::Move)
    }

    /// Everything that belongs to a position and not to the game before it.
    fn position_changed(&mut self) {
        self.excluded.clear();
        self.expected = None;
        self.last = None;
        self.hopeless = 0;
        self.over = false;
        self.lifted = None;
    }

    fn new_game(&mut self) {
        self.settle();
        if let Some(chess) = VARIANTS.first() {
            self.session.set_variant(chess);
        }
        let _ = self.session.change(|settings| settings.chess960 = false);
        self.refused = false;
        self.paused = false;
        self.plays = Some(Color::Black);
        self.depth = None;
        self.remaining = None;
        self.position_changed();
        self.restart_analysis();
    }

    fn force(&mut self) {
        self.settle();
        self.plays = None;
    }

    fn go(&mut self) {
        self.settle();
        self.plays = Some(self.session.game().turn().color);
        self.play_if_due();
    }

    fn play_other(&mut self) {
        self.settle();
        self.plays = Some(!self.session.game().turn().color);
        self.begin_pondering();
    }

    fn set_time(&mut self, line: &str, word: &str, rest: &str) {
        let mut time = self.time;
        let understood = match word {
            "level" => read_level(rest).map(|level| time = level),
            "st" => seconds(rest).map(|per_move| time.per_move = Some(per_move)),
            "sd" => rest.parse::<u32>().ok().filter(|&n| n > 0).map(|depth| self.depth = Some(depth)),
            "time" => centiseconds(rest).map(|left| self.remaining = Some(left)),
            _ => centiseconds(rest).map(|_| ()),
        };
        if understood.is_none() {
            return self.say(format_args!("Error (bad argument): {line}"));
        }
        self.time = time;
        if word == "level" {
            self.remaining = None;
        }
    }

    fn user_move(&mut self, text: &str) {
        let was_lifted = self.lifted.take().is_some();
        if self.refused {
            return self.say(format_args!("Illegal move: {text}"));
        }
        if self.is_pondered(text) {
            // The search goes on, now on the engine's own time.
            if let Some(thinking) = &mut self.thinking {
                thinking.purpose = Purpose::Move;
            }
            // The clock has been told since the pondering began.
            self.session.ponderhit(Some(&self.limits()));
            return;
        }
        self.settle();
        if self.over && self.plays.is_some() {
            return self.say(format_args!("Illegal move: {text}"));
        }
        let own = xboard::incoming(self.session.game(), text, self.session.notation());
        if was_lifted && xboard::spares_victim(self.session.game(), &own, text) {
            self.say(format_args!("Illegal move (click on what it takes first): {text}"));
            return self.restart_analysis();
        }
        if self.session.game_mut().play(&own).is_err() {
            self.say(format_args!("Illegal move: {text}"));
            return self.restart_analysis();
        }
        self.excluded.clear();
        if self.analyzing {
            return self.restart_analysis();
        }
        if !self.claim_end_after_move() {
            self.play_if_due();
        }
    }

    /// In force mode a game may go on after a draw that could be claimed: the user only enters moves.
    fn claim_end_after_move(&mut self) -> bool {
        let claimable = |outcome: Outcome| matches!(outcome.reason, Reason::Repetition | Reason::FiftyMoves);
        let forced = self.plays.is_none();
        match self.session.game().outcome() {
            Some(outcome) if forced && claimable(outcome) => false,
            _ => self.claim_end(),
        }
    }

    /// Whether `text` is the move that is being pondered on, and nothing speaks against going on.
    fn is_pondered(&self, text: &str) -> bool {
        match &self.thinking {
            Some(Thinking { purpose: Purpose::Ponder(expected), .. }) => {
                expected.eq_ignore_ascii_case(text) && self.session.game().outcome().is_none()
            }
            _ => false,
        }
    }

    /// Says the result if the game on the board is over.
    fn claim_end(&mut self) -> bool {
        let Some(outcome) = self.session.game().outcome() else { return false };
        self.claim(outcome);
        true
    }

    fn claim(&mut self, outcome: Outcome) {
        self.over = true;
        self.say(outcome);
    }

    fn move_now(&mut self) {
        if self.is_thinking_on_move() {
            self.session.stop();
        }
    }

    fn ping(&mut self, rest: &str) {
        self.pings.push(rest.to_owned());
        if !self.is_thinking_on_move() {
            self.answer_pings();
        }
    }

    /// Accepts a draw when not better and the game is no longer young.
    fn draw_offered(&mut self) {
        let plies = self.session.game().played().len();
        let score = self.last.as_ref().map(|report| report.score);
        let fair = match score {
            Some(DisplayScore::Centipawns(cp)) => cp <= -50 || cp <= 0 && plies >= 60,
            Some(DisplayScore::Mate(moves)) => moves < 0,
            None => false,
        };
        if fair && self.session.settings().draw && !self.over {
            self.say("offer draw");
        }
    }

    fn result(&mut self) {
        self.settle();
        self.over = true;
        self.plays = None;
    }

    fn hint(&mut self) {
        let expected = match &self.thinking {
            Some(Thinking { purpose: Purpose::Ponder(told), .. }) => {
                let hint = format!("Hint: {told}");
                return self.say(hint);
            }
            Some(_) => self.last.as_ref().and_then(|report| report.pv.first().cloned()),
            None => self.expected.clone(),
        };
        let legal = |text: &String| self.session.game().legal_moves(self.session.notation()).contains(text);
        let hint = expected.filter(legal).or_else(|| {
            let searcher = crate::engine::searcher::Searcher::new(1, 1).ok()?;
            let limits = Limits { nodes: Some(20_000), ..Limits::default() };
            searcher.search(self.session.game(), limits, |_| {}).answer.best
        });
        if let Some(text) = hint {
            let told = xboard::outgoing(self.session.game(), &text);
            self.say(format_args!("Hint: {told}"));
        }
    }

    fn easy(&mut self) {
        self.ponder = false;
        if matches!(self.thinking, Some(Thinking { purpose: Purpose::Ponder(_), .. })) {
            self.settle();
        }
    }

    fn pause(&mut self) {
        self.settle();
        self.paused = true;
    }

    fn resume(&mut self) {
        self.paused = false;
        if self.analyzing {
            self.restart_analysis();
        } else {
            self.play_if_due();
        }
    }
}

impl Protocol for Cecp {
    fn line(&mut self, line: &str) -> Flow {
        if self.editor.is_some() && line != "quit" {
            self.edit(line);
            return Flow::Continue;
        }
        let flow = self.command(line);
        if self.output.is_broken() { Flow::Quit } else { flow }
    }

    fn search_event(&mut self, number: u64, event: Event) -> Flow {
        if self.thinking.as_ref().is_none_or(|thinking| thinking.number != number) {
            return Flow::Continue;
        }
        match event {
            Event::Report(report) => self.report(report),
            Event::Done(answer) => {
                self.session.ended(number);
                if let Some(thinking) = self.thinking.take() {
                    self.search_done(thinking.purpose, answer);
                }
            }
            Event::Failure(text) => self.say(format_args!("# error: {text}")),
            Event::Current(..) | Event::Counted(..) | Event::Total(_) | Event::Line(_) | Event::End => {}
        }
        if self.output.is_broken() { Flow::Quit } else { Flow::Continue }
    }

    fn end_of_input(&mut self) -> Flow {
        Flow::Quit
    }

    fn close(&mut self) {
        self.thinking = None;
        self.session.finish();
    }

    fn session(&self) -> &Session {
        &self.session
    }
}

/// A word that can only be meant as a move: `e2e4`, `P@e4`, `e7e8q`, `e4f6,f6e4`, `O-O`.
fn looks_like_a_move(word: &str) -> bool {
    let mut bytes = word.bytes();
    matches!(
        (bytes.next(), bytes.next()),
        (Some(b'a'..=b'p'), Some(b'0'..=b'9')) | (Some(_), Some(b'@')) | (Some(b'O'), Some(b'-'))
    )
}
