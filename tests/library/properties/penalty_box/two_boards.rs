//! Two boards and four players.

use super::ENDED;
use super::parsed_turn::{change_first, half};
use crate::properties::Property;
use crate::properties::basics::number;
use crate::properties::board::Board;
use crate::properties::position::{FULLMOVE, SIDE};

/// Of the dual game.
pub const TWO_BOARDS: &[Property] = &[
    Property {
        sentence: "a turn is made on one's own board, and a release puts the boxed piece on the mover's board",
        holds: |position| {
            let other = 1 - half(position);
            let before = Board { held: String::new(), ..Board::half(&position.fen, other) };
            position.each(|turn| before == Board { held: String::new(), ..Board::half(&turn.fen, other) })
        },
        fault: |position| {
            change_first(position, |parsed, turn| {
                let there = Board::half(&turn.fen, 1 - parsed.half);
                if let Some(drop) = parsed.release.filter(|drop| there.is_free(drop.cell)) {
                    let piece = parsed.after().at(drop.cell);
                    turn.edit_half(parsed.half, |board| board.set(drop.cell, None));
                    turn.edit_half(1 - parsed.half, |board| board.set(drop.cell, piece));
                }
            })
        },
    },
    Property {
        sentence: "turn order White A, White B, Black A, Black B; the players of a board that has ended are skipped; \
                   the fullmove number rises after Black B",
        holds: |position| {
            position.each(|turn| {
                let (seat, rises) = seat_after(position.field(SIDE), turn.field(ENDED));
                let next = number(position.field(FULLMOVE)) + u32::from(rises);
                turn.outcome.is_some() || turn.field(SIDE) == seat && number(turn.field(FULLMOVE)) == next
            })
        },
        fault: |position| {
            let to_opponent = |seat: &str| if seat.ends_with('1') { "b1" } else { "b2" };
            let seat = to_opponent(position.field(SIDE));
            let white = position.white_moves();
            position.change_first(|turn| {
                if white && turn.outcome.is_none() {
                    turn.set_field(SIDE, seat);
                }
            })
        },
    },
];

/// The seat that is to move next, and whether the number of moves rises.
fn seat_after(seat: &str, ended: &str) -> (&'static str, bool) {
    const SEATS: [&str; 4] = ["w1", "w2", "b1", "b2"];
    let at = SEATS.iter().position(|known| *known == seat).expect("a seat");
    let plays = |seat: &str| !ended.contains(if seat.ends_with('1') { 'A' } else { 'B' });
    let ahead = (1..=4).map(|step| at + step).find(|&next| plays(SEATS[next % 4])).unwrap_or(at);
    (SEATS[ahead % 4], ahead >= 4)
}
