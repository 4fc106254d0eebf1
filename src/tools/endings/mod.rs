//! `endings`: tables of positions with few men, worked out from the rules of a game: what wins against what.
//!
//! ```text
//! page      the results as a page
//! ```

mod page;

use super::console::{GameName, game_from, print, progress_bar, thread_count};
use super::threads::pool;
use super::{ctrl_c, text_file};
use crate::endings::{Counts, Ending, EndingError, Endings, Material, Progress};
use crate::game::{Game, Variant};
use crate::memory;
use crate::position::{Notation, View};
use crate::types::zobrist::mix;
use crate::types::{Color, Outcome};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Memory for the moves of positions unless another number is given, in MB.
const MEMORY: u32 = 2048;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The game.
    #[arg(value_parser = GameName)]
    variant: &'static Variant,
    /// What stands on the board, as in KQvK [default: everything with so many men].
    #[arg(value_name = "MATERIAL")]
    materials: Vec<String>,
    /// Greatest number of men, kings included.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=Material::MOST as i64))]
    men: u8,
    /// Say how the game ends from this position, and after each of its moves.
    #[arg(long, conflicts_with_all = ["materials", "men"])]
    fen: Option<String>,
    /// Write a page with all results to this file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write all results as JSON to this file.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write random won positions to this file, as `solve` reads them: each with the number of moves to the win.
    #[arg(long, value_name = "FILE")]
    sample: Option<PathBuf>,
    /// Number of those positions.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Greatest number of moves to the win in those positions.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    longest: u16,
    /// Seed of those positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Memory for the moves of positions, in MB.
    #[arg(long, default_value_t = MEMORY, value_parser = clap::value_parser!(u32).range(1..))]
    memory: u32,
    /// Number of threads.
    #[arg(long, default_value_t = 1, value_parser = thread_count())]
    threads: u16,
}

/// The results of a material.
pub(super) struct Solved {
    pub name: String,
    positions: usize,
    pub counts: Counts,
    /// The line from the position with the longest win of White, and of Black.
    pub lines: [Option<Line>; 2],
}

/// A longest win.
pub(super) struct Line {
    winner: Color,
    pub moves: u16,
    fen: String,
    view: View,
    text: Vec<String>,
    /// How the game ends, as in `White mates`.
    end: String,
}

/// Solves what is asked for and prints it. After Ctrl-C nothing is printed.
///
/// # Errors
/// One line: there are no tables for the game or the material, memory is too small, or a file cannot be written.
pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let stop = ctrl_c::flag(|| {})?;
    run_until(arguments, &stop)?;
    Ok(ctrl_c::exit_code(&stop))
}

fn run_until(arguments: &Arguments, stop: &AtomicBool) -> Result<(), String> {
    for file in [&arguments.html, &arguments.json, &arguments.sample].into_iter().flatten() {
        text_file::check_folder(file)?;
    }
    match pool(arguments.threads.into())?.install(|| work(arguments, stop)) {
        Ok(()) | Err(EndingError::Stopped) => Ok(()),
        Err(EndingError::Refused(why)) => Err(why),
    }
}

fn work(arguments: &Arguments, stop: &AtomicBool) -> Result<(), EndingError> {
    let start = Instant::now();
    let mut endings = Endings::new(arguments.variant)?;
    let bar = progress_bar(0, "{spinner} {msg}");
    bar.enable_steady_tick(Duration::from_millis(200));
    let progress = Progress {
        stop,
        tell: &|text| bar.set_message(text.to_owned()),
        memory: (memory::checked(arguments.memory as usize).map_err(EndingError::Refused)? as u64) << 20,
    };
    if let Some(fen) = &arguments.fen {
        let game = game_from(arguments.variant, fen).map_err(|error| EndingError::Refused(error.to_string()))?;
        let moves = endings.solved_moves(&*game, &progress)?;
        bar.finish_and_clear();
        print(moves_of(&endings, &*game, moves)?);
        return Ok(());
    }
    let (materials, solved) = match arguments.materials.as_slice() {
        [] => solve_up_to(&mut endings, arguments.men.into(), &progress)?,
        texts => {
            let materials = texts.iter().map(|text| endings.read(text)).collect::<Result<Vec<_>, _>>()?;
            materials.iter().try_for_each(|material| endings.solve(material, &progress))?;
            let solved = materials.iter().filter_map(|material| result(&endings, material)).collect();
            (materials, solved)
        }
    };
    bar.finish_and_clear();
    print(report(arguments.variant, &solved, start.elapsed()));
    let write = || -> Result<(), String> {
        if let Some(file) = &arguments.html {
            text_file::write(file, &page::html(arguments.variant, &solved))?;
        }
        if let Some(file) = &arguments.json {
            text_file::write(file, &format!("{:#}\n", numbers(arguments.variant, &solved)))?;
        }
        arguments
            .sample
            .as_ref()
            .map_or(Ok(()), |file| text_file::write(file, &sample(&endings, &materials, arguments)))
    };
    write().map_err(EndingError::Refused)
}

/// Solves all materials of up to so many men. What no position has is left out.
///
/// # Errors
/// There is none, memory is too small, or it was stopped.
fn solve_up_to(
    endings: &mut Endings,
    men: usize,
    progress: &Progress<'_>,
) -> Result<(Vec<Material>, Vec<Solved>), EndingError> {
    let mut materials: Vec<Material> = Vec::new();
    for men in 1..=men {
        for material in endings.materials(men)? {
            match endings.solve(&material, progress) {
                Err(EndingError::Refused(_)) if endings.len_of(&material) == Some(0) => {}
                Err(error) => return Err(error),
                Ok(()) => materials.push(material),
            }
        }
    }
    if materials.is_empty() {
        let why = format!("{}: no position has {men} men or fewer", endings.variant().name);
        return Err(EndingError::Refused(why));
    }
    let solved = materials.iter().filter_map(|material| result(endings, material)).collect();
    Ok((materials, solved))
}

/// The results of all materials of up to so many men, for a report.
///
/// # Errors
/// One line; none of it is solved if `stop` is set.
pub(super) fn results(
    variant: &'static Variant,
    men: usize,
    threads: usize,
    stop: &AtomicBool,
) -> Result<Vec<Solved>, String> {
    let memory = (memory::checked(MEMORY as usize)? as u64) << 20;
    let progress = Progress { stop, tell: &|_| {}, memory };
    let solve = || Endings::new(variant).and_then(|mut endings| solve_up_to(&mut endings, men, &progress));
    match pool(threads)?.install(solve) {
        Ok((_, solved)) => Ok(solved),
        Err(EndingError::Stopped) => Ok(Vec::new()),
        Err(EndingError::Refused(why)) => Err(why),
    }
}

fn result(endings: &Endings, material: &Material) -> Option<Solved> {
    let counts = endings.counts(material)?;
    let line = |winner: Color| {
        let (plies, fen) = counts.longest[winner.index()].clone()?;
        let game = endings.variant().game(&fen).ok()?;
        let line = endings.line(&*game);
        let text = game.write_line(&line, Notation::San);
        let mut last = game.boxed_clone();
        for &bits in &line {
            last.play_bits(bits);
        }
        let end = last.outcome().map(Outcome::comment).unwrap_or_default();
        Some(Line { winner, moves: plies.div_ceil(2), fen, view: game.view(), text, end })
    };
    let lines = Color::ALL.map(line);
    Some(Solved { name: endings.name(material), positions: endings.len_of(material)?, counts, lines })
}

/// How a position ends, and how it does after each of its moves, the best first.
///
/// # Errors
/// It is not worked out.
fn moves_of(endings: &Endings, game: &dyn Game, moves: Option<Vec<(u64, Ending)>>) -> Result<String, EndingError> {
    let us = game.turn().color;
    let Some(mut moves) = moves else {
        return Err(EndingError::Refused(format!(
            "{}: no placement of these men leads to what is in hand or has happened",
            game.fen()
        )));
    };
    moves.sort_by_key(|(_, ending)| match *ending {
        Ending::Win(winner, plies) if winner == us => (0, i32::from(plies)),
        Ending::Draw => (1, 0),
        Ending::Win(_, plies) => (2, -i32::from(plies)),
    });
    let best = moves.first().map(|(_, ending)| one_more(*ending)).or_else(|| endings.look_up(game));
    let mut lines = vec![best.map_or("not known".into(), words)];
    for (bits, ending) in moves {
        let name = game.write(bits, Notation::San).unwrap_or_default();
        lines.push(format!("{name:<8} {}", words(one_more(ending))));
    }
    Ok(lines.join("\n"))
}

/// The end as it is seen a ply earlier.
fn one_more(ending: Ending) -> Ending {
    match ending {
        Ending::Win(winner, plies) => Ending::Win(winner, plies + 1),
        Ending::Draw => Ending::Draw,
    }
}

/// A result in words: `White wins in 3`, moves of the winner, the first of them counted from the position.
fn words(ending: Ending) -> String {
    match ending {
        Ending::Draw => "draw".into(),
        Ending::Win(winner, 0) => format!("{} has won", winner.name()),
        // After an odd number of plies to a win of the other side its own last move has lost.
        Ending::Win(winner, plies) => format!("{} wins in {}", winner.name(), plies.div_ceil(2)),
    }
}

/// All results as text.
fn report(variant: &Variant, solved: &[Solved], time: Duration) -> String {
    let positions: usize = solved.iter().map(|solved| solved.positions).sum();
    let width = solved.iter().map(|solved| solved.name.len()).max().unwrap_or(0).max(8);
    let mut text = format!(
        "{}: {} materials, {positions} positions, {:.1} s\n\n{:width$}  White to move             Black to move\n\
         {:width$}    White    drawn    Black    White    drawn    Black   longest wins\n",
        variant.title,
        solved.len(),
        time.as_secs_f64(),
        "",
        "won by"
    );
    for solved in solved {
        let shares: String =
            shares(&solved.counts).iter().flatten().map(|share| format!("{:>9}", percent(*share))).collect();
        text += &format!("{:<width$}{shares}   {}\n", solved.name, longest(solved));
    }
    let idle = never_won(solved);
    if !idle.is_empty() {
        text += &format!("\nNever won: {}\n", idle.join(", "));
    }
    for solved in solved {
        for line in solved.lines.iter().flatten() {
            text += &format!(
                "\n{}: {} in {}\n{}\n{}\n",
                solved.name,
                line.winner.name(),
                line.moves,
                line.fen,
                line.text.join(" ")
            );
        }
    }
    text.trim_end().to_owned()
}

/// The longest wins in words: `White 10, Black 3`.
fn longest(solved: &Solved) -> String {
    let words = solved.lines.iter().flatten().map(|line| format!("{} {}", line.winner.name(), line.moves));
    words.collect::<Vec<_>>().join(", ")
}

/// Materials of which no position is won.
fn never_won(solved: &[Solved]) -> Vec<&str> {
    let is_drawn = |solved: &&Solved| solved.counts.results.iter().all(|[white, _, black]| white + black == 0);
    solved.iter().filter(is_drawn).map(|solved| solved.name.as_str()).collect()
}

/// The shares of the results, by the army to move.
pub(super) fn shares(counts: &Counts) -> [[f64; 3]; 2] {
    counts.results.map(|row| {
        let all = row.iter().sum::<u64>().max(1) as f64;
        row.map(|count| count as f64 / all)
    })
}

/// A share in percent, `–` for nothing; what is not quite all is not shown as all.
fn percent(share: f64) -> String {
    match share {
        0.0 => "–".into(),
        1.0 => "100 %".into(),
        _ => format!("{:.2} %", (100.0 * share).clamp(0.01, 99.99)),
    }
}

fn numbers(variant: &Variant, solved: &[Solved]) -> Value {
    let row = |solved: &Solved| {
        let of = |turn: usize| {
            let [white, drawn, black] = solved.counts.results[turn];
            json!({"white": white, "drawn": drawn, "black": black})
        };
        let line = |line: &Line| json!({"winner": line.winner.name(), "moves": line.moves, "fen": line.fen, "line": line.text});
        json!({
            "material": solved.name, "positions": solved.positions,
            "white_to_move": of(0), "black_to_move": of(1),
            "longest": solved.lines.iter().flatten().map(line).collect::<Vec<_>>(),
        })
    };
    json!({"game": variant.name, "version": env!("CARGO_PKG_VERSION"), "materials": solved.iter().map(row).collect::<Vec<_>>()})
}

/// Random positions that the side to move wins in few moves, a line each.
fn sample(endings: &Endings, materials: &[Material], arguments: &Arguments) -> String {
    let mut drawn = 0;
    let mut below = |count: usize| {
        drawn += 1;
        (mix(mix(arguments.seed) ^ drawn) % count as u64) as usize
    };
    let counts: Vec<(&Material, usize)> = materials
        .iter()
        .filter_map(|material| Some((material, endings.len_of(material)?)))
        .filter(|row| row.1 > 0)
        .collect();
    let mut rows = Vec::new();
    if counts.is_empty() {
        return String::new();
    }
    for _ in 0..1000 * u64::from(arguments.count) {
        if rows.len() == arguments.count as usize {
            break;
        }
        let (material, count) = counts[below(counts.len())];
        let Some((fen, Ending::Win(winner, plies))) = endings.position(material, below(count)) else { continue };
        let is_to_move = endings.variant().game(&fen).is_ok_and(|game| game.turn().color == winner);
        let moves = plies.div_ceil(2);
        if is_to_move && (1..=arguments.longest).contains(&moves) {
            rows.push(format!("{fen} ;dm {moves};\n"));
        }
    }
    rows.concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::console::parsed;
    use crate::tools::test_folder::TestFolder;
    use crate::{tools::solve, variants};

    fn arguments(words: &str) -> Arguments {
        parsed(words.split(' ').map(str::to_owned)).unwrap()
    }

    fn solved(game: &str, materials: &[&str]) -> (Endings, Vec<Material>, Vec<Solved>) {
        let mut endings = Endings::new(variants::find(game).unwrap()).ok().unwrap();
        let materials: Vec<Material> = materials.iter().map(|text| endings.read(text).unwrap()).collect();
        let stop = AtomicBool::new(false);
        for material in &materials {
            endings.solve(material, &Progress { stop: &stop, tell: &|_| {}, memory: 1 << 30 }).unwrap();
        }
        let solved = materials.iter().filter_map(|material| result(&endings, material)).collect();
        (endings, materials, solved)
    }

    #[test]
    fn results_are_told_in_words_numbers_and_as_a_page() {
        let (_, _, solved) = solved("gardner", &["KRvK", "KNvK"]);
        let variant = variants::find("gardner").unwrap();
        let text = report(variant, &solved, Duration::from_secs(1));
        assert!(text.contains("\nKRvK        100 %        –        –"), "{text}");
        assert!(text.contains("Never won: KNvK\n") && text.contains("\nKRvK: White in "), "{text}");
        let numbers = numbers(variant, &solved);
        assert_eq!(numbers["materials"][1]["white_to_move"]["white"], 0);
        let longest = &numbers["materials"][0]["longest"][0];
        let moves = longest["moves"].as_u64().unwrap() as usize;
        assert_eq!(longest["line"].as_array().unwrap().len(), 2 * moves - 1);
        let page = page::html(variant, &solved);
        assert!(page.contains("<th scope=\"row\">KRvK</th>") && !page.contains("<script"));
        // White's longest win with the rook has a board; of the knight's there is none.
        assert_eq!(page.matches("<svg class=\"board\"").count(), 1);
        assert!(page.contains("<p>1. ") && page.contains(". White mates.</p>"), "{page}");
    }

    #[test]
    fn a_position_is_told_with_its_moves() {
        let (endings, ..) = solved("chess", &["KQvK"]);
        let game = endings.variant().game("k7/8/1K6/8/8/8/8/6Q1 w - - 0 1").unwrap();
        let text = moves_of(&endings, &*game, endings.after_each(&*game)).unwrap();
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("White wins in 1"));
        assert!(lines.next().unwrap().ends_with("White wins in 1"));
        assert_eq!(text.lines().count(), 1 + game.legal_bits().len());
        assert!(text.ends_with("\nKc7      draw"), "{text}");
    }

    #[test]
    fn sampled_positions_are_problems_that_the_search_solves() {
        let (endings, materials, _) = solved("losalamos", &["KQvK"]);
        let text = sample(&endings, &materials, &arguments("losalamos --count 20 --longest 3"));
        let problems = solve::read(&text, endings.variant()).unwrap();
        assert_eq!(problems.len(), 20);
        for problem in problems {
            let (mate, plies) = (problem.mate.unwrap(), endings.look_up(&*problem.game).unwrap());
            assert!((1..=3).contains(&mate));
            assert!(matches!(plies, Ending::Win(_, plies) if i32::from(plies.div_ceil(2)) == mate));
        }
    }

    #[test]
    fn what_cannot_be_solved_is_one_sentence() {
        let folder = TestFolder::new();
        let error = |words: &str| run_until(&arguments(words), &AtomicBool::new(false)).err().unwrap_or_default();
        assert_eq!(error("penaltybox-dual"), "Dual Penalty Box Chess: tables of endings are for two players");
        assert!(error("chess KQK").starts_with("`KQK`: the men of White, `v`, and those of Black are wanted"));
        assert!(error("chess KRvK --memory 1").contains("need more than 1 MB of memory"));
        let nowhere = folder.file("none/x.html");
        assert!(error(&format!("chess KRvK --html {}", nowhere.display())).ends_with("no such folder"));
    }
}
