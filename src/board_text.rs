//! Boards as text for terminals, drawn from the placement field of any game's FEN.

use crate::types::{Color, Score, Square};
use anstyle::AnsiColor;

/// A cell of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// An empty square.
    Empty,
    /// `*` in the FEN: a hole in the board, or a token.
    Star,
    /// A piece, as its letter in the FEN.
    Piece(char),
}

/// Returns the cells of a rank. Other characters are skipped: the FEN is the engine's own.
fn row(text: &str) -> Vec<Cell> {
    let mut row = Vec::new();
    for item in text.split_inclusive(|letter: char| !letter.is_ascii_digit()) {
        let digits = item.trim_end_matches(|letter: char| !letter.is_ascii_digit());
        row.extend(std::iter::repeat_n(Cell::Empty, digits.parse().unwrap_or(0)));
        match item.chars().next_back() {
            Some('*') => row.push(Cell::Star),
            Some(letter) if letter.is_ascii_alphabetic() => row.push(Cell::Piece(letter)),
            _ => {}
        }
    }
    row
}

/// Returns the boards of a FEN (several are separated by `|`), and the pieces in hand, which stand in brackets.
pub fn boards(fen: &str) -> (Vec<Vec<Vec<Cell>>>, Option<&str>) {
    let field = fen.split_whitespace().next().unwrap_or("");
    let (placement, in_hand) = match field.split_once('[') {
        Some((placement, rest)) => (placement, Some(rest.trim_end_matches(']'))),
        None => (field, None),
    };
    (placement.split('|').map(|board| board.split('/').map(row).collect()).collect(), in_hand)
}

/// Draws the boards of a FEN with coordinates, in plain ASCII.
pub fn plain(fen: &str) -> String {
    draw(fen, 3, |cell, _| match cell {
        Cell::Empty => " . ".into(),
        Cell::Star => " * ".into(),
        Cell::Piece(letter) => format!(" {letter} "),
    })
}

/// Draws the boards of a FEN with coordinates and the worth of each piece in pawns; `worths` are in hundredths of a pawn.
pub fn with_numbers(fen: &str, worths: &[(Square, Score)]) -> String {
    draw(fen, 8, |cell, (file, rank)| {
        let is_here = |square: Square| (usize::from(square.file()), usize::from(square.rank())) == (file, rank);
        let worth = worths.iter().find(|worth| is_here(worth.0)).map(|worth| f64::from(worth.1) / 100.0);
        match (cell, worth) {
            (Cell::Piece(letter), Some(worth)) => format!(" {letter}{worth:5.1} "),
            (Cell::Piece(letter), None) => format!("   {letter}    "),
            (Cell::Star, _) => "   *    ".into(),
            (Cell::Empty, _) => "   .    ".into(),
        }
    })
}

/// Draws the boards of a FEN with coordinates and terminal colours. `marked` squares, given as file and rank from 0, have
/// another background.
pub fn colored(fen: &str, marked: &[(usize, usize)]) -> String {
    draw(fen, 3, |cell, (file, rank)| {
        let is_dark = (file + rank) % 2 == 0;
        let background = match (marked.contains(&(file, rank)), is_dark) {
            (true, _) => AnsiColor::Cyan,
            (false, true) => AnsiColor::Blue,
            (false, false) => AnsiColor::BrightBlack,
        };
        let (text, foreground) = match cell {
            Cell::Empty => ("   ".into(), AnsiColor::White),
            Cell::Star => (" * ".into(), AnsiColor::BrightRed),
            Cell::Piece(letter) if letter.is_ascii_uppercase() => (format!(" {letter} "), AnsiColor::BrightWhite),
            Cell::Piece(letter) => (format!(" {letter} "), AnsiColor::BrightYellow),
        };
        let style = foreground.on(background).bold();
        format!("{style}{text}{style:#}")
    })
}

/// Draws all boards of a FEN one below the other, with the text of each cell from `cell`, then the pieces in hand.
fn draw(fen: &str, width: usize, cell: impl Fn(Cell, (usize, usize)) -> String) -> String {
    let (boards, in_hand) = boards(fen);
    let mut lines = Vec::new();
    for (name, board) in ('A'..).zip(&boards) {
        if boards.len() > 1 {
            lines.push(format!("board {name}"));
        }
        draw_board(board, width, &cell, &mut lines);
    }
    lines.extend(in_hand.map(hands));
    lines.join("\n")
}

fn draw_board(
    board: &[Vec<Cell>],
    width: usize,
    cell: impl Fn(Cell, (usize, usize)) -> String,
    lines: &mut Vec<String>,
) {
    for (rank, row) in board.iter().rev().enumerate().rev() {
        let cells: String = row.iter().enumerate().map(|(file, &at)| cell(at, (file, rank))).collect();
        lines.push(format!("{:>3} {cells}", rank + 1));
    }
    let files = board.first().map_or(0, Vec::len);
    let letters: String = ('a'..).take(files).map(|letter| format!("{letter:^width$}")).collect();
    lines.push(format!("    {letters}"));
}

/// Returns the line with the pieces in hand, White's first.
fn hands(in_hand: &str) -> String {
    let of = |color: Color| {
        let is_own = |letter: &char| letter.is_ascii_uppercase() == (color == Color::White);
        let own: String = in_hand.chars().filter(is_own).collect();
        if own.is_empty() { "-".into() } else { own }
    };
    format!("    held: {} {}", of(Color::White), of(Color::Black))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_holes_several_boards_and_hands_are_drawn() {
        let text = plain("10k1/12 w - -");
        assert_eq!(text.lines().next(), Some("  2  .  .  .  .  .  .  .  .  .  .  k  . "));
        assert!(plain("*k/K1|2/2[Qp] w").contains("held: Q p"));
    }
}
