//! Rule sentences that the shared suites do not single out, and the hold analysis against brute force.

use super::attacks::Attacks;
use super::hold::attackers;
use super::movegen::{self, Wanted};
use super::prisoners_escape::PrisonersEscape;
use super::{Board, Escape, EscapeRules, ROYAL};
use crate::position::*;
use crate::types::fen::write_placement;
use crate::types::square::step;
use crate::types::{Color, Kind, Move, MoveList, Outcome, Reason, Square};
use crate::variants::tests::{self, refuses};
use std::collections::BTreeSet;

fn position(fen: &str) -> PrisonersEscape {
    PrisonersEscape::from_fen(fen).unwrap()
}

/// The texts of all legal moves that start on `from`, blank between.
pub(super) fn texts<R: EscapeRules>(position: &Escape<R>, from: &str) -> String {
    tests::texts(position, from).join(" ")
}

/// A little pseudo-random number generator (xorshift64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % limit
    }
}

/// A random placement of two royals and up to `most` pieces, most of them White's; `None` if it is refused.
fn random_position<R: EscapeRules>(dice: &mut Dice, most: usize) -> Option<Escape<R>> {
    let mut cells = vec![String::new(); 128];
    let squares: Vec<Square> = Square::all(R::FILES, 8).filter(|&square| R::exists(square)).collect();
    let letter = |kind: usize| R::LETTERS.letter(Kind::new(kind as u8));
    for color in Color::ALL {
        cells[squares[dice.below(squares.len())].index()] = color.dress(letter(ROYAL.index::<8>())).into();
    }
    for _ in 0..1 + dice.below(most) {
        let square = squares[dice.below(squares.len())].index();
        let color = if dice.below(3) == 0 { Color::Black } else { Color::White };
        if cells[square].is_empty() {
            cells[square] = color.dress(letter(1 + dice.below(5))).into();
        }
    }
    let placement =
        write_placement(
            R::FILES,
            8,
            |square| {
                if R::exists(square) { cells[square.index()].clone() } else { "*".into() }
            },
        );
    Escape::from_fen(&format!("{placement} w")).ok()
}

/// The moves that hold the opposing royal, found by making them.
fn tried_out<R: EscapeRules>(position: &Escape<R>) -> BTreeSet<Move> {
    let mut pseudo = MoveList::new();
    movegen::generate::<R, _, { Wanted::PSEUDO }>(position, &mut pseudo);
    let holds = |&mv: &Move| position.after(mv).is_held(!position.state.side);
    pseudo.into_iter().filter(holds).collect()
}

/// Compares both ways to find the legal moves in many positions with few pieces, and some plies on from there.
pub(super) fn holds_are_what_making_the_move_shows<R: EscapeRules>() {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    for _ in 0..20_000 {
        let Some(mut position) = random_position::<R>(&mut dice, 12) else { continue };
        for _ in 0..12 {
            let legal = position.move_list();
            assert_eq!(legal.iter().copied().collect::<BTreeSet<_>>(), tried_out(&position), "{}", position.fen());
            assert_eq!(position.in_check(), !position.is_held(!position.state.side));
            if legal.is_empty() {
                break;
            }
            position.play(legal[dice.below(legal.len())]);
        }
    }
}

#[test]
fn legal_moves_are_those_that_hold_the_prisoner() {
    holds_are_what_making_the_move_shows::<super::prisoners_escape::PrisonersRules>();
}

/// Compares the attacks that the network sees with those found square by square.
pub(super) fn attacks_are_those_on_each_square<R: EscapeRules>() {
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    for position in (0..5000).filter_map(|_| random_position::<R>(&mut dice, 12)) {
        for color in Color::ALL {
            let (attacks, fen) = (Attacks::of(&position, color), position.fen());
            let royal = position.royal(!color);
            assert_eq!(attacks.holders, attackers::<R>(&position.board, royal, color).len(), "{fen}");
            for (_, square) in Color::ALL.into_iter().flat_map(|army| position.board.army(army)) {
                let (number, kind) = (Board::number(position.board.at(square)), position.board.kind_on(square));
                let by = attackers::<R>(&position.board, square, color);
                let lighter = by.iter().any(|&from| position.board.kind_on(from).number() < kind.number());
                assert_eq!(attacks.pieces >> number & 1 != 0, !by.is_empty(), "{square} in {fen}");
                assert_eq!(attacks.by_lighter >> number & 1 != 0, lighter, "{square} in {fen}");
            }
            let mut without_royal = position.board;
            without_royal.take(royal);
            for square in step::ALL
                .map(|step| royal.step(step))
                .into_iter()
                .filter(|&square| position.board.at(square).is_empty())
            {
                let count = attackers::<R>(&without_royal, square, color).len();
                assert_eq!(attacks.beside_royal(square), count.min(2), "{square} in {fen}");
            }
        }
    }
}

#[test]
fn the_network_sees_the_attacks_of_prisoner_s_escape() {
    attacks_are_those_on_each_square::<super::prisoners_escape::PrisonersRules>();
}

#[test]
fn the_inventor_s_stalemate_is_a_draw() {
    let stalemate = position("***I***/2hgh2/7/7/7/i6/2N4/***1*** w - - 0 1");
    assert_eq!(stalemate.outcome(), Some(Outcome::draw(Reason::Stalemate)));
}

#[test]
fn a_lone_prisoner_is_mated_on_its_turn() {
    let mated = position("***I***/7/7/7/7/7/7/***i*** b - - 0 1");
    assert!(mated.in_check());
    assert_eq!(mated.outcome(), Some(Outcome::win(Color::White, Reason::Checkmate)));
}

#[test]
fn friends_are_leapt_over_ahead_only_and_onto_empty_squares() {
    // The Guard holds throughout. Over Knight, Prisoner and pawn ahead; not over the pawns behind.
    let leaps = position("***1***/i6/G6/7/1NIP3/2F4/1P1P3/***1*** w - - 0 1");
    assert_eq!(texts(&leaps, "c3"), "c3a5 c3c2 c3c5 c3e5");
    let onto_pieces = position("***1***/i6/G6/n1p1n2/1NIP3/2F4/1P1P3/***1*** w - - 0 1");
    assert_eq!(texts(&onto_pieces, "c3"), "c3c2");
    // Beyond c7 and d7 there are holes; d8 is a square.
    let holes = position("***1***/i1NN3/G1N4/7/7/7/7/***I*** w - - 0 1");
    assert_eq!(texts(&holes, "c6"), "c6a5 c6b4 c6d4 c6d8 c6e5 c6e7");
    let cell = position("***1***/i2N3/G2H3/7/7/7/7/***I*** w - - 0 1");
    assert_eq!(texts(&cell, "d6d"), "d6d8");
}

#[test]
fn a_friendly_leap_holds_nothing() {
    // The Knight could leap over the pawn to where the Prisoner stands: no capture, no hold.
    let position = position("***1***/7/3i3/3P3/3N3/7/7/***I*** w - - 0 1");
    assert!(position.in_check());
}

#[test]
fn prisoners_are_neither_captured_nor_capture() {
    let beside = position("***1***/7/7/2pi3/2IG3/7/7/***1*** w - - 0 1");
    assert!(!texts(&beside, "").contains("d4d5") && !texts(&beside, "c4").contains("c4c5"));
    assert!(beside.explain("d4d5").unwrap().contains("never captured"));
    assert!(beside.explain("d4f4").is_none() && beside.explain("d4g7").is_some_and(|why| why.contains("unattacked")));
}

#[test]
fn pawns_promote_where_the_enemy_s_pieces_started() {
    let position = position("***1***/3i3/1P5/3G3/7/7/4P2/***I*** w - - 0 1");
    assert_eq!(texts(&position, "b6"), "b6b7f b6b7g b6b7h b6b7n");
    assert_eq!(texts(&position, "e2"), "e2e3");
    assert!(position.find_move("b6b7G").is_some() && position.find_move("b6b7").is_none());
}

#[test]
fn impossible_positions_are_refused() {
    let rest = "fnhghnf/ppppppp/7/7/PPPPPPP/FNHGHNF";
    let refused = [
        ("placement", format!("***1***/{rest}/***i*** w")),
        ("placement", format!("***I***/{rest}/***I*** w")),
        ("placement", format!("3I3/{rest}/***i*** w")),
        ("placement", format!("***I3/{rest}/***i*** w")),
        ("placement", format!("***I**n/{rest}/***i*** w")),
        ("placement", format!("***I***/{rest}/***i w")),
        ("placement", "***I***/7/7/3*3/7/7/7/***i*** w".into()),
        ("placement", "***I***/P6/7/7/7/7/7/***i*** w".into()),
        ("placement", "***P***/I6/7/7/7/7/7/***i*** w".into()),
        ("placement", "***I***/7/7/7/7/7/p6/***i*** w".into()),
        ("placement", "***I***/7/7/7/7/7/i6/***p*** w".into()),
        ("placement", "***I***/q6/7/7/7/7/7/***i*** w".into()),
        ("placement", "***I***/g~6/7/7/7/7/7/***i*** w".into()),
        ("placement", "***I***/GGGGGGG/GGGGGGG/GGG4/7/7/7/***i*** w".into()),
        ("castling", format!("***I***/{rest}/***i*** w K - 0 1")),
        ("en passant", format!("***I***/{rest}/***i*** w - e5 0 1")),
        ("side to move", format!("***I***/{rest}/***i*** x")),
        ("halfmove clock", format!("***I***/{rest}/***i*** w - - -1 1")),
        ("field count", format!("***I***/{rest}/***i*** w - - 0 1 9")),
    ];
    refuses::<PrisonersEscape>(&refused);
    // Pawns behind their start are harmless, and neither side need hold the other.
    assert!(PrisonersEscape::from_fen("***p***/p6/3I3/7/3i3/7/P6/***P*** w").is_ok());
}
