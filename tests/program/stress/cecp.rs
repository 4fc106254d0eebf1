//! Random commands of a CECP front end.

use super::{Delays, Dialect, PATIENCE, any_game, walk};
use crate::dice::Dice;
use crate::process::Engine;
use jailbird::game::Variant;
use jailbird::protocol::xboard;
use jailbird::variants;
use std::time::Instant;

/// A CECP front end and the state it keeps of its engine.
pub struct Cecp {
    variant: &'static Variant,
    pings: usize,
}

impl Default for Cecp {
    fn default() -> Self {
        Cecp { variant: variants::default(), pings: 0 }
    }
}

impl Dialect for Cecp {
    const HELLO: &'static [&'static str] = &["xboard", "protover 2", "new", "st 0.02"];

    fn say(&mut self, engine: &mut Engine, dice: &mut Dice, delays: &Delays) -> Result<(), String> {
        let simple = [
            "go",
            "?",
            "force",
            "hint",
            "post",
            "nopost",
            "hard",
            "easy",
            "analyze",
            ".",
            "exit",
            "pause",
            "resume",
            "draw",
            "playother",
            "bk",
            "random",
            "computer",
            "undo",
            "remove",
            "result 1-0 {White mates}",
        ];
        match dice.roll(20) {
            0..=3 => self.moves(engine, dice),
            4..=7 => engine.send("go"),
            8 => self.game(engine, dice),
            9 => engine.send(&time(dice)),
            10 => engine.send(&resource(dice)),
            11 => self.ping(engine, delays),
            _ => engine.send(dice.pick(&simple)),
        }
    }

    fn settle(&mut self, engine: &mut Engine, delays: &Delays) -> Result<(), String> {
        // `exit` ends analysis, `resume` ends a pause, `force` ends a search.
        engine.send("exit\nresume\nforce")?;
        self.ping(engine, delays)
    }
}

impl Cecp {
    /// Sends `?` and `ping` and waits for `pong`, which follows the move if a search was running.
    fn ping(&mut self, engine: &mut Engine, delays: &Delays) -> Result<(), String> {
        self.pings += 1;
        let (asked, wanted) = (Instant::now(), format!("pong {}", self.pings));
        engine.send(&format!("?\nping {}", self.pings))?;
        let heard = engine.hear_until(PATIENCE, |line| line == wanted)?;
        delays.note(asked);
        match heard.iter().find(|line| line.starts_with("Illegal move") || line.starts_with("Error (unknown")) {
            Some(line) => Err(line.clone()),
            None => Ok(()),
        }
    }

    /// Starts another game.
    fn game(&mut self, engine: &mut Engine, dice: &mut Dice) -> Result<(), String> {
        self.variant = any_game(dice);
        engine.send("new\nst 0.02")?;
        if self.variant.name != "chess" {
            engine.send(&format!("variant {}", self.variant.name))?;
        }
        Ok(())
    }

    /// Enters a random position, by moves or by `setboard`.
    fn moves(&mut self, engine: &mut Engine, dice: &mut Dice) -> Result<(), String> {
        self.game(engine, dice)?;
        engine.send("force")?;
        let (game, moves) = walk(self.variant, dice);
        if dice.roll(4) == 0 {
            return engine.send(&format!("setboard {}", game.fen()));
        }
        let mut replayed = self.variant.new_game();
        for text in moves {
            engine.send(&format!("usermove {}", xboard::move_to_xboard(&*replayed, &text)))?;
            replayed.play(&text).map_err(|error| error.to_string())?;
        }
        Ok(())
    }
}

fn time(dice: &mut Dice) -> String {
    match dice.roll(5) {
        0 => format!("level {} 0:01 0", dice.roll(3)),
        1 => format!("time {}\notim {}", 1 + dice.roll(100), 1 + dice.roll(100)),
        2 => format!("sd {}", 1 + dice.roll(5)),
        _ => format!("st 0.0{}", 1 + dice.roll(4)),
    }
}

/// An option with a value that needs few resources.
fn resource(dice: &mut Dice) -> String {
    match dice.roll(4) {
        0 => format!("memory {}", 8 + dice.roll(64)),
        1 => format!("cores {}", 1 + dice.roll(8)),
        2 => format!("option MultiPV={}", 1 + dice.roll(4)),
        _ => format!("option Skill Level={}", dice.roll(21)),
    }
}
