//! The special events of every game: rows of `tests/data/events`, and random games.

use crate::data_files::{find, lines};
use jailbird::game::{Game, Variant};
use jailbird::position::Notation;
use jailbird::types::zobrist::mix;
use jailbird::variants::VARIANTS;
use rayon::prelude::*;
use std::collections::BTreeSet;

/// The events of the last move that was played, which is taken back.
fn last_events(game: &mut dyn Game) -> u32 {
    let bits = game.played_bits().pop().unwrap();
    assert!(game.undo());
    game.events(bits)
}

/// Plays random games and returns which events happened.
fn random_events(variant: &'static Variant, games: u64) -> u32 {
    let play = |seed: u64| {
        let mut game = variant.new_game();
        let mut seen = 0;
        for ply in 0..240 {
            let moves = game.legal_moves(Notation::Standard);
            let Some(text) = moves.get((mix(seed << 32 ^ ply) % moves.len().max(1) as u64) as usize) else { break };
            game.play(text).unwrap();
            let ev = last_events(&mut *game);
            let fen = game.fen();
            for (i, name) in game.event_names().iter().enumerate() {
                if ev >> i & 1 != 0 && seen >> i & 1 == 0 {
                    let all: Vec<_> = game.event_names().iter().enumerate().filter(|(j, _)| ev >> j & 1 != 0).map(|x| *x.1).collect();
                    println!("ROW|{}|{name}|{fen}; {text}; {}", variant.name, all.join(", "));
                }
            }
            seen |= ev;
            game.play(text).unwrap();
        }
        seen
    };
    (0..games).into_par_iter().map(play).reduce(|| 0, |a, b| a | b)
}

#[test]
fn every_event_happens_in_random_games() {
    for variant in VARIANTS {
        let game = variant.new_game();
        let names = game.event_names();
        let seen = random_events(variant, 60);
        let missing: BTreeSet<_> = names.iter().enumerate().filter(|(index, _)| seen >> index & 1 == 0).collect();
        println!("{} missing {missing:?}", variant.name);
    }
}
