//! The rows of the games with a penalty box in the list of games.

use super::{PenaltyBox, PenaltyBoxBen, PenaltyBoxDual, PenaltyBoxNoKing};
use crate::game::variant::{Symmetry, Variant};
use crate::variants::{played_with, row};

/// Penalty Box Chess.
pub const PLAIN: Variant = Variant {
    aliases: &["penalty-box"],
    title: "Penalty Box Chess",
    summary: "chess with a token that both sides move: pieces that it lands on go into a box, kings included",
    start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1 - -",
    network_file: network_file!("penaltybox.net"),
    diagrams: &["7k/8/8/8/8/8/8/K7[] w - - 0 1 - -", "k7/8/8/8/8/8/8/7K[] w - - 0 1 - -"],
    // Neutral tokens and second actions in a move are beyond it.
    xboard: None,
    bench: include_str!("../../../../bench/positions/penaltybox.epd"),
    bench_depth: 6,
    ..row::<PenaltyBox>("penaltybox")
};

/// The game without boxed kings.
pub const NO_KING: Variant = Variant {
    name: "penaltybox-noking",
    aliases: &["penalty-box-noking"],
    title: "Penalty Box Chess, no kings in the box",
    summary: "Penalty Box Chess in which kings cannot be boxed",
    rules_page: "penaltybox-noking",
    bench: include_str!("../../../../bench/positions/penaltybox-noking.epd"),
    network_game: "penaltybox-noking",
    network_file: network_file!("penaltybox-noking.net"),
    ..played_with::<PenaltyBoxNoKing>(PLAIN)
};

/// The game in which nothing passes over the token.
pub const BEN: Variant = Variant {
    name: "penaltybox-ben",
    aliases: &["penalty-box-ben"],
    title: "Penalty Box Chess, Ben Variant",
    summary: "Penalty Box Chess in which nothing passes over the token",
    rules_page: "penaltybox-ben",
    bench: include_str!("../../../../bench/positions/penaltybox-ben.epd"),
    network_game: "penaltybox-ben",
    network_file: network_file!("penaltybox-ben.net"),
    ..played_with::<PenaltyBoxBen>(PLAIN)
};

/// The game for four players on two boards.
pub const DUAL: Variant = Variant {
    name: "penaltybox-dual",
    aliases: &["penalty-box-dual"],
    title: "Dual Penalty Box Chess",
    summary: "two boards with one box, four players each for himself",
    start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] \
            w1 KQkq|KQkq -|- 0|0 1 - -",
    diagrams: &[
        "7k/8/8/8/8/8/8/K7|7k/8/8/8/8/8/8/K7[] w1 -|- -|- 0|0 1 - -",
        "k7/8/8/8/8/8/8/7K|7k/8/8/8/8/8/8/K7[] w1 -|- -|- 0|0 1 - -",
    ],
    rules_page: "penaltybox-dual",
    symmetry: Symmetry::Nothing,
    bench: include_str!("../../../../bench/positions/penaltybox-dual.epd"),
    bench_depth: 5,
    network_game: NO_KING.network_game,
    network_file: NO_KING.network_file,
    ..played_with::<PenaltyBoxDual>(PLAIN)
};
