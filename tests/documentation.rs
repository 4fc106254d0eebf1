//! The documentation says what the engine does.

use jailbird::tools::reference;
use jailbird::variants::VARIANTS;
use std::path::Path;

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("uci-docs").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn reference_pages_are_not_stale() {
    assert_eq!(page("options.md"), reference::options(), "run: jailbird reference options > uci-docs/options.md");
    assert_eq!(page("variants.md"), reference::variants(), "run: jailbird reference variants > uci-docs/variants.md");
}

#[test]
fn every_game_has_a_rules_page_that_shows_its_start() {
    for variant in VARIANTS {
        let rules = page(&format!("rules/{}.md", variant.rules_page));
        assert!(rules.contains(variant.start), "{}: {}", variant.rules_page, variant.start);
    }
}
