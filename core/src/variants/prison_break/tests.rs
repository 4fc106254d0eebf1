//! The rules of Prison Break, tested on small positions.

use super::PrisonBreak;
use crate::position::*;
use crate::types::{Color, Outcome, Reason};
use crate::variants::tests::{refuses, texts};

fn position(fen: &str) -> PrisonBreak {
    PrisonBreak::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The texts of the legal moves from a square, sorted.
fn moves_from(fen: &str, square: &str) -> Vec<String> {
    texts(&position(fen), square)
}

/// Plays moves on the position of a FEN.
fn after(fen: &str, moves: &str) -> PrisonBreak {
    moves.split(' ').fold(position(fen), |position, text| {
        let mv = position.find_move(text).unwrap_or_else(|| panic!("{text} in {}", position.fen()));
        position.after(mv)
    })
}

#[test]
fn invalid_fens_are_refused() {
    let rows = [
        ("castling", "rnbqkb/pppppp/6/6/6/6/PPPPPP/RNBQKB w KQ - 0 1 -"),
        ("field count", "rnbqkb/pppppp/6/6/6/6/PPPPPP/RNBQKB w - - 0 1 - -"),
        ("placement", "rnbqkb/pppppp/6/6/6/PPPPPP/RNBQKB w - - 0 1 -"),
        ("placement", "rnbqkb/pppppp/6/6/6/6/PPPPPP/RNBAKB w - - 0 1 -"),
        ("placement", "rnbq1b/pppppp/6/6/6/6/PPPPPP/RNBQKB w - - 0 1 -"),
        ("placement", "rnbqkb/pppppp/6/6/6/6/PPPPPP/RNKQKB w - - 0 1 -"),
        ("placement", "nnnnkn/nnnnnn/nnnnnn/6/6/6/6/4K1 w - - 0 1 -"),
        ("placement", "P4k/6/6/6/6/6/6/5K w - - 0 1 -"),
        // Escape cells: another piece than a king, an attacked king, both kings. Then a king in check but not to move.
        ("placement", "5k/6/6/6/N5/6/6/5K w - - 0 1 -"),
        ("placement", "5k/r5/6/6/K5/6/6/6 w - - 0 1 -"),
        ("placement", "6/6/6/k5/K5/6/6/6 w - - 0 1 -"),
        ("placement", "5k/5Q/6/6/6/6/6/5K w - - 0 1 -"),
        // Icicles: no Ice Queen, no square, off the board, named twice, not held, held by an icicle, both awake.
        ("icicles", "5k/6/2q3/3Q2/6/6/6/5K w - - 0 1 d4"),
        ("icicles", "5k/6/2q3/3Q2/6/6/6/5K w - - 0 1 x"),
        ("icicles", "5k/6/2q3/3Q2/6/6/6/5K w - - 0 1 g5"),
        ("icicles", "5k/6/2q3/3Q2/6/6/6/5K w - - 0 1 d5d5"),
        ("icicles", "5k/6/2q3/6/3Q2/6/6/5K w - - 0 1 d4"),
        ("icicles", "5k/6/2q3/3Q2/6/6/6/5K w - - 0 1 d5c6"),
        ("icicles", "5k/6/2q3/3Q2/6/6/6/5K w - - 0 1 -"),
        // En passant: a2-a4 is not possible, no pawn has made the double step, or its first square is occupied. Then a
        // bad clock.
        ("en passant", "5k/6/6/6/6/P5/6/5K b - a3 0 1 -"),
        ("en passant", "5k/6/6/2Pp2/6/6/6/5K w - c6 0 1 -"),
        ("en passant", "5k/3p2/6/2Pp2/6/6/6/5K w - d6 0 1 -"),
        ("halfmove clock", "5k/6/6/2Pp2/6/6/6/5K w - d6 x 1 -"),
    ];
    refuses::<PrisonBreak>(&rows);
}

#[test]
fn without_the_icicle_field_the_queen_of_the_side_not_to_move_is_frozen() {
    assert!(position("5k/6/2q3/3Q2/6/6/6/5K w").fen().ends_with(" w - - 0 1 c6"));
    assert!(position("5k/6/2q3/3Q2/6/6/6/5K b").fen().ends_with(" b - - 0 1 d5"));
}

#[test]
fn arriving_queen_is_frozen_by_an_awake_queen() {
    assert!(after("6/2P1k1/2q3/2R1Q1/6/6/6/5K w - - 0 1 -", "e5d6").fen().ends_with(" d6"));
    // She wakes up if her holder is captured, or if it moves; a holder that stays adjacent is then frozen itself.
    let held = "5k/6/2q3/3Q2/1N4/6/6/5K w - - 0 1 d5";
    assert!(after(held, "b4c6").fen().ends_with(" 0 1 -"));
    assert!(after("5k/6/2q3/3Q2/6/6/6/5K b - - 0 1 d5", "c6c5").fen().ends_with(" 1 2 c5"));
    assert!(moves_from(held, "d5").is_empty());
}

#[test]
fn ice_queen_mates_from_two_squares() {
    for text in ["e5e6", "e5f6"] {
        let mated = after("6/2P1k1/2q3/2R1Q1/6/6/6/5K w - - 0 1 -", text);
        assert_eq!(mated.outcome(), Some(Outcome::win(Color::White, Reason::Checkmate)), "{text}");
    }
}

#[test]
fn frozen_pieces_give_no_check() {
    assert!(moves_from("6/2P1k1/2q3/2R1Q1/6/6/6/5K b - - 0 1 -", "e7").contains(&"e7d8".into()));
    // She may not unfreeze a Bomber that would then attack her king, unless she blocks it.
    let pinned = moves_from("r4k/1Q4/6/6/6/6/K5/6 w - - 0 1 -", "b7");
    assert_eq!(pinned, ["b7a6", "b7a7", "b7a8", "b7b8"]);
}

#[test]
fn only_kings_land_on_the_escape_cells() {
    assert_eq!(moves_from("5k/6/6/6/6/P5/6/5K w - - 0 1 -", "a3"), [""; 0]);
    assert_eq!(moves_from("5k/6/6/6/6/6/P5/5K w - - 0 1 -", "a2"), ["a2a3"]);
    assert_eq!(moves_from("5k/6/6/6/6/6/1N4/5K w - - 0 1 -", "b2"), ["b2c4", "b2d1", "b2d3"]);
    // A Bomber slides past both cells, but cannot fly over a victim if its landing square is a4.
    assert_eq!(moves_from("5k/p5/6/6/6/6/6/R4K w - - 0 1 -", "a1a"), ["a1a2", "a1a3", "a1a6", "a1a8"]);
    assert_eq!(moves_from("5k/6/6/6/6/p5/R5/5K w - - 0 1 -", "a2a"), ["a2a1"]);
}

#[test]
fn king_escapes_only_to_a_cell_that_is_not_attacked() {
    let out = after("5k/6/6/6/6/1K4/6/6 w - - 99 60 -", "b3a4");
    assert_eq!(out.outcome(), Some(Outcome::win(Color::White, Reason::Goal("escapes"))));
    assert_eq!(out.count_moves(), 0);
    // The Bomber on a7 attacks both cells and a3.
    assert_eq!(moves_from("5k/r5/6/6/1K4/6/6/6 w - - 0 1 -", "b4a"), [""; 0]);
    // A Bomber may capture a king on a3 by landing on a4.
    assert!(position("5k/6/6/6/6/K5/r5/6 w - - 0 1 -").in_check());
}

#[test]
fn bombers_capture_what_they_fly_over() {
    // Diagram 1 of the rules, on six files: a double capture to the right, a leap over an own piece to the left, and a
    // flight over d7 to d8.
    let fen = "6/3b1k/6/6/1rPR1p/6/3r2/4K1 w - - 0 1 -";
    let moves = ["d4b4", "d4d1", "d4d2", "d4d3", "d4d5", "d4d6", "d4d8", "d4e4", "d4f4"];
    assert_eq!(moves_from(fen, "d4"), moves);
    assert_eq!(after("5k/6/6/6/2Rpp1/6/6/5K w - - 5 1 -", "c4e4").fen(), "5k/6/6/6/4R1/6/6/5K b - - 0 1 -");
    // It cannot capture an adjacent piece by replacement, nor leap over two pieces.
    assert_eq!(moves_from("5k/6/6/6/2RpN1/6/6/5K w - - 0 1 -", "c4d"), [""; 0]);
}

#[test]
fn capture_behind_the_king_can_expose_it() {
    // The Knight behind White's king occupies the Bomber's landing square.
    let fen = "5k/6/6/6/6/1nKr2/1R4/6 w - - 0 1 -";
    assert!(!position(fen).in_check());
    // Capturing it in flight empties the square; a capture by landing there lets the Bomber capture both.
    for (fen, text) in [(fen, "b2b4"), ("5k/6/6/6/6/1nKr2/6/1R4 w - - 0 1 -", "b1b3")] {
        assert!(position(fen).explain(text).unwrap().contains("leaves the king attacked"), "{text}");
    }
}

#[test]
fn sliding_pawns_slide_past_enemies_only() {
    assert_eq!(moves_from("5k/6/6/6/3n2/3P2/6/5K w - - 0 1 -", "d3"), ["d3c4", "d3e4"]);
    assert_eq!(moves_from("5k/6/6/6/3N2/3P2/6/5K w - - 0 1 -", "d3"), [""; 0]);
    assert_eq!(moves_from("5k/6/6/1n4/1P4/6/6/5K w - - 0 1 -", "b4"), ["b4c5"]);
    let captured = after("5k/6/2n3/2Pp2/6/6/6/5K w - d6 0 1 -", "c5d6");
    assert_eq!(captured.fen(), "5k/6/2nP2/6/6/6/6/5K b - - 0 1 -");
}

#[test]
fn illegal_moves_are_explained() {
    let dilemma = position("6/2P1k1/2q3/2R1Q1/6/6/6/5K w - - 0 1 -");
    let rows = [("c5c4", "frozen"), ("c6c5", "no piece"), ("e5e9", ""), ("zz", ""), ("e5e6", ""), ("e5e6é", "")];
    for (text, reason) in rows {
        let given = dilemma.explain(text).unwrap_or_default();
        assert!(given.contains(reason) && given.is_empty() == reason.is_empty(), "{text}: {given}");
    }
    let pinned = position("r4k/1Q4/6/6/6/6/K5/6 w - - 0 1 -");
    assert_eq!(pinned.explain("b7c7").as_deref(), Some("leaves the king attacked"));
    let guarded = position("5k/r5/6/6/1K4/6/6/6 w - - 0 1 -");
    assert_eq!(guarded.explain("b4a5").as_deref(), Some("the king would be attacked on a5"));
    assert!(position("5k/6/6/6/6/6/1N4/5K w - - 0 1 -").explain("b2a4").unwrap().contains("only a king"));
}
