//! The special events of a game, for statistics: those of the list that its rules know.

use super::General;
use super::moves::Flag;
use super::rules::Rules;
use crate::position::{Events, Rules as _, SpecialEvent};

type Event = SpecialEvent<General>;

/// An event, and whether it can happen by some rules.
type Row = (Event, fn(&Rules) -> bool);

const EVENTS: &[Row] = &[
    (Event::new("castling", |_, mv, _| mv.castles()), |rules| rules.castling.is_some()),
    (Event::new("en passant", |_, mv, _| mv.flag() == Flag::EN_PASSANT), |rules| rules.en_passant.by != [0; 2]),
    (Event::new("promotion", |_, mv, _| mv.flag() == Flag::PROMOTION), |rules| rules.promotion.choices != [0; 2]),
    (Event::new("promotion of a piece", |_, mv, _| mv.flag() == Flag::CHANGE), |rules| {
        rules.promotion.into.iter().any(|kind| !kind.is_none())
    }),
    (Event::new("drop", |_, mv, _| mv.flag() == Flag::DROP), |rules| {
        rules.hand.as_ref().is_some_and(|hand| hand.drops)
    }),
    (Event::new("entering", |_, mv, _| mv.flag() != Flag::DROP && !mv.piece().is_none()), |rules| {
        rules.home.as_ref().is_some_and(|home| home.enters)
    }),
    (Event::new("pass", |_, mv, _| mv.flag() == Flag::PASS), |rules| {
        (rules.duties.pass, rules.duties.pass_if_stuck) != ([false; 2], [false; 2])
    }),
    (
        Event::new("explosion", |before, mv, _| before.rules().effects.blast.is_some() && before.is_capture(mv)),
        |rules| rules.effects.blast.is_some(),
    ),
    (
        Event::new("turning to stone", |before, mv, after| {
            before.rules().effects.petrify != 0 && before.is_capture(mv) && after.is_wall(mv.to())
        }),
        |rules| rules.effects.petrify != 0,
    ),
    (Event::new("goal", |_, _, after| after.is_goal_reached()), |rules| rules.ends.goal != [None, None]),
    (Event::new("check", |_, _, after| after.in_check()), |rules| {
        (rules.royal != 0 || rules.last_royals.is_some()) && !rules.duties.no_checks
    }),
];

/// The numbers of the events that can happen.
pub(super) fn possible(rules: &Rules) -> Vec<usize> {
    EVENTS.iter().enumerate().filter(|(_, (_, is_possible))| is_possible(rules)).map(|(index, _)| index).collect()
}

/// The names of the events with these numbers.
pub fn names(events: &[usize]) -> Vec<&'static str> {
    events.iter().filter_map(|&index| EVENTS.get(index)).map(|(event, _)| event.name).collect()
}

impl Events for General {
    /// The events that the rules know, a bit for each.
    fn events(&self, mv: Self::Move) -> u32 {
        let after = self.after(mv);
        let rows = self.game.events.iter().filter_map(|&index| EVENTS.get(index));
        let happen = rows.map(|(event, _)| event.happens(self, mv, &after));
        happen.enumerate().fold(0, |events, (index, happens)| events | u32::from(happens) << index)
    }
}
