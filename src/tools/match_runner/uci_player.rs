//! An engine that speaks UCI, from the GUI's side.

use super::engine_config::EngineConfig;
use super::engine_process::{EngineProcess, ProcessContext};
use super::pgn_output::CommentFields;
use super::player::{EngineAction, EngineReply, ForfeitReason, GameSettings, MoveRequest, Player, PlayerError};
use super::time_control::TimeLimit;
use crate::game::Variant;
use crate::types::Color;
use crate::types::score::DisplayScore;
use crate::{variant_files, variants};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

pub struct UciPlayer {
    process: EngineProcess,
    restart: bool,
    hang: Duration,
    comments: CommentFields,
}

/// An option that the engine has announced.
#[derive(Clone, Debug, PartialEq, Eq)]
struct UciOption {
    name: String,
    kind: String,
    /// The values of a combo.
    values: Vec<String>,
}

impl UciPlayer {
    /// Starts an engine, chooses the game and sets its options.
    pub fn start(
        engine: &EngineConfig,
        settings: &GameSettings,
        context: &ProcessContext,
    ) -> Result<UciPlayer, PlayerError> {
        let process = EngineProcess::start(engine, context).map_err(PlayerError::crash)?;
        let mut player =
            UciPlayer { process, restart: engine.restart, hang: settings.hang, comments: settings.comments.clone() };
        let options = player.read_options()?;
        let mut commands = select_game(&options, settings).map_err(PlayerError::crash)?;
        for (name, value) in &engine.options {
            commands.push(set_option(&options, name, value).map_err(PlayerError::crash)?);
        }
        for line in commands {
            player.process.send(&line);
        }
        Ok(player)
    }

    fn read_options(&mut self) -> Result<Vec<UciOption>, PlayerError> {
        self.process.send("uci");
        let deadline = self.process.patience_deadline();
        let mut options = Vec::new();
        loop {
            let line = self.process.receive(deadline);
            let line = line.map_err(|why| PlayerError::no_line(why, ForfeitReason::Stall, "uciok"))?;
            match line.text.split_whitespace().next() {
                Some("uciok") => return Ok(options),
                Some("option") => options.extend(UciOption::read(&line.text)),
                _ => {}
            }
        }
    }
}

impl UciOption {
    /// Reads `option name Some Name type combo default a var a var b`.
    fn read(line: &str) -> Option<UciOption> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let place = |name: &str| words.iter().position(|&word| word == name);
        let (name, kind) = (place("name")?, place("type")?);
        let rest = words.get(kind + 2..).unwrap_or_default();
        let values = rest.split(|&word| word == "var").skip(1).map(|words| words.join(" ")).collect();
        let kind = (*words.get(kind + 1)?).to_owned();
        Some(UciOption { name: words.get(name + 1..place("type")?)?.join(" "), kind, values })
    }
}

fn find<'a>(options: &'a [UciOption], name: &str) -> Option<&'a UciOption> {
    options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
}

/// The files from which an engine may learn a game that it does not announce.
fn files_for(options: &[UciOption], variant: &'static Variant) -> Option<String> {
    let is_loaded = variants::loaded().iter().any(|loaded| std::ptr::eq(*loaded, variant));
    find(options, "VariantPath").filter(|_| is_loaded)?;
    variant_files::environment()?.into_string().ok()
}

/// The commands that select the game. An engine without `UCI_Variant` plays chess.
fn select_game(options: &[UciOption], settings: &GameSettings) -> Result<Vec<String>, String> {
    let mut lines = Vec::new();
    let variant = settings.variant;
    match (find(options, "UCI_Variant"), settings.is_chess()) {
        (Some(option), chess) => match own_name(&option.values, variant) {
            Some(name) => lines.push(format!("setoption name {} value {name}", option.name)),
            None if chess => {}
            None => {
                let no_variant = || format!("its UCI_Variant has no `{}`", variant.name);
                let files = files_for(options, variant).ok_or_else(no_variant)?;
                lines.push(format!("setoption name VariantPath value {files}"));
                lines.push(format!("setoption name {} value {}", option.name, variant.name));
            }
        },
        (None, true) => {}
        (None, false) => return Err(format!("it has no UCI_Variant, so it does not play `{}`", variant.name)),
    }
    match find(options, "UCI_Chess960") {
        Some(option) => lines.push(format!("setoption name {} value {}", option.name, settings.chess960)),
        None if settings.chess960 => return Err("it has no UCI_Chess960".into()),
        None => {}
    }
    Ok(lines)
}

fn own_name<'a>(values: &'a [String], variant: &Variant) -> Option<&'a String> {
    let names = std::iter::once(&variant.name).chain(variant.aliases);
    let mut found = names.filter_map(|name| values.iter().find(|value| value.eq_ignore_ascii_case(name)));
    found.next()
}

fn set_option(options: &[UciOption], name: &str, value: &str) -> Result<String, String> {
    if ["UCI_Variant", "UCI_Chess960"].iter().any(|own| own.eq_ignore_ascii_case(name)) {
        return Err(format!("{name} is set by --variant"));
    }
    let option = find(options, name).ok_or_else(|| format!("it has no option `{name}`"))?;
    Ok(match option.kind.as_str() {
        "button" => format!("setoption name {}", option.name),
        _ => format!("setoption name {} value {value}", option.name),
    })
}

impl Player for UciPlayer {
    fn new_game(&mut self, _: &MoveRequest<'_>) -> Result<(), PlayerError> {
        self.process.send("ucinewgame\nisready");
        let ready = self.process.wait_for("readyok");
        ready.map_err(|why| PlayerError::no_line(why, ForfeitReason::Stall, "readyok"))
    }

    fn best_move(&mut self, request: &MoveRequest<'_>) -> Result<EngineReply, PlayerError> {
        let (timeout, on_timeout) = request.timeout(self.hang);
        let begun = self.process.send(&format!("{}\n{}", position(request), go(request)));
        let (mut info, mut lines) = (None, Vec::new());
        loop {
            let line = self.process.receive(begun + timeout);
            let line = line.map_err(|why| PlayerError::no_line(why, on_timeout, "bestmove"))?;
            if let Some(rest) = line.text.trim_start().strip_prefix("bestmove") {
                return Ok(EngineReply { lines, ..reply(rest, info.as_deref(), begun, line.at) });
            }
            if self.comments.has_line(&line.text) {
                lines.push(line.text.trim().to_owned());
            }
            if has_score(&line.text) {
                info = Some(line.text);
            }
        }
    }

    fn game_over(&mut self, _: &str) {}

    fn needs_restart(&self) -> bool {
        self.restart
    }

    fn kill(&mut self) {
        self.process.kill();
    }
}

/// Whether a line has the exact score of the best line.
fn has_score(text: &str) -> bool {
    let other_line = || text.split(" multipv ").nth(1).is_some_and(|rest| !rest.starts_with("1 "));
    let is_text = || text.split_whitespace().nth(1) == Some("string");
    text.starts_with("info") && text.contains(" score ") && !text.contains("bound") && !other_line() && !is_text()
}

/// Builds the reply from the text after `bestmove` and the last `info` line with a score.
fn reply(bestmove: &str, info: Option<&str>, begun: Instant, arrived: Instant) -> EngineReply {
    let text = bestmove.split_whitespace().next().unwrap_or("");
    EngineReply {
        action: EngineAction::Move(text.to_owned()),
        time: arrived.saturating_duration_since(begun),
        ..search_report(info.unwrap_or(""))
    }
}

/// A reply with what an `info` line says of the search.
fn search_report(info: &str) -> EngineReply {
    let words: Vec<&str> = info.split_whitespace().collect();
    let after = |name: &str, offset: usize| {
        let place = words.iter().position(|&word| word == name)?;
        words.get(place + offset).copied()
    };
    let number = |name, offset| after(name, offset).and_then(|word| word.parse::<i32>().ok());
    let score = match after("score", 1) {
        Some("cp") => number("score", 2).map(DisplayScore::Centipawns),
        Some("mate") => number("score", 2).map(DisplayScore::Mate),
        _ => None,
    };
    EngineReply {
        score,
        depth: number("depth", 1).and_then(|depth| depth.try_into().ok()),
        seldepth: after("seldepth", 1).and_then(|word| word.parse().ok()),
        nodes: after("nodes", 1).and_then(|word| word.parse().ok()),
        ..EngineReply::default()
    }
}

fn position(request: &MoveRequest<'_>) -> String {
    let mut text = match request.fen {
        Some(fen) => format!("position fen {fen}"),
        None => "position startpos".into(),
    };
    if !request.moves.is_empty() {
        text.push_str(" moves");
    }
    for mv in request.moves {
        text.push(' ');
        text.push_str(mv);
    }
    text
}

fn go(request: &MoveRequest<'_>) -> String {
    let mut text = String::from("go");
    let limit = &request.clock().limit;
    match limit.time {
        TimeLimit::Unlimited => {}
        TimeLimit::PerMove(time) => append(&mut text, "movetime", time.as_millis().max(1)),
        TimeLimit::Clock(_) => clocks(&mut text, request),
    }
    if let Some(nodes) = limit.nodes {
        append(&mut text, "nodes", nodes);
    }
    if let Some(depth) = limit.depth {
        append(&mut text, "depth", depth);
    }
    text
}

/// Appends the clocks. An opponent without a clock gets the engine's own.
fn clocks(text: &mut String, request: &MoveRequest<'_>) {
    let shown = |side: Color| {
        let clock = request.clocks[side.index()];
        if matches!(clock.limit.time, TimeLimit::Clock(_)) { clock } else { request.clock() }
    };
    let milliseconds = |time: Duration| time.as_millis().max(1);
    for (side, time_word, increment_word) in [(Color::White, "wtime", "winc"), (Color::Black, "btime", "binc")] {
        append(text, time_word, milliseconds(shown(side).left().unwrap_or_default()));
        if let TimeLimit::Clock(control) = shown(side).limit.time
            && !control.increment.is_zero()
        {
            append(text, increment_word, control.increment.as_millis());
        }
    }
    if let Some(moves) = request.clock().moves_left {
        append(text, "movestogo", moves);
    }
}

fn append(text: &mut String, word: &str, value: impl std::fmt::Display) {
    // Writing to a string cannot fail.
    let _ = write!(text, " {word} {value}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::match_runner::time_control::{EngineLimits, MatchClock};

    fn settings(name: &str) -> GameSettings {
        GameSettings {
            variant: variants::find(name).unwrap(),
            chess960: false,
            has_positions: false,
            hang: Duration::ZERO,
            comments: CommentFields::default(),
        }
    }

    #[test]
    fn options_are_read() {
        let option =
            UciOption::read("option name UCI_Variant type combo default chess var chess var prison break").unwrap();
        assert_eq!((option.name.as_str(), option.kind.as_str()), ("UCI_Variant", "combo"));
        assert_eq!(option.values, ["chess", "prison break"]);
        assert_eq!(UciOption::read("option name Clear Hash type button").unwrap().name, "Clear Hash");
        for wrong in ["option", "option name", "option type", "option type spin name X", "option name X type"] {
            assert!(UciOption::read(wrong).is_none_or(|option| option.name.is_empty()), "{wrong}");
        }
    }

    #[test]
    fn engines_without_the_game_are_errors() {
        let combo = |values: &str| UciOption::read(&format!("option name UCI_Variant type combo {values}"));
        let options: Vec<UciOption> = combo("var standard var zigzag").into_iter().collect();
        let rows = [("chess", "standard"), ("zigzagmadness", "zigzag")];
        for (game, value) in rows {
            let lines = select_game(&options, &settings(game)).unwrap();
            assert_eq!(lines, [format!("setoption name UCI_Variant value {value}")]);
        }
        assert!(select_game(&options, &settings("prisonbreak")).unwrap_err().contains("prisonbreak"));
        assert!(select_game(&[], &settings("prisonbreak")).unwrap_err().contains("UCI_Variant"));
        assert_eq!(select_game(&[], &settings("chess")), Ok(vec![]));
    }

    #[test]
    fn replies_have_the_last_score() {
        let begun = Instant::now();
        let rows = [
            ("info depth 12 score cp 35 nodes 1 pv e2e4", Some(DisplayScore::Centipawns(35)), Some(12)),
            ("info depth 3 multipv 1 score mate -2", Some(DisplayScore::Mate(-2)), Some(3)),
            ("info score cp", None, None),
        ];
        for (line, score, depth) in rows {
            assert!(has_score(&format!("{line} ")));
            let reply = reply(" e2e4 ponder e7e5", Some(line), begun, begun + Duration::from_millis(5));
            assert_eq!((reply.score, reply.depth), (score, depth), "{line}");
            assert_eq!(reply.action, EngineAction::Move("e2e4".into()));
            assert_eq!(reply.time, Duration::from_millis(5));
        }
        for other in
            ["info depth 1 multipv 2 score cp 1", "info depth 1 score cp 3 lowerbound", "info string score cp 3"]
        {
            assert!(!has_score(other), "{other}");
        }
    }

    #[test]
    fn go_commands_have_the_limits() {
        let clock = |word: (&str, &str)| {
            let mut limit = EngineLimits::default();
            limit.set(word.0, word.1).unwrap();
            MatchClock::new(limit)
        };
        let rows = [
            (("tc", "10+0.1"), ("tc", "5"), "go wtime 10000 winc 100 btime 5000"),
            (("tc", "40/60"), ("st", "1"), "go wtime 60000 btime 60000 movestogo 40"),
            (("st", "0.01"), ("tc", "5"), "go movetime 10"),
            (("nodes", "500"), ("tc", "5"), "go nodes 500"),
            (("depth", "5"), ("depth", "6"), "go depth 5"),
        ];
        let start = variants::default().new_game();
        for (white, black, expected) in rows {
            let clocks = [clock(white), clock(black)];
            let (start, clocks) = (&*start, clocks.each_ref());
            let request = MoveRequest { start, fen: None, moves: &[], side: Color::White, clocks };
            assert_eq!(go(&request), expected);
        }
    }

    #[test]
    fn position_commands_have_the_moves() {
        let clocks = [MatchClock::new(EngineLimits::default()), MatchClock::new(EngineLimits::default())];
        let moves = ["a1a2".to_owned(), "b1b2".to_owned()];
        let start = variants::default().new_game();
        let (start, clocks) = (&*start, clocks.each_ref());
        let request = MoveRequest { start, fen: Some("F w"), moves: &moves, side: Color::Black, clocks };
        assert_eq!(position(&request), "position fen F w moves a1a2 b1b2");
        assert_eq!(position(&MoveRequest { fen: None, moves: &[], ..request }), "position startpos");
    }
}
