//! Random files by a grammar of the language: they are refused with the line, or give games that keep the contract.

#[path = "../examples/random_files/grammar.rs"]
mod grammar;

use jailbird_core::engine::Searcher;
use jailbird_core::game::{Game, Variant};
use jailbird_core::position::Notation;
use jailbird_core::types::Square;
use jailbird_core::types::zobrist::mix;
use jailbird_core::variants::ini::{Problem, Reader, variant_of};

/// The number of files.
const FILES: u64 = 400;
/// The plies of a random game.
const PLIES: u64 = 24;

fn read(text: &str) -> Result<&'static Variant, Vec<Problem>> {
    let (mut games, problems) = Reader::default().read(text);
    assert!(problems.is_empty() && games.len() == 1, "{problems:?} in\n{text}");
    variant_of(games.remove(0)).map(|row| &*Box::leak(Box::new(row)))
}

/// Calls `visit` along a random game.
fn walk(variant: &'static Variant, seed: u64, mut visit: impl FnMut(&dyn Game, &[String])) {
    let mut game = variant.new_game();
    for ply in 0..PLIES {
        let moves = game.legal_moves(Notation::Standard);
        visit(&*game, &moves);
        let Some(text) = moves.get((mix(seed << 32 ^ ply) % moves.len().max(1) as u64) as usize) else { break };
        game.play(text).unwrap();
    }
}

/// Calls `visit` with every file that is accepted, its game and a random position of it.
fn walk_all(files: u64, visit: impl Fn(&grammar::Section, &dyn Game, &[String])) {
    for seed in 0..files {
        let section = grammar::section("random", seed);
        let Ok(variant) = read(&section.text) else { continue };
        walk(variant, seed, |game, moves| visit(&section, game, moves));
    }
}

#[test]
fn most_files_are_accepted_and_the_others_refused_with_a_line() {
    let mut accepted = 0;
    for seed in 0..FILES {
        let text = grammar::section("random", seed).text;
        match read(&text) {
            Ok(_) => accepted += 1,
            Err(problems) => {
                let is_told = |it: &Problem| (1..=text.lines().count()).contains(&it.line) && !it.text.is_empty();
                assert!(!problems.is_empty() && problems.iter().all(is_told), "{problems:?} in\n{text}");
            }
        }
    }
    assert!(accepted * 4 > FILES * 3, "{accepted} of {FILES}");
}

#[test]
fn games_keep_the_contract() {
    walk_all(FILES, |section, game, moves| {
        game.audit().unwrap_or_else(|broken| panic!("{broken} in\n{}", section.text));
        assert_eq!(moves.is_empty(), game.ended().is_some(), "{} in\n{}", game.fen(), section.text);
    });
}

/// What is no legal move is refused and changes nothing.
#[test]
fn other_moves_are_refused() {
    walk_all(FILES / 4, |section, game, moves| {
        let mut copy = game.boxed_clone();
        let (fen, variant) = (game.fen(), game.variant());
        for number in 0..40u64 {
            let random = mix(number ^ mix(moves.len() as u64));
            let square = |random: u64| {
                let (file, rank) = (random % u64::from(variant.files), (random >> 8) % u64::from(variant.ranks));
                Square::new(file as u8, rank as u8)
            };
            let text = format!("{}{}", square(random), square(random >> 20));
            let is_legal = moves.contains(&text);
            if !is_legal && copy.play(&text).is_err() {
                assert_eq!(copy.fen(), fen, "{text} in\n{}", section.text);
            } else if !is_legal {
                // Castling has other texts, too.
                assert!(moves.contains(&copy.played().pop().unwrap()), "{fen}: {text} in\n{}", section.text);
                assert!(copy.undo());
            }
        }
    });
}

#[test]
fn sequences_are_counted_as_they_are_played() {
    let searcher = Searcher::new(1, 1).unwrap();
    walk_all(FILES / 4, |section, game, moves| {
        let after = |text: &String| {
            let mut next = game.boxed_clone();
            next.play(text).unwrap();
            next.legal_moves(Notation::Standard).len() as u64
        };
        let played: u64 = moves.iter().map(after).sum();
        assert_eq!(searcher.perft(game, 2), played, "{} in\n{}", game.fen(), section.text);
    });
}

/// Where the rules are the same for both players, so are the numbers of moves after the board has been turned.
#[test]
fn turned_positions_have_as_many_sequences() {
    let searcher = Searcher::new(1, 1).unwrap();
    walk_all(FILES, |section, game, moves| {
        if section.is_the_same_when_turned && moves.len() < 60 {
            let fen = turned(game.variant(), &game.fen());
            let other = game.variant().game(&fen);
            let other = other.unwrap_or_else(|error| panic!("{error}: {fen} from {} in\n{}", game.fen(), section.text));
            // A position that is set up does not know that its last move was a pass.
            let same = game.variant().game(&game.fen()).unwrap();
            let counts = [searcher.perft(&*same, 2), searcher.perft(&*other, 2)];
            assert_eq!(counts[0], counts[1], "{} and {fen} in\n{}", game.fen(), section.text);
        }
    });
}

/// The position seen from the other side of the table, with the colours swapped.
fn turned(variant: &Variant, fen: &str) -> String {
    let mut fields: Vec<String> = fen.split_whitespace().map(str::to_owned).collect();
    let (placement, hands) = fields[0].split_once('[').unwrap_or((&fields[0], ""));
    let hands = if hands.is_empty() { String::new() } else { format!("[{}", swapped(hands)) };
    fields[0] = turned_placement(placement) + &hands;
    fields[1] = if fields[1] == "w" { "b".into() } else { "w".into() };
    if let Some(squares) = Square::parse_all(&fields[3]) {
        let turn = |square: &Square| Square::new(variant.files - 1 - square.file(), variant.ranks - 1 - square.rank());
        let mut squares: Vec<Square> = squares.iter().map(turn).collect();
        squares.sort();
        fields[3] = squares.iter().map(ToString::to_string).collect();
    }
    if let Some((white, black)) = fields[4].split_once('+') {
        fields[4] = format!("{black}+{white}");
    }
    fields.join(" ")
}

/// Cells from the last to the first: marks and digits stay with what they belong to.
fn turned_placement(placement: &str) -> String {
    let mut cells: Vec<String> = Vec::new();
    for letter in placement.chars() {
        let belongs_to = |last: &String| {
            letter == '~' || last == "+" || letter.is_ascii_digit() && last.bytes().all(|it| it.is_ascii_digit())
        };
        match cells.last_mut().filter(|last| belongs_to(last)) {
            Some(last) => last.push(letter),
            None => cells.push(letter.into()),
        }
    }
    cells.reverse();
    swapped(&cells.concat())
}

fn swapped(text: &str) -> String {
    let swap = |letter: char| {
        if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
    };
    text.chars().map(swap).collect()
}
