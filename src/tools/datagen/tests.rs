use super::game_file::load;
use super::*;
use crate::variants::VARIANTS;
use std::path::Path;

/// A file that is removed at the end of the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        Scratch(std::env::temp_dir().join(format!("jailbird-datagen-{}-{name}", std::process::id())))
    }

    fn bytes(&self) -> Vec<u8> {
        std::fs::read(&self.0).unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

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

/// Writes a file of four games of chess.
fn chess_file(name: &str) -> (Scratch, Arguments) {
    let file = Scratch::new(name);
    let arguments = arguments(&VARIANTS[0], &file.0);
    assert_eq!(fill(&arguments).unwrap().games, 4);
    (file, arguments)
}

#[test]
fn a_file_does_not_depend_on_threads_or_interruptions() {
    let (expected, first) = chess_file("expected");
    let file = Scratch::new("resumed");
    for (games, concurrency) in [(1, 1), (3, 3), (4, 2)] {
        fill(&Arguments { games, concurrency, out: file.0.clone(), ..first.clone() }).unwrap();
    }
    assert!(file.bytes() == expected.bytes());
    let other = Scratch::new("other-seed");
    fill(&Arguments { seed: 6, out: other.0.clone(), ..first }).unwrap();
    assert!(other.bytes()[64..] != expected.bytes()[64..]);
}

#[test]
fn generation_ends_at_a_number_of_positions() {
    let file = Scratch::new("positions");
    let summary = fill(&Arguments { positions: Some(70), ..arguments(&VARIANTS[0], &file.0) }).unwrap();
    assert!((70..100).contains(&summary.positions), "{summary}");
}

/// Whole games are kept wherever the file is cut off, and the others are played again.
#[test]
fn partly_written_files_are_completed() {
    let (file, arguments) = chess_file("torn");
    let expected = file.bytes();
    for cut in (0..expected.len()).step_by(11).chain([8, 9, expected.len() - 1]) {
        std::fs::write(&file.0, &expected[..cut]).unwrap();
        fill(&arguments).unwrap();
        assert!(file.bytes() == expected, "cut at {cut}");
    }
}

#[test]
fn malformed_files_are_errors_and_are_not_changed() {
    let (file, arguments) = chess_file("malformed");
    let bytes = file.bytes();
    for wrong in [0, 3, 8, 10, 20, 60, bytes.len() - 1] {
        let mut broken = bytes.clone();
        broken[wrong] ^= 1;
        std::fs::write(&file.0, &broken).unwrap();
        let error = fill(&arguments).unwrap_err();
        assert!(error.contains("malformed: offset "), "{wrong}: {error}");
        assert!(file.bytes() == broken);
    }
}

#[test]
fn a_file_with_other_settings_is_an_error() {
    let (_file, arguments) = chess_file("settings");
    let error = fill(&Arguments { nodes: 31, ..arguments }).unwrap_err();
    assert!(error.contains("begun with other settings: chess --nodes 30 --seed 5"), "{error}");
}

#[test]
fn games_of_every_two_player_variant_can_be_replayed() {
    for variant in VARIANTS {
        let file = Scratch::new(variant.name);
        let arguments = Arguments { games: 2, nodes: 10, ..arguments(variant, &file.0) };
        if variant.new_game().players() > 2 {
            assert!(fill(&arguments).unwrap_err().contains("more than two players"));
            assert!(!file.0.exists());
            continue;
        }
        fill(&arguments).unwrap();
        for recorded in load(&file.0).unwrap().games {
            let mut game = variant.game(&recorded.start).unwrap();
            assert!(recorded.plies.iter().all(|ply| game.play_bits(ply.bits)), "{}", variant.name);
            assert_eq!(game.key(), recorded.key, "{}", variant.name);
            assert!(!game.play_bits(u64::MAX));
        }
    }
}
