//! Random placements.

use crate::properties::RandomPieces;
use crate::properties::board::{Board, colored, forward};

/// One board: kings, perhaps at home with rooks, pieces, some of them promoted, and the token, perhaps before a pawn.
fn scatter(random: &RandomPieces, pieces: &[(u8, u8)]) -> (Board, String) {
    let mut board = Board { files: 8, ranks: 8, ..Board::default() };
    let cell = |square: u8| ((square % 8) as i8, (square / 8 % 8) as i8);
    for &(square, kind) in pieces {
        let letter = b"PPNBRQppnbrq"[kind as usize % 12] as char;
        let at_end = letter.eq_ignore_ascii_case(&'p') && [0, 7].contains(&cell(square).1);
        let waits = at_end && random.extra[3].is_multiple_of(4);
        if !at_end || waits {
            board.set(cell(square), Some(letter));
        }
        if kind >= 200 && !letter.eq_ignore_ascii_case(&'p') {
            board.promoted.insert(cell(square));
        }
    }
    match random.extra[0] % 5 {
        0 => {}
        1 => pawn_before_token(&mut board, (random.extra[0] % 8) as i8, !random.black),
        _ => board.set(cell(random.extra[0] / 4), Some('*')),
    }
    let at_home = random.extra[2].is_multiple_of(4);
    for (square, (king, rank)) in random.royals.into_iter().zip([('K', 0), ('k', 7)]) {
        let home = if at_home { (4, rank) } else { cell(square) };
        board.set(home, Some(king));
        for file in [0, 7].into_iter().filter(|_| at_home) {
            board.set((file, rank), Some(colored('r', king == 'K')));
        }
    }
    (board, if at_home { "KQkq" } else { "-" }.to_owned())
}

/// Puts the token on a colour's last rank, and a pawn in front of it.
fn pawn_before_token(board: &mut Board, file: i8, white: bool) {
    let last = if white { 7 } else { 0 };
    board.set((file, last), Some('*'));
    board.set((file, last - forward(white)), Some(colored('p', white)));
}

/// What is in the box: nothing while the token is on the centre point.
fn inside(random: &RandomPieces, tokens: usize, letters: &str) -> String {
    let letter = letters.chars().nth(random.extra[1] as usize % letters.len());
    letter.filter(|&letter| tokens > 0 && letter != '-').map(String::from).unwrap_or_default()
}

/// With pieces in the box, but no kings.
pub fn plain(random: &RandomPieces) -> String {
    let (board, rights) = scatter(random, &random.pieces);
    let held = inside(random, board.cells_of('*').len(), "-PNBRQpnbrqPp");
    let side = if random.black { 'b' } else { 'w' };
    format!("{}[{held}] {side} {rights} - {} 1", board.placement(), random.extra[3] % 60)
}

/// With kings in the box now and then, captured pieces, and the right to a free piece.
pub fn with_kings(random: &RandomPieces) -> String {
    let (mut board, rights) = scatter(random, &random.pieces);
    let held = inside(random, board.cells_of('*').len(), "-KkPNqBpKRQ");
    let boxed = held.chars().find(|&piece| piece.eq_ignore_ascii_case(&'k'));
    board.pieces.retain(|_, piece| Some(*piece) != boxed);
    let rights = if boxed.is_some() { "-" } else { &rights };
    let side = if random.black { 'b' } else { 'w' };
    let waits =
        board.pieces.iter().any(|(cell, piece)| *piece == colored('p', !random.black) && [0, 7].contains(&cell.1));
    let pending = match (random.extra[3].is_multiple_of(3), waits) {
        (false, false) => "-",
        (true, false) => "f",
        (false, true) => "=",
        (true, true) => "f=",
    };
    format!("{}[{held}] {side} {rights} - 3 9 QNPnp {pending}", board.placement())
}

/// Two boards with one box.
pub fn dual(random: &RandomPieces) -> String {
    let (left, right) = random.pieces.split_at(random.pieces.len() / 3);
    let (board_a, rights_a) = scatter(random, left);
    let moved = RandomPieces { royals: [random.royals[1], random.royals[0]], ..random.clone() };
    let (board_b, rights_b) = scatter(&moved, right);
    let tokens = board_a.cells_of('*').len() + board_b.cells_of('*').len();
    let held = inside(random, tokens, "-PNBRQpnbrqPp");
    let seat = ["w1", "w2", "b1", "b2"][random.extra[3] as usize % 4];
    let placement = format!("{}|{}[{held}]", board_a.placement(), board_b.placement());
    format!("{placement} {seat} {rights_a}|{rights_b} -|- 0|3 9 - -")
}
