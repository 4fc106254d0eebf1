//! FENs: the game's letter, then the text.

use super::variant_and_text;
use jailbird::game::Game;
use jailbird::game::Variant;
use jailbird::types::score::is_decided;

/// A FEN is refused, or its position passes the audit.
pub fn check(bytes: &[u8]) {
    let Some((variant, text)) = variant_and_text(bytes) else { return };
    let Ok(game) = variant.game(text) else { return };
    let written = game.fen();
    let again = variant.game(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!(again.fen(), written, "{text}");
    if let Err(broken) = game.audit() {
        panic!("{broken}");
    }
    has_royals(variant, &written);
    check_evaluation(&*game);
}

/// The letter of the royal pieces and the least and greatest number that the rules demand for each side. In the dual game
/// each side has a king on each board.
fn royals(variant: &Variant) -> (char, usize, usize) {
    match variant.name {
        "prisonersescape" => ('i', 1, 1),
        "friendly" => ('f', 0, 4),
        "penaltybox-dual" => ('k', 2, 2),
        _ => ('k', 1, 1),
    }
}

/// Counts royal pieces on the board and in the box, which is part of the placement.
fn has_royals(variant: &Variant, fen: &str) {
    let placement = fen.split_whitespace().next().unwrap_or("");
    let (letter, least, most) = royals(variant);
    for royal in [letter, letter.to_ascii_uppercase()] {
        let count = placement.matches(royal).count();
        assert!((least..=most).contains(&count), "{}: {count} times {royal}: {fen}", variant.name);
    }
}

/// Checks the range of the evaluation, and that a game that goes on has moves; calls the other queries of a position.
fn check_evaluation(game: &dyn Game) {
    for network in [&game.variant().untrained_network(), &*game.variant().network()] {
        let score = game.evaluate(network);
        assert!(!is_decided(score), "{score}: {}", game.fen());
    }
    assert!(game.outcome().is_some() || !game.legal_moves(Default::default()).is_empty(), "{}", game.fen());
    let _ = (game.checkers(), game.in_check(), game.turn());
}
