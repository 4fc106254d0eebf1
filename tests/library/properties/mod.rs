//! The sentences of the rule pages as properties of positions: one property for each sentence, one file for each game
//! and its relatives.
//!
//! A property checks a [`Position`]: a FEN, and every legal move with the FEN that it leads to. It does not ask the
//! engine what is legal, and it is not a second move generator: it checks the moves that are listed, or names a few that
//! one sentence demands. The positions come from random games and random placements, which proptest makes and shrinks.
//!
//! A property that cannot fail proves nothing. So each has a fault: what a move generator without this rule would do.
//! With the fault built into the same positions, the property must fail.
//!
//! ```text
//! position.rs      positions and their moves as text, and the changes that faults make
//! board.rs         boards read from FENs, directions and lines
//! attacks.rs       what the pieces of chess and Prisoner's Escape attack
//! placements.rs    random placements
//! basics.rs        properties of most games
//! pawns.rs         properties of pawns
//! ```

mod anticheckmate;
mod attacks;
mod basics;
mod board;
mod chess;
mod friendly;
mod kings_escape;
mod pawns;
mod penalty_box;
mod placements;
mod position;
mod prison_break;
mod prisoners_escape;
mod zigzag;

use jailbird::game::Variant;
use jailbird::variants;
use position::Position;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use rayon::prelude::*;
use std::cell::{Cell, RefCell};

/// A sentence of the rules as a test.
pub struct Property {
    /// The sentence, as in the rule page or close to it.
    pub sentence: &'static str,
    /// Checks the moves of a position; the error names a move that breaks the sentence.
    pub holds: fn(&Position) -> Result<(), String>,
    /// Changes a position as a generator without this rule would. Returns false if nothing changes.
    pub fault: fn(&mut Position) -> bool,
}

/// The properties of a game.
pub struct Rules {
    /// The names of the game and of its relatives with the same rules.
    pub games: &'static [&'static str],
    /// The properties, in lists that relatives can share.
    pub properties: &'static [&'static [Property]],
    /// Divides the number of random games and placements; larger for games with many moves.
    pub divisor: u32,
    /// Makes a FEN of random pieces. The game may refuse most of them.
    pub random_fen: fn(&RandomPieces) -> String,
}

/// The properties of all games, a list for each file.
const ALL: &[&[Rules]] = &[
    chess::RULES,
    prison_break::RULES,
    prisoners_escape::RULES,
    kings_escape::RULES,
    anticheckmate::RULES,
    penalty_box::RULES,
    zigzag::RULES,
    friendly::RULES,
];

impl Rules {
    fn properties(&self) -> impl Iterator<Item = &'static Property> {
        self.properties.iter().copied().flatten()
    }
}

/// The random numbers that a placement is made of.
#[derive(Clone, Debug)]
pub struct RandomPieces {
    /// The squares of the two royal pieces.
    pub royals: [u8; 2],
    /// Squares and kinds of the other pieces, to be taken modulo the number of squares and kinds.
    pub pieces: Vec<(u8, u8)>,
    /// Whether Black is to move.
    pub black: bool,
    /// Random numbers for the other fields of the FEN.
    pub extra: [u8; 4],
}

fn random_pieces() -> impl Strategy<Value = RandomPieces> {
    let royals = [any::<u8>(), any::<u8>()];
    let pieces = prop::collection::vec((any::<u8>(), any::<u8>()), 0..24);
    (royals, pieces, any::<bool>(), any::<[u8; 4]>()).prop_map(|(royals, pieces, black, extra)| RandomPieces {
        royals,
        pieces,
        black,
        extra,
    })
}

/// A random game: for every ply the number of the legal move, modulo the number of moves.
fn choices() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 0..160)
}

/// The number of random games and of random placements tried for each variant.
const GAMES: u32 = 40;
const PLACEMENTS: u32 = 1500;
/// The number of placements that the game must accept; with fewer the test would check too little.
const ACCEPTED: u32 = 100;

/// A proptest runner that makes the same positions in every run.
fn runner(cases: u32) -> TestRunner {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

fn variants() -> Vec<(&'static Rules, &'static Variant)> {
    let named = |name: &&str| variants::find(name).unwrap_or_else(|error| panic!("{error}"));
    ALL.iter().copied().flatten().flat_map(|rules| rules.games.iter().map(move |name| (rules, named(name)))).collect()
}

/// Checks all properties of a game for a position.
fn check_sentences(rules: &Rules, position: &Position) -> Result<(), TestCaseError> {
    for property in rules.properties() {
        (property.holds)(position)
            .map_err(|what| TestCaseError::fail(format!("{}: {what}: {}", property.sentence, position.fen)))?;
    }
    Ok(())
}

#[test]
fn the_sentences_hold_in_random_games() {
    variants().into_par_iter().for_each(|(rules, variant)| {
        let outcome = runner(GAMES / rules.divisor)
            .run(&choices(), |choices| position::game(variant, &choices, |position| check_sentences(rules, position)));
        outcome.unwrap_or_else(|error| panic!("{}: {error}", variant.name));
    });
}

#[test]
fn the_sentences_hold_in_random_placements() {
    variants().into_par_iter().for_each(|(rules, variant)| {
        let accepted = Cell::new(0);
        let outcome = runner(PLACEMENTS / rules.divisor).run(&random_pieces(), |random| {
            let Ok(game) = variant.game(&(rules.random_fen)(&random)) else { return Ok(()) };
            accepted.set(accepted.get() + 1);
            check_sentences(rules, &Position::of(&*game))
        });
        outcome.unwrap_or_else(|error| panic!("{}: {error}", variant.name));
        let accepted = accepted.get();
        assert!(accepted >= ACCEPTED / rules.divisor, "{}: only {accepted} placements accepted", variant.name);
    });
}

/// The number of positions in which a fault must be detected.
const OCCASIONS: u32 = 10;

/// A search for faults that the properties of a game do not detect.
struct FaultSearch {
    rules: &'static Rules,
    game: &'static str,
    /// For each property, the number of positions that its fault has changed so far.
    shown: Vec<u32>,
    missed: Vec<String>,
}

impl FaultSearch {
    /// Applies every fault that has not changed enough positions yet, and checks that its property fails.
    fn look(&mut self, position: &Position) {
        for (property, shown) in self.rules.properties().zip(&mut self.shown).filter(|(_, shown)| **shown < OCCASIONS) {
            let mut broken = position.clone();
            let shows = (property.fault)(&mut broken);
            *shown += u32::from(shows);
            if shows && (property.holds)(&broken).is_ok() {
                self.missed.push(format!("{}: not detected: {}: {}", self.game, property.sentence, position.fen));
            }
        }
    }

    /// Returns whether every fault has changed enough positions; further ones need not be generated.
    fn is_done(&self) -> bool {
        self.shown.iter().all(|&shown| shown >= OCCASIONS)
    }

    /// The faults that were not detected and those that never changed a position.
    fn failures(mut self) -> Vec<String> {
        let never = self.rules.properties().zip(self.shown).filter(|(_, shown)| *shown == 0);
        self.missed.extend(
            never.map(|(property, _)| format!("{}: never changes a position: {}", self.game, property.sentence)),
        );
        self.missed
    }
}

fn undetected_faults(rules: &'static Rules, variant: &'static Variant) -> Vec<String> {
    let shown = vec![0; rules.properties().count()];
    let search = RefCell::new(FaultSearch { rules, game: variant.name, shown, missed: Vec::new() });
    let random_games = runner(GAMES / rules.divisor).run(&choices(), |choices| {
        if search.borrow().is_done() {
            return Ok(());
        }
        position::game(variant, &choices, |position| {
            search.borrow_mut().look(position);
            Ok(())
        })
    });
    random_games.unwrap();
    let placements = runner(PLACEMENTS / rules.divisor).run(&random_pieces(), |random| {
        if !search.borrow().is_done()
            && let Ok(game) = variant.game(&(rules.random_fen)(&random))
        {
            search.borrow_mut().look(&Position::of(&*game));
        }
        Ok(())
    });
    placements.unwrap();
    search.into_inner().failures()
}

#[test]
fn every_sentence_can_be_broken() {
    let undetected: Vec<String> =
        variants().into_par_iter().flat_map_iter(|(rules, variant)| undetected_faults(rules, variant)).collect();
    assert!(undetected.is_empty(), "{}", undetected.join("\n"));
}

#[test]
fn every_game_has_sentences() {
    for variant in jailbird::variants::coded() {
        assert!(variants().iter().any(|(_, other)| other.name == variant.name), "{}", variant.name);
    }
}
