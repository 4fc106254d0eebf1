//! The first moves, and the replies to them.

use super::Study;
use super::facts::Facts;
use super::report::{Chart, Column, Part, Picture, Row, Section, Table, Unit};
use super::statistics::{self, Number};
use crate::engine::searcher::Searcher;
use crate::game::Game;
use crate::position::Notation;
use crate::search::Limits;
use crate::tools::threads;
use crate::tools::tree::{self, Tree};
use std::collections::BTreeMap;

/// The number of first moves whose replies are shown, and of replies to each.
const MOST_SHOWN: usize = 6;

/// White's expected points after each legal move of a start position, each searched alone from an empty table with so many nodes.
pub(super) fn evaluate(game: &dyn Game, nodes: u64, searchers: &[Searcher]) -> Result<BTreeMap<String, f64>, String> {
    let moves: Vec<_> = game.legal_bits().into_iter().zip(game.legal_moves(Notation::Standard)).collect();
    let (model, turn) = (game.variant().network().chances(), game.turn());
    let expect = |searcher: &Searcher, number: u64| {
        let (bits, text) = &moves[number as usize];
        searcher.forget();
        let limits = Limits { nodes: Some(nodes), only: vec![*bits], ..Limits::default() };
        let score = searcher.search(game, limits, |_| {}).report?.score;
        let own = model.expected(score.into());
        Some((text.clone(), turn.color.choose(own, 1.0 - own)))
    };
    Ok(threads::map_numbers(searchers, 0..moves.len() as u64, expect)?.into_iter().collect())
}

/// Games by a move at a ply: how often, and White's points.
struct Branch<'a> {
    text: &'a str,
    games: Vec<&'a Facts>,
}

impl Branch<'_> {
    /// The share of `all` games, and White's points.
    fn cells(&self, all: usize) -> Vec<Option<Number>> {
        let points: Vec<f64> = self.games.iter().filter_map(|game| game.points).collect();
        vec![statistics::share(self.games.len(), all), statistics::score(&points)]
    }
}

/// The branches at a ply, the most frequent first.
fn branches<'a>(games: &[&'a Facts], ply: usize) -> Vec<Branch<'a>> {
    let mut found: BTreeMap<&str, Vec<&Facts>> = BTreeMap::new();
    for &game in games {
        if let Some(ply) = game.plies.get(ply) {
            found.entry(&ply.text).or_default().push(game);
        }
    }
    let mut branches: Vec<Branch<'a>> = found.into_iter().map(|(text, games)| Branch { text, games }).collect();
    branches.sort_by_key(|branch| std::cmp::Reverse(branch.games.len()));
    branches
}

pub(super) fn section(study: &Study) -> Section {
    let games: Vec<&Facts> = study.main().into_iter().filter(|game| game.is_from_start).collect();
    let columns =
        || vec![Column::new("share", "played", Unit::Percent), Column::new("score", "White’s points", Unit::Percent)];
    let found = branches(&games, 0);
    let expected = |text: &str| study.first_moves.get(text).map(|&points| Number::exact(points, 0));
    let row = |branch: &Branch<'_>| {
        let mut cells = branch.cells(games.len());
        cells.push(expected(branch.text));
        Row::new(branch.text, branch.text, cells)
    };
    let mut rows: Vec<Row> = found.iter().map(row).collect();
    let is_new = |text: &&String| found.iter().all(|branch| branch.text != text.as_str());
    let unplayed = study.first_moves.keys().filter(is_new);
    rows.extend(unplayed.map(|text| Row::new(text, text, vec![None, None, expected(text)])));
    let mut with_evaluation = columns();
    with_evaluation.push(Column::new("expectation", "White’s expectation", Unit::Percent));
    let first = Table {
        key: "first".into(),
        title: "First moves".into(),
        rows_are: "move".into(),
        columns: with_evaluation,
        rows,
        chart: Chart::None,
        reading: "Points are those of the games that begin so. The expectation is that of one longer search for each move; it has \
                  no error of chance, and no games."
            .into(),
    };
    let replies = |branch: &Branch<'_>| -> Vec<Row> {
        let replies = branches(&branch.games, 1);
        let row = |reply: &Branch<'_>| {
            let line = format!("{} {}", branch.text, reply.text);
            Row::new(line.clone(), line, reply.cells(games.len()))
        };
        replies.iter().take(MOST_SHOWN).map(row).collect()
    };
    let second = Table {
        key: "replies".into(),
        title: "Replies to the most frequent first moves".into(),
        rows_are: "moves".into(),
        columns: columns(),
        rows: found.iter().take(MOST_SHOWN).flat_map(replies).collect(),
        chart: Chart::None,
        reading: "Shares are those of all games.".into(),
    };
    let section = Section::new("openings", "First moves").text(
        "Frequencies say what the engine likes among nearly equal moves: in the first plies each good move is drawn, and better ones more \
         often.",
    );
    let mut section = section.table(first).table(second);
    if let Some(opening) = &study.opening {
        section = section.table(variety(opening));
        section.parts.push(Part::Picture(picture(opening)));
    }
    section
}

/// How much openings vary, ply by ply, in the tree that the search grows.
fn variety(tree: &Tree) -> Table {
    let row = |(place, count): (usize, f64)| {
        let ply = (place + 1).to_string();
        Row::new(ply.clone(), ply, vec![Some(Number::exact(count, 0))])
    };
    Table {
        key: "variety".into(),
        title: "Variety of openings".into(),
        rows_are: "ply".into(),
        columns: vec![Column::new("positions", "equally frequent positions", Unit::Plain(1))],
        rows: tree.variety().into_iter().enumerate().map(row).collect(),
        chart: Chart::None,
        reading: "With at least so many positions of equal shares play would vary as much as it does after this ply, if a move that costs two \
                  points of a hundred is played 37 % as often as the best one. What the tree does not follow so far counts as if it went on without \
                  a choice; plies that less than half of the play reaches are left out."
            .into(),
    }
}

fn picture(tree: &Tree) -> Picture {
    let made = format!("{} positions were looked at, moves that lead to the same one are joined.", tree.looked_at);
    Picture {
        title: "The opening as a tree".into(),
        svg: tree::svg(tree, None),
        reading: format!("{} {made}", tree::READING),
    }
}
