//! Random commands of a UCI front end.

use super::{Delays, Dialect, PATIENCE, any_game, walk};
use crate::dice::Dice;
use crate::process::Engine;
use jailbird::game::Variant;
use jailbird::position::Notation;
use jailbird::variants;
use std::time::Instant;

/// A UCI front end and the state it keeps of its engine.
pub struct Uci {
    variant: &'static Variant,
    /// The legal moves of the last position sent.
    legal: Vec<String>,
    /// The number of `go` commands sent and of `bestmove` lines received.
    searches: usize,
    answers: usize,
}

impl Default for Uci {
    fn default() -> Self {
        Uci { variant: variants::default(), legal: Vec::new(), searches: 0, answers: 0 }
    }
}

impl Dialect for Uci {
    const HELLO: &'static [&'static str] = &["uci"];

    fn say(&mut self, engine: &mut Engine, dice: &mut Dice, delays: &Delays) -> Result<(), String> {
        match dice.roll(20) {
            0..=3 => self.position(engine, dice),
            4..=9 => {
                self.searches += 1;
                let line = self.go(dice);
                engine.send(&line)
            }
            10 => self.game(engine, dice),
            11 => engine.send(&option(dice)),
            12 => engine.send("ucinewgame"),
            13 => engine.send("ponderhit"),
            14 => engine.send(dice.pick(&["d", "eval", "debug on", "go perft 1", "help"])),
            15..=16 => self.ready(engine, delays),
            _ => engine.send("stop"),
        }
    }

    fn settle(&mut self, engine: &mut Engine, delays: &Delays) -> Result<(), String> {
        let deadline = Instant::now() + PATIENCE;
        while self.answers < self.searches {
            if Instant::now() > deadline {
                return Err(format!("{} searches, {} answers", self.searches, self.answers));
            }
            engine.send("stop")?;
            self.ready(engine, delays)?;
        }
        self.ready(engine, delays)?;
        match self.answers == self.searches {
            true => Ok(()),
            false => Err(format!("{} searches, {} answers", self.searches, self.answers)),
        }
    }
}

impl Uci {
    /// Restores the default table size and thread count and starts a new game.
    pub fn rest(&mut self, engine: &mut Engine, delays: &Delays) -> Result<(), String> {
        engine.send("setoption name Hash value 16\nsetoption name Threads value 1\nucinewgame")?;
        self.settle(engine, delays)
    }

    /// Sends `isready` and waits for `readyok`; counts the `bestmove` lines before it.
    fn ready(&mut self, engine: &mut Engine, delays: &Delays) -> Result<(), String> {
        let asked = Instant::now();
        engine.send("isready")?;
        let heard = engine.hear_until(PATIENCE, |line| line == "readyok")?;
        delays.note(asked);
        self.answers += heard.iter().filter(|line| line.starts_with("bestmove ")).count();
        match heard.iter().find(|line| line.contains("error") && !line.contains("ponderhit: no ponder search")) {
            Some(line) => Err(line.clone()),
            None => Ok(()),
        }
    }

    fn position(&mut self, engine: &mut Engine, dice: &mut Dice) -> Result<(), String> {
        let (game, moves) = walk(self.variant, dice);
        self.legal = game.legal_moves(Notation::Standard);
        match dice.roll(3) {
            0 => engine.send(&format!("position fen {}", game.fen())),
            _ if moves.is_empty() => engine.send("position startpos"),
            _ => engine.send(&format!("position startpos moves {}", moves.join(" "))),
        }
    }

    /// Selects another game and sends a position of it.
    fn game(&mut self, engine: &mut Engine, dice: &mut Dice) -> Result<(), String> {
        self.variant = any_game(dice);
        engine.send(&format!("setoption name UCI_Variant value {}", self.variant.name))?;
        self.position(engine, dice)
    }

    fn go(&self, dice: &mut Dice) -> String {
        match dice.roll(10) {
            0 => format!("go depth {} movetime 300", 1 + dice.roll(6)),
            1 => format!("go nodes {}", 1 + dice.roll(5000)),
            2 => format!("go movetime {}", 1 + dice.roll(30)),
            3 => "go infinite".into(),
            4 => format!("go ponder wtime {0} btime {0} winc 10 binc 10", 1 + dice.roll(2000)),
            5 => format!("go mate {} movetime 300", 1 + dice.roll(2)),
            6 if !self.legal.is_empty() => {
                format!("go depth 3 movetime 300 searchmoves {}", self.legal[dice.roll(self.legal.len())])
            }
            7 => "go".into(),
            8 => format!("go wtime {0} btime {0} movestogo 1", 1 + dice.roll(100)),
            _ => format!("go wtime {0} btime {0} winc {1} binc {1}", 1 + dice.roll(1000), dice.roll(20)),
        }
    }
}

/// An option with a value that needs few resources.
fn option(dice: &mut Dice) -> String {
    match dice.roll(7) {
        0 => format!("setoption name Threads value {}", 1 + dice.roll(8)),
        1 => format!("setoption name Hash value {}", 1 + dice.roll(64)),
        2 => format!("setoption name MultiPV value {}", 1 + dice.roll(5)),
        3 => "setoption name Clear Hash".into(),
        4 => format!("setoption name UCI_ShowWDL value {}", dice.pick(&["true", "false"])),
        5 => format!("setoption name Skill Level value {}", dice.roll(21)),
        _ => format!("setoption name Move Overhead value {}", dice.roll(100)),
    }
}
