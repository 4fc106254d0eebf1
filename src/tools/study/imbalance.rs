//! Starts that lack pieces.

use crate::game::Game;
use crate::game::set_up::{Cell, SetUp};
use crate::position::piece_kind::{PieceKind, Role};
use crate::types::Color;
use crate::types::zobrist::mix;

/// The letters, upper case, of the kinds that can be missing in a start position: the position without one of them is legal, and it was not
/// the only royal piece of its side.
pub(super) fn removable(start: &dyn Game) -> Vec<char> {
    let (variant, start) = (start.variant(), SetUp::of(start));
    let mut letters: Vec<char> = Vec::new();
    for (place, letter) in start.pieces() {
        if letters.contains(&letter.to_ascii_uppercase()) {
            continue;
        }
        let mut without = start.clone();
        without.clear(place);
        let is_royal = PieceKind::of(variant.kinds, letter).is_some_and(|kind| kind.role == Role::Royal);
        let is_needed = is_royal && without.pieces().all(|(_, other)| other != letter);
        if !is_needed && without.game().is_ok() {
            letters.push(letter.to_ascii_uppercase());
        }
    }
    letters
}

/// The greatest number of pieces that a side lacks.
const MOST_MISSING: u64 = 2;
const MOST_ATTEMPTS: u64 = 10_000;

/// A start in which each side lacks one or two random pieces, not the same ones, and the game goes on.
///
/// # Errors
/// The game has none.
pub(super) fn start(game: &dyn Game, dice: u64) -> Result<Box<dyn Game>, String> {
    let (whole, removable) = (SetUp::of(game), removable(game));
    let mut pieces: Vec<_> = whole.pieces().collect();
    pieces.retain(|(_, letter)| removable.contains(&letter.to_ascii_uppercase()));
    let attempt = |number: u64| -> Option<Box<dyn Game>> {
        let mut lacking = whole.clone();
        let missing = Color::ALL.map(|color| {
            let own = pieces.iter().copied().filter(|piece| Color::of(piece.1) == color).collect();
            drawn(own, mix(mix(dice ^ mix(number)) ^ color as u64))
        });
        missing.iter().flatten().for_each(|(place, _)| lacking.clear(*place));
        let [white, black] = missing.map(|pieces| letters(&pieces));
        lacking.game().ok().filter(|game| white != black && game.outcome().is_none() && !game.in_check())
    };
    let found = (0..MOST_ATTEMPTS).find_map(attempt);
    found.ok_or_else(|| format!("{}: no start without some pieces is legal: give --imbalanced 0", game.variant().name))
}

/// Draws one or two pieces.
fn drawn(mut pieces: Vec<(Cell, char)>, dice: u64) -> Vec<(Cell, char)> {
    let count = (1 + mix(dice) % MOST_MISSING).min(pieces.len() as u64);
    let draw = |number: u64| pieces.swap_remove((mix(dice ^ mix(number + 1)) % pieces.len() as u64) as usize);
    (0..count).map(draw).collect()
}

/// The kinds of some pieces in order.
fn letters(pieces: &[(Cell, char)]) -> Vec<char> {
    let mut letters: Vec<char> = pieces.iter().map(|piece| piece.1.to_ascii_uppercase()).collect();
    letters.sort_unstable();
    letters
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    #[test]
    fn every_kind_but_royal_ones_can_be_missing() {
        let rows = [
            ("chess", "RNBQP"),
            ("prisonersescape", "FNHGP"),
            ("kingsescape", "RNBQP"),
            ("penaltybox-noking", "RNBQP"),
            ("minishogi", "PGSBR"),
            ("friendly", "PRKEWOABUCDQGHIJLMTXNF"),
        ];
        for (name, letters) in rows {
            let mut found = removable(&*variants::find(name).unwrap().new_game());
            let mut expected: Vec<char> = letters.chars().collect();
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{name}");
        }
    }

    #[test]
    fn every_game_of_two_has_imbalanced_starts() {
        for variant in variants::coded().into_iter().filter(|variant| variant.players() == 2) {
            let whole = SetUp::of(&*variant.new_game()).pieces().count();
            for dice in 0..50 {
                let game = start(&*variant.new_game(), dice).unwrap();
                let missing = whole - game.view().boards[0].pieces.len();
                assert!((2..=4).contains(&missing), "{}", game.fen());
            }
        }
    }
}
