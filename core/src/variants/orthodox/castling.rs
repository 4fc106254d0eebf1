//! Castling: its two sides, and the rights of games in which king and rooks start on fixed squares.

use super::Flag;
use crate::types::square::{Step, step};
use crate::types::{Color, FenError, Kind, Mailbox, PieceSets, Square, State, zobrist};

/// Which rook a king castles with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastlingSide {
    /// The rook on higher files: `K` and `k` in a FEN.
    King = 0,
    /// The rook on lower files: `Q` and `q`.
    Queen = 1,
}

impl CastlingSide {
    /// Both, in the order of a FEN.
    pub const BOTH: [CastlingSide; 2] = [CastlingSide::King, CastlingSide::Queen];

    /// The letter in a FEN, upper case.
    pub const fn letter(self) -> char {
        match self {
            CastlingSide::King => 'K',
            CastlingSide::Queen => 'Q',
        }
    }

    /// The flag of a castling move on this side.
    #[inline(always)]
    pub const fn flag(self) -> u8 {
        match self {
            CastlingSide::King => Flag::CASTLE_KING_SIDE,
            CastlingSide::Queen => Flag::CASTLE_QUEEN_SIDE,
        }
    }

    /// The side of a castling move with this flag; `None` for the flags of other moves.
    #[inline(always)]
    pub const fn of(flag: u8) -> Option<CastlingSide> {
        match flag {
            Flag::CASTLE_KING_SIDE => Some(CastlingSide::King),
            Flag::CASTLE_QUEEN_SIDE => Some(CastlingSide::Queen),
            _ => None,
        }
    }

    /// The step from the king towards the rook.
    #[inline(always)]
    pub const fn direction(self) -> Step {
        match self {
            CastlingSide::King => step::E,
            CastlingSide::Queen => step::W,
        }
    }

    /// The squares where king and rook of chess stand after castling, on the king's rank.
    #[inline(always)]
    pub const fn targets(self, king: Square) -> (Square, Square) {
        let (king_file, rook_file) = match self {
            CastlingSide::King => (6, 5),
            CastlingSide::Queen => (2, 3),
        };
        (Square::new(king_file, king.rank()), Square::new(rook_file, king.rank()))
    }
}

/// Castling rights in a game whose kings start on one file of a square board, the rooks in its corners.
/// Bit `2 * color + side`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HomeRights<const KING_FILE: u8, const SIZE: u8>(u8);

impl<const KING_FILE: u8, const SIZE: u8> HomeRights<KING_FILE, SIZE> {
    /// No rights.
    pub const NONE: Self = HomeRights(0);

    /// The rights that end when a piece leaves or reaches a square, by square.
    const ENDED: [u8; 256] = {
        let mut table = [0; 256];
        let (mut rank, mut color) = (0, 0);
        while color < 2 {
            table[Square::new(KING_FILE, rank).index()] = 0b11 << (2 * color);
            table[Square::new(SIZE - 1, rank).index()] = 0b01 << (2 * color);
            table[Square::new(0, rank).index()] = 0b10 << (2 * color);
            (rank, color) = (SIZE - 1, color + 1);
        }
        table
    };

    const fn bit(color: Color, side: CastlingSide) -> u8 {
        1 << (color.index() * 2 + side as usize)
    }

    /// The square where a king starts.
    pub fn king_home(color: Color) -> Square {
        Square::new(KING_FILE, color.choose(0, SIZE - 1))
    }

    /// The square where a rook starts.
    #[inline(always)]
    pub fn corner(color: Color, side: CastlingSide) -> Square {
        let file = match side {
            CastlingSide::King => SIZE - 1,
            CastlingSide::Queen => 0,
        };
        Square::new(file, color.choose(0, SIZE - 1))
    }

    /// The number of squares between king and rook before castling.
    #[inline(always)]
    pub const fn gap(side: CastlingSide) -> u8 {
        match side {
            CastlingSide::King => SIZE - 2 - KING_FILE,
            CastlingSide::Queen => KING_FILE - 1,
        }
    }

    /// Whether a right is held.
    #[inline(always)]
    pub const fn has(self, color: Color, side: CastlingSide) -> bool {
        self.0 & Self::bit(color, side) != 0
    }

    /// The corner of the rook of a right that is held, otherwise [`Square::NONE`].
    #[inline(always)]
    pub fn rook(self, color: Color, side: CastlingSide) -> Square {
        if self.has(color, side) { Self::corner(color, side) } else { Square::NONE }
    }

    /// Ends the rights that a move from or to a square ends, in the key too.
    #[inline(always)]
    pub fn update(&mut self, from: Square, to: Square, state: &mut State) {
        let table = const { &Self::ENDED };
        let ended = self.0 & (table[from.index()] | table[to.index()]);
        if ended != 0 {
            state.key ^= self.key();
            self.0 &= !ended;
            state.key ^= self.key();
        }
    }

    /// The share of the rights in the position's key.
    pub const fn key(self) -> u64 {
        zobrist::feature(1, self.0 as u64)
    }

    /// Reads a FEN's field. `king` and `rook` are the kinds that must stand at home for a right.
    ///
    /// # Errors
    /// A letter is unknown, stands twice, or its king and rook are not at home; in the last two cases it should not be
    /// there.
    pub fn read<const N: usize, S: PieceSets>(
        text: &str,
        board: &Mailbox<N, S>,
        king: Kind,
        rook: Kind,
    ) -> Result<Self, FenError> {
        let error = |problem: String| FenError::new("castling", problem);
        let mut rights = Self::NONE;
        for (place, letter) in text.chars().enumerate().filter(|_| text != "-") {
            let color = Color::of(letter);
            let is_side = |side: &CastlingSide| color.dress(side.letter()) == letter;
            let Some(side) = CastlingSide::BOTH.into_iter().find(is_side) else {
                return Err(error(format!("`{letter}` is none of KQkq")));
            };
            let home = (Self::king_home(color), Self::corner(color, side));
            if board.kind_at(home.0, color) != king || board.kind_at(home.1, color) != rook {
                let error = error(format!("`{letter}`: no king and rook at home for it"));
                return Err(error.repaired(without(text, |other, _| other == place)));
            }
            if rights.has(color, side) {
                let error = error(format!("`{letter}` names a right twice"));
                return Err(error.repaired(without(text, |other, _| other == place)));
            }
            rights.0 |= Self::bit(color, side);
        }
        Ok(rights)
    }

    /// The field of a FEN.
    pub fn field(self) -> String {
        castling_field(|color, side| self.has(color, side).then_some(side.letter()))
    }
}

/// A field of castling rights without the letters that do not belong there; the condition is given their places.
pub fn without(text: &str, is_wrong: impl Fn(usize, char) -> bool) -> String {
    let kept: String =
        text.chars().enumerate().filter(|&(at, letter)| !is_wrong(at, letter)).map(|(_, kept)| kept).collect();
    if kept.is_empty() { "-".into() } else { kept }
}

/// A FEN's field of castling rights: `letter` gives the letter of a right in either case, if it is held.
pub fn castling_field(letter: impl Fn(Color, CastlingSide) -> Option<char>) -> String {
    let rights = Color::ALL.into_iter().flat_map(|color| CastlingSide::BOTH.map(|side| (color, side)));
    let field: String =
        rights.filter_map(|(color, side)| letter(color, side).map(|letter| color.dress(letter))).collect();
    if field.is_empty() { "-".into() } else { field }
}
