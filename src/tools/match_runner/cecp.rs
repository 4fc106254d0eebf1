//! The protocol of XBoard, version 2, from the GUI's side.
//!
//! A CECP engine keeps the game itself and moves when it hears its opponent's move, so it is told moves, not positions.

use super::clock::Time;
use super::features::{Features, NORMAL};
use super::player::{Answer, Choice, Failure, Offence, Player, Question, Score, Setting};
use super::process::{Process, Silence, Surroundings};
use super::specification::Specification;
use crate::game::Game;
use crate::position::Notation;
use crate::protocol::xboard;
use crate::types::Color;
use std::time::{Duration, Instant};

/// An engine that says nothing of features is ready after this, by the protocol's word.
const SILENT_START: Duration = Duration::from_secs(2);

/// An engine that speaks CECP.
pub struct CecpPlayer {
    process: Process,
    restart: bool,
    hang: Duration,
    features: Features,
    /// The game, in the engine's words.
    variant: String,
    /// Moves of the game that it knows.
    told: usize,
    /// It plays by itself when it hears a move.
    plays: bool,
    pings: u32,
    /// The game as far as it has been told, where XBoard writes moves in a form of its own.
    board: Option<Box<dyn Game>>,
}

impl CecpPlayer {
    /// Starts an engine, checks that it plays the game and sets its options.
    ///
    /// # Errors
    /// When it does not answer, lacks the game, a feature or an option.
    pub fn start(
        engine: &Specification,
        setting: &Setting,
        surroundings: &Surroundings,
    ) -> Result<CecpPlayer, Failure> {
        let refuse = |what| Failure::of(Offence::Crash, what);
        let mut process = Process::start(engine, surroundings).map_err(refuse)?;
        let features = introduce(&mut process, surroundings.patience)?;
        let variant = features.name_of(setting.variant).map_err(refuse)?;
        check(engine, setting, &features).map_err(refuse)?;
        for (name, value) in &engine.options {
            process.say(&features.set_option(name, value).map_err(refuse)?);
        }
        let (restart, hang) = (engine.restart, setting.hang);
        let board = xboard::has_own_form(setting.variant).then(|| setting.variant.new_game());
        Ok(CecpPlayer { process, restart, hang, features, variant, told: 0, plays: false, pings: 0, board })
    }

    /// `level`, `st` and `sd`. Fractions of seconds come with the `time` before every move; as `st` is in whole seconds
    /// for most engines, any other time per move is a time control of one move.
    fn limits(&self, question: &Question<'_>) -> Vec<String> {
        let limit = question.clock().limit();
        let time = match limit.time {
            Time::Unlimited => None,
            Time::PerMove(time) if is_fraction(time) => Some(format!("level 1 0:{:02} 0", time.as_secs() + 1)),
            Time::PerMove(time) => Some(format!("st {}", time.as_secs())),
            Time::Clock(control) => {
                let base = control.base.as_secs().max(1);
                let moves = control.moves.unwrap_or(0);
                let increment = control.increment.as_secs_f64();
                Some(format!("level {moves} {}:{:02} {increment}", base / 60, base % 60))
            }
        };
        let depth = limit.depth.map(|depth| format!("sd {depth}"));
        time.into_iter().chain(depth).collect()
    }

    /// The clocks, what has been played since it last moved, and its turn.
    fn turn(&mut self, question: &Question<'_>) -> Vec<String> {
        let mut lines = Vec::new();
        let word = if self.features.usermove { "usermove " } else { "" };
        let untold = question.moves.get(self.told..).unwrap_or_default();
        let mut moves: Vec<String> = untold.iter().map(|mv| format!("{word}{}", self.tell(mv))).collect();
        let last = if self.plays { moves.pop() } else { Some("go".into()) };
        lines.append(&mut moves);
        for (side, word) in [(question.side, "time"), (!question.side, "otim")] {
            let clock = &question.clocks[side.index()];
            let left = match clock.limit().time {
                Time::PerMove(time) => Some(time).filter(|&time| is_fraction(time)),
                Time::Clock(_) => clock.left(),
                Time::Unlimited => None,
            };
            if let Some(left) = left {
                lines.push(format!("{word} {}", left.as_millis() / 10));
            }
        }
        lines.extend(last);
        self.told = question.moves.len() + 1;
        self.plays = true;
        lines
    }

    /// A move that was played, as the engine is told it.
    fn tell(&mut self, text: &str) -> String {
        let Some(board) = &mut self.board else { return text.to_owned() };
        let told = xboard::move_to_xboard(&**board, text);
        // The referee has played it.
        let _ = board.play(text);
        told
    }

    /// The game's own text of a move of the engine.
    fn hear(&mut self, text: String) -> String {
        let Some(board) = &mut self.board else { return text };
        let own = xboard::move_from_xboard(&**board, &text, Notation::Standard);
        // What cannot be played is for the referee to refuse.
        let _ = board.play(&own);
        own
    }

    fn synchronise(&mut self) -> Result<(), Failure> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.process.say(&format!("ping {}", self.pings));
        let deadline = self.process.patience();
        let answered = self.process.await_line(deadline, |text| (text.trim() == pong).then_some(()));
        answered.map_err(|silence| Failure::of_silence(silence, Offence::Stall, "pong"))
    }
}

/// Whether a time is not a number of seconds.
fn is_fraction(time: Duration) -> bool {
    time.subsec_nanos() != 0
}

/// Reads features until the engine is done with them.
fn introduce(process: &mut Process, patience: Duration) -> Result<Features, Failure> {
    process.say("xboard\nprotover 2");
    let mut features = Features::default();
    let mut deadline = Instant::now() + patience.min(SILENT_START);
    while features.done != Some(true) {
        match process.hear(deadline) {
            Ok(line) if line.text.trim_start().starts_with("feature") => {
                let answers = features.read(&line.text);
                process.say(&answers.join("\n"));
                if features.done == Some(false) {
                    deadline = process.patience();
                }
            }
            Ok(_) => {}
            Err(Silence::Late) if features.done.is_none() => break,
            Err(silence) => return Err(Failure::of_silence(silence, Offence::Stall, "feature done=1")),
        }
    }
    Ok(features)
}

/// What the match needs and the engine may lack.
fn check(engine: &Specification, setting: &Setting, features: &Features) -> Result<(), String> {
    let lacks = [
        (engine.limit.nodes.is_some(), "nodes= needs UCI"),
        (setting.chess960, "Chess960 needs UCI"),
        (setting.positions && !features.setboard, "it has no setboard, so no openings"),
    ];
    lacks.iter().find(|(lacks, _)| *lacks).map_or(Ok(()), |(_, what)| Err((*what).to_owned()))
}

impl Player for CecpPlayer {
    fn new_game(&mut self, question: &Question<'_>) -> Result<(), Failure> {
        let mut lines = vec!["new".to_owned()];
        if self.variant != NORMAL {
            lines.push(format!("variant {}", self.variant));
        }
        lines.push("force".into());
        lines.extend(question.fen.map(|fen| format!("setboard {fen}")));
        lines.extend(self.limits(question));
        lines.extend(["post".into(), "easy".into()]);
        (self.told, self.plays) = (0, false);
        self.board = self.board.take().map(|board| board.variant().game_or_start(question.fen));
        self.process.say(&lines.join("\n"));
        self.synchronise()
    }

    fn think(&mut self, question: &Question<'_>) -> Result<Answer, Failure> {
        let allowance = question.clock().allowance();
        let lines = self.turn(question).join("\n");
        let begun = self.process.say(&lines);
        let deadline = begun + allowance.unwrap_or(self.hang);
        let offence = if allowance.is_some() { Offence::Time } else { Offence::Stall };
        let (mut score, mut depth) = (None, None);
        loop {
            let line = self.process.hear(deadline);
            let line = line.map_err(|silence| Failure::of_silence(silence, offence, "move"))?;
            if let Some((deep, thought)) = thought(&line.text) {
                (depth, score) = (Some(deep), Some(thought));
            } else if let Some(choice) = choice(&line.text, question.side)? {
                let choice = match choice {
                    Choice::Move(text) => Choice::Move(self.hear(text)),
                    Choice::Resign => Choice::Resign,
                };
                return Ok(Answer { choice, time: line.at.saturating_duration_since(begun), score, depth });
            }
        }
    }

    fn game_over(&mut self, result: &str) {
        self.process.say(&format!("force\nresult {result}"));
    }

    fn is_spent(&self) -> bool {
        // Without a ping its late words could be taken for words about the next game.
        self.restart || !self.features.reuse || !self.features.ping
    }

    fn condemn(&mut self) {
        self.process.condemn();
    }
}

/// What a line decides, if anything. An engine may concede; all other ends are for the referee to see.
fn choice(line: &str, side: Color) -> Result<Option<Choice>, Failure> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let claim = || Err(Failure::of(Offence::FalseClaim, line.chars().take(80).collect::<String>()));
    match word {
        "move" => Ok(Some(Choice::Move(rest.split_whitespace().collect::<Vec<_>>().concat()))),
        "resign" => Ok(Some(Choice::Resign)),
        "1-0" | "0-1" if word == side.choose("0-1", "1-0") => Ok(Some(Choice::Resign)),
        "1-0" | "0-1" | "1/2-1/2" => claim(),
        "Illegal" => claim(),
        "tellusererror" if rest.starts_with("Illegal") => claim(),
        _ => Ok(None),
    }
}

/// Depth and score of `9 35 12 4567 e2e4 e7e5`; a win in N is 100000 + N.
fn thought(line: &str) -> Option<(u32, Score)> {
    let mut words = line.split_whitespace();
    let depth = words.next()?.parse().ok()?;
    let score: i32 = words.next()?.parse().ok()?;
    let (_, _): (u64, u64) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    let score = match score {
        100_000.. => Score::Mate(score - 100_000),
        ..=-100_000 => Score::Mate(score + 100_000),
        _ => Score::Pawns(score),
    };
    Some((depth, score))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_apart() {
        let white = |line| choice(line, Color::White);
        assert_eq!(white("move e2e4"), Ok(Some(Choice::Move("e2e4".into()))));
        assert_eq!(white("resign"), Ok(Some(Choice::Resign)));
        assert_eq!(white("0-1 {White resigns}"), Ok(Some(Choice::Resign)));
        for nothing in ["", "# comment", "offer draw", "tellusererror what", "telluser hello", "Error (x): y"] {
            assert_eq!(white(nothing), Ok(None), "{nothing}");
        }
        for claim in
            ["1-0 {White mates}", "1/2-1/2 {I like it}", "Illegal move: e2e4", "tellusererror Illegal position"]
        {
            assert!(white(claim).is_err(), "{claim}");
        }
    }

    #[test]
    fn thinking_lines_are_read() {
        assert_eq!(thought("9 35 12 4567 e2e4"), Some((9, Score::Pawns(35))));
        assert_eq!(thought("9 -100003 12 4567\te2e4"), Some((9, Score::Mate(-3))));
        for other in ["", "move 1", "1 2 3", "9 x 12 4567"] {
            assert_eq!(thought(other), None, "{other}");
        }
    }
}
