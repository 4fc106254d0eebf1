//! Which positions count as the same: those in which the same moves are possible (FIDE 9.2.3).

use jailbird::types::{Outcome, Reason};
use jailbird::variants;

/// A game, a position, a double step, and four plies that lead back to the position after it.
struct Row {
    variant: &'static str,
    fen: &'static str,
    double_step: &'static str,
    back_and_forth: &'static str,
    /// Whether the pawn may be captured en passant, so that the first position is another one than the later ones.
    capturable: bool,
}

const fn row(
    variant: &'static str,
    fen: &'static str,
    double_step: &'static str,
    back_and_forth: &'static str,
    capturable: bool,
) -> Row {
    Row { variant, fen, double_step, back_and_forth, capturable }
}

/// In the rows that are not capturable a pawn stands ready, but the capture would expose a king or lose a hold.
const ROWS: &[Row] = &[
    row("chess", "1r2k3/p7/8/1P6/8/8/8/1K6 b - - 0 1", "a7a5", "b1c1 e8d8 c1b1 d8e8", false),
    row("chess", "4k3/p7/8/1P6/8/8/8/1K6 b - - 0 1", "a7a5", "b1b2 e8d8 b2b1 d8e8", true),
    row("prisonbreak", "3r1k/2p3/6/3P2/6/6/3K2/6 b - - 0 1 -", "c7c5", "d2e2 f8e8 e2d2 e8f8", false),
    row("prisonbreak", "5k/2p3/6/3P2/6/6/6/3K2 b - - 0 1 -", "c7c5", "d1d2 f8e8 d2d1 e8f8", true),
    row("zigzagmadness", "10/3k6/10/10/10/3p6/10/10/2P7/3R1K4[] w - - 0 1", "c2c5", "d9d10 f1e1 d10d9 e1f1", false),
    row("penaltybox", "3k4/8/8/8/3p4/8/2P5/3R1K1*[] w - - 0 1", "c2c4", "d8d7 f1e1 d7d8 e1f1", false),
    row("penaltybox", "3k4/8/8/8/3p4/8/2P5/4RK1*[] w - - 0 1", "c2c4", "d8d7 e1e2 d7d8 e2e1", true),
    row("kingsescape", "k6n/8/8/8/3p4/4K3/2P5/R6N w - - 0 1", "c2c4", "h8g6 h1g3 g6h8 g3h1", false),
];

/// The end after the double step and so many plies back and forth.
fn outcome(row: &Row, plies: usize) -> Option<Outcome> {
    let variant = variants::find(row.variant).unwrap();
    let mut game = variant.game(row.fen).unwrap_or_else(|error| panic!("{error}: {}", row.fen));
    let again = row.back_and_forth.split_whitespace().cycle().take(plies);
    for text in std::iter::once(row.double_step).chain(again) {
        assert_eq!(game.outcome(), None, "{} {}", row.variant, game.fen());
        game.play(text).unwrap_or_else(|error| panic!("{error}: {}", game.fen()));
    }
    game.outcome()
}

#[test]
fn an_en_passant_square_counts_only_if_the_capture_is_legal() {
    for row in ROWS {
        let name = format!("{} {} {}", row.variant, row.fen, row.back_and_forth);
        // If the first position is another one, the position a ply later is the first to stand three times.
        let needed = if row.capturable { 9 } else { 8 };
        assert_eq!(outcome(row, needed - 1), None, "{name}");
        assert_eq!(outcome(row, needed), Some(Outcome::draw(Reason::Repetition)), "{name}");
    }
}

#[test]
fn the_key_of_a_position_read_from_a_fen_is_that_of_the_position_played() {
    for row in ROWS {
        let variant = variants::find(row.variant).unwrap();
        let mut game = variant.game(row.fen).unwrap();
        game.play(row.double_step).unwrap();
        assert_eq!(variant.game(&game.fen()).unwrap().key(), game.key(), "{} {}", row.variant, game.fen());
    }
}

/// Games, positions and plies that lead back to the position, although a pawn is dropped and the clock begins anew.
const CYCLES: &[[&str; 3]] = &[
    ["penaltybox", "8/5*2/8/8/2Q~5/K7/8/6k1[P] w - - 0 1 - -", "c4f7,P@g8q g1f1 g8c4 f1g1"],
    ["penaltybox-noking", "8/5*2/8/8/2Q~5/K7/8/6k1[P] w - - 0 1 - -", "c4f7,P@g8q g1f1 g8c4 f1g1"],
    ["penaltybox", "6k1/8/8/4N3/2*5/8/8/K7[P] w - - 0 1 - -", "c4e5,P@c4 g8h8 e5c4,N@e5 h8g8"],
    ["penaltybox-noking", "6k1/8/8/4N3/2*5/8/8/K7[P] w - - 0 1 - -", "c4e5,P@c4 g8h8 e5c4,N@e5 h8g8"],
    ["penaltybox-ben", "6k1/8/8/4N3/2*5/8/8/K7[P] w - - 0 1 - -", "c4e5,P@c4 g8h8 e5c4,N@e5 h8g8"],
    [
        "penaltybox-dual",
        "6k1/8/8/4N3/2*5/8/8/K7|4k3/8/8/8/8/8/8/*3K3[P] w1 -|- -|- 0|0 1 - -",
        "A:c4e5,P@c4 B:e1d1 A:g8h8 B:e8d8 A:e5c4,N@e5 B:d1e1 A:h8g8 B:d8e8",
    ],
];

#[test]
fn dropped_pawns_can_be_boxed_again_so_positions_recur() {
    for [variant, fen, cycle] in CYCLES {
        let mut game = variants::find(variant).unwrap().game(fen).unwrap();
        let plies: Vec<&str> = cycle.split_whitespace().collect();
        for text in plies.iter().chain(&plies) {
            assert_eq!(game.outcome(), None, "{variant} {}", game.fen());
            game.play(text).unwrap_or_else(|error| panic!("{error}: {}", game.fen()));
        }
        // With two boards, that of the first player is drawn.
        let is_draw = game.outcome().is_some_and(|outcome| outcome.winner.is_none()) || game.fen().ends_with("ended:A");
        assert!(is_draw, "{variant}: {:?} {}", game.outcome(), game.fen());
    }
}
