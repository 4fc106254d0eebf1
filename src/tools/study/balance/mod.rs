//! `balance`: tries many start positions of a game, and proposes the fairest ones.
//!
//! All candidates play a few games; the half whose results are nearest to even plays on, with twice the games in all, until few are
//! left (successive halving). The best ones are confirmed by games with another seed.
//!
//! ```text
//! setups    the start positions that are tried
//! ```

mod setups;

use super::parallel;
use super::play::{self, Players};
use super::recorded::white_points;
use super::settings::{Series, Settings};
use super::statistics::{self, Number};
use crate::board_text;
use crate::game::Variant;
use crate::tools::console::{GameName, check_for_two, print, progress_bar, thread_count};
use crate::tools::{ctrl_c, text_file};
use crate::{variant_files, variants};
use serde_json::{Value, json};
use setups::{Candidate, Change};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Halving ends with at most this many candidates, which are confirmed.
const LAST: usize = 6;
/// So many are proposed.
const PROPOSED: usize = 3;
/// What a fair start may score.
const FAIR: std::ops::RangeInclusive<f64> = 0.45..=0.55;

#[derive(Clone, clap::Args)]
pub(crate) struct Arguments {
    /// The game.
    #[arg(value_parser = GameName)]
    variant: &'static Variant,
    /// What is changed.
    #[arg(long, value_enum, value_delimiter = ',', default_value = "shuffle,pawns,odds,opening")]
    change: Vec<Change>,
    /// Other values of a key of the game's file, each tried as a game of its own; may be given several times.
    #[arg(long, value_name = "KEY=VALUE,VALUE…", value_parser = Rule::read)]
    rule: Vec<Rule>,
    /// Number of start positions that are tried, the usual one included.
    #[arg(long, default_value_t = 96, value_parser = clap::value_parser!(u16).range(2..=1000))]
    candidates: u16,
    /// Number of games of each in the first round.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(2..=10_000))]
    games: u64,
    /// Number of games with another seed that confirm each of the last ones.
    #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    confirm: u64,
    /// Nodes per move; the games are dealt out among them.
    #[arg(long, value_delimiter = ',', default_value = "100,400,1600", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: Vec<u64>,
    /// Seed of the shuffles and of the games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A game of this many plies is given up as unfinished, and counts as a draw.
    #[arg(long, default_value_t = 600, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    max_plies: u16,
    /// Write the numbers of all candidates as JSON to this file, too.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Games played at the same time, one thread each; the result does not depend on it.
    #[arg(long, default_value_t = 1, value_parser = thread_count())]
    concurrency: u16,
}

/// A rule of a game from a file, and values to be tried.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Rule {
    key: String,
    values: Vec<String>,
}

impl Rule {
    fn read(text: &str) -> Result<Rule, String> {
        let (key, values) = text.split_once('=').ok_or("a rule is written as KEY=VALUE,VALUE…")?;
        let values: Vec<String> = values.split(',').map(|value| value.trim().to_owned()).collect();
        let is_line = |text: &str| !text.is_empty() && !text.contains(['\n', '\r']);
        match is_line(key.trim())
            && !key.trim().starts_with(['[', '#', ';'])
            && values.iter().all(|value| is_line(value))
        {
            true => Ok(Rule { key: key.trim().to_owned(), values }),
            false => Err("a key or a value is empty or not one of a file of games".into()),
        }
    }
}

/// Games that differ in one rule, with what differs.
///
/// # Errors
/// A line that says what is wrong with a key or a value, or the game is in code.
fn ruled(variant: &Variant, rules: &[Rule]) -> Result<Vec<(String, &'static Variant)>, String> {
    let changes = rules.iter().flat_map(|rule| rule.values.iter().map(move |value| (&rule.key, value)));
    if !rules.is_empty() && variants::coded().iter().any(|coded| coded.name == variant.name) {
        return Err(format!("--rule: {} is a game in code; only games from files have keys", variant.name));
    }
    let game = |(number, (key, value)): (usize, (&String, &String))| {
        let name = format!("{}-rule{}", variant.name, number + 1);
        let text = format!("[{name}:{}]\n{key} = {value}\n", variant.name);
        let loading = variant_files::load_derived(variant, "--rule", &text);
        let refused = |why: &str| format!("{key} = {value}: {why}");
        let faults = [loading.problems, loading.notes].concat();
        let game =
            loading.games.first().copied().filter(|_| faults.is_empty()).ok_or_else(|| refused(&faults.join("; ")))?;
        if game.features.rules == variant.features.rules && game.start == variant.start {
            return Err(refused("that is the game as it is"));
        }
        if game.new_game().outcome().is_some() {
            return Err(refused("the game is over at its start"));
        }
        Ok((format!("{key} = {value}"), game))
    };
    changes.enumerate().map(game).collect()
}

/// The plies that are drawn among good moves, in every game.
const VARIED_PLIES: usize = 8;

/// A candidate with White's points so far.
struct Tried {
    candidate: Candidate,
    settings: Settings,
    /// By game of the search.
    points: Vec<f64>,
    /// By game of the confirmation.
    confirmed: Vec<f64>,
}

/// Searches, and prints the proposals. After Ctrl-C nothing is proposed.
///
/// # Errors
/// One line: the game has no two players, a file cannot be written, or memory or threads cannot be had.
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let stop = ctrl_c::flag(|| {})?;
    if let Some(found) = search(arguments, &stop)? {
        print(report(arguments, &found));
        if let Some(file) = &arguments.json {
            text_file::write(file, &format!("{:#}\n", numbers(arguments, &found)))?;
        }
    }
    Ok(ctrl_c::exit_code(&stop))
}

/// All candidates: those that were confirmed, the fairest first, then the others. `None` if `stop` is set.
fn search(arguments: &Arguments, stop: &AtomicBool) -> Result<Option<Vec<Tried>>, String> {
    let variant = arguments.variant;
    check_for_two(variant)?;
    arguments.json.as_ref().map_or(Ok(()), |file| text_file::check_folder(file))?;
    let ruled = ruled(variant, &arguments.rule)?;
    if ruled.len() >= arguments.candidates.into() {
        return Err(format!(
            "{} rules and the usual start are more than {} candidates",
            ruled.len(),
            arguments.candidates
        ));
    }
    let found = setups::candidates(variant, &ruled, &arguments.change, arguments.candidates.into(), arguments.seed);
    if found.len() < 2 {
        return Err(format!("{}: no other start can be made by these changes", variant.name));
    }
    let settings = |candidate: &Candidate| Settings {
        variant: candidate.start.variant(),
        fen: Some(candidate.start.fen()),
        nodes: arguments.nodes.clone(),
        seed: arguments.seed,
        varied_plies: VARIED_PLIES,
        max_plies: arguments.max_plies.into(),
    };
    let tried =
        |candidate| Tried { settings: settings(&candidate), candidate, points: Vec::new(), confirmed: Vec::new() };
    let mut left: Vec<Tried> = found.into_iter().map(tried).collect();
    let (mut dropped, mut games, levels) = (Vec::new(), arguments.games, arguments.nodes.len());
    loop {
        if !play_up_to(arguments, &mut left, games, false, stop)? {
            return Ok(None);
        }
        left.sort_by(|a, b| mean_unfairness(&a.points, levels).total_cmp(&mean_unfairness(&b.points, levels)));
        if left.len() <= LAST {
            break;
        }
        let kept = left.len().div_ceil(2).max(LAST);
        dropped.splice(0..0, left.drain(kept..));
        games *= 2;
    }
    // The usual start is confirmed, too: the others are held against it.
    if let Some(usual) = dropped.iter().position(|tried| tried.candidate.is_usual) {
        left.push(dropped.remove(usual));
    }
    for tried in &mut left {
        tried.settings.seed = arguments.seed.wrapping_add(1);
    }
    if !play_up_to(arguments, &mut left, arguments.confirm, true, stop)? {
        return Ok(None);
    }
    left.sort_by(|a, b| worst(&a.confirmed, levels).total_cmp(&worst(&b.confirmed, levels)));
    left.extend(dropped);
    Ok(Some(left))
}

/// Plays games until every candidate has so many; whether it came to the end.
fn play_up_to(
    arguments: &Arguments,
    left: &mut [Tried],
    games: u64,
    is_confirming: bool,
    stop: &AtomicBool,
) -> Result<bool, String> {
    let first = |tried: &Tried| if is_confirming { tried.confirmed.len() } else { tried.points.len() } as u64;
    let tasks: Vec<(usize, u64)> = left
        .iter()
        .enumerate()
        .flat_map(|(place, tried)| (first(tried)..games).map(move |number| (place, number)))
        .collect();
    let bar = progress_bar(tasks.len() as u64, "{msg} {wide_bar} {pos}/{len} games, {eta} left");
    bar.set_message(format!("{} starts", left.len()));
    let players = (0..usize::from(arguments.concurrency).min(tasks.len())).map(|_| Players::new(arguments.variant));
    let settings: Vec<Settings> = left.iter().map(|tried| tried.settings.clone()).collect();
    let work = |players: &Players, &(place, number): &(usize, u64), is_over: &AtomicBool| {
        let is_stopped = || stop.load(Relaxed) || is_over.load(Relaxed);
        let played = play::play(&settings[place], (Series::Start, number), players, is_stopped).transpose()?;
        Some(played.map(|(recorded, _)| (place, white_points(&recorded.result).unwrap_or(0.5))))
    };
    parallel::in_order(players.collect::<Result<Vec<_>, _>>()?, &tasks, work, |(place, points)| {
        let tried = &mut left[place];
        if is_confirming {
            tried.confirmed.push(points)
        } else {
            tried.points.push(points)
        }
        bar.inc(1);
        Ok(())
    })?;
    bar.finish_and_clear();
    Ok(!stop.load(Relaxed))
}

/// How far from even some results are.
fn unfairness(points: &[f64]) -> f64 {
    (points.iter().sum::<f64>() / points.len().max(1) as f64 - 0.5).abs()
}

/// How far from even the results are where they are farthest, of several strengths by turns.
fn worst(points: &[f64], levels: usize) -> f64 {
    (0..levels).map(|level| unfairness(&at_level(points, level, levels))).fold(0.0, f64::max)
}

/// How far from even the results are at all strengths, as the root of the mean square: White's luck at one must not make up for
/// Black's at another, and with few games the worst alone would be chance.
fn mean_unfairness(points: &[f64], levels: usize) -> f64 {
    let squares = (0..levels).map(|level| unfairness(&at_level(points, level, levels)).powi(2));
    (squares.sum::<f64>() / levels as f64).sqrt()
}

/// The results of the games of one strength.
fn at_level(points: &[f64], level: usize, levels: usize) -> Vec<f64> {
    points.iter().copied().skip(level).step_by(levels).collect()
}

/// The proposals in words and numbers.
fn report(arguments: &Arguments, found: &[Tried]) -> String {
    let is_usual = |tried: &&Tried| tried.candidate.is_usual;
    let confirmed = || found.iter().filter(|tried| !tried.confirmed.is_empty());
    let mut text = format!(
        "{}: {} starts tried, {} games; the last ones confirmed by {} games each with another seed\n",
        arguments.variant.title,
        found.len(),
        found.iter().map(|tried| tried.points.len() + tried.confirmed.len()).sum::<usize>(),
        arguments.confirm
    );
    for tried in confirmed().filter(is_usual) {
        text += &format!("\nThe usual start: {}\n", shares(arguments, tried));
    }
    for (place, tried) in confirmed().filter(|tried| !is_usual(tried)).take(PROPOSED).enumerate() {
        let candidate = &tried.candidate;
        let how = match candidate.is_ruled(arguments.variant) {
            true => format!("[another-{name}:{name}]\n{}", candidate.name, name = arguments.variant.name),
            false => candidate.start.fen(),
        };
        text += &format!("\n{}. {}: {}\n{how}\n", place + 1, candidate.name, shares(arguments, tried));
        text += &format!("{}\n", board_text::plain(&tried.candidate.start.view()));
    }
    text.trim_end().to_owned()
}

/// White's points at each strength, and whether that is fair.
fn shares(arguments: &Arguments, tried: &Tried) -> String {
    let levels = arguments.nodes.len();
    let numbers: Vec<Option<Number>> =
        (0..levels).map(|level| statistics::score(&at_level(&tried.confirmed, level, levels))).collect();
    let words = arguments.nodes.iter().zip(&numbers).filter_map(|(nodes, number)| {
        let number = (*number)?;
        let (low, high) = number.interval.unwrap_or((number.value, number.value));
        Some(format!("{:.1} % ({:.1} to {:.1}) at {nodes} nodes", 100.0 * number.value, 100.0 * low, 100.0 * high))
    });
    let is_fair = numbers.iter().flatten().all(|number| FAIR.contains(&number.value));
    let verdict = if is_fair { "fair: 45 to 55 % everywhere" } else { "not fair everywhere: more than 45 to 55 %" };
    format!("White scores {}; {verdict}", words.collect::<Vec<_>>().join(", "))
}

/// The numbers of all candidates.
fn numbers(arguments: &Arguments, found: &[Tried]) -> Value {
    let levels = arguments.nodes.len();
    let number = |points: &[f64]| {
        statistics::score(points).map(|number| {
            let (low, high) = number.interval.unzip();
            json!({"value": number.value, "low": low, "high": high, "n": number.games})
        })
    };
    let row = |tried: &Tried| {
        let confirmed = arguments
            .nodes
            .iter()
            .enumerate()
            .map(|(level, nodes)| (nodes.to_string(), json!(number(&at_level(&tried.confirmed, level, levels)))));
        json!({
            "name": tried.candidate.name, "fen": tried.candidate.start.fen(),
            "rule": tried.candidate.is_ruled(arguments.variant).then_some(&tried.candidate.name),
            "search": number(&tried.points),
            "confirmed": confirmed.collect::<serde_json::Map<_, _>>(),
        })
    };
    json!({"game": arguments.variant.name, "version": env!("CARGO_PKG_VERSION"), "starts": found.iter().map(row).collect::<Vec<_>>()})
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::test_folder::TestFolder;
    use crate::variants;
    use clap::ValueEnum;

    fn arguments(game: &str) -> Arguments {
        Arguments {
            variant: variants::find(game).unwrap(),
            change: Change::value_variants().to_vec(),
            rule: Vec::new(),
            candidates: 14,
            games: 3,
            confirm: 6,
            nodes: vec![10, 20],
            seed: 1,
            max_plies: 40,
            json: None,
            concurrency: 1,
        }
    }

    fn found(arguments: &Arguments) -> Vec<Tried> {
        search(arguments, &AtomicBool::new(false)).unwrap().unwrap()
    }

    #[test]
    fn fewer_candidates_play_more_games() {
        let arguments = arguments("prisonbreak");
        let found = found(&arguments);
        let games: Vec<usize> = found.iter().map(|tried| tried.points.len()).collect();
        let count = |games_of: usize| games.iter().filter(|&&games| games == games_of).count();
        // 14, then 7, then 6, each round with twice as many games as the one before.
        assert_eq!((found.len(), count(3), count(6), count(12)), (14, 7, 1, 6), "{games:?}");
        let confirmed: Vec<&Tried> = found.iter().filter(|tried| !tried.confirmed.is_empty()).collect();
        assert!(confirmed.iter().all(|tried| tried.confirmed.len() == 6) && (6..=7).contains(&confirmed.len()));
        assert!(confirmed.windows(2).all(|pair| worst(&pair[0].confirmed, 2) <= worst(&pair[1].confirmed, 2)));
        let text = report(&arguments, &found);
        assert_eq!(text.matches("White scores").count(), 4, "{text}");
        assert!(text.contains("The usual start: ") && text.contains("\n3. "), "{text}");
        let numbers = numbers(&arguments, &found);
        assert_eq!(numbers["starts"].as_array().map(Vec::len), Some(14));
    }

    #[test]
    fn threads_make_no_difference_and_interruptions_propose_nothing() {
        let one = arguments("jesonmor");
        let two = Arguments { concurrency: 2, ..one.clone() };
        assert_eq!(report(&one, &found(&one)), report(&two, &found(&two)));
        assert!(search(&one, &AtomicBool::new(true)).unwrap().is_none());
    }

    #[test]
    fn what_cannot_be_balanced_is_named() {
        let folder = TestFolder::new();
        let error = |arguments: &Arguments| search(arguments, &AtomicBool::new(false)).err().unwrap_or_default();
        assert!(error(&arguments("penaltybox-dual")).contains("more than two players"));
        // A knight before every other piece: no pawns.
        let pawnless = Arguments { change: vec![Change::Pawns], ..arguments("jesonmor") };
        assert_eq!(error(&pawnless), "jesonmor: no other start can be made by these changes");
        let nowhere = Arguments { json: Some(folder.file("none/x.json")), ..arguments("chess") };
        assert!(error(&nowhere).ends_with("no such folder"));
    }

    #[test]
    fn rules_of_files_are_changed() {
        let rule = |text: &str| Rule::read(text).unwrap();
        let rules = vec![rule("checkCounting=false"), rule("nMoveRule=10, 20")];
        let arguments = Arguments { change: vec![Change::Pawns], rule: rules, ..arguments("3check") };
        let found = found(&arguments);
        let mut names: Vec<&str> = found.iter().map(|tried| tried.candidate.name.as_str()).collect();
        names.sort_unstable();
        assert_eq!(
            names,
            [
                "all pawns one rank ahead",
                "checkCounting = false",
                "nMoveRule = 10",
                "nMoveRule = 20",
                "the usual start"
            ]
        );
        let fen_of =
            |name: &str| found.iter().find(|tried| tried.candidate.name == name).unwrap().candidate.start.fen();
        assert!(fen_of("the usual start").contains("3+3") && !fen_of("checkCounting = false").contains("3+3"));
        assert!(report(&arguments, &found).contains("The usual start: "));
    }

    #[test]
    fn wrong_rules_are_named() {
        let error = |game: &str, rule: &str| {
            let arguments = Arguments { rule: vec![Rule::read(rule).unwrap()], ..arguments(game) };
            search(&arguments, &AtomicBool::new(false)).err().unwrap_or_default()
        };
        assert!(error("prisonbreak", "castling=false").contains("is a game in code"));
        let unknown = error("3check", "nMovesRule=3");
        assert!(unknown.starts_with("nMovesRule = 3: ") && unknown.contains("nMoveRule"), "{unknown}");
        assert_eq!(error("3check", "checkCounting=true"), "checkCounting = true: that is the game as it is");
        let stalemate = error("kingofthehill", "startFen=7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
        assert!(stalemate.ends_with("the game is over at its start"), "{stalemate}");
        assert!(error("3check", "pieceValueMg=p:100").starts_with("pieceValueMg = p:100: "));
        let many =
            Arguments { candidates: 2, rule: vec![Rule::read("nMoveRule=10,20").unwrap()], ..arguments("3check") };
        assert!(search(&many, &AtomicBool::new(false)).err().unwrap_or_default().contains("more than 2 candidates"));
        for text in ["castling", "castling=", "=1", "[a=1"] {
            assert!(Rule::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn results_are_dealt_out_by_strength() {
        let points = [1.0, 0.0, 1.0, 0.5, 1.0];
        assert_eq!(at_level(&points, 0, 2), [1.0, 1.0, 1.0]);
        assert_eq!(at_level(&points, 1, 2), [0.0, 0.5]);
        assert_eq!((unfairness(&points[..2]), worst(&points, 2)), (0.0, 0.5));
        // Even in all, but neither at the first strength nor at the second.
        assert_eq!((unfairness(&[1.0, 0.0]), mean_unfairness(&[1.0, 0.0], 2)), (0.0, 0.5));
    }
}
