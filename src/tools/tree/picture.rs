//! The tree as a picture: a row for each ply, and a field for each move, as wide as its share of all play.

use super::grow::{Node, Tree};
use crate::tools::page::escaped;
use std::fmt::Write;

/// The width of the picture, and the height of a row.
const WIDTH: f64 = 640.0;
const ROW: f64 = 30.0;
/// The number of rows.
const ROWS: usize = 5;
/// A narrower field is left out.
const NARROWEST: f64 = 3.0;
/// A narrower field is too narrow for a finger: its link is for pointers alone. The tables of the positions have it, too.
const NARROWEST_LINK: f64 = 24.0;
/// The width of a letter.
const LETTER: f64 = 8.5;

/// What fields lead to.
type Link<'a> = &'a dyn Fn(usize) -> Option<String>;

/// The picture (SVG). With `link` fields are links where that has an address for the number of a position.
pub(in crate::tools) fn svg(tree: &Tree, link: Option<Link<'_>>) -> String {
    let mut fields = String::new();
    add(tree, &tree.nodes[0], (0.0, WIDTH), link, &mut fields);
    let depth = tree.nodes.iter().filter(|node| !node.moves.is_empty()).map(|node| node.ply + 1).max().unwrap_or(1);
    let height = ROW * depth.min(ROWS) as f64;
    // What has links in it is no picture to a screen reader.
    let role = if link.is_some() { "group" } else { "img" };
    format!(
        "<svg role=\"{role}\" aria-label=\"The moves of each ply, as wide as their shares of play\" class=\"shares\" \
         viewBox=\"0 0 {WIDTH} {height}\">{fields}</svg>"
    )
}

/// What the picture shows, in sentences.
pub(in crate::tools) const READING: &str = "The first row has the first moves, the next one the replies to each of them, and so on. A move \
     is as wide as its share of the play; very narrow ones are left out. Blue moves are expected to score more than half for White, orange ones for Black; the stronger the \
     colour, the more.";

/// Adds the moves of a position to the picture, from `left` on and `width` wide together.
fn add(tree: &Tree, node: &Node, (left, width): (f64, f64), link: Option<Link<'_>>, fields: &mut String) {
    if node.ply == ROWS {
        return;
    }
    let mut left = left;
    for branch in &node.moves {
        let (own, Some(to)) = (width * branch.share, branch.to) else { continue };
        if own >= NARROWEST {
            let expected = branch.chances.expected();
            let side = if expected >= 0.5 { "for-white" } else { "for-black" };
            let opacity = 0.22 + 0.78 * ((expected - 0.5).abs() * 2.0).sqrt();
            let y = ROW * node.ply as f64;
            let fits = own >= LETTER * branch.name.chars().count() as f64 + 4.0;
            let (middle, base) = (left + own / 2.0, y + ROW * 0.66);
            let name = if fits {
                format!("<text x=\"{middle:.1}\" y=\"{base:.1}\">{}</text>", escaped(&branch.name))
            } else {
                String::new()
            };
            let title = format!("{}: {:.1} % for White", escaped(&branch.name), 100.0 * expected);
            let field = format!(
                "<g><title>{title}</title><path class=\"{side}\" fill-opacity=\"{opacity:.2}\" d=\"M{left:.1} {y}h{own:.1}v{ROW}h-{own:.1}z\"/>{name}</g>"
            );
            let manner = match own >= NARROWEST_LINK {
                true => format!("aria-label=\"{title}\""),
                false => "tabindex=\"-1\" aria-hidden=\"true\"".to_owned(),
            };
            let _ = match link.and_then(|link| link(to)) {
                Some(address) => write!(fields, "<a href=\"{address}\" {manner}>{field}</a>"),
                None => fields.write_str(&field),
            };
            add(tree, &tree.nodes[to], (left, own), link, fields);
        }
        left += own;
    }
}
