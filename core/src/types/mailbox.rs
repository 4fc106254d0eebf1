//! The board: a padded 16x16 mailbox of piece numbers, with piece lists beside it.
//!
//! A cell does not say what stands there but *who*: the number of a piece, whose square and kind are
//! looked up in two short arrays. So a capture finds its victim's list entry at once, piece lists need
//! no search and no second board, and the whole thing is small enough to copy at every move.

use super::{Color, Kind, PieceSets, Square};
use std::ops::Range;

/// What a cell holds: 0 if empty, [`Cell::WALL`], or an army's bit together with a piece number.
///
/// White's bit is 0x80, Black's 0x40 and a wall has both: "neither own nor wall" is one test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell(pub u8);

impl Cell {
    /// Nothing stands here.
    pub const EMPTY: Cell = Cell(0);
    /// Not a square of the board.
    pub const WALL: Cell = Cell(0xC0);

    /// The bit of an army.
    #[inline(always)]
    pub const fn bit(color: Color) -> u8 {
        match color {
            Color::White => 0x80,
            Color::Black => 0x40,
        }
    }

    /// No piece and no wall.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// A piece of this army.
    #[inline(always)]
    pub const fn is(self, color: Color) -> bool {
        self.0 & 0xC0 == Cell::bit(color)
    }

    /// Empty or held by the other army: `color` may land here.
    #[inline(always)]
    pub const fn admits(self, color: Color) -> bool {
        self.0 & Cell::bit(color) == 0
    }

    /// The army of the piece that stands here.
    #[inline(always)]
    pub const fn color(self) -> Option<Color> {
        match self.0 & 0xC0 {
            0x80 => Some(Color::White),
            0x40 => Some(Color::Black),
            _ => None,
        }
    }

    /// What there is, from 0 to 3: nothing, a black piece, a white one, a wall.
    #[inline(always)]
    pub const fn content(self) -> u8 {
        self.0 >> 6
    }

    /// A piece of either army.
    #[inline(always)]
    pub const fn is_piece(self) -> bool {
        self.color().is_some()
    }
}

/// A board with room for `N / 2` pieces a side; `N` is 32, 64 or 128. `S` is [`KindSets`](super::kind_sets::KindSets) where a
/// game asks for the pieces of a kind.
///
/// Piece kinds are small numbers of the game's choosing; 0 means that the piece is off the board.
// `Copy` makes a clone one block move instead of one a field.
#[derive(Clone, Copy, Debug)]
pub struct Mailbox<const N: usize, S = ()> {
    cells: [Cell; 256],
    squares: [Square; N],
    kinds: [Kind; N],
    /// How many places of each army's list are or have been in use; 0 on boards that do not count them.
    used: [u8; 2],
    pub(super) sets: S,
}

impl<const N: usize, S: PieceSets> Mailbox<N, S> {
    /// The number of pieces that an army has room for.
    pub const ARMY: usize = N / 2;

    /// Whether the board keeps count of the places in use. Lists of 16 are nearly always full, so they do without.
    const COUNTS_PLACES: bool = N > 32;

    /// An empty board whose squares are those for which `exists` holds.
    pub fn new(exists: impl Fn(Square) -> bool) -> Self {
        const { assert!(N == 32 || N == 64 || N == 128) };
        let mut cells = [Cell::WALL; 256];
        for square in (0..=255).map(Square).filter(|&square| exists(square)) {
            cells[square.index()] = Cell::EMPTY;
        }
        Mailbox { cells, squares: [Square::NONE; N], kinds: [Kind::NONE; N], used: [0; 2], sets: S::default() }
    }

    /// An empty board of `files` by `ranks`.
    pub fn rectangle(files: u8, ranks: u8) -> Self {
        Self::new(|square| square.file() < files && square.rank() < ranks)
    }

    /// The number of an army's first piece; the others follow.
    #[inline(always)]
    pub const fn first(color: Color) -> usize {
        match color {
            Color::White => 0,
            Color::Black => Self::ARMY,
        }
    }

    /// The numbers of an army's pieces in list order; some of them may have left the board.
    #[inline(always)]
    pub fn numbers(&self, color: Color) -> Range<usize> {
        let first = Self::first(color);
        let length = if Self::COUNTS_PLACES { usize::from(self.used[color.index()]) } else { Self::ARMY };
        // The bound spares checks of indices.
        first..first + length.min(Self::ARMY)
    }

    /// The place of a piece number in its army's list, from 0.
    #[inline(always)]
    pub const fn place(number: usize) -> usize {
        number & (Self::ARMY - 1)
    }

    /// What stands on a square.
    #[inline(always)]
    pub fn at(&self, square: Square) -> Cell {
        self.cells[square.index()]
    }

    /// The piece number in a cell that holds a piece.
    #[inline(always)]
    pub const fn number(cell: Cell) -> usize {
        cell.0 as usize & (N - 1)
    }

    /// The kind of the piece in a cell that holds one.
    #[inline(always)]
    pub fn kind(&self, cell: Cell) -> Kind {
        self.kinds[Self::number(cell)]
    }

    /// The kind of the piece on a square that holds one.
    #[inline(always)]
    pub fn kind_on(&self, square: Square) -> Kind {
        self.kind(self.at(square))
    }

    /// The kind on a square if a piece of `color` stands there, otherwise 0.
    #[inline]
    pub fn kind_at(&self, square: Square, color: Color) -> Kind {
        let cell = self.at(square);
        if cell.is(color) { self.kind(cell) } else { Kind::NONE }
    }

    /// Army and kind on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<(Color, Kind)> {
        let cell = self.at(square);
        cell.color().map(|color| (color, self.kind(cell)))
    }

    /// The square of a piece number; [`Square::NONE`] when it is off the board.
    #[inline(always)]
    pub fn square_of(&self, number: usize) -> Square {
        self.squares[number & (N - 1)]
    }

    /// The kind of a piece number; 0 when it is off the board.
    #[inline(always)]
    pub fn kind_of(&self, number: usize) -> Kind {
        self.kinds[number & (N - 1)]
    }

    /// The pieces of an army on the board: kind and square, in list order.
    #[inline(always)]
    pub fn army(&self, color: Color) -> impl Iterator<Item = (Kind, Square)> + '_ {
        let numbers = self.numbers(color);
        let kinds = self.kinds[numbers.clone()].iter();
        kinds.zip(&self.squares[numbers]).filter(|(kind, _)| !kind.is_none()).map(|(&kind, &square)| (kind, square))
    }

    /// The square of the first piece of an army's list: of its king, in games that list him first.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        self.square_of(Self::first(color))
    }

    /// Puts a new piece on an empty square, in the first free place of its army's list.
    /// Returns false, and changes nothing, when the army is full.
    pub fn put(&mut self, color: Color, kind: Kind, square: Square) -> bool {
        let first = Self::first(color);
        let Some(free) = (first..first + Self::ARMY).find(|&number| self.kinds[number].is_none()) else {
            return false;
        };
        if Self::COUNTS_PLACES {
            let used = &mut self.used[color.index()];
            *used = (*used).max((free - first + 1) as u8);
        }
        self.sets.toggle::<N>(free, kind);
        self.kinds[free] = kind;
        self.squares[free] = square;
        self.cells[square.index()] = Cell(Cell::bit(color) | free as u8);
        true
    }

    /// Takes the piece on `square` off the board and returns its kind.
    #[inline(always)]
    pub fn take(&mut self, square: Square) -> Kind {
        let number = Self::number(self.at(square));
        self.cells[square.index()] = Cell::EMPTY;
        self.squares[number] = Square::NONE;
        self.sets.toggle::<N>(number, self.kinds[number]);
        std::mem::take(&mut self.kinds[number])
    }

    /// Moves the piece on `from` to `to`, which must be empty.
    #[inline(always)]
    pub fn shift(&mut self, from: Square, to: Square) {
        let cell = self.at(from);
        self.cells[from.index()] = Cell::EMPTY;
        self.cells[to.index()] = cell;
        self.squares[Self::number(cell)] = to;
    }

    /// Moves two pieces at once, each `(from, to)`; either may go to where the other stood, or stay.
    pub fn swap_pair(&mut self, a: (Square, Square), b: (Square, Square)) {
        let (first, second) = (self.at(a.0), self.at(b.0));
        self.cells[a.0.index()] = Cell::EMPTY;
        self.cells[b.0.index()] = Cell::EMPTY;
        for (cell, to) in [(first, a.1), (second, b.1)] {
            self.cells[to.index()] = cell;
            self.squares[Self::number(cell)] = to;
        }
    }

    /// Turns the piece on `square` into another kind.
    #[inline(always)]
    pub fn become_kind(&mut self, square: Square, kind: Kind) {
        let number = Self::number(self.at(square));
        self.sets.toggle::<N>(number, self.kinds[number]);
        self.sets.toggle::<N>(number, kind);
        self.kinds[number] = kind;
    }

    /// Makes an empty square a wall: something that no piece may enter or pass stands there.
    #[inline(always)]
    pub fn block(&mut self, square: Square) {
        self.cells[square.index()] = Cell::WALL;
    }

    /// Makes a wall an empty square of the board.
    #[inline(always)]
    pub fn unblock(&mut self, square: Square) {
        self.cells[square.index()] = Cell::EMPTY;
    }

    /// The first square from `square` along `step` that is not empty: a piece or a wall.
    #[inline(always)]
    pub fn ray_end(&self, square: Square, step: u8) -> Square {
        let mut next = square.step(step);
        while self.at(next).is_empty() {
            next = next.step(step);
        }
        next
    }
}

/// A board of any size, for generic code.
pub trait BoardView {
    /// The kind of the piece on a square that holds one.
    fn kind_on(&self, square: Square) -> Kind;

    /// The kind of the piece on a square if it belongs to `color`, otherwise 0.
    fn kind_at(&self, square: Square, color: Color) -> Kind;

    /// Iterates over the kinds and squares of an army's pieces.
    fn army(&self, color: Color) -> impl Iterator<Item = (Kind, Square)>;

    /// The kinds and squares of an army's pieces by place in its list; kind 0 where no piece is on the board. The length is
    /// a multiple of 8.
    fn lists(&self, color: Color) -> (&[Kind], &[Square]);

    /// The square of the first piece of an army's list: of its king, in games that list him first.
    fn king(&self, color: Color) -> Square;
}

impl<const N: usize, S: PieceSets> BoardView for Mailbox<N, S> {
    #[inline(always)]
    fn kind_on(&self, square: Square) -> Kind {
        self.kind_on(square)
    }

    #[inline(always)]
    fn kind_at(&self, square: Square, color: Color) -> Kind {
        self.kind_at(square, color)
    }

    #[inline(always)]
    fn army(&self, color: Color) -> impl Iterator<Item = (Kind, Square)> {
        self.army(color)
    }

    #[inline(always)]
    fn lists(&self, color: Color) -> (&[Kind], &[Square]) {
        let first = Self::first(color);
        let numbers = first..first + Self::ARMY;
        (&self.kinds[numbers.clone()], &self.squares[numbers])
    }

    #[inline(always)]
    fn king(&self, color: Color) -> Square {
        self.king(color)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::KindSets;

    fn numbers_are_kept<const N: usize>() {
        let mut board = Mailbox::<N>::rectangle(12, 12);
        for color in Color::ALL {
            for index in 0..Mailbox::<N>::ARMY as u8 {
                assert!(board.put(color, Kind::new(index + 1), Square::new(index % 12, index / 12 + 6 * color as u8)));
            }
            assert!(!board.put(color, Kind::new(1), Square::new(11, 5 + 6 * color as u8)));
        }
        for (color, index) in [(Color::White, 3), (Color::Black, 7)] {
            let square = Square::new(index, 6 * color as u8);
            assert_eq!(board.piece_at(square), Some((color, Kind::new(index + 1))));
            assert_eq!(board.take(square), Kind::new(index + 1));
            assert_eq!(board.army(color).count(), Mailbox::<N>::ARMY - 1);
            assert_eq!(board.numbers(color).len(), Mailbox::<N>::ARMY);
        }
    }

    /// The pieces of a kind by their sets and by the list.
    fn assert_sets_are_true<const N: usize>(board: &Mailbox<N, KindSets>) {
        for (color, kind) in Color::ALL.into_iter().flat_map(|color| (1..8).map(move |kind| (color, Kind::new(kind)))) {
            let listed = board.numbers(color).filter(|&number| board.kind_of(number).number() & 7 == kind.number());
            assert!(board.of_kind(color, kind).eq(listed), "{color:?} {kind:?}");
        }
        let from_third = board.of_kinds(Color::White, Kind::new(3), Kind::new(7));
        assert_eq!(from_third.count(), board.army(Color::White).filter(|(kind, _)| kind.number() & 7 >= 3).count());
    }

    fn sets_are_kept<const N: usize>() {
        let mut board = Mailbox::<N, KindSets>::rectangle(12, 12);
        for (index, color) in (0..32).zip(Color::ALL.into_iter().cycle()) {
            board.put(color, Kind::new(index % 14 + 1), Square::new(index % 12, index / 12));
            assert_sets_are_true(&board);
        }
        let at = |index: u8| Square::new(index % 12, index / 12);
        for index in (0..32).step_by(3) {
            board.become_kind(at(index), Kind::new(index % 5 + 1));
            assert_sets_are_true(&board);
        }
        for index in (0..32).step_by(2) {
            board.shift(at(index), at(index + 40));
            board.take(at(index + 40));
            assert_sets_are_true(&board);
        }
    }

    #[test]
    fn sets_of_kinds_have_what_the_lists_have() {
        sets_are_kept::<32>();
        sets_are_kept::<64>();
    }

    #[test]
    fn every_size_keeps_its_pieces_apart() {
        numbers_are_kept::<32>();
        numbers_are_kept::<64>();
        numbers_are_kept::<128>();
    }
}
