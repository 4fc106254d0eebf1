//! `xboard-command`: prints the command that starts XBoard for a game.

use super::console::print;
use crate::protocol::xboard::command_line;
use crate::variants;
use clap::Args;

#[derive(Args)]
pub(super) struct Arguments {
    /// The game; `chess960` is chess from a shuffled start.
    variant: String,
    /// Let the engine play itself: two games, saved as PGN.
    #[arg(long = "match")]
    is_match: bool,
}

/// The program and the quotes of a system.
#[derive(Clone, Copy, PartialEq, Eq)]
enum System {
    /// XBoard, and a POSIX shell.
    Unix,
    /// WinBoard, which takes quotes and reversed slashes as Windows does.
    Windows,
}

const THIS_SYSTEM: System = if cfg!(windows) { System::Windows } else { System::Unix };

/// Prints the command, quoted for a shell.
pub(super) fn run(arguments: &Arguments) -> Result<(), String> {
    let name = match THIS_SYSTEM {
        System::Unix => std::env::args_os().next(),
        // WinBoard begins engines in its own folder.
        System::Windows => std::env::current_exe().ok().map(Into::into),
    };
    let engine = name.map_or("jailbird".into(), |name| name.to_string_lossy().into_owned());
    let engine = with_file(&engine, &arguments.variant);
    print(shell_command(arguments, &engine, THIS_SYSTEM)?);
    Ok(())
}

/// The engine's command, with the file of a game that comes from one.
fn with_file(engine: &str, name: &str) -> String {
    let file = variants::find(name).ok().and_then(|variant| variant.file);
    file.map_or_else(|| engine.to_owned(), |file| format!("{engine} --variants \"{}\"", file.display()))
}

fn shell_command(arguments: &Arguments, engine: &str, system: System) -> Result<String, String> {
    let mut words = command_line(&arguments.variant, engine)?;
    if system == System::Windows {
        words[0] = "winboard".into();
    }
    if arguments.is_match {
        let rest = ["-scp", engine, "-matchGames", "2", "-timeControl", "1", "-timeIncrement", "1"];
        words.extend(rest.map(str::to_owned));
        words.extend(["-saveGameFile", "games.pgn"].map(str::to_owned));
    }
    Ok(words.iter().map(|word| quoted(word, system)).collect::<Vec<_>>().join(" "))
}

/// Quotes a word for the system's shell if it needs it. On Windows, words are paths and options, which have no quotes.
fn quoted(word: &str, system: System) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./+".contains(c);
    match system {
        _ if !word.is_empty() && word.chars().all(is_plain) => word.to_owned(),
        System::Unix => format!("'{}'", word.replace('\'', "'\\''")),
        System::Windows => format!("\"{word}\""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_with_special_characters_are_quoted() {
        for system in [System::Unix, System::Windows] {
            assert_eq!(quoted("./jailbird", system), "./jailbird");
        }
        assert_eq!(quoted("my engine", System::Unix), "'my engine'");
        assert_eq!(quoted("it's", System::Unix), "'it'\\''s'");
        assert_eq!(quoted(r"C:\my engine\new.exe", System::Windows), r#""C:\my engine\new.exe""#);
    }

    #[test]
    fn games_that_xboard_cannot_show_are_errors() {
        let arguments = |variant: &str| Arguments { variant: variant.into(), is_match: false };
        let printed = |variant: &str| shell_command(&arguments(variant), "jailbird", System::Unix);
        assert!(printed("prison-break").unwrap().contains("-variant prisonbreak -testLegality false"));
        assert!(printed("chess960").unwrap().ends_with("-variant fischerandom"));
        assert!(!printed("chess").unwrap().contains("-testLegality"));
        assert!(printed("penaltybox").unwrap_err().contains("XBoard cannot show"));
        assert!(printed("nonesuch").unwrap_err().contains("no game is called"));
        let on_windows = shell_command(&arguments("chess"), r"D:\jailbird.exe", System::Windows).unwrap();
        assert_eq!(on_windows, r#"winboard -fcp "D:\jailbird.exe" -variant normal"#);
    }
}
