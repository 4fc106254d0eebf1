//! The generator of moves against the plain way, and which positions are quiet.

use super::loaded::Loaded;
use super::moves::Flag;
use super::relations::Relations;
use super::rules::{Hop, Pattern};
use super::tables::AttackRay;
use super::{General, attack, movegen};
use crate::position::{Notation, Rules, SearchHints, Text};
use crate::types::zobrist::mix;
use crate::types::{Color, MoveList};
use crate::variants::ini::{Reader, known};

/// Pieces with bent and blocked ways, that jump, and kings that must not face each other.
const ODD: &str = "\
[bent:chess]
knight = -
customPiece1 = n:[F-R]
bishop = -
horse = b

[turning:chess]
rook = -
customPiece1 = r:[R-B]
castling = false

[jumping:chess]
startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1
rook = -
cannon = r
flyingGeneral = true
castling = false

[jumpinghouse:crazyhouse]
startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w - - 0 1
bishop = -
customPiece1 = b:mBcpB
rook = -
customPiece2 = r:RpQ
castling = false

[gating:seirawan]
knight = -
customPiece1 = n:[F-R]

[wide:capablanca]
knight = -
horse = n
bishop = -
customPiece1 = b:BpRnA
flyingGeneral = true
";

fn games() -> Vec<(&'static Loaded, String)> {
    let mut reader = Reader::default();
    let texts = known::files().iter().map(|file| file.1).chain([ODD]);
    let games = texts.flat_map(|text| reader.read(text).0).collect::<Vec<_>>();
    let leaked = |game: crate::variants::ini::Game| {
        let loaded = game.game.unwrap_or_else(|problems| panic!("{problems:?}"));
        (&*Box::leak(Box::new(loaded)), game.start)
    };
    games.into_iter().map(leaked).collect()
}

/// The moves that are found by checks and pins are those that leave no royal piece attacked when they are tried, and as many
/// as are counted.
#[test]
fn moves_are_those_that_survive_a_trial() {
    let games = games();
    let mut played = Vec::new();
    for (loaded, start) in games.into_iter().filter(|(loaded, _)| loaded.is_simple) {
        for seed in 0..3 {
            let Ok(mut position) = General::read(loaded, &start) else { break };
            played.push(loaded.names.name.as_str());
            for ply in 0..70 {
                let (mut quick, mut tried) = (MoveList::new(), MoveList::new());
                movegen::heedless(&position, &mut quick);
                movegen::tried(&position, &mut tried);
                quick.sort_unstable();
                tried.sort_unstable();
                assert_eq!(quick, tried, "{}: {}", loaded.names.name, position.fen());
                let moves = position.move_list();
                assert_eq!(position.count_moves(), moves.len() as u64, "{}: {}", loaded.names.name, position.fen());
                let random = mix(seed << 32 ^ ply);
                // Captures make room for lines and jumps.
                let captures = moves.iter().filter(|&&mv| position.is_loud(mv)).count();
                let is_wanted =
                    |mv: &&super::GeneralMove| captures == 0 || !random.is_multiple_of(3) || position.is_loud(**mv);
                let wanted: Vec<_> = moves.iter().filter(is_wanted).collect();
                let Some(&&mv) = wanted.get((random >> 8) as usize % wanted.len().max(1)) else { break };
                position.play(mv);
            }
        }
    }
    for name in ["chess", "xiangqi", "bent", "turning", "jumping", "jumpinghouse", "wide"] {
        assert!(played.contains(&name), "{name}");
    }
}

/// Moves that give check are told, and no others. Those that are missed castle, let a piece enter, capture en passant, or uncover what lies on
/// several rays.
#[test]
fn checks_are_told_from_other_moves() {
    let (mut told, mut played) = (0u32, Vec::new());
    for (loaded, start) in games().into_iter().filter(|(loaded, _)| loaded.tells_checks) {
        for seed in 0..2 {
            let Ok(mut position) = General::read(loaded, &start) else { break };
            played.push(loaded.names.name.as_str());
            for ply in 0..100 {
                let moves = position.move_list();
                for &mv in &moves {
                    let mut next = position;
                    next.play(mv);
                    match (position.gives_check(mv), next.in_check()) {
                        (true, true) => told += 1,
                        (false, true) => {
                            let us = position.state.side;
                            let is_on = |ray: &&AttackRay| {
                                loaded.tables.sources(ray).iter().any(|source| source.square == mv.from())
                            };
                            let rays = position.king(!us).map(|king| loaded.tables.plain_rays(us, king));
                            let count = rays.into_iter().flatten().filter(is_on).count();
                            let is_odd = mv.castles() || mv.puts_on().is_some() || mv.flag() == Flag::EN_PASSANT;
                            assert!(is_odd || count != 1, "{} {mv:?}: {}", loaded.names.name, position.fen());
                        }
                        (true, false) => panic!(
                            "{}: {} {}",
                            loaded.names.name,
                            position.fen(),
                            position.move_text(mv, Notation::Standard)
                        ),
                        (false, false) => {}
                    }
                }
                let random = mix(seed << 32 ^ ply) as usize;
                let checks: Vec<_> = moves.iter().filter(|&&mv| position.gives_check(mv)).collect();
                let wanted =
                    if random.is_multiple_of(4) && !checks.is_empty() { checks } else { moves.iter().collect() };
                let Some(&&mv) = wanted.get((random >> 8) % wanted.len().max(1)) else { break };
                position.play(mv);
            }
        }
    }
    assert!(told > 10_000, "{told}");
    for name in ["chess", "crazyhouse", "seirawan", "kyotoshogi", "bent", "turning", "gating"] {
        assert!(played.contains(&name), "{name}");
    }
}

/// What the network sees of attacks is what the rules say.
#[test]
fn relations_have_the_attacks_of_the_rules() {
    // Pieces that jump over other kinds alone attack none of their own kind, which the rules ask of kings only.
    let is_over_others = |way: &Pattern| matches!(way.hop, Hop::OverOthers(_));
    let leaps_over_others =
        |loaded: &Loaded| loaded.rules.kinds.iter().any(|kind| kind.moves.iter().any(is_over_others));
    let mut compared = 0;
    for (loaded, start) in games().into_iter().filter(|(loaded, _)| !leaps_over_others(loaded)) {
        let Ok(mut position) = General::read(loaded, &start) else { continue };
        for ply in 0..60 {
            let relations = Relations::of(&position);
            for (square, by) in loaded.rules.squares.squares().flat_map(|square| Color::ALL.map(|by| (square, by))) {
                let is_attacked = attack::is_attacked(&loaded.tables, &position.board, square, by);
                let told = relations.is_attacked(square, by);
                assert_eq!(told, is_attacked, "{} {square} by {by:?}: {}", loaded.names.name, position.fen());
                compared += 1;
            }
            let moves = position.move_list();
            let Some(&mv) = moves.get(mix(ply) as usize % moves.len().max(1)) else { break };
            position.play(mv);
        }
    }
    assert!(compared > 500_000, "{compared}");
}

#[test]
fn captures_are_quiet_where_they_are_compulsory_or_the_only_moves() {
    let rows = [
        ("nocastle", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", false),
        ("nocastle", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4e5", true),
        ("antichess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", true),
        ("clobber", "5/5/2pP1/5/5/5 w 0 1", "d4c4", true),
    ];
    for (name, fen, text, is_quiet) in rows {
        let game = crate::variants::find(name).unwrap().game(fen).unwrap();
        let mut after = crate::variants::find(name).unwrap().game(fen).unwrap();
        after.play(text).unwrap();
        let bits = after.played_bits()[0];
        assert_eq!(game.is_quiet(bits), is_quiet, "{name}: {text}");
    }
}
