//! The tree as a page to walk on: a board and the moves for each position, one of which is shown at a time.
//!
//! Links lead from position to position, so the page needs no script, and the browser goes back and forth.

use super::grow::{Branch, Node, Tree};
use super::{percent, picture};
use crate::board_text;
use crate::game::Variant;
use crate::position::Notation;
use crate::tools::page::board::Boards;
use crate::tools::page::{document, escaped};
use crate::types::Square;

/// The number of moves that are shown of a line.
const LINE: usize = 6;

/// The page. `made` says how the tree was made.
pub(super) fn html(tree: &Tree, variant: &'static Variant, made: &str) -> String {
    let (boards, sizes) = (Boards::of(variant.kinds), tree.sizes());
    let page = Page { tree, boards, sizes, ways: ways(tree) };
    let looked_at = |number: &usize| !tree.nodes[*number].moves.is_empty();
    // The start comes last: it is shown unless one before it is the target of the address.
    let places: String = (1..tree.nodes.len()).chain([0]).filter(looked_at).map(|number| page.place(number)).collect();
    document(
        &format!("{}: the opening", variant.title),
        made,
        &format!("{}<main>\n{places}</main>\n", page.boards.definitions()),
    )
}

/// How to read a position.
const LEGEND: &str = "<p class=\"quiet\">A move leads to the position after it; where it is no link, the tree ends. <em>White expects</em>: the points that White \
    makes in a hundred games, a draw being half a point, if both sides play well but not perfectly: a move that costs two of these points is played 37 % as \
    often as the best one. So the start may promise less than the best move. The numbers come from searches, and another depth of search gives others: \
    differences of a point or two say little. <em>Played</em>: how often a move is taken by that measure; nobody’s games are counted. <em>Positions</em>: how \
    many the tree has from there on, itself included. <em>Goes on</em>: the best moves after it.</p>\n";

struct Page<'a> {
    tree: &'a Tree,
    boards: Boards,
    /// The numbers of positions looked at from each position on.
    sizes: Vec<usize>,
    /// For each position, those from which a move leads there, with the place of the move.
    ways: Vec<Vec<(usize, usize)>>,
}

/// [`Page::ways`].
fn ways(tree: &Tree) -> Vec<Vec<(usize, usize)>> {
    let mut ways = vec![Vec::new(); tree.nodes.len()];
    for (from, node) in tree.nodes.iter().enumerate() {
        for (place, branch) in node.moves.iter().enumerate() {
            if let Some(to) = branch.to {
                ways[to].push((from, place));
            }
        }
    }
    ways
}

impl Page<'_> {
    /// The address of a position, if it has a place on the page.
    fn address(&self, number: usize) -> Option<String> {
        (!self.tree.nodes[number].moves.is_empty()).then(|| format!("#p{number}"))
    }

    /// A position: the way to it, the board, and the moves.
    fn place(&self, number: usize) -> String {
        let node = &self.tree.nodes[number];
        let way = self.way(node);
        let spoken = match number {
            0 => "Start of the game".to_owned(),
            _ => format!("Position after {}", node.game.played_as(Notation::San).join(" ")),
        };
        let last = self.last_squares(node);
        let on_board = |board: Option<char>| if last.0 == board { last.1.clone() } else { Vec::new() };
        let view = node.game.view();
        let board = self.boards.svg(&view, &on_board);
        let held = board_text::held_of(&view).filter(|held| held.contains(char::is_alphabetic));
        let held = held.map_or(String::new(), |held| format!(" Beside the board, White’s first: {held}."));
        let to_do = match view.pending.first() {
            Some(choice) => choice.text.clone(),
            None => format!("{} to move.", node.game.turn().name()),
        };
        let below = if number == 0 { self.overview() } else { self.ways(number) + LEGEND };
        format!(
            "<section class=\"place\" id=\"p{number}\" aria-label=\"{}\">\n<h2>{way}</h2>\n<div class=\"walk\">\n<figure>{board}\n\
             <figcaption>{}{} <code>{}</code></figcaption>\n</figure>\n<div>\n<p>{}</p>\n{}</div>\n</div>\n{below}</section>\n",
            escaped(&spoken),
            escaped(&to_do),
            escaped(&held),
            escaped(&node.game.fen()),
            self.chances(node),
            self.moves(node),
        )
    }

    /// The moves from the start, each a link to the position behind it.
    fn way(&self, node: &Node) -> String {
        let mut links = match node.ply {
            0 => "Start".to_owned(),
            _ => "<a href=\"#p0\">Start</a>".to_owned(),
        };
        let mut at = 0;
        for bits in node.game.played_bits() {
            let Some(branch) = self.tree.nodes[at].moves.iter().find(|branch| branch.bits == bits) else { break };
            let Some(to) = branch.to else { break };
            let name = escaped(&branch.name);
            links += &match self.address(to) {
                Some(address) if self.tree.nodes[to].ply < node.ply => format!(" <a href=\"{address}\">{name}</a>"),
                _ => format!(" {name}"),
            };
            at = to;
        }
        links
    }

    /// How often play comes to a position, and the other positions from which a move leads there.
    fn ways(&self, number: usize) -> String {
        let node = &self.tree.nodes[number];
        let first = node.game.played_bits();
        let link = |&(from, place): &(usize, usize)| {
            let (parent, branch) = (&self.tree.nodes[from], &self.tree.nodes[from].moves[place]);
            let way = [parent.game.played_bits(), vec![branch.bits]].concat();
            let names = [parent.game.played_as(Notation::San), vec![branch.name.clone()]].concat();
            (way != first).then(|| format!("<a href=\"#p{from}\">{}</a>", escaped(&names.join(" "))))
        };
        let others: Vec<String> = self.ways[number].iter().filter_map(link).collect();
        let others = match others.is_empty() {
            true => String::new(),
            false => format!(" The same position comes after {}.", others.join(", ")),
        };
        format!("<p class=\"quiet\">{} of all play comes here.{others}</p>\n", percent(node.share))
    }

    /// The board and the squares of the move that led here.
    fn last_squares(&self, node: &Node) -> (Option<char>, Vec<Square>) {
        let Some(shape) = node.game.shapes_since(node.ply.saturating_sub(1)).pop() else { return (None, Vec::new()) };
        let ends = [shape.path.first(), shape.path.last()].into_iter().flatten().copied();
        (shape.board, ends.collect())
    }

    fn chances(&self, node: &Node) -> String {
        let [win, draw, loss] = node.chances.0.map(|chance| 100.0 * chance);
        // Rounded numbers sum to 100, too.
        let (wins, losses) = (win.round(), loss.round());
        let draws = (100.0 - wins - losses).max(0.0);
        format!(
            "White expects <strong>{}</strong> of the points: {wins:.0}&nbsp;% wins, {draws:.0}&nbsp;% draws, {losses:.0}&nbsp;% losses.\
             <span class=\"chances\" aria-hidden=\"true\"><i style=\"width:{win:.1}%\"></i><i style=\"width:{draw:.1}%\"></i><i style=\"width:{loss:.1}%\"></i></span>",
            percent(node.chances.expected())
        )
    }

    /// The moves that were searched, and the names of the others.
    fn moves(&self, node: &Node) -> String {
        let (searched, others): (Vec<&Branch>, Vec<&Branch>) =
            node.moves.iter().partition(|branch| branch.to.is_some());
        let rows: String = searched.iter().map(|branch| self.row(branch)).collect();
        let others: Vec<String> = others.iter().map(|branch| escaped(&branch.name)).collect();
        let others = match others.len() {
            0 => String::new(),
            count => format!(
                "<details>\n<summary>{count} more, which a brief search found more than 10 points of a hundred worse than the best</summary>\n<p>{}</p>\n</details>\n",
                others.join(", ")
            ),
        };
        format!(
            "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Moves\">\n<table class=\"counts\">\n<caption>Moves of {}</caption>\n<thead><tr><th scope=\"col\">Move</th>\
             <th scope=\"col\">White expects</th><th scope=\"col\">Played</th><th scope=\"col\">Positions</th><th scope=\"col\">Goes on</th></tr></thead>\n\
             <tbody>\n{rows}</tbody>\n</table>\n</div>\n{others}",
            escaped(&node.game.turn().name())
        )
    }

    fn row(&self, branch: &Branch) -> String {
        let Some(to) = branch.to else { return String::new() };
        let (node, name) = (&self.tree.nodes[to], escaped(&branch.name));
        let name = match self.address(to) {
            Some(address) => format!("<a href=\"{address}\">{name}</a>"),
            None => name,
        };
        let goes_on = match node.end {
            Some(end) => end.comment(),
            None => {
                self.tree.line(node).iter().take(LINE).map(|branch| branch.name.as_str()).collect::<Vec<_>>().join(" ")
            }
        };
        format!(
            "<tr><th scope=\"row\">{name}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
            percent(branch.chances.expected()),
            percent(branch.share),
            if self.sizes[to] == 0 { "–".to_owned() } else { self.sizes[to].to_string() },
            escaped(&goes_on)
        )
    }

    /// The picture of the whole tree, and how to read the page.
    fn overview(&self) -> String {
        let svg = picture::svg(self.tree, Some(&|number| self.address(number)));
        format!("<figure>\n{svg}\n<figcaption>{}</figcaption>\n</figure>\n{LEGEND}", picture::READING)
    }
}
