//! `reference`: what is generated from the engine's lists and the definition of the command line: pages of the
//! documentation (a test fails if those in the repository are out of date), and the manual pages, shell completions and
//! XBoard's plugin file that packages ship beside the program.

use super::console::print;
use super::text_file::{self, naming};
use crate::game::Variant;
use crate::network::{Description, Network};
use crate::protocol::options::{Audience, OPTIONS, OptionKind};
use crate::types::score::WinModel;
use crate::variants;
use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Generated texts.
#[derive(clap::Subcommand)]
pub(super) enum Page {
    /// uci-docs/options.md.
    Options,
    /// uci-docs/variants.md.
    Variants,
    /// What each network that is built in was made from, as the head of its file says.
    Networks,
    /// The manual page, for `man`.
    Man {
        /// Write that page and those of all commands into this directory.
        #[arg(long, value_name = "DIRECTORY")]
        into: Option<PathBuf>,
    },
    /// A shell completion script.
    Completions {
        /// Which shell.
        shell: Shell,
    },
    /// The file by which XBoard finds the installed engine.
    Plugin,
}

/// Prints a text generated from the engine's lists or from the definition of the command line.
pub(super) fn run(page: Page, command: Command) -> Result<(), String> {
    let text = match page {
        Page::Options => options(),
        Page::Variants => variants(),
        Page::Networks => networks(),
        Page::Man { into: Some(directory) } => return write_manuals(command, &directory),
        Page::Man { into: None } => manual(command).map_err(|error| error.to_string())?,
        Page::Completions { shell } => completions(command, shell),
        Page::Plugin => plugin(),
    };
    print(text.trim_end());
    Ok(())
}

const NOTE: &str = "<!-- Made from the engine's lists: `jailbird reference options|variants`. -->\n";

/// The text of `uci-docs/options.md`.
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
        OptionKind::File { .. } => "path of a file, default empty".into(),
        OptionKind::GameFiles => "paths of files, joined as in `PATH`, default empty".into(),
        OptionKind::Button { .. } => "button".into(),
        OptionKind::Variant { default, .. } => {
            format!("a UCI name of [variants.md](variants.md), default {}", default().name)
        }
    }
}

/// The tables of pieces; games with the same pieces share one.
fn pieces() -> String {
    let mut text = "\n## Pieces\n".to_owned();
    for (index, variant) in variants::coded().into_iter().enumerate() {
        let has_same_pieces = |other: &&Variant| other.kinds == variant.kinds;
        if variants::coded().into_iter().take(index).any(|other| has_same_pieces(&other)) {
            continue;
        }
        let titles: Vec<&str> =
            variants::coded().into_iter().filter(has_same_pieces).map(|variant| variant.title).collect();
        text.push_str(&format!("\n{}:\n\n| | piece | picture in XBoard |\n|---|---|---|\n", titles.join("; ")));
        for kind in variant.kinds {
            text.push_str(&format!("| {} | {} | {} |\n", kind.letter, kind.name, kind.icon));
        }
    }
    text
}

/// The text of `uci-docs/variants.md`.
pub fn variants() -> String {
    let mut page =
        format!("# Games\n{NOTE}\n| UCI name | game | board | XBoard's `-variant` | rules |\n|---|---|---|---|---|\n");
    for variant in variants::coded() {
        let xboard = variant.xboard.as_ref().map_or("–".into(), |xboard| format!("`{}`", xboard.name));
        let Variant { name, title, files, ranks, summary, rules_page, .. } = variant;
        let row = format!("| `{name}` | {title} | {files}x{ranks} | {xboard} | [{summary}](rules/{rules_page}.md) |\n");
        page.push_str(&row);
    }
    page.push_str(&pieces());
    page.push_str("\n## Start positions\n");
    for variant in variants::coded() {
        page.push_str(&format!("- {}: `{}`\n", variant.title, variant.start));
    }
    page.push_str("\n## Games from files\n\nThe language is that of [games-from-files.md](games-from-files.md).\n\n");
    page.push_str("| UCI name | game | |\n|---|---|---|\n");
    let is_coded = |name: &str| variants::coded().iter().any(|variant| variant.is_called(name));
    for [name, title, summary] in variants::ini::known::titles().filter(|[name, ..]| !is_coded(name)) {
        page.push_str(&format!("| `{name}` | {title} | {summary} |\n"));
    }
    page
}

/// The table of the networks that are built in: the games that each evaluates, its size, and what the head of its file says.
fn networks() -> String {
    let mut rows: Vec<(Arc<Network>, Vec<&str>)> = Vec::new();
    let taught = variants::ini::known::taught().filter_map(|name| variants::find(name).ok());
    for variant in variants::coded().into_iter().chain(taught) {
        let network = variant.network();
        match rows.iter_mut().find(|(known, _)| Arc::ptr_eq(known, &network)) {
            Some((_, games)) => games.push(variant.name),
            None => rows.push((network, vec![variant.name])),
        }
    }
    let mut text = "| games | hidden | scale | even, spread | made by |\n|---|---|---|---|---|\n".to_owned();
    for (network, games) in rows {
        let (Description { scale, origin, .. }, WinModel { even, spread }) = (&network.description, network.chances());
        let (games, hidden) = (games.join(", "), network.hidden());
        text.push_str(&format!("| {games} | {hidden} | {scale} | {even}, {spread} | {origin} |\n"));
    }
    text
}

/// The section of the manual: games.
const SECTION: &str = "6";

/// The manual page of the program, in roff.
fn manual(command: Command) -> io::Result<String> {
    let page = man(command.disable_help_subcommand(true));
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    page.render_options_section(&mut text)?;
    page.render_subcommands_section(&mut text)?;
    extra_sections().to_writer(&mut text)?;
    page.render_version_section(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// File names and texts of all manual pages: the program's, and one for each command that is not hidden.
fn manuals(command: Command) -> io::Result<Vec<(String, String)>> {
    let mut command = command.disable_help_subcommand(true);
    // Sets each command's full name (`jailbird pgn check`), which its page is named after.
    command.build();
    let mut pages = vec![(man(command.clone()).get_filename(), manual(command.clone())?)];
    let mut waiting: Vec<Command> = shown(&command).collect();
    while let Some(command) = waiting.pop() {
        waiting.extend(shown(&command));
        let page = man(command);
        let mut text = Vec::new();
        page.render(&mut text)?;
        pages.push((page.get_filename(), String::from_utf8_lossy(&text).into_owned()));
    }
    pages.sort();
    Ok(pages)
}

/// Writes all manual pages into a directory, which is created if it does not exist.
fn write_manuals(command: Command, directory: &Path) -> Result<(), String> {
    let pages = manuals(command).map_err(|error| error.to_string())?;
    std::fs::create_dir_all(directory).map_err(naming(directory))?;
    for (name, text) in pages {
        text_file::write(&directory.join(name), &text)?;
    }
    Ok(())
}

/// The script that completes commands, options and names of games in `shell`.
fn completions(mut command: Command, shell: Shell) -> String {
    let mut script = Vec::new();
    let name = command.get_name().to_owned();
    clap_complete::generate(shell, &mut command, name, &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// The file by which XBoard finds installed engines: a heading, the command line, the games.
fn plugin() -> String {
    let games: Vec<&str> = variants::coded()
        .into_iter()
        .filter_map(|variant| match &variant.xboard {
            // Plugin files say `chess`, not the protocol's `normal`.
            Some(_) if variant.name == variants::default().name => Some(variant.name),
            Some(xboard) => Some(xboard.name),
            None => None,
        })
        .collect();
    format!("plugin spec 0.0\n{}\n{}\n", env!("CARGO_PKG_NAME"), games.join(","))
}

fn man(command: Command) -> Man {
    Man::new(command).section(SECTION).source(concat!("Jailbird ", env!("CARGO_PKG_VERSION"))).manual("Games")
}

/// The subcommands of `command` that are not hidden.
fn shown(command: &Command) -> impl Iterator<Item = Command> + use<'_> {
    command.get_subcommands().filter(|command| !command.is_hide_set()).cloned()
}

fn extra_sections() -> Roff {
    let mut page = Roff::new();
    page.control("SH", ["GAMES"]);
    for variant in variants::coded() {
        page.control("TP", []);
        page.text([bold(variant.name)]);
        page.text([roman(format!("{}. {}.", variant.title, variant.summary))]);
    }
    page.control("SH", ["EXAMPLES"]);
    for (line, text) in [
        ("jailbird play", "plays a game of Prison Break in the terminal"),
        ("jailbird perft --variant friendly 3", "counts the move sequences of three plies"),
        ("xboard -fcp jailbird", "plays chess in XBoard; other games need some of its checks off, see install.md"),
    ] {
        page.control("TP", []);
        page.text([bold(line)]);
        page.text([roman(text)]);
    }
    page.control("SH", ["SEE ALSO"]);
    page.text([bold("xboard"), roman("(6). Protocols, options and rules: the folder "), bold("doc/jailbird")]);
    page
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::command_line::command;
    use clap::ValueEnum;

    #[test]
    fn the_manual_has_every_visible_command_and_option() {
        let pages = manuals(command()).unwrap();
        let mut command = command();
        command.build();
        let mut waiting = vec![command];
        let mut commands = 0;
        while let Some(command) = waiting.pop() {
            commands += 1;
            let name = command.get_display_name().unwrap_or_else(|| command.get_name());
            let (_, text) = pages.iter().find(|(file, _)| *file == format!("{name}.6")).expect(name);
            for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
                if let Some(long) = argument.get_long() {
                    assert!(text.contains(&long.replace('-', "\\-")), "{name}: no --{long}");
                }
            }
            waiting.extend(shown(&command).filter(|command| command.get_name() != "help"));
        }
        assert_eq!(pages.len(), commands);
        assert!(commands > 8);
    }

    #[test]
    fn the_manual_names_every_game() {
        let page = manual(command()).unwrap();
        assert!(page.contains(".TH jailbird 6"), "{page}");
        for variant in variants::coded() {
            assert!(page.contains(&format!("\\fB{}\\fR", variant.name.replace('-', "\\-"))), "{}", variant.name);
        }
    }

    #[test]
    fn completions_contain_commands_and_games_in_every_shell() {
        for &shell in Shell::value_variants() {
            let script = completions(command(), shell);
            assert!(script.contains("selfplay"), "{shell}");
            // clap_complete has no values for Elvish and PowerShell.
            if matches!(shell, Shell::Bash | Shell::Zsh | Shell::Fish) {
                let missing: Vec<&str> = variants::coded()
                    .into_iter()
                    .map(|variant| variant.name)
                    .filter(|name| !script.contains(name))
                    .collect();
                assert!(missing.is_empty(), "{shell}: {missing:?}");
            }
        }
    }

    #[test]
    fn the_table_of_networks_has_every_game_once() {
        let table = networks();
        let rows: Vec<&str> = table.lines().skip(2).collect();
        let games: Vec<&str> = rows.iter().flat_map(|row| row.split(" | ").next().unwrap()[2..].split(", ")).collect();
        let mut expected: Vec<&str> = variants::coded().iter().map(|variant| variant.name).collect();
        expected.extend(variants::ini::known::taught());
        expected.sort_by_key(|name| games.iter().position(|game| game == name));
        assert_eq!(games, expected);
        assert!(rows.iter().all(|row| row.contains("jailbird train ") && row.contains(" positions of ")), "{table}");
    }

    #[test]
    fn the_plugin_file_has_xboards_three_lines() {
        let text = plugin();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..2], ["plugin spec 0.0", "jailbird"]);
        let games: Vec<&str> = lines[2].split(',').collect();
        assert!(games.contains(&"chess") && !games.contains(&"normal"), "{games:?}");
        assert_eq!(games.len(), variants::coded().into_iter().filter(|variant| variant.xboard.is_some()).count());
        assert_eq!(lines.len(), 3);
    }
}
