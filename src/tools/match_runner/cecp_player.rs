//! An engine that speaks CECP (XBoard's protocol, version 2), from the GUI's side.
//!
//! A CECP engine keeps the game itself and replies to its opponent's move. It is therefore sent moves, not positions.

use super::cecp_features::{Features, NORMAL};
use super::engine_config::EngineConfig;
use super::engine_process::{EngineProcess, NoLine, ProcessContext};
use super::pgn_output::CommentFields;
use super::player::{EngineAction, EngineReply, ForfeitReason, GameSettings, MoveRequest, Player, PlayerError};
use super::time_control::TimeLimit;
use crate::game::Game;
use crate::position::Notation;
use crate::protocol::xboard;
use crate::types::Color;
use crate::types::score::DisplayScore;
use std::time::{Duration, Instant};

/// An engine that claims a result sends the move that brings it about within this time, unless it has sent it before.
const CLAIM_TIMEOUT: Duration = Duration::from_secs(1);

/// By the protocol, an engine that sends no features within this time has none and is ready.
const FEATURE_TIMEOUT: Duration = Duration::from_secs(2);

pub struct CecpPlayer {
    process: EngineProcess,
    restart: bool,
    hang: Duration,
    comments: CommentFields,
    features: Features,
    /// The engine's name of the game.
    variant: String,
    /// The number of moves of the game that the engine knows.
    known_moves: usize,
    /// The engine is not in force mode: it replies to a move.
    is_playing: bool,
    pings: u32,
    /// The game as the engine knows it, if XBoard writes the game's moves in its own form.
    board: Option<Box<dyn Game>>,
}

impl CecpPlayer {
    /// Starts an engine, checks that it plays the game and sets its options.
    pub fn start(
        engine: &EngineConfig,
        settings: &GameSettings,
        context: &ProcessContext,
    ) -> Result<CecpPlayer, PlayerError> {
        let mut process = EngineProcess::start(engine, context).map_err(PlayerError::crash)?;
        let features = read_features(&mut process, context.patience)?;
        let variant = features.name_of(settings.variant).map_err(PlayerError::crash)?;
        check(engine, settings, &features).map_err(PlayerError::crash)?;
        for (name, value) in &engine.options {
            process.send(&features.set_option(name, value).map_err(PlayerError::crash)?);
        }
        let (restart, hang, comments) = (engine.restart, settings.hang, settings.comments.clone());
        let board = xboard::has_own_form(settings.variant).then(|| settings.variant.new_game());
        let (known_moves, is_playing, pings) = (0, false, 0);
        Ok(CecpPlayer { process, restart, hang, comments, features, variant, known_moves, is_playing, pings, board })
    }

    /// The commands `level`, `st` and `sd`. As most engines take `st` in whole seconds only, another time per move is
    /// sent as a time control of one move; the exact time follows in `time` before every move.
    fn limits(&self, request: &MoveRequest<'_>) -> Vec<String> {
        let limit = &request.clock().limit;
        let time = match limit.time {
            TimeLimit::Unlimited => None,
            TimeLimit::PerMove(time) if has_fraction(time) => Some(format!("level 1 0:{:02} 0", time.as_secs() + 1)),
            TimeLimit::PerMove(time) => Some(format!("st {}", time.as_secs())),
            TimeLimit::Clock(control) => {
                let base = control.base.as_secs().max(1);
                let moves = control.moves.unwrap_or(0);
                let increment = control.increment.as_secs_f64();
                Some(format!("level {moves} {}:{:02} {increment}", base / 60, base % 60))
            }
        };
        let depth = limit.depth.map(|depth| format!("sd {depth}"));
        time.into_iter().chain(depth).collect()
    }

    /// The commands that ask for a move: the moves since the engine's last one, the clocks, and the last move or `go`.
    fn move_commands(&mut self, request: &MoveRequest<'_>) -> Vec<String> {
        let mut lines = Vec::new();
        let word = if self.features.usermove { "usermove " } else { "" };
        let new_moves = request.moves.get(self.known_moves..).unwrap_or_default();
        let mut moves: Vec<String> =
            new_moves.iter().map(|mv| format!("{word}{}", self.record_sent_move(mv))).collect();
        let last = if self.is_playing { moves.pop() } else { Some("go".into()) };
        lines.append(&mut moves);
        lines.extend(time_commands(request));
        lines.extend(last);
        self.known_moves = request.moves.len() + 1;
        self.is_playing = true;
        lines
    }

    /// Plays a move that is sent to the engine on its board, and returns the move in the form that the engine expects.
    fn record_sent_move(&mut self, text: &str) -> String {
        let Some(board) = &mut self.board else { return text.to_owned() };
        let converted = xboard::move_to_xboard(&**board, text);
        // The move is legal: the referee has played it.
        let _ = board.play(text);
        converted
    }

    /// Plays a move of the engine on its board, and returns the move in standard notation.
    fn record_received_move(&mut self, text: String) -> String {
        let Some(board) = &mut self.board else { return text };
        let own = xboard::move_from_xboard(&**board, &text, Notation::Standard);
        // The referee refuses an illegal move.
        let _ = board.play(&own);
        own
    }

    /// Waits until the engine has processed all commands.
    fn synchronise(&mut self) -> Result<(), PlayerError> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        self.process.send(&format!("ping {}", self.pings));
        let answered = self.process.wait_for(&format!("pong {}", self.pings));
        answered.map_err(|why| PlayerError::no_line(why, ForfeitReason::Stall, "pong"))
    }
}

fn time_commands(request: &MoveRequest<'_>) -> impl Iterator<Item = String> {
    [(request.side, "time"), (!request.side, "otim")].into_iter().filter_map(|(side, word)| {
        let clock = request.clocks[side.index()];
        let left = match clock.limit.time {
            TimeLimit::PerMove(time) => Some(time).filter(|&time| has_fraction(time)),
            TimeLimit::Clock(_) => clock.left(),
            TimeLimit::Unlimited => None,
        };
        left.map(|left| format!("{word} {}", left.as_millis() / 10))
    })
}

fn has_fraction(time: Duration) -> bool {
    time.subsec_nanos() != 0
}

fn read_features(process: &mut EngineProcess, patience: Duration) -> Result<Features, PlayerError> {
    process.send("xboard\nprotover 2");
    let mut features = Features::default();
    let mut deadline = Instant::now() + patience.min(FEATURE_TIMEOUT);
    while features.done != Some(true) {
        match process.receive(deadline) {
            Ok(line) if line.text.trim_start().starts_with("feature") => {
                let answers = features.read(&line.text);
                process.send(&answers.join("\n"));
                if features.done == Some(false) {
                    deadline = process.patience_deadline();
                }
            }
            Ok(_) => {}
            Err(NoLine::Timeout) if features.done.is_none() => break,
            Err(why) => return Err(PlayerError::no_line(why, ForfeitReason::Stall, "feature done=1")),
        }
    }
    Ok(features)
}

fn check(engine: &EngineConfig, settings: &GameSettings, features: &Features) -> Result<(), String> {
    let lacks = [
        (engine.limit.nodes.is_some(), "nodes= needs UCI"),
        (settings.chess960, "Chess960 needs UCI"),
        (settings.variant.players() > 2, "a game of four players needs UCI"),
        (settings.has_positions && !features.setboard, "it has no setboard, so no openings"),
    ];
    lacks.iter().find(|(lacks, _)| *lacks).map_or(Ok(()), |(_, what)| Err((*what).to_owned()))
}

impl Player for CecpPlayer {
    fn new_game(&mut self, request: &MoveRequest<'_>) -> Result<(), PlayerError> {
        let mut lines = vec!["new".to_owned()];
        if self.variant != NORMAL {
            lines.push(format!("variant {}", self.variant));
        }
        lines.push("force".into());
        lines.extend(request.fen.map(|fen| format!("setboard {fen}")));
        lines.extend(self.limits(request));
        lines.extend(["post".into(), "easy".into()]);
        (self.known_moves, self.is_playing) = (0, false);
        self.board = self.board.take().map(|_| request.start.boxed_clone());
        self.process.send(&lines.join("\n"));
        self.synchronise()
    }

    fn best_move(&mut self, request: &MoveRequest<'_>) -> Result<EngineReply, PlayerError> {
        let (timeout, on_timeout) = request.timeout(self.hang);
        let commands = self.move_commands(request).join("\n");
        let begun = self.process.send(&commands);
        let mut deadline = begun + timeout;
        let mut reply = EngineReply::default();
        loop {
            let line = self.process.receive(deadline).map_err(|why| match (why, reply.claim.take()) {
                (NoLine::Timeout, Some(claim)) => PlayerError::forfeit(ForfeitReason::FalseClaim, claim),
                (why, _) => PlayerError::no_line(why, on_timeout, "move"),
            })?;
            if self.comments.has_line(&line.text) {
                reply.lines.push(line.text.trim().to_owned());
            }
            if let Some((depth, score, nodes)) = thinking_output(&line.text) {
                (reply.depth, reply.score, reply.nodes) = (Some(depth), Some(score), Some(nodes));
                continue;
            }
            reply.action = match statement(&line.text, request.side)? {
                None => continue,
                Some(Statement::Claim(text)) => {
                    deadline = deadline.min(line.at + CLAIM_TIMEOUT);
                    reply.claim = Some(text);
                    continue;
                }
                Some(Statement::Resignation) => EngineAction::Resign,
                Some(Statement::Move(text)) => EngineAction::Move(self.record_received_move(text)),
            };
            return Ok(EngineReply { time: line.at.saturating_duration_since(begun), ..reply });
        }
    }

    fn game_over(&mut self, result: &str) {
        self.process.send(&format!("force\nresult {result}"));
    }

    fn needs_restart(&self) -> bool {
        // Without `ping`, late lines about this game cannot be told from lines about the next one.
        self.restart || self.features.single_game || !self.features.ping
    }

    fn kill(&mut self) {
        self.process.kill();
    }
}

/// What an engine says about the game.
#[derive(Debug, PartialEq, Eq)]
enum Statement {
    Move(String),
    Resignation,
    /// The game has a result, perhaps after the move that follows: the whole line.
    Claim(String),
}

/// Reads a move, a resignation or a claim from a line; `None` for other lines. To say that a legal move is illegal is an
/// error.
fn statement(line: &str, side: Color) -> Result<Option<Statement>, PlayerError> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let shown = || line.chars().take(80).collect::<String>();
    match word {
        "move" => Ok(Some(Statement::Move(rest.split_whitespace().collect::<Vec<_>>().concat()))),
        "resign" => Ok(Some(Statement::Resignation)),
        "1-0" | "0-1" if word == side.choose("0-1", "1-0") => Ok(Some(Statement::Resignation)),
        "1-0" | "0-1" | "1/2-1/2" => Ok(Some(Statement::Claim(shown()))),
        "Illegal" => Err(PlayerError::forfeit(ForfeitReason::FalseClaim, shown())),
        "tellusererror" if rest.starts_with("Illegal") => Err(PlayerError::forfeit(ForfeitReason::FalseClaim, shown())),
        _ => Ok(None),
    }
}

/// Reads depth, score and nodes of `9 35 12 4567 e2e4 e7e5`. A mate in N is 100000 + N. `None` for other lines, and for a bound, which
/// ends in `!` or `?`.
fn thinking_output(line: &str) -> Option<(u32, DisplayScore, u64)> {
    if line.trim_end().ends_with(['!', '?']) {
        return None;
    }
    let mut words = line.split_whitespace();
    let depth = words.next()?.parse().ok()?;
    let score: i32 = words.next()?.parse().ok()?;
    let (_, nodes): (u64, u64) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    let score = match score {
        100_000.. => DisplayScore::Mate(score - 100_000),
        ..=-100_000 => DisplayScore::Mate(score + 100_000),
        _ => DisplayScore::Centipawns(score),
    };
    Some((depth, score, nodes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_resignations_and_claims_are_told_apart() {
        let white = |line| statement(line, Color::White);
        assert_eq!(white("move e2e4"), Ok(Some(Statement::Move("e2e4".into()))));
        assert_eq!(white("resign"), Ok(Some(Statement::Resignation)));
        assert_eq!(white("0-1 {White resigns}"), Ok(Some(Statement::Resignation)));
        for other in ["", "# comment", "offer draw", "tellusererror what", "telluser hello", "Error (x): y"] {
            assert_eq!(white(other), Ok(None), "{other}");
        }
        for claim in ["1-0 {White mates}", "1/2-1/2 {I like it}"] {
            assert_eq!(white(claim), Ok(Some(Statement::Claim(claim.into()))));
        }
        for protest in ["Illegal move: e2e4", "tellusererror Illegal position"] {
            assert!(white(protest).is_err(), "{protest}");
        }
    }

    #[test]
    fn thinking_output_is_read() {
        assert_eq!(thinking_output("9 35 12 4567 e2e4"), Some((9, DisplayScore::Centipawns(35), 4567)));
        assert_eq!(thinking_output("9 -100003 12 4567\te2e4"), Some((9, DisplayScore::Mate(-3), 4567)));
        for other in ["", "move 1", "1 2 3", "9 x 12 4567", "9 35 12 4567 e2e4!", "9 35 12 4567\te2e4 e7e5? "] {
            assert_eq!(thinking_output(other), None, "{other}");
        }
    }
}
