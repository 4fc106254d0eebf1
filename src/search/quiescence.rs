//! The end of a line: captures until nothing is left hanging, and at first quiet checks.
//!
//! The checks are worth +40 ± 42 Elo in chess (200 games at 1+0.01), and a third of the tactical positions missed.

use super::Bound;
use super::move_picker::{Exchange, MovePicker};
use super::transposition::Entry;
use super::worker::{Worker, cuts};
use crate::position::{GameMove, Position};
use crate::types::Score;
use crate::types::score::{DECIDED, is_decided, lost_in};

/// How many quiet replies to a check quiescence looks at, once one move is known not to lose at once.
const QUIET_REPLIES: usize = 2;

/// At this ply of quiescence, counted down from 0, checks are no longer answered, only captures looked at.
const LONGEST_CHECKS: i32 = -6;

/// After this many plies of quiescence, counted down from 0, no capture with a piece worth more than its victim.
const LONG_EXCHANGE: i32 = -2;

impl<P: Position> Worker<'_, P> {
    /// Captures and promotions, the replies to checks and, at first, quiet checks, until nothing is left hanging.
    pub fn quiescence(&mut self, position: &P, mut alpha: Score, beta: Score, qply: i32, ply: usize) -> Score {
        self.count_node();
        self.lines[ply].clear();
        self.seldepth = self.seldepth.max(ply);
        // Where every check can be answered in a hundred ways, lines of checks would never end.
        let is_checked = position.in_check();
        let in_check = is_checked && qply > LONGEST_CHECKS;
        if let Some(score) = self.end_of_line(position, in_check, ply) {
            return score;
        }
        if self.is_bystander(position) {
            return self.stand_by(position, alpha, beta, qply, ply);
        }
        let key = position.key();
        let slot = self.slot(key);
        let known = self.shared.table.get(slot, self.distance(ply));
        if let Some(entry) = known
            && beta - alpha == 1
            && cuts(entry, alpha, beta)
        {
            return entry.score;
        }

        let mut best = lost_in(self.distance(ply));
        let mut eval = 0;
        if !in_check {
            eval = known
                .filter(|_| !is_checked)
                .map_or_else(|| self.standing(position).clamp(1 - DECIDED, DECIDED - 1), |entry| entry.eval);
            best = eval;
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let move16 = known.map_or(0, |entry| entry.move16);
        let mut picker = if in_check {
            let picker = MovePicker::all(position, move16, &self.memory, ply, self.past(ply));
            self.count_listed(picker.len());
            if picker.len() == 0 {
                return self.score_of(position.no_moves(), position, ply);
            }
            picker
        } else {
            MovePicker::noisy(position, move16, &self.memory)
        };

        // Quiet checks come last, where the line has just been handed over, and if the game can tell them.
        let mut checks_left = P::TELLS_CHECKS && !in_check && qply == 0;
        let mut only_captures = !in_check;
        self.enter(position, key);
        let original_alpha = alpha;
        let mut best_move16 = 0;
        let mut quiet_replies = 0;
        loop {
            let Some(mv) = picker.next(position) else {
                if !checks_left {
                    break;
                }
                (checks_left, only_captures) = (false, false);
                picker = MovePicker::quiet_checks(position, &self.memory, self.past(ply));
                continue;
            };
            // A check that a few quiet moves have answered is no threat; mate was all that was to be found out.
            if in_check && best > -DECIDED && !position.is_noisy(mv) {
                quiet_replies += 1;
                if quiet_replies > QUIET_REPLIES {
                    break;
                }
            }
            // Exchanges go on only with what cannot lose [+101 Elo, as in `node.rs`]; where that is not known, long ones:
            // where everything hangs they would never end.
            if only_captures
                && match P::EXCHANGES {
                    true => match picker.exchange() {
                        Exchange::Sound => false,
                        Exchange::Losing => true,
                        Exchange::Unknown => !position.wins_exchange(mv, 0),
                    },
                    false => qply < LONG_EXCHANGE && position.gain(mv) < position.mover_value(mv),
                }
            {
                continue;
            }
            // Delta pruning [+20]: even with the victim in hand still hopeless.
            if only_captures && eval + position.gain(mv) + 180 <= alpha && !is_decided(alpha) {
                best = best.max(eval + position.gain(mv) + 180);
                continue;
            }
            let mut next = position.clone();
            next.play(mv);
            self.settle(&mut next);
            self.stack[ply].slot = position.history_slot(mv);
            let score = self.quiet_child(position, &next, alpha, beta, qply - 1, ply);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move16 = mv.move16();
                    self.remember_line(mv, ply);
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        self.leave();
        if !self.stopped && qply == 0 {
            let bound = Bound::of(best, original_alpha, beta);
            let entry = Entry { move16: best_move16, score: best, eval, depth: 0, bound };
            self.shared.table.put(slot, self.distance(ply), entry);
        }
        best
    }
}
