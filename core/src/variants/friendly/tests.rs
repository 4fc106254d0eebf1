//! The rules of the Friendly game, tested on small positions.

use super::*;
use crate::position::*;
use crate::variants::tests::refuses;

fn board(fen: &str) -> Friendly {
    Friendly::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn texts(position: &Friendly) -> Vec<String> {
    position.move_list().into_iter().map(|mv| position.move_text(mv, Notation::Standard)).collect()
}

#[track_caller]
fn check(fen: &str, legal: &[&str], illegal: &[&str]) {
    let all = texts(&board(fen));
    for text in legal {
        assert!(all.iter().any(|known| known == text), "{text} is missing in {all:?}");
    }
    for text in illegal {
        assert!(!all.iter().any(|known| known == text), "{text} is legal");
    }
}

fn after(fen: &str, moves: &str) -> Friendly {
    let mut position = board(fen);
    for text in moves.split_whitespace() {
        let mv = position.find_move(text).unwrap_or_else(|| panic!("{text} in {}", position.fen()));
        position.play(mv);
    }
    position
}

#[test]
fn friends_pass_on_abilities_but_not_openings() {
    let cascade = "10ff/12/12/12/12/12/12/1C10/2F9/1P10/12/5F6 w - - 0 1";
    check(cascade, &["f1f2", "f1e2", "f1g4", "c4d5"], &["f1f3", "c4c6"]);
}

#[test]
fn a_friend_with_hia_brakes_others_but_not_itself() {
    // The Friend f5 is guarded by the rook-like Mtawala f1 and the Bodyguard g5.
    check("10ff/12/12/12/12/12/12/5FB5/12/12/12/F4T6 w - - 0 1", &["f5f6", "f1f2"], &["f5f8", "f5a5"]);
    // A Bodyguard two squares away lends its power as well, but does not slow the Friend.
    check("10ff/12/12/12/12/12/12/5F1B4/12/12/12/F4T6 w - - 0 1", &["f5f8", "f5a5", "f5c5"], &["f5i5"]);
    // The Friend f5 has Hia, so that the Mtawala e6 beside it moves only one square.
    check("10ff/12/12/12/12/12/4T7/5F1B4/12/12/12/F10T w - - 0 1", &["e6e7", "l1l12"], &["e6e8", "e6g6"]);
}

#[test]
fn withdrawal_is_mandatory_unless_another_ability_allows_the_step() {
    check("10ff/12/12/12/12/12/12/4p7/4H7/12/12/FF10 w - - 0 1", &["e4e5,e5e3", "e4d3"], &["e4e3", "e4e5"]);
    // The Friend borrows withdrawals from the Hangman and plain steps from the Jellyfish.
    check("10ff/12/12/12/12/12/12/4p7/4F7/3J1H6/12/F11 w - - 0 1", &["e4e5,e5e3", "e4e3", "e4e5"], &[]);
}

#[test]
fn poison_kills_before_promotion() {
    check("3x6ff/2P9/12/12/12/12/12/12/12/12/12/FF10 w - - 0 1", &["c11d12", "c11c12q"], &["c11d12q"]);
    let dead = after("3x6ff/2P9/12/12/12/12/12/12/12/12/12/FF10 w - - 5 1", "c11d12");
    assert_eq!(dead.fen(), "10ff/12/12/12/12/12/12/12/12/12/12/FF10 b - - 0 1");
    // A rifle capture does not kill the capturer.
    let shot = after("10ff/12/12/12/12/12/12/5x6/12/4A7/12/FF10 w - - 5 1", "e3f5,f5e3");
    assert_eq!(shot.fen(), "10ff/12/12/12/12/12/12/12/12/4A7/12/FF10 b - - 0 1");
}

#[test]
fn swaps_need_another_kind_and_no_promotion() {
    check("4Q5ff/12/4P7/12/12/12/12/12/12/4Q7/12/F3Q6F w - - 0 1", &["e10e11"], &["e12e10", "e3e1", "e1e3"]);
    check("10ff/4Q7/4P1Q5/4E7/12/12/12/12/12/12/12/FF10 w - - 0 1", &["g10e10"], &["e11e9"]);
    check("10ff/12/12/12/12/4P7/12/4Q7/12/12/12/FF10 w - - 0 1", &["e5e7"], &["e7e5"]);
    check("10ff/12/12/12/12/4P7/3j8/4Q7/12/12/12/FF10 w - - 0 1", &[], &["e5e7", "e5g5"]);
}

#[test]
fn only_pawns_that_never_moved_have_openings() {
    let start = "10ff/12/12/12/11t/12/12/4Q7/12/1P2W7/12/FF10 w - - 0 1";
    check(start, &["b3b5", "e3e4", "e5e3"], &["e3e5"]);
    let back = after(start, "e5e3 l8l7 e3e5 l7l8");
    assert_eq!(back.fen(), "10ff/12/12/12/11t/12/12/4Q7/12/1P2W7/12/FF10 w e3 - 4 3");
    assert_ne!(back.key(), board(start).key());
    // The mark is removed when the pawn leaves its home square.
    assert!(after(&back.fen(), "e3e4").fen().contains(" b - - "));
}

#[test]
fn pieces_named_in_the_third_field_have_no_openings() {
    check("10ff/12/12/12/12/12/12/12/12/1P2W7/12/FF10 w b3 - 0 1", &["b3b4", "e3e5"], &["b3b5"]);
    check("10ff/12/12/12/12/12/12/3p1x6/12/4W7/12/FF10 w - - 0 1", &["e3e4,e4d5", "e3e4,e4f5", "e3e5"], &["e3d4"]);
    check("10ff/12/12/12/12/12/12/3p8/4p7/4W7/12/FF10 w - - 0 1", &[], &["e3e4,e4d5", "e3e5", "e3e4"]);
}

#[test]
fn chicken_pawn_retreats_only_when_attacked() {
    let pinned_down = "10ff/12/12/4t7/12/12/4K7/12/12/4J7/12/FF10 w - - 0 1";
    check(pinned_down, &["e6e5", "e6e4", "e6b3", "e6f5", "e6h3"], &["e6e3"]);
    check("10ff/12/12/3t8/12/12/4K7/12/12/12/12/FF10 w - - 0 1", &["e6e7"], &["e6e5"]);
    // An immobilised piece does not attack.
    check("10ff/12/3J8/4t7/12/12/4K7/12/12/12/12/FF10 w - - 0 1", &["e6e7"], &["e6e5"]);
}

#[test]
fn the_last_friend_is_royal() {
    // The Friend f5, guarded by the Gerbil h3, is attacked along the file.
    let checked = board("10ff/12/12/5t6/12/12/12/5F6/12/7G4/12/12 w - - 0 1");
    assert!(checked.in_check());
    assert_eq!(checked.checkers(), [Square::parse("f9").unwrap()]);
    check(&checked.fen(), &["f5d7", "f5j6"], &["h3g7", "f5f6"]);
    // Guarded by a Bodyguard it has Hia, which ends slides beside it.
    assert!(!board("10ff/12/12/5t6/12/12/12/5F6/6B5/12/12/12 w - - 0 1").in_check());
    // An unguarded Friend cannot move: mate.
    let mated = board("10ff/12/12/5t6/12/12/12/5F6/12/12/12/P11 w - - 0 1");
    assert_eq!(mated.move_list().len(), 0);
    assert_eq!(mated.outcome(), Some(Outcome::win(Color::Black, Reason::Checkmate)));
    // With two Friends there is no check, and a side without moves is stalemated.
    let stuck = board("10ff/12/12/5t6/12/12/12/5F6/12/12/12/F11 w - - 0 1");
    assert!(!stuck.in_check());
    assert_eq!(stuck.outcome(), Some(Outcome::draw(Reason::Stalemate)));
    let lost = board("10ff/12/12/5t6/12/12/12/12/12/12/12/P11 w - - 0 1");
    assert_eq!(lost.outcome(), Some(Outcome::win(Color::Black, Reason::Goal("takes the last Friend"))));
    assert_eq!(lost.move_list().len(), 0);
}

#[test]
fn pawn_moves_reset_the_clock_but_borrowed_ones_do_not() {
    assert_eq!(after("10ff/12/12/12/12/12/4P7/12/4Q7/12/12/FF10 w - - 7 9", "e4e6").halfmove_clock(), 8);
    assert_eq!(after("10ff/12/12/12/12/12/12/12/12/3P8/12/FF10 w - - 7 9", "d3d4").halfmove_clock(), 0);
    // A Friend's step borrowed from a pawn is no pawn move.
    let friend = after("10ff/12/12/12/12/12/12/12/4F7/3P8/12/F11 w - - 7 9", "e4e5");
    assert_eq!(friend.halfmove_clock(), 8);
}

#[test]
fn invalid_fens_are_refused() {
    let rows = [
        ("placement", "10ff/12/12/12/12/12/12/12/12/12/FF10 w - - 0 1"),
        ("placement", "10ff/12/12/12/12/12/12/12/12/12/12/FF9 w - - 0 1"),
        ("placement", "10ff/12/12/12/12/12/12/12/12/12/12/FF8Z1 w - - 0 1"),
        ("placement", "10ff/12/12/12/12/12/12/12/12/12/12/FF8*1 w - - 0 1"),
        ("placement", "10ff/12/12/12/12/12/12/12/12/12/12/FF8Q~1 w - - 0 1"),
        ("placement", "10ff/12/12/12/12/12/12/12/12/12/12/FFFFF7 w - - 0 1"),
        ("placement", "12/12/12/12/12/12/12/12/12/12/12/P11 w - - 0 1"),
        ("placement", "9Pff/12/12/12/12/12/12/12/12/12/12/FF10 w - - 0 1"),
        ("placement", "10ff/12/E11/12/12/12/12/12/12/12/12/FF10 w - - 0 1"),
        ("placement", "10ff/12/12/12/12/12/12/12/12/e11/12/FF10 w - - 0 1"),
        ("placement", "10ff/12/12/12/12/12/12/12/12/12/12/FFp9 w - - 0 1"),
        (
            "placement",
            "10ff/12/12/12/12/12/AAAAAAAAAAAA/AAAAAAAAAAAA/AAAAAAAAAAAA/AAAAAAAAAAAA/AAAAAAAAAAAA/FFAAA7 w - - 0 1",
        ),
        ("side to move", "10ff/12/12/12/12/12/12/12/12/12/12/FF10 x - - 0 1"),
        ("moved pieces", "10ff/12/12/12/12/12/12/12/12/12/12/FF10 w KQ - 0 1"),
        ("moved pieces", "10ff/12/12/12/12/12/12/12/12/12/12/FF10 w a1 - 0 1"),
        ("moved pieces", "10ff/12/12/12/12/12/12/12/12/1P10/12/FF10 w b3b3 - 0 1"),
        ("en passant", "10ff/12/12/12/12/12/12/12/12/1P10/12/FF10 w - b4 0 1"),
        ("halfmove clock", "10ff/12/12/12/12/12/12/12/12/12/12/FF10 w - - x 1"),
        ("field count", "10ff/12/12/12/12/12/12/12/12/12/12/FF10 w - - 0 1 9"),
    ];
    refuses::<Friendly>(&rows);
    // A FEN whose last Friend is attacked by the side to move is accepted, and so is a short one.
    assert!(Friendly::from_fen("5f6/12/12/12/12/12/12/12/12/12/12/FF3T6 w").is_ok());
}

#[test]
fn illegal_moves_are_explained() {
    let position = board("10ff/12/12/5t6/12/3jP7/12/5F6/12/7G4/12/12 w - - 0 1");
    let reasons = [("e7e8", "immobilised"), ("h3g7", "last Friend"), ("a1a2", "no piece"), ("f9f8", "Black's")];
    for (text, word) in reasons {
        let reason = position.explain(text).unwrap_or_default();
        assert!(reason.contains(word), "{text}: {reason}");
    }
    assert_eq!(position.explain("¿qué?"), None);
}
