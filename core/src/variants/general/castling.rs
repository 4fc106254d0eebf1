//! Castling and its rights.

use super::General;
use super::attack::{self, Imagined};
use super::danger::Danger;
use super::moves::{Flag, GeneralMove};
use super::rules::CastlingRules;
use crate::types::{Color, Kind, Square, State, zobrist};

/// The topic of rights in keys.
const TOPIC: u64 = 1;

/// Castling rights: by player and side, the rook's square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rights {
    rooks: [[Option<Square>; 2]; 2],
}

impl Rights {
    /// The rook with which a player may castle to a side.
    #[inline(always)]
    pub fn rook(&self, color: Color, side: usize) -> Option<Square> {
        self.rooks[color.index()][side & 1]
    }

    /// Whether a player may castle at all.
    #[inline(always)]
    pub fn has_any(&self, color: Color) -> bool {
        self.rooks[color.index()].iter().any(Option::is_some)
    }

    /// Whether anybody may castle.
    #[inline(always)]
    pub fn is_none(&self) -> bool {
        !Color::ALL.into_iter().any(|color| self.has_any(color))
    }

    /// Gives a right.
    pub fn give(&mut self, color: Color, side: usize, rook: Square) {
        self.rooks[color.index()][side & 1] = Some(rook);
    }

    /// Takes a player's rights, with their share of the key.
    pub fn take_all(&mut self, color: Color, state: &mut State) {
        state.key ^= self.key();
        self.rooks[color.index()] = [None; 2];
        state.key ^= self.key();
    }

    /// Takes the rights of a rook on a square, with their share of the key.
    #[inline(always)]
    pub fn take_rook(&mut self, square: Square, state: &mut State) {
        for rook in self.rooks.as_flattened_mut() {
            if *rook == Some(square) {
                *rook = None;
                state.key ^= share(square);
            }
        }
    }

    /// The share of the rights in a key.
    pub fn key(&self) -> u64 {
        self.rooks.as_flattened().iter().flatten().fold(0, |key, &rook| key ^ share(rook))
    }
}

fn share(rook: Square) -> u64 {
    zobrist::feature(TOPIC, rook.index() as u64)
}

impl CastlingRules {
    /// Whether there is castling to a side on a board with so many files.
    pub fn has_side(&self, side: usize, files: u8) -> bool {
        self.king_to[side & 1] < files
    }

    /// Where king and rook arrive.
    pub fn targets(&self, rank: u8, side: usize) -> (Square, Square) {
        let king = self.king_to[side];
        let rook = if side == 0 { king.wrapping_sub(1) } else { king + 1 };
        (Square::new(king, rank), Square::new(rook, rank))
    }
}

impl General {
    /// The piece of a player that castles, if it stands on its rank.
    #[inline]
    pub(super) fn castling_king(&self, color: Color) -> Option<Square> {
        let rules = self.rules().castling.as_ref()?;
        let kind = rules.king[color.index()];
        let rank = self.rules().rank_of(color, rules.rank);
        let at = |square: Square| self.board.kind_at(square, color) == kind && !kind.is_none();
        if self.game.is_simple && self.rules().royal & kind.bit() != 0 {
            return self.king(color).filter(|king| king.rank() == rank);
        }
        let kings = || self.board.army(color).filter(|&(other, _)| other == kind).map(|(_, square)| square);
        let named = Square::new(rules.king_file, rank);
        if kings().count() > 1 && at(named) {
            return Some(named);
        }
        kings().find(|square| square.rank() == rank)
    }

    /// The castling of `king` to a side, if nothing stands in the way and the king does not pass attacked squares. The king
    /// may still be attacked where he arrives; an only royal piece must not be in check.
    #[inline(never)]
    pub(super) fn castling_move(&self, side: usize, king: Square, danger: Option<&Danger<'_>>) -> Option<GeneralMove> {
        let color = self.state.side;
        let rules = self.rules().castling.as_ref()?;
        let rook = self.rights.rook(color, side)?;
        let (king_to, rook_to) = rules.targets(king.rank(), side);
        if king_to == king && !rules.shuffled && self.rules().duties.pass[color.index()] {
            // Passing has the same text.
            return None;
        }
        let span = |a: Square, b: Square| {
            let (low, high) = (a.file().min(b.file()), a.file().max(b.file()));
            (low..=high).map(move |file| Square::new(file, a.rank()))
        };
        let is_free = |square: Square| self.board.at(square).is_empty() || square == king || square == rook;
        // Most often something stands there.
        if !is_free(king_to) || !is_free(rook_to) || !span(king, king_to).chain(span(rook, rook_to)).all(is_free) {
            return None;
        }
        let is_royal = match self.game.is_simple {
            true => self.rules().royal & self.board.kind_on(king).bit() != 0,
            false => self.royals(color).contains(&king),
        };
        // Beside the enemy's king he is safe, so lines may lead through his own square. Where he arrives the rook closes them: whether
        // he is safe there is seen after the move.
        let is_safe_beside =
            self.rules().effects.blast.is_some() && self.rules().royal & self.board.kind_on(king).bit() == 0;
        let is_attacked = |square: Square| {
            let imagined = Imagined { from: king, to: square, gone: king };
            let by = (!color, self.strikers(!color));
            let by = || attack::is_attacked_after(&self.game.tables, &self.board, square, by, imagined);
            let is_attacked = danger.map_or_else(by, |danger| danger.attacks_on_way(square, imagined));
            is_attacked && !(is_safe_beside && (square == king_to || self.is_shielded(color, square)))
        };
        let is_facing = |square: Square| {
            let enemy = self.king(!color).filter(|_| danger.is_none() && self.rules().duties.no_facing);
            let imagined = Imagined { from: king, to: square, gone: king };
            enemy.is_some_and(|enemy| attack::kings_face(&self.board, [square, enemy], imagined))
        };
        // His own square is one of them, where `danger` has found no check.
        let mut passed = span(king, king_to).filter(|&square| square != king || danger.is_none());
        if is_royal
            && (passed.any(|square| is_attacked(square) || is_facing(square))
                || !self.game.is_simple && self.is_checked(color))
        {
            return None;
        }
        let flag = if side == 0 { Flag::CASTLING } else { Flag::CASTLING_LONG };
        Some(GeneralMove::new(king, king_to).flagged(flag).with_square(rook))
    }

    /// Where the rook of a castling arrives.
    pub(super) fn rook_target(&self, mv: GeneralMove) -> Square {
        let side = usize::from(mv.flag() == Flag::CASTLING_LONG);
        let castling = self.rules().castling.as_ref();
        castling.map_or(mv.to(), |rules| rules.targets(mv.to().rank(), side).1)
    }

    /// The rook that a right without a file means: the first from the edge inward.
    pub(super) fn outer_rook(&self, color: Color, side: usize, king: Square) -> Option<Square> {
        let rules = self.rules().castling.as_ref().filter(|rules| rules.has_side(side, self.rules().files))?;
        let start = rules.rook_from[side].min(self.rules().files - 1);
        let files: Box<dyn Iterator<Item = u8>> =
            if side == 0 { Box::new((king.file() + 1..=start).rev()) } else { Box::new(start..king.file()) };
        let mut squares = files.map(|file| Square::new(file, king.rank()));
        squares.find(|&square| self.is_castling_rook(color, square))
    }

    /// Whether a piece that serves as a rook stands on a square.
    pub(super) fn is_castling_rook(&self, color: Color, square: Square) -> bool {
        let kind = self.board.kind_at(square, color);
        let rooks = self.rules().castling.as_ref().map_or(0, |rules| rules.rooks[color.index()]);
        kind != Kind::NONE && rooks & kind.bit() != 0
    }
}
