//! The placement of a FEN, to be changed square by square. What it means is the game's business.

use crate::types::Square;

/// A FEN that has been taken apart: cells of its boards, and all that stands around them.
#[derive(Clone)]
pub(super) struct Placement {
    boards: Vec<Board>,
    /// The other fields, with the space before them.
    rest: String,
}

#[derive(Clone)]
struct Board {
    /// From the highest rank down; an empty cell is an empty text.
    rows: Vec<Vec<String>>,
    /// What stands in hand, with its brackets.
    hand: String,
}

impl Placement {
    /// Takes a FEN apart.
    pub(super) fn read(fen: &str) -> Placement {
        let (first, rest) = fen.split_at(fen.find(' ').unwrap_or(fen.len()));
        Placement { boards: first.split('|').map(Board::read).collect(), rest: rest.into() }
    }

    /// The FEN.
    pub(super) fn fen(&self) -> String {
        let boards: Vec<String> = self.boards.iter().map(Board::write).collect();
        boards.join("|") + &self.rest
    }

    /// Takes what stands on a square away. Boards are counted from 0.
    pub(super) fn take(&mut self, board: usize, square: Square) -> String {
        self.cell(board, square).map(std::mem::take).unwrap_or_default()
    }

    /// Puts something on a square in place of what stands there.
    pub(super) fn put(&mut self, board: usize, square: Square, symbol: String) {
        if let Some(cell) = self.cell(board, square) {
            *cell = symbol;
        }
    }

    fn cell(&mut self, board: usize, square: Square) -> Option<&mut String> {
        let rows = &mut self.boards.get_mut(board)?.rows;
        let place = rows.len().checked_sub(1 + usize::from(square.rank()))?;
        rows.get_mut(place)?.get_mut(usize::from(square.file()))
    }
}

impl Board {
    fn read(text: &str) -> Board {
        let (cells, hand) = text.split_at(text.find('[').unwrap_or(text.len()));
        Board { rows: cells.split('/').map(read_row).collect(), hand: hand.into() }
    }

    fn write(&self) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| write_row(row)).collect();
        rows.join("/") + &self.hand
    }
}

/// The cells of a row: a number is so many empty ones, `+` belongs to the next sign and `~` to the last one.
fn read_row(text: &str) -> Vec<String> {
    let (mut cells, mut empty, mut begun) = (Vec::new(), 0, String::new());
    for sign in text.chars() {
        if let Some(digit) = sign.to_digit(10) {
            empty = (empty * 10 + digit as usize).min(99);
            continue;
        }
        cells.resize(cells.len() + std::mem::take(&mut empty), String::new());
        match (sign, cells.last_mut()) {
            ('~', Some(last)) => last.push(sign),
            ('+', _) => begun.push(sign),
            _ => cells.push(std::mem::take(&mut begun) + sign.encode_utf8(&mut [0; 4])),
        }
    }
    cells.resize(cells.len() + empty, String::new());
    cells
}

fn write_row(cells: &[String]) -> String {
    let (mut row, mut empty) = (String::new(), 0);
    for cell in cells {
        if cell.is_empty() {
            empty += 1;
            continue;
        }
        if empty > 0 {
            row += &std::mem::take(&mut empty).to_string();
        }
        row += cell;
    }
    if empty > 0 {
        row += &empty.to_string();
    }
    row
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::variants;

    #[test]
    fn every_start_is_read_and_written() {
        for variant in variants::all() {
            let fen = variant.new_game().fen();
            assert_eq!(Placement::read(&fen).fen(), fen, "{}", variant.name);
        }
    }

    #[test]
    fn pieces_are_moved_with_their_signs() {
        let mut placement = Placement::read("12/+P1Q~9|2*1[Qq] w1 - 0 1");
        let [pawn, queen] = ["a1", "c1"].map(|name| Square::parse(name).unwrap());
        let symbol = placement.take(0, queen);
        placement.put(0, pawn, symbol);
        assert_eq!(placement.fen(), "12/Q~11|2*1[Qq] w1 - 0 1");
        assert_eq!(placement.take(1, queen), "*");
        assert_eq!(placement.take(7, queen), "");
        assert_eq!(placement.fen(), "12/Q~11|4[Qq] w1 - 0 1");
    }
}
