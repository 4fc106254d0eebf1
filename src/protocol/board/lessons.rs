//! Lessons: small positions of a game in which a move is to be made. One for every kind of piece, made from its diagram, then the
//! examples of the rules page.

use super::Problem;
use super::diagram::{frames, square_of, victim_letter};
use super::names::kind_name;
use super::requests::{RulesRequest, variant};
use super::rules;
use super::words::Words;
use crate::game::{Game, Variant};
use crate::position::Notation;
use crate::position::piece_kind::Role;
use crate::types::Square;
use serde::Serialize;

/// So many lessons a game has at most; those of kinds of piece give way to the examples.
const MOST: usize = 10;

/// A position and what is to be done there.
#[derive(Serialize, Debug)]
pub(super) struct Lesson {
    fen: String,
    /// The task, in a sentence.
    task: String,
    /// The moves that do it, as the engine writes them.
    moves: Vec<String>,
    /// What is told afterwards.
    told: String,
}

/// The answer to `lessons`.
#[derive(Serialize)]
pub(super) struct Lessons {
    lessons: Vec<Lesson>,
}

/// The lessons of a game; none for a game from a file.
pub(super) fn of(request: &RulesRequest) -> Result<Lessons, Problem> {
    let variant = variant(&request.game)?;
    if variant.guide.is_some() {
        return Ok(Lessons { lessons: Vec::new() });
    }
    let examples = rules::examples(variant).into_iter();
    let examples: Vec<Lesson> = examples.filter_map(|(fen, moves, told)| example(variant, fen, &moves, told)).collect();
    let kinds = variant.kinds.iter().filter_map(|kind| capture(variant, kind.letter));
    Ok(Lessons { lessons: kinds.take(MOST.saturating_sub(examples.len())).chain(examples).collect() })
}

/// The task to capture with a kind of piece, as far away as it can.
fn capture(variant: &'static Variant, letter: char) -> Option<Lesson> {
    let square = square_of(variant, letter);
    let distance = |at: &Square| at.file().abs_diff(square.file()).max(at.rank().abs_diff(square.rank()));
    let mut goals: Vec<Square> = Square::all(variant.files, variant.ranks).filter(|at| *at != square).collect();
    goals.sort_by_key(|at| std::cmp::Reverse(distance(at)));
    // A pawn where the game would be over with the usual victim: a lone knight, say, mates nobody.
    let victims = [victim_letter(variant), 'p'];
    let found = goals.into_iter().find_map(|goal| {
        let mut tried = victims.into_iter().flat_map(|victim| frames(variant).map(move |frame| (frame, victim)));
        tried.find_map(|(frame, victim)| {
            let game = frame.game(letter, square, Some((goal, victim))).filter(|_| frame.is_free(goal))?;
            if game.ended().is_some() {
                return None;
            }
            let moves = captures(&*game, square, goal);
            (!moves.is_empty()).then_some((game, goal, moves))
        })
    });
    let (game, goal, moves) = found?;
    let victim = game.view().boards.first()?.at(goal)?.letter;
    let (name, victim) = (kind_name(variant, letter), kind_name(variant, victim));
    let is_royal = variant.kinds.iter().any(|kind| kind.letter == letter && kind.role == Role::Royal);
    let told =
        if is_royal { format!("The {name} must be kept safe, too.") } else { format!("So the {name} captures.") };
    Some(Lesson {
        fen: game.fen(),
        task: format!("Capture the {victim} on {goal} with the {name} on {square}."),
        moves,
        told,
    })
}

/// The moves of the piece on a square that capture on another one.
fn captures(game: &dyn Game, from: Square, victim: Square) -> Vec<String> {
    let takes = game
        .shapes()
        .into_iter()
        .map(|shape| shape.from() == Some(from) && shape.captures.iter().any(|&(at, _)| at == victim));
    let texts = game.legal_moves(Notation::Standard);
    texts.into_iter().zip(takes).filter(|(_, takes)| *takes).map(|(text, _)| text).collect()
}

/// An example of the rules page whose last move is to be made; those before it have been played.
fn example(variant: &'static Variant, fen: &str, moves: &[&str], told: String) -> Option<Lesson> {
    let (last, before) = moves.split_last()?;
    let mut game = variant.game(fen).ok()?;
    for text in before {
        game.play(text).ok()?;
    }
    let shape = game.shape_of(last)?;
    let task = format!("Make this move: {}.", Words { variant, shape: &shape }.label());
    Some(Lesson { fen: game.fen(), task, moves: vec![game.write(game.find(last).ok()?, Notation::Standard)?], told })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::variants;
    use rayon::prelude::*;

    #[test]
    fn every_coded_game_has_lessons_that_can_be_done() {
        variants::coded().into_par_iter().for_each(|variant| {
            let lessons = of(&RulesRequest { game: variant.name.into() }).unwrap().lessons;
            assert!(lessons.len() >= 6, "{}: {} lessons", variant.name, lessons.len());
            for lesson in lessons {
                let game = variant.game(&lesson.fen).unwrap();
                assert!(game.ended().is_none(), "{}: {lesson:?}", variant.name);
                assert!(!lesson.moves.is_empty());
                for text in &lesson.moves {
                    assert!(game.find(text).is_ok(), "{}: {lesson:?}", variant.name);
                }
            }
        });
    }
}
