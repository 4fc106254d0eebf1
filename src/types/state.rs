//! What positions of all games keep beside the board: whose turn it is, two counters, and the key.

use super::fen::Fields;
use super::{BoardView, Color, FenError, Mailbox, Square, zobrist};

/// Side to move, counters and key of a position.
///
/// The methods change a board and keep the key in step with it. What else distinguishes positions of a game
/// (rights, hands, en passant) the game adds to the key itself.
#[derive(Clone, Copy, Debug)]
pub struct State {
    /// A key of everything that makes positions different; counters do not.
    pub key: u64,
    /// Tells positions with different pawns (pieces of kind 1) apart, as long as they come from one position: what
    /// stood on the board when it was set up is not in it.
    pub structure: u64,
    /// The army to move.
    pub side: Color,
    /// Plies since the last capture or pawn move.
    pub halfmove: u16,
    /// The number of the next move of White, or of Black after it.
    pub fullmove: u16,
}

impl State {
    /// White's first move.
    pub const START: State = State { key: 0, structure: 0, side: Color::White, halfmove: 0, fullmove: 1 };

    /// Reads the side to move from field 1 of a FEN and the counters from the fields 4 and 5. The key is still 0.
    pub fn read(fields: &Fields<'_>) -> Result<State, FenError> {
        let (halfmove, fullmove) = fields.counters(4)?;
        Ok(State { key: 0, structure: 0, side: fields.side()?, halfmove, fullmove })
    }

    /// The key of the pieces on a board and of the side to move.
    pub fn key_of(&self, board: &impl BoardView) -> u64 {
        let army = |color: Color| board.army(color).map(move |(kind, square)| zobrist::piece(color, kind, square));
        let pieces = Color::ALL.into_iter().flat_map(army);
        pieces.fold(self.side.choose(0, zobrist::BLACK_TO_MOVE), |key, piece| key ^ piece)
    }

    /// Notes that pieces of a kind came or went.
    #[inline(always)]
    fn change(&mut self, kind: u8, numbers: u64) {
        self.key ^= numbers;
        self.structure ^= if kind == 1 { numbers } else { 0 };
    }

    /// Takes a piece off the board and returns its kind.
    #[inline(always)]
    pub fn remove<const N: usize>(&mut self, board: &mut Mailbox<N>, color: Color, square: Square) -> u8 {
        let kind = board.take(square);
        self.change(kind, zobrist::piece(color, kind, square));
        kind
    }

    /// Moves a piece of the side to move to an empty square.
    #[inline(always)]
    pub fn relocate<const N: usize>(&mut self, board: &mut Mailbox<N>, kind: u8, from: Square, to: Square) {
        board.shift(from, to);
        self.change(kind, zobrist::piece(self.side, kind, from) ^ zobrist::piece(self.side, kind, to));
    }

    /// Moves two pieces of the side to move at once, each `(from, to)`; either may go to where the other stood.
    pub fn relocate_pair<const N: usize>(&mut self, board: &mut Mailbox<N>, a: (Square, Square), b: (Square, Square)) {
        for (from, to) in [a, b] {
            let kind = board.kind_on(from);
            self.key ^= zobrist::piece(self.side, kind, from) ^ zobrist::piece(self.side, kind, to);
        }
        board.swap_pair(a, b);
    }

    /// Turns a piece into another kind.
    #[inline(always)]
    pub fn transform<const N: usize>(&mut self, board: &mut Mailbox<N>, color: Color, square: Square, kind: u8) {
        let before = board.kind_on(square);
        board.become_kind(square, kind);
        self.change(before, zobrist::piece(color, before, square));
        self.change(kind, zobrist::piece(color, kind, square));
    }

    /// The other side's turn.
    #[inline(always)]
    pub fn hand_over(&mut self) {
        self.fullmove += self.side as u16;
        self.side = !self.side;
        self.key ^= zobrist::BLACK_TO_MOVE;
    }

    /// How many history counters [`State::history_slot`] needs for kinds below `kinds`.
    pub const fn history_slots(kinds: usize) -> usize {
        kinds * 2 * 256
    }

    /// The history counter of a move by a piece of the side to move: its kind, and the square where it arrives.
    #[inline(always)]
    pub fn history_slot(&self, kind: u8, to: Square) -> usize {
        (kind as usize * 2 + self.side.index()) * 256 + to.index()
    }
}
