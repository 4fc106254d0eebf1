use super::game_file::load;
use super::*;
use crate::tools::test_folder::TestFolder;
use crate::variants;
use std::path::Path;

fn arguments(variant: &'static Variant, out: &Path) -> Arguments {
    Arguments {
        variant,
        out: out.to_owned(),
        games: 4,
        positions: None,
        nodes: 30,
        concurrency: 1,
        seed: 5,
        random_plies: 6,
        max_plies: 30,
        decided: 2500,
        unbalanced: 0,
        network: None,
    }
}

fn fill(arguments: &Arguments) -> Result<Summary, String> {
    generate(arguments, &AtomicBool::new(false))
}

/// Writes the file `chess` of four games.
fn chess_file() -> (TestFolder, Arguments) {
    let folder = TestFolder::new();
    let arguments = arguments(variants::default(), &folder.file("chess"));
    assert_eq!(fill(&arguments).unwrap().games, 4);
    (folder, arguments)
}

#[test]
fn a_file_does_not_depend_on_threads_or_interruptions() {
    let (folder, first) = chess_file();
    for (games, concurrency) in [(1, 1), (3, 3), (4, 2)] {
        fill(&Arguments { games, concurrency, out: folder.file("resumed"), ..first.clone() }).unwrap();
    }
    assert!(folder.bytes("resumed") == folder.bytes("chess"));
    fill(&Arguments { seed: 6, out: folder.file("other"), ..first }).unwrap();
    assert!(folder.bytes("other")[64..] != folder.bytes("chess")[64..]);
}

#[test]
fn generation_ends_at_a_number_of_positions() {
    let folder = TestFolder::new();
    let arguments = arguments(variants::default(), &folder.file("games"));
    let summary = fill(&Arguments { positions: Some(70), ..arguments }).unwrap();
    assert!((70..100).contains(&summary.positions), "{summary}");
}

/// Whole games are kept wherever the file is cut off, and the others are played again.
#[test]
fn partly_written_files_are_completed() {
    let (folder, arguments) = chess_file();
    let expected = folder.bytes("chess");
    for cut in (0..expected.len()).step_by(11).chain([8, 9, expected.len() - 1]) {
        std::fs::write(&arguments.out, &expected[..cut]).unwrap();
        fill(&arguments).unwrap();
        assert!(folder.bytes("chess") == expected, "cut at {cut}");
    }
}

#[test]
fn malformed_files_are_errors_and_are_not_changed() {
    let (folder, arguments) = chess_file();
    let bytes = folder.bytes("chess");
    for wrong in [0, 3, 8, 10, 20, 60, bytes.len() - 1] {
        let mut broken = bytes.clone();
        broken[wrong] ^= 1;
        std::fs::write(&arguments.out, &broken).unwrap();
        let error = fill(&arguments).unwrap_err();
        assert!(error.contains("malformed: offset "), "{wrong}: {error}");
        assert!(folder.bytes("chess") == broken);
    }
}

#[test]
fn a_file_with_other_settings_is_an_error() {
    let (_folder, arguments) = chess_file();
    let error = fill(&Arguments { nodes: 31, ..arguments }).unwrap_err();
    assert!(error.contains("begun with other settings: chess --nodes 30 --seed 5"), "{error}");
}

#[test]
fn games_of_every_two_player_variant_can_be_replayed() {
    for variant in variants::coded() {
        let folder = TestFolder::new();
        let file = folder.file("games");
        let arguments = Arguments { games: 2, nodes: 10, ..arguments(variant, &file) };
        if variant.players() > 2 {
            assert!(fill(&arguments).unwrap_err().contains("more than two players"));
            assert!(!file.exists());
            continue;
        }
        fill(&arguments).unwrap();
        for recorded in load(&file).unwrap().games {
            let mut game = variant.game(&recorded.start).unwrap();
            assert!(recorded.plies.iter().all(|ply| game.play_bits(ply.bits)), "{}", variant.name);
            assert_eq!(game.key(), recorded.key, "{}", variant.name);
            assert!(!game.play_bits(u64::MAX));
        }
    }
}
