//! First moves from the home rank: which pieces have not moved, what enters behind them, and how far they may leap.

use super::General;
use super::loaded::goes_quietly;
use super::moves::{Flag, GeneralMove};
use super::rules::HomeRules;
use crate::types::{Color, Kind, MoveList, Square, State, zobrist};

/// The topic of pieces that have not moved in keys.
const TOPIC: u64 = 5;

/// By player, the files of the pieces on the home rank that have not moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Home([u16; 2]);

impl Home {
    /// Whether a player's piece on a file has not moved.
    #[inline(always)]
    pub fn has(self, color: Color, file: u8) -> bool {
        self.0[color.index()] >> file & 1 != 0
    }

    /// Notes that a player's piece on a file has not moved.
    pub fn add(&mut self, color: Color, file: u8) {
        self.0[color.index()] |= 1 << file;
    }

    /// The share in a key.
    pub fn key(self) -> u64 {
        let [white, black] = self.0.map(u64::from);
        if self.0 == [0; 2] { 0 } else { zobrist::feature(TOPIC, white << 16 | black) }
    }

    /// Forgets the pieces of which something does not hold, with their share of the key.
    fn retain(&mut self, state: &mut State, holds: impl Fn(Color, u8) -> bool) {
        let before = self.key();
        for color in Color::ALL {
            let kept = (0..16).filter(|&file| self.has(color, file) && holds(color, file));
            self.0[color.index()] = kept.fold(0, |files, file| files | 1 << file);
        }
        state.key ^= before ^ self.key();
    }
}

impl General {
    /// The square of a player's home rank on a file.
    pub(super) fn home_square(&self, rules: &HomeRules, color: Color, file: u8) -> Square {
        Square::new(file, self.rules().rank_of(color, rules.rank))
    }

    /// The squares of a player's pieces that have not moved.
    pub(super) fn unmoved(&self, color: Color) -> impl Iterator<Item = Square> + use<> {
        let (home, rules) = (self.home, self.rules());
        let files = (0..rules.files).filter(move |&file| home.has(color, file));
        let rank = rules.home.as_ref().map_or(0, |home| rules.rank_of(color, home.rank));
        files.map(move |file| Square::new(file, rank))
    }

    /// Whether a player's piece on a square has not moved.
    pub(super) fn is_unmoved(&self, color: Color, square: Square) -> bool {
        self.rules().home.as_ref().is_some_and(|rules| {
            self.home.has(color, square.file()) && square == self.home_square(rules, color, square.file())
        })
    }

    /// Whether it matters which pieces of a player have not moved: whether he has, or may come to have, what would enter.
    pub(super) fn uses_home(&self, rules: &HomeRules, color: Color) -> bool {
        let takes = self.rules().hand.as_ref().is_some_and(|hand| hand.takes_captures);
        !rules.enters || takes || !self.hands.is_empty(color)
    }

    /// Forgets which pieces have not moved where that does not matter, when a position is read.
    pub(super) fn forget_unused_home(&mut self, rules: &HomeRules) {
        for color in Color::ALL {
            if !self.uses_home(rules, color) {
                self.home.0[color.index()] = 0;
            }
        }
    }

    /// Forgets the pieces that a move of the side to move has moved or taken.
    pub(super) fn leave_home(&mut self, rules: &HomeRules, mv: GeneralMove) {
        if self.home == Home::default() {
            return;
        }
        let touched = [mv.from(), mv.to(), if mv.castles() { mv.square() } else { mv.from() }];
        let touches = |square: Square| mv.flag() != Flag::PASS && touched.contains(&square);
        let (us, royal) = (self.state.side, self.rules().royal);
        let comes = mv.flag() != Flag::PASS && rules.ended_by & self.board.kind_at(mv.to(), us).bit() & !1 != 0;
        let is_in_line = |square: Square| square.file() == mv.to().file() || square.rank() == mv.to().rank();
        let is_ended = |color: Color, square: Square| {
            comes && color != us && royal & self.board.kind_on(square).bit() != 0 && is_in_line(square)
        };
        let mut home = self.home;
        let mut state = self.state;
        home.retain(&mut state, |color, file| {
            let square = self.home_square(rules, color, file);
            let stays = !touches(square) && self.board.at(square).is(color) && self.uses_home(rules, color);
            stays && !is_ended(color, square)
        });
        (self.home, self.state) = (home, state);
    }

    /// Adds the same moves with a piece that enters where another one has left.
    pub(super) fn add_entering(&self, moves: &mut MoveList<GeneralMove>) {
        let us = self.state.side;
        if self.hands.is_empty(us) {
            return;
        }
        let held: Vec<Kind> = self.rules().numbers().filter(|&kind| self.hands.count(us, kind) > 0).collect();
        let mut more = Vec::new();
        for &mv in
            moves.iter().filter(|mv| !matches!(mv.flag(), Flag::DROP | Flag::PASS | Flag::PROMOTION | Flag::CHANGE))
        {
            let left = [Some(mv.from()), mv.castles().then(|| mv.square())];
            for square in left.into_iter().flatten().filter(|&square| self.is_unmoved(us, square)) {
                let is_left = square != mv.to() && (!mv.castles() || square != self.rook_target(mv));
                let may_enter = |kind: &&Kind| is_left && self.drop_squares(**kind, **kind).has(square);
                more.extend(held.iter().filter(may_enter).map(|&kind| mv.with_piece(kind).putting_on(square)));
            }
        }
        moves.extend(more);
    }

    /// Lets a piece enter behind a move that has been played on the board.
    pub(super) fn enter(&mut self, mv: GeneralMove, square: Square) {
        let us = self.state.side;
        self.hands.remove(us, mv.piece(), &mut self.state.key);
        self.board.put(us, mv.piece(), square);
        self.state.add(us, mv.piece(), square);
        self.note_king(us, square);
    }

    /// The leaps of the side to move to empty squares, whatever they leave attacked.
    pub(super) fn first_leaps(&self, rules: &HomeRules) -> Vec<GeneralMove> {
        let us = self.state.side;
        let sign: i8 = us.choose(1, -1);
        let mut moves = Vec::new();
        for from in self.unmoved(us) {
            let kind = self.board.kind_on(from);
            for &(files, ranks) in rules.leaps.iter().filter(|leap| leap.0 == kind).flat_map(|leap| &leap.1) {
                let to = self.game.square_at(from, (sign * files, sign * ranks));
                // Where the piece goes anyhow there is a move already.
                let is_leap = |to: &Square| {
                    self.board.at(*to).is_empty() && !goes_quietly(&self.game.tables, kind, us, from, *to)
                };
                moves.extend(to.filter(is_leap).map(|to| GeneralMove::new(from, to)));
            }
        }
        moves
    }
}
