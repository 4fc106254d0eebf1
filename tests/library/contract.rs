//! Promises that every game keeps, checked along random games.

use jailbird::engine::searcher::Searcher;
use jailbird::game::Game;
use jailbird::game::variant::{Symmetry, Variant};
use jailbird::position::Notation;
use jailbird::search::parameters::{PARAMETERS, Parameter, Scope};
use jailbird::types::Seat;
use jailbird::types::zobrist::mix;
use jailbird::variants;
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};

/// Each variant's random games come in this many parts, which run in parallel.
const PARTS: u64 = 8;
/// Plies of the random games of one part.
const WALK: u64 = 1250;

/// Every variant that is wanted with the number of a part.
fn parts(is_wanted: fn(&'static Variant) -> bool) -> Vec<(&'static Variant, u64)> {
    let wanted = || variants::coded().into_iter().filter(|variant| is_wanted(variant));
    (0..PARTS).flat_map(|part| wanted().map(move |variant| (variant, part))).collect()
}

/// Calls `visit` along random games until `WALK` plies have been played.
fn walk(variant: &'static Variant, part: u64, mut visit: impl FnMut(u64, &dyn Game)) {
    let mut game = variant.new_game();
    for ply in 0..WALK {
        visit(ply, &*game);
        let moves = game.legal_moves(Notation::Standard);
        if game.outcome().is_some() {
            game = variant.new_game();
            continue;
        }
        assert!(!moves.is_empty(), "{}: no moves but no result: {}", variant.name, game.fen());
        let text = &moves[(mix(WALK * part + ply + 77) % moves.len() as u64) as usize];
        game.play(text).unwrap();
    }
}

/// Calls `visit` along random games of all variants.
fn walk_all(visit: impl Fn(&'static Variant, &dyn Game) + Sync) {
    parts(|_| true).into_par_iter().for_each(|(variant, part)| walk(variant, part, |_, game| visit(variant, game)));
}

#[test]
fn audits_succeed_along_random_games() {
    walk_all(|_, game| game.audit().unwrap());
}

/// A player who has nothing left to win with does not win, and gets nothing again.
#[test]
fn who_cannot_win_never_can_again() {
    parts(|_| true).into_par_iter().for_each(|(variant, part)| {
        let mut lost: Vec<Seat> = Vec::new();
        walk(variant, part, |_, game| {
            if game.played().is_empty() {
                lost.clear();
            }
            let place = || format!("{}: {}", variant.name, game.fen());
            assert!(lost.iter().all(|&seat| game.cannot_win(seat)), "{}", place());
            let winner = game.outcome().and_then(|outcome| outcome.winner);
            assert!(winner.is_none_or(|seat| !game.cannot_win(seat)), "{}", place());
            lost = game.variant().seats.iter().copied().filter(|&seat| game.cannot_win(seat)).collect();
        });
    });
}

/// A FEN without its en passant field and counters, and the en passant field. That field names the passed square even
/// where no capture is possible, so positions with different fields may have the same key.
fn identity(fen: &str) -> (String, &str) {
    let fields: Vec<&str> = fen.split_whitespace().collect();
    let kept = fields.iter().enumerate().filter(|(index, _)| !(3..=5).contains(index));
    (kept.map(|(_, field)| *field).collect::<Vec<_>>().join(" "), fields[3])
}

#[test]
fn keys_are_equal_exactly_for_equal_positions() {
    variants::coded().into_par_iter().for_each(|variant| {
        let mut by_key = HashMap::new();
        let mut by_identity = HashMap::new();
        let mut visit = |_, game: &dyn Game| {
            let fen = game.fen();
            let (identity, en_passant) = identity(&fen);
            let same = by_key.entry(game.key()).or_insert_with(|| identity.clone());
            assert_eq!(*same, identity, "{}: one key for two positions", variant.name);
            let key = by_identity.entry(format!("{identity} {en_passant}")).or_insert(game.key());
            assert_eq!(*key, game.key(), "{}: two keys for {fen}", variant.name);
        };
        (0..PARTS).for_each(|part| walk(variant, part, &mut visit));
    });
}

#[test]
fn undo_restores_positions_and_keys() {
    for variant in variants::coded() {
        let mut game = variant.new_game();
        let mut fens = Vec::new();
        for ply in 0..60 {
            let moves = game.legal_moves(Notation::Standard);
            if moves.is_empty() {
                break;
            }
            fens.push((game.fen(), game.key()));
            game.play(&moves[(mix(ply) % moves.len() as u64) as usize]).unwrap();
        }
        while let Some(expected) = fens.pop() {
            assert!(game.undo());
            assert_eq!((game.fen(), game.key()), expected);
        }
        assert!(!game.undo());
    }
}

#[test]
fn mirrored_positions_have_the_same_perft_and_evaluation() {
    let parts = parts(|variant| variant.symmetry != Symmetry::Nothing);
    parts.into_par_iter().for_each(|(variant, part)| {
        let searcher = Searcher::new(1, 1).unwrap();
        let networks = [variant.untrained_network().into(), variant.network()];
        walk(variant, part, |ply, game| {
            if ply % 10 != 0 {
                return;
            }
            let fen = mirrored(variant, &game.fen());
            let mirror = variant.game(&fen).unwrap_or_else(|error| panic!("{error}: {fen} from {}", game.fen()));
            for network in &networks {
                let scores = [game.evaluate(network), mirror.evaluate(network)];
                assert_eq!(scores[0], scores[1], "{}: {} and {fen}", variant.name, game.fen());
            }
            let depth = if game.legal_moves(Notation::Standard).len() < 60 { 2 } else { 1 };
            let (one, other) = (searcher.perft(game, depth), searcher.perft(&*mirror, depth));
            assert_eq!(one, other, "{}: {} and {fen}", variant.name, game.fen());
        });
    });
}

/// Positions with very many pieces: more sliders, pieces or passed pawns than some games have as features.
const CROWDED: &[(&str, &str)] = &[
    ("chess", "bnbrqbnk/qqrrnbbq/8/8/8/8/QRBNRRNQ/NBBQQKRN w - - 0 1"),
    ("zigzagmadness", "zxbrqqbxzk/qqrrqzxbbq/zbrqxbrqzb/2q7/10/10/7Q2/QRBXZRXQBZ/RBQZXRBXQQ/KZQXBZRBQB[] w - - 0 1"),
    (
        "friendly",
        "lclclctltltl/ltltclclctcl/tlclltlctclt/lcltlclctltc/ltclctcltclc/fltc8/8LTCF/TLTCLCLTCLTC/LTCLTCLCTCLT/TCLTCLCTLCLT/LTCLCTLCLTCL/LTLTCTCLCLCT w - - 0 1",
    ),
    (
        "friendly",
        "5f6/12/pp1p1p1p1p1p/3p1p1p1p1p/1p1p1p1p1p1p/p1p1p1p1p1p1/8P3/P1P1P1P1P1P1/1P1P1P1P1P2/12/12/5F6 w - - 0 1",
    ),
];

#[test]
fn crowded_positions_have_the_same_evaluation_when_mirrored() {
    for &(name, fen) in CROWDED {
        let variant = variants::find(name).unwrap();
        let game = variant.game(fen).unwrap();
        let mirror = variant.game(&mirrored(variant, fen)).unwrap();
        let network = variant.network();
        assert_eq!(game.evaluate(&network), mirror.evaluate(&network), "{name}: {fen}");
    }
}

/// The FEN of the same position with colours swapped.
fn mirrored(variant: &Variant, fen: &str) -> String {
    let fields: Vec<&str> = fen.split_whitespace().collect();
    let mirror = |(index, field): (usize, &&str)| match index {
        0 => mirrored_placement(variant, field),
        1 => if *field == "w" { "b" } else { "w" }.to_owned(),
        _ if is_squares(field) => mirrored_squares(variant, field),
        // What is pending (Penalty Box) belongs to the side to move.
        7 => (*field).to_owned(),
        _ => swap_case(field),
    };
    fields.iter().enumerate().map(mirror).collect::<Vec<_>>().join(" ")
}

fn swap_case(text: &str) -> String {
    let swap = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    // Pieces in hand, captured pieces and castling rights are written with White's first.
    let swapped: Vec<char> = text.chars().map(swap).collect();
    let white = swapped.iter().filter(|c| !c.is_ascii_lowercase());
    white.chain(swapped.iter().filter(|c| c.is_ascii_lowercase())).collect()
}

fn mirrored_placement(variant: &Variant, field: &str) -> String {
    let (placement, held) = field.split_once('[').map_or((field, None), |(a, b)| (a, b.strip_suffix(']')));
    let flip = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    let rows = placement.split('/').rev().map(|row| {
        let swapped: String = row.chars().map(flip).collect();
        if variant.symmetry == Symmetry::Rotation { reversed(&swapped) } else { swapped }
    });
    let placement = rows.collect::<Vec<_>>().join("/");
    match held {
        Some(held) => format!("{placement}[{}]", held.chars().map(flip).collect::<String>()),
        None => placement,
    }
}

/// Reverses a rank of a FEN; numbers and promoted pieces (`X~`) stay together.
fn reversed(row: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    for c in row.chars() {
        match parts.last_mut() {
            Some(last) if c == '~' || c.is_ascii_digit() && last.ends_with(|l: char| l.is_ascii_digit()) => {
                last.push(c)
            }
            _ => parts.push(c.to_string()),
        }
    }
    parts.reverse();
    parts.concat()
}

fn is_squares(field: &str) -> bool {
    jailbird::types::Square::parse_all(field).is_some_and(|squares| !squares.is_empty())
}

/// The squares seen from the other side, in board order.
fn mirrored_squares(variant: &Variant, field: &str) -> String {
    let mut squares = jailbird::types::Square::parse_all(field).unwrap();
    for square in &mut squares {
        let file =
            if variant.symmetry == Symmetry::Rotation { variant.files - 1 - square.file() } else { square.file() };
        *square = jailbird::types::Square::new(file, variant.ranks - 1 - square.rank());
    }
    squares.sort();
    squares.iter().map(ToString::to_string).collect()
}

#[test]
fn own_parameters_are_those_that_games_may_have_and_inside_their_bounds() {
    for variant in variants::coded() {
        let own = variant.parameters;
        for &(name, value) in own {
            let is_valid = |parameter: &Parameter| {
                parameter.name == name
                    && parameter.scope == Scope::Game
                    && (parameter.min..=parameter.max).contains(&value)
                    && parameter.value != value
            };
            assert!(PARAMETERS.iter().any(is_valid), "{}: {name} = {value}", variant.name);
        }
        let names: HashSet<_> = own.iter().map(|&(name, _)| name).collect();
        assert_eq!(names.len(), own.len(), "{}: a name is there twice", variant.name);
    }
}

#[test]
fn names_of_games_are_found_and_unique() {
    let mut names: Vec<&str> = variants::coded()
        .into_iter()
        .flat_map(|variant| variant.aliases.iter().copied().chain([variant.name]))
        .collect();
    for name in &names {
        assert!(variants::find(name).is_ok() && variants::find(&name.to_uppercase()).is_ok());
    }
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn start_positions_read_back() {
    for variant in variants::coded() {
        assert_eq!(variant.new_game().fen(), variant.start, "{}", variant.name);
    }
}
