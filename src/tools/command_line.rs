//! Arguments and what they start.

use super::console::{GameName, print};
use super::{
    datagen, interrupt, match_runner, openings, packaging, perft_suite, pgn, play, reference_pages, selfplay, solve,
    tune, xboard_command,
};
use crate::engine::bench;
use crate::engine::searcher::Searcher;
use crate::game::Game;
use crate::game::Variant;
use crate::perft;
use crate::position::Notation;
use crate::search::strength::any_seed;
use crate::search::{Event, StopSignal, Strength};
use crate::variants::{self, VARIANTS};
use clap::{Args, CommandFactory, Parser, Subcommand};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

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
    Play(Play),
    /// Count move sequences.
    Perft(Perft),
    /// Search the bench positions; the last line is `N nodes M nps`.
    Bench(Bench),
    /// Let the engine play itself and print lengths and results.
    Selfplay(SelfPlay),
    /// Let engines play each other, this one or others, in any of the games.
    Match(Box<match_runner::arguments::Match>),
    /// Work with records of games.
    #[command(subcommand)]
    Pgn(Pgn),
    /// Make a book of balanced start positions, a FEN a line.
    Openings(openings::Arguments),
    /// Let the engine play itself at a fixed number of nodes and record scores and results, for `tune`.
    Datagen(datagen::Arguments),
    /// Fit the weights of a game's evaluation to games by `datagen`.
    Tune(tune::Arguments),
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
    /// Print what documentation and packages are made of.
    #[command(hide = true, subcommand)]
    Reference(Page),
}

#[derive(Subcommand)]
enum Pgn {
    /// Replay games by the rules of their `Variant` tag (default: chess) and check results and PlyCount.
    Check(pgn::check::Arguments),
}

/// Texts that are made from the engine's lists.
#[derive(Subcommand)]
enum Page {
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
    /// A script by which a shell completes arguments.
    Completions {
        /// Which shell.
        shell: clap_complete::Shell,
    },
    /// The file by which XBoard finds the installed engine.
    Plugin,
}

/// The command line as clap knows it.
pub fn command() -> clap::Command {
    Arguments::command()
}

fn after_help() -> String {
    format!("Games: {}", variants::names())
}

#[derive(Args)]
struct Play {
    /// The game.
    #[arg(value_parser = GameName, default_value = "prisonbreak")]
    variant: &'static Variant,
    /// The side you play [default: white at a terminal, none without].
    #[arg(long, value_enum)]
    side: Option<play::Side>,
    /// Strength from 0 (hardly looks ahead) to 20 (the full one).
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u8).range(0..=20))]
    level: u8,
    /// Milliseconds the engine thinks about a move.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: Option<u64>,
    /// Begin from this position.
    #[arg(long)]
    fen: Option<String>,
}

#[derive(Args)]
struct Perft {
    /// The game [default: chess].
    #[arg(long, value_parser = GameName)]
    variant: Option<&'static Variant>,
    /// Count from this position instead of the start.
    #[arg(long)]
    fen: Option<String>,
    /// Print the count behind every move.
    #[arg(long)]
    divide: bool,
    /// Threads.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// Megabytes of a table of counts; 0: none.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=65536))]
    hash: u32,
    /// Check files of EPD rows (`FEN ;D1 20 ;D2 400`) instead; the game is the file's name (`perft-NAME.epd`,
    /// `NAME.epd`) unless --variant is given.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    suite: Vec<PathBuf>,
    /// With --suite: leave out counts greater than this.
    #[arg(long, default_value_t = u64::MAX, hide_default_value = true)]
    max_nodes: u64,
    /// Depth.
    #[arg(required_unless_present = "suite", value_parser = clap::value_parser!(u32).range(0..=100))]
    depth: Option<u32>,
}

#[derive(Args)]
struct Bench {
    /// Only this game.
    #[arg(value_parser = GameName)]
    variant: Option<&'static Variant>,
    /// Depth, instead of each game's own.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// Threads; only with 1 the node count is always the same.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// Count moves, too, and print each speed's share of that of the first game (bench/speed.txt).
    #[arg(long)]
    ratios: bool,
}

#[derive(Args)]
struct SelfPlay {
    /// The game.
    #[arg(value_parser = GameName, default_value = "prisonbreak")]
    variant: &'static Variant,
    /// How many games.
    #[arg(long, default_value_t = 10)]
    games: u32,
    /// Milliseconds a move.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    movetime: u64,
    /// Games at the same time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    concurrency: u16,
    /// Random moves at the start of each game.
    #[arg(long, default_value_t = 6)]
    random_plies: u32,
    /// Seed of the random moves.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A game is given up as unfinished after this many plies.
    #[arg(long, default_value_t = 1000)]
    max_plies: u32,
    /// Print the moves of every game.
    #[arg(long)]
    moves: bool,
}

/// Does what the arguments say.
///
/// # Errors
/// One line for people.
pub fn run() -> Result<ExitCode, String> {
    let arguments = Arguments::parse_from(arguments());
    match arguments.command {
        None | Some(Command::Uci) => crate::protocol::serve(std::io::stdin(), std::io::stdout())?,
        Some(Command::Play(args)) => run_play(args)?,
        Some(Command::Perft(args)) if !args.suite.is_empty() => return run_suites(&args),
        Some(Command::Perft(args)) => run_perft(&args)?,
        Some(Command::Bench(args)) => run_bench(&args)?,
        Some(Command::Selfplay(args)) => return run_selfplay(&args),
        Some(Command::Match(args)) => return run_match(*args),
        Some(Command::Pgn(Pgn::Check(args))) => return Ok(exit_code(pgn::check::run(&args)? == 0)),
        Some(Command::Openings(args)) => openings::run(&args)?,
        Some(Command::Datagen(args)) => return run_datagen(&args),
        Some(Command::Tune(args)) => return run_tune(&args),
        Some(Command::Solve(args)) => return Ok(exit_code(solve::run(&args)? == 0)),
        Some(Command::Variants) => list_variants(),
        Some(Command::Xboard(args)) => print(xboard_command::run(&args)?),
        Some(Command::Reference(page)) => print_page(page)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The program's arguments, made ready for the parser.
fn arguments() -> Vec<OsString> {
    let mut given = std::env::args_os();
    let mut arguments: Vec<OsString> = given.by_ref().take(2).collect();
    if arguments.get(1).is_some_and(|command| command == "match") {
        let words = given.map(|argument| argument.to_string_lossy().into_owned());
        arguments.extend(match_runner::words::normalise(words).into_iter().map(OsString::from));
    } else {
        arguments.extend(given);
    }
    arguments
}

fn exit_code(is_good: bool) -> ExitCode {
    if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn print_page(page: Page) -> Result<(), String> {
    let text = match page {
        Page::Options => reference_pages::options(),
        Page::Variants => reference_pages::variants(),
        Page::Man { into: Some(directory) } => return packaging::write_manuals(command(), &directory),
        Page::Man { into: None } => packaging::manual(command()).map_err(|error| error.to_string())?,
        Page::Completions { shell } => packaging::completions(command(), shell),
        Page::Plugin => packaging::plugin(),
    };
    print(text.trim_end());
    Ok(())
}

fn list_variants() {
    for variant in VARIANTS {
        print(format_args!("{:<20} {}", variant.name, variant.summary));
    }
}

fn run_play(args: Play) -> Result<(), String> {
    let fen = args.fen.as_deref().unwrap_or(args.variant.start);
    let game = args.variant.game(fen).map_err(|error| error.to_string())?;
    let strength = Strength::of_level(args.level.into(), any_seed());
    play::run(game, args.side, args.movetime.map(Duration::from_millis), strength)
}

fn position(args: &Perft) -> Result<Box<dyn Game>, String> {
    let variant = args.variant.unwrap_or(&VARIANTS[0]);
    let fen = args.fen.as_deref().unwrap_or(variant.start);
    variant.game(fen).map_err(|error| error.to_string())
}

fn count_table(args: &Perft) -> Result<Option<perft::CountTable>, String> {
    (args.hash > 0).then(|| perft::CountTable::new(args.hash as usize)).transpose()
}

fn run_perft(args: &Perft) -> Result<(), String> {
    let game = position(args)?;
    let searcher = Searcher::new(args.threads.into(), 1)?;
    let depth = args.depth.unwrap_or(1);
    let stop = Arc::new(StopSignal::new());
    let job = game.count(depth, Notation::Standard, count_table(args)?, stop);
    let begun = Instant::now();
    let mut total = 0;
    job(searcher.pool(), &mut |event| match event {
        Event::Counted(text, nodes) if args.divide => print(format_args!("{text}: {nodes}")),
        Event::Total(nodes) => total = nodes,
        _ => {}
    });
    let seconds = begun.elapsed().as_secs_f64();
    print(format_args!("{}Nodes searched: {total}", if args.divide { "\n" } else { "" }));
    print(format_args!("{seconds:.3} s, {:.0} nodes/s", total as f64 / seconds.max(1e-9)));
    Ok(())
}

fn run_suites(args: &Perft) -> Result<ExitCode, String> {
    let options = perft_suite::Options {
        variant: args.variant,
        threads: args.threads.into(),
        max_nodes: args.max_nodes,
        depth: args.depth,
    };
    let mut failures = 0;
    for file in &args.suite {
        failures += perft_suite::run(file, &options)?;
    }
    Ok(exit_code(failures == 0))
}

fn run_bench(args: &Bench) -> Result<(), String> {
    let bench = bench::Bench {
        depth: args.depth,
        variant: args.variant.map(|variant| variant.name),
        threads: Some(args.threads.into()),
        ratios: args.ratios,
    };
    let stop = Arc::new(StopSignal::new());
    bench::run(&bench, &stop, &mut |line| print(line))
}

fn run_match(args: match_runner::arguments::Match) -> Result<ExitCode, String> {
    let summary = args.run()?;
    print(&summary);
    Ok(if summary.is_interrupted { ExitCode::from(match_runner::INTERRUPTED) } else { ExitCode::SUCCESS })
}

fn run_datagen(args: &datagen::Arguments) -> Result<ExitCode, String> {
    let stop = interrupt::flag()?;
    print(datagen::run(args, &stop)?);
    Ok(interrupt::exit_code(&stop))
}

fn run_tune(args: &tune::Arguments) -> Result<ExitCode, String> {
    let stop = interrupt::flag()?;
    tune::run(args, &stop)?;
    Ok(interrupt::exit_code(&stop))
}

fn run_selfplay(args: &SelfPlay) -> Result<ExitCode, String> {
    let plan = selfplay::Plan {
        variant: args.variant,
        games: args.games,
        movetime: Duration::from_millis(args.movetime),
        concurrency: args.concurrency.into(),
        random_plies: args.random_plies,
        seed: args.seed,
        max_plies: args.max_plies,
        print_moves: args.moves,
    };
    let summary = selfplay::run(&plan)?;
    print(&summary);
    Ok(exit_code(summary.is_clean()))
}
