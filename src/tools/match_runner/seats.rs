//! How two engines share the seats of a game, and the tags of a record that say who sat where.
//!
//! A game of two players has two seats, White and Black. A game of four has them in the order of moves. Points are
//! counted in shares: a game has as many of them as seats. The winner's engine gets all, and in a draw every seat one.

use crate::pgn::GameRecord;
use crate::types::{Color, Seat};
use std::fmt;
use std::str::FromStr;

/// For each seat, which of the two engines of a game sits there.
pub type Arrangement = &'static [usize];

/// How two engines share the seats of a game of four players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seating {
    TwoAgainstTwo,
    OneAgainstThree,
    /// An engine has all armies of one colour.
    Colours,
}

/// The arrangements of a game of two players.
const COLOURS_CHANGED: &[Arrangement] = &[&[0, 1], &[1, 0]];

impl Seating {
    const ALL: [Seating; 3] = [Seating::TwoAgainstTwo, Seating::OneAgainstThree, Seating::Colours];

    pub const fn name(self) -> &'static str {
        match self {
            Seating::TwoAgainstTwo => "2v2",
            Seating::OneAgainstThree => "1v3",
            Seating::Colours => "colours",
        }
    }

    const fn all_arrangements(self) -> &'static [Arrangement] {
        match self {
            Seating::TwoAgainstTwo => {
                &[&[0, 0, 1, 1], &[1, 1, 0, 0], &[0, 1, 1, 0], &[1, 0, 0, 1], &[0, 1, 0, 1], &[1, 0, 1, 0]]
            }
            Seating::OneAgainstThree => &[
                &[0, 1, 1, 1],
                &[1, 0, 0, 0],
                &[1, 0, 1, 1],
                &[0, 1, 0, 0],
                &[1, 1, 0, 1],
                &[0, 0, 1, 0],
                &[1, 1, 1, 0],
                &[0, 0, 0, 1],
            ],
            Seating::Colours => &[&[0, 0, 1, 1], &[1, 1, 0, 0]],
        }
    }
}

/// The arrangements that make a set, in playing order; without a seating, those of two players.
pub fn arrangements(seating: Option<Seating>) -> &'static [Arrangement] {
    seating.map_or(COLOURS_CHANGED, Seating::all_arrangements)
}

impl fmt::Display for Seating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Seating {
    type Err = String;

    fn from_str(text: &str) -> Result<Seating, String> {
        let found = Seating::ALL.into_iter().find(|seating| seating.name() == text);
        found.ok_or_else(|| format!("`{text}` is none of {}", Seating::ALL.map(Seating::name).join(", ")))
    }
}

/// The number of the opponent on the same board, where White and Black of all boards move in the same order.
pub fn opponent(seats: usize, seat: usize) -> usize {
    (seat + seats / 2) % seats
}

/// The number of the seat that wins when `loser` gives the game up: the opponent on the same board or, if the same
/// engine sits there, the next seat of the other engine.
pub fn winner_against(arrangement: Arrangement, loser: usize) -> usize {
    let seats = arrangement.len();
    let mut others = std::iter::once(opponent(seats, loser)).chain((1..seats).map(|step| (loser + step) % seats));
    others.find(|&other| arrangement[other] != arrangement[loser]).unwrap_or_else(|| opponent(seats, loser))
}

/// Writes who sits where. `names` are those of the engines, by seat.
pub fn write_tags(record: &mut GameRecord, seating: Option<Seating>, seats: &[Seat], names: &[&str]) {
    for (color, tag) in [(Color::White, "White"), (Color::Black, "Black")] {
        let own = seats.iter().zip(names).filter(|(seat, _)| seat.color == color);
        record.set(tag, own.map(|(_, name)| *name).collect::<Vec<_>>().join(" + "));
    }
    if let Some(seating) = seating {
        record.set("Seating", seating.name());
        for (index, name) in names.iter().enumerate() {
            record.set(&seat_tag(index), *name);
        }
    }
}

/// Writes the limits of the engines, which are one tag if they are equal.
pub fn write_limits(record: &mut GameRecord, limits: &[String]) {
    if limits.iter().all(|limit| *limit == limits[0]) {
        record.set("TimeControl", limits[0].as_str());
        return;
    }
    for (index, limit) in limits.iter().enumerate() {
        record.set(&limit_tag(limits.len(), index), limit.as_str());
    }
}

fn seat_tag(index: usize) -> String {
    format!("Seat{}", index + 1)
}

pub fn limit_tag(seats: usize, index: usize) -> String {
    match (seats, index) {
        (2, 0) => "WhiteTimeControl".into(),
        (2, _) => "BlackTimeControl".into(),
        _ => format!("{}TimeControl", seat_tag(index)),
    }
}

/// The seating of a recorded game; `None` in a game of two players.
pub fn seating_of(record: &GameRecord) -> Result<Option<Seating>, String> {
    record.tag("Seating").map(str::parse).transpose().map_err(|error| format!("tag Seating: {error}"))
}

/// The engines of a recorded game, by seat.
pub fn names_of(record: &GameRecord) -> Vec<String> {
    let tags = match record.tag("Seating") {
        None => vec!["White".to_owned(), "Black".to_owned()],
        Some(_) => (0..4).map(seat_tag).collect(),
    };
    tags.iter().map(|tag| record.tag(tag).unwrap_or("?").to_owned()).collect()
}

/// The shares of the points, by seat; `None` if the game has no result.
pub fn shares_of(record: &GameRecord, seats: usize) -> Result<Option<Vec<u64>>, String> {
    let winner = match record.result.as_str() {
        "1/2-1/2" => return Ok(Some(vec![1; seats])),
        "1-0" | "0-1" => winner_of(record, seats),
        _ => return Ok(None),
    };
    let round = record.tag("Round").unwrap_or("?");
    let winner = winner.ok_or_else(|| format!("game {round}: its WinningSeat is not a number from 1 to {seats}"))?;
    Ok(Some((0..seats).map(|seat| if seat == winner { seats as u64 } else { 0 }).collect()))
}

fn winner_of(record: &GameRecord, seats: usize) -> Option<usize> {
    if seats == 2 {
        return Some(usize::from(record.result == "0-1"));
    }
    seat_in_tag(record, "WinningSeat", seats)
}

/// The seat that forfeited, of a game that was forfeited. The result says it only if two play and one has won.
pub fn forfeiter_of(record: &GameRecord, seats: usize) -> Option<usize> {
    match (seats, record.result.as_str()) {
        (2, "1-0") => Some(1),
        (2, "0-1") => Some(0),
        _ => seat_in_tag(record, "FaultSeat", seats),
    }
}

/// The index of the seat that a tag names by its number, from 1.
fn seat_in_tag(record: &GameRecord, tag: &str, seats: usize) -> Option<usize> {
    let number: usize = record.tag(tag)?.parse().ok()?;
    number.checked_sub(1).filter(|&index| index < seats)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_set_has_every_arrangement_once() {
        for (seating, engine_seats, count) in
            [(Seating::TwoAgainstTwo, vec![2], 6), (Seating::OneAgainstThree, vec![1, 3], 8)]
        {
            let all: HashSet<Arrangement> = arrangements(Some(seating)).iter().copied().collect();
            assert_eq!(all.len(), count);
            assert!(all.iter().all(|one| engine_seats.contains(&one.iter().filter(|&&engine| engine == 0).count())));
        }
    }

    #[test]
    fn both_engines_have_each_seat_equally_often() {
        for seating in [None, Some(Seating::TwoAgainstTwo), Some(Seating::OneAgainstThree), Some(Seating::Colours)] {
            let all = arrangements(seating);
            for seat in 0..all[0].len() {
                assert_eq!(2 * all.iter().filter(|one| one[seat] == 0).count(), all.len(), "{seating:?} seat {seat}");
            }
        }
    }

    #[test]
    fn giving_up_never_wins_for_the_own_engine() {
        assert_eq!((winner_against(&[0, 1], 0), winner_against(&[0, 1], 1)), (1, 0));
        assert_eq!((winner_against(&[0, 0, 1, 1], 1), winner_against(&[0, 1, 1, 0], 3)), (3, 1));
        // The opponent on the board is of the same engine: the next player of the other one wins.
        assert_eq!((winner_against(&[0, 1, 0, 1], 0), winner_against(&[0, 1, 0, 1], 2)), (1, 3));
        assert_eq!((winner_against(&[1, 1, 1, 0], 0), winner_against(&[0, 1, 1, 1], 3)), (3, 0));
    }

    #[test]
    fn unknown_seatings_are_named() {
        assert_eq!("1v3".parse(), Ok(Seating::OneAgainstThree));
        assert!("3v1".parse::<Seating>().unwrap_err().contains("3v1"));
    }
}
