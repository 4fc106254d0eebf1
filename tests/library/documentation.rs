//! Checks the documentation against the engine.

use jailbird::game::Variant;
use jailbird::protocol::xboard::command_line;
use jailbird::tools::reference_pages;
use jailbird::variants;
use std::collections::{BTreeSet, HashSet};
use std::path::Path;

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("uci-docs").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn reference_pages_are_not_stale() {
    assert_eq!(page("options.md"), reference_pages::options(), "run: jailbird reference options > uci-docs/options.md");
    assert_eq!(
        page("variants.md"),
        reference_pages::variants(),
        "run: jailbird reference variants > uci-docs/variants.md"
    );
}

#[test]
fn every_game_has_a_rules_page_that_shows_its_start() {
    for variant in variants::coded() {
        let rules = page(&format!("rules/{}.md", variant.rules_page));
        assert!(rules.contains(variant.start), "{}: {}", variant.rules_page, variant.start);
    }
}

/// Plays a line `startpos moves …` or `fen … moves …`; every move must be written as the engine writes it.
fn play(variant: &'static Variant, position: &str) {
    let (start, moves) = position.split_once(" moves ").expect("moves");
    let fen = start.strip_prefix("fen ").unwrap_or(variant.start);
    let mut game = variant.game(fen).unwrap_or_else(|error| panic!("{position}: {error}"));
    for text in moves.split_whitespace() {
        assert_eq!(game.play(text).as_deref(), Ok(text), "{}: {position}", variant.name);
    }
}

/// The rules pages.
fn rules_pages() -> BTreeSet<String> {
    variants::coded().into_iter().map(|variant| format!("rules/{}.md", variant.rules_page)).collect()
}

/// The examples are the `uci` blocks of the protocol page and the rules pages.
#[test]
fn moves_of_the_pages_are_what_the_engine_writes() {
    let mut shown = HashSet::new();
    for name in rules_pages().into_iter().chain(["protocol.md".into()]) {
        let text = page(&name);
        let mut variant = None;
        for line in text.split("```uci\n").skip(1).flat_map(|rest| rest.split("```").next().unwrap_or("").lines()) {
            if let Some(game) = line.strip_prefix("setoption name UCI_Variant value ") {
                let found = variants::find(game).unwrap_or_else(|error| panic!("{line}: {error}"));
                shown.insert(found.name);
                variant = Some(found);
            } else {
                let position = line.strip_prefix("position ").unwrap_or_else(|| panic!("{name}: {line}"));
                play(variant.unwrap_or_else(|| panic!("{name}: no game before `{line}`")), position);
            }
        }
    }
    assert_eq!(shown.len(), variants::coded().len(), "games without an example: {shown:?}");
}

/// Links of the README and of the pages in `uci-docs` lead to files that exist.
#[test]
fn links_lead_to_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = vec![root.join("README.md")];
    for folder in ["uci-docs", "uci-docs/rules"] {
        let entries = std::fs::read_dir(root.join(folder)).unwrap();
        pages.extend(
            entries.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|e| e == "md")),
        );
    }
    let mut links = 0;
    for file in pages {
        let text = std::fs::read_to_string(&file).unwrap();
        for target in text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
            if !target.is_empty() && !target.contains("://") {
                links += 1;
                assert!(file.parent().unwrap().join(target).exists(), "{}: {target}", file.display());
            }
        }
    }
    assert!(links > 30, "{links} links");
}

#[test]
fn the_pages_show_every_name_in_xboard_and_the_command() {
    let (text, games) = (page("xboard.md"), page("variants.md"));
    for variant in variants::coded() {
        let Some(xboard) = &variant.xboard else { continue };
        assert!(games.contains(&format!("| `{}` |", xboard.name)), "{}", variant.name);
        let words = command_line(variant.name, "jailbird").unwrap();
        let missing = words.iter().find(|word| **word != xboard.name && !text.contains(word.as_str()));
        assert_eq!(missing, None, "{}", variant.name);
    }
    for name in text.split("(images/").skip(1).filter_map(|rest| rest.split(')').next()) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("uci-docs/images").join(name);
        assert!(path.exists(), "{}: make screenshots", path.display());
    }
}
