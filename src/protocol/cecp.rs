//! The Chess Engine Communication Protocol, version 2 (XBoard, WinBoard).
//!
//! In CECP the engine keeps the game and decides itself when it is its turn. What is kept here is only the
//! conversation: who plays what, the clocks, what the search under way is for. Every command that changes the
//! game first ends that search ([`Cecp::settle`]); its late events are known by their number and dropped.

mod edit;
mod highlight;

use super::{Flow, Output, Protocol};
use crate::game::Game;
use crate::options::{Audience, EngineOption, Kind, OPTIONS};
use crate::search::{Answer, Bound, Clock, Event, Limits, Report};
use crate::session::Session;
use crate::types::score::Shown;
use crate::types::{Color, Outcome, Reason};
use crate::variants::{VARIANTS, Variant};
use edit::Editor;
use std::time::Duration;

/// What the search under way is for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Purpose {
    /// The engine's own move.
    Move,
    /// Thinking on the opponent's time; the expected move has been played on the session's game.
    Ponder(String),
    /// `analyze`.
    Analysis,
}

/// A search and its purpose.
struct Thinking {
    number: u64,
    purpose: Purpose,
}

/// A time control, as `level` and `st` set it.
#[derive(Clone, Copy, Debug)]
struct TimeControl {
    /// Moves per session; 0: the whole game.
    moves: u32,
    base: Duration,
    increment: Duration,
    /// Fixed time per move instead.
    per_move: Option<Duration>,
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
}

/// Commands that are understood and need no action.
const IGNORED: [&str; 14] = [
    "accepted", "rejected", "random", "computer", "name", "rating", "ics", "nps", "setscore", "egtpath", "bogus",
    "hover", "put", "xboard",
];

/// A score (in hundredths of a pawn) that nobody comes back from.
const HOPELESS: i32 = -1500;

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
            _ if looks_like_a_move(word) => self.user_move(word),
            _ => self.say(format_args!("Error (unknown command): {line}")),
        }
        Flow::Continue
    }

    /// The `feature` lines.
    fn introduce(&mut self) {
        let names: Vec<&str> = xboard_names().collect();
        self.say("feature done=0");
        self.say("feature ping=1 setboard=1 usermove=1 playother=1 san=0 colors=0 sigint=0 sigterm=0");
        self.say("feature reuse=1 analyze=1 memory=1 smp=1 exclude=1 nps=0 name=1 debug=1 highlight=1 pause=1");
        self.say("feature draw=1 ics=1 oocastle=0 fen960=1 time=1");
        self.say(format_args!("feature myname=\"Jailbird {}\"", env!("CARGO_PKG_VERSION")));
        self.say(format_args!("feature variants=\"{}\"", names.join(",")));
        for option in OPTIONS.iter().filter(|option| option.audience != Audience::Uci) {
            self.say(format_args!("feature option=\"{} -{}\"", option.name, describe(option.kind)));
        }
        self.say("feature done=1");
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

    fn set_variant(&mut self, name: &str) {
        self.settle();
        let known = VARIANTS.iter().find(|v| v.xboard.as_ref().is_some_and(|x| x.name == name));
        let Some(variant) = known.or_else(|| Variant::find(name).filter(|variant| variant.xboard.is_some())) else {
            self.say(format_args!("Error (unknown variant): {name}"));
            return self.restart_analysis();
        };
        self.session.set_variant(variant);
        let chess960 = matches!(name, "fischerandom" | "chess960");
        let _ = self.session.change(|settings| settings.chess960 = chess960);
        self.refused = false;
        self.position_changed();
        if let Some((table, parent)) = variant.xboard.as_ref().and_then(|xboard| xboard.setup) {
            let (files, ranks, pocket) = (variant.files, variant.ranks, variant.pocket);
            self.say(format_args!("setup ({table}) {files}x{ranks}+{pocket}_{parent} {}", variant.start));
        }
        self.restart_analysis();
    }

    fn force(&mut self) {
        self.settle();
        self.plays = None;
    }

    fn go(&mut self) {
        self.settle();
        self.plays = Some(self.session.game().turn().color());
        self.play_if_due();
    }

    fn play_other(&mut self) {
        self.settle();
        self.plays = Some(!self.session.game().turn().color());
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
        if self.session.game_mut().play(text).is_err() {
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

    fn play_if_due(&mut self) {
        let turn = self.session.game().turn().color();
        if self.plays != Some(turn) || self.refused || self.over || self.analyzing || self.paused {
            return;
        }
        if self.claim_end() {
            return;
        }
        self.begin(Purpose::Move, self.limits());
    }

    /// Limits of a move on the engine's own time.
    fn limits(&self) -> Limits {
        let mut limits = Limits { depth: self.depth, except: self.excluded.clone(), ..Limits::default() };
        if let Some(per_move) = self.time.per_move {
            limits.movetime = Some(per_move);
            return limits;
        }
        let moves_to_go = (self.time.moves > 0).then(|| {
            let made = self.session.game().played().len() as u32 / 2;
            self.time.moves - made % self.time.moves
        });
        let remaining = self.remaining.unwrap_or(self.time.base);
        limits.clock = Some(Clock { remaining, increment: self.time.increment, moves_to_go });
        limits
    }

    fn begin(&mut self, purpose: Purpose, limits: Limits) {
        match self.session.go(limits) {
            Ok(number) => self.thinking = Some(Thinking { number, purpose }),
            Err(problem) => self.say(format_args!("telluser {problem}")),
        }
    }

    /// Thinks on the opponent's time, if that is wanted and a reply is expected.
    fn begin_pondering(&mut self) {
        if !self.ponder || self.over || self.analyzing || self.paused || self.refused {
            return;
        }
        let Some(text) = self.expected.take() else { return };
        if self.session.game_mut().play(&text).is_err() {
            return;
        }
        if self.session.game().outcome().is_some() {
            self.session.game_mut().undo();
            return;
        }
        let limits = Limits { ponder: true, except: Vec::new(), ..self.limits() };
        self.begin(Purpose::Ponder(text), limits);
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
            Some(Shown::Centipawns(cp)) => cp <= -50 || cp <= 0 && plies >= 60,
            Some(Shown::Mate(moves)) => moves < 0,
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

    /// Sets up `fen`. XBoard writes FENs of engine-defined games by its parent's habits: if the whole is refused,
    /// placement, side and the counters at the end are tried alone.
    fn set_board(&mut self, fen: &str) {
        self.settle();
        let whole = self.session.game_from(fen);
        let game = whole.or_else(|error| match relaxed(fen) {
            Some(fen) if self.session.game().variant().name != "chess" => self.session.game_from(&fen),
            _ => Err(error),
        });
        match game {
            Ok(game) => self.set_game(game),
            Err(error) => self.refuse(&error.to_string()),
        }
    }

    fn set_game(&mut self, game: Box<dyn Game>) {
        self.session.set_game(game);
        self.refused = false;
        self.position_changed();
        self.restart_analysis();
    }

    fn refuse(&mut self, problem: &str) {
        self.refused = true;
        self.say("tellusererror Illegal position");
        self.say(format_args!("# {problem}"));
    }

    fn begin_edit(&mut self) {
        self.settle();
        self.editor = Some(Editor::new(&self.session.game().fen()));
    }

    /// A line while the board is being edited; only `.` ends that.
    fn edit(&mut self, line: &str) {
        let Some(editor) = &mut self.editor else { return };
        if line != "." {
            if !line.is_empty() && !editor.command(line) {
                self.say(format_args!("Error (unknown command): {line}"));
            }
            return;
        }
        let fen = editor.fen();
        self.editor = None;
        match edit::with_rights(&self.session, &fen) {
            Ok(game) => self.set_game(game),
            Err(error) => self.refuse(&error.to_string()),
        }
    }

    fn hint(&mut self) {
        let pondered = match &self.thinking {
            Some(Thinking { purpose: Purpose::Ponder(text), .. }) => Some(text.clone()),
            Some(_) => self.last.as_ref().and_then(|report| report.pv.first().cloned()),
            None => self.expected.clone(),
        };
        let legal = |text: &String| self.session.game().legal_moves(self.session.notation()).contains(text);
        let hint = match pondered {
            Some(text) if self.thinking.is_some() || legal(&text) => Some(text),
            _ => crate::tools::thinker::Thinker::new(1, 1).ok().and_then(|thinker| {
                let limits = Limits { nodes: Some(20_000), ..Limits::default() };
                thinker.think(self.session.game(), limits, |_| {}).answer.best
            }),
        };
        if let Some(text) = hint {
            self.say(format_args!("Hint: {text}"));
        }
    }

    fn undo(&mut self, plies: u32) {
        self.settle();
        let (plays, analyzing) = (self.plays, self.analyzing);
        for _ in 0..plies {
            if !self.session.game_mut().undo() {
                break;
            }
        }
        self.position_changed();
        self.refused = false;
        (self.plays, self.analyzing) = (plays, analyzing);
        self.restart_analysis();
    }

    fn easy(&mut self) {
        self.ponder = false;
        if matches!(self.thinking, Some(Thinking { purpose: Purpose::Ponder(_), .. })) {
            self.settle();
        }
    }

    fn analyze(&mut self) {
        self.settle();
        self.plays = None;
        self.analyzing = true;
        self.restart_analysis();
    }

    fn exit_analysis(&mut self) {
        self.settle();
        self.plays = None;
        self.analyzing = false;
    }

    /// In analysis, every change of position begins the search anew.
    fn restart_analysis(&mut self) {
        if !self.analyzing || self.refused || self.session.game().outcome().is_some() {
            return;
        }
        self.settle();
        let limits = Limits { infinite: true, except: self.excluded.clone(), ..Limits::default() };
        self.begin(Purpose::Analysis, limits);
    }

    fn status(&mut self) {
        let moves = self.session.game().legal_moves(self.session.notation()).len();
        if let (true, Some(report)) = (self.analyzing, &self.last) {
            let (time, nodes, depth) = (report.time.as_millis() / 10, report.nodes, report.depth);
            let first = report.pv.first().cloned().unwrap_or_default();
            self.say(format_args!("stat01: {time} {nodes} {depth} {} {moves} {first}", moves.saturating_sub(1)));
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

    fn set_resource(&mut self, line: &str, word: &str, rest: &str) {
        let Ok(amount) = rest.parse::<usize>() else {
            return self.say(format_args!("Error (bad argument): {line}"));
        };
        let was_at_move = self.interrupt();
        let result = match word {
            "memory" => self.session.set_hash(amount.clamp(1, 65536)),
            _ => self.session.set_threads(amount.clamp(1, 512)),
        };
        if let Err(problem) = result {
            self.say(format_args!("Error ({problem}): {line}"));
        }
        self.go_on(was_at_move);
    }

    fn set_option(&mut self, rest: &str) {
        let (name, value) = rest.split_once('=').map_or((rest, None), |(name, value)| (name, Some(value.trim())));
        let Some(option) = EngineOption::find(name.trim()) else {
            return self.say(format_args!("Error (unknown option): {name}"));
        };
        let was_at_move = self.interrupt();
        if let Err(problem) = option.set(&mut self.session, value) {
            self.say(format_args!("Error ({problem}): option {rest}"));
        }
        self.go_on(was_at_move);
    }

    fn exclude(&mut self, rest: &str, exclude: bool) {
        let all = self.session.game().legal_moves(self.session.notation());
        let named = |text: &String| text.eq_ignore_ascii_case(rest);
        match (rest, exclude) {
            ("all", true) => self.excluded = all,
            ("all", false) => self.excluded.clear(),
            (_, true) => self.excluded.extend(all.into_iter().filter(named)),
            (_, false) => self.excluded.retain(|text| !named(text)),
        }
        self.restart_analysis();
    }

    fn lift(&mut self, square: &str) {
        if let Some(highlight) = highlight::of(self.session.game(), square) {
            self.say(format_args!("highlight {highlight}"));
        }
    }

    fn search_done(&mut self, purpose: Purpose, answer: Answer) {
        match purpose {
            Purpose::Move => self.make_move(answer),
            // Found all there is to find before the opponent moved: wait for the move.
            Purpose::Ponder(_) => {
                self.session.game_mut().undo();
            }
            Purpose::Analysis => {}
        }
    }

    fn make_move(&mut self, answer: Answer) {
        self.expected = answer.ponder;
        let Some(text) = answer.best else {
            self.claim_end();
            return self.answer_pings();
        };
        if self.wants_to_resign() {
            self.over = true;
            self.say("resign");
            return self.answer_pings();
        }
        if self.session.game_mut().play(&text).is_ok() {
            self.say(format_args!("move {text}"));
        }
        self.answer_pings();
        self.excluded.clear();
        if !self.claim_end() {
            self.begin_pondering();
        }
    }

    /// Three hopeless moves in a row, and no mate on the board to be shown.
    fn wants_to_resign(&mut self) -> bool {
        let lost = match self.last.as_ref().map(|report| report.score) {
            Some(Shown::Centipawns(cp)) => cp <= HOPELESS,
            Some(Shown::Mate(moves)) => moves <= 0,
            None => false,
        };
        self.hopeless = if lost { self.hopeless + 1 } else { 0 };
        self.hopeless >= 3 && self.session.settings().resign
    }

    /// `ply score time nodes seldepth speed tbhits<TAB>pv`
    fn report(&mut self, report: Report) {
        if report.depth == 0 {
            return;
        }
        let score = match report.score {
            Shown::Centipawns(cp) => cp,
            Shown::Mate(moves) if moves > 0 => 100_000 + moves,
            Shown::Mate(moves) => -100_000 + moves,
        };
        let mark = match report.bound {
            Bound::Exact => "",
            Bound::Lower => "!",
            Bound::Upper => "?",
        };
        if self.post {
            let (depth, time, nodes) = (report.depth, report.time.as_millis() / 10, report.nodes);
            let (seldepth, speed, pv) = (report.seldepth, report.nps(), report.pv.join(" "));
            self.say(format_args!("{depth} {score} {time} {nodes} {seldepth} {speed} 0\t{pv}{mark}"));
        }
        if report.multipv == 1 && report.bound == Bound::Exact {
            self.last = Some(report);
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
            Event::Current(..) | Event::Counted(..) | Event::Total(_) => {}
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
}

/// The games that XBoard is told of; chess appears twice, as itself and as Chess960.
fn xboard_names() -> impl Iterator<Item = &'static str> {
    VARIANTS.iter().filter_map(|variant| variant.xboard.as_ref()).flat_map(|xboard| {
        let second = (xboard.name == "normal").then_some("fischerandom");
        [Some(xboard.name), second].into_iter().flatten()
    })
}

fn describe(kind: Kind) -> String {
    match kind {
        Kind::Spin { default, least, most } => format!("spin {default} {least} {most}"),
        Kind::Check(default) => format!("check {}", u8::from(default)),
        Kind::Button => "button".into(),
        Kind::Variant => "string chess".into(),
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

/// `level MPS BASE INC`: BASE is minutes or `minutes:seconds`, INC seconds; both may have fractions.
fn read_level(rest: &str) -> Option<TimeControl> {
    let mut words = rest.split_whitespace();
    let moves = words.next()?.parse().ok()?;
    let base = words.next()?;
    // Some append the increment to the base: what follows the number is not ours.
    let base = base.split(|c: char| !c.is_ascii_digit() && c != ':' && c != '.').next()?;
    let (minutes, secs) = base.split_once(':').unwrap_or((base, "0"));
    let base = seconds(minutes)? * 60 + seconds(secs)?;
    let increment = seconds(words.next().unwrap_or("0"))?;
    Some(TimeControl { moves, base, increment, per_move: None })
}

/// Seconds with an optional fraction, not negative, at most a year.
fn seconds(text: &str) -> Option<Duration> {
    let value: f64 = text.parse().ok()?;
    (0.0..=3.2e7).contains(&value).then(|| Duration::from_secs_f64(value))
}

/// Clock readings may be negative when a flag has fallen.
fn centiseconds(text: &str) -> Option<Duration> {
    let value: f64 = text.parse().ok().filter(|value: &f64| value.is_finite())?;
    Some(Duration::from_secs_f64((value / 100.0).clamp(0.0, 3.2e7)))
}

/// Placement, side and counters of a FEN whose middle cannot be trusted.
fn relaxed(fen: &str) -> Option<String> {
    let mut words = fen.split_whitespace();
    let (placement, side) = (words.next()?, words.next()?);
    let rest: Vec<&str> = words.collect();
    let mut numbers = rest.iter().rev().take_while(|word| word.parse::<u16>().is_ok());
    let (full, half) = (numbers.next().unwrap_or(&"1"), numbers.next().unwrap_or(&"0"));
    Some(format!("{placement} {side} - - {half} {full}"))
}
