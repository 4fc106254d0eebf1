//! The Universal Chess Interface from the GUI's side.

use super::clock::{Clock, Time};
use super::player::{Answer, Choice, Failure, Offence, Player, Question, Score, Setting};
use super::process::{Process, Surroundings};
use super::specification::Specification;
use crate::game::Variant;
use crate::types::Color;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// An engine that speaks UCI.
pub struct UciPlayer {
    process: Process,
    restart: bool,
    hang: Duration,
}

/// An `option` line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Announced {
    name: String,
    kind: String,
    /// Values of a combo.
    values: Vec<String>,
}

impl UciPlayer {
    /// Starts an engine, chooses the game and sets its options.
    ///
    /// # Errors
    /// When it does not answer, lacks the game or an option.
    pub fn start(engine: &Specification, setting: &Setting, surroundings: &Surroundings) -> Result<UciPlayer, Failure> {
        let process = Process::start(engine, surroundings).map_err(|what| Failure::of(Offence::Crash, what))?;
        let mut player = UciPlayer { process, restart: engine.restart, hang: setting.hang };
        let announced = player.introduce()?;
        let mut settings = choice_of_game(&announced, setting).map_err(|what| Failure::of(Offence::Crash, what))?;
        for (name, value) in &engine.options {
            let line = set_option(&announced, name, value).map_err(|what| Failure::of(Offence::Crash, what))?;
            settings.push(line);
        }
        for line in settings {
            player.process.say(&line);
        }
        Ok(player)
    }

    fn introduce(&mut self) -> Result<Vec<Announced>, Failure> {
        self.process.say("uci");
        let deadline = self.process.patience();
        let mut announced = Vec::new();
        loop {
            let line = self.process.hear(deadline);
            let line = line.map_err(|silence| Failure::of_silence(silence, Offence::Stall, "uciok"))?;
            match line.text.split_whitespace().next() {
                Some("uciok") => return Ok(announced),
                Some("option") => announced.extend(Announced::read(&line.text)),
                _ => {}
            }
        }
    }
}

impl Announced {
    /// Reads `option name Some Name type combo default a var a var b`.
    fn read(line: &str) -> Option<Announced> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let place = |wanted: &str| words.iter().position(|&word| word == wanted);
        let (name, kind) = (place("name")?, place("type")?);
        let rest = words.get(kind + 2..).unwrap_or_default();
        let values = rest.split(|&word| word == "var").skip(1).map(|words| words.join(" ")).collect();
        let kind = (*words.get(kind + 1)?).to_owned();
        Some(Announced { name: words.get(name + 1..place("type")?)?.join(" "), kind, values })
    }
}

fn find<'a>(announced: &'a [Announced], name: &str) -> Option<&'a Announced> {
    announced.iter().find(|option| option.name.eq_ignore_ascii_case(name))
}

/// What makes an engine play the game; an engine without `UCI_Variant` plays chess.
fn choice_of_game(announced: &[Announced], setting: &Setting) -> Result<Vec<String>, String> {
    let mut lines = Vec::new();
    let variant = setting.variant;
    match (find(announced, "UCI_Variant"), setting.is_chess()) {
        (Some(option), chess) => match own_name(&option.values, variant) {
            Some(name) => lines.push(format!("setoption name {} value {name}", option.name)),
            None if chess => {}
            None => return Err(format!("its UCI_Variant has no `{}`", variant.name)),
        },
        (None, true) => {}
        (None, false) => return Err(format!("it has no UCI_Variant, so it does not play `{}`", variant.name)),
    }
    match find(announced, "UCI_Chess960") {
        Some(option) => lines.push(format!("setoption name {} value {}", option.name, setting.chess960)),
        None if setting.chess960 => return Err("it has no UCI_Chess960".into()),
        None => {}
    }
    Ok(lines)
}

/// The engine's own name of the game.
fn own_name<'a>(values: &'a [String], variant: &Variant) -> Option<&'a String> {
    let names = std::iter::once(&variant.name).chain(variant.aliases);
    let mut found = names.filter_map(|name| values.iter().find(|value| value.eq_ignore_ascii_case(name)));
    found.next()
}

fn set_option(announced: &[Announced], name: &str, value: &str) -> Result<String, String> {
    if ["UCI_Variant", "UCI_Chess960"].iter().any(|own| own.eq_ignore_ascii_case(name)) {
        return Err(format!("{name} is set by --variant"));
    }
    let option = find(announced, name).ok_or_else(|| format!("it has no option `{name}`"))?;
    Ok(match option.kind.as_str() {
        "button" => format!("setoption name {}", option.name),
        _ => format!("setoption name {} value {value}", option.name),
    })
}

impl Player for UciPlayer {
    fn new_game(&mut self, _: &Question<'_>) -> Result<(), Failure> {
        self.process.say("ucinewgame\nisready");
        let deadline = self.process.patience();
        let ready = self.process.await_line(deadline, |text| (text.trim() == "readyok").then_some(()));
        ready.map_err(|silence| Failure::of_silence(silence, Offence::Stall, "readyok"))
    }

    fn think(&mut self, question: &Question<'_>) -> Result<Answer, Failure> {
        let clock = question.clock();
        let allowance = clock.allowance();
        let begun = self.process.say(&format!("{}\n{}", position(question), go(question)));
        let deadline = begun + allowance.unwrap_or(self.hang);
        let offence = if allowance.is_some() { Offence::Time } else { Offence::Stall };
        let mut thought = None;
        loop {
            let line = self.process.hear(deadline);
            let line = line.map_err(|silence| Failure::of_silence(silence, offence, "bestmove"))?;
            if let Some(rest) = line.text.trim_start().strip_prefix("bestmove") {
                return Ok(answer(rest, thought.as_deref(), begun, line.at));
            }
            if is_thought(&line.text) {
                thought = Some(line.text);
            }
        }
    }

    fn game_over(&mut self, _: &str) {}

    fn is_spent(&self) -> bool {
        self.restart
    }

    fn condemn(&mut self) {
        self.process.condemn();
    }
}

/// Whether a line tells a score that is exact and of the best move.
fn is_thought(text: &str) -> bool {
    let other_line = || text.split(" multipv ").nth(1).is_some_and(|rest| !rest.starts_with("1 "));
    text.starts_with("info") && text.contains(" score ") && !text.contains("bound") && !other_line()
}

fn answer(rest: &str, thought: Option<&str>, begun: Instant, at: Instant) -> Answer {
    let text = rest.split_whitespace().next().unwrap_or("");
    let words: Vec<&str> = thought.unwrap_or("").split_whitespace().collect();
    let after = |wanted: &str, more: usize| {
        let place = words.iter().position(|&word| word == wanted)?;
        words.get(place + more).copied()
    };
    let number = |wanted, more| after(wanted, more).and_then(|word| word.parse::<i32>().ok());
    let score = match after("score", 1) {
        Some("cp") => number("score", 2).map(Score::Pawns),
        Some("mate") => number("score", 2).map(Score::Mate),
        _ => None,
    };
    let depth = number("depth", 1).and_then(|depth| depth.try_into().ok());
    Answer { choice: Choice::Move(text.to_owned()), time: at.saturating_duration_since(begun), score, depth }
}

fn position(question: &Question<'_>) -> String {
    let mut text = match question.fen {
        Some(fen) => format!("position fen {fen}"),
        None => "position startpos".into(),
    };
    if !question.moves.is_empty() {
        text.push_str(" moves");
    }
    for mv in question.moves {
        text.push(' ');
        text.push_str(mv);
    }
    text
}

fn go(question: &Question<'_>) -> String {
    let mut text = String::from("go");
    let limit = question.clock().limit();
    match limit.time {
        Time::Unlimited => {}
        Time::PerMove(time) => append(&mut text, "movetime", time.as_millis().max(1)),
        Time::Clock(_) => clocks(&mut text, question),
    }
    if let Some(nodes) = limit.nodes {
        append(&mut text, "nodes", nodes);
    }
    if let Some(depth) = limit.depth {
        append(&mut text, "depth", depth);
    }
    text
}

/// An opponent without a clock is shown as one with the engine's own.
fn clocks(text: &mut String, question: &Question<'_>) {
    let told = |side: Color| {
        let clock = &question.clocks[side.index()];
        if matches!(clock.limit().time, Time::Clock(_)) { clock } else { question.clock() }
    };
    let milliseconds = |time: Duration| time.as_millis().max(1);
    for (side, time, increment) in [(Color::White, "wtime", "winc"), (Color::Black, "btime", "binc")] {
        append(text, time, milliseconds(told(side).left().unwrap_or_default()));
        if let Some(bonus) = bonus(told(side)) {
            append(text, increment, bonus.as_millis());
        }
    }
    if let Some(moves) = question.clock().moves_left() {
        append(text, "movestogo", moves);
    }
}

fn bonus(clock: &Clock) -> Option<Duration> {
    match clock.limit().time {
        Time::Clock(control) if !control.increment.is_zero() => Some(control.increment),
        _ => None,
    }
}

fn append(text: &mut String, word: &str, value: impl std::fmt::Display) {
    // Writing to a string does not fail.
    let _ = write!(text, " {word} {value}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::match_runner::clock::Limit;
    use crate::variants;

    fn setting(name: &str) -> Setting {
        Setting { variant: variants::find(name).unwrap(), chess960: false, positions: false, hang: Duration::ZERO }
    }

    #[test]
    fn options_are_read() {
        let option =
            Announced::read("option name UCI_Variant type combo default chess var chess var prison break").unwrap();
        assert_eq!((option.name.as_str(), option.kind.as_str()), ("UCI_Variant", "combo"));
        assert_eq!(option.values, ["chess", "prison break"]);
        assert_eq!(Announced::read("option name Clear Hash type button").unwrap().name, "Clear Hash");
        for wrong in ["option", "option name", "option type", "option type spin name X", "option name X type"] {
            assert!(Announced::read(wrong).is_none_or(|option| option.name.is_empty()), "{wrong}");
        }
    }

    #[test]
    fn engines_without_the_game_are_refused() {
        let combo = |values: &str| Announced::read(&format!("option name UCI_Variant type combo {values}"));
        let announced: Vec<Announced> = combo("var standard var zigzag").into_iter().collect();
        let rows = [("chess", "standard"), ("zigzagmadness", "zigzag")];
        for (game, value) in rows {
            let lines = choice_of_game(&announced, &setting(game)).unwrap();
            assert_eq!(lines, [format!("setoption name UCI_Variant value {value}")]);
        }
        assert!(choice_of_game(&announced, &setting("prisonbreak")).unwrap_err().contains("prisonbreak"));
        assert!(choice_of_game(&[], &setting("prisonbreak")).unwrap_err().contains("UCI_Variant"));
        assert_eq!(choice_of_game(&[], &setting("chess")), Ok(vec![]));
    }

    #[test]
    fn answers_carry_the_last_score() {
        let begun = Instant::now();
        let rows = [
            ("info depth 12 score cp 35 nodes 1 pv e2e4", Some(Score::Pawns(35)), Some(12)),
            ("info depth 3 multipv 1 score mate -2", Some(Score::Mate(-2)), Some(3)),
            ("info score cp", None, None),
        ];
        for (line, score, depth) in rows {
            assert!(is_thought(&format!("{line} ")));
            let answer = answer(" e2e4 ponder e7e5", Some(line), begun, begun + Duration::from_millis(5));
            assert_eq!((answer.score, answer.depth), (score, depth), "{line}");
            assert_eq!(answer.choice, Choice::Move("e2e4".into()));
            assert_eq!(answer.time, Duration::from_millis(5));
        }
        for other in ["info depth 1 multipv 2 score cp 1", "info depth 1 score cp 3 lowerbound", "info string score cp"]
        {
            assert!(!is_thought(other) || other.contains("string"), "{other}");
        }
    }

    #[test]
    fn go_says_what_the_limit_allows() {
        let clock = |word: (&str, &str)| {
            let mut limit = Limit::default();
            limit.set(word.0, word.1).unwrap();
            Clock::new(limit)
        };
        let rows = [
            (("tc", "10+0.1"), ("tc", "5"), "go wtime 10000 winc 100 btime 5000"),
            (("tc", "40/60"), ("st", "1"), "go wtime 60000 btime 60000 movestogo 40"),
            (("st", "0.01"), ("tc", "5"), "go movetime 10"),
            (("nodes", "500"), ("tc", "5"), "go nodes 500"),
            (("depth", "5"), ("depth", "6"), "go depth 5"),
        ];
        for (white, black, wanted) in rows {
            let clocks = [clock(white), clock(black)];
            let question = Question { fen: None, moves: &[], side: Color::White, clocks: &clocks };
            assert_eq!(go(&question), wanted);
        }
    }

    #[test]
    fn positions_are_written_with_their_moves() {
        let clocks = [Clock::new(Limit::default()), Clock::new(Limit::default())];
        let moves = ["a1a2".to_owned(), "b1b2".to_owned()];
        let question = Question { fen: Some("F w"), moves: &moves, side: Color::Black, clocks: &clocks };
        assert_eq!(position(&question), "position fen F w moves a1a2 b1b2");
        assert_eq!(position(&Question { fen: None, moves: &[], ..question }), "position startpos");
    }
}
