//! What packages ship beside the program: manual pages, shell completions, XBoard's plugin file. All are made from the
//! command line and the lists that the program itself goes by.

use super::files;
use crate::variants::VARIANTS;
use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use std::io;
use std::path::Path;

/// The manual's section: games.
const SECTION: &str = "6";

/// The manual page of the program itself.
///
/// # Errors
/// None that a page in memory could have.
pub fn manual(command: Command) -> io::Result<String> {
    let page = man(command.disable_help_subcommand(true));
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    page.render_options_section(&mut text)?;
    page.render_subcommands_section(&mut text)?;
    more_about_the_program().to_writer(&mut text)?;
    page.render_version_section(&mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// All pages with their file names: that of the program, and one for each command that help shows.
///
/// # Errors
/// None that pages in memory could have.
pub fn manuals(command: Command) -> io::Result<Vec<(String, String)>> {
    let mut command = command.disable_help_subcommand(true);
    // From here on commands know the names of those above them.
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

/// Writes all pages into a directory, which is made if need be.
///
/// # Errors
/// The file that cannot be written, and why.
pub fn write_manuals(command: Command, directory: &Path) -> Result<(), String> {
    let pages = manuals(command).map_err(|error| error.to_string())?;
    std::fs::create_dir_all(directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    for (name, text) in pages {
        files::write(&directory.join(name), &text)?;
    }
    Ok(())
}

/// A script that lets `shell` complete commands, options and names of games.
pub fn completions(mut command: Command, shell: Shell) -> String {
    let mut script = Vec::new();
    let name = command.get_name().to_owned();
    clap_complete::generate(shell, &mut command, name, &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// The file by which XBoard finds installed engines: a heading, the command line, the games.
pub fn plugin() -> String {
    let games: Vec<&str> = VARIANTS
        .iter()
        .filter_map(|variant| match &variant.xboard {
            // XBoard's own word for it in these files.
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

/// The commands below `command` that help shows.
fn shown(command: &Command) -> impl Iterator<Item = Command> + use<'_> {
    command.get_subcommands().filter(|command| !command.is_hide_set()).cloned()
}

/// The sections that the command line does not know.
fn more_about_the_program() -> Roff {
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
    fn every_command_and_option_that_help_shows_has_its_place_in_the_manual() {
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
        assert!(commands > 8);
        assert_eq!(pages.len(), commands);
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
    fn every_shell_completes_commands_and_games() {
        for &shell in Shell::value_variants() {
            let script = completions(command(), shell);
            assert!(script.contains("selfplay"), "{shell}");
            // Elvish and PowerShell complete no values.
            if matches!(shell, Shell::Bash | Shell::Zsh | Shell::Fish) {
                let missing: Vec<&str> =
                    VARIANTS.iter().map(|variant| variant.name).filter(|name| !script.contains(name)).collect();
                assert!(missing.is_empty(), "{shell}: {missing:?}");
            }
        }
    }

    #[test]
    fn the_plugin_file_has_the_three_lines_that_xboard_reads() {
        let text = plugin();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..2], ["plugin spec 0.0", "jailbird"]);
        let games: Vec<&str> = lines[2].split(',').collect();
        assert!(games.contains(&"chess") && !games.contains(&"normal"), "{games:?}");
        assert_eq!(games.len(), VARIANTS.iter().filter(|variant| variant.xboard.is_some()).count());
        assert_eq!(lines.len(), 3);
    }
}
