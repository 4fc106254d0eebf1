//! Random moves that depend on a seed only.

use crate::game::{Game, Variant};
use crate::types::zobrist::mix;

/// Plays `plies` random moves, the same ones for the same seed. Returns false if the game ends within them.
pub fn play_random_moves(game: &mut dyn Game, plies: u32, seed: u64) -> bool {
    for ply in 0..u64::from(plies) {
        if game.outcome().is_some() {
            return false;
        }
        let moves = game.legal_bits();
        let chosen = moves.get((mix(mix(seed) ^ ply) % moves.len().max(1) as u64) as usize);
        if chosen.is_none_or(|&bits| !game.play_bits(bits)) {
            return false;
        }
    }
    game.outcome().is_none()
}

/// The greatest number of openings that are rejected for one game.
const MOST_ATTEMPTS: u64 = 1000;

/// A game that goes on after `plies` random moves from its start. Each `number` gives another opening; seeds of
/// openings that end the game, or that are not accepted, are skipped; after [`MOST_ATTEMPTS`] any is taken.
pub(super) fn random_opening(
    variant: &'static Variant,
    plies: u32,
    seed: u64,
    number: u64,
    accepts: impl Fn(&dyn Game) -> bool,
) -> Box<dyn Game> {
    let first = mix(seed).wrapping_add(number << 20);
    let mut attempt = 0;
    loop {
        let mut game = variant.new_game();
        let is_going_on = play_random_moves(&mut *game, plies, first.wrapping_add(attempt));
        if is_going_on && (accepts(&*game) || attempt >= MOST_ATTEMPTS) {
            return game;
        }
        attempt += 1;
    }
}
