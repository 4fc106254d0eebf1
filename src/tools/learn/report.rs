//! The log for people.

use super::state::{Generation, State};
use crate::game::Variant;
use crate::tools::sprt::{Certainty, Estimate, Tally};
use std::fmt::Write;

/// `learn.md`.
pub fn page(variant: &Variant, state: &State) -> String {
    format!(
        "# Learning {}\n\n`jailbird learn {}`, {:.3} hours so far.\n\n{}\n",
        variant.title,
        state.settings,
        state.seconds() / 3600.0,
        text(state),
    )
}

/// The table of generations and the measurement of the best one.
pub fn text(state: &State) -> String {
    let mut text = String::from(
        "| generation | minutes | positions | loss | held out | games | Elo against the best before | kept | Elo in all |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    for ((index, generation), sum) in state.generations.iter().enumerate().zip(state.gains()) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", row(index + 1, generation, sum));
    }
    let _ = match (state.best(), &state.measured) {
        (0, _) => write!(
            text,
            "\nNo network was better than the evaluation to begin with, so there is none to play with yet; the same command with more hours goes on."
        ),
        (best, Some((measured, tally))) if best == *measured && tally.games() > 0 => {
            let advice = if state.is_worse() {
                " It is no better, so go on playing with that evaluation; the same command with more hours goes on learning."
            } else {
                ""
            };
            write!(
                text,
                "\nThe best is `generation-{best}.net`: it scores {:.0} % against the built-in evaluation ({} Elo, {} games).{advice}",
                100.0 * tally.share(),
                elo(tally),
                tally.games()
            )
        }
        (best, _) => write!(text, "\nThe best so far is `generation-{best}.net`."),
    };
    if let Some(last) = state.generations.last() {
        let _ = write!(text, " {}", prospect(last));
    }
    text
}

/// A gain of a generation in Elo that promises more.
const WORTHWHILE: f64 = 30.0;

/// What more hours promise, from the last generation.
fn prospect(last: &Generation) -> &'static str {
    match last.is_kept.then(|| last.gain()) {
        Some(gain) if gain >= WORTHWHILE => "The last generation gained much: more hours will make it stronger.",
        Some(_) => "The last generation gained little: more hours will help slowly.",
        None => "The last generation gained nothing: it takes many more games to go on.",
    }
}

fn row(number: usize, generation: &Generation, sum: f64) -> String {
    let Generation { seconds, positions, losses: [training, held_out], tally, is_kept, .. } = generation;
    let kept = if *is_kept { "yes" } else { "no" };
    let (minutes, games, elo) = (seconds / 60.0, tally.games(), elo(tally));
    format!(
        "| {number} | {minutes:.1} | {positions} | {training:.5} | {held_out:.5} | {games} | {elo} | {kept} | {sum:+.0} |"
    )
}

/// The difference with its error, for people.
fn elo(tally: &Tally) -> String {
    match tally.elo() {
        Some(Estimate { elo, certainty: Some(Certainty { error, .. }) }) if error.is_finite() => {
            format!("{elo:+.0} ± {error:.0}")
        }
        // Too few results, or too few points of one side, for an estimate of the error.
        Some(Estimate { elo, .. }) => format!("{elo:+.0} ± ?"),
        None if tally.games() == 0 => "?".into(),
        None if tally.wins > 0 => "all won".into(),
        None => "all lost".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_adds_up_the_elo_of_what_was_kept() {
        let tally = |wins, losses| Tally { wins, losses, ..Tally::default() };
        let generation = |tally, is_kept| Generation { positions: 500, tally, is_kept, ..Generation::default() };
        let mut state = State {
            generations: vec![
                generation(tally(60, 40), true),
                generation(tally(40, 60), false),
                generation(tally(60, 40), true),
                generation(tally(9, 0), false),
            ],
            ..State::default()
        };
        let rows = |state: &State| {
            text(state).lines().filter(|line| line.contains("500")).map(str::to_owned).collect::<Vec<_>>()
        };
        let sums: Vec<String> = rows(&state).iter().map(|row| row.split(" | ").last().unwrap().to_owned()).collect();
        assert_eq!(sums, ["+70 |", "+70 |", "+141 |", "+141 |"]);
        assert!(rows(&state)[3].contains("all won"));
        assert!(text(&state).contains("The best so far is `generation-3.net`. The last generation gained nothing"));
        state.measured = Some((3, tally(55, 45)));
        assert!(
            text(&state).contains("`generation-3.net`: it scores 55 % against the built-in evaluation (+35 ± "),
            "{}",
            text(&state)
        );
        assert!(!state.is_worse() && !text(&state).contains("no better"));
        state.measured = Some((3, tally(42, 58)));
        assert!(state.is_worse() && text(&state).contains("It is no better, so go on playing with that evaluation"));
        state.measured = Some((3, Tally::default()));
        assert!(
            text(&state).contains("The best so far is `generation-3.net`."),
            "no game was played: {}",
            text(&state)
        );
        state.generations.pop();
        assert!(text(&state).contains("more hours will make it stronger"));
    }
}
