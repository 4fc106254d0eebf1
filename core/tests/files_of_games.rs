//! Games in files: chess against the chess in code, and files with random faults.

use jailbird_core::game::Variant;
use jailbird_core::position::Notation;
use jailbird_core::types::zobrist::mix;
use jailbird_core::variants;
use jailbird_core::variants::ini::{Reader, known, variant_of};

fn only_game(text: &str) -> &'static Variant {
    let game = Reader::default().read(text).0.pop().unwrap();
    let row = variant_of(game).unwrap_or_else(|problems| panic!("{problems:?}"));
    Box::leak(Box::new(row))
}

fn sorted(mut moves: Vec<String>) -> Vec<String> {
    moves.sort();
    moves
}

/// Along random games chess from a file has the moves, FENs and results of the chess in code.
#[test]
fn chess_from_a_file_is_chess() {
    let (coded, from_file) = (variants::default(), only_game("[filechess:chess]"));
    for seed in 0..60 {
        let (mut one, mut other) = (coded.new_game(), from_file.new_game());
        for ply in 0..250 {
            let moves = sorted(one.legal_moves(Notation::Standard));
            assert_eq!(moves, sorted(other.legal_moves(Notation::Standard)), "{}", one.fen());
            assert_eq!(one.in_check(), other.in_check(), "{}", one.fen());
            let placement = |fen: String| fen.split(' ').take(3).collect::<Vec<_>>().join(" ");
            assert_eq!(placement(one.fen()), placement(other.fen()));
            let Some(text) = moves.get((mix(seed << 32 ^ ply) % moves.len().max(1) as u64) as usize) else {
                assert_eq!(one.ended().map(|end| end.result()), other.ended().map(|end| end.result()), "{}", one.fen());
                break;
            };
            one.play(text).unwrap();
            other.play(text).unwrap();
        }
    }
}

/// A section with a random fault.
fn damaged(section: &str, random: u64) -> String {
    let mut letters: Vec<char> = section.chars().collect();
    let at = (random % letters.len() as u64) as usize;
    let any = b"abcdefghijklmnopqrstuvwxyzABCDEFKQRN0123456789*-+:= []#~/"[(random >> 32) as usize % 57] as char;
    match random >> 60 & 3 {
        0 => drop(letters.remove(at)),
        1 => letters.insert(at, any),
        2 => letters[at] = any,
        _ => {
            let line = letters[at..].iter().position(|&letter| letter == '\n').unwrap_or(0);
            drop(letters.drain(at..at + line));
        }
    }
    letters.into_iter().collect()
}

/// A damaged file is refused with line and reason, or gives a game that keeps the contract.
#[test]
fn damaged_files_are_refused_or_played() {
    let sections: Vec<&str> = known::files().iter().flat_map(|file| file.1.split("\n\n")).collect();
    let mut played = 0;
    for number in 0..600u64 {
        let section = sections[(mix(number) % sections.len() as u64) as usize];
        let text = damaged(section, mix(number << 20));
        let (games, problems) = Reader::default().read(&text);
        assert!(problems.iter().all(|problem| problem.line > 0 && !problem.text.is_empty()), "{text}");
        for game in games {
            let Ok(row) = variant_of(game) else { continue };
            let variant: &'static Variant = Box::leak(Box::new(row));
            let mut game = variant.new_game();
            for ply in 0..6 {
                game.audit().unwrap_or_else(|broken| panic!("{broken} in\n{text}"));
                let moves = game.legal_moves(Notation::Standard);
                let Some(text) = moves.get((mix(number << 32 ^ ply) % moves.len().max(1) as u64) as usize) else {
                    break;
                };
                game.play(text).unwrap();
            }
            played += 1;
        }
    }
    assert!(played > 100, "{played}");
}
