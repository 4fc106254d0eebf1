//! FIDE chess and Chess960: one set of rules, castling rights being the squares of rooks.
//!
//! ```text
//! movegen      legal moves
//! castling     castling rights
//! exchange     what captures on one square come to
//! square_set   sets of squares
//! features     what the network sees
//! endings      mating a lone king
//! text         FEN and move text
//! san          standard algebraic notation
//! ```

mod castling;
mod endings;
mod exchange;
mod features;
mod movegen;
mod san;
mod square_set;
mod text;

use crate::game::variant::{Variant, XBoard};
use crate::position::piece_kind::PieceKind;
use crate::position::{Annotation, Describe, Events, Players, Rules, SearchHints, Shape, SpecialEvent};
use crate::types::{Color, EnPassant, Kind, KindSets, Mailbox, Move, Outcome, Reason, Score, Sink, Square, State};
use crate::variants::orthodox::Flag;
use crate::variants::orthodox::attacks::{attacked, attackers, would_hit};
use crate::variants::orthodox::castling::CastlingSide;
use crate::variants::orthodox::en_passant::victim;
use crate::variants::orthodox::events;
use crate::variants::orthodox::pawns::finish_move;
use crate::variants::orthodox::pieces::{BISHOP, KING, KNIGHT, LETTERS, PAWN, QUEEN, ROOK};
use crate::variants::orthodox::reach::{direction, reach};
use crate::variants::row;
use castling::{RookRights, is_classical};

/// XBoard's name of Chess960, which is the game of chess with another start and another text of castling.
pub const CHESS960: &str = "fischerandom";

/// Whether a name of chess means Chess960.
pub fn is_chess960(name: &str) -> bool {
    [CHESS960, "chess960"].iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// The row of chess in the list of games.
pub const VARIANT: Variant = Variant {
    aliases: &["standard", "normal", CHESS960, "chess960"],
    title: "Chess",
    summary: "the game of FIDE; Chess960 positions can be loaded",
    start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    xboard: Some(XBoard { name: "normal", setup: None }),
    network_file: network_file!("chess.net"),
    template: "chess",
    bench: include_str!("../../../../bench/positions/chess.epd"),
    bench_depth: 13,
    ..row::<Chess>("chess")
};

type Board = Mailbox<32, KindSets>;

/// A chess position.
#[derive(Clone, Copy, Debug)]
// The board is the first field: one address serves for its cells and its lists. Aligned positions are copied faster.
#[repr(C, align(32))]
pub struct Chess {
    board: Board,
    state: State,
    rights: RookRights,
    en_passant: EnPassant,
}

impl Chess {
    fn castle(&mut self, mv: Move, side: CastlingSide) {
        let (king_to, rook_to) = side.targets(mv.from());
        let rook = self.rights.rook(self.state.side, side);
        self.state.relocate_pair(&mut self.board, (mv.from(), king_to), (rook, rook_to));
    }

    /// The number of bishops of both sides on squares of each colour.
    fn bishop_colours(&self) -> [u32; 2] {
        let mut bishops = [0, 0];
        for (kind, square) in Color::ALL.into_iter().flat_map(|color| self.board.army(color)) {
            bishops[(square.file() + square.rank()) as usize & 1] += u32::from(kind == BISHOP);
        }
        bishops
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

impl Rules for Chess {
    type Move = Move;
    const KINDS: usize = 8;
    const BEST_PROMOTION: Kind = QUEEN;

    one_board!(Board, en_passant);

    #[inline]
    fn generate<const NOISY: bool>(&self, sink: &mut impl Sink<Move>) {
        movegen::generate::<NOISY>(self, sink);
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let (us, from, to) = (self.state.side, mv.from(), mv.to());
        let kind = self.board.kind_on(from);
        self.begin_ply();
        if let Some(side) = CastlingSide::of(mv.flag()) {
            self.castle(mv, side);
            self.rights.update(KING, from, from, &mut self.state);
        } else {
            if self.board.at(to).is(!us) {
                self.state.remove(&mut self.board, !us, to);
                self.state.halfmove = 0;
            }
            self.state.relocate(&mut self.board, kind, from, to);
            self.rights.update(kind, from, to, &mut self.state);
            if kind == PAWN {
                finish_move(mv, &mut self.board, &mut self.state, &mut self.en_passant);
            }
        }
        self.end_ply();
    }

    fn extra_key(&self) -> u64 {
        self.rights.key() ^ self.en_passant.key()
    }

    #[inline]
    fn in_check(&self) -> bool {
        attacked(&self.board, self.board.king(self.state.side), !self.state.side, Square::NONE)
    }

    fn checkers(&self) -> Vec<Square> {
        attackers(&self.board, self.board.king(self.state.side), !self.state.side)
    }

    /// A bare king; a knight against queens alone; bishops of one square colour if no knight, pawn or bishop of the other
    /// colour can block the other king's flight.
    fn cannot_win(&self, color: Color) -> bool {
        let has = |color: Color, kinds: &[Kind]| self.board.army(color).any(|(kind, _)| kinds.contains(&kind));
        let own = |kind| self.board.of_kind(color, kind).count();
        if has(color, &[PAWN, ROOK, QUEEN]) {
            return false;
        }
        match (own(KNIGHT), own(BISHOP)) {
            (0, 0) => true,
            (1, 0) => !has(!color, &[PAWN, KNIGHT, BISHOP, ROOK]),
            (0, _) => !has(!color, &[PAWN, KNIGHT]) && self.bishop_colours().contains(&0),
            _ => false,
        }
    }

    #[inline]
    fn ended(&self) -> Option<Outcome> {
        self.is_dead().then(|| Outcome::draw(Reason::InsufficientMaterial))
    }
}

impl SearchHints for Chess {
    /// With 1024 three to six positions fewer of Win at Chess are solved; `uci-docs/measurements.md` has the numbers.
    const PARAMETERS: &'static [(&'static str, i32)] = &[("reduction_not_improving", 512)];
    const EXCHANGES: bool = true;
    const TELLS_CHECKS: bool = true;

    #[inline(always)]
    fn victim(&self, mv: Move) -> Kind {
        match mv.flag() {
            Flag::EN_PASSANT => PAWN,
            Flag::CASTLE_KING_SIDE | Flag::CASTLE_QUEEN_SIDE => Kind::NONE,
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
        let kind = if mv.promotion().is_none() { self.board.kind_on(mv.from()) } else { mv.promotion() };
        if would_hit(&self.board, us, (kind, mv.to()), king, mv.from()) {
            return true;
        }
        // Something behind the mover may look at the king now, unless the mover stays between them.
        let back = direction(king, mv.from());
        if back == 0 || back == direction(king, mv.to()) || self.board.ray_end(king, back) != mv.from() {
            return false;
        }
        let behind = self.board.ray_end(mv.from(), back);
        let slider = self.board.kind_at(behind, us);
        matches!(slider, BISHOP | ROOK | QUEEN) && reach(us, slider, behind, king).possible()
    }

    fn null_move_is_sound(&self) -> bool {
        self.board.army(self.state.side).any(|(kind, _)| kind != PAWN && kind != KING)
    }
}

impl Players for Chess {}

impl Describe for Chess {
    fn letter(&self, kind: Kind) -> char {
        LETTERS.letter(kind)
    }

    fn annotations(&self, _: &[PieceKind]) -> Vec<Annotation> {
        self.en_passant.mark().into_iter().collect()
    }

    fn shape(&self, mv: Move) -> Shape {
        let (us, mut shape) = (self.state.side, self.displacement(mv));
        if let Some(side) = CastlingSide::of(mv.flag()) {
            let rook = self.rights.rook(us, side);
            shape.castling = Some((rook, side.targets(mv.from()).1));
            if !is_classical(mv.from(), rook) {
                shape.goal = rook;
            }
        } else if mv.flag() == Flag::EN_PASSANT {
            shape.captures.extend(self.seen_on(victim(mv.to(), us), !us));
        }
        shape
    }
}

impl Events for Chess {
    const EVENTS: &'static [SpecialEvent<Chess>] =
        &[events::castling(), events::en_passant(), events::promotion(), events::underpromotion(), events::check()];
}
