//! The results of positions by distance.

use super::moves::Found;
use super::{Ending, EndingError, Progress};
use crate::types::{Color, Outcome};
use rayon::prelude::*;

/// How a position ends: 0 for a draw or not known yet; if White wins in `n` plies `n + 1`, if Black does, `-n - 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Worth(pub i16);

impl Worth {
    pub const UNKNOWN: Worth = Worth(0);

    /// The worth of a game that is over.
    pub fn of(outcome: &Outcome) -> Worth {
        outcome.winner.map_or(Worth(0), |seat| Worth::win(seat.color, 0))
    }

    fn win(winner: Color, plies: u16) -> Worth {
        let distance = plies as i16 + 1;
        Worth(if winner == Color::White { distance } else { -distance })
    }

    /// The worth with the armies exchanged.
    #[inline]
    pub fn exchanged(self) -> Worth {
        Worth(-self.0)
    }

    /// The plies to the end if this army wins.
    #[inline]
    fn win_of(self, color: Color) -> Option<u16> {
        let distance = if color == Color::White { self.0 } else { -self.0 };
        (distance > 0).then(|| (distance - 1) as u16)
    }

    pub fn ending(self) -> Ending {
        match self.0 {
            0 => Ending::Draw,
            plies @ 1.. => Ending::Win(Color::White, (plies - 1) as u16),
            plies => Ending::Win(Color::Black, (-plies - 1) as u16),
        }
    }
}

/// Longer wins are not told from draws.
const LONGEST: u16 = i16::MAX as u16;

/// The worth of every position.
pub(super) fn decide(found: &Found, progress: &Progress<'_>) -> Result<Vec<Worth>, EndingError> {
    let mut worths = vec![Worth::UNKNOWN; found.turns.len()];
    let mut over = vec![false; worths.len()];
    for &(position, worth) in &found.over {
        (worths[position], over[position]) = (worth, true);
    }
    // Distances that are known from the beginning: nothing has changed for good before they have been looked at.
    let greatest = found.goals.par_iter().filter_map(|goal| plies(goal.worth(&worths))).max().unwrap_or(0);
    let mut open: Vec<u32> =
        (0..worths.len()).filter(|&position| !over[position]).map(|position| position as u32).collect();
    for level in 1..LONGEST {
        progress.check()?;
        let decided: Vec<(u32, Worth)> = open
            .par_iter()
            .filter_map(|&position| Some((position, at_level(found, &worths, position, level)?)))
            .collect();
        if decided.is_empty() && level > greatest + 1 {
            break;
        }
        for &(position, worth) in &decided {
            worths[position as usize] = worth;
        }
        open.retain(|&position| worths[position as usize] == Worth::UNKNOWN);
    }
    Ok(worths)
}

fn plies(worth: Worth) -> Option<u16> {
    Color::ALL.iter().find_map(|color| worth.win_of(*color))
}

/// The worth of a position that is decided in so many plies, if it is; all nearer ones are known.
fn at_level(found: &Found, worths: &[Worth], position: u32, level: u16) -> Option<Worth> {
    let goals = found.goals_of(position as usize);
    let us = found.turns[position as usize];
    if goals.iter().any(|goal| goal.worth(worths).win_of(us) == Some(level - 1)) {
        return Some(Worth::win(us, level));
    }
    let mut least = 0;
    for goal in goals {
        least = least.max(goal.worth(worths).win_of(!us)?);
    }
    (least + 1 == level).then(|| Worth::win(!us, level))
}
