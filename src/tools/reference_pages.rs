//! Reference pages made from the engine's own lists; a test says when the checked-in copies are stale.

use crate::engine::options::{Audience, OPTIONS, OptionKind, variant_values};
use crate::game::Variant;
use crate::variants::VARIANTS;

const NOTE: &str = "<!-- Made from the engine's lists: `jailbird reference options|variants`. -->\n";

/// `uci-docs/options.md`.
pub fn options() -> String {
    let mut page = format!("# Options\n{NOTE}\n| option | kind | protocols | what it does |\n|---|---|---|---|\n");
    for option in OPTIONS {
        let kind = match option.kind {
            OptionKind::Spin { default, least, most, .. } => {
                format!("number from {least} to {most}, default {default}")
            }
            OptionKind::Check { default, .. } => format!("true or false, default {default}"),
            OptionKind::Button { .. } => "button".into(),
            OptionKind::Variant { default, .. } => {
                format!("one of {}; default {}", variant_values().join(", "), default().name)
            }
        };
        let who = match option.audience {
            Audience::All => "UCI, CECP",
            Audience::Uci => "UCI",
            Audience::Cecp => "CECP",
        };
        page.push_str(&format!("| {} | {kind} | {who} | {} |\n", option.name, option.doc));
    }
    page.push_str(
        "\nIn CECP the table size is set by `memory`, the number of threads by `cores`, the game by `variant`.\n",
    );
    page
}

/// The pieces of every game, those of a family once.
fn pieces() -> String {
    let mut text = "\n## Pieces\n".to_owned();
    for (index, variant) in VARIANTS.iter().enumerate() {
        let is_alike = |other: &&Variant| other.kinds == variant.kinds;
        if VARIANTS.iter().take(index).any(|other| is_alike(&other)) {
            continue;
        }
        let titles: Vec<&str> = VARIANTS.iter().filter(is_alike).map(|variant| variant.title).collect();
        text.push_str(&format!("\n{}:\n\n| | piece | picture in XBoard |\n|---|---|---|\n", titles.join("; ")));
        for kind in variant.kinds {
            text.push_str(&format!("| {} | {} | {} |\n", kind.letter, kind.name, kind.icon.words()));
        }
    }
    text
}

/// `uci-docs/variants.md`.
pub fn variants() -> String {
    let mut page =
        format!("# Games\n{NOTE}\n| UCI name | game | board | in XBoard as | rules |\n|---|---|---|---|---|\n");
    for variant in VARIANTS {
        let xboard = variant.xboard.as_ref().map_or("–", |xboard| xboard.name);
        let (name, files, ranks) = (variant.name, variant.files, variant.ranks);
        let page_name = variant.rules_page;
        page.push_str(&format!(
            "| `{name}` | {} | {files}x{ranks} | {xboard} | [{}](rules/{page_name}.md) |\n",
            variant.title, variant.summary
        ));
    }
    page.push_str(&pieces());
    page.push_str("\n## Start positions\n");
    for variant in VARIANTS {
        page.push_str(&format!("- {}: `{}`\n", variant.title, variant.start));
    }
    page
}
