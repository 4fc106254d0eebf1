//! Pawns by files, for what they make of each other and of rooks.

use crate::types::{Color, Mailbox, Square};

/// The pawns of both armies, file by file: what is to be known of them before the pieces are looked at.
///
/// File f has place f + 1, so that every file of a board of at most 14 has one on each side.
pub struct PawnFiles {
    /// Per colour and file: how many pawns.
    counts: [[u8; 16]; 2],
    /// Per colour and file: the rank of the pawn nearest to its own first rank, counted from White's side.
    /// A file without pawns has its rearmost one, as it were, where it would promote or beyond.
    rearmost: [[u8; 16]; 2],
}

impl PawnFiles {
    /// No pawns.
    pub const EMPTY: PawnFiles = PawnFiles { counts: [[0; 16]; 2], rearmost: [[15; 16], [0; 16]] };

    /// The files of the pieces whose kinds are those of pawns.
    #[inline(always)]
    pub fn of<const N: usize>(board: &Mailbox<N>, is_pawn: impl Fn(u8) -> bool) -> PawnFiles {
        let mut files = PawnFiles::EMPTY;
        for color in Color::ALL {
            for (_, square) in board.army(color).filter(|piece| is_pawn(piece.0)) {
                files.add(color, square);
            }
        }
        files
    }

    /// Notes a pawn.
    #[inline(always)]
    pub fn add(&mut self, color: Color, square: Square) {
        let place = PawnFiles::place(square);
        let rear = &mut self.rearmost[color.index()][place];
        self.counts[color.index()][place] += 1;
        *rear = color.choose((*rear).min(square.rank()), (*rear).max(square.rank()));
    }

    #[inline(always)]
    fn place(square: Square) -> usize {
        (square.file() as usize + 1) & 15
    }

    /// How many pawns of `color` stand in the file of a square.
    #[inline(always)]
    pub fn count(&self, color: Color, square: Square) -> u8 {
        self.counts[color.index()][PawnFiles::place(square)]
    }

    /// No pawn of `color` beside the file of a square.
    #[inline(always)]
    pub fn is_isolated(&self, color: Color, square: Square) -> bool {
        let (own, place) = (&self.counts[color.index()], PawnFiles::place(square));
        own[(place - 1) & 15] == 0 && own[(place + 1) & 15] == 0
    }

    /// No enemy pawn ahead of a pawn of `color`, in its file or beside it.
    #[inline(always)]
    pub fn is_passed(&self, color: Color, square: Square) -> bool {
        let enemy = &self.rearmost[1 - color.index()];
        let behind = |rear: u8| color.choose(rear <= square.rank(), rear >= square.rank());
        (square.file()..square.file() + 3).all(|place| behind(enemy[place as usize & 15]))
    }

    /// `[open, half_open, closed]` to a rook of `color`: without pawns, without own ones, or neither.
    #[inline(always)]
    pub fn openness<T: Copy>(&self, color: Color, square: Square, [open, half_open, closed]: [T; 3]) -> T {
        match (self.count(color, square), self.count(!color, square)) {
            (0, 0) => open,
            (0, _) => half_open,
            _ => closed,
        }
    }
}
