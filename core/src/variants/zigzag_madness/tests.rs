//! Sentences of the rules as small positions, and FENs that must be refused.

use super::*;
use crate::position::*;
use crate::variants::tests::{refuses, texts};

fn position(fen: &str) -> ZigZagMadness {
    ZigZagMadness::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The legal moves whose text starts so, sorted.
fn moves(fen: &str, start: &str) -> String {
    texts(&position(fen), start).join(" ")
}

/// A line of play, and the FEN that it leads to.
fn played(fen: &str, line: &str) -> String {
    let mut position = position(fen);
    for text in line.split_whitespace() {
        let mv = position.find_move(text).unwrap_or_else(|| panic!("{} {text}", position.fen()));
        position.play(mv);
    }
    position.fen()
}

#[test]
fn a_zigzag_piece_needs_one_open_path() {
    // e5 closes the paths that begin upwards, f5 those that begin diagonally.
    for (piece, to) in [('Z', "g7"), ('X', "f7")] {
        let fen = |rank5: &str| format!("k9/10/10/10/10/{rank5}/4{piece}5/10/10/K9 w");
        let text = format!("e4{to}");
        assert_eq!(moves(&fen("4P5"), &text), text);
        assert_eq!(moves(&fen("5P4"), &text), text);
        assert_eq!(moves(&fen("4PP4"), &text), "");
        assert_eq!(moves(&fen("10"), "e4f6"), "", "a knight's square");
    }
}

#[test]
fn a_check_along_two_open_paths_cannot_be_blocked() {
    // The paths from d5 to g1 are d4 e3 f2 and e4 f3 g2.
    let both = "k9/3R6/10/10/10/3z6/10/10/1W8/6K3[J] w - - 0 1";
    assert_eq!(position(both).checkers(), [Square::parse("d5").unwrap()]);
    assert_eq!((moves(both, "J@"), moves(both, "b2"), moves(both, "d9")), ("".into(), "".into(), "d9d5".into()));
    let one = "k9/3R6/10/10/10/3z6/10/10/1W4P3/6K3[J] w - - 0 1";
    assert_eq!((moves(one, "J@"), moves(one, "g2")), ("J@d4 J@e3 J@f2".into(), "".into()));
}

#[test]
fn a_piece_that_alone_closes_a_path_is_pinned() {
    let alone = "k9/10/10/10/10/3z6/10/6P3/5BP3/6K3[] w - - 0 1";
    assert_eq!(moves(alone, "f2"), "f2d4 f2e3");
    assert_eq!(moves(alone, "g2"), "");
    let two_on_one_path = "k9/10/10/10/10/3z6/10/4P1P3/5BP3/6K3[] w - - 0 1";
    assert_eq!(moves(two_on_one_path, "e3"), "e3e4 e3e5");
}

#[test]
fn pawns_advance_by_rank() {
    for (fen, from, expected) in [
        ("9k/10/10/10/10/10/10/10/P9/9K w", "a2", "a2a3 a2a4 a2a5"),
        ("9k/10/10/10/10/10/10/P9/10/9K w", "a3", "a3a4 a3a5"),
        ("9k/10/10/10/10/P9/10/10/10/9K w", "a5", "a5a6"),
        ("9k/10/10/10/P9/10/10/10/10/9K w", "a6", "a6a7 a6a8"),
        ("9k/10/P9/10/10/10/10/10/10/9K w", "a8", "a8a10b a8a10f a8a10q a8a10r a8a10w a8a10x a8a10z a8a9"),
        ("9k/J9/10/10/10/10/10/10/10/9K w", "a9a", "a9a10b a9a10f a9a10q a9a10r a9a10w a9a10x a9a10z"),
        ("9k/10/10/10/10/10/10/10/J9/9K w", "a2", "a2a3 a2a4 a2a5 a2b2"),
    ] {
        assert_eq!(moves(fen, from), expected, "{fen}");
    }
}

#[test]
fn a_ninja_pawn_captures_sideways_beyond_the_middle() {
    assert_eq!(moves("9k/10/10/10/3rJp4/10/10/10/10/9K w", "e6"), "e6d6 e6e7 e6e8 e6f6");
    assert_eq!(moves("9k/10/10/10/10/3rJp4/10/10/10/9K w", "e5"), "e5e6");
    assert!(position("10/10/10/10/4Jk4/10/10/10/10/9K b").in_check());
    assert!(!position("10/10/10/10/10/4Jk4/10/10/10/9K b").in_check());
}

#[test]
fn en_passant_is_between_standard_pawns() {
    let white = "9k/10/10/10/10/5p4/3p6/10/4P5/K9[J] w - - 0 1";
    assert!(played(white, "e2e5").ends_with("b - e3e4 0 1"));
    assert!(played(white, "e2e5 d4e3").starts_with("9k/10/10/10/10/5p4/10/4p5/10/K9[J]"));
    assert!(played(white, "e2e5 f5e4").starts_with("9k/10/10/10/10/10/3pp5/10/10/K9[J]"));
    // Not by Ninja Pawns, not of Ninja Pawns, and not later.
    assert_eq!(moves(&played(&white.replace('p', "j"), "e2e5"), "d4e"), "d4e4");
    assert!(played(&white.replace('P', "J"), "e2e5").ends_with("b - - 0 1"));
    assert_eq!(moves(&played(white, "e2e5 j10j9 a1b1"), "d4e"), "");
    assert!(played("9k/P9/10/4P5/10/10/10/10/10/K9 w - - 0 1", "e7e9").ends_with("b - e8 0 1"));
    assert!(played("9k/10/4P5/10/10/10/10/10/10/K9 w - - 0 1", "e8e10q").ends_with("b - - 0 1"));
}

#[test]
fn a_drop_is_a_pawn_move() {
    let start = "9k/10/10/10/10/10/4p5/10/10/K9[Jj] w - - 7 9";
    assert!(played(start, "J@d5").ends_with("[j] b - - 0 9"));
    assert_eq!(moves(start, "J@e"), "J@e2 J@e3");
    assert!(played(start, "a1a2 J@a6").ends_with("[J] w - - 0 10"));
}

#[test]
fn the_king_chooses_how_far_he_castles() {
    let start = "2k7/10/10/10/10/10/10/10/10/R4K3R[] w KQ - 0 1";
    assert_eq!(moves(start, "f1"), "f1b1 f1c1 f1d1 f1e1 f1e1,a1f1 f1e2 f1f2 f1g1 f1g1,j1f1 f1g2 f1h1 f1i1");
    for (text, rank) in [
        ("f1i1,j1h1", "R6RK1"),
        ("f1h1", "R5RK2"),
        ("f1g1,j1f1", "R4RK3"),
        ("f1g1", "R5K2R"),
        ("f1e1,a1f1", "4KR3R"),
        ("f1b1", "1KR6R"),
    ] {
        let fen = played(start, text);
        assert!(fen.contains(&format!("/{rank}[] b - - 1 1")), "{text} {fen}");
    }
    // A captured rook castles no more.
    assert!(played("2k7/10/10/10/10/10/10/10/r9/R4K3R[] b KQ - 0 1", "a2a1").ends_with("w K - 0 2"));
}

#[test]
fn nonsense_is_refused() {
    let board = "9k/10/10/10/10/10/10/10/10/K9";
    refuses::<ZigZagMadness>(&[
        ("placement", ""),
        ("side to move", board),
        ("placement", "9k/10/10/10/10/10/10/10/K9 w"),
        ("placement", "9k/10/10/10/10/10/10/10/11/K9 w"),
        ("placement", "9k/10/10/10/10/10/10/10/4N5/K9 w"),
        ("placement", "9k/10/10/10/10/10/10/10/4Q~5/K9 w"),
        ("placement", "9k/10/10/10/10/10/10/10/4*5/K9 w"),
        ("placement", "9k/10/10/10/10/10/10/10/K9/K9 w"),
        ("placement", "9k/10/10/10/10/10/10/10/10/10 w"),
        ("placement", "8Pk/10/10/10/10/10/10/10/10/K9 w"),
        ("placement", "9k/10/10/10/10/10/10/10/10/K8j w"),
        ("placement", "8Rk/10/10/10/10/10/10/10/10/K9 w"),
        ("placement", "9k/10/10/QQQQQQQQQQ/QQQQQQQQQQ/QQQQQQQQQQ/10/10/QQ8/K9 b"),
        ("hand", "9k/10/10/PPPPPPPPPP/PPPPPPPPPP/PPPPPPPPPP/10/10/10/K9[JJ] w"),
        ("hand", "9k/10/10/10/10/10/10/10/10/K9[JJJJJJ] w"),
        ("hand", "9k/10/10/10/10/10/10/10/10/K9[P] w"),
        ("placement", "9k/10/10/10/10/10/10/10/10/K9[ w"),
        ("side to move", "9k/10/10/10/10/10/10/10/10/K9 x"),
        ("castling", "9k/10/10/10/10/10/10/10/10/K9 w K"),
        ("castling", "k9/10/10/10/10/10/10/10/10/5K3R w KK"),
        ("castling", "k9/10/10/10/10/10/10/10/10/5K3R w J"),
        ("en passant", "9k/10/10/10/10/4P5/10/10/10/K9 b - e3"),
        ("en passant", "9k/10/10/10/10/4P5/10/10/10/K9 b - e4e4"),
        ("fullmove number", "9k/10/10/10/10/4P5/10/10/10/K9 b - e3e4 0 x"),
        ("en passant", "9k/10/10/10/10/4J5/10/10/10/K9 b - e3e4"),
        ("en passant", "9k/10/10/10/10/4P5/10/10/10/K9 w - e3e4"),
        ("en passant", "9k/10/10/10/4P5/10/10/10/10/K9 b - e5"),
        ("en passant", "9k/10/10/10/10/10/10/10/10/K9 b - a1"),
        ("en passant", "9k/10/10/10/10/10/10/10/10/K9 b - a10"),
        ("en passant", "9k/10/10/10/10/10/10/10/10/K9 b - k3"),
        ("en passant", "9k/10/10/10/10/10/10/10/10/K9 b - a2b9"),
        ("halfmove clock", "9k/10/10/10/10/10/10/10/10/K9 b - - -1"),
        ("field count", "9k/10/10/10/10/10/10/10/10/K9 b - - 0 1 1"),
    ]);
    assert_eq!(position(&format!("{board} b")).fen(), format!("{board}[] b - - 0 1"));
    assert!(ZigZagMadness::from_fen("9k/10/10/10/10/4P5/10/10/10/K9 b - e4").is_ok());
}

#[test]
fn illegal_moves_are_explained() {
    let fen = "9k/10/10/10/10/4r5/10/8x1/4R5/4K4R[] w K - 0 1".replace("4K4R", "4K5").replace(" K ", " - ");
    let explain = |text: &str| position(&fen).explain(text).unwrap_or_default();
    assert_eq!(explain("e2f2"), "it leaves the king attacked");
    assert_eq!(explain("J@d4"), "no Ninja Pawn is left in hand");
    assert_eq!(explain("a1a2"), "White has no piece on a1");
    assert_eq!(explain("e1f2"), "the king would be attacked on f2");
    assert_eq!(explain("e2k2"), "k2 is not on the board");
}

#[test]
fn an_en_passant_field_may_list_all_squares_or_only_those_with_a_capture() {
    let rows = [
        ("5k4/10/10/10/10/2P7/3p6/10/10/5K4[] b - c3 0 1", Some("c3c4")),
        ("5k4/10/10/10/10/2P7/3p6/10/10/5K4[] b - c3c4 0 1", Some("c3c4")),
        ("5k4/10/10/10/10/2Pp6/10/10/10/5K4[] b - c4 0 1", Some("c4")),
        ("5k4/10/10/10/10/10/2Pp6/10/10/5K4[] b - c3 0 1", Some("c3")),
        ("5k4/10/10/10/10/2P7/3p6/10/10/5K4[] b - d3 0 1", None),
        ("5k4/10/10/10/10/2P7/3p6/10/10/5K4[] b - c2 0 1", None),
        ("5k4/10/10/10/2P7/10/3p6/10/10/5K4[] b - c3 0 1", None),
        ("5k4/10/10/10/10/2P7/3p6/2p7/10/5K4[] b - c4 0 1", None),
        ("5k4/10/10/10/10/10/10/10/10/5K4[] b - c3 0 1", None),
    ];
    for (fen, squares) in rows {
        let read = ZigZagMadness::from_fen(fen);
        let field = read.as_ref().ok().map(|position| position.fen().split(' ').nth(3).unwrap().to_owned());
        assert_eq!(field.as_deref(), squares, "{fen}");
    }
    let taken = ZigZagMadness::from_fen(rows[0].0).unwrap();
    assert!(taken.find_move("d4c3").is_some() && taken.find_move("d4c4").is_none());
}
