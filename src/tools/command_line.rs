//! The list of commands, and which function runs each. Every tool's arguments are defined in the tool's own module.

use super::console::{self, print};
use super::{
    annotate, bench, check, datagen, genfens, learn, match_runner, opening_book, perft, pgn, play, puzzles,
    reference_pages, selfplay, solve, spsa, train, xboard_command,
};
#[cfg(feature = "board")]
use super::{board, export};
#[cfg(feature = "study")]
use super::{endings, study, tree};
use crate::game::Variant;
use crate::protocol::{self, ServeError};
use crate::{variant_files, variants};
use clap::{CommandFactory, Parser, Subcommand};
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
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
    /// Read games from a file in the language of `variants.ini`; may be given several times.
    // The option is taken out of the arguments before they are parsed, because names of games are looked up while they are.
    #[arg(long, global = true, value_name = "FILE", help_heading = "Games")]
    variants: Vec<PathBuf>,
    /// Read what is wrong in such files as other programs do, with a warning.
    #[arg(long, global = true, help_heading = "Games")]
    lenient: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Play a game in the terminal.
    Play(play::Arguments),
    /// Play and analyse in the browser: prints the address of a page that only this machine can reach.
    #[cfg(feature = "board")]
    Board(board::Arguments),
    /// Write the board as a page that needs no server: one file for a game, or a site with all games.
    #[cfg(feature = "board")]
    Export(export::Arguments),
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
    /// Show several studies side by side, as a page.
    #[cfg(feature = "study")]
    Gallery(study::gallery::Arguments),
    /// Look for a fairer start position of a game, by games from many of them.
    #[cfg(feature = "study")]
    Balance(Box<study::balance::Arguments>),
    /// Work out all endings with few men from the rules: what wins against what, how often, and in how many moves.
    #[cfg(feature = "study")]
    Endings(Box<endings::Arguments>),
    /// Grow the opening of a game as a tree of positions: chances of all moves, a page to walk on, a book.
    #[cfg(feature = "study")]
    Tree(Box<tree::Arguments>),
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
    /// Say what files of games mean, and what is wrong or odd in them.
    Check(check::Arguments),
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
    let games = match GameFiles::taken(std::env::args_os()) {
        Ok(games) => games,
        Err(problem) => {
            console::complain(problem);
            return ExitCode::from(USAGE);
        }
    };
    if let Err(problem) = games.load() {
        console::complain(problem);
        return ExitCode::FAILURE;
    }
    let done = match Arguments::try_parse_from(arguments(games.rest.into_iter())) {
        Ok(arguments) => execute(arguments.command),
        Err(answer) => return show(&answer),
    };
    done.unwrap_or_else(|problem| {
        console::complain(problem);
        ExitCode::FAILURE
    })
}

/// The exit status of a fault in the arguments, as clap has it.
const USAGE: u8 = 2;

/// The arguments that speak of files of games, and the others.
#[derive(Debug, Default, PartialEq)]
struct GameFiles {
    files: Vec<PathBuf>,
    lenient: bool,
    rest: Vec<OsString>,
}

impl GameFiles {
    /// Takes `--variants FILE`, `--variants=FILE` and `--lenient` out of the arguments.
    ///
    /// # Errors
    /// A file is missing.
    fn taken(given: impl Iterator<Item = OsString>) -> Result<GameFiles, String> {
        let mut taken = GameFiles::default();
        let mut given = given;
        while let Some(argument) = given.next() {
            let joined = argument.to_str().and_then(|text| text.strip_prefix("--variants="));
            if let Some(file) = joined {
                taken.files.push(file.into());
            } else if argument == "--variants" {
                taken.files.push(given.next().ok_or("--variants wants a file")?.into());
            } else if argument == "--lenient" {
                taken.lenient = true;
            } else {
                taken.rest.push(argument);
            }
        }
        Ok(taken)
    }

    /// Reads the files, and the user's own. Refused sections are told and stop nothing.
    ///
    /// # Errors
    /// A file cannot be read.
    fn load(&self) -> Result<(), String> {
        if self.lenient {
            variant_files::set_lenient();
        }
        let mut loadings = vec![variant_files::load_users_own()];
        for file in &self.files {
            variant_files::read(file)?;
            loadings.push(variant_files::load(file));
        }
        // `check` says all this itself.
        let checks = self.rest.get(1).is_some_and(|word| word == "check");
        for loading in loadings.into_iter().filter(|_| !checks) {
            loading.notes.into_iter().chain(loading.problems).for_each(console::note);
        }
        Ok(())
    }
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
        #[cfg(feature = "board")]
        Command::Export(arguments) => done(export::run(&arguments)),
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
        #[cfg(feature = "study")]
        Command::Balance(arguments) => study::balance::run(&arguments),
        #[cfg(feature = "study")]
        Command::Endings(arguments) => endings::run(&arguments),
        #[cfg(feature = "study")]
        Command::Gallery(arguments) => done(study::gallery::run(&arguments)),
        #[cfg(feature = "study")]
        Command::Tree(arguments) => tree::run(&arguments),
        Command::Datagen(arguments) => datagen::run(&arguments),
        Command::Spsa(arguments) => spsa::run(&arguments),
        Command::Train(arguments) => train::run(&arguments),
        Command::Learn(arguments) => learn::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Variants => list_variants(),
        Command::Check(arguments) => check::run(&arguments),
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

/// Prints names and summaries of all games, in groups.
fn list_variants() -> Result<ExitCode, String> {
    let (coded, loaded) = (variants::coded(), variants::loaded());
    let has = |list: &[&'static Variant], name: &str| list.iter().any(|variant| variant.name == name);
    let group = |name: &str| if has(&loaded, name) { 2 } else { usize::from(!has(&coded, name)) };
    let summaries = variants::summaries();
    for (number, title) in ["Games in code", "Well-known games", "Games from files"].into_iter().enumerate() {
        let rows: Vec<_> = summaries.iter().filter(|[name, _]| group(name) == number).collect();
        if !rows.is_empty() {
            let before = if number == 0 { "" } else { "\n" };
            print(format_args!("{before}{title}:"));
        }
        for [name, summary] in rows {
            print(format_args!("{}", format!("  {name:<20} {summary}").trim_end()));
        }
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_games_are_taken_out_of_the_arguments() {
        let taken = |line: &str| GameFiles::taken(line.split(' ').map(OsString::from));
        let rows = [
            ("jailbird --variants a.ini bench x", (vec!["a.ini"], false, "jailbird bench x")),
            ("jailbird perft 2 --variants=a.ini --lenient", (vec!["a.ini"], true, "jailbird perft 2")),
            ("jailbird --variants a.ini --variants b.ini", (vec!["a.ini", "b.ini"], false, "jailbird")),
        ];
        for (line, (files, lenient, rest)) in rows {
            let files = files.into_iter().map(PathBuf::from).collect();
            let rest = rest.split(' ').map(OsString::from).collect();
            assert_eq!(taken(line), Ok(GameFiles { files, lenient, rest }), "{line}");
        }
        assert!(taken("jailbird --variants").is_err());
    }

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
