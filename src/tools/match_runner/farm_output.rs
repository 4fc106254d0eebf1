//! The lines and tags that the worker of a testing farm reads: those of fastchess.

use super::game_end::{self, GameEnd};
use super::key_value;
use super::player::{Forfeit, ForfeitReason};
use crate::tools::sprt::Tally;
use crate::types::Seat;

/// What a match prints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutputStyle {
    /// The table of results.
    #[default]
    Table,
    /// A line for each game, too, and the tags `Termination` of fastchess.
    Farm,
    /// Nothing but forfeits: another tool shows how far it is.
    Nothing,
}

impl OutputStyle {
    /// Reads `format=table` or `format=fastchess`, whose lines are those of cutechess-cli, too.
    pub fn read(word: (&str, &str)) -> Result<OutputStyle, String> {
        match word {
            ("format", "table") => Ok(OutputStyle::Table),
            ("format", "fastchess" | "cutechess") => Ok(OutputStyle::Farm),
            ("format", text) => Err(format!("`format={text}`: the formats are table, fastchess and cutechess")),
            (key, _) => Err(key_value::unknown_key(key, "format")),
        }
    }
}

/// The line about a finished game. `number` counts the games of the match from 1, `names` are those of White and Black.
pub fn finished_line(number: usize, names: [&str; 2], ending: &GameEnd) -> String {
    let [white, black] = names;
    format!("Finished game {number} ({white} vs {black}): {} {{{}}}", ending.result(), reason(ending))
}

/// The line about all games so far, from the view of the first engine.
pub fn score_line(first: &str, second: &str, tally: &Tally) -> String {
    let Tally { wins, losses, draws, .. } = tally;
    let games = tally.games();
    let score = (*wins as f64 + *draws as f64 / 2.0) / games.max(1) as f64;
    format!("Score of {first} vs {second}: {wins} - {losses} - {draws}  [{score:.3}] {games}")
}

fn reason(ending: &GameEnd) -> String {
    match &ending.forfeit {
        Some((loser, forfeit)) => fault(*loser, forfeit) + game_end::reservation(ending.winner),
        None => ending.comment.clone(),
    }
}

fn fault(loser: Seat, forfeit: &Forfeit) -> String {
    let what = match forfeit.reason {
        ForfeitReason::Time => " loses on time",
        ForfeitReason::IllegalMove => " makes an illegal move",
        ForfeitReason::Crash => " disconnects",
        ForfeitReason::Stall => "'s connection stalls",
        ForfeitReason::FalseClaim => " makes an illegal claim",
    };
    format!("{}{what}", loser.name())
}

/// The value of the PGN tag `Termination` for a fault.
pub const fn termination(reason: ForfeitReason) -> &'static str {
    match reason {
        ForfeitReason::Crash => "abandoned",
        ForfeitReason::Stall => "stalled connection",
        ForfeitReason::FalseClaim => "illegal claim",
        ForfeitReason::Time | ForfeitReason::IllegalMove => reason.name(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    #[test]
    fn lines_have_the_places_that_workers_read() {
        let ending =
            GameEnd { winner: None, termination: "normal", comment: "Draw by repetition".into(), forfeit: None };
        let line = finished_line(7, ["A-dev", "A-base"], &ending);
        assert_eq!(line, "Finished game 7 (A-dev vs A-base): 1/2-1/2 {Draw by repetition}");
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!((words[2], words[6]), ("7", "1/2-1/2"));
        let tally = Tally { wins: 3, draws: 2, losses: 1, ..Tally::default() };
        assert_eq!(score_line("A", "B", &tally), "Score of A vs B: 3 - 1 - 2  [0.667] 6");
    }

    /// A worker counts a game under the word that it finds.
    #[test]
    fn every_fault_is_counted_once() {
        let loser = variants::default().seats[1];
        let words = ["on time", "illegal", "disconnect", "stalls"];
        for reason in ForfeitReason::ALL {
            let text = fault(loser, &Forfeit::new(reason, "on time, illegal, disconnect, stalls"));
            assert_eq!(words.iter().filter(|word| text.contains(*word)).count(), 1, "{text}");
            assert!(text.starts_with("Black"), "{text}");
        }
    }
}
