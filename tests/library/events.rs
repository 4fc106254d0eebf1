//! The special events of every game: rows of `tests/data/events`, and random games.

use crate::data_files::{find, lines};
use jailbird::game::{Game, Variant};
use jailbird::position::Notation;
use jailbird::types::zobrist::mix;
use jailbird::variants;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::ops::Range;

/// The games whose events are those of another game, or some of them.
const RELATIVES: [(&str, &str); 4] = [
    ("prisonbreak-open", "prisonbreak"),
    ("penaltybox-noking", "penaltybox"),
    ("penaltybox-ben", "penaltybox"),
    ("penaltybox-dual", "penaltybox"),
];

/// The events that [`every_event_happens_in_random_games`] need not see.
const RARE: [(&str, &str); 8] = [
    ("prisonbreak", "en passant"),
    ("anticheckmate", "en passant"),
    ("friendly", "katana capture"),
    ("friendly", "last Friend captured"),
    ("friendly", "promotion"),
    ("penaltybox-noking", "castling"),
    ("penaltybox-noking", "en passant"),
    ("penaltybox-dual", "en passant"),
];

type Names = BTreeSet<&'static str>;

/// Plays a move and returns the names of its events.
fn play(game: &mut dyn Game, text: &str) -> Names {
    game.play(text).unwrap_or_else(|error| panic!("{error}: {}", game.fen()));
    let bits = game.played_bits().pop().unwrap();
    assert!(game.undo());
    let (names, events) = (game.variant().events, game.events(bits));
    assert!(names.len() <= 32 && u64::from(events) < 1 << names.len(), "{events:b}: {text} in {}", game.fen());
    assert!(game.play_bits(bits));
    names.iter().enumerate().filter(|(index, _)| events >> index & 1 != 0).map(|(_, &name)| name).collect()
}

#[test]
fn moves_bring_about_the_events_of_their_rows() {
    for variant in variants::all() {
        let (is_coded, path) = (variant.guide.is_none(), find("events", variant.name));
        let mut seen = Names::new();
        for line in lines(path.as_deref().unwrap_or_default()) {
            let [fen, text, names] = line.splitn(3, ';').map(str::trim).collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            let events = play(&mut *variant.game(fen).unwrap_or_else(|error| panic!("{error}: {line}")), text);
            let expected = names.split(", ").filter(|name| !name.is_empty());
            assert_eq!(
                events.iter().copied().collect::<BTreeSet<&str>>(),
                expected.collect(),
                "{}: {line}",
                variant.name
            );
            seen.extend(events);
        }
        let has_rows = is_coded || path.is_some();
        if has_rows && RELATIVES.iter().all(|(name, _)| *name != variant.name) {
            let all: Names = variant.events.iter().copied().collect();
            assert_eq!(seen, all, "{}: rows", variant.name);
        }
    }
    for (name, other) in RELATIVES {
        let [own, others] = [name, other].map(|name| variants::find(name).unwrap().events);
        assert!(!own.is_empty() && others.starts_with(own), "{name}");
    }
}

/// The events of the random games with these seeds.
fn random_events(variant: &'static Variant, seeds: Range<u64>) -> Names {
    let events = |seed: u64| {
        let (mut game, mut seen) = (variant.new_game(), Names::new());
        for ply in 0..240 {
            let moves = game.legal_moves(Notation::Standard);
            let Some(text) = moves.get((mix(seed << 32 ^ ply) % moves.len().max(1) as u64) as usize) else { break };
            seen.extend(play(&mut *game, text));
        }
        seen
    };
    seeds.into_par_iter().flat_map_iter(events).collect()
}

#[test]
fn every_event_happens_in_random_games() {
    for variant in variants::coded() {
        let is_rare = |name: &str| RARE.contains(&(variant.name, name));
        let names = variant.events.iter().copied();
        let mut missing: Names = names.filter(|name| !is_rare(name)).collect();
        for first in (0..60).step_by(10) {
            if !missing.is_empty() {
                let seen = random_events(variant, first..first + 10);
                missing.retain(|name| !seen.contains(name));
            }
        }
        assert!(missing.is_empty(), "{}: {missing:?}", variant.name);
    }
}
