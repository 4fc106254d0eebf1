//! Lessons: small positions of a game in which a move is to be made. One for every kind of piece, made from its diagram; then the
//! examples of the rules page, or in a game from a file what else its rules have: a promotion, a drop, a move that wins.

use super::Problem;
use super::diagram::{Frame, Put, bare_frames, frames, square_of, victim_letter};
use super::names::kind_name;
use super::requests::{RulesRequest, variant};
use super::rules;
use super::words::Words;
use crate::game::guide::Guide;
use crate::game::{Game, Variant};
use crate::position::piece_kind::{PieceKind, Role};
use crate::position::shape::Turn;
use crate::position::{Notation, Shape};
use crate::types::zobrist::mix;
use crate::types::{Color, Square};
use serde::Serialize;
use std::cmp::Reverse;

/// So many lessons a game has at most; those of kinds of piece give way to the others.
const MOST: usize = 10;
/// So many plies of random games are played to find a move that wins, and so many of one game at most.
const MOST_PLIES: usize = 12_000;
const LONGEST_GAME: usize = 400;

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

/// The lessons of a game.
pub(super) fn of(request: &RulesRequest) -> Result<Lessons, Problem> {
    let variant = variant(&request.game)?;
    let Some(guide) = variant.guide else {
        let examples = rules::examples(variant).into_iter();
        let examples = examples.filter_map(|(fen, moves, told)| example(variant, fen, &moves, told)).collect();
        let frames: Vec<Frame> = frames(variant).collect();
        let pieces = variant.kinds.iter().map(|kind| Piece::of(variant, kind));
        return Ok(Lessons::of(variant, &frames, pieces, examples));
    };
    let frames = bare_frames(variant);
    let others = [promotion(variant, &frames), drop(variant, &frames), win(variant)].into_iter().flatten().collect();
    Ok(Lessons::of(variant, &frames, Piece::all(&guide()).into_iter(), others))
}

impl Lessons {
    /// The lessons of pieces as far as there is room, and the others.
    fn of(
        variant: &'static Variant,
        frames: &[Frame],
        pieces: impl Iterator<Item = Piece>,
        others: Vec<Lesson>,
    ) -> Lessons {
        let captures = pieces.filter_map(|piece| {
            let mut places = [(0, 0), (1, 0), (0, -1)].into_iter();
            places.find_map(|by| capture(variant, frames, &piece.moved(by)?))
        });
        Lessons { lessons: captures.take(MOST.saturating_sub(others.len())).chain(others).collect() }
    }
}

/// A white piece that is to capture.
struct Piece {
    /// As a FEN writes it.
    symbol: String,
    name: String,
    square: Square,
    /// Where it may capture, the farthest first.
    goals: Vec<Square>,
}

impl Piece {
    fn new(symbol: String, name: String, square: Square, mut goals: Vec<Square>) -> Piece {
        goals.retain(|goal| *goal != square);
        goals.sort_by_key(|goal| Reverse(goal.distance(square)));
        Piece { symbol, name, square, goals }
    }

    /// The same so many files and ranks away, where the game may not be over; `None` if there is no such square.
    fn moved(&self, (files, ranks): (i8, i8)) -> Option<Piece> {
        let at = |square: Square| {
            let file = square.file().checked_add_signed(files).filter(|&file| file < 16)?;
            Some(Square::new(file, square.rank().checked_add_signed(ranks).filter(|&rank| rank < 16)?))
        };
        let goals = self.goals.iter().filter_map(|&goal| at(goal)).collect();
        Some(Piece::new(self.symbol.clone(), self.name.clone(), at(self.square)?, goals))
    }

    /// A piece of a game in code: its moves are those that the game lists.
    fn of(variant: &'static Variant, kind: &PieceKind) -> Piece {
        let goals = Square::all(variant.files, variant.ranks).collect();
        Piece::new(kind.letter.into(), kind.name.into(), square_of(variant, kind.letter), goals)
    }

    /// The pieces of a game from a file, as its diagrams show them, promoted ones behind the others.
    fn all(guide: &Guide) -> Vec<Piece> {
        let mut kinds: Vec<_> = guide.pieces.iter().collect();
        kinds.sort_by_key(|piece| piece.is_promoted);
        let piece = |of: &crate::game::guide::PieceMoves| {
            let symbol = if of.is_promoted { format!("+{}", of.letter) } else { of.letter.to_string() };
            let goals = of.reached.iter().filter(|cell| cell.captures).map(|cell| cell.square).collect();
            Piece::new(symbol, of.name.clone(), of.square, goals)
        };
        kinds.into_iter().map(piece).collect()
    }
}

/// The task to capture with a piece, as far away as it can.
fn capture(variant: &'static Variant, frames: &[Frame], piece: &Piece) -> Option<Lesson> {
    // Another victim where the game would be over with the usual one: a lone knight, say, mates nobody.
    let others =
        variant.kinds.iter().filter(|kind| kind.role != Role::Royal).map(|kind| kind.letter.to_ascii_lowercase());
    let victims: Vec<char> = [victim_letter(variant), 'p'].into_iter().chain(others).collect();
    let with = |goal: Square, between: &[Put]| {
        let white: Vec<Put> = std::iter::once((piece.square, piece.symbol.clone())).chain(between.to_vec()).collect();
        let mut tried = victims.iter().flat_map(|victim| frames.iter().map(move |frame| (frame, victim)));
        tried.find_map(|(frame, victim)| {
            let game = frame.with(&white, &[(goal, victim.to_string())], "").filter(|_| frame.is_free(goal))?;
            let moves = if game.ended().is_none() { captures(&*game, piece.square, goal) } else { Vec::new() };
            (!moves.is_empty()).then_some((game, goal, moves))
        })
    };
    // Some pieces capture only over another one.
    let over = |goal: Square| {
        let mut own = variant.kinds.iter().filter(|kind| kind.role != Role::Royal);
        let screens = between(piece.square, goal);
        own.find_map(|kind| screens.iter().find_map(|&screen| with(goal, &[(screen, kind.letter.to_string())])))
    };
    let plain = piece.goals.iter().find_map(|&goal| with(goal, &[]));
    let (game, goal, moves) = plain.or_else(|| piece.goals.iter().find_map(|&goal| over(goal)))?;
    let victim = kind_name(variant, game.view().boards.first()?.at(goal)?.letter);
    let is_royal =
        PieceKind::of(variant.kinds, piece.symbol.chars().last()?).is_some_and(|kind| kind.role == Role::Royal);
    let (name, square) = (&piece.name, piece.square);
    let told =
        if is_royal { format!("The {name} must be kept safe, too.") } else { format!("So the {name} captures.") };
    Some(Lesson {
        fen: game.fen(),
        task: format!("Capture the {victim} on {goal} with the {name} on {square}."),
        moves,
        told,
    })
}

/// The squares between two squares of a line; none if they are on no line.
fn between(from: Square, to: Square) -> Vec<Square> {
    let steps = |from: u8, to: u8| i16::from(to) - i16::from(from);
    let (files, ranks, length) = (steps(from.file(), to.file()), steps(from.rank(), to.rank()), from.distance(to));
    let is_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let at = |start: u8, steps: i16, number: u8| (i16::from(start) + steps.signum() * i16::from(number)) as u8;
    let square = |number| Square::new(at(from.file(), files, number), at(from.rank(), ranks, number));
    (1..length).filter(|_| is_line).map(square).collect()
}

/// The moves of the piece on a square that capture on another one.
fn captures(game: &dyn Game, from: Square, victim: Square) -> Vec<String> {
    moves_that(game, |shape| shape.from() == Some(from) && shape.captures.iter().any(|&(at, _)| at == victim))
}

/// The moves of which something is true.
fn moves_that(game: &dyn Game, is_so: impl Fn(&Shape) -> bool) -> Vec<String> {
    let texts = game.legal_moves(Notation::Standard).into_iter().zip(game.shapes());
    texts.filter(|(_, shape)| is_so(shape)).map(|(text, _)| text).collect()
}

/// The kinds that are not royal; those of which there are many at the start, such as pawns, come first.
fn usual_kinds(variant: &'static Variant) -> Vec<&'static PieceKind> {
    let start = variant.new_game().view();
    let letters: Vec<char> = start.boards.iter().flat_map(|layout| &layout.pieces).map(|piece| piece.letter).collect();
    let mut kinds: Vec<&PieceKind> = variant.kinds.iter().filter(|kind| kind.role != Role::Royal).collect();
    kinds.sort_by_key(|kind| Reverse(letters.iter().filter(|letter| **letter == kind.letter).count()));
    kinds
}

/// The task to promote a piece, a pawn if one can be.
fn promotion(variant: &'static Variant, frames: &[Frame]) -> Option<Lesson> {
    let kinds = usual_kinds(variant);
    let middle = i16::from(variant.files / 2);
    let mut squares: Vec<Square> = Square::all(variant.files, variant.ranks).collect();
    squares.sort_by_key(|square| (Reverse(square.rank()), (i16::from(square.file()) - middle).abs()));
    let places = kinds.into_iter().flat_map(|kind| squares.iter().map(move |&square| (kind, square)));
    let mut tried = places.flat_map(|place| frames.iter().map(move |frame| (place, frame)));
    tried.find_map(|((kind, square), frame)| {
        let game =
            frame.game(kind.letter, square, None).filter(|game| frame.is_free(square) && game.ended().is_none())?;
        let promotes = |shape: &Shape| {
            shape.from() == Some(square) && (shape.becomes.is_some() || shape.turns == Some(Turn::Promoted))
        };
        let mut names: Vec<&str> = Vec::new();
        for shape in game.shapes().iter().filter(|shape| promotes(shape)) {
            let form = kind.promoted.map(|form| form.name).filter(|_| shape.becomes.is_none());
            let name = shape.becomes.map_or(form.unwrap_or(kind.name), |letter| kind_name(variant, letter));
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let last = names.pop()?;
        let told = match &names[..] {
            [] => format!("It becomes a {last}."),
            others => format!("It may become a {} or {last}.", others.join(", ")),
        };
        let task = format!("Promote the {} on {square}.", kind.name);
        Some(Lesson { fen: game.fen(), task, moves: moves_that(&*game, promotes), told })
    })
}

/// The task to give check with a piece in hand, or where that is not possible to put one on the board.
fn drop(variant: &'static Variant, frames: &[Frame]) -> Option<Lesson> {
    variant.new_game().view().hands?;
    let kinds = usual_kinds(variant);
    let mut tried = kinds.into_iter().flat_map(|kind| frames.iter().map(move |frame| (kind, frame)));
    let mut with_any = None;
    let checking = tried.find_map(|(kind, frame)| {
        let game = frame.with(&[], &[], &kind.letter.to_string()).filter(|game| game.ended().is_none())?;
        let drops = moves_that(&*game, |shape| shape.from().is_none() && shape.mover == kind.letter);
        let gives_check = |text: &String| {
            let mut next = game.begun_here();
            next.play(text).is_ok() && next.in_check() && next.ended().is_none()
        };
        let checks: Vec<String> = drops.iter().filter(|text| gives_check(text)).cloned().collect();
        if !drops.is_empty() {
            with_any.get_or_insert((game.fen(), format!("Put the {} in hand on the board.", kind.name), drops));
        }
        (!checks.is_empty()).then(|| (game.fen(), format!("Give check with the {} in hand.", kind.name), checks))
    });
    let (fen, task, moves) = checking.or(with_any)?;
    Some(Lesson { fen, task, moves, told: "A piece in hand is put on the board instead of a move.".into() })
}

/// The task to win the game with the next move, in a position of a random game.
fn win(variant: &'static Variant) -> Option<Lesson> {
    let mut left = MOST_PLIES;
    let mut dice = 0;
    while left > 0 && variant.players() == 2 {
        let mut game = variant.new_game();
        for _ in 0..LONGEST_GAME.min(left) {
            let moves = game.legal_bits();
            dice = mix(dice + 1);
            let Some(&bits) = moves.get((dice % moves.len().max(1) as u64) as usize) else { break };
            game.play_bits(bits);
            left -= 1;
        }
        let Some(outcome) = game.ended() else { continue };
        if outcome.winner.is_none_or(|winner| winner.color != Color::White) || !game.undo() {
            left = left.saturating_sub(1);
            continue;
        }
        let wins = |text: &String| {
            let mut next = game.begun_here();
            next.play(text).is_ok() && next.ended().is_some_and(|end| end.winner == outcome.winner)
        };
        let moves: Vec<String> = game.legal_moves(Notation::Standard).into_iter().filter(wins).collect();
        if game.turn().color == Color::White && !moves.is_empty() {
            return Some(Lesson {
                fen: game.fen(),
                task: "Win the game with the next move.".into(),
                moves,
                told: format!("{}.", outcome.comment()),
            });
        }
    }
    None
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

    fn lessons(variant: &Variant) -> Vec<Lesson> {
        of(&RulesRequest { game: variant.name.into() }).unwrap().lessons
    }

    /// Games from files, and the tasks of those of their lessons that are not about captures.
    const TASKS: &[(&str, &[&str])] = &[
        (
            "crazyhouse",
            &["Promote the Pawn on d7.", "Give check with the Pawn in hand.", "Win the game with the next move."],
        ),
        ("xiangqi", &["Win the game with the next move."]),
        (
            "shogi",
            &[
                "Promote the Shogi Pawn on e8.",
                "Give check with the Shogi Pawn in hand.",
                "Win the game with the next move.",
            ],
        ),
        ("kingofthehill", &["Promote the Pawn on d7.", "Win the game with the next move."]),
        ("racingkings", &["Promote the Pawn on e7.", "Win the game with the next move."]),
    ];

    #[test]
    fn lessons_of_games_from_files_come_from_their_rules() {
        TASKS.par_iter().for_each(|(name, tasks)| {
            let lessons = lessons(variants::find(name).unwrap());
            let others: Vec<&str> =
                lessons.iter().map(|lesson| &lesson.task[..]).filter(|task| !task.starts_with("Capture")).collect();
            assert_eq!(others, *tasks, "{name}");
        });
        let xiangqi = lessons(variants::find("xiangqi").unwrap());
        assert!(xiangqi.iter().any(|lesson| lesson.task.contains("with the Cannon")), "{xiangqi:?}");
    }

    #[test]
    fn every_game_has_lessons_that_can_be_done() {
        variants::all().into_par_iter().for_each(|variant| {
            let lessons = lessons(variant);
            let least = if variant.guide.is_some() { 1 } else { 6 };
            assert!((least..=MOST).contains(&lessons.len()), "{}: {} lessons", variant.name, lessons.len());
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
