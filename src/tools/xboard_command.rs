//! `xboard-command`: prints the command that starts XBoard for a game.

use super::console::print;
use crate::protocol::xboard::command_line;
use clap::Args;

#[derive(Args)]
pub(super) struct Arguments {
    /// The game; `chess960` is chess from a shuffled start.
    variant: String,
    /// Let the engine play itself: two games, saved as PGN.
    #[arg(long = "match")]
    is_match: bool,
}

/// Prints the command, quoted for a shell.
pub(super) fn run(arguments: &Arguments) -> Result<(), String> {
    print(shell_command(arguments)?);
    Ok(())
}

fn shell_command(arguments: &Arguments) -> Result<String, String> {
    let engine = std::env::args_os().next().map_or("jailbird".into(), |name| name.to_string_lossy().into_owned());
    let mut words = command_line(&arguments.variant, &engine)?;
    if arguments.is_match {
        let rest = ["-scp", &engine, "-matchGames", "2", "-timeControl", "1", "-timeIncrement", "1"];
        words.extend(rest.map(str::to_owned));
        words.extend(["-saveGameFile", "games.pgn"].map(str::to_owned));
    }
    Ok(words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" "))
}

/// Quotes a word for a POSIX shell if it needs it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./+".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_with_special_characters_are_quoted() {
        assert_eq!(quoted("./jailbird"), "./jailbird");
        assert_eq!(quoted("my engine"), "'my engine'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
    }

    #[test]
    fn games_that_xboard_cannot_show_are_errors() {
        let printed = |variant: &str| shell_command(&Arguments { variant: variant.into(), is_match: false });
        assert!(printed("prison-break").unwrap().contains("-variant prisonbreak -testLegality false"));
        assert!(printed("chess960").unwrap().ends_with("-variant fischerandom"));
        assert!(!printed("chess").unwrap().contains("-testLegality"));
        assert!(printed("penaltybox").unwrap_err().contains("XBoard cannot show"));
        assert!(printed("nonesuch").unwrap_err().contains("no game is called"));
    }
}
