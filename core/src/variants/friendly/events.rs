//! The special events of the game.

use super::pieces::FRIEND;
use super::{Flag, Friendly};
use crate::position::{SearchHints, SpecialEvent};
use crate::types::Move;
use crate::variants::orthodox::events::{check, promotion};

type Event = SpecialEvent<Friendly>;

pub(super) const EVENTS: &[Event] = &[
    Event::new("borrowed move", |before, mv, _| before.board.kind_on(mv.from()) == FRIEND),
    Event::new("rifle capture", |_, mv, _| Flag::form(mv) == Flag::RIFLE),
    Event::new("withdrawal capture", |_, mv, _| Flag::form(mv) == Flag::WITHDRAWAL),
    Event::new("katana capture", |_, mv, _| Flag::form(mv) == Flag::KATANA),
    Event::new("swap", |_, mv, _| Flag::form(mv) == Flag::SWAP),
    Event::new("death by poison", |_, mv, _| mv.flag() & Flag::DIES != 0),
    Event::new("immobilising", immobilises),
    Event::new("Friend captured", |before, mv, _| before.victim(mv) == FRIEND),
    Event::new("last Friend captured", |before, _, after| after.friends(!before.state.side) == 0),
    promotion(),
    check(),
];

/// Whether an enemy piece cannot move any more that could.
fn immobilises(before: &Friendly, _: Move, after: &Friendly) -> bool {
    let them = !before.state.side;
    let frozen = |position: &Friendly, square| position.powers.frozen[them.index()].has(square);
    after.board.army(them).any(|(_, square)| frozen(after, square) && !frozen(before, square))
}
