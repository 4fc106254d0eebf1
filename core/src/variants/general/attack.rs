//! Attacks, checks and pins.

use super::rules::KindSet;
use super::square_set::SquareSet;
use super::tables::{AttackRay, Jump, Tables};
use super::{Board, General, NO_KING};
use crate::types::{Cell, Color, Kind, Square};
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
    sources: &[super::tables::Source],
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
#[inline(always)]
fn attacker_on<const IMAGINED: bool>(
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

/// Whether a piece of `by` attacks a square.
#[inline]
pub fn is_attacked(tables: &Tables, board: &Board, square: Square, by: Color) -> bool {
    let nothing = Imagined { from: square, to: square, gone: square };
    let rays = tables.attack_rays(by, square);
    rays.iter().any(|ray| attacker_on::<false>(tables, board, ray, by, KindSet::MAX, nothing).is_some())
}

/// Whether a piece of `by` attacks a square after a move of the other side.
#[inline]
pub fn is_attacked_after(tables: &Tables, board: &Board, square: Square, by: Color, imagined: Imagined) -> bool {
    let rays = tables.attack_rays(by, square);
    rays.iter().any(|ray| attacker_on::<true>(tables, board, ray, by, KindSet::MAX, imagined).is_some())
}

/// The squares of the pieces of `by`, of some kinds, that attack a square.
pub fn attackers(tables: &Tables, board: &Board, square: Square, by: Color, kinds: KindSet) -> SquareSet {
    let nothing = Imagined { from: square, to: square, gone: square };
    let rays = tables.attack_rays(by, square).iter();
    rays.filter_map(|ray| attacker_on::<false>(tables, board, ray, by, kinds, nothing)).collect()
}

/// Whether a piece of `by`, of some kinds, attacks a square.
pub fn is_attacked_by(tables: &Tables, board: &Board, square: Square, by: Color, kinds: KindSet) -> bool {
    let nothing = Imagined { from: square, to: square, gone: square };
    let rays = tables.attack_rays(by, square);
    rays.iter().any(|ray| attacker_on::<false>(tables, board, ray, by, kinds, nothing).is_some())
}

/// What threatens the only royal piece of the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Danger {
    /// Where it stands.
    pub king: Square,
    /// Whether it is attacked.
    pub in_check: bool,
    /// The own pieces that may not leave their lines, and whatever else needs a trial.
    pub pinned: SquareSet,
}

impl Danger {
    /// What threatens a royal piece on `king`.
    #[inline(always)]
    pub fn of(tables: &Tables, board: &Board, king: Square, us: Color) -> Danger {
        let mut danger = Danger { king, in_check: false, pinned: SquareSet::EMPTY };
        let nothing = Imagined { from: king, to: king, gone: king };
        for ray in tables.attack_rays(!us, king) {
            if ray.jump != Jump::None {
                danger.in_check |= attacker_on::<false>(tables, board, ray, !us, KindSet::MAX, nothing).is_some();
                continue;
            }
            let sources = tables.sources(ray);
            let Some((at, _)) = first_piece::<false>(board, sources, 0, nothing) else { continue };
            let cell = board.at(sources[at].square);
            let hits = |cell: Cell, kinds: KindSet| cell.is(!us) && kinds & board.kind(cell).bit() != 0;
            if hits(cell, sources[at].kinds) {
                danger.in_check = true;
            } else if let Some((next, _)) = first_piece::<false>(board, sources, at + 1, nothing)
                && hits(board.at(sources[next].square), sources[next].kinds)
            {
                // An enemy piece here matters, too: it may be captured en passant.
                danger.pinned.add(sources[at].square);
            }
        }
        danger
    }
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
    pub(super) fn is_checked_as(&self, color: Color, royal: KindSet, except: Option<Square>) -> bool {
        let game = self.game;
        // Whoever captures beside his own king would blow him up.
        let is_shielded =
            |square: &Square| game.rules.effects.blast.is_some() && self.has_royal_beside(!color, *square);
        let attacked =
            |square: &Square| is_attacked(&game.tables, &self.board, *square, !color) && !is_shielded(square);
        let mut royals = self.squares_of(color, royal);
        royals.retain(|square| Some(*square) != except);
        match game.rules.last_royals {
            Some(last) if last.all_at_once => !royals.is_empty() && royals.iter().all(attacked),
            _ => royals.iter().any(attacked),
        }
    }

    /// Whether a royal piece of an army that a blast removes stands beside a square.
    fn has_royal_beside(&self, color: Color, square: Square) -> bool {
        let royals = self.royals(color);
        royals.iter().any(|royal| royal.distance(square) <= 1)
    }

    /// Whether a move that has led here from `before` is legal by what a blast has done to royal pieces; `None` if it has not
    /// decided that.
    pub(super) fn survives_blast(&self, before: &General) -> Option<bool> {
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
        let [Some(white), Some(black)] = Color::ALL.map(|color| self.king(color)) else { return false };
        let is_in_line = white.file() == black.file() || white.rank() == black.rank();
        self.game.rules.duties.no_facing
            && is_in_line
            && super::play::between(white, black).into_iter().all(|square| self.board.at(square).is_empty())
    }

    /// Whether a piece that is always royal is attacked.
    pub(super) fn is_king_attacked(&self, color: Color) -> bool {
        let royal = self.game.rules.royal;
        let kings = self.board.army(color).filter(|(kind, _)| royal & kind.bit() != 0);
        let mut squares = kings.map(|(_, square)| square);
        squares.any(|square| is_attacked(&self.game.tables, &self.board, square, !color))
    }

    /// The king of an army that has one royal piece at most.
    #[inline(always)]
    pub(super) fn king(&self, color: Color) -> Option<Square> {
        let number = self.kings[color.index()];
        (number != NO_KING).then(|| self.board.square_of(usize::from(number)))
    }
}
