//! FIDE chess and Chess960: one set of rules, castling rights being the squares of rooks.

mod evaluation;
mod exchange;
mod movegen;
mod san;
pub(in crate::variants) mod tables;
mod text;

use super::common::en_passant::{EnPassant, pawn_beside};
use crate::game::piece_kind::FIDE;
use crate::game::variant::{Symmetry, Variant, XBoard, begin};
use crate::position::{Players, Rules, SearchHints};
use crate::types::square::Step;
use crate::types::{Color, Mailbox, Move, Outcome, Reason, Score, Sink, Square, State, zobrist};
use tables::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};

/// XBoard's name of Chess960, which is the game of chess with another start and another text of castling.
pub const CHESS960: &str = "fischerandom";

/// Whether a name of chess means Chess960.
pub fn is_chess960(name: &str) -> bool {
    [CHESS960, "chess960"].iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// The row of chess in the list of games.
pub const VARIANT: Variant = Variant {
    name: "chess",
    aliases: &["standard", "normal", CHESS960, "chess960"],
    title: "Chess",
    summary: "FIDE chess, and Chess960 with UCI_Chess960",
    files: 8,
    ranks: 8,
    pocket: 0,
    start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    kinds: FIDE,
    rules_page: "chess",
    symmetry: Symmetry::Mirror,
    xboard: Some(XBoard { name: "normal", setup: None }),
    template: "chess",
    bench: include_str!("../../../bench/positions/chess.epd"),
    bench_depth: 13,
    begin: begin::<Chess>,
};

/// What the second extra byte of a [`Move`] says here; the first is the kind a pawn promotes to.
struct Flag;

impl Flag {
    const DOUBLE_STEP: u8 = 1;
    const EN_PASSANT: u8 = 2;
    const CASTLE_H: u8 = 3;
    const CASTLE_A: u8 = 4;
}

/// Which rook a king castles with: the one nearer the h-file or the one nearer the a-file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum HomeSide {
    H = 0,
    A = 1,
}

impl HomeSide {
    /// Where king and rook stand after castling, on the king's rank.
    #[inline(always)]
    fn targets(self, king: Square) -> (Square, Square) {
        let (king_file, rook_file) = match self {
            HomeSide::H => (6, 5),
            HomeSide::A => (2, 3),
        };
        (Square::new(king_file, king.rank()), Square::new(rook_file, king.rank()))
    }

    #[inline(always)]
    fn flag(self) -> u8 {
        match self {
            HomeSide::H => Flag::CASTLE_H,
            HomeSide::A => Flag::CASTLE_A,
        }
    }

    /// The side that a castling move castles on.
    #[inline(always)]
    fn of(mv: Move) -> Option<HomeSide> {
        match mv.flag() {
            Flag::CASTLE_H => Some(HomeSide::H),
            Flag::CASTLE_A => Some(HomeSide::A),
            _ => None,
        }
    }
}

/// A chess position.
#[derive(Clone, Copy, Debug)]
pub struct Chess {
    board: Mailbox<32>,
    state: State,
    /// The rooks that may still castle, by colour and [`HomeSide`]; [`Square::NONE`] without the right.
    rooks: [Square; 4],
    en_passant: EnPassant,
}

impl Chess {
    #[inline(always)]
    fn castling_rook(&self, color: Color, side: HomeSide) -> Square {
        self.rooks[color.index() * 2 + side as usize]
    }

    fn castle(&mut self, mv: Move, side: HomeSide) {
        let (king_to, rook_to) = side.targets(mv.from());
        let rook = self.castling_rook(self.state.side, side);
        self.state.relocate_pair(&mut self.board, (mv.from(), king_to), (rook, rook_to));
    }

    /// Ends the rights that a move from or to a square ends.
    #[inline(always)]
    fn update_rights(&mut self, kind: u8, from: Square, to: Square) {
        if self.rooks == [Square::NONE; 4] {
            return;
        }
        for index in 0..4 {
            let rook = self.rooks[index];
            let king_moved = kind == KING && index / 2 == self.state.side.index();
            if rook != Square::NONE && (rook == from || rook == to || king_moved) {
                self.rooks[index] = Square::NONE;
                self.state.key ^= castling_key(index, rook);
            }
        }
    }

    /// Neither side can mate by any sequence of moves: bare kings, one minor piece, or bishops of one square colour.
    fn is_dead(&self) -> bool {
        let mut knights = 0;
        let mut bishops = [0, 0];
        for (kind, square) in Color::ALL.into_iter().flat_map(|color| self.board.army(color)) {
            match kind {
                PAWN | ROOK | QUEEN => return false,
                KNIGHT => knights += 1,
                BISHOP => bishops[(square.file() + square.rank()) as usize & 1] += 1,
                _ => {}
            }
        }
        match knights {
            0 => bishops[0] == 0 || bishops[1] == 0,
            1 => bishops == [0, 0],
            _ => false,
        }
    }
}

fn castling_key(index: usize, rook: Square) -> u64 {
    zobrist::feature(1, (index * 256 + rook.index()) as u64)
}

impl Rules for Chess {
    type Move = Move;
    type Board = Mailbox<32>;
    const KINDS: usize = 8;
    const BEST_PROMOTION: u8 = QUEEN;

    #[inline(always)]
    fn board(&self) -> &Self::Board {
        &self.board
    }

    #[inline(always)]
    fn state(&self) -> &State {
        &self.state
    }

    #[inline(always)]
    fn state_mut(&mut self) -> &mut State {
        &mut self.state
    }

    #[inline]
    fn generate<const NOISY: bool>(&self, sink: &mut impl Sink<Move>) {
        movegen::generate::<_, NOISY>(self, sink);
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let (us, from, to) = (self.state.side, mv.from(), mv.to());
        let kind = self.board.kind_on(from);
        self.clear_en_passant();
        self.state.halfmove += 1;
        if let Some(side) = HomeSide::of(mv) {
            self.castle(mv, side);
            self.update_rights(KING, from, from);
        } else {
            if self.board.at(to).is(!us) {
                self.state.remove(&mut self.board, !us, to);
                self.state.halfmove = 0;
            }
            self.state.relocate(&mut self.board, kind, from, to);
            self.update_rights(kind, from, to);
            if kind == PAWN {
                self.finish_pawn_move(mv);
            }
        }
        self.state.hand_over();
    }

    #[inline(always)]
    fn clear_en_passant(&mut self) {
        self.en_passant.clear(&mut self.state);
    }

    fn extra_key(&self) -> u64 {
        let rights = self.rooks.iter().enumerate().filter(|(_, rook)| **rook != Square::NONE);
        rights.fold(self.en_passant.key(), |key, (index, &rook)| key ^ castling_key(index, rook))
    }

    #[inline]
    fn in_check(&self) -> bool {
        movegen::attacked(&self.board, self.board.king(self.state.side), !self.state.side, Square::NONE)
    }

    fn checkers(&self) -> Vec<Square> {
        movegen::attackers(&self.board, self.board.king(self.state.side), !self.state.side)
    }

    #[inline]
    fn ended(&self) -> Option<Outcome> {
        self.is_dead().then(|| Outcome::draw(Reason::InsufficientMaterial))
    }
}

impl SearchHints for Chess {
    const EXCHANGES: bool = true;
    const TELLS_CHECKS: bool = true;

    #[inline(always)]
    fn victim(&self, mv: Move) -> u8 {
        match mv.flag() {
            Flag::EN_PASSANT => PAWN,
            Flag::CASTLE_H | Flag::CASTLE_A => 0,
            _ => self.board.kind_at(mv.to(), !self.state.side),
        }
    }

    fn wins_exchange(&self, mv: Move, threshold: Score) -> bool {
        exchange::wins(self, mv, threshold)
    }

    /// Castling and captures in passing are left out: their checks are rare.
    #[inline]
    fn gives_check(&self, mv: Move) -> bool {
        let (us, king) = (self.state.side, self.board.king(!self.state.side));
        let kind = if mv.aux() == 0 { self.board.kind_on(mv.from()) } else { mv.aux() };
        let reach = tables::reach(us, kind, mv.to(), king);
        let line = tables::direction(king, mv.to());
        if reach.possible() && (reach.certain() || self.is_open(king, line, mv)) {
            return true;
        }
        // Something behind the mover may look at the king now, unless the mover stays between them.
        let back = tables::direction(king, mv.from());
        if back == 0 || back == line || self.board.ray_end(king, back) != mv.from() {
            return false;
        }
        let behind = self.board.ray_end(mv.from(), back);
        let slider = self.board.kind_at(behind, us);
        matches!(slider, BISHOP | ROOK | QUEEN) && tables::reach(us, slider, behind, king).possible()
    }

    fn null_move_is_sound(&self) -> bool {
        self.board.army(self.state.side).any(|(kind, _)| kind != PAWN && kind != KING)
    }
}

impl Players for Chess {}

impl Chess {
    /// Whether nothing stands between a king and the square where a move arrives, in one line, once it has been made.
    fn is_open(&self, king: Square, line: Step, mv: Move) -> bool {
        let mut square = king.step(line);
        while square != mv.to() && (self.board.at(square).is_empty() || square == mv.from()) {
            square = square.step(line);
        }
        square == mv.to()
    }

    /// What a pawn move entails beyond displacement.
    fn finish_pawn_move(&mut self, mv: Move) {
        let (us, to) = (self.state.side, mv.to());
        self.state.halfmove = 0;
        let behind = to.step((!us).forward());
        if mv.aux() != 0 {
            self.state.transform(&mut self.board, us, to, mv.aux());
        } else if mv.flag() == Flag::EN_PASSANT {
            self.state.remove(&mut self.board, !us, behind);
        } else if mv.flag() == Flag::DOUBLE_STEP {
            self.en_passant.set(behind, pawn_beside(&self.board, to, us), &mut self.state);
        }
    }
}
