//! Two boards and four players.

use super::ENDED;
use super::deed::{half, spoil};
use crate::properties::Property;
use crate::properties::board::Board;
use crate::properties::common::number;
use crate::properties::scene::{FULLMOVE, SIDE};

/// Of the dual game.
pub const TWO_BOARDS: &[Property] = &[
    Property {
        sentence: "a turn is made on one's own board, and a release puts the boxed piece on the mover's board",
        holds: |scene| {
            let other = 1 - half(scene);
            let before = Board { held: String::new(), ..Board::half(&scene.fen, other) };
            scene.each(|turn| before == Board { held: String::new(), ..Board::half(&turn.fen, other) })
        },
        fault: |scene| {
            spoil(scene, |deed, turn| {
                let there = Board::half(&turn.fen, 1 - deed.half);
                if let Some(drop) = deed.release.filter(|drop| there.is_free(drop.cell)) {
                    let piece = deed.after().at(drop.cell);
                    turn.redraw_half(deed.half, |board| board.set(drop.cell, None));
                    turn.redraw_half(1 - deed.half, |board| board.set(drop.cell, piece));
                }
            })
        },
    },
    Property {
        sentence: "turn order White A, White B, Black A, Black B; the players of a board that has ended are skipped; \
                   the fullmove number rises after Black B",
        holds: |scene| {
            scene.each(|turn| {
                let (seat, rises) = seat_after(scene.field(SIDE), turn.field(ENDED));
                let next = number(scene.field(FULLMOVE)) + u32::from(rises);
                turn.outcome.is_some() || turn.field(SIDE) == seat && number(turn.field(FULLMOVE)) == next
            })
        },
        fault: |scene| {
            let to_opponent = |seat: &str| if seat.ends_with('1') { "b1" } else { "b2" };
            let seat = to_opponent(scene.field(SIDE));
            let white = scene.white_moves();
            scene.spoil(|turn| {
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
