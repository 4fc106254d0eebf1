//! Starts that could be fairer than the usual one.

use crate::game::set_up::{Cell, SetUp};
use crate::game::variant::Symmetry;
use crate::game::{Game, Variant};
use crate::position::Notation;
use crate::position::piece_kind::{PieceKind, Role};
use crate::types::zobrist::mix;
use crate::types::{Color, Square};
use std::collections::HashSet;

/// A start position to be tried.
pub(super) struct Candidate {
    /// What differs from the usual start.
    pub name: String,
    pub start: Box<dyn Game>,
    pub is_usual: bool,
}

impl Candidate {
    /// Whether it is a game with another rule.
    pub fn is_ruled(&self, usual: &Variant) -> bool {
        !std::ptr::eq(self.start.variant(), usual)
    }
}

/// The kinds of changes that are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Change {
    /// Another order of the pieces behind the pawns, the same for both sides.
    Shuffle,
    /// All pawns one rank ahead.
    Pawns,
    /// One side begins without a piece.
    Odds,
    /// The first move is prescribed. The fairest one is also what a player would choose who lets the other one pick a side.
    Opening,
}

/// At most so many candidates, the usual start first. Shuffles, of which there are many, fill up what the others leave.
/// Behind that come the games with another rule, `ruled`, with what differs; there are fewer of them than `most`.
pub(super) fn candidates(
    variant: &'static Variant,
    ruled: &[(String, &'static Variant)],
    changes: &[Change],
    most: usize,
    seed: u64,
) -> Vec<Candidate> {
    let usual = variant.new_game();
    let whole = SetUp::of(&*usual);
    let mut found = Found { keys: HashSet::new(), all: Vec::new(), most };
    found.add("the usual start".into(), usual.boxed_clone());
    for (name, other) in ruled {
        // Equal positions of other rules are other games.
        found.all.push(Candidate { name: name.clone(), start: other.new_game(), is_usual: false });
    }
    let has = |change| changes.contains(&change);
    let others: Vec<(String, Box<dyn Game>)> = [
        has(Change::Pawns).then(|| pawns_ahead(variant, &whole)),
        has(Change::Odds).then(|| odds(variant, &whole)),
        has(Change::Opening).then(|| openings(&*usual)),
    ]
    .into_iter()
    .flatten()
    .flatten()
    .collect();
    // With shuffles half of the places are theirs, as far as there are so many.
    let room = most - found.all.len();
    let of_others = if has(Change::Shuffle) { room / 2 } else { room };
    let step = others.len().div_ceil(of_others.max(1)).max(1);
    let (first, later): (Vec<_>, Vec<_>) = others.into_iter().enumerate().partition(|(place, _)| place % step == 0);
    first.into_iter().for_each(|(_, (name, game))| found.add(name, game));
    if has(Change::Shuffle) {
        shuffles(variant, &whole, seed, &mut found);
    }
    later.into_iter().for_each(|(_, (name, game))| found.add(name, game));
    found.all
}

/// The candidates so far: no position twice.
struct Found {
    keys: HashSet<u64>,
    all: Vec<Candidate>,
    most: usize,
}

impl Found {
    fn add(&mut self, name: String, start: Box<dyn Game>) {
        let is_playable = start.outcome().is_none() && !start.in_check();
        if self.all.len() < self.most && is_playable && self.keys.insert(start.key()) {
            let is_usual = self.all.is_empty();
            self.all.push(Candidate { name, start, is_usual });
        }
    }
}

fn role(variant: &Variant, letter: char) -> Option<Role> {
    PieceKind::of(variant.kinds, letter).map(|kind| kind.role)
}

fn name(variant: &Variant, letter: char) -> &'static str {
    PieceKind::of(variant.kinds, letter).map_or("piece", |kind| kind.name)
}

/// The cell that Black has where White has this one.
fn mirrored(variant: &Variant, (board, square): Cell) -> Cell {
    let (file, rank) = (square.file(), variant.ranks - 1 - square.rank());
    let file = if variant.symmetry == Symmetry::Rotation { variant.files - 1 - file } else { file };
    (board, Square::new(file, rank))
}

/// Shuffles the pieces of White's rank with the most officers, and Black's alike. There are none if Black's army is another one.
fn shuffles(variant: &'static Variant, whole: &SetUp, seed: u64, found: &mut Found) {
    /// So many shuffles are tried for each place.
    const ATTEMPTS: usize = 20;
    let is_officer = |letter: char| role(variant, letter).is_some_and(|role| role != Role::Pawn);
    let officers: Vec<(Cell, char)> =
        whole.pieces().filter(|(_, letter)| Color::of(*letter) == Color::White && is_officer(*letter)).collect();
    let rank_of = |cell: Cell| (cell.0, cell.1.rank());
    let count = |rank: (usize, u8)| officers.iter().filter(|piece| rank_of(piece.0) == rank).count();
    let Some(rank) =
        officers.iter().map(|piece| rank_of(piece.0)).max_by_key(|&rank| (count(rank), std::cmp::Reverse(rank)))
    else {
        return;
    };
    let (cells, letters): (Vec<Cell>, Vec<char>) =
        officers.into_iter().filter(|piece| rank_of(piece.0) == rank).unzip();
    let at = |cell: Cell| whole.pieces().find(|piece| piece.0 == cell).map(|piece| piece.1);
    if cells
        .iter()
        .zip(&letters)
        .any(|(&cell, letter)| at(mirrored(variant, cell)) != Some(letter.to_ascii_lowercase()))
    {
        return;
    }
    for attempt in 0..ATTEMPTS * found.most {
        if found.all.len() >= found.most {
            break;
        }
        let mut order = letters.clone();
        for place in (1..order.len()).rev() {
            let dice = mix(mix(seed ^ mix(attempt as u64)) ^ place as u64);
            order.swap(place, (dice % (place as u64 + 1)) as usize);
        }
        let mut shuffled = whole.clone();
        for (&cell, &letter) in cells.iter().zip(&order) {
            shuffled.put(cell, letter);
            shuffled.put(mirrored(variant, cell), letter.to_ascii_lowercase());
        }
        let order: String = order.into_iter().collect();
        if let Ok(game) = shuffled.game() {
            found.add(format!("the order {order}"), game);
        }
    }
}

/// All pawns of both sides one rank ahead.
fn pawns_ahead(variant: &'static Variant, whole: &SetUp) -> Vec<(String, Box<dyn Game>)> {
    let pawns: Vec<_> = whole.pieces().filter(|piece| role(variant, piece.1) == Some(Role::Pawn)).collect();
    let mut moved = whole.clone();
    for &(cell, _) in &pawns {
        moved.clear(cell);
    }
    for &((board, square), letter) in &pawns {
        let rank = i16::from(square.rank()) + Color::of(letter).choose(1, -1);
        let Some(rank) = u8::try_from(rank).ok().filter(|&rank| rank < variant.ranks) else { return Vec::new() };
        let cell = (board, Square::new(square.file(), rank));
        if !moved.is_empty(cell) {
            return Vec::new();
        }
        moved.put(cell, letter);
    }
    let game = moved.game().ok().filter(|_| !pawns.is_empty());
    game.map(|game| ("all pawns one rank ahead".to_owned(), game)).into_iter().collect()
}

/// One side without one of its pieces, royal ones excepted.
fn odds(variant: &'static Variant, whole: &SetUp) -> Vec<(String, Box<dyn Game>)> {
    let pieces: Vec<_> = whole.pieces().filter(|piece| role(variant, piece.1) != Some(Role::Royal)).collect();
    let without = |&((board, square), letter): &(Cell, char)| {
        let mut lacking = whole.clone();
        lacking.clear((board, square));
        let name = format!("{} without the {} on {square}", Color::of(letter).name(), name(variant, letter));
        Some((name, lacking.game().ok()?))
    };
    pieces.iter().filter_map(without).collect()
}

/// A prescribed first move.
fn openings(usual: &dyn Game) -> Vec<(String, Box<dyn Game>)> {
    let texts = usual.legal_moves(Notation::Standard);
    let after = |text: String| {
        let mut game = usual.boxed_clone();
        game.play(&text).ok()?;
        // What was played before is forgotten: the position is a start.
        Some((format!("the first move is {text}"), usual.variant().game(&game.fen()).ok()?))
    };
    texts.into_iter().filter_map(after).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;
    use clap::ValueEnum;

    #[test]
    fn candidates_are_different_starts_with_the_usual_one_first() {
        for (name, expected) in
            [("prisonbreak", 40), ("chess", 40), ("zigzagmadness", 40), ("jesonmor", 40), ("shogi", 40)]
        {
            let variant = variants::find(name).unwrap();
            let found = candidates(variant, &[], Change::value_variants(), 40, 1);
            assert!(found.len() >= expected, "{name}: {}", found.len());
            assert_eq!(found[0].start.fen(), variant.new_game().fen());
            let keys: HashSet<u64> = found.iter().map(|candidate| candidate.start.key()).collect();
            assert_eq!(keys.len(), found.len(), "{name}");
            for candidate in &found {
                let fen = candidate.start.fen();
                assert!(variant.game(&fen).is_ok(), "{name}: {}: {fen}", candidate.name);
            }
        }
    }

    #[test]
    fn changes_are_what_their_names_say() {
        let chess = variants::find("chess").unwrap();
        let of = |change| candidates(chess, &[], &[change], 1000, 1);
        let fens = |change| of(change).iter().map(|candidate| candidate.start.fen()).collect::<Vec<_>>();
        assert_eq!(fens(Change::Opening).len(), 21);
        // All pieces but the kings.
        assert_eq!(fens(Change::Odds).len(), 1 + 30);
        assert!(fens(Change::Odds).iter().any(|fen| fen.starts_with("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w")));
        let ahead = &fens(Change::Pawns)[1];
        assert!(ahead.starts_with("rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR w"), "{ahead}");
        for fen in fens(Change::Shuffle) {
            let (black, white) = (fen.split('/').next().unwrap(), fen.split('/').nth(7).unwrap());
            assert_eq!(black.to_ascii_uppercase(), white.split(' ').next().unwrap(), "{fen}");
        }
    }
}
