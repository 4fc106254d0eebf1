//! Files that packages ship beside the program: manual pages, shell completions, XBoard's plugin file. All are
//! generated from the definition of the command line and the list of games.

use super::text_file::{self, naming};
use crate::variants::VARIANTS;
use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use std::io;
use std::path::Path;

/// The section of the manual: games.
const SECTION: &str = "6";

/// Returns the manual page of the program, in roff.
///
/// # Errors
/// None in practice: the page is written to memory.
pub(super) fn manual(command: Command) -> io::Result<String> {
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

/// Returns file names and texts of all manual pages: the program's, and one for each command that is not hidden.
///
/// # Errors
/// None in practice: the pages are written to memory.
pub(super) fn manuals(command: Command) -> io::Result<Vec<(String, String)>> {
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
///
/// # Errors
/// Names the file that cannot be written, and why.
pub(super) fn write_manuals(command: Command, directory: &Path) -> Result<(), String> {
    let pages = manuals(command).map_err(|error| error.to_string())?;
    std::fs::create_dir_all(directory).map_err(naming(directory))?;
    for (name, text) in pages {
        text_file::write(&directory.join(name), &text)?;
    }
    Ok(())
}

/// Returns the script that completes commands, options and names of games in `shell`.
pub(super) fn completions(mut command: Command, shell: Shell) -> String {
    let mut script = Vec::new();
    let name = command.get_name().to_owned();
    clap_complete::generate(shell, &mut command, name, &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// Returns the file by which XBoard finds installed engines: a heading, the command line, the games.
pub(super) fn plugin() -> String {
    let games: Vec<&str> = VARIANTS
        .iter()
        .filter_map(|variant| match &variant.xboard {
            // Plugin files say `chess`, not the protocol's `normal`.
            Some(_) if variant.name == VARIANTS[0].name => Some(variant.name),
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

/// The sections of the program's page that clap does not generate.
fn extra_sections() -> Roff {
    let mut page = Roff::new();
    page.control("SH", ["GAMES"]);
    for variant in VARIANTS {
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
        for variant in VARIANTS {
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
                let missing: Vec<&str> =
                    VARIANTS.iter().map(|variant| variant.name).filter(|name| !script.contains(name)).collect();
                assert!(missing.is_empty(), "{shell}: {missing:?}");
            }
        }
    }

    #[test]
    fn the_plugin_file_has_xboards_three_lines() {
        let text = plugin();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..2], ["plugin spec 0.0", "jailbird"]);
        let games: Vec<&str> = lines[2].split(',').collect();
        assert!(games.contains(&"chess") && !games.contains(&"normal"), "{games:?}");
        assert_eq!(games.len(), VARIANTS.iter().filter(|variant| variant.xboard.is_some()).count());
        assert_eq!(lines.len(), 3);
    }
}
