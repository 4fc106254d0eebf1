//! `jailbird xboard-command`: how XBoard is started for a game.

use crate::protocol::xboard::command_line;
use clap::Args;

/// What to print.
#[derive(Args)]
pub struct Arguments {
    /// The game; `chess960` is chess from a shuffled start.
    variant: String,
    /// Let the engine play itself: two games, saved as PGN.
    #[arg(long = "match")]
    is_match: bool,
}

/// The command line, ready for a shell.
///
/// # Errors
/// When there is no such game, or XBoard cannot show it.
pub fn run(args: &Arguments) -> Result<String, String> {
    let engine = std::env::args_os().next().map_or("jailbird".into(), |name| name.to_string_lossy().into_owned());
    let mut words = command_line(&args.variant, &engine)?;
    if args.is_match {
        let rest = ["-scp", &engine, "-matchGames", "2", "-timeControl", "1", "-timeIncrement", "1"];
        words.extend(rest.map(str::to_owned));
        words.extend(["-saveGameFile", "games.pgn"].map(str::to_owned));
    }
    Ok(words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" "))
}

/// A word as a shell reads it back.
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
    fn words_that_a_shell_would_change_are_quoted() {
        assert_eq!(quoted("./jailbird"), "./jailbird");
        assert_eq!(quoted("my engine"), "'my engine'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
    }

    #[test]
    fn games_that_xboard_cannot_show_are_refused() {
        let printed = |variant: &str| run(&Arguments { variant: variant.into(), is_match: false });
        assert!(printed("prison-break").unwrap().contains("-variant prisonbreak -testLegality false"));
        assert!(printed("chess960").unwrap().ends_with("-variant fischerandom"));
        assert!(!printed("chess").unwrap().contains("-testLegality"));
        assert!(printed("penaltybox").unwrap_err().contains("XBoard cannot show"));
        assert!(printed("nonesuch").unwrap_err().contains("no game is called"));
    }
}
