//! Sentences of the rules as small positions, and FENs that must be refused.

use super::{PenaltyBox, PenaltyBoxBen, PenaltyBoxDual, PenaltyBoxNoKing};
use crate::position::*;
use crate::types::{Outcome, Reason};
use crate::variants::tests::refuses;

fn texts<P: Position<Ruleset = ()>>(fen: &str) -> Vec<String> {
    let position = P::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    position.move_list().into_iter().map(|turn| position.move_text(turn, Notation::Standard)).collect()
}

/// Plays turns and returns the FEN.
fn line<P: Position<Ruleset = ()>>(fen: &str, turns: &str) -> String {
    let mut position = P::from_fen(fen).unwrap();
    for text in turns.split_whitespace() {
        let turn = position.find_move(text).unwrap_or_else(|| panic!("{text} is not legal in {}", position.fen()));
        position.play(turn);
        assert_eq!(position.key(), position.key_from_scratch());
    }
    position.fen()
}

#[test]
fn bad_fens_are_refused_by_field() {
    refuses::<PenaltyBox>(&[
        ("placement", "4k3/8/8/8/8/8/8/8[] w - - 0 1 - -"),
        ("placement", "4k3/4k3/8/8/8/8/8/4K3[] w - - 0 1 - -"),
        ("placement", "4k3/8/3*4/3*4/8/8/8/4K3[] w - - 0 1 - -"),
        ("placement", "4k3/8/3*~4/8/8/8/8/4K3[] w - - 0 1 - -"),
        ("placement", "4k3/8/3P~4/8/8/8/8/4K3[] w - - 0 1 - -"),
        ("placement", "P3k2P/8/3*4/8/8/8/8/4K3[] w - - 0 1 - ="),
        ("placement", "P3k3/8/3*4/8/8/8/8/4K3[] b - - 0 1 - ="),
        ("placement", "4k3/8/8/8/8/8/8/r3K2R[] b - - 0 1 - -"),
        ("placement", "4k3/3*4/8/8/8/8/8/4K3[P w - - 0 1 - -"),
        ("box", "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1 - -"),
        ("box", "4k3/3*4/8/8/8/8/8/4K3[QR] w - - 0 1 - -"),
        ("box", "4k3/3*4/8/8/8/8/8/4K3[Q~] w - - 0 1 - -"),
        ("box", "4k3/3*4/8/8/8/8/8/4K3[K] w - - 0 1 - -"),
        ("castling", "4k3/3*4/8/8/8/8/8/4K3[] w K - 0 1 - -"),
        ("castling", "4k3/3*4/8/8/8/8/8/4K2R~[] w K - 0 1 - -"),
        ("castling", "4k3/3*4/8/8/8/8/8/4K2R[] w KK - 0 1 - -"),
        ("en passant", "4k3/8/8/3pP3/8/8/8/4K3[] w - e6 0 1 - -"),
        ("en passant", "4k3/8/3*4/3pP3/8/8/8/4K3[] w - d6 0 1 - -"),
        ("captured pieces", "4k3/3*4/8/8/8/8/8/4K3[] w - - 0 1 K -"),
        ("pending", "4k3/3*4/8/8/8/8/8/4K3[] w - - 0 1 - ="),
        ("pending", "4k3/3*4/8/8/8/8/8/4K3[] w - - 0 1 q f"),
        ("pending", "P3k3/8/3*4/8/8/8/8/4K3[] w - - 0 1 - -"),
        ("pending", "4k3/3*4/8/8/8/8/8/4K3[] w - - 0 1 - x"),
        ("field count", "4k3/3*4/8/8/8/8/8/4K3[] w - - 0 1 - - -"),
    ]);
    refuses::<PenaltyBoxNoKing>(&[
        ("box", "4k3/3*4/8/8/8/8/8/8[K] w - - 0 1 - -"),
        ("captured pieces", "4k3/3*4/8/8/8/8/8/4K3[] w - - 0 1 Q -"),
    ]);
    refuses::<PenaltyBoxDual>(&[
        ("placement", "4k3/8/8/8/8/8/8/4K3[] w1 -|- -|- 0|0 1 - -"),
        ("side to move", "4k3/8/8/8/8/8/8/4K3|4k3/8/8/8/8/8/8/4K3[] w -|- -|- 0|0 1 - -"),
        ("box", "4k3/8/8/8/8/8/8/4K3|4k3/8/8/8/8/8/8/4K3[p] w1 -|- -|- 0|0 1 - -"),
        ("castling", "4k3/8/8/8/8/8/8/4K3|4k3/8/8/8/8/8/8/4K3[] w1 - -|- 0|0 1 - -"),
        ("side to move", "4k3/8/8/8/8/8/8/4K3|4k3/8/8/8/8/8/8/4K3[] w1 -|- -|- 0|0 1 - - ended:A"),
        ("ended", "4k3/8/8/8/8/8/8/4K3|4k3/8/8/8/8/8/8/4K3[] w1 -|- -|- 0|0 1 - - ended:C"),
    ]);
}

#[test]
fn fields_at_the_end_may_be_left_out() {
    let position = PenaltyBox::from_fen("P3k3/8/3*4/8/8/8/8/4K3 w").unwrap();
    assert_eq!(position.fen(), "P3k3/8/3*4/8/8/8/8/4K3[] w - - 0 1 - =");
    let dual = PenaltyBoxDual::from_fen("4k3/8/8/8/8/8/8/4K3|4k3/8/8/8/8/8/8/4K3 b2").unwrap();
    assert_eq!(dual.fen(), "4k3/8/8/8/8/8/8/4K3|4k3/8/8/8/8/8/8/4K3[] b2 -|- -|- 0|0 1 - -");
}

#[test]
fn the_token_shields_kings_but_only_bens_stops_other_pieces() {
    let fen = "4r3/8/8/k7/8/4*3/8/4R2K[] w - - 0 1 - -";
    assert!(texts::<PenaltyBox>(fen).contains(&"e1e8".to_string()));
    assert!(!texts::<PenaltyBoxBen>(fen).contains(&"e1e8".to_string()));
    let fen = "4r2k/8/8/8/8/4*3/8/4K3[] w - - 0 1 - -";
    assert!(!PenaltyBox::from_fen(fen).unwrap().in_check());
    assert!(!texts::<PenaltyBox>(fen).contains(&"e3c4".to_string()), "the token may not lay the king bare");
    // Nothing captures a king through the token.
    let fen = "4k3/8/8/8/8/4*3/8/4R2K[] w - - 0 1 - -";
    assert!(!texts::<PenaltyBox>(fen).contains(&"e1e8".to_string()));
}

#[test]
fn double_steps_over_and_onto_the_token() {
    let over = "4k3/8/8/8/3p4/2*5/2P5/4K3[] w - - 0 1 - -";
    assert_eq!(line::<PenaltyBox>(over, "c2c4"), "4k3/8/8/8/2Pp4/2*5/8/4K3[] b - - 0 1 - -");
    assert!(!texts::<PenaltyBoxBen>(over).contains(&"c2c4".to_string()));
    let onto = "4k3/8/8/8/2*5/8/2P5/4K3[] w - - 5 1 - -";
    assert_eq!(line::<PenaltyBox>(onto, "c2c4"), "4k3/8/8/8/2*5/8/8/4K3[P] b - - 0 1 - -");
    assert!(!texts::<PenaltyBoxBen>(onto).contains(&"c2c4".to_string()));
    let blocked = "4k3/8/8/8/2*5/2n5/2P5/4K3[] w - - 5 1 - -";
    assert!(!texts::<PenaltyBox>(blocked).contains(&"c2c4".to_string()));
}

#[test]
fn promoted_pawns_are_pawns_again() {
    let start = "4k3/P7/8/3*4/8/8/8/4K3[] w - - 3 1 - -";
    let fen = line::<PenaltyBox>(start, "a7a8q e8d7 a8d5");
    assert_eq!(fen, "8/3k4/8/3*4/8/8/8/4K3[P] b - - 2 2 - -");
    let fen = line::<PenaltyBoxBen>(start, "a7a8q e8d7 a8d5");
    assert_eq!(fen, "8/3k4/8/3*4/8/8/8/4K3[Q~] b - - 2 2 - -");
    let fen = line::<PenaltyBox>("4k2r/P7/8/3*4/8/8/8/4K3[] w - - 3 1 - -", "a7a8q e8d7 a8b8 h8b8");
    assert_eq!(fen, "1r6/3k4/8/3*4/8/8/8/4K3[] w - - 0 3 P -");
}

#[test]
fn what_resets_the_clock() {
    let fen = "4k3/8/8/3*4/8/2N5/8/4K3[p] w - - 7 1 - -";
    assert!(line::<PenaltyBox>(fen, "c3d5,P@a7").contains("[N] b - - 0 1"), "a pawn dropped");
    let fen = "4k3/8/8/3*4/8/2P5/8/4K3[] w - - 7 1 - -";
    assert!(line::<PenaltyBox>(fen, "d5c3").contains("[P] b - - 8 1"), "the token boxes a pawn");
    let fen = "4k3/8/8/8/2*5/8/3P4/4K3[n] w - - 7 1 - -";
    assert!(line::<PenaltyBox>(fen, "c4d2,N@a8").contains("[P] b - - 8 1"));
}

#[test]
fn the_owner_chooses_for_a_waiting_pawn() {
    let fen = line::<PenaltyBox>("4k3/8/8/3*4/8/2N5/7K/8[p] w - - 7 1 - -", "c3d5,P@b1");
    assert_eq!(fen, "4k3/8/8/3*4/8/8/7K/1p6[N] b - - 0 1 - =");
    let turns = texts::<PenaltyBox>("4k3/8/8/3*4/8/2N5/8/4K3[p] w - - 7 1 - -");
    assert!(!turns.iter().any(|turn| turn.starts_with("c3d5,P@a1")), "a queen would attack e1");
    assert_eq!(line::<PenaltyBox>(&fen, "=n,b1d2"), "4k3/8/8/3*4/8/8/3n~3K/8[N] w - - 1 2 - -");
}

#[test]
fn kings_come_back_with_a_free_piece() {
    let fen = "4k3/8/8/4N3/2*5/8/8/8[K] w - - 0 1 Q -";
    assert_eq!(line::<PenaltyBox>(fen, "c4e5,K@g1,Q@d1"), "4k3/8/8/4*3/8/8/8/3Q2K1[N] b - - 1 1 - -");
    let fen = "4k3/8/8/4N3/2*5/8/8/8[K] b - - 0 1 Q -";
    assert_eq!(line::<PenaltyBox>(fen, "c4e5,K@g1"), "4k3/8/8/4*3/8/8/8/6K1[N] w - - 1 2 Q f");
    assert_eq!(line::<PenaltyBox>(fen, "c4e5,K@g1 Q@d1,d1a4"), "4k3/8/8/4*3/Q7/8/8/6K1[N] b - - 2 2 - -");
    // The right lapses.
    assert_eq!(line::<PenaltyBox>(fen, "c4e5,K@g1 g1g2"), "4k3/8/8/4*3/8/8/6K1/8[N] b - - 2 2 Q -");
}

#[test]
fn in_check_the_free_piece_only_ends_the_check() {
    let turns = texts::<PenaltyBox>("4k3/8/8/8/8/7*/8/r5K1[n] w - - 1 2 QR f");
    let first: Vec<&str> = turns.iter().filter(|t| t.contains('@') && !t.starts_with('h')).map(|t| &t[..4]).collect();
    assert!(first.iter().all(|free| ["Q@b1", "Q@c1", "Q@d1", "Q@f1", "R@b1", "R@c1", "R@d1", "R@f1"].contains(free)));
    assert!(!first.contains(&"Q@e1"), "e1 would check the other king");
    assert!(turns.contains(&"g1f2".to_string()));
}

#[test]
fn an_ended_board_is_skipped() {
    let fen = "k7/8/8/8/8/8/8/K7|4k3/8/8/8/8/8/8/4K3[] w1 -|- -|- 0|0 1 - -";
    let mut position = PenaltyBoxDual::from_fen(fen).unwrap();
    position.end_board(0);
    assert_eq!(position.fen(), "k7/8/8/8/8/8/8/K7|4k3/8/8/8/8/8/8/4K3[] w2 -|- -|- 0|0 1 - - ended:A");
    assert_eq!(PenaltyBoxDual::from_fen(&position.fen()).unwrap().key(), position.key());
    let fen = line::<PenaltyBoxDual>(&position.fen(), "B:e1e2 B:e8e7");
    assert!(fen.contains("] w2 ") && fen.contains(" 0|2 2 "), "{fen}");
    position.end_board(1);
    assert_eq!(position.outcome(), Some(Outcome::draw(Reason::BoardsDrawn)));
}

#[test]
fn stalemate_ends_a_board_when_its_seat_would_move() {
    // The token shields a8 and must stay; the rook on b1 takes the other squares.
    let fen = "k7/*7/8/8/8/8/1R6/R6K|4k3/8/8/8/8/8/8/4K3[] w1 -|- -|- 0|0 1 - -";
    assert!(!line::<PenaltyBoxDual>(fen, "A:b2b1").contains("ended"));
    let fen = line::<PenaltyBoxDual>(fen, "A:b2b1 B:e1e2");
    assert_eq!(fen, "k7/*7/8/8/8/8/8/RR5K|4k3/8/8/8/8/8/4K3/8[] b2 -|- -|- 1|1 1 - - ended:A");
    assert!(PenaltyBoxNoKing::from_fen("k7/*7/8/8/8/8/8/RR5K[] b - - 0 1 - -").unwrap().move_list().is_empty());
}

#[test]
fn refusals_are_explained() {
    let dual = "4k3/8/8/8/8/8/8/4K3|4k3/8/8/8/8/8/8/4K3[] w1 -|- -|- 0|0 1 - -";
    let why = PenaltyBoxDual::from_fen(dual).unwrap().explain("B:e1e2").unwrap();
    assert_eq!(why, "board A is to move");
    let explain = |fen: &str, text: &str| PenaltyBox::from_fen(fen).unwrap().explain(text).unwrap_or_default();
    assert!(explain("4k3/8/8/3*4/8/2N5/8/4K3[p] w", "c3d5").contains("full"));
    assert!(explain("4k3/8/8/3*4/8/2N5/8/4K3[] w", "c3d5,P@a3").contains("empty"));
    assert!(explain("4k3/8/8/3*4/8/2N5/8/4K3[p] w", "c3e4,P@a3").contains("nothing goes into"));
    assert!(explain("P3k3/8/3*4/8/8/8/8/4K3 w", "e1e2").contains("waits"));
    assert!(explain("4k3/8/3*4/8/8/8/8/4K3 w", "X@c4").contains("already"));
    for odd in ["", ",", "=", "X@", "é", "e2é4", "=q", "@", "Q@", "X@é", "e1e2,é@"] {
        explain("4k3/8/8/3*4/8/2N5/8/4K3[p] w", odd);
    }
}
