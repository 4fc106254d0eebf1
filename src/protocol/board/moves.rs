//! The legal moves of a position, with the ways to click them.

use super::anatomy::{Anatomy, Scene, Sight};
use super::places::{board_index, kind_name, place};
use crate::game::Game;
use crate::position::{Notation, Sign};
use crate::protocol::board_change::Placement;
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
    kind: &'static str,
    pub(super) paths: Vec<Vec<String>>,
    pub(super) choice: String,
    captures: Vec<String>,
    becomes: Option<char>,
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
        let variant = game.variant();
        let texts = game.legal_moves(Notation::Standard);
        let read = |(number, text): (usize, &String)| {
            let anatomy = Anatomy::read(variant, text)?;
            let path = anatomy.path();
            let goes_on = path.starts_with(prefix) && path.len() > prefix.len();
            goes_on.then_some((number, anatomy, path))
        };
        let all: Vec<(usize, Anatomy, Vec<String>)> = texts.iter().enumerate().filter_map(read).collect();
        let depth = if all.len() > LONG { prefix.len() + 2 } else { usize::MAX };
        let mut groups: BTreeMap<&[String], usize> = BTreeMap::new();
        for (_, _, path) in &all {
            *groups.entry(stem(path, depth)).or_default() += 1;
        }
        let is_left_out = |path: &[String]| {
            path.len() > depth && groups.get(stem(path, depth)).is_some_and(|&count| count >= SMALL_GROUP)
        };
        let (left_out, kept): (Vec<_>, Vec<_>) = all.iter().partition(|entry| is_left_out(&entry.2));
        let mut stubs: BTreeMap<&[String], usize> = BTreeMap::new();
        for (_, _, path) in &left_out {
            *stubs.entry(stem(path, depth)).or_default() += 1;
        }
        let stubs: Vec<Stub> = stubs.into_iter().map(|(path, count)| Stub { path: path.to_vec(), count }).collect();
        let mut paths: HashSet<&[String]> = all.iter().map(|entry| &entry.2[..]).collect();
        paths.extend(stubs.iter().map(|stub| &stub.path[..]));
        let sights = sights(game, kept.into_iter().map(|(number, anatomy, _)| (*number, anatomy.clone())));
        let mut moves: Vec<MoveAnswer> =
            sights.into_iter().map(|(sight, text, san)| answer(game, &sight, text, san, &paths)).collect();
        tell_apart(&mut moves);
        let buttons = buttons(game, &moves, &stubs);
        MoveList { moves, stubs, buttons }
    }
}

/// Returns the first targets of a path.
fn stem(path: &[String], depth: usize) -> &[String] {
    path.get(..depth).unwrap_or(path)
}

/// Looks at legal moves, given by their places in the list.
fn sights(game: &dyn Game, moves: impl Iterator<Item = (usize, Anatomy)>) -> Vec<(Sight, String, String)> {
    let variant = game.variant();
    let (places, anatomies): (Vec<usize>, Vec<Anatomy>) = moves.unzip();
    let placement = |fen: &str| Placement::of(fen, variant.files, variant.ranks);
    let (before, us) = (placement(&game.fen()), game.turn().color);
    let looked = game.prospects(&places).into_iter().zip(anatomies).map(|(prospect, anatomy)| {
        let scene = Scene { variant, before: &before, after: &placement(&prospect.fen), us };
        (scene.sight(anatomy, &prospect.san), prospect.text, prospect.san)
    });
    looked.collect()
}

/// Looks at one move, given the positions before and after it.
pub(super) fn sight_of(game: &dyn Game, text: &str, san: &str, fens: [&str; 2]) -> Option<Sight> {
    let variant = game.variant();
    let [before, after] = fens.map(|fen| Placement::of(fen, variant.files, variant.ranks));
    let side = fens.first()?.split_whitespace().nth(1)?;
    let us = if side.starts_with('w') { crate::types::Color::White } else { crate::types::Color::Black };
    let scene = Scene { variant, before: &before, after: &after, us };
    Some(scene.sight(Anatomy::read(variant, text)?, san))
}

fn answer(game: &dyn Game, sight: &Sight, text: String, san: String, taken: &HashSet<&[String]>) -> MoveAnswer {
    let variant = game.variant();
    let board = sight.anatomy.board;
    let mut paths = sight.paths();
    let mut place_in_list = 0;
    // A detour that another move ends on its way would make that move wait for a choice.
    paths.retain(|path| {
        place_in_list += 1;
        place_in_list == 1
            || (1..path.len()).all(|length| path.get(..length).is_none_or(|start| !taken.contains(start)))
    });
    MoveAnswer {
        label: sight.label(variant),
        kind: sight.kind.name(),
        choice: sight.choice(variant),
        captures: sight.captures.iter().map(|&(square, _)| place(board, square)).collect(),
        becomes: sight.becomes().map(|letter| game.turn().color.dress(letter)),
        text,
        san,
        paths,
    }
}

/// Gives moves that share a path different words to choose by.
fn tell_apart(moves: &mut [MoveAnswer]) {
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

/// Describes the targets that are no squares.
fn buttons(game: &dyn Game, moves: &[MoveAnswer], stubs: &[Stub]) -> BTreeMap<String, Button> {
    let (variant, us) = (game.variant(), game.turn().color);
    let waiting = game.annotations().into_iter().find(|annotation| annotation.sign == Sign::Waiting);
    let waiting = waiting.map(|annotation| place(annotation.board, annotation.square));
    let paths = moves.iter().flat_map(|mv| &mv.paths).chain(stubs.iter().map(|stub| &stub.path));
    let mut buttons = BTreeMap::new();
    for target in paths.flatten() {
        let plain = target.rsplit(':').next().unwrap_or(target);
        let (letter, square) = match plain.strip_prefix('=') {
            Some(kind) => (kind.chars().next(), waiting.clone()),
            None if plain == "token" => (Some('*'), None),
            None => (plain.strip_prefix('@').and_then(|kind| kind.chars().next()), None),
        };
        let Some(letter) = letter else { continue };
        let text = kind_name(variant, letter);
        buttons.entry(target.clone()).or_insert(Button { text, letter: us.dress(letter), square });
    }
    buttons
}

/// Returns, for the squares of the pieces of the side that is not to move, the squares where they could go.
pub(super) fn threats(game: &dyn Game) -> BTreeMap<String, Vec<String>> {
    let mut threats: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let Ok(other) = game.variant().game(&super::places::other_side(game)) else { return threats };
    // In Dual the other side of this board may not be asked if the board has ended.
    if board_index(other.turn().board) != board_index(game.turn().board) || other.turn().color == game.turn().color {
        return threats;
    }
    for text in other.legal_moves(Notation::Standard) {
        let Some(anatomy) = Anatomy::read(game.variant(), &text) else { continue };
        let Some(from) = anatomy.origin().filter(|_| anatomy.choice.is_none() && anatomy.before.is_none()) else {
            continue;
        };
        let goals = threats.entry(place(anatomy.board, from)).or_default();
        let goal = place(anatomy.board, anatomy.goal());
        if !goals.contains(&goal) {
            goals.push(goal);
        }
    }
    threats
}
