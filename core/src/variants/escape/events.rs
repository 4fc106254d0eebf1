//! The special events of the family.

use super::{Escape, EscapeRules, ROYAL, hold};
use crate::position::SpecialEvent;
use crate::types::{Move, Square};
use crate::variants::orthodox::Flag;
use crate::variants::orthodox::events::{check, en_passant, promotion, underpromotion};

impl<R: EscapeRules> Escape<R> {
    const WITH_CHECK: &'static [SpecialEvent<Self>] = &[
        if R::FRIENDLY_LEAP { friendly_leap() } else { en_passant() },
        promotion(),
        underpromotion(),
        royal_move(),
        freed_by_step(),
        freed_by_capture(),
        freed_by_block(),
        holder_captured(),
        if R::INSTANT_WIN { let_go() } else { hold_regained() },
        check(),
    ];

    /// The events of a game. There is no check where a player wins at once.
    pub(super) const SPECIAL: &'static [SpecialEvent<Self>] =
        if R::INSTANT_WIN { Self::WITH_CHECK.split_at(Self::WITH_CHECK.len() - 1).0 } else { Self::WITH_CHECK };
}

/// The royal piece moves.
const fn royal_move<R: EscapeRules>() -> SpecialEvent<Escape<R>> {
    SpecialEvent::<Escape<R>>::new(R::ROYAL_MOVE, |before, mv, _| before.board.kind_on(mv.from()) == ROYAL)
}

/// The royal piece steps out of its holders' reach.
const fn freed_by_step<R: EscapeRules>() -> SpecialEvent<Escape<R>> {
    SpecialEvent::<Escape<R>>::new("freed by a step", |before, mv, after| {
        frees(before, after) && before.board.kind_on(mv.from()) == ROYAL
    })
}

/// A capture ends the last hold on the own royal piece.
const fn freed_by_capture<R: EscapeRules>() -> SpecialEvent<Escape<R>> {
    SpecialEvent::<Escape<R>>::new("freed by a capture", |before, mv, after| {
        frees(before, after) && captures(before, mv)
    })
}

/// Another piece blocks the last hold on the own royal piece.
const fn freed_by_block<R: EscapeRules>() -> SpecialEvent<Escape<R>> {
    SpecialEvent::<Escape<R>>::new("freed by a block", |before, mv, after| {
        frees(before, after) && !captures(before, mv) && before.board.kind_on(mv.from()) != ROYAL
    })
}

/// A piece that holds the own royal piece is captured, whether or not another one holds on.
const fn holder_captured<R: EscapeRules>() -> SpecialEvent<Escape<R>> {
    SpecialEvent::<Escape<R>>::new("holder captured", |before, mv, _| {
        let us = before.state.side;
        hold::attackers::<R>(&before.board, before.royal(us), !us).contains(&mv.to())
    })
}

/// The move holds an enemy royal piece that nothing held.
const fn hold_regained<R: EscapeRules>() -> SpecialEvent<Escape<R>> {
    SpecialEvent::<Escape<R>>::new("hold regained", |before, _, after| {
        let them = !before.state.side;
        !before.is_held(them) && after.is_held(them)
    })
}

/// The move lets go of the enemy's royal piece.
const fn let_go<R: EscapeRules>() -> SpecialEvent<Escape<R>> {
    SpecialEvent::<Escape<R>>::new("enemy king let go", |before, _, after| {
        let them = !before.state.side;
        before.is_held(them) && !after.is_held(them)
    })
}

/// A piece leaps over one of its own side; nothing else passes over a piece halfway.
const fn friendly_leap<R: EscapeRules>() -> SpecialEvent<Escape<R>> {
    SpecialEvent::<Escape<R>>::new("friendly leap", |before, mv, _| {
        let (from, to) = (mv.from(), mv.to());
        let middle = |a: u8, b: u8| ((a + b).is_multiple_of(2) && a.abs_diff(b) <= 2).then_some((a + b) / 2);
        let between = middle(from.file(), to.file()).zip(middle(from.rank(), to.rank()));
        between.is_some_and(|(file, rank)| !before.board.at(Square::new(file, rank)).is_empty())
    })
}

fn frees<R: EscapeRules>(before: &Escape<R>, after: &Escape<R>) -> bool {
    let us = before.state.side;
    before.is_held(us) && !after.is_held(us)
}

fn captures<R: EscapeRules>(before: &Escape<R>, mv: Move) -> bool {
    mv.flag() == Flag::EN_PASSANT || !before.board.at(mv.to()).is_empty()
}
