//! Prison Break (Charles Daniel, 2007): Ice Queens freeze adjacent enemies, and a king that reaches a4 or a5 unattacked
//! wins.
//!
//! A frozen Ice Queen is a kind of its own (`ICICLE`), so that board and key tell all Ice Queens apart; whether any
//! other piece is frozen follows from the board.
//!
//! ```text
//! tables      kinds, escape cells, and lookup tables by the difference of two squares
//! freezing    the pieces beside an enemy Ice Queen
//! attack      attacks on a king, and the enemy's threats before a move
//! movegen     legal moves
//! features    what the network sees
//! events      special events, for statistics
//! text        FEN, and reasons why a move is not legal
//! ```

mod attack;
mod events;
mod features;
mod freezing;
mod movegen;
mod tables;
#[cfg(test)]
mod tests;
mod text;

use crate::game::variant::{Variant, XBoard};
use crate::position::piece_kind::{PieceKind, lettered_as_fide};
use crate::position::{Annotation, Describe, Evaluate, Events, Players, Rules, SearchHints, Shape, SpecialEvent};
use crate::types::square::step;
use crate::types::{Color, EnPassant, Kind, Move, Outcome, Reason, Score, Sink, Square, State};
use crate::variants::parameters::TUNED_IN_PRISON_BREAK;
use crate::variants::row;
use freezing::{Board, beside_awake_queen, is_frozen};
use tables::{ICICLE, KING, LETTERS, PAWN, QUEEN, is_escape, is_ice_queen};

/// The names and moves of the pieces; letters and icons are the inventor's own stand-ins.
///
/// The moves are marked as unable to capture a king (`t`), because XBoard knows neither freezing nor escape cells and
/// would see checks that do not exist. A Bomber's capture in flight and a pawn's slide past an enemy cannot be
/// expressed.
const KINDS: &[PieceKind] = &lettered_as_fide(
    ["Sliding Pawn", "Knight", "Ninja Guard", "Flying Bomber", "Ice Queen", "King"],
    ["fmWfcetFifmnD", "tN", "tFtnAtpaftFcaftF", "mRtnDtpaftWcaftW", "tK", "tK"],
);

/// Prison Break from the set-up of the inventor's later page.
pub const VARIANT: Variant = Variant {
    aliases: &["prison-break"],
    title: "Prison Break",
    summary: "6x8: freezing Ice Queens, jumping captures, kings that escape",
    network_file: network_file!("prisonbreak.net"),
    start: "rnbqkb/pppppp/6/6/6/6/PPPPPP/RNBQKB w - - 0 1 -",
    kinds: KINDS,
    diagrams: &["5k/6/6/6/6/6/6/K5 w - - 0 1 -", "k5/6/6/6/6/6/6/5K w - - 0 1 -"],
    bench: include_str!("../../../../bench/positions/prisonbreak.epd"),
    bench_depth: 12,
    ..row::<PrisonBreak>("prisonbreak")
};

/// Prison Break from its older set-up.
pub const OPEN: Variant = Variant {
    name: "prisonbreak-open",
    aliases: &["prison-break-open"],
    title: "Prison Break, open",
    summary: "Prison Break from the older set-up, without pawns on the f-file",
    start: "rnbqkb/ppppp1/6/6/6/6/PPPPP1/RNBQKB w - - 0 1 -",
    xboard: Some(XBoard::fairy("prisonbreak-open")),
    bench: include_str!("../../../../bench/positions/prisonbreak-open.epd"),
    ..VARIANT
};

/// A position of Prison Break.
///
/// In a [`Move`] the first extra byte is the kind a pawn promotes to, and the second the square of a victim that does
/// not stand on the target square; a1, which is never such a square, means that there is none.
#[derive(Clone, Copy, Debug)]
// The board is the first field: one address serves for its cells and its lists. Aligned positions are copied faster.
#[repr(C, align(32))]
pub struct PrisonBreak {
    board: Board,
    state: State,
    en_passant: EnPassant,
}

impl PrisonBreak {
    /// The army whose king stands on an escape cell.
    #[inline(always)]
    fn escaped(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| is_escape(self.board.king(color)))
    }

    /// Whether an unfrozen enemy pawn stands beside `square`, where a pawn of `color` has just made a double
    /// step.
    fn can_be_taken_en_passant(&self, square: Square, color: Color) -> bool {
        [step::E, step::W]
            .into_iter()
            .map(|side| square.step(side))
            .any(|beside| self.board.kind_at(beside, !color) == PAWN && !is_frozen(&self.board, beside, !color))
    }

    /// Removes an enemy piece from the board and returns its kind.
    #[inline(always)]
    fn capture(&mut self, square: Square) -> Kind {
        self.state.halfmove = 0;
        self.state.remove(&mut self.board, !self.state.side, square)
    }

    /// Unfreezes the icicles of `color` that no awake enemy Ice Queen holds any more.
    fn thaw(&mut self, color: Color) {
        for number in Board::first(color)..Board::first(color) + Board::ARMY {
            let square = self.board.square_of(number);
            if self.board.kind_of(number) == ICICLE && !beside_awake_queen(&self.board, square, !color) {
                self.state.transform(&mut self.board, color, square, QUEEN);
            }
        }
    }

    /// Completes the move of an Ice Queen to `to`: icicles that she held wake up, and she may be frozen herself.
    fn finish_queen_move(&mut self, to: Square) {
        // As an icicle she holds no piece, as if she had not landed yet.
        self.state.transform(&mut self.board, self.state.side, to, ICICLE);
        self.thaw(!self.state.side);
        if !beside_awake_queen(&self.board, to, !self.state.side) {
            self.state.transform(&mut self.board, self.state.side, to, QUEEN);
        }
    }

    /// Completes a pawn move: promotion, or the en passant square after a double step.
    #[inline]
    fn finish_pawn_move(&mut self, mv: Move) {
        let (us, to) = (self.state.side, mv.to());
        let behind = to.step((!us).forward());
        self.state.halfmove = 0;
        if !mv.promotion().is_none() {
            let frozen = mv.promotion() == QUEEN && beside_awake_queen(&self.board, to, !us);
            self.state.transform(&mut self.board, us, to, if frozen { ICICLE } else { mv.promotion() });
        } else if behind != mv.from() && behind.file() == mv.from().file() {
            self.en_passant.set(behind, self.can_be_taken_en_passant(to, us), &mut self.state);
        }
    }
}

impl Rules for PrisonBreak {
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
        let mut queen_fell = false;
        if self.board.at(to).is(!us) {
            queen_fell |= self.capture(to) == QUEEN;
        }
        if mv.flag() != 0 {
            queen_fell |= self.capture(Square(mv.flag())) == QUEEN;
        }
        self.state.relocate(&mut self.board, kind, from, to);
        if queen_fell {
            self.thaw(us);
        }
        match kind {
            PAWN => self.finish_pawn_move(mv),
            QUEEN => self.finish_queen_move(to),
            _ => {}
        }
        self.end_ply();
    }

    fn extra_key(&self) -> u64 {
        self.en_passant.key()
    }

    #[inline]
    fn in_check(&self) -> bool {
        attack::attacked(&self.board, self.board.king(self.state.side), !self.state.side)
    }

    fn checkers(&self) -> Vec<Square> {
        attack::attackers(&self.board, self.board.king(self.state.side), !self.state.side)
    }

    #[inline]
    fn ended(&self) -> Option<Outcome> {
        self.escaped().map(|color| Outcome::win(color, Reason::Goal("escapes")))
    }
}

/// The gain of an escape for move ordering: more than any capture.
const ESCAPE: Score = 5000;

impl SearchHints for PrisonBreak {
    const PARAMETERS: &'static [(&'static str, i32)] = TUNED_IN_PRISON_BREAK;

    #[inline]
    fn gain(&self, mv: Move) -> Score {
        let victim = |square: Square| self.worth(self.board.kind_at(square, !self.state.side));
        if is_escape(mv.to()) {
            return ESCAPE;
        }
        let promotion = if mv.promotion().is_none() { 0 } else { self.worth(mv.promotion()) - self.worth(PAWN) };
        let second = if mv.flag() == 0 { 0 } else { victim(Square(mv.flag())) };
        victim(mv.to()) + second + promotion
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        match mv.promotion() {
            Kind::NONE => mv.flag() != 0 || self.board.at(mv.to()).is(!self.state.side) || is_escape(mv.to()),
            kind => kind == QUEEN,
        }
    }

    fn null_move_is_sound(&self) -> bool {
        // Frozen pieces cannot pass the turn on.
        let chilled = freezing::beside_ice_queens(&self.board, self.state.side);
        let first = Board::first(self.state.side);
        (0..Board::ARMY).any(|index| match self.board.kind_of(first + index) {
            Kind::NONE | PAWN | KING | ICICLE => false,
            QUEEN => true,
            _ => chilled >> index & 1 == 0,
        })
    }
}

impl Players for PrisonBreak {}

impl Describe for PrisonBreak {
    fn letter(&self, kind: Kind) -> char {
        LETTERS.letter(kind)
    }

    fn annotations(&self, kinds: &[PieceKind]) -> Vec<Annotation> {
        let board = &self.board;
        let cells = tables::ESCAPE_CELLS.map(|square| {
            Annotation::new(square, "escape", "Escape cell: a king that is safe here has won", Vec::new())
        });
        let pieces = Color::ALL.into_iter().flat_map(|color| board.army(color).map(move |piece| (color, piece)));
        let frozen = pieces.filter(|&(color, (_, square))| is_frozen(board, square, color));
        let marks = frozen.map(|(color, (kind, square))| {
            let holds: fn(Kind) -> bool = if kind == ICICLE { |kind| kind == QUEEN } else { is_ice_queen };
            let beside = step::ALL.into_iter().map(|step| square.step(step));
            let by: Vec<Square> = beside.filter(|&queen| holds(board.kind_at(queen, !color))).collect();
            let causes = self.names(kinds, &by);
            match kind {
                ICICLE => {
                    Annotation::new(square, "icicle", format!("Icicle: frozen by {causes}, but freezes others"), by)
                }
                _ => Annotation::new(square, "frozen", format!("Frozen by {causes}"), by),
            }
        });
        cells.into_iter().chain(marks).chain(self.en_passant.mark()).collect()
    }

    fn shape(&self, mv: Move) -> Shape {
        let mut shape = self.displacement(mv);
        if mv.flag() != 0 {
            let passed = self.seen_on(Square(mv.flag()), !self.state.side);
            shape.captures.splice(..0, passed);
        }
        shape
    }
}

impl Events for PrisonBreak {
    const EVENTS: &'static [SpecialEvent<PrisonBreak>] = events::EVENTS;
}
