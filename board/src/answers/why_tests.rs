//! Why moves are not legal: sentences and culprits, and that reasons are told exactly where no move is.

use super::clicks;
use super::replay::Replays;
use super::tests::walk_all;
use super::{answer, why};
use crate::position::view::square_name;
use serde_json::{Value, json};

/// Game, FEN, targets, the sentence that tells why the move is not legal, and the culprits.
const REASONS: &[(&str, &str, &str, &str, &str)] = &[
    (
        "chess",
        "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1",
        "e2",
        "The Knight on e2 is pinned: the King on e1 would be attacked by the Rook on e4.",
        "e4",
    ),
    (
        "chess",
        "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1",
        "e2 c3",
        "The Knight on e2 is pinned: the King on e1 would be attacked by the Rook on e4.",
        "e4",
    ),
    ("chess", "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1", "e2 e3", "The Knight on e2 does not move to e3.", ""),
    ("chess", "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1", "e8", "White is to move; the King on e8 is Black's.", ""),
    ("chess", "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1", "a1", "There is no piece on a1.", ""),
    ("chess", "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1", "e1 d1", "", ""),
    (
        "chess",
        "4k3/8/8/8/4r3/8/8/4K2R w K - 0 1",
        "e1 g1",
        "White is in check by the Rook on e4, and this move does not end it.",
        "e4",
    ),
    ("chess", "4k3/8/8/8/4r3/8/8/4K2R w K - 0 1", "e1 e2", "The King would be attacked on e2 by the Rook on e4.", "e4"),
    (
        "chess",
        "4k3/8/8/8/4r3/8/8/4K2R w K - 0 1",
        "h1",
        "White is in check by the Rook on e4, and the Rook on h1 cannot end it.",
        "e4",
    ),
    (
        "chess",
        "4k3/8/8/8/5r2/8/8/4K2R w K - 0 1",
        "e1 g1",
        "The King on e1 would be attacked by the Rook on f4 on its way to g1.",
        "f4",
    ),
    ("chess", "4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1", "a1 g1", "The King on e1 is in the way.", "e1"),
    ("chess", "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1", "e1 e2", "Your own Knight stands on e2.", "e2"),
    ("chess", "4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1", "a1 e1", "Your own King stands on e1.", "e1"),
    ("chess", "4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", "e4 e5", "The Pawn on e4 does not move to e5.", ""),
    ("chess", "4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "e2 e3", "", ""),
    ("chess", "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2 e4", "The Knight on e3 is in the way.", "e3"),
    ("chess", "r3k3/8/8/8/8/8/8/K6r w - - 0 1", "a1 b1", "The King would be attacked on b1 by the Rook on h1.", "h1"),
    (
        "prisonbreak",
        "5k/6/2q3/2P3/6/6/6/K5 w - - 0 1 -",
        "c5",
        "Frozen by the Ice Queen on c6: the Sliding Pawn on c5 cannot move.",
        "c6",
    ),
    (
        "penaltybox-dual",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w1 KQkq|KQkq -|- 0|0 1 - -",
        "B:e2",
        "White on board A is to move; the Pawn on B:e2 is White's.",
        "",
    ),
    ("xiangqi", "4k4/9/9/9/9/9/9/9/4P4/3KN4 w - - 0 1", "e1 f3", "The Soldier on e2 is in the way.", "e2"),
    (
        "chess",
        "r7/8/8/3k4/8/8/N7/K7 w - - 0 1",
        "a2 c3",
        "The Knight on a2 is pinned: the King on a1 would be attacked by the Rook on a8.",
        "a8",
    ),
    ("chess", "8/8/8/8/8/4k3/7P/4K3 w - - 0 1", "e1 e2", "The King would be attacked on e2 by the King on e3.", "e3"),
    ("chess", "3k4/8/8/4r3/8/8/4R3/4K3 w - - 0 1", "e2 e6", "The Rook on e5 is in the way.", "e5"),
    (
        "chess",
        "4k3/8/8/4r3/8/8/4R3/4K3 w - - 0 1",
        "e2 d2",
        "The Rook on e2 is pinned: the King on e1 would be attacked by the Rook on e5.",
        "e5",
    ),
    ("chess", "4k3/8/8/8/8/8/8/R2QK3 w Q - 0 1", "e1 c1", "The Queen on d1 is in the way.", "d1"),
    (
        "chess",
        "3rkr2/8/8/8/8/8/8/4K2R w K - 0 1",
        "e1 g1",
        "The King on e1 would be attacked by the Rook on f8 on its way to g1.",
        "f8",
    ),
    (
        "chess",
        "4k3/8/8/8/1b2r3/8/8/4K2N w - - 0 1",
        "h1 g3",
        "The King on e1 would be attacked by the Rook on e4 and the Bishop on b4.",
        "e4 b4",
    ),
    ("xiangqi", "4k4/9/9/9/9/9/9/9/4A4/4K4 w - - 0 1", "e2 d3", "The General on e10 prevents this move.", "e10"),
    (
        "shogi",
        "4k4/9/9/9/4r4/9/9/4+P4/4K4[] w - - 0 1",
        "e2 d2",
        "The Gold General on e2 is pinned: the King on e1 would be attacked by the Rook on e5.",
        "e5",
    ),
    ("chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1 g1", "White has no right to castle to g1.", ""),
    ("chess", "4k3/8/8/8/8/8/8/4K1NR w - - 0 1", "e1 g1", "White has no right to castle to g1.", ""),
    ("chess", "r3k3/8/8/8/8/3R4/8/4K3 b - - 0 1", "e8 c8", "Black has no right to castle to c8.", ""),
    (
        "chess",
        "4k3/8/8/8/8/8/8/4KBNR w K - 0 1",
        "e1 g1",
        "The Bishop on f1 and the Knight on g1 are in the way.",
        "f1 g1",
    ),
    (
        "chess",
        "r1bqk3/8/8/8/8/8/8/4K3 b q - 0 1",
        "e8 c8",
        "The Bishop on c8 and the Queen on d8 are in the way.",
        "c8 d8",
    ),
    ("chess", "4k3/8/8/8/8/8/8/4KBNR w - - 0 1", "e1 g1", "White has no right to castle to g1.", ""),
    ("chess", "4k3/p7/8/8/8/8/8/4K3 w - - 0 1", "e1 g1", "The King on e1 does not move to g1.", ""),
    ("chess", "4k3/8/8/8/8/8/8/5K1R w - - 0 1", "f1 d1", "The King on f1 does not move to d1.", ""),
    (
        "chess",
        "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
        "e5 d6",
        "The Pawn on d5 can be captured en passant only right after its double step.",
        "d5",
    ),
    ("chess", "4k3/8/3n4/3pP3/8/8/8/4K3 w - - 0 1", "e5 f6", "The Pawn on e5 does not move to f6.", ""),
    ("chess", "4k3/3p4/8/3pP3/8/8/8/4K3 w - - 0 1", "e5 d6", "The Pawn on e5 does not move to d6.", ""),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K2R[] w - - 0 1", "e1 g1", "White has no right to castle to g1.", ""),
    (
        "penaltybox-dual",
        "4k3/8/8/8/8/8/8/4K2R|4k3/8/8/8/8/8/8/4K2R[] w1 -|KQ -|- 0|0 1 - -",
        "A:e1 A:g1",
        "White has no right to castle to A:g1.",
        "",
    ),
    ("antichess", "n7/8/8/8/8/p7/1P6/6R1 w - - 0 1", "g1 g2", "The Pawn on a3 prevents this move.", "a3"),
    ("racingkings", "8/8/8/8/8/8/k6K/7R w - - 0 1", "h1 a1", "The King on a2 prevents this move.", "a2"),
    (
        "atomic",
        "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1",
        "e2 c3",
        "The Knight on e2 is pinned: the Commoner on e1 would be attacked by the Rook on e4.",
        "e4",
    ),
];

#[test]
fn reasons_name_the_culprit() {
    for &(game, fen, targets, text, by) in REASONS {
        let mut targets = targets.split(' ');
        let (from, to) = (targets.next().unwrap(), targets.next());
        let body = json!({"game": game, "fen": fen, "from": from, "to": to}).to_string();
        let answer = answer(&Replays::default(), "why", body.as_bytes()).unwrap();
        let answer: Value = serde_json::from_slice(&answer).unwrap();
        let culprits: Vec<&str> = answer["by"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
        assert_eq!(
            (answer["text"].as_str().unwrap(), &culprits.join(" ")[..]),
            (text, by),
            "{game} {fen} {from} {to:?}"
        );
    }
}

/// Of any two squares, either a move goes from one to the other, or a reason is told.
#[test]
fn a_reason_is_told_exactly_for_what_is_not_legal() {
    walk_all(40, |variant, game, seed| {
        let view = game.view();
        let names: Vec<String> = (view.boards.iter())
            .flat_map(|layout| layout.pieces.iter().map(|piece| square_name(layout.name, piece.square)))
            .collect();
        let pick = |number: u64| &names[number as usize % names.len()];
        let (from, to) = (pick(seed), pick(seed / 7 + 3));
        let paths: Vec<Vec<String>> = game.shapes().iter().flat_map(clicks::paths).collect();
        let is_legal = paths.iter().any(|path| path.len() > 1 && &path[0] == from && &path[1] == to);
        let reason = serde_json::to_value(why::reason(game, from, Some(to))).unwrap();
        assert_eq!(reason["text"] == "", is_legal, "{}: {from} {to} in {}", variant.name, game.fen());
    });
}
