//! Evaluations, marks, better lines and accuracies as PGN.

use super::analysis::{self, AssessedMove};
use super::evaluation::Evaluation;
use super::judgement::Mark;
use crate::pgn::{GameRecord, RecordedMove, Variation};
use crate::tools::page::NAME;
use crate::types::Color;

/// The tag for who has annotated a game.
const ANNOTATOR: &str = "Annotator";

/// The command for an evaluation.
const EVALUATION: &str = "eval";

/// The command for what this program has added to a move: `[%jailbird $4,g6]` names a glyph and the first move of a line. What no
/// such command names is the author's.
const ADDED: &str = "jailbird";

/// Adds to a record what the searches say of its moves. Evaluations that the record has are replaced, and so is what this
/// program added before.
pub(super) fn mark(record: &mut GameRecord, moves: &[AssessedMove]) {
    for (recorded, assessed) in record.moves.iter_mut().zip(moves) {
        remove_added(recorded);
        mark_move(recorded, assessed);
    }
    for (color, tag) in [(Color::White, "WhiteAccuracy"), (Color::Black, "BlackAccuracy")] {
        if let Some(accuracy) = analysis::accuracy(moves, color) {
            record.set(tag, format!("{accuracy:.1}"));
        }
    }
    let annotators = with_own_name(record.tag(ANNOTATOR).unwrap_or(""));
    record.set(ANNOTATOR, annotators);
}

/// The annotators with this program as the last one; PGN has a colon between names.
fn with_own_name(annotators: &str) -> String {
    let own = format!("{NAME} {}", env!("CARGO_PKG_VERSION"));
    let others = annotators.split(':').filter(|name| !name.is_empty() && *name != "?" && !name.starts_with(NAME));
    others.chain([own.as_str()]).collect::<Vec<_>>().join(":")
}

/// Removes the glyph and the line that a command of this program names, unless somebody has changed them since.
fn remove_added(recorded: &mut RecordedMove) {
    let (comment, added) = without_commands(&recorded.comment, ADDED);
    recorded.comment = comment;
    for value in &added {
        let (glyph, begin) = match value.strip_prefix('$') {
            Some(rest) => rest.split_once(',').unwrap_or((rest, "")),
            None => ("", value.as_str()),
        };
        let place = recorded.nags.iter().position(|nag| glyph.parse() == Ok(*nag));
        place.map(|place| recorded.nags.remove(place));
        let place = recorded.variations.iter().position(|line| looks_own(line, begin));
        place.map(|place| recorded.variations.remove(place));
    }
}

/// Adds the evaluation, the mark and the better line of a move. The author's mark for a bad move remains the only one, and the author's
/// line with the same first move the only one with it.
fn mark_move(recorded: &mut RecordedMove, assessed: &AssessedMove) {
    let color = assessed.seat.color;
    let is_marked = recorded.nags.iter().any(|nag| Mark::ALL.iter().any(|mark| mark.nag() == *nag));
    let nag = assessed.mark.map(Mark::nag).filter(|_| !is_marked);
    recorded.nags.splice(..0, nag);
    let begins = |known: &Variation| known.moves.first().map(|first| &first.text) == assessed.line.first();
    let first = assessed.line.first().filter(|_| !recorded.variations.iter().any(begins));
    if first.is_some() {
        let mut moves: Vec<RecordedMove> = assessed.line.iter().map(RecordedMove::new).collect();
        moves[0].comment = with_evaluation("", assessed.before.for_white(color), "");
        recorded.variations.push(Variation { moves, ..Variation::default() });
    }
    let added: Vec<String> = nag.map(|nag| format!("${nag}")).into_iter().chain(first.cloned()).collect();
    recorded.comment = with_evaluation(&recorded.comment, assessed.after.for_white(color), &added.join(","));
}

/// Whether a line that begins with a move is as this program writes it: an evaluation of its first move and nothing else.
fn looks_own(line: &Variation, begin: &str) -> bool {
    let is_bare = |recorded: &RecordedMove| recorded.nags.is_empty() && recorded.variations.is_empty();
    let Some((first, rest)) = line.moves.split_first() else { return false };
    let (text, evaluations) = without_commands(&first.comment, EVALUATION);
    first.text == begin
        && text.is_empty()
        && evaluations.len() == 1
        && line.comment.is_empty()
        && line.result.is_empty()
        && line.moves.iter().all(is_bare)
        && rest.iter().all(|mv| mv.comment.is_empty())
}

/// A comment with White's evaluation and the names of what is added at its beginning, instead of the evaluations that it has.
fn with_evaluation(comment: &str, evaluation: Evaluation, added: &str) -> String {
    let evaluation = evaluation.text().map(|text| command(EVALUATION, &text));
    let added = Some(added).filter(|added| !added.is_empty()).map(|added| command(ADDED, added));
    let rest = Some(without_commands(comment, EVALUATION).0).filter(|rest| !rest.is_empty());
    [evaluation, added, rest].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn command(name: &str, value: &str) -> String {
    format!("[%{name} {value}]")
}

/// Removes the commands of this name from a comment; returns what is left, and their values.
fn without_commands(comment: &str, name: &str) -> (String, Vec<String>) {
    let begin = format!("[%{name} ");
    let (mut parts, mut values, mut rest) = (Vec::new(), Vec::new(), comment);
    while let Some((before, behind)) = rest.split_once(&begin) {
        let end = behind.find(['[', ']']).unwrap_or(behind.len());
        if behind[end..].starts_with(']') {
            parts.push(before.trim());
            values.push(behind[..end].trim().to_owned());
            rest = &behind[end + 1..];
        } else {
            // A command without end is text.
            parts.push(rest[..rest.len() - behind.len()].trim());
            rest = behind;
        }
    }
    parts.push(rest.trim());
    parts.retain(|part| !part.is_empty());
    (parts.join(" "), values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_of_a_comment_are_replaced() {
        let rows = [
            ("", "[%eval 0.35]"),
            ("good", "[%eval 0.35] good"),
            ("[%eval -1.2] [%clk 0:01:02] why", "[%eval 0.35] [%clk 0:01:02] why"),
            ("a [%eval #3,20] b [%eval 0.1]", "[%eval 0.35] a b"),
            ("cut [%eval 0.1", "[%eval 0.35] cut [%eval 0.1"),
            ("cut [%eval 0.1 [%clk 0:01]", "[%eval 0.35] cut [%eval 0.1 [%clk 0:01]"),
            ("[%evaluation 0.1]", "[%eval 0.35] [%evaluation 0.1]"),
        ];
        for (comment, expected) in rows {
            assert_eq!(with_evaluation(comment, Evaluation::Centipawns(35), ""), expected);
        }
        assert_eq!(with_evaluation("[%eval 3.0] mate", Evaluation::Won, ""), "mate");
    }

    #[test]
    fn other_annotators_are_kept() {
        let own = format!("Jailbird {}", env!("CARGO_PKG_VERSION"));
        for (given, expected) in [
            ("", own.clone()),
            ("?", own.clone()),
            ("Jailbird 0.0.1", own.clone()),
            ("Tal, Mikhail", format!("Tal, Mikhail:{own}")),
            ("Tal, Mikhail:Jailbird 0.0.1", format!("Tal, Mikhail:{own}")),
        ] {
            assert_eq!(with_own_name(given), expected, "{given}");
        }
    }
}
