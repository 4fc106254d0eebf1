//! Placements, read without the engine's help.

use std::collections::BTreeMap;

/// A file and a rank, both from 0.
pub type Cell = (i8, i8);

/// What stands where: letters as the FEN has them, `*` for whatever the game means by it, `~` left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// Files.
    pub files: i8,
    /// Ranks.
    pub ranks: i8,
    /// The pieces.
    pub pieces: BTreeMap<Cell, char>,
    /// What stands in brackets behind the placement.
    pub held: String,
}

impl Board {
    /// Reads the placement of a FEN that the engine has written.
    pub fn read(fen: &str) -> Board {
        let placement = fen.split_whitespace().next().expect("a placement");
        let (squares, held) = placement.split_once('[').unwrap_or((placement, ""));
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
                if letter != '~' {
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

    /// Whether a cell is on the board and empty.
    pub fn is_free(&self, cell: Cell) -> bool {
        self.has(cell) && self.at(cell).is_none()
    }

    /// Whether a piece of an army stands on a cell.
    pub fn stands(&self, cell: Cell, white: bool) -> bool {
        self.at(cell).is_some_and(|piece| is_of(piece, white))
    }

    /// Whether a piece on a cell is one of `kinds`: letters as White has them.
    pub fn is_kind(&self, cell: Cell, kinds: &str) -> bool {
        self.at(cell).is_some_and(|piece| kinds.contains(piece.to_ascii_uppercase()))
    }

    /// Whether nothing stands between two cells of one line.
    pub fn is_clear(&self, from: Cell, to: Cell) -> bool {
        between(from, to).into_iter().all(|cell| self.at(cell).is_none())
    }

    /// The cells of an army's pieces of some kinds: letters as White has them.
    pub fn army(&self, white: bool, kinds: &str) -> Vec<Cell> {
        let wanted = |cell: &Cell| self.stands(*cell, white) && self.is_kind(*cell, kinds);
        self.pieces.keys().copied().filter(wanted).collect()
    }

    /// This board after a piece has gone from a cell to another, in place of what stood there.
    pub fn after(&self, from: Cell, to: Cell) -> Board {
        let mut board = self.clone();
        if let Some(piece) = board.pieces.remove(&from) {
            board.pieces.insert(to, piece);
        }
        board
    }

    /// This board without what stands on a cell.
    pub fn without(&self, cell: Cell) -> Board {
        let mut board = self.clone();
        board.pieces.remove(&cell);
        board
    }

    /// The cells of a letter.
    pub fn cells_of(&self, letter: char) -> Vec<Cell> {
        self.pieces.iter().filter(|(_, piece)| **piece == letter).map(|(cell, _)| *cell).collect()
    }

    /// How many pieces of an army there are.
    pub fn count(&self, white: bool) -> usize {
        self.pieces.values().filter(|piece| is_of(**piece, white)).count()
    }
}

/// Whether a letter is a piece of an army.
pub fn is_of(letter: char, white: bool) -> bool {
    if white { letter.is_ascii_uppercase() } else { letter.is_ascii_lowercase() }
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

/// Which way an army's pawns go.
pub fn forward(white: bool) -> i8 {
    if white { 1 } else { -1 }
}

/// The cell that is some steps away.
pub fn step(from: Cell, step: Cell, times: i8) -> Cell {
    (from.0 + step.0 * times, from.1 + step.1 * times)
}

/// The single step from a cell towards another on its rank, file or diagonal, and how many of them lead there.
pub fn line(from: Cell, to: Cell) -> Option<(Cell, i8)> {
    let (files, ranks) = (to.0 - from.0, to.1 - from.1);
    let length = files.abs().max(ranks.abs());
    let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    (straight && length > 0).then(|| ((files / length, ranks / length), length))
}

/// Whether a cell is on the rank or file of another.
pub fn is_straight(from: Cell, to: Cell) -> bool {
    (from.0 == to.0) != (from.1 == to.1)
}

/// Whether a cell is on a diagonal of another.
pub fn is_diagonal(from: Cell, to: Cell) -> bool {
    from != to && (from.0 - to.0).abs() == (from.1 - to.1).abs()
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

/// Whether two cells touch.
pub fn adjacent(a: Cell, b: Cell) -> bool {
    a != b && (a.0 - b.0).abs() <= 1 && (a.1 - b.1).abs() <= 1
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
}
