//! Checks that moves give, told without playing them.

use super::General;
use super::attack::{self, Imagined};
use super::moves::{Flag, GeneralMove};
use super::reach::PLAIN;
use super::tables::AttackRay;
use crate::position::SearchHints;
use crate::types::{Color, Kind, Square};

impl General {
    /// Whether a legal move attacks the king, by the piece that moves or by one behind it, in a game that
    /// [tells checks](super::loaded::Loaded::tells_checks). Misses castling, a piece that enters beside the move, what stands behind a
    /// victim en passant, and pieces behind that attack on several rays.
    #[inline(never)]
    pub(super) fn attacks_king_by(&self, mv: GeneralMove) -> bool {
        let us = self.state.side;
        let Some(king) = self.king(!us) else { return false };
        if mv.flag() == Flag::PASS || mv.castles() {
            return false;
        }
        // A piece that is dropped comes from where it arrives.
        let (from, to) = (mv.from(), mv.to());
        let kind = if mv.becomes().is_none() { self.mover(mv) } else { mv.becomes() };
        // A piece that enters where another one has stood covers what is behind it.
        if mv.puts_on().is_some() {
            return self.hits(us, kind, king, Imagined { from: to, to, gone: to });
        }
        let victim = if mv.flag() == Flag::EN_PASSANT { self.victim_en_passant(to) } else { None };
        let imagined = Imagined { from, to, gone: victim.unwrap_or(from) };
        self.hits(us, kind, king, imagined) || from != to && self.uncovers(us, king, imagined)
    }

    /// Whether a piece that has arrived attacks a square.
    #[inline(always)]
    fn hits(&self, us: Color, kind: Kind, king: Square, imagined: Imagined) -> bool {
        let tables = &self.game.tables;
        tables.reach.flags(kind, us, imagined.to, king) & PLAIN != 0
            && tables.rays_from(us, king, imagined.to).iter().any(|ray| self.sees(ray, (kind, imagined.to), imagined))
    }

    /// Whether a piece that leaves a square uncovers another one that attacks the king.
    #[inline(always)]
    fn uncovers(&self, us: Color, king: Square, imagined: Imagined) -> bool {
        let tables = &self.game.tables;
        let Some(place) = tables.reach.ray(us, king, imagined.from) else { return false };
        let Some(ray) = tables.plain_rays(us, king).get(place) else { return false };
        let mut standing = tables.sources(ray).iter().filter(|source| !self.board.at(source.square).is_empty());
        if standing.next().is_none_or(|source| source.square != imagined.from) {
            return false;
        }
        standing.next().is_some_and(|source| {
            let cell = self.board.at(source.square);
            cell.is(us) && self.sees(ray, (self.board.kind(cell), source.square), imagined)
        })
    }

    /// Whether a piece attacks along a ray after a move.
    #[inline(never)]
    fn sees(&self, ray: &AttackRay, piece: (Kind, Square), imagined: Imagined) -> bool {
        attack::is_open::<true>(&self.board, self.game.tables.sources(ray), piece, imagined)
    }
}
