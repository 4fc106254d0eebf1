//! Boards as text for terminals.

use crate::position::View;
use crate::position::view::{Boxed, Layout};
use crate::types::{Color, Score, Square};
use anstyle::AnsiColor;

/// Draws the boards of a position with coordinates, in plain ASCII. `+` stands before promoted pieces.
pub fn plain(view: &View) -> String {
    draw(view, 3, |cell| format!("{}{} ", cell.mark(), cell.symbol.unwrap_or('.')))
}

/// Draws the boards of a position with coordinates and the worth of each piece in pawns; `worths` are in hundredths of a
/// pawn.
pub fn with_numbers(view: &View, worths: &[(Square, Score)]) -> String {
    draw(view, 8, |cell| {
        let worth = worths.iter().find(|worth| worth.0 == cell.square).map(|worth| f64::from(worth.1) / 100.0);
        match (cell.symbol, worth) {
            (Some(letter), Some(worth)) if letter != '*' => format!("{}{letter}{worth:5.1} ", cell.mark()),
            (symbol, _) => format!("  {}{}    ", cell.mark(), symbol.unwrap_or('.')),
        }
    })
}

/// Draws the boards of a position with coordinates and terminal colours. `marked` squares have another background.
pub fn colored(view: &View, marked: &[Square]) -> String {
    draw(view, 3, |cell| {
        let is_dark = (cell.square.file() + cell.square.rank()) % 2 == 0;
        let background = match (marked.contains(&cell.square), is_dark) {
            (true, _) => AnsiColor::Cyan,
            (false, true) => AnsiColor::Blue,
            (false, false) => AnsiColor::BrightBlack,
        };
        let foreground = match cell.symbol {
            None => AnsiColor::White,
            Some('*') => AnsiColor::BrightRed,
            Some(letter) => Color::of(letter).choose(AnsiColor::BrightWhite, AnsiColor::BrightYellow),
        };
        let style = foreground.on(background).bold();
        format!("{style}{}{} {style:#}", cell.mark(), cell.symbol.unwrap_or(' '))
    })
}

/// A cell of a board.
struct Cell {
    square: Square,
    /// What a placement says of it.
    symbol: Option<char>,
    is_promoted: bool,
}

impl Cell {
    fn mark(&self) -> char {
        if self.is_promoted { '+' } else { ' ' }
    }
}

/// Draws all boards one below the other, with the text of each cell from `cell`; then the pieces in hand or in the box.
fn draw(view: &View, width: usize, cell: impl Fn(Cell) -> String) -> String {
    let mut lines = Vec::new();
    for layout in &view.boards {
        lines.extend(layout.name.map(|name| format!("board {name}")));
        draw_board(layout, width, &cell, &mut lines);
    }
    lines.extend(held_of(view).map(|held| format!("    held: {held}")));
    lines.join("\n")
}

/// The pieces in hand or in the box, White's first; `None` in a game without.
pub fn held_of(view: &View) -> Option<String> {
    let in_hand =
        view.hands.as_ref().map(|hands| hands.chars().map(|letter| Boxed { letter, promoted: false }).collect());
    in_hand.or(view.boxed.clone()).map(|pieces: Vec<Boxed>| held(&pieces))
}

fn draw_board(layout: &Layout, width: usize, cell: impl Fn(Cell) -> String, lines: &mut Vec<String>) {
    let of = |square: Square| {
        let is_promoted = layout.at(square).is_some_and(|piece| piece.promoted);
        cell(Cell { square, symbol: layout.symbol(square), is_promoted })
    };
    for rank in (0..layout.ranks).rev() {
        let cells: String = (0..layout.files).map(|file| of(Square::new(file, rank))).collect();
        lines.push(format!("{:>3} {cells}", rank + 1));
    }
    let letters: String = ('a'..).take(layout.files.into()).map(|letter| format!("{letter:^width$}")).collect();
    lines.push(format!("    {letters}"));
}

/// Pieces beside the board, White's first.
fn held(pieces: &[Boxed]) -> String {
    let of = |color: Color| {
        let own = pieces.iter().filter(|piece| Color::of(piece.letter) == color);
        let own: String =
            own.map(|piece| format!("{}{}", piece.letter, if piece.promoted { "~" } else { "" })).collect();
        if own.is_empty() { "-".into() } else { own }
    };
    format!("{} {}", of(Color::White), of(Color::Black))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    #[test]
    fn boards_holes_tokens_and_hands_are_drawn() {
        let drawn = |name: &str| plain(&variants::find(name).unwrap().new_game().view());
        assert_eq!(drawn("prisonersescape").lines().next(), Some("  8  *  *  *  I  *  *  * "));
        assert!(drawn("zigzagmadness").ends_with("held: JJJJJ jjjjj"));
        let promoted = "4k/2+P2/5/5/4K[] w - - 0 1";
        let game = variants::find("minishogi").unwrap().game(promoted).unwrap();
        assert_eq!(plain(&game.view()).lines().nth(1), Some("  4  .  . +P  .  . "));
        assert!(drawn("penaltybox-dual").contains("board B") && drawn("penaltybox-dual").ends_with("held: - -"));
    }
}
