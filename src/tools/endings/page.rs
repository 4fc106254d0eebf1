//! The results as a page (HTML).

use super::{Line, Solved, longest, never_won, percent, shares};
use crate::game::Variant;
use crate::tools::page::board::Boards;
use crate::tools::page::{NAME, document, escaped};
use crate::types::Color;

/// The page.
pub(super) fn html(variant: &Variant, solved: &[Solved]) -> String {
    let positions: usize = solved.iter().map(|solved| solved.positions).sum();
    let made = format!("{} materials, {positions} positions, worked out from the rules by {NAME}", solved.len());
    let rows: String = solved.iter().map(row).collect();
    let idle = never_won(solved);
    let idle = match idle.is_empty() {
        true => String::new(),
        false => format!("<p>With these no position is won: {}.</p>\n", escaped(&idle.join(", "))),
    };
    let boards = Boards::of(variant.kinds);
    let lines: String = solved.iter().map(|solved| wins(solved, &boards)).collect();
    let body = format!(
        "{}<main>\n<section aria-labelledby=\"results\">\n<h2 id=\"results\">What wins against what</h2>\n\
         <p>White’s men stand before the v. Each share is one of all positions of these men with that side to move, if both play their best: \
         won by White, drawn, won by Black. Repetitions and counters of moves do not count. The longest wins are in moves, with the \
         winner to move.</p>\n{idle}<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Results\">\n<table class=\"counts\">\n<thead>\n\
         <tr><th rowspan=\"2\" scope=\"col\">Men</th><th colspan=\"3\" scope=\"colgroup\">White to move</th>\
         <th colspan=\"3\" scope=\"colgroup\">Black to move</th><th rowspan=\"2\" scope=\"col\">Longest wins</th>\
         <th rowspan=\"2\" scope=\"col\">Positions</th></tr>\n\
         <tr><th scope=\"col\">White</th><th scope=\"col\">drawn</th><th scope=\"col\">Black</th>\
         <th scope=\"col\">White</th><th scope=\"col\">drawn</th><th scope=\"col\">Black</th></tr>\n</thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n</section>\n\
         <section aria-labelledby=\"longest\">\n<h2 id=\"longest\">The longest wins</h2>\n{lines}</section>\n</main>\n",
        boards.definitions()
    );
    document(&format!("Endings of {}", variant.title), &made, &body)
}

fn row(solved: &Solved) -> String {
    let shares: String =
        shares(&solved.counts).iter().flatten().map(|share| format!("<td>{}</td>", percent(*share))).collect();
    format!(
        "<tr><th scope=\"row\">{}</th>{shares}<td>{}</td><td>{}</td></tr>\n",
        escaped(&solved.name),
        escaped(&longest(solved)),
        solved.positions
    )
}

/// The longest wins of a material, with boards and moves.
fn wins(solved: &Solved, boards: &Boards) -> String {
    let win = |line: &Line| {
        format!(
            "<details class=\"on-paper\">\n<summary>{}: {} wins in {}</summary>\n<figure>{}</figure>\n<p>{} to move. <code>{}</code></p>\n<p>{}. {}.</p>\n</details>\n",
            escaped(&solved.name),
            line.winner.name(),
            line.moves,
            boards.svg(&line.view, &|_| Vec::new()),
            line.winner.name(),
            escaped(&line.fen),
            escaped(&numbered(line)),
            escaped(&line.end)
        )
    };
    solved.lines.iter().flatten().map(win).collect()
}

/// The moves of a line with numbers: `1. Kb2 Ka4 2. Qb3`, or `1… Ka4 2. Qb3` if Black begins, who wins then.
fn numbered(line: &Line) -> String {
    let first = usize::from(line.winner == Color::Black);
    let (begun, rest) = line.text.split_at(first.min(line.text.len()));
    let begun = begun.iter().map(|name| format!("1… {name}"));
    let rest = rest.chunks(2).zip(1 + first..).map(|(moves, number)| format!("{number}. {}", moves.join(" ")));
    begun.chain(rest).collect::<Vec<_>>().join(" ")
}
