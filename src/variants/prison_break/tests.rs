//! The sentences of the rules as small positions.

use super::PrisonBreak;
use crate::position::*;
use crate::types::{Color, Outcome, Reason};

fn position(fen: &str) -> PrisonBreak {
    PrisonBreak::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The texts of the legal moves from a square, sorted.
fn moves_from(fen: &str, square: &str) -> Vec<String> {
    let position = position(fen);
    let texts = position.move_list().into_iter().map(|mv| position.move_text(mv, Notation::Standard));
    let mut texts: Vec<String> = texts.filter(|text| text.starts_with(square)).collect();
    texts.sort();
    texts
}

fn after(fen: &str, moves: &str) -> PrisonBreak {
    moves.split(' ').fold(position(fen), |position, text| {
        let mv = position.find_move(text).unwrap_or_else(|| panic!("{text} in {}", position.fen()));
        position.after(mv)
    })
}

#[test]
fn fens_that_are_refused() {
    let rows = [
        ("rnbqkb/pppppp/6/6/6/6/PPPPPP/RNBQKB w KQ - 0 1 -", "castling"),
        ("rnbqkb/pppppp/6/6/6/6/PPPPPP/RNBQKB w - - 0 1 - -", "field count"),
        ("rnbqkb/pppppp/6/6/6/PPPPPP/RNBQKB w - - 0 1 -", "placement"),
        ("rnbqkb/pppppp/6/6/6/6/PPPPPP/RNBAKB w - - 0 1 -", "placement"),
        ("rnbq1b/pppppp/6/6/6/6/PPPPPP/RNBQKB w - - 0 1 -", "placement"),
        ("rnbqkb/pppppp/6/6/6/6/PPPPPP/RNKQKB w - - 0 1 -", "placement"),
        ("nnnnkn/nnnnnn/nnnnnn/6/6/6/6/4K1 w - - 0 1 -", "placement"),
        ("P4k/6/6/6/6/6/6/5K w - - 0 1 -", "placement"),
        // escape cells: another piece, an attacked king, both kings
        ("5k/6/6/6/N5/6/6/5K w - - 0 1 -", "placement"),
        ("5k/r5/6/6/K5/6/6/6 w - - 0 1 -", "placement"),
        ("6/6/6/k5/K5/6/6/6 w - - 0 1 -", "placement"),
        ("5k/5Q/6/6/6/6/6/5K w - - 0 1 -", "placement"),
        // icicles: not an Ice Queen, no square, twice, held by nobody, held by an icicle, both awake
        ("5k/6/2q3/3Q2/6/6/6/5K w - - 0 1 d4", "icicles"),
        ("5k/6/2q3/3Q2/6/6/6/5K w - - 0 1 x", "icicles"),
        ("5k/6/2q3/3Q2/6/6/6/5K w - - 0 1 g5", "icicles"),
        ("5k/6/2q3/3Q2/6/6/6/5K w - - 0 1 d5d5", "icicles"),
        ("5k/6/2q3/6/3Q2/6/6/5K w - - 0 1 d4", "icicles"),
        ("5k/6/2q3/3Q2/6/6/6/5K w - - 0 1 d5c6", "icicles"),
        ("5k/6/2q3/3Q2/6/6/6/5K w - - 0 1 -", "icicles"),
        // a2-a4 does not exist, and other double steps that did not happen
        ("5k/6/6/6/6/P5/6/5K b - a3 0 1 -", "en passant"),
        ("5k/6/6/2Pp2/6/6/6/5K w - c6 0 1 -", "en passant"),
        ("5k/3p2/6/2Pp2/6/6/6/5K w - d6 0 1 -", "en passant"),
        ("5k/6/6/2Pp2/6/6/6/5K w - d6 x 1 -", "halfmove clock"),
    ];
    for (fen, field) in rows {
        match PrisonBreak::from_fen(fen) {
            Err(error) => assert_eq!(error.field, field, "{fen}: {error}"),
            Ok(_) => panic!("{fen} was accepted"),
        }
    }
}

#[test]
fn without_the_field_the_side_not_to_move_came_last() {
    assert!(position("5k/6/2q3/3Q2/6/6/6/5K w").fen().ends_with(" w - - 0 1 c6"));
    assert!(position("5k/6/2q3/3Q2/6/6/6/5K b").fen().ends_with(" b - - 0 1 d5"));
}

#[test]
fn the_queen_that_arrives_freezes() {
    assert!(after("6/2P1k1/2q3/2R1Q1/6/6/6/5K w - - 0 1 -", "e5d6").fen().ends_with(" d6"));
    // Capturing her holder wakes her; the holder's stepping aside does, and turns the holder to ice.
    let held = "5k/6/2q3/3Q2/1N4/6/6/5K w - - 0 1 d5";
    assert!(after(held, "b4c6").fen().ends_with(" 0 1 -"));
    assert!(after("5k/6/2q3/3Q2/6/6/6/5K b - - 0 1 d5", "c6c5").fen().ends_with(" 1 2 c5"));
    assert!(moves_from(held, "d5").is_empty());
}

#[test]
fn mates_of_the_frozen_dilemma() {
    for text in ["e5e6", "e5f6"] {
        let mated = after("6/2P1k1/2q3/2R1Q1/6/6/6/5K w - - 0 1 -", text);
        assert_eq!(mated.outcome(), Some(Outcome::win(Color::White, Reason::Checkmate)), "{text}");
    }
}

#[test]
fn frozen_pieces_give_no_check() {
    assert!(moves_from("6/2P1k1/2q3/2R1Q1/6/6/6/5K b - - 0 1 -", "e7").contains(&"e7d8".into()));
    // She may not let go of a Bomber that would then see the king, unless she stands between.
    let pinned = moves_from("r4k/1Q4/6/6/6/6/K5/6 w - - 0 1 -", "b7");
    assert_eq!(pinned, ["b7a6", "b7a7", "b7a8", "b7b8"]);
}

#[test]
fn only_kings_land_on_the_escape_cells() {
    assert_eq!(moves_from("5k/6/6/6/6/P5/6/5K w - - 0 1 -", "a3"), [""; 0]);
    assert_eq!(moves_from("5k/6/6/6/6/6/P5/5K w - - 0 1 -", "a2"), ["a2a3"]);
    assert_eq!(moves_from("5k/6/6/6/6/6/1N4/5K w - - 0 1 -", "b2"), ["b2c4", "b2d1", "b2d3"]);
    // A Bomber slides past both, but cannot stop behind its victim on a4.
    assert_eq!(moves_from("5k/p5/6/6/6/6/6/R4K w - - 0 1 -", "a1a"), ["a1a2", "a1a3", "a1a6", "a1a8"]);
    assert_eq!(moves_from("5k/6/6/6/6/p5/R5/5K w - - 0 1 -", "a2a"), ["a2a1"]);
}

#[test]
fn a_king_is_out_when_nobody_could_take_it_there() {
    let out = after("5k/6/6/6/6/1K4/6/6 w - - 99 60 -", "b3a4");
    assert_eq!(out.outcome(), Some(Outcome::win(Color::White, Reason::Escape)));
    assert_eq!(out.count_moves(), 0);
    // The Bomber on a7 would take it on either cell, and on a3.
    assert_eq!(moves_from("5k/r5/6/6/1K4/6/6/6 w - - 0 1 -", "b4a"), [""; 0]);
    // It takes a king on a3 by landing on a4.
    assert!(position("5k/6/6/6/6/K5/r5/6 w - - 0 1 -").in_check());
}

#[test]
fn bombers_capture_what_they_fly_over() {
    // Diagram 1, on six files: double capture to the right, over a friend to the left, d8 behind d7.
    let fen = "6/3b1k/6/6/1rPR1p/6/3r2/4K1 w - - 0 1 -";
    let moves = ["d4b4", "d4d1", "d4d2", "d4d3", "d4d5", "d4d6", "d4d8", "d4e4", "d4f4"];
    assert_eq!(moves_from(fen, "d4"), moves);
    assert_eq!(after("5k/6/6/6/2Rpp1/6/6/5K w - - 5 1 -", "c4e4").fen(), "5k/6/6/6/4R1/6/6/5K b - - 0 1 -");
    // Never an adjacent piece by replacement, nor a leap over two.
    assert_eq!(moves_from("5k/6/6/6/2RpN1/6/6/5K w - - 0 1 -", "c4d"), [""; 0]);
}

#[test]
fn a_capture_behind_the_king_can_expose_it() {
    // The Knight behind White's king leaves the Bomber no room to land.
    let fen = "5k/6/6/6/6/1nKr2/1R4/6 w - - 0 1 -";
    assert!(!position(fen).in_check());
    // Flying over it empties the square; standing on it is no better, for the Bomber would take both.
    for (fen, text) in [(fen, "b2b4"), ("5k/6/6/6/6/1nKr2/6/1R4 w - - 0 1 -", "b1b3")] {
        assert!(position(fen).explain(text).unwrap().contains("leaves the king attacked"), "{text}");
    }
}

#[test]
fn sliding_pawns_step_past_enemies_only() {
    assert_eq!(moves_from("5k/6/6/6/3n2/3P2/6/5K w - - 0 1 -", "d3"), ["d3c4", "d3e4"]);
    assert_eq!(moves_from("5k/6/6/6/3N2/3P2/6/5K w - - 0 1 -", "d3"), [""; 0]);
    assert_eq!(moves_from("5k/6/6/1n4/1P4/6/6/5K w - - 0 1 -", "b4"), ["b4c5"]);
    let captured = after("5k/6/2n3/2Pp2/6/6/6/5K w - d6 0 1 -", "c5d6");
    assert_eq!(captured.fen(), "5k/6/2nP2/6/6/6/6/5K b - - 0 1 -");
}

#[test]
fn reasons_are_given() {
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
