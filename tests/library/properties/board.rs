//! Placements, read without the engine's help.

use std::collections::{BTreeMap, BTreeSet};

/// A file and a rank, both from 0.
pub type Cell = (i8, i8);

/// What stands where: letters as the FEN has them, `*` for whatever the game means by it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// Files.
    pub files: i8,
    /// Ranks.
    pub ranks: i8,
    /// The pieces.
    pub pieces: BTreeMap<Cell, char>,
    /// The cells whose piece has a `~` behind it.
    pub promoted: BTreeSet<Cell>,
    /// What stands in brackets behind the placement.
    pub held: String,
}

impl Board {
    /// Reads the placement of a FEN that the engine has written.
    pub fn read(fen: &str) -> Board {
        Board::half(fen, 0)
    }

    /// The same of one of two boards that `|` separates, counted from 0; what is in brackets belongs to both.
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
        // All at once: much faster than one by one, and tests read more boards than anything else.
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

    /// What stands on a cell.
    pub fn at(&self, cell: Cell) -> Option<char> {
        self.pieces.get(&cell).copied()
    }

    /// Whether a cell is on the board.
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

    /// Whether a cell is on the board and empty.
    pub fn is_free(&self, cell: Cell) -> bool {
        self.has(cell) && self.at(cell).is_none()
    }

    /// Whether a piece of an army stands on a cell.
    pub fn has_piece_of(&self, cell: Cell, white: bool) -> bool {
        self.at(cell).is_some_and(|piece| is_of(piece, white))
    }

    /// Whether a piece on a cell is one of `kinds`: letters as White has them.
    pub fn is_kind(&self, cell: Cell, kinds: &str) -> bool {
        self.at(cell).is_some_and(|piece| kinds.contains(piece.to_ascii_uppercase()))
    }

    /// Whether nothing stands between two cells; those of no common line have nothing between them.
    pub fn is_clear(&self, from: Cell, to: Cell) -> bool {
        between(from, to).into_iter().all(|cell| self.is_free(cell))
    }

    /// Whether two cells are on one line, straight or diagonal, and all between them is empty.
    pub fn is_open(&self, from: Cell, to: Cell) -> bool {
        aligned(from, to) && self.is_clear(from, to)
    }

    /// All cells, rank by rank from below.
    pub fn all_cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let files = self.files;
        (0..self.ranks).flat_map(move |rank| (0..files).map(move |file| (file, rank)))
    }

    /// The pieces of an army and their cells.
    pub fn pieces_of(&self, white: bool) -> impl Iterator<Item = (Cell, char)> + '_ {
        self.pieces.iter().map(|(&cell, &piece)| (cell, piece)).filter(move |&(_, piece)| is_of(piece, white))
    }

    /// The cells of an army's pieces of some kinds: letters as White has them.
    pub fn army(&self, white: bool, kinds: &str) -> Vec<Cell> {
        let wanted = self.pieces_of(white).filter(|(_, piece)| kinds.contains(piece.to_ascii_uppercase()));
        wanted.map(|(cell, _)| cell).collect()
    }

    /// A cell's rank, counted from an army's own side, from 1.
    pub fn own_rank(&self, cell: Cell, white: bool) -> i8 {
        if white { cell.1 + 1 } else { self.ranks - cell.1 }
    }

    /// This board after a piece has gone from a cell to another, in place of what stood there.
    pub fn after(&self, from: Cell, to: Cell) -> Board {
        let mut board = self.without(from);
        board.set(to, self.at(from));
        board
    }

    /// This board without what stands on a cell.
    pub fn without(&self, cell: Cell) -> Board {
        let mut board = self.clone();
        board.set(cell, None);
        board
    }

    /// The cells of a letter.
    pub fn cells_of(&self, letter: char) -> Vec<Cell> {
        self.pieces.iter().filter(|(_, piece)| **piece == letter).map(|(cell, _)| *cell).collect()
    }

    /// How many pieces of an army there are.
    pub fn count(&self, white: bool) -> usize {
        self.pieces_of(white).count()
    }
}

/// Whether a letter is a piece of an army.
pub fn is_of(letter: char, white: bool) -> bool {
    if white { letter.is_ascii_uppercase() } else { letter.is_ascii_lowercase() }
}

/// A letter as an army has it.
pub fn colored(letter: char, white: bool) -> char {
    if white { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
}

/// An army's way up or down the ranks.
pub fn forward(white: bool) -> i8 {
    if white { 1 } else { -1 }
}

/// The cells that a text names, one after the other: `e2e4` has two, `O-O` none.
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

/// A cell as texts have it.
pub fn name((file, rank): Cell) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

/// The steps to the cells around, the straight ones first.
pub const AROUND: [Cell; 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
/// The diagonal ones of these.
pub const DIAGONAL: [Cell; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

/// The cell that is some steps away.
pub fn step(from: Cell, step: Cell, times: i8) -> Cell {
    (from.0 + step.0 * times, from.1 + step.1 * times)
}

/// How far two cells are apart, the shorter way first.
pub fn leap(a: Cell, b: Cell) -> (i8, i8) {
    let (files, ranks) = ((a.0 - b.0).abs(), (a.1 - b.1).abs());
    (files.min(ranks), files.max(ranks))
}

/// The single step from a cell towards another on its rank, file or diagonal, and how many of them lead there.
pub fn line(from: Cell, to: Cell) -> Option<(Cell, i8)> {
    let towards = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
    aligned(from, to).then_some((towards, leap(from, to).1))
}

/// Whether two cells are on one line, straight or diagonal.
pub fn aligned(a: Cell, b: Cell) -> bool {
    is_straight(a, b) || is_diagonal(a, b)
}

/// Whether a cell is on the rank or file of another.
pub fn is_straight(from: Cell, to: Cell) -> bool {
    let (short, long) = leap(from, to);
    long > 0 && short == 0
}

/// Whether a cell is on a diagonal of another.
pub fn is_diagonal(from: Cell, to: Cell) -> bool {
    let (short, long) = leap(from, to);
    long > 0 && short == long
}

/// Whether two cells touch.
pub fn adjacent(a: Cell, b: Cell) -> bool {
    leap(a, b).1 == 1
}

/// The cells between two of one line; none where they share no line.
pub fn between(from: Cell, to: Cell) -> Vec<Cell> {
    match line(from, to) {
        Some((towards, length)) => (1..length).map(|times| step(from, towards, times)).collect(),
        None => Vec::new(),
    }
}

/// Every pair of a cell of one list and a cell of another.
pub fn pairs(from: &[Cell], to: &[Cell]) -> Vec<(Cell, Cell)> {
    from.iter().flat_map(|&from| to.iter().map(move |&to| (from, to))).collect()
}

#[test]
fn placements_are_read_and_written() {
    for variant in jailbird::variants::VARIANTS.iter().filter(|variant| !variant.start.contains('|')) {
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
