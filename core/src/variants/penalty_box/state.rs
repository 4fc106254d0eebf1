//! The position of a game with a box, and its key.

use super::{Board, BoxRules};
use crate::position::Rules;
use crate::types::{Color, EnPassant, Kind, Square, State, zobrist};
use crate::variants::orthodox::castling::HomeRights;
use crate::variants::orthodox::pieces::KING;
use std::marker::PhantomData;

/// The bit of a kind that says that the piece is a promoted pawn.
/// The tables of attacks look at the lower three bits only.
const PROMOTED: u8 = 8;

/// The kind of a pawn that has been promoted to `kind`.
#[inline(always)]
pub(super) const fn promoted(kind: Kind) -> Kind {
    Kind::new(kind.number() | PROMOTED)
}

#[inline(always)]
pub(super) const fn is_promoted(kind: Kind) -> bool {
    kind.number() & PROMOTED != 0
}

/// Castling rights: kings start on the e-file.
pub(super) type Rights = HomeRights<4, 8>;

/// What the box holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Inmate(u8);

impl Inmate {
    /// Nothing.
    pub const NONE: Inmate = Inmate(0);

    /// A piece of a kind, which may have the bit [`PROMOTED`].
    #[inline(always)]
    pub const fn new(color: Color, kind: Kind) -> Inmate {
        Inmate((color as u8) << 7 | kind.number())
    }

    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub const fn color(self) -> Color {
        if self.0 & 0x80 == 0 { Color::White } else { Color::Black }
    }

    /// 0 if the box is empty.
    #[inline(always)]
    pub const fn kind(self) -> Kind {
        Kind::new(self.0 & 15)
    }

    fn key(self) -> u64 {
        if self.is_none() { 0 } else { zobrist::feature(3, u64::from(self.0)) }
    }
}

/// A position on one board, by the rules `R`.
// `Copy` makes a clone of two boards one block move.
#[derive(Clone, Copy, Debug)]
// The board is the first field: one address serves for its cells and its lists.
#[repr(C)]
pub struct BoxGame<R: BoxRules> {
    /// The token's square is a wall.
    pub(super) board: Board,
    pub(super) state: State,
    /// Where the kings stand; [`Square::NONE`] while boxed.
    pub(super) kings: [Square; 2],
    /// [`Square::NONE`] while on the centre point.
    pub(super) token: Square,
    pub(super) inmate: Inmate,
    /// By colour and kind: own pieces that the enemy has captured. Stays 0 where kings cannot enter.
    pub(super) captured: [[u8; 6]; 2],
    pub(super) castling: Rights,
    pub(super) en_passant: EnPassant,
    /// The last-rank square where a pawn of the side to move waits for its owner's choice.
    pub(super) waiting: Square,
    /// Whether the side to move may bring back a captured piece before its move.
    pub(super) free_piece: bool,
    pub(super) rules: PhantomData<R>,
}

impl<R: BoxRules> BoxGame<R> {
    /// Nothing on the board, the token on the centre point, White to move.
    pub(super) fn empty() -> Self {
        BoxGame {
            board: Board::rectangle(8, 8),
            state: State::start(Self::PAWNS),
            kings: [Square::NONE; 2],
            token: Square::NONE,
            inmate: Inmate::NONE,
            captured: [[0; 6]; 2],
            castling: Rights::NONE,
            en_passant: EnPassant::NONE,
            waiting: Square::NONE,
            free_piece: false,
            rules: PhantomData,
        }
    }

    #[inline(always)]
    pub(super) fn king(&self, color: Color) -> Square {
        self.kings[color.index()]
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(super) fn place(&mut self, color: Color, kind: Kind, square: Square) {
        // Reading a FEN makes sure that there is room for all pieces that may come back.
        let placed = self.board.put(color, kind, square);
        debug_assert!(placed);
        self.state.add(color, kind, square);
        if kind == KING {
            self.kings[color.index()] = square;
        }
    }

    /// Takes a piece off the board and returns its kind.
    #[inline]
    pub(super) fn remove(&mut self, square: Square, color: Color) -> Kind {
        let kind = self.state.remove(&mut self.board, color, square);
        if kind == KING {
            self.kings[color.index()] = Square::NONE;
        }
        kind
    }

    #[inline(always)]
    pub(super) fn relocate(&mut self, kind: Kind, from: Square, to: Square) {
        self.state.relocate(&mut self.board, kind, from, to);
        if kind == KING {
            self.kings[self.state.side.index()] = to;
        }
    }

    /// Moves the token to a square without a piece.
    #[inline]
    pub(super) fn set_token(&mut self, square: Square) {
        if self.token != Square::NONE {
            self.board.unblock(self.token);
            self.state.key ^= token_key(self.token);
        }
        self.board.block(square);
        self.token = square;
        self.state.key ^= token_key(square);
    }

    #[inline]
    pub(super) fn set_inmate(&mut self, inmate: Inmate) {
        self.state.key ^= self.inmate.key() ^ inmate.key();
        self.inmate = inmate;
    }

    /// Changes the number of captured pieces of a kind by one, up or down.
    #[inline]
    pub(super) fn count_captured(&mut self, color: Color, kind: Kind, by: i8) {
        let count = &mut self.captured[color.index()][kind.index::<6>()];
        self.state.key ^= captured_key(color, kind, *count);
        *count = count.saturating_add_signed(by);
        self.state.key ^= captured_key(color, kind, *count);
    }

    pub(super) fn has_captured(&self, color: Color) -> bool {
        self.captured[color.index()] != [0; 6]
    }

    pub(super) fn set_free_piece(&mut self, right: bool) {
        if self.free_piece != right {
            self.free_piece = right;
            self.state.key ^= FREE_PIECE;
        }
    }
}

/// The share of the key that does not come from the pieces on the board.
pub(super) fn extra_key<R: BoxRules>(position: &BoxGame<R>) -> u64 {
    let mut key = position.castling.key() ^ position.inmate.key();
    for color in Color::ALL {
        for (kind, &count) in (0..).map(Kind::new).zip(&position.captured[color.index()]) {
            key ^= captured_key(color, kind, count);
        }
    }
    key ^= if position.token == Square::NONE { 0 } else { token_key(position.token) };
    key ^= if position.free_piece { FREE_PIECE } else { 0 };
    key ^ position.en_passant.key()
}

const FREE_PIECE: u64 = zobrist::feature(6, 0);

fn token_key(square: Square) -> u64 {
    zobrist::feature(4, u64::from(square.0))
}

fn captured_key(color: Color, kind: Kind, count: u8) -> u64 {
    let which = (color as u64) << 16 | u64::from(kind.number()) << 8 | u64::from(count);
    if count == 0 { 0 } else { zobrist::feature(5, which) }
}
