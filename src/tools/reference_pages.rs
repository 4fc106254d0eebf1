//! `reference`: documentation generated from the engine's lists. A test fails if the checked-in pages are out of date.

use super::console::print;
use super::packaging;
use crate::engine::options::{Audience, OPTIONS, OptionKind, variant_values};
use crate::game::Variant;
use crate::variants::VARIANTS;
use std::path::PathBuf;

/// Generated texts.
#[derive(clap::Subcommand)]
pub(super) enum Page {
    /// uci-docs/options.md.
    Options,
    /// uci-docs/variants.md.
    Variants,
    /// The manual page, for `man`.
    Man {
        /// Write that page and those of all commands into this directory.
        #[arg(long, value_name = "DIRECTORY")]
        into: Option<PathBuf>,
    },
    /// A shell completion script.
    Completions {
        /// Which shell.
        shell: clap_complete::Shell,
    },
    /// The file by which XBoard finds the installed engine.
    Plugin,
}

/// Prints a text generated from the engine's lists or from the definition of the command line.
///
/// # Errors
/// If the manual pages cannot be written.
pub(super) fn run(page: Page, command: clap::Command) -> Result<(), String> {
    let text = match page {
        Page::Options => options(),
        Page::Variants => variants(),
        Page::Man { into: Some(directory) } => return packaging::write_manuals(command, &directory),
        Page::Man { into: None } => packaging::manual(command).map_err(|error| error.to_string())?,
        Page::Completions { shell } => packaging::completions(command, shell),
        Page::Plugin => packaging::plugin(),
    };
    print(text.trim_end());
    Ok(())
}

const NOTE: &str = "<!-- Made from the engine's lists: `jailbird reference options|variants`. -->\n";

/// Returns the text of `uci-docs/options.md`.
pub fn options() -> String {
    let mut page = format!("# Options\n{NOTE}\n| option | kind | protocols | what it does |\n|---|---|---|---|\n");
    for option in OPTIONS {
        let who = match option.audience {
            Audience::All => "UCI, CECP",
            Audience::Uci => "UCI",
            Audience::Cecp => "CECP",
        };
        page.push_str(&format!("| {} | {} | {who} | {} |\n", option.name, values(&option.kind), option.doc));
    }
    page.push_str(
        "\nIn CECP the table size is set by `memory`, the number of threads by `cores`, the game by `variant`.\n",
    );
    page
}

/// The values that an option can have.
fn values(kind: &OptionKind) -> String {
    match *kind {
        OptionKind::Spin { default, least, most, .. } => format!("number from {least} to {most}, default {default}"),
        OptionKind::Check { default, .. } => format!("true or false, default {default}"),
        OptionKind::Button { .. } => "button".into(),
        OptionKind::Variant { default, .. } => {
            format!("one of {}; default {}", variant_values().join(", "), default().name)
        }
    }
}

/// The tables of pieces; games with the same pieces share one.
fn pieces() -> String {
    let mut text = "\n## Pieces\n".to_owned();
    for (index, variant) in VARIANTS.iter().enumerate() {
        let has_same_pieces = |other: &&Variant| other.kinds == variant.kinds;
        if VARIANTS.iter().take(index).any(|other| has_same_pieces(&other)) {
            continue;
        }
        let titles: Vec<&str> = VARIANTS.iter().filter(has_same_pieces).map(|variant| variant.title).collect();
        text.push_str(&format!("\n{}:\n\n| | piece | picture in XBoard |\n|---|---|---|\n", titles.join("; ")));
        for kind in variant.kinds {
            text.push_str(&format!("| {} | {} | {} |\n", kind.letter, kind.name, kind.icon.words()));
        }
    }
    text
}

/// Returns the text of `uci-docs/variants.md`.
pub fn variants() -> String {
    let mut page =
        format!("# Games\n{NOTE}\n| UCI name | game | board | in XBoard as | rules |\n|---|---|---|---|---|\n");
    for variant in VARIANTS {
        let xboard = variant.xboard.as_ref().map_or("–", |xboard| xboard.name);
        let Variant { name, title, files, ranks, summary, rules_page, .. } = variant;
        let row = format!("| `{name}` | {title} | {files}x{ranks} | {xboard} | [{summary}](rules/{rules_page}.md) |\n");
        page.push_str(&row);
    }
    page.push_str(&pieces());
    page.push_str("\n## Start positions\n");
    for variant in VARIANTS {
        page.push_str(&format!("- {}: `{}`\n", variant.title, variant.start));
    }
    page
}
