//! What threatens the only royal piece of the side to move: found once, it tells of most moves whether they are safe.

use super::attack::{self, Imagined};
use super::reach::{CASTLING_REACH, JUMP, PLAIN};
use super::rules::KindSet;
use super::square_set::SquareSet;
use super::tables::{Source, Tables};
use super::{Board, General};
use crate::types::{Color, Kind, Square};
use arrayvec::ArrayVec;

/// What threatens a royal piece.
#[derive(Clone, Copy, Debug)]
pub struct Danger<'a> {
    tables: &'a Tables,
    board: &'a Board,
    us: Color,
    /// Where the royal piece stands.
    pub king: Square,
    /// The enemy king, if he must not be faced.
    facing: Option<Square>,
    /// Whether he is attacked, or faces the enemy king.
    pub in_check: bool,
    /// Whether some attack is a jump: then any move is tried.
    jumps: bool,
    /// Where other pieces end all checks that are no jumps: every square if there are none.
    answers: SquareSet,
    /// The pieces that stand alone between him and an enemy, by place in their army's list.
    pub pinned: u64,
    /// The squares on which pieces matter to enemies that jump.
    pub zone: SquareSet,
    /// The enemy pieces that might attack him where he is or may go, by place in their army's list.
    near: u64,
}

impl<'a> Danger<'a> {
    /// What threatens the royal piece on `king` of the side to move.
    #[inline(always)]
    pub fn of(position: &'a General, king: Square) -> Danger<'a> {
        let (game, board, us) = (position.game, &position.board, position.state.side);
        let tables = &game.tables;
        let mut danger = Danger {
            tables,
            board,
            us,
            king,
            facing: None,
            in_check: false,
            jumps: false,
            answers: !SquareSet::EMPTY,
            pinned: 0,
            zone: SquareSet::EMPTY,
            near: 0,
        };
        for number in board.numbers(!us) {
            let (kind, from) = (board.kind_of(number), board.square_of(number));
            let flags = tables.reach.flags(kind, !us, from, king);
            if flags != 0 {
                danger.near |= 1 << Board::place(number);
                danger.add(kind, from, flags);
            }
        }
        if game.rules.duties.no_facing
            && let Some(enemy) = position.king(!us)
        {
            danger.face(enemy);
        }
        danger
    }

    /// Adds a piece that attacks the king on an empty board, or a square near him.
    #[inline(always)]
    fn add(&mut self, kind: Kind, from: Square, flags: u8) {
        if flags & PLAIN != 0 {
            for ray in self.tables.rays_from(!self.us, self.king, from) {
                if let Some(length) = length_of_way(self.tables.sources(ray), kind, from) {
                    self.add_way(self.tables.sources(ray)[..=length].iter().map(|source| source.square));
                }
            }
        }
        if flags & JUMP != 0 {
            self.add_jumps(kind, from);
        }
    }

    /// Adds a way from the king to a piece that attacks him if the squares between are empty.
    #[inline(always)]
    fn add_way(&mut self, way: impl ExactSizeIterator<Item = Square> + Clone) {
        let last = way.len() - 1;
        let mut standing = way.clone().take(last).filter(|&square| !self.board.at(square).is_empty());
        match (standing.next(), standing.next()) {
            (None, _) => {
                self.in_check = true;
                self.answers = self.answers & way.collect();
            }
            (Some(square), None) if self.board.at(square).is(self.us) => {
                self.pinned |= 1 << Board::place(Board::number(self.board.at(square)));
            }
            _ => {}
        }
    }

    /// Adds a piece that may attack the king by a jump.
    #[inline(never)]
    fn add_jumps(&mut self, kind: Kind, from: Square) {
        let nothing = Imagined { from: self.king, to: self.king, gone: self.king };
        for ray in self.tables.jump_rays(!self.us, self.king) {
            let sources = self.tables.sources(ray);
            if let Some(length) = length_of_way(sources, kind, from) {
                self.zone = self.zone | sources[..length].iter().map(|source| source.square).collect();
                let by = attack::attacker_on::<false>(self.tables, self.board, ray, !self.us, KindSet::MAX, nothing);
                self.jumps |= by.is_some();
            }
        }
        self.in_check |= self.jumps;
    }

    /// Adds the enemy king as a piece that attacks along ranks and files.
    #[cold]
    fn face(&mut self, enemy: Square) {
        self.facing = Some(enemy);
        if let Some(between) = attack::between_in_line(self.king, enemy) {
            let way: ArrayVec<Square, 16> = between.chain([enemy]).collect();
            self.add_way(way.iter().copied());
        }
    }

    /// The squares where other pieces may end all checks.
    #[inline(always)]
    pub fn answers(&self) -> SquareSet {
        if self.jumps { !SquareSet::EMPTY } else { self.answers }
    }

    /// Whether nothing but the king's own moves can be unsafe, except those of pinned pieces.
    #[inline(always)]
    pub fn is_calm(&self) -> bool {
        !self.in_check && self.zone.is_empty()
    }

    /// Whether a move of another piece leaves the king attacked. A piece that is dropped comes from where it arrives.
    #[inline(always)]
    pub fn is_left(&self, from: Square, to: Square, is_pinned: bool) -> bool {
        if self.in_check && !self.jumps && !self.answers.has(to) {
            return true;
        }
        let needs_trial = is_pinned || self.jumps || self.zone.has(from) || self.zone.has(to);
        needs_trial && self.attacks(self.king, Imagined { from, to, gone: from })
    }

    /// Whether the king is attacked on `square` after a move: the square where he stands, or one where he goes.
    pub fn attacks(&self, square: Square, imagined: Imagined) -> bool {
        let mut rest = self.near;
        while rest != 0 {
            let number = Board::first(!self.us) + rest.trailing_zeros() as usize;
            if attack::strikes::<true>(self.tables, self.board, (number, !self.us), square, imagined) {
                return true;
            }
            rest &= rest - 1;
        }
        self.faces(square, imagined)
    }

    /// The same of any square where he passes when he castles.
    pub fn attacks_on_way(&self, square: Square, imagined: Imagined) -> bool {
        if square.file().abs_diff(self.king.file()) <= CASTLING_REACH {
            return self.attacks(square, imagined);
        }
        attack::is_attacked_after(self.tables, self.board, square, (!self.us, KindSet::MAX), imagined)
            || self.faces(square, imagined)
    }

    /// Whether the king on `square` faces the enemy king after a move, where that is forbidden.
    #[inline(always)]
    fn faces(&self, square: Square, imagined: Imagined) -> bool {
        self.facing.is_some_and(|enemy| attack::kings_face(self.board, [square, enemy], imagined))
    }
}

/// The number of squares between the king and a piece that attacks him along a ray; `None` if it does not.
#[inline(always)]
fn length_of_way(sources: &[Source], kind: Kind, from: Square) -> Option<usize> {
    let length = sources.iter().position(|source| source.square == from)?;
    (sources[length].kinds & kind.bit() != 0).then_some(length)
}
