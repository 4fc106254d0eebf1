//! Games to learn from. The first byte says whether a whole file or the content of one frame follows, because a fuzzer
//! hardly finds valid checksums.

use super::numbered;
use jailbird::tools::datagen::binary_format::{Frame, GenerationSettings, MAGIC, TrainingGame, frame};
use jailbird::tools::datagen::game_file;
use jailbird::tools::train::quiet_positions::{QuietPositions, SampleFilter};

/// A file is refused, or its games are written as they were read, and the rules accept them or the first one that they do not is
/// named.
pub fn check(bytes: &[u8]) {
    match bytes.split_first() {
        Some((b'f', file)) => check_file(file),
        Some((b'h', content)) => {
            if let Ok(settings) = GenerationSettings::read(content) {
                check_file(&settings.head());
            }
        }
        Some((game, content)) => {
            if let Some(record) = TrainingGame::read(content) {
                let variant = numbered(*game);
                let settings = GenerationSettings {
                    variant,
                    nodes: 1,
                    seed: 1,
                    random_plies: 0,
                    max_plies: 1000,
                    decided: 0,
                    unbalanced: 0,
                    network: 0,
                };
                check_file(&[settings.head(), record.framed()].concat());
            }
        }
        None => {}
    }
}

fn check_file(file: &[u8]) {
    let contents = match game_file::read(file) {
        Ok(contents) => contents,
        Err(error) => return assert!(error.starts_with("malformed: offset "), "{error}"),
    };
    let mut written = contents.settings.head();
    contents.games.iter().for_each(|record| written.extend(record.framed()));
    let again = game_file::read(&written).expect("what was written");
    assert_eq!(again.settings.head(), contents.settings.head());
    assert_eq!(again.games, contents.games);
    assert!(written.len() <= contents.length, "what was written is longer than what was read");
    assert!(matches!(frame(&written[MAGIC.len()..]), Frame::Whole(..)));
    let mut positions = QuietPositions::new(SampleFilter { skip_plies: 0, max_positions: 1000, held_out: 10 });
    if let Err(error) = positions.read(&contents, |position| position.game.active_features(), |_, _| {}) {
        assert!(error.starts_with("game "), "{error}");
    }
}
