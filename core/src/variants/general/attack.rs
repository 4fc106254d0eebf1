//! Attacks and checks.

use super::reach::{JUMP, PLAIN};
use super::rules::KindSet;
use super::square_set::SquareSet;
use super::tables::{AttackRay, Jump, Source, Tables};
use super::{Board, General, NO_KING};
use crate::types::{Color, Kind, Square};
use arrayvec::ArrayVec;

/// The greatest number of royal pieces of an army that are looked at.
const MOST_ROYALS: usize = 64;

/// A move that is imagined on a board: a piece goes, perhaps another one is taken elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Imagined {
    /// The square that is left.
    pub from: Square,
    /// Where the piece arrives.
    pub to: Square,
    /// Another square that becomes empty; `from` again if there is none.
    pub gone: Square,
}

/// The first square of a ray, from an index on, that is not empty, with its place on the ray.
#[inline(always)]
fn first_piece<const IMAGINED: bool>(
    board: &Board,
    sources: &[Source],
    start: usize,
    imagined: Imagined,
) -> Option<(usize, bool)> {
    sources[start..].iter().enumerate().find_map(|(index, source)| {
        if IMAGINED {
            if source.square == imagined.to {
                return Some((start + index, true));
            }
            if source.square == imagined.from || source.square == imagined.gone {
                return None;
            }
        }
        (!board.at(source.square).is_empty()).then_some((start + index, false))
    })
}

/// The square on a ray from which a piece of `by`, one of `kinds`, attacks.
#[inline]
pub fn attacker_on<const IMAGINED: bool>(
    tables: &Tables,
    board: &Board,
    ray: &AttackRay,
    by: Color,
    kinds: KindSet,
    imagined: Imagined,
) -> Option<Square> {
    let sources = tables.sources(ray);
    let hurdle = match ray.jump {
        Jump::None => None,
        _ => {
            Some(first_piece::<IMAGINED>(board, sources, 0, imagined).filter(|&(at, _)| at < usize::from(ray.beyond))?)
        }
    };
    let start = hurdle.map_or(0, |(at, _)| at + 1);
    let (at, is_mover) = first_piece::<IMAGINED>(board, sources, start, imagined)?;
    let source = sources[at];
    let cell = board.at(source.square);
    if is_mover || !cell.is(by) || source.kinds & kinds & board.kind(cell).bit() == 0 {
        return None;
    }
    if ray.jump == Jump::OverOthers
        && let Some((over, is_mover)) = hurdle
    {
        let square = if is_mover { imagined.from } else { sources[over].square };
        let cell = board.at(square);
        if cell.is_piece() && board.kind(cell) == board.kind_on(source.square) {
            return None;
        }
    }
    Some(source.square)
}

/// Whether nothing stands on a ray between the square that it leads from and a piece that attacks along it.
#[inline(always)]
pub fn is_open<const IMAGINED: bool>(
    board: &Board,
    sources: &[Source],
    (kind, from): (Kind, Square),
    imagined: Imagined,
) -> bool {
    for source in sources {
        if source.square == from {
            return source.kinds & kind.bit() != 0;
        }
        if IMAGINED && source.square == imagined.to {
            return false;
        }
        let is_left = IMAGINED && (source.square == imagined.from || source.square == imagined.gone);
        if !is_left && !board.at(source.square).is_empty() {
            return false;
        }
    }
    false
}

/// Whether a piece, told by its number, attacks a square, perhaps after a move of the other side.
#[inline(always)]
pub fn strikes<const IMAGINED: bool>(
    tables: &Tables,
    board: &Board,
    (number, by): (usize, Color),
    square: Square,
    imagined: Imagined,
) -> bool {
    let (kind, from) = (board.kind_of(number), board.square_of(number));
    let flags = tables.reach.flags(kind, by, from, square);
    if flags & (PLAIN | JUMP) == 0 || IMAGINED && (from == imagined.to || from == imagined.gone) {
        return false;
    }
    let piece = (kind, from);
    let is_open = |ray| is_open::<IMAGINED>(board, tables.sources(ray), piece, imagined);
    let jumps = |ray| attacker_on::<IMAGINED>(tables, board, ray, by, kind.bit(), imagined).is_some();
    flags & PLAIN != 0 && tables.rays_from(by, square, from).iter().any(is_open)
        || flags & JUMP != 0 && tables.jump_rays(by, square).iter().any(jumps)
}

/// Whether a piece of `by` attacks a square.
#[inline]
pub fn is_attacked(tables: &Tables, board: &Board, square: Square, by: Color) -> bool {
    let nothing = Imagined { from: square, to: square, gone: square };
    board.numbers(by).any(|number| strikes::<false>(tables, board, (number, by), square, nothing))
}

/// Whether a piece of `by`, of some kinds, attacks a square after a move of the other side.
#[inline]
pub fn is_attacked_after(
    tables: &Tables,
    board: &Board,
    square: Square,
    (by, kinds): (Color, KindSet),
    imagined: Imagined,
) -> bool {
    let mut numbers = board.numbers(by).filter(|&number| kinds & board.kind_of(number).bit() != 0);
    numbers.any(|number| strikes::<true>(tables, board, (number, by), square, imagined))
}

/// The squares of the pieces of `by`, of some kinds, that attack a square.
pub fn attackers(tables: &Tables, board: &Board, square: Square, by: Color, kinds: KindSet) -> SquareSet {
    let nothing = Imagined { from: square, to: square, gone: square };
    let numbers = board.numbers(by).filter(|&number| kinds & board.kind_of(number).bit() != 0);
    let attackers = numbers.filter(|&number| strikes::<false>(tables, board, (number, by), square, nothing));
    attackers.map(|number| board.square_of(number)).collect()
}

/// Whether a piece of `by`, of some kinds, attacks a square.
pub fn is_attacked_by(tables: &Tables, board: &Board, square: Square, by: Color, kinds: KindSet) -> bool {
    let nothing = Imagined { from: square, to: square, gone: square };
    let mut numbers = board.numbers(by).filter(|&number| kinds & board.kind_of(number).bit() != 0);
    numbers.any(|number| strikes::<false>(tables, board, (number, by), square, nothing))
}

/// The squares between two on one rank or file; `None` if they are not, or are the same.
pub fn between_in_line(one: Square, other: Square) -> Option<impl Iterator<Item = Square> + Clone> {
    let step = match (one.file() == other.file(), one.rank() == other.rank()) {
        (true, false) => 16,
        (false, true) => 1,
        _ => return None,
    };
    let (low, high) = (one.index().min(other.index()), one.index().max(other.index()));
    Some((low + step..high).step_by(step).map(|square| Square(square as u8)))
}

/// Whether two kings face each other on an open rank or file after a move.
pub fn kings_face(board: &Board, [king, enemy]: [Square; 2], imagined: Imagined) -> bool {
    let is_empty = |square: Square| {
        let is_left = square == imagined.from || square == imagined.gone;
        square != imagined.to && (is_left || board.at(square).is_empty())
    };
    imagined.to != enemy && between_in_line(king, enemy).is_some_and(|mut between| between.all(is_empty))
}

impl General {
    /// The kinds of an army whose pieces must not be left attacked.
    pub(super) fn royal_kinds(&self, color: Color) -> KindSet {
        let rules = &self.game.rules;
        let Some(last) = rules.last_royals else { return rules.royal };
        if last.all_at_once {
            return rules.royal | last.kinds;
        }
        let mut counts = [0u8; Kind::LIMIT];
        for (kind, _) in self.board.army(color) {
            counts[kind.index::<{ Kind::LIMIT }>()] += 1;
        }
        let count = |kind: Kind| -> u8 {
            let alike = rules.kind(kind).alike;
            rules.numbers().filter(|other| alike & other.bit() != 0).map(|other| other.of(&counts)).sum()
        };
        let are_last = |kind: &Kind| last.kinds & kind.bit() != 0 && count(*kind) <= last.most;
        rules.numbers().filter(are_last).fold(rules.royal, |kinds, kind| kinds | kind.bit())
    }

    /// The royal pieces of an army.
    pub(super) fn royals(&self, color: Color) -> ArrayVec<Square, MOST_ROYALS> {
        self.squares_of(color, self.royal_kinds(color))
    }

    /// The pieces of an army of some kinds.
    fn squares_of(&self, color: Color, kinds: KindSet) -> ArrayVec<Square, MOST_ROYALS> {
        let squares = self.board.army(color).filter(|(kind, _)| kinds & kind.bit() != 0).map(|(_, square)| square);
        squares.take(MOST_ROYALS).collect()
    }

    /// Whether the royal pieces of an army are attacked, as far as that is a check.
    pub(super) fn is_checked(&self, color: Color) -> bool {
        let game = self.game;
        if game.is_simple {
            return self.king(color).is_some_and(|king| is_attacked(&game.tables, &self.board, king, !color));
        }
        self.is_checked_as(color, self.royal_kinds(color), None)
    }

    /// Whether pieces of an army are attacked so that it is in check if these kinds are royal, but not the piece on `except`.
    #[inline(never)]
    pub(super) fn is_checked_as(&self, color: Color, royal: KindSet, except: Option<Square>) -> bool {
        let game = self.game;
        let strikers = self.strikers(!color);
        let attacked = |square: &Square| {
            is_attacked_by(&game.tables, &self.board, *square, !color, strikers) && !self.is_shielded(color, *square)
        };
        let mut royals = self.squares_of(color, royal);
        royals.retain(|square| Some(*square) != except);
        match game.rules.last_royals {
            // A king is in check for himself.
            Some(last) if last.all_at_once => {
                let is_king = |square: &&Square| game.rules.royal & self.board.kind_on(**square).bit() != 0;
                let mut others = royals.iter().filter(|square| !is_king(square)).peekable();
                royals.iter().filter(is_king).any(attacked) || others.peek().is_some() && others.all(attacked)
            }
            _ => royals.iter().any(attacked),
        }
    }

    /// The kinds of an army that give check: a royal piece that would turn into a wall captures nothing.
    pub(super) fn strikers(&self, color: Color) -> KindSet {
        match self.game.rules.effects.petrify {
            0 => KindSet::MAX,
            petrify => !(petrify & self.royal_kinds(color)),
        }
    }

    /// Whether the enemy of an army cannot capture on a square, because the blast would reach a royal piece of his own.
    #[inline(never)]
    pub(super) fn is_shielded(&self, color: Color, square: Square) -> bool {
        let is_beside = |royal: &Square| royal.distance(square) <= 1;
        self.game.rules.effects.blast.is_some() && self.royals(!color).iter().any(is_beside)
    }

    /// Whether a move that has led here from `before` is legal by what a blast or a petrification has done to royal pieces; `None`
    /// if it has not decided that.
    pub(super) fn survives_effects(&self, before: &General) -> Option<bool> {
        let us = before.state.side;
        let has_lost = |color: Color| {
            let kinds = before.royal_kinds(color);
            before.squares_of(color, kinds).len() > self.squares_of(color, kinds).len()
        };
        if has_lost(us) {
            return Some(false);
        }
        has_lost(!us).then_some(true)
    }

    /// Whether the kings face each other on an open rank or file, where that is forbidden.
    pub(super) fn kings_face(&self) -> bool {
        self.game.rules.duties.no_facing && self.is_facing()
    }

    /// Whether the kings face each other on an open rank or file.
    pub(super) fn is_facing(&self) -> bool {
        let [Some(white), Some(black)] = Color::ALL.map(|color| self.king(color)) else { return false };
        let nothing = Imagined { from: white, to: white, gone: white };
        kings_face(&self.board, [white, black], nothing)
    }

    /// Whether a piece that is always royal is attacked.
    pub(super) fn is_king_attacked(&self, color: Color) -> bool {
        let royal = self.game.rules.royal;
        let kings = self.board.army(color).filter(|(kind, _)| royal & kind.bit() != 0);
        let mut squares = kings.map(|(_, square)| square);
        let strikers = self.strikers(!color);
        squares.any(|square| is_attacked_by(&self.game.tables, &self.board, square, !color, strikers))
    }

    /// The king of an army that has one royal piece at most.
    #[inline(always)]
    pub(super) fn king(&self, color: Color) -> Option<Square> {
        let number = self.kings[color.index()];
        (number != NO_KING).then(|| self.board.square_of(usize::from(number)))
    }
}
