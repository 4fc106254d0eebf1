//! `puzzles`: positions in which one move wins by force, from self-play or from recorded games.
//!
//! The games are numbered. Each gives one puzzle at most, and the game with a number depends on the seed only. The same command
//! therefore makes the same puzzles with any number of threads.
//!
//! ```text
//! proof     what a puzzle is, proved by searches
//! tables    the same by tables of endings
//! ```

mod proof;
mod tables;

use super::console::{GameName, check_for_two, progress_bar, thread_count};
use super::datagen::binary_format::{GenerationSettings, TrainingGame};
use super::datagen::{game_file, self_play};
use super::text_file::Output;
use super::{ctrl_c, epd, text_file, threads};
use crate::engine::searcher::Searcher;
use crate::game::{Game, Variant};
use crate::pgn::{self, LocatedGame};
use crate::variants::ini::library::RULES_OF_PUZZLES;
use proof::{Bounds, Puzzle};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use tables::Tables;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The game.
    #[arg(value_parser = GameName)]
    variant: &'static Variant,
    /// Number of puzzles.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Recorded games to take positions from: PGN, or files of `datagen` [default: the engine plays against itself].
    #[arg(long, value_name = "FILE", num_args = 1..)]
    from: Vec<PathBuf>,
    /// Least number of own moves to the win.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=20))]
    shortest: u32,
    /// Greatest number of own moves to the win.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=20))]
    longest: u32,
    /// Nodes per move of self-play.
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Nodes of the search that looks for a win in a position.
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    look: u64,
    /// Greatest number of nodes of a proof; positions that take more are left out.
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    proof: u64,
    /// Positions with up to so many men are decided by tables of endings, without bounds of nodes [default: 3 on boards of up to 64
    /// squares, else 0].
    #[arg(long, value_name = "MEN", value_parser = clap::value_parser!(u8).range(0..=4))]
    endings: Option<u8>,
    /// EPD files with positions that are not taken, for example test data.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    except: Vec<PathBuf>,
    /// Seed of self-play.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games worked on at the same time; the puzzles do not depend on it.
    #[arg(long, default_value_t = 1, value_parser = thread_count())]
    concurrency: u16,
    #[command(flatten)]
    output: Output,
}

/// The number of games that are worked on before the puzzles among them are counted: this many for each puzzle that is
/// wanted, but no more than [`LARGEST_BATCH`].
const GAMES_PER_PUZZLE: u64 = 4;
const LARGEST_BATCH: u64 = 32;
/// After this many games of self-play in a row without a new puzzle the search for more is given up.
const MAX_EMPTY_GAMES: u64 = 640;
/// The number of plies at the end of a game before which a win is looked for.
const LAST_PLIES: usize = 16;

/// Makes puzzles and writes them. After Ctrl-C, or if there are too few, those found so far are written.
pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let stop = ctrl_c::flag(|| {})?;
    let book = book(arguments, &stop)?;
    if book.puzzles > 0 {
        arguments.output.write(&book.text)?;
    }
    match book.puzzles < arguments.count as usize && !stop.load(Relaxed) {
        true => Err(format!("only {} of {} puzzles found", book.puzzles, arguments.count)),
        false => Ok(ctrl_c::exit_code(&stop)),
    }
}

/// A file of puzzles.
struct Book {
    /// A comment with the command that makes it, then one puzzle per line.
    text: String,
    /// The number of puzzles.
    puzzles: usize,
}

/// Makes puzzles until there are enough, or no more are found.
fn book(arguments: &Arguments, stop: &AtomicBool) -> Result<Book, String> {
    let Arguments { variant, count, shortest, longest, nodes, look, proof, seed, .. } = arguments;
    if shortest > longest {
        return Err(format!("--shortest {shortest} is greater than --longest {longest}"));
    }
    check_for_two(variant)?;
    arguments.output.check_folder()?;
    let mut puzzles = collect(arguments, stop)?;
    puzzles.sort_by_key(|puzzle| (puzzle.grade, puzzle.moves));
    let name = variant.name;
    let endings = arguments.endings.map_or_else(String::new, |men| format!("--endings {men} "));
    let source = match &arguments.from[..] {
        [] => format!("--nodes {nodes} --seed {seed}"),
        files => listed("--from", files),
    };
    let rules = variant.features.rules;
    let of_rules = if rules == 0 { String::new() } else { format!("{RULES_OF_PUZZLES}{rules:016x}\n") };
    let mut text = format!(
        "# jailbird puzzles {name} --count {count} --shortest {shortest} --longest {longest} --look {look} --proof {proof} {endings}{source}{}\n\
         {of_rules}# bm: the only move that wins in dm moves; pv: the winning line; c0: the grade, from 1 to {}\n",
        listed(" --except", &arguments.except),
        proof::HARDEST
    );
    for (index, Puzzle { fen, line, moves, grade, .. }) in puzzles.iter().enumerate() {
        let (first, number) = (&line[0], index + 1);
        let line = line.join(" ");
        text.push_str(&format!(
            "{fen} ;bm {first}; dm {moves}; id \"{name}.{number}\"; pv {line}; c0 \"grade {grade}\";\n"
        ));
    }
    Ok(Book { text, puzzles: puzzles.len() })
}

/// A flag with the names of its files; nothing without files.
fn listed(flag: &str, files: &[PathBuf]) -> String {
    let names = files.iter().map(|file| format!(" {}", file.display()));
    names.reduce(|all, name| all + &name).map_or_else(String::new, |names| flag.to_owned() + &names)
}

/// Collects puzzles until there are enough, no more are found, or `stop` is set.
fn collect(arguments: &Arguments, stop: &AtomicBool) -> Result<Vec<Puzzle>, String> {
    let wanted = arguments.count as usize;
    let mut known = excepted(arguments)?;
    let source = Source::open(arguments)?;
    let searchers: Vec<Searcher> =
        (0..arguments.concurrency).map(|_| Searcher::new(1, 16)).collect::<Result<_, _>>()?;
    let bounds =
        Bounds { moves: (arguments.shortest, arguments.longest), look: arguments.look, proof: arguments.proof };
    let tables = Tables::new(arguments.variant, arguments.endings, arguments.concurrency.into())?;
    let proved = |game: &dyn Game, searcher: &Searcher| {
        if stop.load(Relaxed) {
            return None;
        }
        let by_tables = tables.as_ref().and_then(|tables| tables.prove(game, bounds, stop));
        by_tables.unwrap_or_else(|| proof::prove(game, searcher, bounds))
    };
    let bar = progress_bar(wanted as u64, "{msg} {wide_bar} {pos}/{len} puzzles");
    let (name, done) = (arguments.variant.name, AtomicU64::new(0));
    bar.set_message(name);
    let work = |searcher: &Searcher, number| {
        let found = (!stop.load(Relaxed))
            .then(|| source.positions(number, searcher, stop).map(|found| best(&found, |game| proved(game, searcher))));
        bar.set_message(format!("{name}, {} games", done.fetch_add(1, Relaxed) + 1));
        found
    };
    let batch = LARGEST_BATCH.min(GAMES_PER_PUZZLE * u64::from(arguments.count));
    let (mut puzzles, mut first, mut empty_games) = (Vec::new(), 0, 0);
    while puzzles.len() < wanted && empty_games < MAX_EMPTY_GAMES && first < source.games() && !stop.load(Relaxed) {
        let before = puzzles.len();
        for found in threads::map_numbers(&searchers, first..(first + batch).min(source.games()), work)? {
            puzzles.extend(found?.filter(|puzzle| puzzles.len() < wanted && known.insert(puzzle.key)));
        }
        bar.set_position(puzzles.len() as u64);
        first += batch;
        empty_games = if puzzles.len() > before { 0 } else { empty_games + batch };
    }
    bar.finish_and_clear();
    Ok(puzzles)
}

/// The longest win among the positions of a game.
fn best(positions: &[Box<dyn Game>], prove: impl Fn(&dyn Game) -> Option<Puzzle>) -> Option<Puzzle> {
    let puzzles = positions.iter().filter_map(|game| prove(&**game));
    puzzles.max_by_key(|puzzle| puzzle.moves)
}

/// The keys of the positions that are not taken.
fn excepted(arguments: &Arguments) -> Result<HashSet<u64>, String> {
    let mut keys = HashSet::new();
    for file in &arguments.except {
        let text = text_file::read(file)?;
        for (number, row) in epd::rows(&text) {
            let (game, _) =
                epd::split(row, arguments.variant).map_err(|error| format!("{}:{number}: {error}", file.display()))?;
            keys.insert(game.key());
        }
    }
    Ok(keys)
}

/// Where games come from.
enum Source {
    SelfPlay(GenerationSettings),
    Recorded(Vec<Recorded>),
}

/// A recorded game.
struct Recorded {
    /// The name of its file.
    file: Arc<str>,
    moves: Moves,
}

/// The moves of a recorded game.
enum Moves {
    Training(&'static Variant, TrainingGame),
    Pgn(LocatedGame),
}

impl Source {
    fn open(arguments: &Arguments) -> Result<Source, String> {
        if arguments.from.is_empty() {
            return Ok(Source::SelfPlay(GenerationSettings {
                variant: arguments.variant,
                nodes: arguments.nodes,
                seed: arguments.seed,
                random_plies: 8,
                max_plies: 400,
                decided: 0,
                unbalanced: 0,
                network: 0,
            }));
        }
        let mut games = Vec::new();
        for file in &arguments.from {
            games.extend(read(file, arguments.variant)?);
        }
        Ok(Source::Recorded(games))
    }

    /// The number of games; there is no end to self-play.
    fn games(&self) -> u64 {
        match self {
            Source::SelfPlay(_) => u64::MAX,
            Source::Recorded(games) => games.len() as u64,
        }
    }

    /// The positions near the end of a game, without their histories.
    fn positions(&self, number: u64, searcher: &Searcher, stop: &AtomicBool) -> Result<Vec<Box<dyn Game>>, String> {
        match self {
            Source::SelfPlay(settings) => {
                let played =
                    self_play::play(settings, number, searcher, stop)?.filter(|played| played.winner.is_some());
                Ok(played.map(|played| before_last(played.game)).unwrap_or_default())
            }
            Source::Recorded(games) => last_positions(&games[number as usize]),
        }
    }
}

/// Reads a file of games. The error names it, and the line of a PGN.
fn read(file: &Path, variant: &'static Variant) -> Result<Vec<Recorded>, String> {
    let is_pgn = file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"));
    let name: Arc<str> = file.display().to_string().into();
    let recorded = |moves| Recorded { file: Arc::clone(&name), moves };
    if !is_pgn {
        let contents = game_file::load(file)?;
        let found = contents.settings.variant.name;
        if found != variant.name {
            return Err(format!("{name}: games of {found}, not of {}", variant.name));
        }
        return Ok(contents.games.into_iter().map(|game| recorded(Moves::Training(variant, game))).collect());
    }
    let mut games = Vec::new();
    let reading = pgn::read_located(&text_file::read(file)?);
    for located in reading.whole().map_err(|fault| fault.in_file(file))? {
        let game = located.record.game().map_err(|error| format!("{name}:{}: {error}", located.line))?;
        if game.variant().name == variant.name {
            games.push(recorded(Moves::Pgn(located)));
        }
    }
    Ok(games)
}

/// The positions of the last plies of a game; none if it is known to be a draw.
fn last_positions(Recorded { file, moves }: &Recorded) -> Result<Vec<Box<dyn Game>>, String> {
    let game = match moves {
        Moves::Training(_, game) if game.winner.is_none() => return Ok(Vec::new()),
        Moves::Training(variant, game) => game.replay(variant, |_, _| {}).map_err(|error| format!("{file}: {error}")),
        Moves::Pgn(located) => located.replay().map_err(|(line, what)| format!("{file}:{line}: {what}")),
    };
    game.map(before_last)
}

/// The positions before the last moves of a game, without their histories.
fn before_last(mut game: Box<dyn Game>) -> Vec<Box<dyn Game>> {
    let mut positions: Vec<Box<dyn Game>> =
        std::iter::from_fn(|| game.undo().then(|| game.begun_here())).take(LAST_PLIES).collect();
    positions.reverse();
    positions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::solve;
    use crate::tools::test_folder::TestFolder;
    use crate::variants;
    use rayon::prelude::*;

    fn arguments(variant: &'static Variant, concurrency: u16) -> Arguments {
        Arguments {
            variant,
            count: 1,
            from: Vec::new(),
            shortest: 1,
            longest: 2,
            nodes: 200,
            look: 1000,
            proof: 100_000,
            endings: None,
            except: Vec::new(),
            seed: 1,
            concurrency,
            output: Output::default(),
        }
    }

    fn made(arguments: &Arguments) -> Result<String, String> {
        book(arguments, &AtomicBool::new(false)).map(|book| book.text)
    }

    #[test]
    fn puzzles_of_every_game_can_be_read_by_solve() {
        variants::coded().into_par_iter().filter(|variant| variant.players() == 2).for_each(|variant| {
            let one = made(&arguments(variant, 1)).unwrap();
            let problems = solve::read(&one, variant).unwrap();
            assert!(matches!(&problems[..], [problem] if problem.best.len() == 1 && problem.mate.is_some()), "{one}");
        });
    }

    #[test]
    fn puzzles_do_not_depend_on_the_number_of_threads() {
        let of = |concurrency| {
            made(&Arguments { count: 5, ..arguments(variants::find("prisonbreak").unwrap(), concurrency) })
        };
        assert_eq!(of(1), of(3));
    }

    #[test]
    fn excepted_positions_are_not_taken() {
        let folder = TestFolder::new();
        let file = folder.file("first.epd");
        let chess = variants::find("chess").unwrap();
        let first = made(&arguments(chess, 2)).unwrap();
        text_file::write(&file, &first).unwrap();
        let except = vec![file];
        let second = made(&Arguments { except, ..arguments(chess, 2) }).unwrap();
        let positions = |text: &str| -> HashSet<u64> {
            epd::rows(text).map(|(_, row)| epd::split(row, chess).unwrap().0.key()).collect()
        };
        assert!(positions(&first).is_disjoint(&positions(&second)));
    }

    #[test]
    fn what_is_found_is_kept_if_it_is_too_little() {
        let folder = TestFolder::new();
        let file = folder.file("games.pgn");
        text_file::write(&file, "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n").unwrap();
        let chess = variants::find("chess").unwrap();
        let few = Arguments { from: vec![file], count: 5, ..arguments(chess, 1) };
        let book = book(&few, &AtomicBool::new(false)).unwrap();
        assert_eq!((book.puzzles, solve::read(&book.text, chess).unwrap().len()), (1, 1), "{}", book.text);
    }

    #[test]
    fn errors_name_the_file_and_the_line() {
        let folder = TestFolder::new();
        let file = folder.file("games.pgn");
        for (line, text) in [
            (5, "[Event \"?\"]\n\n1. e4 e5 *\n\n[Variant \"none\"]\n\n1. e4 *\n"),
            (4, "[Event \"?\"]\n\n1. e4 e5\n2. e5 *\n"),
        ] {
            text_file::write(&file, text).unwrap();
            let from = vec![file.clone()];
            let error = made(&Arguments { from, ..arguments(variants::find("chess").unwrap(), 1) }).unwrap_err();
            assert!(error.starts_with(&format!("{}:{line}: ", file.display())), "{error}");
        }
    }

    #[test]
    fn four_players_and_a_span_without_length_are_errors() {
        let dual = variants::find("penaltybox-dual").unwrap();
        assert!(made(&arguments(dual, 1)).unwrap_err().contains("more than two players"));
        let none = Arguments { shortest: 3, ..arguments(variants::default(), 1) };
        assert!(made(&none).unwrap_err().contains("--shortest 3"));
    }
}
