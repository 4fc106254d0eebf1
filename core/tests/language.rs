//! Questions about the rules of the language with their answers: those on which other programs agree, and those on which they
//! differ.

use jailbird_core::game::{Game, Variant};
use jailbird_core::position::Notation;
use jailbird_core::variants::ini::{Reader, variant_of};

/// A question: the section, the position, what is asked, our answer and that of another program.
struct Row<'a> {
    section: String,
    fen: &'a str,
    question: &'a str,
    answer: &'a str,
    other: Option<&'a str>,
}

fn rows(text: &str) -> Vec<Row<'_>> {
    let (mut rows, mut section, mut fen) = (Vec::new(), String::new(), "");
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let is_question = ["legal ", "after ", "result ", "san "].iter().any(|word| line.starts_with(word));
        match line.split_once(" = ") {
            Some((question, answer)) if is_question => {
                let (answer, other) = answer.split_once(" != ").map_or((answer, None), |(a, b)| (a, Some(b)));
                rows.push(Row { section: section.clone(), fen, question, answer, other });
            }
            Some(_) => section += &format!("{line}\n"),
            None if line.starts_with('[') => section = format!("{line}\n"),
            None => {
                assert!(line == "start" || line.split(' ').count() >= 4, "neither position nor question: {line}");
                fen = line;
            }
        }
    }
    assert!(!rows.is_empty());
    rows
}

fn game(row: &Row<'_>) -> Box<dyn Game> {
    let section = Reader::default().read(&row.section).0.remove(0);
    let variant = variant_of(section).unwrap_or_else(|problems| panic!("{problems:?} in\n{}", row.section));
    let variant: &'static Variant = Box::leak(Box::new(variant));
    let game = if row.fen == "start" { Ok(variant.new_game()) } else { variant.game(row.fen) };
    game.unwrap_or_else(|error| panic!("{error} in\n{}", row.section))
}

fn answer(row: &Row<'_>) -> String {
    let mut game = game(row);
    let (kind, moves) = row.question.split_once(' ').unwrap_or((row.question, ""));
    match kind {
        "legal" if game.legal_moves(Notation::Standard).iter().any(|mv| mv == moves) => "yes".into(),
        "legal" => "no".into(),
        "san" => match game.play(moves) {
            Ok(_) => game.played_as(Notation::San).pop().unwrap_or_default(),
            Err(_) => "illegal".into(),
        },
        "after" if moves.split(' ').any(|text| game.play(text).is_err()) => "illegal".into(),
        "after" => game.fen(),
        _ => game.ended().map_or("*".into(), |end| end.result().into()),
    }
}

fn wrong(text: &str) -> Vec<String> {
    let told = |row: &Row<'_>| {
        let answer = answer(row);
        (answer != row.answer)
            .then(|| format!("{}{}\n{}: {answer}, not {}", row.section, row.fen, row.question, row.answer))
    };
    rows(text).iter().filter_map(told).collect()
}

#[test]
fn rules_of_the_language_have_the_answers_of_other_programs() {
    let text = include_str!("data/language.txt");
    assert!(rows(text).iter().all(|row| row.other.is_none()));
    let wrong = wrong(text);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn other_programs_differ_where_the_list_says_so() {
    let text = include_str!("data/differences.txt");
    assert!(rows(text).iter().all(|row| row.other.is_some_and(|other| other != row.answer)));
    let wrong = wrong(text);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
