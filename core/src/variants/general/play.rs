//! What moves do.

use super::loaded::goes_quietly;
use super::moves::{Flag, GeneralMove};
use super::rules::{CastlingRules, Leaves};
use super::square_set::SquareSet;
use super::{Board, General, NO_KING, attack};
use crate::types::{Color, Kind, Square, zobrist};

/// The topic of checks that are left in keys.
const CHECKS_TOPIC: u64 = 4;

impl General {
    /// Plays a legal move.
    #[inline(always)]
    pub(super) fn play_move(&mut self, mv: GeneralMove) {
        let us = self.state.side;
        let rules = self.rules();
        let victim = if mv.flag() == Flag::EN_PASSANT { self.victim_en_passant(mv.to()) } else { None };
        let was_bare = rules.ends.counting.as_ref().is_some_and(|counting| self.is_bare_without_pawns(counting));
        let pieces = if rules.ends.counting.is_some() { self.piece_count() } else { 0 };
        self.passed.clear(&mut self.state);
        self.state.halfmove += 1;
        self.passes = if mv.flag() == Flag::PASS { self.passes + 1 } else { 0 };
        self.dropped = if mv.flag() == Flag::DROP { mv.piece() } else { Kind::NONE };
        match mv.flag() {
            Flag::CASTLING | Flag::CASTLING_LONG => {
                self.castle(mv);
                self.put_beside(mv);
            }
            Flag::DROP => {
                self.drop_piece(mv);
                self.put_beside(mv);
            }
            Flag::PASS => {
                let kind = self.board.kind_on(mv.from());
                if rules.ends.progress[us.index()] & kind.bit() != 0 {
                    self.state.halfmove = 0;
                }
                self.put_beside(mv);
            }
            _ => self.displace(mv, victim),
        }
        if let Some(home) = &rules.home {
            self.leave_home(home, mv);
        }
        if rules.ends.counts_checks && self.is_king_attacked(!us) {
            let before = self.counters_key();
            self.checks_left[us.index()] = self.checks_left[us.index()].saturating_sub(1);
            self.state.key ^= before ^ self.counters_key();
        }
        self.state.hand_over();
        if let Some(counting) = &rules.ends.counting {
            self.count_on(counting, pieces != self.piece_count() || mv.flag() == Flag::PROMOTION, was_bare);
        }
    }

    /// The number of pieces on the board.
    fn piece_count(&self) -> usize {
        Color::ALL.into_iter().map(|color| self.board.army(color).count()).sum()
    }

    #[inline(always)]
    fn displace(&mut self, mv: GeneralMove, victim: Option<Square>) {
        let (us, from, to) = (self.state.side, mv.from(), mv.to());
        let kind = self.board.kind_on(from);
        let castles = |rules: &CastlingRules| rules.king[us.index()] == kind;
        let is_castling_king = self.rights.has_any(us)
            && self.rules().castling.as_ref().is_some_and(castles)
            && self.castling_king(us) == Some(from);
        let victim = victim.unwrap_or(to);
        let captures = from != to && self.board.at(victim).is(!us);
        let turns_to_stone = captures && self.petrifies(mv);
        if from == to {
            // A promotion in place.
        } else if captures {
            self.capture(victim);
        } else if self.rules().ends.progress[us.index()] & kind.bit() != 0
            && (kind.of(&self.game.one_way) || !goes_quietly(&self.game.tables, kind, us, to, from))
        {
            self.state.halfmove = 0;
        }
        if from != to {
            self.state.relocate(&mut self.board, kind, from, to);
        }
        if !self.rights.is_none() {
            self.rights.take_rook(from, &mut self.state);
            self.rights.take_rook(to, &mut self.state);
            if is_castling_king {
                self.rights.take_all(us, &mut self.state);
            }
        }
        if !mv.becomes().is_none() {
            self.state.transform(&mut self.board, us, to, mv.becomes());
            // Only what turns back is no progress.
            if mv.flag() == Flag::PROMOTION || !self.rules().promotion.can_turn_back {
                self.state.halfmove = 0;
            }
        }
        self.put_beside(mv);
        if mv.flag() == Flag::LEAVES {
            self.leave_behind(kind, from, to);
        }
        if captures && self.game.has_effects {
            // A wall that a piece has turned into is not blown up.
            if turns_to_stone {
                self.petrify(to);
            }
            self.explode(to);
        }
    }

    /// Removes what a capture on a square blows up.
    #[cold]
    fn explode(&mut self, square: Square) {
        for (color, at) in self.blown_up(square) {
            let kind = self.vanish(color, at);
            self.take_in_hand(!color, kind);
        }
    }

    /// Takes a piece off the board that nobody has captured, and returns its kind.
    pub(super) fn vanish(&mut self, color: Color, at: Square) -> Kind {
        let number = Board::number(self.board.at(at)) as u8;
        let kind = self.state.remove(&mut self.board, color, at);
        self.rights.take_rook(at, &mut self.state);
        if self.kings[color.index()] == number {
            self.kings[color.index()] = NO_KING;
        }
        if self.rights.has_any(color) && self.castling_king(color).is_none() {
            self.rights.take_all(color, &mut self.state);
        }
        kind
    }

    /// Puts what a move puts beside its own piece: a wall, or a piece that enters.
    #[inline(always)]
    fn put_beside(&mut self, mv: GeneralMove) {
        if let Some(square) = mv.puts_on() {
            match &self.game.rules.effects.walls {
                Some(walls) => self.put_wall(walls, square),
                None => self.enter(mv, square),
            }
        }
    }

    /// The same on the board alone.
    #[inline(always)]
    fn put_beside_only(&mut self, mv: GeneralMove) {
        if let Some(square) = mv.puts_on() {
            match &self.game.rules.effects.walls {
                Some(walls) => self.put_wall_only(walls, square),
                None => {
                    self.board.put(self.state.side, mv.piece(), square);
                    self.note_king(self.state.side, square);
                }
            }
        }
    }

    /// The pieces that a capture on a square blows up, the one that captures included.
    pub(super) fn blown_up(&self, square: Square) -> Vec<(Color, Square)> {
        let Some(blast) = self.rules().effects.blast else { return Vec::new() };
        let is_gone = |at: &Square| {
            let Some((_, kind)) = self.board.piece_at(*at) else { return false };
            let spared = if *at == square { blast.survivors } else { blast.survivors | blast.spared };
            spared & kind.bit() == 0
        };
        let around = self.rules().squares.squares().filter(|at| at.distance(square) <= 1);
        around.filter(is_gone).filter_map(|at| Some((self.board.at(at).color()?, at))).collect()
    }

    /// Takes an enemy piece off the board, into the hand where the rules say so.
    #[inline(always)]
    fn capture(&mut self, square: Square) {
        let us = self.state.side;
        let number = Board::number(self.board.at(square)) as u8;
        let kind = self.state.remove(&mut self.board, !us, square);
        self.state.halfmove = 0;
        if self.kings[(!us).index()] == number {
            self.kings[(!us).index()] = NO_KING;
        }
        let is_castling_king = |rules: &CastlingRules| rules.king[(!us).index()] == kind;
        if self.rights.has_any(!us)
            && self.rules().castling.as_ref().is_some_and(is_castling_king)
            && self.castling_king(!us).is_none()
        {
            self.rights.take_all(!us, &mut self.state);
        }
        self.take_in_hand(us, kind);
    }

    /// Puts a piece that has left the board into the hand of a player where the rules say so.
    #[inline(always)]
    pub(super) fn take_in_hand(&mut self, color: Color, kind: Kind) {
        if let Some(hand) = &self.game.rules.hand
            && hand.takes_captures
        {
            self.hands.add(color, self.game.rules.kind(kind).in_hand, &mut self.state.key);
        }
    }

    fn castle(&mut self, mv: GeneralMove) {
        let us = self.state.side;
        let rook_to = self.rook_target(mv);
        self.state.relocate_pair(&mut self.board, (mv.from(), mv.to()), (mv.square(), rook_to));
        self.rights.take_all(us, &mut self.state);
        let side = usize::from(mv.flag() == Flag::CASTLING_LONG);
        if self.rules().castling.as_ref().is_some_and(|rules| rules.only_other_side)
            && let Some(rook) = self.rights.rook(!us, side)
        {
            self.rights.take_rook(rook, &mut self.state);
        }
        let kind = self.board.kind_on(mv.to());
        if self.rules().ends.progress[us.index()] & kind.bit() != 0 {
            self.state.halfmove = 0;
        }
    }

    fn drop_piece(&mut self, mv: GeneralMove) {
        let (us, to) = (self.state.side, mv.to());
        let form = if mv.becomes().is_none() { mv.piece() } else { mv.becomes() };
        self.hands.remove(us, mv.piece(), &mut self.state.key);
        // Reading a FEN has made sure that there is room.
        self.board.put(us, form, to);
        self.state.add(us, form, to);
        self.note_king(us, to);
        self.state.halfmove = 0;
        self.gain_rights(us, to);
    }

    /// Keeps the number of a royal piece that stands on a square.
    pub(super) fn note_king(&mut self, color: Color, square: Square) {
        let cell = self.board.at(square);
        if self.rules().royal & self.board.kind(cell).bit() != 0 {
            self.kings[color.index()] = Board::number(cell) as u8;
        }
    }

    /// Gives the rights that a king or rook has which was dropped on its square.
    fn gain_rights(&mut self, color: Color, dropped: Square) {
        let Some(castling) = self.rules().castling.as_ref().filter(|rules| rules.after_drop) else { return };
        let Some(king) = self.castling_king(color).filter(|king| king.file() == castling.king_file) else { return };
        self.state.key ^= self.rights.key();
        for side in 0..2 {
            if !castling.has_side(side, self.rules().files) {
                continue;
            }
            let corner = Square::new(castling.rook_from[side].min(self.rules().files - 1), king.rank());
            if self.is_castling_rook(color, corner) && (dropped == king || dropped == corner) {
                self.rights.give(color, side, corner);
            }
        }
        self.state.key ^= self.rights.key();
    }

    /// Marks the squares where a piece that has gone several steps can be captured.
    fn leave_behind(&mut self, kind: Kind, from: Square, to: Square) {
        let us = self.state.side;
        let them = !us;
        let tables = &self.game.tables;
        let passes = |leaves: Leaves| leaves != Leaves::Nothing;
        let rays = tables.rays(kind, us, from).iter().filter(|ray| passes(ray.leaves));
        let mut way = rays.filter_map(|ray| {
            let stops = tables.stops(ray);
            let end = stops.iter().position(|stop| stop.square == to)?;
            Some((ray.leaves, &stops[..end]))
        });
        let Some((leaves, passed)) = way.next() else { return };
        let en_passant = &self.rules().en_passant;
        let region = en_passant.region[them.index()];
        if leaves == Leaves::All {
            let squares: SquareSet = between(from, to).into_iter().chain([to]).collect();
            (squares & region).squares().for_each(|square| self.passed.add(square, &mut self.state));
            return;
        }
        let by = en_passant.by[them.index()];
        let only_if_possible = en_passant.only_if_possible[them.index()];
        let is_kept = |square: Square| {
            region.has(square)
                && self.board.at(square).is_empty()
                && (!only_if_possible || attack::is_attacked_by(tables, &self.board, square, them, by))
        };
        let kept: SquareSet = passed.iter().map(|stop| stop.square).filter(|&square| is_kept(square)).collect();
        kept.squares().for_each(|square| self.passed.add(square, &mut self.state));
    }

    /// Plays a move as far as attacks on the own royal pieces depend on it.
    pub(super) fn displace_only(&mut self, mv: GeneralMove) {
        let (us, from, to) = (self.state.side, mv.from(), mv.to());
        match mv.flag() {
            Flag::CASTLING | Flag::CASTLING_LONG => {
                let rook = (mv.square(), self.rook_target(mv));
                self.board.swap_pair((from, to), rook);
            }
            Flag::DROP => {
                let form = if mv.becomes().is_none() { mv.piece() } else { mv.becomes() };
                self.board.put(us, form, to);
                self.note_king(us, to);
            }
            Flag::PASS => {}
            flag => {
                let victim = if flag == Flag::EN_PASSANT { self.victim_en_passant(to) } else { None };
                let victim = victim.unwrap_or(to);
                let captures = from != to && self.board.at(victim).is(!us);
                let turns_to_stone = captures && self.petrifies(mv);
                if captures {
                    self.board.take(victim);
                }
                if from != to {
                    self.board.shift(from, to);
                }
                if !mv.becomes().is_none() {
                    self.board.become_kind(to, mv.becomes());
                }
                if turns_to_stone {
                    self.board.take(to);
                    self.board.block(to);
                }
                if captures {
                    for (_, at) in self.blown_up(to) {
                        self.board.take(at);
                    }
                }
            }
        }
        self.put_beside_only(mv);
    }

    /// The share of counters that distinguish positions in a key.
    pub(super) fn counters_key(&self) -> u64 {
        if self.rules().ends.counts_checks {
            zobrist::feature(CHECKS_TOPIC, u64::from(self.checks_left[0]) << 8 | u64::from(self.checks_left[1]))
        } else {
            0
        }
    }
}

/// The squares on the straight line between two others; none if there is no such line.
pub(super) fn between(from: Square, to: Square) -> Vec<Square> {
    let files = to.file() as i8 - from.file() as i8;
    let ranks = to.rank() as i8 - from.rank() as i8;
    if files != 0 && ranks != 0 && files.abs() != ranks.abs() {
        return Vec::new();
    }
    let length = files.abs().max(ranks.abs());
    let square = |at: i8| {
        let file = from.file() as i8 + files.signum() * at;
        let rank = from.rank() as i8 + ranks.signum() * at;
        Square::new(file as u8, rank as u8)
    };
    (1..length).map(square).collect()
}
