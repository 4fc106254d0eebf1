//! ZigZag Madness: ten by ten, bent sliders with two paths, Ninja Pawns to drop, castling to a distance of choice.
//!
//! ```text
//! tables       who can reach what, and by which squares
//! attack       attacks, checks and pins
//! attack_map   by which kinds each square is attacked
//! movegen      legal moves
//! features     what the network sees
//! events       special events, for statistics
//! text         FEN and move text
//! ```

mod attack;
mod attack_map;
mod events;
mod features;
mod movegen;
mod tables;
mod text;

use crate::game::variant::{Setup, Variant, XBoard};
use crate::position::piece_kind::{FIDE, PieceKind, Role, UNSAID};
use crate::position::{
    Annotation, Describe, Evaluate, Events, Players, Rules, SearchHints, Shape, SpecialEvent, is_capture_legal,
};
use crate::types::square::{Step, step};
use crate::types::{Color, Kind, Move, PawnKinds, Score, Sink, Square, State, zobrist};
use crate::variants::exchange::{ROYAL, Strike};
use crate::variants::orthodox::Flag;
use crate::variants::orthodox::castling::{CastlingSide, HomeRights};
use crate::variants::orthodox::en_passant::mark;
use crate::variants::row;
use attack::Board;
use tables::{KINDS, KING, LETTERS, NINJA, PAWN, QUEEN};

/// The Ninja Pawn, the only piece in hand, is the fifth in the order of pictures: XBoard has a row of the hand for each.
/// It is not drawn as a pawn, because XBoard gives that picture en passant, and a Ninja Pawn steps aside.
/// The king's castling over one square needs an `O` of its own.
const PIECES: &[PieceKind] = &[
    PieceKind { betza: "fmWfceFifmR3iifmnD", ..FIDE[0] },
    PieceKind::new(Role::Pawn, 'J', "Ninja Pawn", "bell", "fsmWfcFifmR3iifmnD"),
    FIDE[2],
    FIDE[3],
    FIDE[4],
    PieceKind::new(Role::Officer, 'W', "Wazir-Knight", "unicorn", "NW"),
    PieceKind::new(Role::Officer, 'F', "Ferz-Knight", "winged horse", "NF"),
    PieceKind::new(Role::Officer, 'Z', "ZigZag Bishop", "mitre", UNSAID),
    PieceKind::new(Role::Officer, 'X', "ZigZag Rook", "castle", UNSAID),
    PieceKind { betza: "KisO1isO2isO3", ..FIDE[5] },
];

/// The row of ZigZag Madness.
pub const VARIANT: Variant = Variant {
    aliases: &["zigzag", "zigzag-madness"],
    title: "ZigZag Madness",
    summary: "10x10: bent sliders, Ninja Pawns in hand, flexible castling",
    network_file: network_file!("zigzagmadness.net"),
    pocket: 1,
    start: "rwbzqkxbfr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RWBZQKXBFR[JJJJJjjjjj] w KQkq - 0 1",
    kinds: PIECES,
    diagrams: &["9k/10/10/10/10/10/10/10/10/K9[] w - - 0 1", "k9/10/10/10/10/10/10/10/10/9K[] w - - 0 1"],
    // The only parent that has hands and does not fill them with what is taken.
    xboard: Some(XBoard { name: "zigzagmadness", setup: Some(Setup { parent: "bughouse", held: "J" }) }),
    bench: include_str!("../../../../bench/positions/zigzagmadness.epd"),
    bench_depth: 7,
    ..row::<ZigZagMadness>("zigzagmadness")
};

/// Ninja Pawns that a side has to drop at the start.
const HAND: u8 = 5;

/// The flag of a move from the hand, beside those of [`orthodox::Flag`](Flag): its from-square is its to-square.
const DROP: u8 = 5;

/// Castling rights: kings start on the f-file.
type Rights = HomeRights<5, { tables::SIZE }>;

/// The squares that the last move, a standard pawn's of two or three squares, passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct EnPassant {
    /// The first of them; the others lie beyond it.
    first: Square,
    /// 0, 1 or 2.
    count: u8,
    /// Bit by bit: whether an enemy pawn may capture on it.
    live: u8,
}

impl EnPassant {
    const NONE: EnPassant = EnPassant { first: Square::NONE, count: 0, live: 0 };

    /// The `index`th square passed over by a pawn of `mover`.
    #[inline(always)]
    fn square(self, mover: Color, index: u8) -> Square {
        self.first.step(mover.forward().wrapping_mul(index))
    }

    /// Where the pawn of `mover` stands now.
    #[inline(always)]
    fn runner(self, mover: Color) -> Square {
        self.square(mover, self.count)
    }

    /// The squares passed over by a pawn of `mover`, in the order of its walk.
    fn squares(self, mover: Color) -> impl Iterator<Item = Square> {
        (0..self.count).map(move |index| self.square(mover, index))
    }

    /// Those of them where an enemy pawn stands ready to capture.
    fn live_squares(self, mover: Color) -> impl Iterator<Item = Square> {
        (0..self.count).filter(move |index| self.live >> index & 1 != 0).map(move |index| self.square(mover, index))
    }

    fn key(self, mover: Color) -> u64 {
        self.live_squares(mover).fold(0, |key, square| key ^ zobrist::feature(2, square.index() as u64))
    }
}

/// A position of ZigZag Madness.
#[derive(Clone, Copy, Debug)]
// The board is the first field: one address serves for its cells and its lists. Aligned positions are copied faster.
#[repr(C, align(32))]
pub struct ZigZagMadness {
    board: Board,
    state: State,
    rights: Rights,
    en_passant: EnPassant,
    /// Ninja Pawns in hand, by colour.
    hands: [u8; 2],
}

impl ZigZagMadness {
    /// What a pawn of `mover` leaves behind that has passed over `count` squares from `first` on.
    fn passed(&self, mover: Color, first: Square, count: u8) -> EnPassant {
        let mut passed = EnPassant { first, count, live: 0 };
        for index in 0..count {
            let beyond = passed.square(mover, index + 1);
            let ready = |side: Step| self.board.kind_at(beyond.step(side), !mover) == PAWN;
            passed.live |= ((ready(step::E) || ready(step::W)) as u8) << index;
        }
        passed
    }

    /// The rook comes to stand beside the king, on the side he came from.
    fn castle(&mut self, mv: Move, side: CastlingSide) {
        let (king_from, king_to) = (mv.from(), mv.to());
        let rook = (Rights::corner(self.state.side, side), rook_target(side, king_to));
        self.state.relocate_pair(&mut self.board, (king_from, king_to), rook);
        self.rights.update(king_from, king_from, &mut self.state);
    }

    fn drop_ninja(&mut self, square: Square) {
        let us = self.state.side;
        // The FEN reader has made sure that board and hand together fit the piece list.
        self.board.put(us, NINJA, square);
        let hand = &mut self.hands[us.index()];
        self.state.key ^= hand_key(us, *hand) ^ hand_key(us, *hand - 1);
        self.state.add(us, NINJA, square);
        *hand -= 1;
        self.state.halfmove = 0;
    }

    #[inline(always)]
    fn displace(&mut self, mv: Move) {
        let (us, from, to) = (self.state.side, mv.from(), mv.to());
        let kind = self.board.kind_on(from);
        if self.board.at(to).is(!us) {
            self.state.remove(&mut self.board, !us, to);
            self.state.halfmove = 0;
        }
        self.state.relocate(&mut self.board, kind, from, to);
        self.rights.update(from, to, &mut self.state);
        if kind <= NINJA {
            self.finish_pawn_move(kind, mv);
        }
    }

    /// What the move of a pawn of either sort entails beyond displacement.
    fn finish_pawn_move(&mut self, kind: Kind, mv: Move) {
        let (us, to) = (self.state.side, mv.to());
        self.state.halfmove = 0;
        if !mv.promotion().is_none() {
            self.state.transform(&mut self.board, us, to, mv.promotion());
        } else if kind == PAWN {
            let walked = mv.from().rank().abs_diff(to.rank());
            if walked > 1 {
                self.en_passant = self.passed(us, mv.from().step(us.forward()), walked - 1);
                self.state.key ^= self.en_passant.key(us);
            }
        }
    }
}

/// The square where the rook stands after the king has castled to `king_to`.
fn rook_target(side: CastlingSide, king_to: Square) -> Square {
    king_to.step(side.direction().wrapping_neg())
}

fn hand_key(color: Color, count: u8) -> u64 {
    zobrist::feature(3, (color.index() * 8 + count as usize) as u64)
}

impl Rules for ZigZagMadness {
    type Move = Move;
    const KINDS: usize = KINDS;
    // A Ninja Pawn that has stepped sideways can return.
    const RESETS_CAN_BE_UNDONE: bool = true;
    const PAWNS: PawnKinds = PawnKinds::new(PAWN, NINJA);
    const BEST_PROMOTION: Kind = QUEEN;

    one_board!(Board);

    #[inline]
    fn generate<const NOISY: bool>(&self, sink: &mut impl Sink<Move>) {
        movegen::generate::<NOISY>(self, sink);
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let victim = self.en_passant.runner(!self.state.side);
        self.begin_ply();
        match mv.flag() {
            DROP => self.drop_ninja(mv.to()),
            Flag::EN_PASSANT => {
                self.state.remove(&mut self.board, !self.state.side, victim);
                self.displace(mv);
            }
            _ => match CastlingSide::of(mv.flag()) {
                Some(side) => self.castle(mv, side),
                None => self.displace(mv),
            },
        }
        self.end_ply();
    }

    #[inline(always)]
    fn confirm_en_passant(&mut self) {
        if self.en_passant.live != 0 {
            let mover = !self.state.side;
            let key = self.en_passant.key(mover);
            for index in 0..self.en_passant.count {
                let square = self.en_passant.square(mover, index);
                if self.en_passant.live >> index & 1 != 0 && !is_capture_legal(self, square) {
                    self.en_passant.live &= !(1 << index);
                }
            }
            self.state.key ^= key ^ self.en_passant.key(mover);
        }
    }

    #[inline(always)]
    fn clear_en_passant(&mut self) {
        if self.en_passant.live != 0 {
            self.state.key ^= self.en_passant.key(!self.state.side);
        }
        self.en_passant = EnPassant::NONE;
    }

    fn extra_key(&self) -> u64 {
        let hands = Color::ALL.map(|color| hand_key(color, self.hands[color.index()]));
        hands[0] ^ hands[1] ^ self.rights.key() ^ self.en_passant.key(!self.state.side)
    }

    #[inline]
    fn in_check(&self) -> bool {
        attack::attacked(&self.board, self.board.king(self.state.side), !self.state.side, Square::NONE)
    }

    fn checkers(&self) -> Vec<Square> {
        attack::attackers(&self.board, self.board.king(self.state.side), !self.state.side)
    }

    /// A bare king without Ninja Pawns in hand.
    fn cannot_win(&self, color: Color) -> bool {
        self.hands[color.index()] == 0 && self.board.army(color).all(|(kind, _)| kind == KING)
    }
}

impl SearchHints for ZigZagMadness {
    const EXCHANGES: bool = true;

    /// The kind that moves or is dropped.
    #[inline(always)]
    fn mover(&self, mv: Move) -> Kind {
        if mv.flag() == DROP { NINJA } else { self.board.kind_on(mv.from()) }
    }

    #[inline(always)]
    fn victim(&self, mv: Move) -> Kind {
        match mv.flag() {
            Flag::EN_PASSANT => PAWN,
            _ => self.board.kind_at(mv.to(), !self.state.side),
        }
    }

    fn wins_exchange(&self, mv: Move, threshold: Score) -> bool {
        let is_drop = mv.flag() == DROP;
        let (from, to) = (if is_drop { mv.to() } else { mv.from() }, mv.to());
        let standing = self.worth(if mv.promotion().is_none() { self.mover(mv) } else { mv.promotion() });
        let strike = Strike { by: self.state.side, from, to, gain: self.gain(mv), standing };
        strike.wins(&self.board, threshold, |color, kind, square| {
            attack::hits(&self.board, color, kind, square, to, from)
                .then(|| if kind == KING { ROYAL } else { self.worth(kind) })
        })
    }

    fn null_move_is_sound(&self) -> bool {
        self.board.army(self.state.side).any(|(kind, _)| kind > NINJA && kind != KING)
    }
}

impl Players for ZigZagMadness {}

impl Describe for ZigZagMadness {
    fn letter(&self, kind: Kind) -> char {
        LETTERS.letter(kind)
    }

    fn hands(&self) -> Option<String> {
        let hand = |color: Color| color.dress(self.letter(NINJA)).to_string().repeat(self.hands[color.index()].into());
        Some(Color::ALL.map(hand).concat())
    }

    fn annotations(&self, _: &[PieceKind]) -> Vec<Annotation> {
        self.en_passant.squares(!self.state.side).map(mark).collect()
    }

    fn shape(&self, mv: Move) -> Shape {
        let (us, mut shape) = (self.state.side, self.displacement(mv));
        match CastlingSide::of(mv.flag()) {
            _ if mv.flag() == DROP => return Shape::of(us.dress(self.letter(NINJA)), vec![mv.to()]),
            Some(side) => shape.castling = Some((Rights::corner(us, side), rook_target(side, mv.to()))),
            None if mv.flag() == Flag::EN_PASSANT => {
                shape.captures.extend(self.seen_on(self.en_passant.runner(!us), !us));
            }
            None => {}
        }
        shape
    }
}

impl Events for ZigZagMadness {
    const EVENTS: &'static [SpecialEvent<ZigZagMadness>] = events::EVENTS;
}

#[cfg(test)]
mod tests;
