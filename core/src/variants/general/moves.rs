//! Moves of games from rules.

use crate::position::GameMove;
use crate::types::{Kind, Square};

/// A move in 64 bits, from the lowest: from 8, to 8, the kind that the piece becomes 8, a flag 8, the kind that is dropped or enters 8,
/// the square of the rook in castling 8, and 9 bits for where a wall is put or a piece enters: 0 for nowhere, otherwise the square
/// and 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct GeneralMove(u64);

/// What is special about a move.
pub struct Flag;

impl Flag {
    /// Nothing.
    pub const PLAIN: u8 = 0;
    /// It leaves squares where it may be captured en passant.
    pub const LEAVES: u8 = 1;
    /// It captures en passant.
    pub const EN_PASSANT: u8 = 2;
    /// It castles, the first side of the king.
    pub const CASTLING: u8 = 3;
    /// It castles, the other side.
    pub const CASTLING_LONG: u8 = 4;
    /// A piece is dropped; both squares are where.
    pub const DROP: u8 = 5;
    /// Nothing moves; both squares are those of a piece.
    pub const PASS: u8 = 6;
    /// The piece promotes as a pawn does.
    pub const PROMOTION: u8 = 7;
    /// The piece becomes another one.
    pub const CHANGE: u8 = 8;
}

impl GeneralMove {
    /// The square that the piece leaves.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square(self.0 as u8)
    }

    /// The square where the piece arrives.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square((self.0 >> 8) as u8)
    }

    /// A plain move.
    #[inline(always)]
    pub const fn new(from: Square, to: Square) -> GeneralMove {
        GeneralMove(from.0 as u64 | (to.0 as u64) << 8)
    }

    /// The same move with a flag.
    #[inline(always)]
    pub const fn flagged(self, flag: u8) -> GeneralMove {
        GeneralMove(self.0 & !0xFF00_0000 | (flag as u64) << 24)
    }

    /// The same move, after which the piece is another one.
    #[inline(always)]
    pub const fn becoming(self, kind: Kind) -> GeneralMove {
        GeneralMove(self.0 & !0xFF_0000 | (kind.number() as u64) << 16)
    }

    /// The same move with the square of the rook.
    #[inline(always)]
    pub const fn with_square(self, square: Square) -> GeneralMove {
        GeneralMove(self.0 & !0xFF00_0000_0000 | (square.0 as u64) << 40)
    }

    /// The same move with a piece from the hand.
    #[inline(always)]
    pub const fn with_piece(self, kind: Kind) -> GeneralMove {
        GeneralMove(self.0 & !0xFF_0000_0000 | (kind.number() as u64) << 32)
    }

    /// The drop of a piece that is `kind` in the hand and `form` on the board.
    pub fn drop(kind: Kind, form: Kind, to: Square) -> GeneralMove {
        let mv = GeneralMove::new(to, to).flagged(Flag::DROP).with_piece(kind);
        if form == kind { mv } else { mv.becoming(form) }
    }

    /// The flag.
    #[inline(always)]
    pub const fn flag(self) -> u8 {
        (self.0 >> 24) as u8
    }

    /// What the piece becomes; 0 for nothing else.
    #[inline(always)]
    pub const fn becomes(self) -> Kind {
        Kind::new((self.0 >> 16) as u8)
    }

    /// The piece from the hand; 0 for none.
    #[inline(always)]
    pub const fn piece(self) -> Kind {
        Kind::new((self.0 >> 32) as u8)
    }

    /// The square of the rook.
    #[inline(always)]
    pub const fn square(self) -> Square {
        Square((self.0 >> 40) as u8)
    }

    /// The same move with a wall that is put on a square, or a piece that enters there.
    #[inline(always)]
    pub const fn putting_on(self, square: Square) -> GeneralMove {
        GeneralMove(self.0 & 0xFFFF_FFFF_FFFF | (square.0 as u64 + 1) << 48)
    }

    /// The same move without a wall or a piece that enters.
    #[inline(always)]
    pub const fn putting_nothing(self) -> GeneralMove {
        GeneralMove(self.0 & 0xFFFF_FFFF_FFFF)
    }

    /// Where a wall is put or a piece enters.
    #[inline(always)]
    pub const fn puts_on(self) -> Option<Square> {
        match self.0 >> 48 {
            0 => None,
            square => Some(Square((square - 1) as u8)),
        }
    }

    /// Whether it castles.
    #[inline(always)]
    pub const fn castles(self) -> bool {
        matches!(self.flag(), Flag::CASTLING | Flag::CASTLING_LONG)
    }
}

impl GameMove for GeneralMove {
    #[inline(always)]
    fn bits(self) -> u64 {
        self.0
    }

    #[inline(always)]
    fn promotion(self) -> Kind {
        match self.flag() {
            Flag::PROMOTION | Flag::CHANGE => self.becomes(),
            _ => Kind::NONE,
        }
    }
}
