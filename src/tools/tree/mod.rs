//! `tree`: the opening of a game as a tree of positions, grown where play is likely to go.
//!
//! ```text
//! grow        the positions, and how the tree grows
//! picture     the tree as a picture
//! page        the tree as a page to walk on
//! polyglot    a book of chess in Polyglot's format
//! ```

mod grow;
mod page;
mod picture;
mod polyglot;

pub(super) use grow::{PLAYABLE, Settings, Tree};
pub(super) use picture::{READING, svg};

use super::console::{GameName, check_for_two, game_from, print, progress_bar, rounded, thread_count};
use super::page::NAME;
use super::{ctrl_c, text_file};
use crate::engine::searcher::Searcher;
use crate::game::{Game, Variant};
use crate::position::Notation;
use grow::{Branch, Node};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The game.
    #[arg(value_parser = GameName)]
    variant: &'static Variant,
    /// The FEN of a start position, instead of the usual one.
    #[arg(long)]
    fen: Option<String>,
    /// Number of positions of which all moves are searched.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    positions: u32,
    /// Nodes of the search behind a move.
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The best lines after the playable first moves are followed for so many plies at least; the book has the positions after so many.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u16).range(1..=200))]
    plies: u16,
    /// Write a page to walk on the tree to this file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the tree as JSON to this file.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write a book of balanced positions to this file, for matches: those after `--plies` plies, the most played first.
    #[arg(long, value_name = "FILE")]
    epd: Option<PathBuf>,
    /// Write a book of moves in Polyglot's format to this file; only for chess.
    #[arg(long, value_name = "FILE")]
    polyglot: Option<PathBuf>,
    /// Searches at the same time, one thread each; the tree does not depend on it.
    #[arg(long, default_value_t = 1, value_parser = thread_count())]
    concurrency: u16,
}

/// The hash table of a search, in MB.
const HASH_MIB: usize = 4;
/// Positions of the book are those in which White expects so much.
const BALANCED: std::ops::RangeInclusive<f64> = 0.4..=0.6;
/// The number of plies of a line in the printed report.
const LINE: usize = 10;

/// Grows a tree and prints or writes it. After Ctrl-C that is done with what has grown.
///
/// # Errors
/// One line: the position is not legal or has no moves, a file cannot be written, or memory or threads cannot be had.
pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let stop = ctrl_c::flag(|| {})?;
    run_until(arguments, &stop)?;
    Ok(ctrl_c::exit_code(&stop))
}

fn run_until(arguments: &Arguments, stop: &AtomicBool) -> Result<(), String> {
    let Arguments { variant, html, json, epd, polyglot, .. } = arguments;
    for file in [html, json, epd, polyglot].into_iter().flatten() {
        text_file::check_folder(file)?;
    }
    check_for_two(variant)?;
    if polyglot.is_some() && variant.name != polyglot::GAME {
        return Err(format!("Polyglot’s format is for chess; {} has other moves", variant.name));
    }
    let start = match &arguments.fen {
        Some(fen) => game_from(variant, fen).map_err(|error| error.to_string())?,
        None => variant.new_game(),
    };
    if let Some(end) = start.outcome() {
        return Err(format!("the game is over in this position: {end}"));
    }
    if polyglot.is_some() && !polyglot::has_usual_rights(&*start) {
        return Err("Polyglot’s format knows castling from the squares of orthodox chess only".into());
    }
    let time = Instant::now();
    let tree = grown(arguments, &*start, stop)?;
    let seconds = time.elapsed().as_secs_f64();
    if tree.looked_at == 0 {
        return Ok(());
    }
    let write = |file: &Option<PathBuf>, text: &dyn Fn() -> Vec<u8>| {
        file.as_ref().map_or(Ok(()), |file| text_file::write_bytes(file, &text()))
    };
    write(html, &|| page::html(&tree, variant, &arguments.made(&tree)).into_bytes())?;
    write(json, &|| format!("{}\n", arguments.numbers(&tree)).into_bytes())?;
    write(epd, &|| arguments.book(&tree).into_bytes())?;
    write(polyglot, &|| polyglot::book(&tree))?;
    print(report(&tree, variant, seconds));
    Ok(())
}

fn grown(arguments: &Arguments, start: &dyn Game, stop: &AtomicBool) -> Result<Tree, String> {
    let searchers = (0..arguments.concurrency).map(|_| Searcher::new(1, HASH_MIB)).collect::<Result<Vec<_>, _>>()?;
    let settings =
        Settings { positions: arguments.positions as usize, nodes: arguments.nodes, plies: arguments.plies.into() };
    let bar = progress_bar(arguments.positions.into(), "{msg} {wide_bar} {pos}/{len} positions, {eta} left");
    bar.set_message(arguments.variant.name);
    let tree = Tree::grown(start, &settings, &searchers, stop, |done| bar.set_position(done as u64))?;
    bar.finish_and_clear();
    Ok(tree)
}

impl Arguments {
    /// How the tree was made.
    fn made(&self, tree: &Tree) -> String {
        let start = self.fen.as_ref().map(|fen| format!(" from {fen}")).unwrap_or_default();
        format!(
            "{} positions{start}, the moves of each searched with up to {} nodes by {NAME} {}; {} moves lead to a position that another order of moves had reached before.",
            tree.looked_at,
            self.nodes,
            env!("CARGO_PKG_VERSION"),
            tree.joined
        )
    }

    /// The book: a comment with the command that makes it, then one FEN a line.
    fn book(&self, tree: &Tree) -> String {
        let plies = usize::from(self.plies);
        let is_wanted =
            |node: &&Node| node.ply == plies && node.end.is_none() && BALANCED.contains(&node.chances.expected());
        let mut nodes: Vec<&Node> = tree.nodes.iter().filter(is_wanted).collect();
        nodes.sort_by(|a, b| b.share.total_cmp(&a.share));
        let start = self.fen.as_ref().map(|fen| format!(" --fen '{fen}'")).unwrap_or_default();
        let head = format!(
            "# jailbird tree {}{start} --positions {} --nodes {} --plies {plies}\n",
            self.variant.name, tree.looked_at, self.nodes
        );
        nodes.iter().fold(head, |book, node| book + &node.game.fen() + "\n")
    }

    fn numbers(&self, tree: &Tree) -> Value {
        let sizes = tree.sizes();
        let branch = |branch: &Branch| {
            json!({
                "move": branch.name, "expected": rounded(branch.chances.expected()), "share": rounded(branch.share), "to": branch.to,
            })
        };
        let node = |(number, node): (usize, &Node)| {
            let [win, draw, loss] = node.chances.0.map(rounded);
            json!({
                "number": number, "ply": node.ply, "fen": node.game.fen(), "line": node.game.played_as(Notation::San),
                "expected": rounded(node.chances.expected()), "win": win, "draw": draw, "loss": loss,
                "share": rounded(node.share), "positions": sizes[number], "end": node.end.map(|end| end.to_string()),
                "moves": node.moves.iter().map(branch).collect::<Vec<_>>(),
            })
        };
        json!({
            "game": self.variant.name, "version": env!("CARGO_PKG_VERSION"), "nodes": self.nodes, "looked_at": tree.looked_at,
            "joined": tree.joined, "variety": tree.variety().into_iter().map(rounded).collect::<Vec<_>>(),
            "positions": tree.nodes.iter().enumerate().map(node).collect::<Vec<_>>(),
        })
    }
}

/// A share in percent; what is not nothing is not shown as nothing.
fn percent(share: f64) -> String {
    match share {
        share if share > 0.0 && share < 0.0005 => "< 0.1 %".into(),
        _ => format!("{:.1} %", 100.0 * share),
    }
}

/// The first moves with their lines, and how the openings vary.
fn report(tree: &Tree, variant: &Variant, seconds: f64) -> String {
    let (root, sizes) = (&tree.nodes[0], tree.sizes());
    let deepest = tree.nodes.iter().filter(|node| !node.moves.is_empty()).map(|node| node.ply).max().unwrap_or(0);
    let mut text = format!(
        "{}: {} positions, {} moves lead to one that was known, deepest ply {deepest}, {seconds:.1} s\n\n\
         White expects   played  positions  line\n",
        variant.title, tree.looked_at, tree.joined
    );
    for branch in &root.moves {
        let Some(to) = branch.to else { continue };
        let line = tree.line(&tree.nodes[to]);
        let line: Vec<&str> =
            std::iter::once(branch).chain(line).take(LINE).map(|branch| branch.name.as_str()).collect();
        let expected = percent(branch.chances.expected());
        text += &format!("{expected:>13} {:>8} {:>10}  {}\n", percent(branch.share), sizes[to], line.join(" "));
    }
    let playable = tree.within(root, PLAYABLE).filter(|branch| branch.to.is_some()).count();
    let variety = tree.variety().iter().map(|count| format!("{count:.1}")).collect::<Vec<_>>().join(", ");
    text + &format!(
        "\nPlayable first moves, at most 5 points of a hundred below the best: {playable}\n\
         Variety, the number of equally frequent positions after 1, 2, … plies, at least: {variety}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::console::parsed;
    use crate::tools::test_folder::TestFolder;
    use crate::variants;
    use rayon::prelude::*;
    use std::collections::HashSet;

    fn arguments(words: &[&str]) -> Arguments {
        parsed(words.iter().map(|word| (*word).to_owned())).unwrap()
    }

    fn run(words: &[&str]) -> Result<(), String> {
        run_until(&arguments(words), &AtomicBool::new(false))
    }

    fn tree(game: &str, positions: usize, concurrency: usize) -> Tree {
        let searchers: Vec<Searcher> = (0..concurrency).map(|_| Searcher::new(1, 1).unwrap()).collect();
        let settings = Settings { positions, nodes: 40, plies: 3 };
        let start = variants::find(game).unwrap().new_game();
        Tree::grown(&*start, &settings, &searchers, &AtomicBool::new(false), |_| {}).unwrap()
    }

    #[test]
    fn scores_and_shares_fit_together() {
        variants::coded().into_par_iter().filter(|variant| variant.players() == 2).for_each(|variant| {
            let tree = tree(variant.name, 12, 1);
            assert!(tree.looked_at == 12 && tree.nodes[0].share == 1.0, "{}", variant.name);
            for node in &tree.nodes {
                let known = node.moves.iter().filter_map(|branch| Some((branch, &tree.nodes[branch.to?])));
                for (branch, behind) in known.clone() {
                    let mut game = node.game.boxed_clone();
                    assert!(
                        game.play_bits(branch.bits) && game.key() == behind.game.key(),
                        "{}: {}",
                        variant.name,
                        branch.name
                    );
                    assert_eq!((behind.ply, behind.chances), (node.ply + 1, branch.chances));
                }
                assert!((node.chances.0.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{}", variant.name);
                if !node.moves.is_empty() {
                    let shares: f64 = known.clone().map(|(branch, _)| branch.share).sum();
                    let mean: f64 = known.map(|(branch, behind)| branch.share * behind.chances.expected()).sum();
                    assert!(
                        (shares - 1.0).abs() < 1e-9 && (mean - node.chances.expected()).abs() < 1e-9,
                        "{}",
                        variant.name
                    );
                }
            }
            let all: f64 = tree.nodes.iter().filter(|node| node.ply == 1).map(|node| node.share).sum();
            assert!((all - 1.0).abs() < 1e-9 && tree.sizes()[0] == 12 && tree.variety()[0] >= 1.0);
            let longest = tree.nodes.iter().filter(|node| !node.moves.is_empty()).map(|node| node.ply).max();
            assert!(longest >= Some(1), "{}", variant.name);
        });
    }

    #[test]
    fn threads_make_no_difference() {
        let [one, three] = [1, 3].map(|threads| arguments(&["chess"]).numbers(&tree("chess", 20, threads)).to_string());
        assert_eq!(one, three);
        assert_ne!(one, arguments(&["chess"]).numbers(&tree("chess", 21, 1)).to_string());
    }

    #[test]
    fn ways_that_meet_are_joined() {
        let tree = tree("chess", 150, 2);
        assert!(tree.joined > 0);
        let places: HashSet<(usize, u64)> = tree.nodes.iter().map(|node| (node.ply, node.game.key())).collect();
        assert_eq!(places.len(), tree.nodes.len());
    }

    #[test]
    fn a_forced_win_is_seen_and_ends_the_line() {
        let folder = TestFolder::new();
        let file = folder.file("mate.json");
        run(&[
            "chess",
            "--fen",
            "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
            "--positions",
            "3",
            "--nodes",
            "500",
            "--json",
            file.to_str().unwrap(),
        ])
        .unwrap();
        let value: Value = serde_json::from_str(&folder.text("mate.json")).unwrap();
        let best = &value["positions"][0]["moves"][0];
        assert_eq!((&best["move"], best["expected"].as_f64()), (&"Ra8#".into(), Some(1.0)));
        assert_eq!(value["positions"][best["to"].as_u64().unwrap() as usize]["end"], "1-0 {White mates}");
    }

    #[test]
    fn every_link_of_the_page_leads_to_a_place() {
        for game in ["prisonbreak", "penaltybox", "zigzagmadness", "minishogi"] {
            let tree = tree(game, 10, 1);
            let page = page::html(&tree, variants::find(game).unwrap(), "made");
            let linked: Vec<&str> = page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()).collect();
            assert!(linked.len() > 10, "{game}");
            for place in linked {
                assert_eq!(page.matches(&format!(" id=\"{place}\"")).count(), 1, "{game}: {place}");
            }
            assert_eq!(page.matches("<section class=\"place\"").count(), 10, "{game}");
            let start = page.rfind("<section class=\"place\"").unwrap();
            assert!(page[start..].starts_with("<section class=\"place\" id=\"p0\""), "{game}");
        }
    }

    #[test]
    fn a_book_has_balanced_positions_of_one_ply() {
        let folder = TestFolder::new();
        let file = folder.file("book.epd");
        let of =
            |positions: &'static str| ["chess", "--positions", positions, "--nodes", "40", "--plies", "2", "--epd"];
        run(&[&of("30")[..], &[file.to_str().unwrap()]].concat()).unwrap();
        let text = folder.text("book.epd");
        assert!(text.starts_with("# jailbird tree chess --positions 30 --nodes 40 --plies 2\n"));
        let rows: Vec<&str> = text.lines().skip(1).collect();
        let games: HashSet<u64> =
            rows.iter().map(|fen| variants::find("chess").unwrap().game(fen).unwrap().key()).collect();
        assert!(games.len() == rows.len() && rows.len() > 5, "{text}");
        assert!(rows.iter().all(|fen| fen.contains(" w ") && fen.ends_with(" 2")), "{text}");
    }

    #[test]
    fn what_has_no_tree_is_named() {
        let mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
        assert_eq!(run(&["chess", "--fen", mated]), Err("the game is over in this position: 1-0 {White mates}".into()));
        let error = run(&["prisonbreak", "--polyglot", "book.bin"]).unwrap_err();
        assert!(error.starts_with("Polyglot’s format is for chess"), "{error}");
        assert!(run(&["penaltybox-dual"]).unwrap_err().contains("more than two players"));
        let shuffled = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
        let error = run(&["chess", "--fen", shuffled, "--polyglot", "book.bin"]).unwrap_err();
        assert!(error.contains("castling"), "{error}");
        assert!(run(&["chess", "--fen", "8/8"]).is_err() && run(&["chess", "--html", "no/such/folder"]).is_err());
    }

    #[test]
    fn a_polyglot_book_has_the_moves_of_its_positions() {
        let tree = tree("chess", 30, 1);
        let bytes = polyglot::book(&tree);
        let keys: Vec<u64> = bytes.chunks(16).map(|entry| u64::from_be_bytes(entry[..8].try_into().unwrap())).collect();
        assert!(bytes.len().is_multiple_of(16) && keys.is_sorted() && keys.len() > 60);
        let start = keys.iter().filter(|key| **key == 0x463b_9618_1691_fc9c).count();
        let played = tree.nodes[0].moves.iter().filter(|branch| branch.share > 1e-4).count();
        assert!(start == played && played > 3, "{start} {played}");
        let moves: HashSet<&[u8]> = bytes.chunks(16).map(|entry| &entry[..10]).collect();
        assert_eq!(moves.len(), keys.len(), "a move twice");
    }

    #[test]
    fn castling_is_written_as_king_takes_rook() {
        let folder = TestFolder::new();
        let file = folder.file("book.bin");
        let fen = "4k3/8/8/8/8/8/PPP2PPP/4K2R w K - 0 1";
        run(&["chess", "--fen", fen, "--positions", "1", "--nodes", "300", "--polyglot", file.to_str().unwrap()])
            .unwrap();
        // From e1 (file 4, rank 0) to h1 (file 7, rank 0).
        let castles = |entry: &[u8]| u16::from_be_bytes([entry[8], entry[9]]) == 7 | 4 << 6;
        assert!(folder.bytes("book.bin").chunks(16).any(castles));
    }

    #[test]
    fn a_stopped_tree_is_that_which_had_grown() {
        let start = variants::default().new_game();
        let settings = Settings { positions: 100, nodes: 40, plies: 3 };
        let stop = AtomicBool::new(false);
        let searchers = [Searcher::new(1, 1).unwrap()];
        let halt = |_| stop.store(true, std::sync::atomic::Ordering::Relaxed);
        let stopped = Tree::grown(&*start, &settings, &searchers, &stop, halt).unwrap();
        let first = stopped.looked_at;
        assert!((1..100).contains(&first));
        let whole = tree("chess", first, 1);
        assert_eq!(arguments(&["chess"]).numbers(&stopped), arguments(&["chess"]).numbers(&whole));
    }
}
