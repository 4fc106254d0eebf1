//! The legal moves of a position, with the ways to click them.

use super::clicks;
use super::names::kind_name;
use super::words::Words;
use crate::game::Game;
use crate::position::shape::{TOKEN, Turn};
use crate::position::view::square_name;
use crate::position::{Notation, Shape};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Lists of more moves than this are shortened by stubs.
const LONG: usize = 1000;
/// Groups of fewer moves than this are never shortened.
const SMALL_GROUP: usize = 24;

/// A legal move.
#[derive(Serialize)]
pub(super) struct MoveAnswer {
    pub(super) text: String,
    san: String,
    label: String,
    pub(super) kind: &'static str,
    pub(super) paths: Vec<Vec<String>>,
    pub(super) choice: String,
    captures: Vec<String>,
    pub(super) becomes: Option<char>,
    /// Whether the piece is marked as promoted afterwards, where that is a choice.
    promoted: Option<bool>,
}

/// Moves that are left out of a long list: those that begin with a path.
#[derive(Serialize)]
pub(super) struct Stub {
    pub(super) path: Vec<String>,
    pub(super) count: usize,
}

/// How a page shows a target that is no square.
#[derive(Serialize)]
pub(super) struct Button {
    text: &'static str,
    letter: char,
    square: Option<String>,
}

/// The answer to `moves`, and a part of the answer to `position`.
#[derive(Serialize, Default)]
pub(super) struct MoveList {
    pub(super) moves: Vec<MoveAnswer>,
    pub(super) stubs: Vec<Stub>,
    pub(super) buttons: BTreeMap<String, Button>,
}

impl MoveList {
    /// Lists the legal moves whose usual path goes on behind `prefix`. A long list is shortened behind the second next target.
    pub(super) fn of(game: &dyn Game, prefix: &[String]) -> MoveList {
        let shapes = game.shapes();
        let read = |(number, shape): (usize, &Shape)| {
            let path = clicks::usual_path(shape);
            (path.starts_with(prefix) && path.len() > prefix.len()).then_some((number, path))
        };
        let all: Vec<(usize, Vec<String>)> = shapes.iter().enumerate().filter_map(read).collect();
        let depth = if all.len() > LONG { prefix.len() + 2 } else { usize::MAX };
        let mut groups: BTreeMap<&[String], usize> = BTreeMap::new();
        for (_, path) in &all {
            *groups.entry(stem(path, depth)).or_default() += 1;
        }
        let is_left_out = |path: &[String]| {
            path.len() > depth && groups.get(stem(path, depth)).is_some_and(|&count| count >= SMALL_GROUP)
        };
        let (left_out, kept): (Vec<_>, Vec<_>) = all.iter().partition(|entry| is_left_out(&entry.1));
        let mut stubs: BTreeMap<&[String], usize> = BTreeMap::new();
        for (_, path) in &left_out {
            *stubs.entry(stem(path, depth)).or_default() += 1;
        }
        let stubs: Vec<Stub> = stubs.into_iter().map(|(path, count)| Stub { path: path.to_vec(), count }).collect();
        let mut paths: HashSet<&[String]> = all.iter().map(|entry| &entry.1[..]).collect();
        paths.extend(stubs.iter().map(|stub| &stub.path[..]));
        let [texts, san] = [Notation::Standard, Notation::San].map(|notation| game.legal_moves(notation));
        let described = kept.into_iter().filter_map(|&(number, _)| {
            let texts = [texts.get(number)?.clone(), san.get(number)?.clone()];
            Some(answer(game, shapes.get(number)?, texts, &paths))
        });
        let mut moves: Vec<MoveAnswer> = described.collect();
        tell_apart(&mut moves);
        let buttons = buttons(game, &moves, &stubs);
        MoveList { moves, stubs, buttons }
    }
}

/// The first targets of a path.
fn stem(path: &[String], depth: usize) -> &[String] {
    path.get(..depth).unwrap_or(path)
}

fn answer(game: &dyn Game, shape: &Shape, [text, san]: [String; 2], taken: &HashSet<&[String]>) -> MoveAnswer {
    let words = Words { variant: game.variant(), shape };
    let mut paths = clicks::paths(shape);
    let mut place_in_list = 0;
    // A detour that another move ends on its way would make that move wait for a choice.
    paths.retain(|path| {
        place_in_list += 1;
        place_in_list == 1
            || (1..path.len()).all(|length| path.get(..length).is_none_or(|start| !taken.contains(start)))
    });
    MoveAnswer {
        label: words.label(),
        kind: clicks::kind(shape),
        choice: words.choice(),
        captures: shape.captures.iter().map(|&(square, _)| square_name(shape.board, square)).collect(),
        becomes: shape.last_promotion().map(|letter| game.turn().color.dress(letter)),
        promoted: shape.turns.map(|turn| turn == Turn::Promoted),
        text,
        san,
        paths,
    }
}

/// Gives moves that share a path different words to choose by.
fn tell_apart(moves: &mut [MoveAnswer]) {
    tell_unturned(moves);
    let mut words: HashMap<(&[String], &str), usize> = HashMap::new();
    for mv in moves.iter() {
        for path in &mv.paths {
            *words.entry((path, &mv.choice)).or_default() += 1;
        }
    }
    let doubles: Vec<bool> = {
        let is_double =
            |mv: &MoveAnswer| mv.paths.iter().any(|path| words.get(&(&path[..], &mv.choice[..])) > Some(&1));
        moves.iter().map(is_double).collect()
    };
    for (mv, _) in moves.iter_mut().zip(doubles).filter(|(_, double)| *double) {
        mv.choice = format!("{} ({})", mv.choice, mv.text);
    }
}

/// Where a piece may turn, the words of the move after which it is what it was tell what that is.
fn tell_unturned(moves: &mut [MoveAnswer]) {
    let turning = moves.iter().filter(|mv| mv.promoted.is_some());
    let ways: HashMap<Vec<String>, bool> =
        turning.filter_map(|mv| Some((mv.paths.first()?.clone(), mv.promoted?))).collect();
    for mv in moves.iter_mut().filter(|mv| mv.promoted.is_none() && mv.becomes.is_none()) {
        let Some(&promotes) = mv.paths.first().and_then(|path| ways.get(path)) else { continue };
        let name = mv.label.split_whitespace().take_while(|word| !word.contains(|c: char| c.is_ascii_digit()));
        let name: Vec<&str> = name.take_while(|word| *word != "dropped").collect();
        mv.choice = format!("Stay a {}", name.join(" "));
        mv.promoted = Some(!promotes);
    }
}

/// Describes the targets that are no squares.
fn buttons(game: &dyn Game, moves: &[MoveAnswer], stubs: &[Stub]) -> BTreeMap<String, Button> {
    let (variant, us) = (game.variant(), game.turn().color);
    let pending = game.view().pending;
    let waiting = pending.iter().find_map(|pending| Some(square_name(pending.board, pending.square?)));
    let paths = moves.iter().flat_map(|mv| &mv.paths).chain(stubs.iter().map(|stub| &stub.path));
    let mut buttons = BTreeMap::new();
    for target in paths.flatten() {
        let plain = target.rsplit(':').next().unwrap_or(target);
        let (letter, square) = match plain.strip_prefix('=') {
            Some(kind) => (kind.chars().next(), waiting.clone()),
            None if plain == "token" => (Some(TOKEN), None),
            None => (plain.strip_prefix('@').and_then(|kind| kind.chars().next()), None),
        };
        let Some(letter) = letter else { continue };
        let text = kind_name(variant, letter);
        buttons.entry(target.clone()).or_insert(Button { text, letter: us.dress(letter), square });
    }
    buttons
}

/// The squares of the pieces of the side that is not to move, with the squares where they could go.
pub(super) fn threats(game: &dyn Game) -> BTreeMap<String, Vec<String>> {
    let mut threats: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let Some(other) = game.turned() else { return threats };
    for shape in other.shapes().iter().filter(|shape| shape.choice.is_none() && shape.before.is_none()) {
        let Some(from) = shape.from() else { continue };
        let goals = threats.entry(square_name(shape.board, from)).or_default();
        let goal = square_name(shape.board, shape.goal);
        if !goals.contains(&goal) {
            goals.push(goal);
        }
    }
    threats
}
