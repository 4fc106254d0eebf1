//! `lift`: where the piece that the user picks up can go.

use super::super::xboard::enemies;
use crate::game::Game;
use crate::picture;
use crate::position::Notation;
use crate::types::Square;

/// The answer to `lift SQUARE`: a board of letters, `Y` for a move, `R` for a capture, `M` for a promotion.
/// `None` if nothing can move from there.
pub fn of(game: &dyn Game, square: &str) -> Option<String> {
    let from = Square::parse(square)?;
    let (boards, _) = picture::boards(&game.fen());
    let board = boards.first()?;
    let mut letters: Vec<Vec<Option<char>>> = board.iter().map(|row| vec![None; row.len()]).collect();
    let mut any = false;
    for text in game.legal_moves(Notation::Standard) {
        let Some((start, rest)) = Square::read(&text) else { continue };
        let Some((to, rest)) = Square::read(rest).filter(|_| start == from) else { continue };
        let Some(row) = board.len().checked_sub(1 + to.rank() as usize) else { continue };
        let mut after = game.boxed_clone();
        // A capture is known by what is gone, wherever it stood.
        let color = game.turn().color();
        let captures = after.play(&text).is_ok() && enemies(&*after, color).len() < enemies(game, color).len();
        let letter = match (rest.is_empty(), captures) {
            (false, _) => 'M',
            (true, true) => 'R',
            (true, false) => 'Y',
        };
        if let Some(cell) = letters.get_mut(row).and_then(|row| row.get_mut(to.file() as usize)) {
            *cell = Some(letter);
            any = true;
        }
    }
    let rows: Vec<String> = letters.iter().map(|row| row_text(row)).collect();
    any.then(|| rows.join("/"))
}

fn row_text(row: &[Option<char>]) -> String {
    let mut text = String::new();
    let mut run = 0;
    for cell in row {
        match cell {
            None => run += 1,
            Some(letter) => {
                if run > 0 {
                    text.push_str(&run.to_string());
                }
                text.push(*letter);
                run = 0;
            }
        }
    }
    if run > 0 {
        text.push_str(&run.to_string());
    }
    text
}
