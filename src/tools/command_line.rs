//! The list of commands, and which function runs each. Every tool's arguments are defined in the tool's own module.

#[cfg(feature = "board")]
use super::board;
use super::console::{self, print};
#[cfg(feature = "study")]
use super::study;
use super::{
    annotate, bench, datagen, genfens, learn, match_runner, opening_book, perft, pgn, play, puzzles, reference_pages,
    selfplay, solve, spsa, train, xboard_command,
};
use crate::protocol::{self, ServeError};
use crate::variants;
use clap::{CommandFactory, Parser, Subcommand};
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// A chess-variant engine for games that no other engine plays.
///
/// Without a command it speaks UCI or CECP (XBoard) on standard input and output; the first word decides which.
#[derive(Parser)]
#[command(name = "jailbird", version, after_help = after_help())]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// Accepted and ignored: the protocol is chosen by the first word.
    #[arg(long, hide = true, alias = "uci")]
    xboard: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Play a game in the terminal.
    Play(play::Arguments),
    /// Play and analyse in the browser: prints the address of a page that only this machine can reach.
    #[cfg(feature = "board")]
    Board(board::Arguments),
    /// Count move sequences.
    Perft(perft::Arguments),
    /// Search the bench positions; the last line is `N nodes M nps`.
    Bench(bench::Arguments),
    /// Let the engine play itself and print lengths and results.
    Selfplay(selfplay::Arguments),
    /// Play a match between engines, this one or others, in any of the games.
    Match(Box<match_runner::arguments::Arguments>),
    /// Work with records of games.
    #[command(subcommand)]
    Pgn(pgn::Command),
    /// Search the moves of recorded games: evaluations, blunders, better lines and accuracies, as PGN or as a page.
    Annotate(annotate::Arguments),
    /// Make a book of balanced start positions, one FEN per line.
    Openings(opening_book::Arguments),
    /// Print start positions for OpenBench (`genfens N seed S book FILE`).
    Genfens(genfens::Arguments),
    /// Make puzzles: positions in which one move wins by force.
    Puzzles(puzzles::Arguments),
    /// Study a game by many games of the engine against itself: results, drama, piece values, special rules, as a page.
    #[cfg(feature = "study")]
    Study(Box<study::Arguments>),
    /// Let the engine play itself with a fixed number of nodes and record scores and results, for `train`.
    Datagen(datagen::Arguments),
    /// Tune the parameters of the search by games of the engine against itself (SPSA).
    Spsa(Box<spsa::Arguments>),
    /// Train the network of a game with recorded games.
    Train(Box<train::Arguments>),
    /// Learn to play a game: play games, train a network, let it play the best one so far, and begin again.
    Learn(Box<learn::Arguments>),
    /// Search positions with known best moves or forced wins, and count those that are found.
    Solve(solve::Arguments),
    /// List the games.
    Variants,
    /// Print the command that starts XBoard for a game.
    #[command(name = "xboard-command")]
    Xboard(xboard_command::Arguments),
    /// Speak UCI or CECP, as without a command: some GUIs add a protocol's name.
    #[command(hide = true, alias = "xboard")]
    Uci,
    /// Print generated documentation and files for packages.
    #[command(hide = true, subcommand)]
    Reference(reference_pages::Page),
}

/// The command line's definition.
pub fn command() -> clap::Command {
    Arguments::command()
}

fn after_help() -> String {
    let coded: Vec<&str> = variants::coded().iter().map(|variant| variant.name).collect();
    let others = variants::names_of_all().len() - coded.len();
    format!("Games: {}, and {others} from files: see `jailbird variants`", coded.join(", "))
}

/// Runs the command that the program's arguments name, and tells the user in one line what went wrong.
pub fn run() -> ExitCode {
    let done = match Arguments::try_parse_from(arguments(std::env::args_os())) {
        Ok(arguments) => execute(arguments.command),
        Err(answer) => return show(&answer),
    };
    done.unwrap_or_else(|problem| {
        console::complain(problem);
        ExitCode::FAILURE
    })
}

/// Shows help, the version, or what is wrong with the arguments.
fn show(answer: &clap::Error) -> ExitCode {
    let printed = answer.print().and_then(|()| std::io::stdout().flush());
    if !answer.use_stderr() {
        printed.unwrap_or_else(|error| console::exit_unwritten(&error));
    }
    u8::try_from(answer.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from)
}

/// Runs a command; without one, speaks a protocol.
///
/// # Errors
/// One line for the user.
fn execute(command: Option<Command>) -> Result<ExitCode, String> {
    let Some(command) = command else { return serve() };
    match command {
        Command::Uci => serve(),
        Command::Play(arguments) => done(play::run(&arguments)),
        #[cfg(feature = "board")]
        Command::Board(arguments) => done(board::run(&arguments)),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Bench(arguments) => done(bench::run(&arguments)),
        Command::Selfplay(arguments) => selfplay::run(&arguments),
        Command::Match(arguments) => match_runner::run(*arguments),
        Command::Pgn(command) => pgn::run(&command),
        Command::Annotate(arguments) => annotate::run(&arguments),
        Command::Openings(arguments) => done(opening_book::run(&arguments)),
        Command::Genfens(arguments) => done(genfens::run(&arguments)),
        Command::Puzzles(arguments) => puzzles::run(&arguments),
        #[cfg(feature = "study")]
        Command::Study(arguments) => study::run(&arguments),
        Command::Datagen(arguments) => datagen::run(&arguments),
        Command::Spsa(arguments) => spsa::run(&arguments),
        Command::Train(arguments) => train::run(&arguments),
        Command::Learn(arguments) => learn::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Variants => list_variants(),
        Command::Xboard(arguments) => done(xboard_command::run(&arguments)),
        Command::Reference(page) => done(reference_pages::run(page, self::command())),
    }
}

/// Brings the program's arguments into clap's form: those of `match` and `genfens` have their own.
fn arguments(given: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut given: Vec<OsString> = given.collect();
    if is_called_as_runner(&given) {
        given.insert(1, "match".into());
    }
    let texts = || given.iter().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    let words = if given.get(1).is_some_and(|command| command == "match") {
        std::iter::once("match".into()).chain(match_runner::key_value::normalise(texts().skip(1))).collect()
    } else {
        let Some(words) = genfens::words(texts()) else { return given };
        words
    };
    given.truncate(1);
    given.extend(words.into_iter().map(OsString::from));
    given
}

/// Whether the program has the name of fastchess: then it is `match`, and only answers for its version besides.
/// The worker of OpenBench calls its runner `fastchess-ob`.
fn is_called_as_runner(given: &[OsString]) -> bool {
    let name = given.first().and_then(|program| Path::new(program).file_stem());
    let asks_about_program =
        given.get(1).is_some_and(|word| ["--version", "-V", "--help", "-h"].iter().any(|own| word == own));
    name.is_some_and(|name| name.to_string_lossy().starts_with("fastchess")) && !asks_about_program
}

fn serve() -> Result<ExitCode, String> {
    match protocol::serve(std::io::stdin(), std::io::stdout()) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(ServeError::NotStarted(problem)) => Err(problem),
        Err(ServeError::Unwritten(error)) => console::exit_unwritten(&error),
    }
}

/// Success, for a tool that reports failures only as errors.
fn done(result: Result<(), String>) -> Result<ExitCode, String> {
    result.map(|()| ExitCode::SUCCESS)
}

/// Prints names and summaries of all games.
fn list_variants() -> Result<ExitCode, String> {
    for [name, summary] in variants::summaries() {
        print(format_args!("{name:<20} {summary}"));
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_brought_into_form() {
        let rows: [(&[&str], &str); 7] = [
            (&["jailbird", "bench", "-x"], "jailbird bench -x"),
            (&["jailbird", "match", "-rounds", "5"], "jailbird match --rounds 5"),
            (&["/a/fastchess-ob", "-rounds", "5"], "/a/fastchess-ob match --rounds 5"),
            (&["fastchess-ob.exe", "-testEnv"], "fastchess-ob.exe match --testEnv"),
            (&["./fastchess-ob", "--version"], "./fastchess-ob --version"),
            (&["jailbird", "genfens 5 seed 1 book None ", "quit"], "jailbird genfens 5 seed 1 book None"),
            (&["jailbird"], "jailbird"),
        ];
        for (given, expected) in rows {
            let ready = arguments(given.iter().map(OsString::from));
            assert_eq!(ready.join(" ".as_ref()), *expected);
        }
    }
}
