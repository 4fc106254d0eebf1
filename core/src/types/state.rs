//! What positions of all games keep beside the board: whose turn it is, two counters, and the key.

use super::fen::{Fields, number};
use super::{BoardView, Color, FenError, Kind, Mailbox, PieceSets, Square, zobrist};

/// Side to move, counters and key of a position.
///
/// The methods change a board and keep the key in step with it. What else distinguishes positions of a game
/// (rights, hands, en passant) the game adds to the key itself.
#[derive(Clone, Copy, Debug)]
pub struct State {
    /// A key of everything that makes positions different; counters do not.
    pub key: u64,
    /// A key of the pawns alone.
    pub pawn_key: u64,
    /// The army to move.
    pub side: Color,
    /// Plies since the last capture or pawn move.
    pub halfmove: u16,
    /// The number of the next move of White, or of Black after it.
    pub fullmove: u16,
    /// Which kinds are in the pawn key.
    pawns: PawnKinds,
}

/// The kinds of a game that are pawns: neighbouring numbers.
#[derive(Clone, Copy, Debug)]
pub struct PawnKinds {
    first: Kind,
    last: Kind,
}

impl PawnKinds {
    /// The kinds from `first` to `last`.
    pub const fn new(first: Kind, last: Kind) -> PawnKinds {
        PawnKinds { first, last }
    }

    /// Whether pieces of a kind are pawns.
    #[inline(always)]
    pub const fn has(self, kind: Kind) -> bool {
        self.first.number() <= kind.number() && kind.number() <= self.last.number()
    }
}

impl State {
    /// White's first move in a game with these pawns.
    pub const fn start(pawns: PawnKinds) -> State {
        State { key: 0, pawn_key: 0, side: Color::White, halfmove: 0, fullmove: 1, pawns }
    }

    /// Reads the side to move from field 1 of a FEN and the counters from the fields 4 and 5. The keys are still 0.
    pub fn read(fields: &Fields<'_>, pawns: PawnKinds) -> Result<State, FenError> {
        let halfmove = number("halfmove clock", fields.get(4, "0"), 0)?;
        let fullmove = number("fullmove number", fields.get(5, "1"), 0)?.max(1);
        Ok(State { side: fields.side()?, halfmove, fullmove, ..State::start(pawns) })
    }

    /// The key of the pieces on a board and of the side to move.
    pub fn key_of(&self, board: &impl BoardView) -> u64 {
        self.side.choose(0, zobrist::BLACK_TO_MOVE) ^ key_of_kinds(board, |_| true)
    }

    /// The key of the pawns on a board.
    pub fn pawn_key_of(&self, board: &impl BoardView) -> u64 {
        key_of_kinds(board, |kind| self.pawns.has(kind))
    }

    /// Updates the key (and the pawn key, if these are pawns) for pieces added or removed.
    #[inline(always)]
    fn change(&mut self, kind: Kind, numbers: u64) {
        self.key ^= numbers;
        self.pawn_key ^= if self.pawns.has(kind) { numbers } else { 0 };
    }

    /// Updates the keys for a piece that has been put on the board.
    #[inline(always)]
    pub fn add(&mut self, color: Color, kind: Kind, square: Square) {
        self.change(kind, zobrist::piece(color, kind, square));
    }

    /// Takes a piece off the board and returns its kind.
    #[inline(always)]
    pub fn remove<const N: usize, S: PieceSets>(
        &mut self,
        board: &mut Mailbox<N, S>,
        color: Color,
        square: Square,
    ) -> Kind {
        let kind = board.take(square);
        self.change(kind, zobrist::piece(color, kind, square));
        kind
    }

    /// Moves a piece of the side to move to an empty square.
    #[inline(always)]
    pub fn relocate<const N: usize, S: PieceSets>(
        &mut self,
        board: &mut Mailbox<N, S>,
        kind: Kind,
        from: Square,
        to: Square,
    ) {
        board.shift(from, to);
        self.change(kind, zobrist::piece(self.side, kind, from) ^ zobrist::piece(self.side, kind, to));
    }

    /// Moves two pieces of the side to move at once, each `(from, to)`; either may go to where the other stood.
    pub fn relocate_pair<const N: usize, S: PieceSets>(
        &mut self,
        board: &mut Mailbox<N, S>,
        a: (Square, Square),
        b: (Square, Square),
    ) {
        for (from, to) in [a, b] {
            let kind = board.kind_on(from);
            self.change(kind, zobrist::piece(self.side, kind, from) ^ zobrist::piece(self.side, kind, to));
        }
        board.swap_pair(a, b);
    }

    /// Turns a piece into another kind.
    #[inline(always)]
    pub fn transform<const N: usize, S: PieceSets>(
        &mut self,
        board: &mut Mailbox<N, S>,
        color: Color,
        square: Square,
        kind: Kind,
    ) {
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

    /// The history counter of a move by a piece of the side to move: its kind, and the square where it arrives.
    #[inline(always)]
    pub fn history_index(&self, kind: Kind, to: Square) -> usize {
        (kind.number() as usize * 2 + self.side.index()) * 256 + to.index()
    }
}

/// The key of the pieces on a board that are of certain kinds.
fn key_of_kinds(board: &impl BoardView, counts: impl Fn(Kind) -> bool + Copy) -> u64 {
    let army = |color: Color| {
        let pieces = board.army(color).filter(move |piece| counts(piece.0));
        pieces.map(move |(kind, square)| zobrist::piece(color, kind, square))
    };
    Color::ALL.into_iter().flat_map(army).fold(0, |key, piece| key ^ piece)
}
