//! Boards, read from FENs without the engine's code.

use std::collections::{BTreeMap, BTreeSet};

/// A file and a rank, both from 0.
pub type Cell = (i8, i8);

/// Pieces by cell, with the letters of the FEN; the meaning of `*` depends on the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// The number of files.
    pub files: i8,
    /// The number of ranks.
    pub ranks: i8,
    /// The pieces.
    pub pieces: BTreeMap<Cell, char>,
    /// The cells whose piece is followed by `~`.
    pub promoted: BTreeSet<Cell>,
    /// The text in brackets after the placement.
    pub held: String,
}

impl Board {
    /// Reads the placement of a FEN.
    pub fn read(fen: &str) -> Board {
        Board::half(fen, 0)
    }

    /// Reads one of two boards, 0 or 1, separated by `|`; the text in brackets belongs to both.
    pub fn half(fen: &str, half: usize) -> Board {
        let placement = fen.split_whitespace().next().expect("a placement");
        let (squares, held) = placement.split_once('[').unwrap_or((placement, ""));
        let squares = squares.split('|').nth(half).expect("as many boards");
        let mut board = Board { held: held.trim_end_matches(']').to_owned(), ..Board::default() };
        let rows: Vec<&str> = squares.split('/').collect();
        board.ranks = rows.len() as i8;
        let mut pieces = Vec::new();
        for (rank, row) in (0..board.ranks).rev().zip(rows) {
            let (mut file, mut number) = (0, 0);
            for letter in row.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    number = number * 10 + digit as i8;
                    continue;
                }
                file += std::mem::take(&mut number);
                if letter == '~' {
                    board.promoted.insert((file - 1, rank));
                } else {
                    pieces.push(((file, rank), letter));
                    file += 1;
                }
            }
            board.files = board.files.max(file + number);
        }
        // Building the map at once is much faster than inserting piece by piece.
        board.pieces = BTreeMap::from_iter(pieces);
        board
    }

    /// The placement, as a FEN has it.
    pub fn placement(&self) -> String {
        let row = |rank: i8| {
            let (mut text, mut empty) = (String::new(), 0);
            for file in 0..=self.files {
                let piece = self.pieces.get(&(file, rank)).filter(|_| file < self.files);
                if empty > 0 && (piece.is_some() || file == self.files) {
                    text += &std::mem::take(&mut empty).to_string();
                }
                match piece {
                    Some(&letter) => text.push(letter),
                    None => empty += 1,
                }
                if self.promoted.contains(&(file, rank)) {
                    text.push('~');
                }
            }
            text
        };
        (0..self.ranks).rev().map(row).collect::<Vec<_>>().join("/")
    }

    /// The piece on a cell.
    pub fn at(&self, cell: Cell) -> Option<char> {
        self.pieces.get(&cell).copied()
    }

    /// Returns whether a cell is on the board.
    pub fn has(&self, (file, rank): Cell) -> bool {
        (0..self.files).contains(&file) && (0..self.ranks).contains(&rank)
    }

    /// Puts a piece on a cell, or clears it.
    pub fn set(&mut self, cell: Cell, piece: Option<char>) {
        self.promoted.remove(&cell);
        match piece {
            Some(letter) => self.pieces.insert(cell, letter),
            None => self.pieces.remove(&cell),
        };
    }

    /// Returns whether a cell is on the board and empty.
    pub fn is_free(&self, cell: Cell) -> bool {
        self.has(cell) && self.at(cell).is_none()
    }

    /// Returns whether a piece of a colour stands on a cell.
    pub fn has_piece_of(&self, cell: Cell, white: bool) -> bool {
        self.at(cell).is_some_and(|piece| is_of(piece, white))
    }

    /// Returns whether the piece on a cell is one of `kinds` (upper-case letters).
    pub fn is_kind(&self, cell: Cell, kinds: &str) -> bool {
        self.at(cell).is_some_and(|piece| kinds.contains(piece.to_ascii_uppercase()))
    }

    /// Returns whether all cells between two cells are empty; true if they share no line.
    pub fn is_clear(&self, from: Cell, to: Cell) -> bool {
        way(from, to).all(|cell| self.is_free(cell))
    }

    /// Returns whether two cells share a line, straight or diagonal, that is empty between them.
    pub fn is_open(&self, from: Cell, to: Cell) -> bool {
        aligned(from, to) && self.is_clear(from, to)
    }

    /// All cells, rank by rank from below.
    pub fn all_cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let files = self.files;
        (0..self.ranks).flat_map(move |rank| (0..files).map(move |file| (file, rank)))
    }

    /// The pieces of a colour and their cells.
    pub fn pieces_of(&self, white: bool) -> impl Iterator<Item = (Cell, char)> + '_ {
        self.pieces.iter().map(|(&cell, &piece)| (cell, piece)).filter(move |&(_, piece)| is_of(piece, white))
    }

    /// The cells of the pieces of a colour and of some kinds (upper-case letters).
    pub fn army(&self, white: bool, kinds: &str) -> Vec<Cell> {
        let wanted = self.pieces_of(white).filter(|(_, piece)| kinds.contains(piece.to_ascii_uppercase()));
        wanted.map(|(cell, _)| cell).collect()
    }

    /// A cell's rank counted from a colour's own side, from 1.
    pub fn own_rank(&self, cell: Cell, white: bool) -> i8 {
        if white { cell.1 + 1 } else { self.ranks - cell.1 }
    }

    /// This board after the piece on `from` has moved to `to`, replacing the piece there.
    pub fn after(&self, from: Cell, to: Cell) -> Board {
        let mut board = self.without(from);
        board.set(to, self.at(from));
        board
    }

    /// This board without the piece on a cell.
    pub fn without(&self, cell: Cell) -> Board {
        let mut board = self.clone();
        board.set(cell, None);
        board
    }

    /// The cells of a letter.
    pub fn cells_of(&self, letter: char) -> Vec<Cell> {
        self.pieces.iter().filter(|(_, piece)| **piece == letter).map(|(cell, _)| *cell).collect()
    }

    /// The number of pieces of a colour.
    pub fn count(&self, white: bool) -> usize {
        self.pieces_of(white).count()
    }
}

/// Returns whether a letter is a piece of this colour.
pub fn is_of(letter: char, white: bool) -> bool {
    if white { letter.is_ascii_uppercase() } else { letter.is_ascii_lowercase() }
}

/// The letter of a piece in this colour.
pub fn colored(letter: char, white: bool) -> char {
    if white { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
}

/// The direction of a colour's pawns: 1 or -1.
pub fn forward(white: bool) -> i8 {
    if white { 1 } else { -1 }
}

/// The cells that a text names, in order: `e2e4` has two, `O-O` none.
pub fn cells(text: &str) -> Vec<Cell> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let digits = bytes[at + 1..].iter().take(2).take_while(|byte| byte.is_ascii_digit()).count();
        if bytes[at].is_ascii_lowercase() && digits > 0 {
            let rank: i8 = text[at + 1..=at + digits].parse().expect("digits");
            found.push(((bytes[at] - b'a') as i8, rank - 1));
            at += digits;
        }
        at += 1;
    }
    found
}

/// The name of a cell.
pub fn name((file, rank): Cell) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

/// The steps to the cells around, the straight ones first.
pub const AROUND: [Cell; 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
/// The diagonal ones of these.
pub const DIAGONAL: [Cell; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The cell that is `times` steps away.
pub fn step(from: Cell, step: Cell, times: i8) -> Cell {
    (from.0 + step.0 * times, from.1 + step.1 * times)
}

/// The distance of two cells in files and ranks, the smaller first.
pub fn leap(a: Cell, b: Cell) -> (i8, i8) {
    let (files, ranks) = ((a.0 - b.0).abs(), (a.1 - b.1).abs());
    (files.min(ranks), files.max(ranks))
}

/// The single step from a cell towards another on the same rank, file or diagonal, and the number of steps.
pub fn line(from: Cell, to: Cell) -> Option<(Cell, i8)> {
    let towards = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
    aligned(from, to).then_some((towards, leap(from, to).1))
}

/// Returns whether two cells are on one line, straight or diagonal.
pub fn aligned(a: Cell, b: Cell) -> bool {
    is_straight(a, b) || is_diagonal(a, b)
}

/// Returns whether a cell is on the rank or file of another.
pub fn is_straight(from: Cell, to: Cell) -> bool {
    let (short, long) = leap(from, to);
    long > 0 && short == 0
}

/// Returns whether a cell is on a diagonal of another.
pub fn is_diagonal(from: Cell, to: Cell) -> bool {
    let (short, long) = leap(from, to);
    long > 0 && short == long
}

/// Returns whether two cells touch.
pub fn adjacent(a: Cell, b: Cell) -> bool {
    leap(a, b).1 == 1
}

/// The cells between two cells of a line; none if they share no line.
pub fn between(from: Cell, to: Cell) -> Vec<Cell> {
    way(from, to).collect()
}

/// The cells of [`between`] without a list.
fn way(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    let steps = line(from, to).into_iter();
    steps.flat_map(move |(towards, length)| (1..length).map(move |times| step(from, towards, times)))
}

/// Every pair of a cell of one list and a cell of another.
pub fn pairs(from: &[Cell], to: &[Cell]) -> Vec<(Cell, Cell)> {
    from.iter().flat_map(|&from| to.iter().map(move |&to| (from, to))).collect()
}

#[test]
fn placements_are_read_and_written() {
    for variant in jailbird::variants::coded().into_iter().filter(|variant| !variant.start.contains('|')) {
        let board = Board::read(variant.start);
        assert_eq!((board.files, board.ranks), (variant.files as i8, variant.ranks as i8), "{}", variant.name);
        let written = variant.start.split([' ', '[']).next().unwrap();
        assert_eq!(board.placement(), written, "{}", variant.name);
    }
    assert_eq!(cells("a10b9q"), [(0, 9), (1, 8)]);
    let halves = "4k2Q~/8/8/8/8/8/8/4K3|4k3/8/8/8/2*5/8/8/4K3[n] w1 - - 0 1";
    assert_eq!(Board::half(halves, 0).placement(), "4k2Q~/8/8/8/8/8/8/4K3");
    assert_eq!((Board::half(halves, 1).at((2, 3)), Board::half(halves, 1).held.as_str()), (Some('*'), "n"));
}
