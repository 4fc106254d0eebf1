//! The sentences of the rule files as properties of positions: a file a game, a property a sentence.
//!
//! A property looks at a [`Position`]: a position as a FEN, and every legal move with the FEN that it leads to. It never
//! asks the engine what is legal, and it is no second generator: it says of the moves that are there whether they may
//! be, or names a few that one sentence demands. Positions come from random games and from random placements, both made by
//! proptest, which shrinks what fails.
//!
//! A property that cannot fail says nothing. So each comes with a fault: what a generator would do that breaks the
//! sentence. The same positions with the fault built in must not satisfy the property.

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

/// A sentence of the rules.
pub struct Property {
    /// The sentence, as the rule file has it or nearly so.
    pub sentence: &'static str,
    /// Whether the moves of a position are as it says; if not, which one is not.
    pub holds: fn(&Position) -> Result<(), String>,
    /// Changes a position into one of a generator that does not know the sentence. False where that would be the same.
    pub fault: fn(&mut Position) -> bool,
}

/// What is to be shown of a game.
pub struct Rules {
    /// The game's name, and its relatives that go by the same sentences.
    pub games: &'static [&'static str],
    /// The sentences, in lists that relatives may share.
    pub properties: &'static [&'static [Property]],
    /// In how many parts the usual number of positions is cut, one of which will do: more for games with many moves.
    pub divisor: u32,
    /// Turns random pieces into a FEN; the game may refuse many of them, but not all.
    pub random_fen: fn(&RandomPieces) -> String,
}

/// Every game's.
const ALL: &[&Rules] = &[
    &chess::RULES,
    &prison_break::RULES,
    &prisoners_escape::RULES,
    &kings_escape::RULES,
    &anticheckmate::RULES,
    &penalty_box::RULES,
    &penalty_box::NO_KING,
    &penalty_box::BEN,
    &penalty_box::DUAL,
    &zigzag::RULES,
    &friendly::RULES,
];

impl Rules {
    fn properties(&self) -> impl Iterator<Item = &'static Property> {
        self.properties.iter().copied().flatten()
    }
}

/// What random placements are made of.
#[derive(Clone, Debug)]
pub struct RandomPieces {
    /// Two squares for royal pieces.
    pub royals: [u8; 2],
    /// Squares and kinds of some more pieces: numbers to be taken modulo what there is.
    pub pieces: Vec<(u8, u8)>,
    /// Whether Black is to move.
    pub black: bool,
    /// For whatever else a FEN says.
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

/// A random game: which of the legal moves is played, ply by ply.
fn choices() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 0..160)
}

/// Random games and placements tried for each game.
const GAMES: u32 = 40;
const PLACEMENTS: u32 = 1500;
/// Placements of these that the game must accept, or the test would look at too few.
const ACCEPTED: u32 = 100;

/// The same positions every time.
fn runner(cases: u32) -> TestRunner {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

fn variants() -> Vec<(&'static Rules, &'static Variant)> {
    let named = |name: &&str| variants::find(name).unwrap_or_else(|error| panic!("{error}"));
    ALL.iter().flat_map(|rules| rules.games.iter().map(|name| (*rules, named(name)))).collect()
}

/// Whether all sentences hold for a position.
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

/// Of the positions in which a fault shows, those in which the property must find it out.
const OCCASIONS: u32 = 10;

/// The search for faults that the properties of a game overlook.
struct FaultSearch {
    rules: &'static Rules,
    game: &'static str,
    /// In how many positions the fault of each property has shown so far.
    shown: Vec<u32>,
    missed: Vec<String>,
}

impl FaultSearch {
    /// Breaks a position by every fault that has not shown often enough yet.
    fn look(&mut self, position: &Position) {
        for (property, shown) in self.rules.properties().zip(&mut self.shown).filter(|(_, shown)| **shown < OCCASIONS) {
            let mut broken = position.clone();
            let shows = (property.fault)(&mut broken);
            *shown += u32::from(shows);
            if shows && (property.holds)(&broken).is_ok() {
                self.missed.push(format!("{}: not found out: {}: {}", self.game, property.sentence, position.fen));
            }
        }
    }

    /// Whether every fault has shown often enough: further positions would not be looked at.
    fn is_done(&self) -> bool {
        self.shown.iter().all(|&shown| shown >= OCCASIONS)
    }

    /// The faults that were overlooked and those that never showed.
    fn failures(mut self) -> Vec<String> {
        let never = self.rules.properties().zip(self.shown).filter(|(_, shown)| *shown == 0);
        self.missed.extend(never.map(|(property, _)| format!("{}: never shows: {}", self.game, property.sentence)));
        self.missed
    }
}

fn overlooked_faults(rules: &'static Rules, variant: &'static Variant) -> Vec<String> {
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

/// Whatever a property says, a generator that does not know the sentence is found out, and not by luck.
#[test]
fn every_sentence_can_be_broken() {
    let overlooked: Vec<String> =
        variants().into_par_iter().flat_map_iter(|(rules, variant)| overlooked_faults(rules, variant)).collect();
    assert!(overlooked.is_empty(), "{}", overlooked.join("\n"));
}

#[test]
fn every_game_has_sentences() {
    for variant in jailbird::variants::VARIANTS {
        assert!(variants().iter().any(|(_, other)| other.name == variant.name), "{}", variant.name);
    }
}
