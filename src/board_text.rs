//! Boards as text, drawn from the placement of any game's FEN.

use crate::types::Color;
use anstyle::{AnsiColor, Color as Ink, Style};

/// One cell of a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// An empty square.
    Empty,
    /// `*`: a hole or a token.
    Star,
    /// A piece.
    Piece(char),
}

/// The cells of one board, highest rank first. Anything unreadable is left out: the FEN is the engine's own.
pub fn cells(placement: &str) -> Vec<Vec<Cell>> {
    placement.split('/').map(row).collect()
}

fn row(text: &str) -> Vec<Cell> {
    let mut row = Vec::new();
    let mut run = 0usize;
    for letter in text.chars() {
        if let Some(digit) = letter.to_digit(10) {
            run = run * 10 + digit as usize;
            continue;
        }
        row.extend(std::iter::repeat_n(Cell::Empty, std::mem::take(&mut run)));
        match letter {
            '*' => row.push(Cell::Star),
            _ if letter.is_ascii_alphabetic() => row.push(Cell::Piece(letter)),
            _ => {}
        }
    }
    row.extend(std::iter::repeat_n(Cell::Empty, run));
    row
}

/// The boards of a FEN's placement field (several are separated by `|`), and what is held in brackets.
pub fn boards(fen: &str) -> (Vec<Vec<Vec<Cell>>>, Option<&str>) {
    let field = fen.split_whitespace().next().unwrap_or("");
    let (placement, held) = match field.split_once('[') {
        Some((placement, rest)) => (placement, Some(rest.trim_end_matches(']'))),
        None => (field, None),
    };
    (placement.split('|').map(cells).collect(), held)
}

/// The board of a FEN with coordinates, in plain ASCII.
pub fn plain(fen: &str) -> String {
    draw(fen, |cell, _| match cell {
        Cell::Empty => " . ".into(),
        Cell::Star => " * ".into(),
        Cell::Piece(letter) => format!(" {letter} "),
    })
}

/// The board of a FEN with coordinates and terminal colours. `marked` squares stand out: file and rank from 0.
pub fn colored(fen: &str, marked: &[(usize, usize)]) -> String {
    draw(fen, |cell, (file, rank)| {
        let dark = (file + rank) % 2 == 0;
        let ground = match (marked.contains(&(file, rank)), dark) {
            (true, _) => AnsiColor::Cyan,
            (_, true) => AnsiColor::Blue,
            _ => AnsiColor::BrightBlack,
        };
        let (text, ink) = match cell {
            Cell::Empty => ("   ".into(), AnsiColor::White),
            Cell::Star => (" * ".into(), AnsiColor::BrightRed),
            Cell::Piece(letter) if letter.is_ascii_uppercase() => (format!(" {letter} "), AnsiColor::BrightWhite),
            Cell::Piece(letter) => (format!(" {letter} "), AnsiColor::BrightYellow),
        };
        let style = Style::new().fg_color(Some(Ink::Ansi(ink))).bg_color(Some(Ink::Ansi(ground))).bold();
        format!("{style}{text}{style:#}")
    })
}

/// Draws all boards of a FEN, one below the other.
fn draw(fen: &str, cell: impl Fn(Cell, (usize, usize)) -> String) -> String {
    let (boards, held) = boards(fen);
    let mut lines = Vec::new();
    for (index, board) in boards.iter().enumerate() {
        if boards.len() > 1 {
            lines.push(format!("board {}", (b'A' + index as u8) as char));
        }
        let ranks = board.len();
        for (from_top, row) in board.iter().enumerate() {
            let rank = ranks - 1 - from_top;
            let cells: String = row.iter().enumerate().map(|(file, &at)| cell(at, (file, rank))).collect();
            lines.push(format!("{:>3} {cells}", rank + 1));
        }
        let width = board.first().map_or(0, Vec::len);
        let files: String = (0..width).map(|file| format!(" {} ", (b'a' + file as u8) as char)).collect();
        lines.push(format!("    {files}"));
    }
    if let Some(held) = held {
        let show = |color: Color| {
            let own: String =
                held.chars().filter(|letter| letter.is_ascii_uppercase() == (color == Color::White)).collect();
            if own.is_empty() { "-".into() } else { own }
        };
        lines.push(format!("    held: {} {}", show(Color::White), show(Color::Black)));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_drawn_from_their_fens() {
        let text = plain("10k1/12 w - -");
        assert_eq!(text.lines().next(), Some("  2  .  .  .  .  .  .  .  .  .  .  k  . "));
        assert!(plain("*k/K1|2/2[Qp] w").contains("held: Q p"));
    }
}
