//! One game: the referee asks, checks every answer by the rules and the clock, and writes the record.

use super::adjudication::{Adjudication, Umpire, Verdict};
use super::clock::Clock;
use super::openings::Opening;
use super::player::{Answer, Choice, Failure, Fault, Offence, Player, Question, Setting};
use crate::game::Game;
use crate::position::Notation;
use crate::tools::pgn::{GameRecord, RecordedMove};
use crate::types::{Color, Outcome};
use std::time::{Duration, Instant};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Who won; nobody in a draw.
    pub winner: Option<Color>,
    /// PGN's `Termination`.
    pub termination: &'static str,
    /// What happened, in a few words.
    pub comment: String,
    /// What the loser did wrong, if anything.
    pub fault: Option<Fault>,
}

impl Ending {
    /// By the rules.
    pub fn by_rules(outcome: Outcome) -> Ending {
        Ending {
            winner: outcome.winner.map(|seat| seat.color),
            termination: "normal",
            comment: outcome.comment(),
            fault: None,
        }
    }

    /// `side` loses by its own fault.
    pub fn forfeit(side: Color, fault: Fault) -> Ending {
        let comment = format!("{} forfeits: {fault}", side.name());
        Ending { winner: Some(!side), termination: fault.offence.name(), comment, fault: Some(fault) }
    }

    fn resignation(side: Color) -> Ending {
        let comment = format!("{} resigns", side.name());
        Ending { winner: Some(!side), termination: "resignation", comment, fault: None }
    }

    fn adjudicated(verdict: Verdict) -> Ending {
        let (winner, comment) = match verdict {
            Verdict::Loses(side) => (Some(!side), format!("{} wins by adjudication", (!side).name())),
            Verdict::Drawn => (None, "Draw by adjudication".into()),
            Verdict::TooLong => (None, "Draw by adjudication: too long".into()),
        };
        Ending { winner, termination: "adjudication", comment, fault: None }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub fn result(&self) -> &'static str {
        self.winner.map_or("1/2-1/2", |winner| winner.choose("1-0", "0-1"))
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// How it ended.
    pub ending: Ending,
    /// Its moves.
    pub moves: Vec<RecordedMove>,
    /// Time that the engines were thinking.
    pub thinking: Duration,
}

impl Played {
    /// A game that could not begin.
    pub fn forfeited(side: Color, fault: Fault) -> Played {
        Played { ending: Ending::forfeit(side, fault), moves: Vec::new(), thinking: Duration::ZERO }
    }

    /// Writes what happened into a record.
    pub fn write(mut self, record: &mut GameRecord) {
        if let Some(last) = self.moves.last_mut() {
            let gap = if last.comment.is_empty() { "" } else { ", " };
            last.comment = format!("{}{gap}{}", last.comment, self.ending.comment);
        }
        record.result = self.ending.result().into();
        record.set("Result", self.ending.result());
        record.set("Termination", self.ending.termination);
        record.set("PlyCount", self.moves.len().to_string());
        if let Some(fault) = &self.ending.fault {
            record.set("Fault", fault.what.replace(['"', '\\', '\n', '\r'], "'"));
        }
        record.moves = self.moves;
    }
}

/// A game under way.
struct Table<'a> {
    setting: &'a Setting,
    game: Box<dyn Game>,
    fen: Option<&'a str>,
    /// The moves as engines are told them.
    told: Vec<String>,
    clocks: [Clock; 2],
    umpire: Umpire,
    moves: Vec<RecordedMove>,
    thinking: Duration,
}

/// Plays a game between engines, White's first.
///
/// # Errors
/// Only if the match is being ended: whatever an engine does wrong ends the game, not the match.
pub fn play(
    players: [&mut dyn Player; 2],
    setting: &Setting,
    opening: &Opening,
    clocks: [Clock; 2],
    rules: Adjudication,
) -> Result<Played, Interrupted> {
    let mut table = Table::new(setting, opening, clocks, rules);
    let ending = table.play(players)?;
    Ok(Played { ending, moves: table.moves, thinking: table.thinking })
}

/// The match is being ended; the game does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

impl<'a> Table<'a> {
    fn new(setting: &'a Setting, opening: &'a Opening, clocks: [Clock; 2], rules: Adjudication) -> Table<'a> {
        let fen = opening.fen.as_deref();
        // Openings have been played through when they were read.
        let game = setting.variant.game_or_start(fen);
        let umpire = Umpire::new(rules);
        let (told, moves) = (Vec::new(), Vec::new());
        let mut table = Table { setting, game, fen, told, clocks, umpire, moves, thinking: Duration::ZERO };
        for text in &opening.moves {
            table.umpire.book_move(table.side());
            let _ = table.make(text, "book".into());
        }
        table
    }

    /// Of several players, those of one colour are one engine.
    fn side(&self) -> Color {
        self.game.turn().color
    }

    fn play(&mut self, mut players: [&mut dyn Player; 2]) -> Result<Ending, Interrupted> {
        let ending = self.course(&mut players)?;
        let result = format!("{} {{{}}}", ending.result(), ending.comment);
        let at_fault = ending.fault.as_ref().and(ending.winner).map(|winner| !winner);
        for (side, player) in Color::ALL.into_iter().zip(players) {
            if at_fault == Some(side) { player.condemn() } else { player.game_over(&result) }
        }
        Ok(ending)
    }

    fn course(&mut self, players: &mut [&mut dyn Player; 2]) -> Result<Ending, Interrupted> {
        for (side, player) in Color::ALL.into_iter().zip(&mut *players) {
            if let Err(failure) = player.new_game(&self.question(side)) {
                return ending_of(side, failure);
            }
        }
        loop {
            if let Some(outcome) = self.game.outcome() {
                return Ok(Ending::by_rules(outcome));
            }
            let (side, asked) = (self.side(), Instant::now());
            match players[side.index()].think(&self.question(side)) {
                Err(failure) => {
                    self.thinking += asked.elapsed();
                    return ending_of(side, failure);
                }
                Ok(answer) => {
                    if let Some(ending) = self.accept(side, answer) {
                        return Ok(ending);
                    }
                }
            }
        }
    }

    fn question(&self, side: Color) -> Question<'_> {
        Question { fen: self.fen, moves: &self.told, side, clocks: &self.clocks }
    }

    /// Plays what the engine answered. How the game ends by it, if not by the rules.
    fn accept(&mut self, side: Color, answer: Answer) -> Option<Ending> {
        self.thinking += answer.time;
        let clock = &mut self.clocks[side.index()];
        let allowance = clock.allowance().unwrap_or_default();
        if !clock.spend(answer.time) {
            let over = answer.time.saturating_sub(allowance).as_secs_f64() * 1000.0;
            return Some(Ending::forfeit(side, Fault::new(Offence::Time, format!("{over:.1} ms too late"))));
        }
        let Choice::Move(text) = &answer.choice else { return Some(Ending::resignation(side)) };
        if let Err(what) = self.make(text, comment(&answer)) {
            return Some(Ending::forfeit(side, Fault::new(Offence::IllegalMove, what)));
        }
        // What has ended by the rules is not adjudicated.
        if self.game.outcome().is_some() {
            return None;
        }
        self.umpire.thought(side, answer.score.map(|score| score.centipawns())).map(Ending::adjudicated)
    }

    fn make(&mut self, text: &str, comment: String) -> Result<(), String> {
        let told = if self.setting.chess960 { in_notation(&*self.game, text, Notation::Chess960) } else { None };
        // Chess alone has a notation for records; other games are spared the search for it.
        let noted = if self.setting.is_chess() { in_notation(&*self.game, text, Notation::San) } else { None };
        let canonical = self.game.play(text).map_err(|error| {
            let shown: String = text.chars().take(40).collect();
            error.reason.map_or(format!("`{shown}`"), |reason| format!("`{shown}`: {reason}"))
        })?;
        self.moves.push(RecordedMove { text: noted.unwrap_or_else(|| canonical.clone()), comment });
        self.told.push(told.unwrap_or(canonical));
        Ok(())
    }
}

/// The text of a legal move in another notation.
fn in_notation(game: &dyn Game, text: &str, notation: Notation) -> Option<String> {
    let usual = game.legal_moves(Notation::Standard);
    let other = game.legal_moves(notation);
    usual.into_iter().zip(other).find(|(usual, other)| text == usual || text == other).map(|(_, other)| other)
}

fn ending_of(side: Color, failure: Failure) -> Result<Ending, Interrupted> {
    match failure {
        Failure::Fault(fault) => Ok(Ending::forfeit(side, fault)),
        Failure::Interrupted => Err(Interrupted),
    }
}

/// `+0.35/12 0.101s`.
fn comment(answer: &Answer) -> String {
    let time = format!("{:.3}s", answer.time.as_secs_f64());
    match (answer.score, answer.depth) {
        (Some(score), Some(depth)) => format!("{score}/{depth} {time}"),
        (Some(score), None) => format!("{score} {time}"),
        _ => time,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::match_runner::clock::Limit;
    use crate::tools::match_runner::player::Score;
    use crate::variants;

    /// Plays what it is told to, then gives up.
    struct Scripted(Vec<&'static str>);

    impl Player for Scripted {
        fn new_game(&mut self, _: &Question<'_>) -> Result<(), Failure> {
            Ok(())
        }

        fn think(&mut self, question: &Question<'_>) -> Result<Answer, Failure> {
            let (time, score, depth) = (Duration::from_millis(101), Some(Score::Pawns(35)), Some(12));
            let next = self.0.get(question.moves.len() / 2);
            let choice = next.map_or(Choice::Resign, |&text| Choice::Move(text.into()));
            Ok(Answer { choice, time, score, depth })
        }

        fn game_over(&mut self, _: &str) {}

        fn is_spent(&self) -> bool {
            false
        }

        fn condemn(&mut self) {}
    }

    fn game(white: &[&'static str], black: &[&'static str], opening: &Opening, limit: Limit) -> Played {
        let variant = variants::find("chess").unwrap();
        let setting = Setting { variant, chess960: false, positions: true, hang: Duration::ZERO };
        let (mut white, mut black) = (Scripted(white.to_vec()), Scripted(black.to_vec()));
        let clocks = [Clock::new(limit), Clock::new(limit)];
        play([&mut white, &mut black], &setting, opening, clocks, Adjudication::default()).unwrap()
    }

    #[test]
    fn the_rules_end_games() {
        type Script = &'static [&'static str];
        const SHUFFLE: Script = &["g1f3", "f3g1", "g1f3", "f3g1", "g1f3"];
        const BACK: Script = &["g8f6", "f6g8", "g8f6", "f6g8", "g8f6"];
        let rows: [(Script, Script, &str, &str, &str); 5] = [
            (&["f2f3", "g2g4"], &["e7e5", "d8h4"], "0-1", "normal", "Black mates"),
            (SHUFFLE, BACK, "1/2-1/2", "normal", "Draw by repetition"),
            (&["e2e4", "e4e5"], &["e7e5"], "0-1", "illegal move", "White forfeits: illegal move (`e4e5`)"),
            (&["e2e4", "x y"], &["e7e5"], "0-1", "illegal move", "White forfeits: illegal move (`x y`)"),
            (&["e2e4"], &[], "1-0", "resignation", "Black resigns"),
        ];
        for (white, black, result, termination, comment) in rows {
            let played = game(white, black, &Opening::default(), Limit::default());
            let ending = &played.ending;
            assert_eq!((ending.result(), ending.termination, ending.comment.as_str()), (result, termination, comment));
        }
    }

    #[test]
    fn records_tell_scores_and_ends() {
        let opening = Opening { fen: None, moves: vec!["f2f3".into(), "e7e5".into()] };
        let mut record = GameRecord::default();
        game(&["", "g2g4"], &["", "d8h4"], &opening, Limit::default()).write(&mut record);
        let comments: Vec<&str> = record.moves.iter().map(|mv| mv.comment.as_str()).collect();
        assert_eq!(comments, ["book", "book", "+0.35/12 0.101s", "+0.35/12 0.101s, Black mates"]);
        let moves: Vec<&str> = record.moves.iter().map(|mv| mv.text.as_str()).collect();
        assert_eq!(moves, ["f3", "e5", "g4", "Qh4#"]);
        assert_eq!((record.tag("PlyCount"), record.tag("Termination")), (Some("4"), Some("normal")));
        assert_eq!((record.result.as_str(), record.tag("Fault")), ("0-1", None));
    }

    #[test]
    fn late_moves_lose() {
        let mut limit = Limit::default();
        limit.set("tc", "0.25").unwrap();
        let played = game(&["e2e4", "d2d4", "c2c4"], &["e7e6", "d7d6", "c7c6"], &Opening::default(), limit);
        assert_eq!((played.ending.result(), played.moves.len()), ("0-1", 4));
        assert_eq!(played.ending.fault.map(|fault| fault.offence), Some(Offence::Time));
    }

    #[test]
    fn castling_is_told_as_the_setting_wants() {
        let variant = variants::find("chess").unwrap();
        let castle = variant.game("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
        for text in ["e1g1", "e1h1"] {
            assert_eq!(in_notation(&*castle, text, Notation::Chess960).as_deref(), Some("e1h1"));
        }
        assert_eq!(in_notation(&*castle, "e1e8", Notation::Chess960), None);
    }
}
