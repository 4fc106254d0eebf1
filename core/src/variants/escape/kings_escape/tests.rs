//! Rule sentences that the shared suites do not single out.

use super::super::anticheckmate::Anticheckmate;
use super::super::tests::{attacks_are_those_on_each_square, holds_are_what_making_the_move_shows, texts};
use super::{KingsEscape, SwitchedKings};
use crate::position::*;
use crate::types::{Color, MoveList, Outcome, Reason};
use crate::variants::tests::refuses;

#[test]
fn legal_moves_are_those_that_hold_the_king() {
    holds_are_what_making_the_move_shows::<SwitchedKings<false>>();
}

#[test]
fn the_network_sees_the_attacks_of_king_s_escape() {
    attacks_are_those_on_each_square::<SwitchedKings<false>>();
}

#[test]
fn en_passant_may_open_a_hold_and_may_lose_one() {
    // The rook holds only when both pawns have left the rank.
    let rank = KingsEscape::from_fen("8/8/8/R2Pp2k/8/8/8/K7 w - e6 0 1").unwrap();
    assert!(rank.in_check());
    assert_eq!(texts(&rank, "d5"), "d5e6");
    let diagonal = KingsEscape::from_fen("8/2k5/8/3Pp3/8/6B1/8/K7 w - e6 0 1").unwrap();
    assert!(diagonal.in_check());
    assert_eq!(texts(&diagonal, ""), "d5d6 d5e6 g3e5");
    let holder = KingsEscape::from_fen("8/8/2k5/3Pp3/8/8/8/K7 w - e6 0 1").unwrap();
    assert!(!holder.in_check());
    assert_eq!(texts(&holder, "d5"), "");
}

#[test]
fn kings_hold_nothing_and_do_not_castle() {
    let kings = KingsEscape::from_fen("8/8/8/3kK3/8/8/8/R6R w - - 0 1").unwrap();
    assert!(kings.in_check());
    assert!(KingsEscape::from_fen("r3K2r/8/8/8/8/8/8/R3k2R w KQkq - 0 1").is_err());
}

#[test]
fn impossible_positions_are_refused() {
    let refused = [
        ("placement", "rnbqKbnr/8/8/8/8/8/8/RNBQKBNR w"),
        ("placement", "rnbqKbnr/8/8/8/8/8/8/RNBQ1BNR w"),
        ("placement", "rnbqKbnP/8/8/8/8/8/8/RNBQkBNR w"),
        ("placement", "rnbqKbnr/8/8/8/8/8/8/pNBQkBNR w"),
        ("placement", "rnbqKbn*/8/8/8/8/8/8/RNBQkBNR w"),
        ("en passant", "rnbqKbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQkBNR w - e6 0 1"),
        ("en passant", "rnbqKbnr/ppp1pppp/8/3p4/8/8/PPPPPPPP/RNBQkBNR w - d3 0 1"),
    ];
    refuses::<KingsEscape>(&refused);
    refuses::<Anticheckmate>(&refused);
}

#[test]
fn a_freed_king_wins_before_anything_else() {
    // White's king is free though Black has no move left; and Black's is free as well.
    let won = Anticheckmate::from_fen("8/8/8/8/8/1K6/p7/k7 b - - 100 80").unwrap();
    assert_eq!(won.outcome(), Some(Outcome::win(Color::White, Reason::Goal("frees the king"))));
    let mut none = MoveList::new();
    won.moves(&mut none);
    won.noisy_moves(&mut none);
    assert!(none.is_empty());
}

#[test]
fn any_reply_that_keeps_a_king_free_wins() {
    let free = Anticheckmate::from_fen("4K3/8/8/8/8/8/3r4/R3k3 w - - 0 1").unwrap();
    assert_eq!(free.ended(), None);
    let steps = free.move_list();
    let wins = steps.iter().filter(|&&mv| free.after(mv).ended().is_some()).count();
    assert!(wins > 0 && wins < steps.len());
}

#[test]
fn there_is_no_check_in_anticheckmate() {
    let start = Anticheckmate::from_fen("rnbqKbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQkBNR w - - 0 1").unwrap();
    assert!(!start.in_check() && start.checkers().is_empty());
}
