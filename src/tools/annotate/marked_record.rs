//! Evaluations, marks, better lines and accuracies as PGN.

use super::analysis::{self, AssessedMove};
use super::evaluation::Evaluation;
use super::judgement::Mark;
use crate::pgn::{GameRecord, RecordedMove, Variation};
use crate::tools::page::NAME;
use crate::types::Color;

/// The tag for who has annotated a game.
const ANNOTATOR: &str = "Annotator";

/// The beginning of the command for an evaluation.
const EVALUATION: &str = "[%eval";

/// Adds to a record what the searches say of its moves. Evaluations that the record has are replaced; so are marks for
/// bad moves where the search has one, and marks and lines that this program made before.
pub(super) fn mark(record: &mut GameRecord, moves: &[AssessedMove]) {
    let annotator = record.tag(ANNOTATOR).unwrap_or("").to_owned();
    let is_own = annotator.split(':').any(|name| name.starts_with(NAME));
    for (recorded, assessed) in record.moves.iter_mut().zip(moves) {
        mark_move(recorded, assessed, is_own);
    }
    for (color, tag) in [(Color::White, "WhiteAccuracy"), (Color::Black, "BlackAccuracy")] {
        if let Some(accuracy) = analysis::accuracy(moves, color) {
            record.set(tag, format!("{accuracy:.1}"));
        }
    }
    record.set(ANNOTATOR, with_own_name(&annotator));
}

/// The annotators with this program as the last one; PGN has a colon between names.
fn with_own_name(annotators: &str) -> String {
    let own = format!("{NAME} {}", env!("CARGO_PKG_VERSION"));
    let others = annotators.split(':').filter(|name| !name.is_empty() && *name != "?" && !name.starts_with(NAME));
    others.chain([own.as_str()]).collect::<Vec<_>>().join(":")
}

fn mark_move(recorded: &mut RecordedMove, assessed: &AssessedMove, is_own: bool) {
    let color = assessed.seat.color;
    recorded.comment = with_evaluation(&recorded.comment, assessed.after.for_white(color));
    if is_own || assessed.mark.is_some() {
        recorded.nags.retain(|nag| Mark::ALL.iter().all(|mark| mark.nag() != *nag));
    }
    recorded.variations.retain(|line| !(is_own && looks_own(line)));
    recorded.nags.splice(..0, assessed.mark.map(Mark::nag));
    let begins = |known: &Variation| known.moves.first().map(|first| &first.text) == assessed.line.first();
    if !assessed.line.is_empty() && !recorded.variations.iter().any(begins) {
        let mut moves: Vec<RecordedMove> = assessed.line.iter().map(RecordedMove::new).collect();
        moves[0].comment = with_evaluation("", assessed.before.for_white(color));
        recorded.variations.push(Variation { comment: String::new(), moves });
    }
}

/// Whether a line is as this program writes it: an evaluation of its first move and nothing else.
fn looks_own(line: &Variation) -> bool {
    let is_bare = |recorded: &RecordedMove| recorded.nags.is_empty() && recorded.variations.is_empty();
    let (first, rest) = line.moves.split_first().map_or(("", &[][..]), |(first, rest)| (&first.comment, rest));
    let has_evaluation = first.starts_with(EVALUATION) && first.find(']') == Some(first.len() - 1);
    has_evaluation
        && line.comment.is_empty()
        && line.moves.iter().all(is_bare)
        && rest.iter().all(|mv| mv.comment.is_empty())
}

/// A comment with White's evaluation at its beginning, instead of those that it has.
fn with_evaluation(comment: &str, evaluation: Evaluation) -> String {
    let command = evaluation.text().map(|text| format!("{EVALUATION} {text}]"));
    let mut parts: Vec<&str> = command.iter().map(String::as_str).collect();
    let mut rest = comment;
    while let Some((before, (_, after))) =
        rest.split_once(EVALUATION).and_then(|(before, behind)| Some((before, behind.split_once(']')?)))
    {
        parts.push(before.trim());
        rest = after;
    }
    parts.push(rest.trim());
    parts.retain(|part| !part.is_empty());
    parts.join(" ")
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
        ];
        for (comment, expected) in rows {
            assert_eq!(with_evaluation(comment, Evaluation::Centipawns(35)), expected);
        }
        assert_eq!(with_evaluation("[%eval 3.0] mate", Evaluation::Won), "mate");
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
