//! How games end.

use super::rules::{Draws, Extinction, Goal, Value};
use super::{General, attack, seat};
use crate::types::{Color, Kind, Outcome, Reason};

impl General {
    /// The end that a player has reached by a goal of the game, whatever moves there are.
    pub(super) fn goal_reached(&self) -> Option<Outcome> {
        let (us, ends) = (self.state.side, &self.rules().ends);
        if let Some(extinction) = &ends.extinction
            && let Some(loser) = [!us, us].into_iter().find(|&color| self.is_extinct(color, extinction))
        {
            let [takes, has_lost] = self.game.extinct;
            return Some(self.judged(loser, extinction.value, takes, has_lost));
        }
        if ends.goal != [None; 2]
            && let Some(outcome) = self.goal_of_either()
        {
            return Some(outcome);
        }
        let has_passed_facing = self.rules().duties.answer_facing && self.passes > 0 && self.is_facing();
        if self.passes >= 2 || has_passed_facing {
            return Some(self.with_odds(Outcome::draw(Reason::Passes)));
        }
        let has_checked = |&color: &Color| ends.counts_checks && self.checks_left[color.index()] == 0;
        let winner = [!us, us].into_iter().find(has_checked)?;
        Some(Outcome::win(seat(winner), Reason::Goal("gives the last check")))
    }

    /// Whether somebody has won by a goal.
    pub(super) fn is_goal_reached(&self) -> bool {
        self.goal_of_either().is_some_and(|outcome| outcome.winner.is_some())
    }

    fn goal_of_either(&self) -> Option<Outcome> {
        let (us, ends) = (self.state.side, &self.rules().ends);
        let goal = |color: Color| ends.goal[color.index()].as_ref();
        let reached = |color: Color| goal(color).is_some_and(|goal| self.is_at_goal(color, goal, false));
        let is_safe = |color: Color| goal(color).is_some_and(|goal| self.is_at_goal(color, goal, goal.safe));
        let win = |color: Color| Some(Outcome::win(seat(color), Reason::Goal("reaches the goal")));
        let needs_safety = |color: Color| goal(color).is_some_and(|goal| goal.safe);
        if !ends.equal_turns {
            return match (is_safe(!us), needs_safety(us) && is_safe(us)) {
                (true, true) => Some(self.drawn()),
                (true, false) => win(!us),
                (false, true) => win(us),
                (false, false) => None,
            };
        }
        // The side that moves has had its answer, if it is there. Kings can tell at once whether they will be.
        let is_royal = |color: Color| goal(color).is_some_and(|goal| goal.kinds == self.rules().royal);
        let is_there_safely = || needs_safety(!us) && is_safe(!us);
        match (reached(!us), reached(us)) {
            (true, true) if is_royal(!us) && us == Color::White => Some(self.drawn()),
            (_, true) => win(us),
            (false, false) => None,
            (true, false) if needs_safety(!us) && !is_safe(!us) => None,
            (true, false) if is_royal(us) && us == Color::Black && self.can_draw_level() => None,
            (true, false) if is_royal(us) || is_there_safely() => win(!us),
            (true, false) => None,
        }
    }

    /// Whether the side to move may reach its goal with its next move.
    fn can_draw_level(&self) -> bool {
        let us = self.state.side;
        let Some(goal) = &self.rules().ends.goal[us.index()] else { return false };
        let mut moves = crate::types::MoveList::new();
        super::movegen::heedless(self, &mut moves);
        moves.into_iter().any(|mv| {
            let mut next = *self;
            next.displace_only(mv);
            next.is_at_goal(us, goal, false)
        })
    }

    /// Whether a player has reached a goal, perhaps with pieces only that are not attacked there. Of those that are, the enemy takes
    /// only one.
    fn is_at_goal(&self, color: Color, goal: &Goal, safely: bool) -> bool {
        let there = || {
            let army = self.board.army(color);
            army.filter(|&(kind, square)| goal.kinds & kind.bit() != 0 && goal.region.has(square))
        };
        let is_safe = |square| !attack::is_attacked(&self.game.tables, &self.board, square, !color);
        let count = match safely {
            true if there().count() <= goal.count.into() => there().filter(|&(_, square)| is_safe(square)).count(),
            _ => there().count(),
        };
        let is_blocked = || goal.region.squares().all(|square| !self.board.at(square).is_empty());
        count >= usize::from(goal.count) || goal.blocked_wins && count > 0 && is_blocked()
    }

    fn is_extinct(&self, color: Color, rule: &Extinction) -> bool {
        let in_hand = |color: Color, kind: Kind| usize::from(self.hands.count(color, kind));
        let held = |color: Color, kinds: u32| -> usize {
            self.rules().numbers().filter(|kind| kinds & kind.bit() != 0).map(|kind| in_hand(color, kind)).sum()
        };
        let on_board =
            |color: Color, kinds: u32| self.board.army(color).filter(|(kind, _)| kinds & kind.bit() != 0).count();
        let count = |color: Color, kinds: u32| on_board(color, kinds) + held(color, kinds);
        let is_gone = |kinds: u32| {
            let enemy = usize::from(rule.enemy) + usize::from(rule.claimed && self.state.side == color);
            count(color, kinds) <= usize::from(rule.left) && count(!color, kinds) >= enemy
        };
        if rule.together {
            return is_gone(u32::MAX);
        }
        self.rules().numbers().any(|kind| rule.kinds & kind.bit() != 0 && is_gone(self.rules().kind(kind).alike))
    }

    /// A drawn game, which a player wins in games with draw odds.
    pub(super) fn drawn(&self) -> Outcome {
        self.with_odds(Outcome::draw(Reason::Stalemate))
    }

    /// The same outcome, unless it is a draw in a game where draws are won by a player.
    pub(super) fn with_odds(&self, outcome: Outcome) -> Outcome {
        match &self.rules().ends.draws {
            _ if outcome.winner.is_some() => outcome,
            Draws::Drawn => outcome,
            Draws::For(color) => Outcome::win(seat(*color), Reason::Goal("wins by draw odds")),
            Draws::Counted(points, second) => {
                let count =
                    |color: Color| self.board.army(color).map(|(kind, _)| u32::from(kind.of(points))).sum::<u32>();
                let (white, black) = (count(Color::White), count(Color::Black) + u32::from(*second));
                let win = |color: Color| Outcome::win(seat(color), Reason::Goal("has pieces that count more"));
                match white.cmp(&black) {
                    std::cmp::Ordering::Less => win(Color::Black),
                    std::cmp::Ordering::Equal => outcome,
                    std::cmp::Ordering::Greater => win(Color::White),
                }
            }
        }
    }

    /// What a value for a player means; the texts are for the other player's win and his own.
    fn judged(&self, color: Color, value: Value, other: &'static str, own: &'static str) -> Outcome {
        match value {
            Value::Win => Outcome::win(seat(color), Reason::Goal(own)),
            Value::Loss => Outcome::win(seat(!color), Reason::Goal(other)),
            Value::Draw => self.drawn(),
        }
    }

    /// The end of the game for a side to move that has no move.
    pub(super) fn stuck(&self) -> Outcome {
        let (us, ends) = (self.state.side, &self.rules().ends);
        if self.is_checked(us) {
            if self.is_mate_by_forbidden_drop() {
                return Outcome::win(seat(us), Reason::Goal("wins by a forbidden drop"));
            }
            return match ends.checkmate {
                Value::Loss => Outcome::win(seat(!us), Reason::Checkmate),
                value => self.judged(us, value, "mates", "is mated and wins"),
            };
        }
        if ends.stalemate_by_count {
            let [own, enemy] = [us, !us].map(|color| self.board.army(color).count());
            return match own.cmp(&enemy) {
                std::cmp::Ordering::Less => self.judged(us, ends.stalemate, "has more pieces", "has fewer pieces"),
                std::cmp::Ordering::Greater => self.judged(!us, ends.stalemate, "has more pieces", "has fewer pieces"),
                std::cmp::Ordering::Equal => self.drawn(),
            };
        }
        self.judged(us, ends.stalemate, "leaves no move", "has no move and wins")
    }

    /// The end of the game by repetition. A side whose moves have all given check may lose by it.
    pub(super) fn judge_repetition(&self, checks: [bool; 2]) -> Outcome {
        let ends = &self.rules().ends;
        let is_perpetual = ends.perpetual_check_loses && self.rules().royal != 0;
        if let Some(checker) = Color::ALL.into_iter().find(|color| is_perpetual && checks[color.index()]) {
            return Outcome::win(seat(!checker), Reason::Goal("wins by perpetual check"));
        }
        let (value, is_absolute) = ends.repetition;
        let color = if is_absolute { Color::White } else { self.state.side };
        match value {
            Value::Draw => self.with_odds(Outcome::draw(Reason::Repetition)),
            Value::Win => Outcome::win(seat(color), Reason::Goal("wins by repetition")),
            Value::Loss => Outcome::win(seat(!color), Reason::Goal("wins by repetition")),
        }
    }

    /// Whether the last move has dropped a piece that must not mate, and only such pieces give check.
    fn is_mate_by_forbidden_drop(&self) -> bool {
        let forbidden = self.rules().hand.as_ref().map_or(0, |hand| hand.mate_loses);
        let is_forbidden = |kind: Kind| forbidden & kind.bit() & !1 != 0;
        let checkers = crate::position::Rules::checkers(self);
        is_forbidden(self.dropped) && checkers.iter().all(|&square| is_forbidden(self.board.kind_on(square)))
    }

    /// Whether an army can never win: only a royal piece is left, and nothing but mate wins.
    pub(super) fn has_nothing_to_win_with(&self, color: Color) -> bool {
        let (rules, game) = (self.rules(), self.game);
        let is_bare = || self.board.army(color).all(|(kind, _)| rules.royal & kind.bit() != 0);
        let ends = &rules.ends;
        let only_mate = ends.checkmate == Value::Loss && ends.stalemate == Value::Draw && !ends.stalemate_by_count;
        !game.has_goals
            && only_mate
            && !matches!(ends.draws, Draws::Counted(..))
            && ends.draws != Draws::For(color)
            && rules.royal != 0
            && rules.hand.is_none()
            && ends.counting.is_none()
            && ends.repetition.0 == Value::Draw
            && is_bare()
    }
}
