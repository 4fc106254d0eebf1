//! Annotated games as one page (HTML).

use super::analysis::{self, AssessedMove, boards, course};
use super::evaluation::Evaluation;
use super::judgement::Mark;
use super::{AnnotatedGame, graph, numbered};
use crate::pgn::GameRecord;
use crate::tools::page::{NAME, document, escaped};
use crate::types::Color;

/// The page. `effort` is the limit of a search in words.
///
/// # Errors
/// One line, if a graph cannot be drawn.
pub(super) fn html(games: &[AnnotatedGame], effort: &str) -> Result<String, String> {
    let title = match games {
        [game] => heading(&game.record),
        _ => format!("{} annotated games", games.len()),
    };
    let sections = games.iter().enumerate().map(|(place, game)| section(game, place + 1));
    let sections = sections.collect::<Result<String, String>>()?;
    let contents = if games.len() > 1 { contents(games) } else { String::new() };
    let made = format!(
        "Searched by {NAME} {} with {effort} a position. Evaluations are from White’s view.",
        env!("CARGO_PKG_VERSION")
    );
    Ok(document(&title, &made, &format!("{contents}<main>\n{sections}</main>\n")))
}

/// The value of a tag; `None` if it is missing or unknown.
fn tag<'a>(record: &'a GameRecord, name: &str) -> Option<&'a str> {
    record.tag(name).map(str::trim).filter(|value| !value.is_empty() && !value.starts_with('?'))
}

fn heading(record: &GameRecord) -> String {
    format!("{} – {}", tag(record, "White").unwrap_or("White"), tag(record, "Black").unwrap_or("Black"))
}

/// The list of games with links.
fn contents(games: &[AnnotatedGame]) -> String {
    let mut text = String::from("<nav aria-label=\"Games\">\n<ol>\n");
    for (place, game) in games.iter().enumerate() {
        let (heading, result) = (escaped(&heading(&game.record)), escaped(&game.record.result));
        text.push_str(&format!("<li><a href=\"#game-{}\">{heading}</a> {result}</li>\n", place + 1));
    }
    text + "</ol>\n</nav>\n"
}

/// The part of a page about one game.
fn section(game: &AnnotatedGame, number: usize) -> Result<String, String> {
    let record = &game.record;
    let title = record.variant().ok().map(|variant| variant.title);
    let facts = [Some(record.result.as_str()), title].into_iter();
    let facts = facts.chain(["Event", "Site", "Round", "Date"].map(|name| tag(record, name))).flatten();
    let facts = facts.map(escaped).collect::<Vec<_>>().join(" · ");
    let body = match &game.moves {
        Some(moves) => [figure(record, moves)?, players(record, moves), move_table(record, moves)].concat(),
        None if record.moves.is_empty() && !game.is_damaged => "<p>No moves.</p>\n".into(),
        None => "<p>This game was not annotated.</p>\n".into(),
    };
    Ok(format!(
        "<article aria-labelledby=\"game-{number}\">\n<h2 id=\"game-{number}\">{}</h2>\n<p>{facts}</p>\n{body}</article>\n",
        escaped(&heading(record))
    ))
}

/// The graph with its description.
fn figure(record: &GameRecord, moves: &[AssessedMove]) -> Result<String, String> {
    let svg = graph::svg(moves, record.first_move(), &description(record, moves))?;
    let lines = match boards(moves).len() {
        0 | 1 => "",
        _ => " The blue line is board A, the orange one board B.",
    };
    Ok(format!(
        "<figure>\n{}\n<figcaption>White’s expected points; a draw counts 50 %.{lines} Circles are blunders: hollow ones White’s, filled ones \
         Black’s.</figcaption>\n</figure>\n",
        svg.trim()
    ))
}

/// What the graph shows, in words.
fn description(record: &GameRecord, moves: &[AssessedMove]) -> String {
    let mut text = "White’s expected points over the moves".to_owned();
    for (name, places) in boards(moves) {
        let board = name.map(|name| format!(" on board {name}")).unwrap_or_default();
        let course: Vec<f64> = course(moves, &places).into_iter().map(|chance| 100.0 * chance).collect();
        let [first, last] = [course.first(), course.last()].map(|chance| chance.copied().unwrap_or(50.0));
        let (least, most) =
            course.iter().fold((100.0_f64, 0.0_f64), |(least, most), &chance| (least.min(chance), most.max(chance)));
        text.push_str(&format!(
            "{board}: {first:.0} % at the start, {last:.0} % at the end, between {least:.0} % and {most:.0} %."
        ));
    }
    let is_blunder = |(_, assessed): &(usize, &AssessedMove)| assessed.mark == Some(Mark::Blunder);
    let blunders = moves.iter().enumerate().filter(is_blunder);
    let blunders: Vec<String> =
        blunders.map(|(place, assessed)| format!("{} {}", label(record, place), assessed.san)).collect();
    match &blunders[..] {
        [] => text + " No blunders.",
        _ => format!("{text} Blunders: {}.", blunders.join(", ")),
    }
}

/// The number of a move, as in `12.` and `12…`.
fn label(record: &GameRecord, place: usize) -> String {
    let (number, side) = record.first_move();
    let plies = place + usize::from(side == Color::Black);
    format!("{}{}", number + plies / 2, if plies.is_multiple_of(2) { "." } else { "…" })
}

/// The table of accuracies and marks, a column for each army.
fn players(record: &GameRecord, moves: &[AssessedMove]) -> String {
    let columns = [(Color::White, "White"), (Color::Black, "Black")];
    let heads = columns.map(|(_, name)| {
        let player = tag(record, name).map_or(name.into(), |player| format!("{name}: {player}"));
        format!("<th scope=\"col\">{}</th>", escaped(&player))
    });
    let line = |name: &str, cells: [String; 2]| {
        format!("<tr><th scope=\"row\">{name}</th><td>{}</td><td>{}</td></tr>\n", cells[0], cells[1])
    };
    let accuracy =
        |(color, _)| analysis::accuracy(moves, color).map_or("–".into(), |accuracy| format!("{accuracy:.1} %"));
    let counted = |mark| columns.map(|(color, _)| analysis::count(moves, color, mark).to_string());
    let counts = Mark::ALL.map(|mark| line(mark.names()[1], counted(mark)));
    format!(
        "<table>\n<thead><tr><th scope=\"col\">player</th>{}</tr></thead>\n<tbody>\n{}{}</tbody>\n</table>\n",
        heads.concat(),
        line("accuracy", columns.map(accuracy)),
        counts.concat()
    )
}

/// The table of moves, evaluations and better lines.
fn move_table(record: &GameRecord, moves: &[AssessedMove]) -> String {
    let rows: String = moves.iter().enumerate().map(|(place, assessed)| row(&label(record, place), assessed)).collect();
    format!(
        "<details open>\n<summary>{}</summary>\n<table class=\"moves\">\n<thead><tr><th scope=\"col\">move</th>\
         <th scope=\"col\">evaluation</th><th scope=\"col\">better</th></tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n\
         </details>\n",
        numbered(moves.len(), ["move", "moves"])
    )
}

fn row(label: &str, assessed: &AssessedMove) -> String {
    let color = assessed.seat.color;
    let (sign, name) = assessed.mark.map_or(("", ""), |mark| (mark.sign(), mark.names()[0]));
    let mark = if name.is_empty() { String::new() } else { format!(" <em class=\"{name}\">{sign} {name}</em>") };
    let better = match &assessed.line[..] {
        [] => String::new(),
        line => format!("{} ({})", escaped(&line.join(" ")), shown(assessed.before.for_white(color))),
    };
    let (san, after) = (escaped(&assessed.san), shown(assessed.after.for_white(color)));
    format!("<tr><th scope=\"row\">{label} {san}{mark}</th><td>{after}</td><td>{better}</td></tr>\n")
}

/// White's evaluation, or the result.
fn shown(evaluation: Evaluation) -> String {
    evaluation.text().unwrap_or_else(|| if evaluation == Evaluation::Won { "1-0".into() } else { "0-1".into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_have_the_numbers_of_the_record() {
        let mut record = GameRecord::default();
        assert_eq!([0, 1, 2, 7].map(|place| label(&record, place)), ["1.", "1…", "2.", "4…"]);
        record.set("FEN", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7");
        assert_eq!([0, 1, 2].map(|place| label(&record, place)), ["7…", "8.", "8…"]);
    }
}
