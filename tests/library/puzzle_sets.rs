//! The puzzles in `bench/puzzles`.

use crate::opening_books::files;
use jailbird::game::Variant;
use jailbird::tools::{epd, solve};
use std::collections::HashSet;
use std::path::Path;

/// The games that must have puzzles; a new game may go without.
const SHIPPED: [&str; 11] = [
    "anticheckmate",
    "chess",
    "friendly",
    "kingsescape",
    "penaltybox",
    "penaltybox-ben",
    "penaltybox-noking",
    "prisonbreak",
    "prisonbreak-open",
    "prisonersescape",
    "zigzagmadness",
];

/// The positions of all files of test data of a game, also of one file with sections, and those of the benchmark.
fn test_positions(variant: &'static Variant) -> HashSet<u64> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["tests/data", "tests/data/mates", "tests/data/perft", "tests/data/tactics", "bench/positions"];
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(root.join(folder)).unwrap());
    let mut keys = HashSet::new();
    for path in files.map(|entry| entry.unwrap().path()) {
        if epd::variant_of(&path).is_some_and(|found| found.name == variant.name) {
            let text = std::fs::read_to_string(&path).unwrap();
            keys.extend(epd::rows(&text).filter_map(|(_, row)| Some(epd::split(row, variant).ok()?.0.key())));
        }
    }
    keys
}

#[test]
fn puzzle_sets_have_200_puzzles_that_are_no_test_data() {
    let mut names = HashSet::new();
    for (path, variant) in files("bench/puzzles") {
        let name = path.display();
        names.insert(variant.name);
        let text = std::fs::read_to_string(&path).unwrap();
        let known = test_positions(variant);
        let mut seen = HashSet::new();
        for (line, row) in epd::rows(&text) {
            let (game, _) = epd::split(row, variant).unwrap_or_else(|error| panic!("{name}:{line}: {error}"));
            assert!(!known.contains(&game.key()), "{name}:{line}: test data");
            assert!(seen.insert(game.key()), "{name}:{line}: a double");
            assert_eq!(game.outcome(), None, "{name}:{line}");
        }
        assert!(seen.len() >= 200, "{name}: {} puzzles", seen.len());
        for problem in solve::read(&text, variant).unwrap_or_else(|error| panic!("{name}: {error}")) {
            assert!(problem.game.legal_bits().len() > 1, "{name}:{}: no choice", problem.line);
            assert!(problem.best.len() == 1 && problem.mate.is_some_and(|moves| moves >= 2), "{name}:{}", problem.line);
        }
    }
    assert!(SHIPPED.iter().all(|name| names.contains(name)), "{names:?}");
}
