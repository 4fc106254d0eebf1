//! The text of a file whose games are annotated.

use super::AnnotatedGame;

/// The text with annotated games. Games with faults, what stands between games, and `%` lines remain as they are in
/// `text`, which was read; the `%` lines of an annotated game stand before it.
pub(super) fn written(text: &str, games: &[AnnotatedGame]) -> String {
    let mut written = String::new();
    let mut end = 0;
    for game in games {
        add(&mut written, text.get(end..game.source.start).unwrap_or_default());
        if game.is_damaged {
            add(&mut written, text.get(game.source.clone()).unwrap_or_default());
        } else {
            add(&mut written, &game.escaped.join("\n"));
            written.push_str(&game.record.to_string());
        }
        end = game.source.end;
    }
    add(&mut written, text.get(end..).unwrap_or_default());
    written
}

/// Adds a part of the file, and an empty line.
fn add(written: &mut String, part: &str) {
    let part = part.trim_matches(|c: char| c.is_whitespace() || matches!(c, '\u{feff}' | '\u{1a}'));
    if !part.is_empty() {
        written.push_str(&part.replace("\r\n", "\n").replace('\r', "\n"));
        written.push_str("\n\n");
    }
}
