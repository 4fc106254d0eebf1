//! A node of the tree: alpha-beta with zero windows except along the principal variation, in numbered steps.
//!
//! Elo in brackets is what chess loses without a step: 120 games at 0.5+0.005 each, error about ± 50, so that only the
//! large ones are certain. In longer games, with deeper trees, steps that act far from the leaves count for more.

use super::abdada::{self, SearchedMove};
use super::history::NO_MOVE;
use super::move_picker::{Exchange, MovePicker};
use super::transposition::Entry;
use super::worker::{Worker, cuts};
use super::{Bound, MAX_PLY};
use crate::position::{GameMove, Position};
use crate::types::Score;
use crate::types::score::{DECIDED, DRAW, INFINITE, is_decided, lost_in, won_in};
use arrayvec::ArrayVec;
use once_cell::sync::Lazy;
use smallvec::SmallVec;

/// Plies by which late moves are searched less deep, by depth and move number: quiet ones, and noisy ones.
static REDUCTIONS: Lazy<[[[i32; 64]; 64]; 2]> = Lazy::new(|| [table(0.75, 2.25), table(0.2, 3.3)]);

fn table(base: f64, divisor: f64) -> [[i32; 64]; 64] {
    std::array::from_fn(|depth| {
        std::array::from_fn(|number| match (depth, number) {
            (0, _) | (_, 0) => 0,
            (d, n) => ((base + (d as f64).ln() * (n as f64).ln() / divisor) * UNIT as f64) as i32,
        })
    })
}

/// Parts of a ply in which reductions are reckoned.
const UNIT: i32 = 1024;

/// The scores that matter to a node, and what is expected of it.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// The side to move has this already.
    pub alpha: Score,
    /// The other side will not let it have more than this.
    pub beta: Score,
    /// Whether the first move is expected to reach beta.
    pub expected: Expected,
}

/// What a node with a zero window is expected to come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Some move will reach beta.
    Cut,
    /// No move will; or there is no telling, in the main line.
    All,
}

impl Window {
    /// All scores between two.
    pub fn new(alpha: Score, beta: Score) -> Window {
        Window { alpha, beta, expected: Expected::All }
    }

    /// Whether a score is more than `alpha`.
    fn zero(alpha: Score, expected: Expected) -> Window {
        Window { alpha, beta: alpha + 1, expected }
    }

    /// From the other side.
    #[inline(always)]
    pub fn reversed(self) -> Window {
        let expected = match self.expected {
            Expected::Cut => Expected::All,
            Expected::All if self.beta - self.alpha > 1 => Expected::All,
            Expected::All => Expected::Cut,
        };
        Window { alpha: -self.beta, beta: -self.alpha, expected }
    }
}

impl<P: Position> Worker<'_, P> {
    /// The value of a node.
    pub fn search(&mut self, position: &P, window: Window, mut depth: i32, ply: usize) -> Score {
        let Window { mut alpha, mut beta, expected } = window;
        let is_pv = beta - alpha > 1;
        let in_check = position.in_check();
        let exhaustive = self.shared.exhaustive;

        // 1. Check extension [-17; without it a forced win of Penalty Box is found too late]: a reply to a check is not left to quiescence, unless the line is all checks already. A
        //    proof counts its plies itself.
        if in_check && ply < 2 * self.iteration && !exhaustive && !self.is_bystander(position) {
            depth = depth.max(0) + 1;
        }
        if depth <= 0 {
            return match exhaustive {
                true => self.leaf(position, in_check, ply),
                false => self.quiescence(position, alpha, beta, 0, ply),
            };
        }

        // 2. The end of the game, of the tree, or of the search.
        self.count_node();
        self.lines[ply].clear();
        self.seldepth = self.seldepth.max(ply);
        if let Some(score) = self.end_of_line(position, in_check, ply) {
            return score;
        }

        // 3. Mate distance pruning: no line from here can be better than a win already found nearer the root.
        let distance = self.distance(ply);
        alpha = alpha.max(lost_in(distance));
        beta = beta.min(won_in(distance + 1));
        if alpha >= beta {
            return alpha;
        }

        // 4. Transposition table.
        let excluded = self.stack[ply].excluded;
        let key = position.key();
        let slot = self.slot(key);
        let known = self.shared.table.get(slot, distance);
        if let Some(entry) = known
            && !is_pv
            && excluded.is_none()
            && entry.depth >= depth
            && cuts(entry, alpha, beta)
            && position.halfmove_clock() < 90
        {
            return entry.score;
        }
        let mut move16 = known.map_or(0, |entry| entry.move16);

        // 5. Static evaluation, corrected by experience; "improving" if better than at this side's last turn.
        let raw = match known {
            _ if in_check => -INFINITE,
            Some(entry) => entry.eval,
            None => self.standing(position).clamp(1 - DECIDED, DECIDED - 1),
        };
        let mut eval = raw;
        if !in_check {
            eval = (raw + self.memory.correction(position)).clamp(1 - DECIDED, DECIDED - 1);
        }
        self.stack[ply].eval = eval;
        let improving = P::PLAYERS == 2 && !in_check && ply >= 2 && eval > self.stack[ply - 2].eval;
        // A score from the table says more [+23].
        if let Some(entry) = known
            && !in_check
            && !is_decided(entry.score)
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.score > eval,
                Bound::Upper => entry.score < eval,
            }
        {
            eval = entry.score;
        }
        let may_prune = !is_pv && !in_check && !is_decided(beta) && !exhaustive && excluded.is_none();

        if may_prune {
            // 6. Reverse futility [+86]: so far above beta that a few plies will not lose it.
            if depth <= 8 && eval - 80 * (depth - improving as i32) >= beta {
                return eval;
            }
            // 7. Razoring [-6]: so far below alpha that only captures could help.
            if depth <= 3 && eval + 180 + 160 * depth * depth <= alpha {
                let score = self.quiescence(position, alpha, alpha + 1, 0, ply);
                if score <= alpha {
                    return score;
                }
            }
            // 8. Null move [+12]: still above beta after passing.
            if let Some(score) = self.null_move(position, eval, beta, depth, ply) {
                return score;
            }
            // 9. Probcut [-41]: a capture that is far above beta at less depth.
            if let Some(score) = self.probcut(position, known, window, depth, ply) {
                return score;
            }
        }

        // 10. Internal iterative reduction [+9]: without a move to begin with, look less deep first.
        if move16 == 0 && depth >= 4 && !in_check && !exhaustive && excluded.is_none() {
            depth -= 1;
        }

        // 11. The moves.
        self.memory.enter(ply);
        let past = self.past(ply);
        let mut picker = MovePicker::all(position, move16, &self.memory, ply, past);
        self.count_listed(picker.len());
        if picker.len() == 0 {
            return self.score_of(position.no_moves(), position, ply);
        }

        // 12. Singular extension [+64]: the table's move is by far the best, or others are as good and the node is cut.
        let mut extension = 0;
        if let Some(entry) = known
            && let Some(mv) = picker.hash_move()
        {
            match self.singularity(position, mv, entry, Window { alpha, beta, expected }, depth, ply) {
                Singularity::Cut(score) => return score,
                Singularity::Extend(plies) => extension = plies,
            }
            if self.stopped {
                return DRAW;
            }
        }
        self.stack[ply + 1].doubles = self.stack[ply].doubles + (extension > 1) as u32;

        let original_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut quiet_tried: ArrayVec<P::Move, 32> = ArrayVec::new();
        let mut noisy_tried: ArrayVec<P::Move, 16> = ArrayVec::new();
        let mut count = 0;
        let mut put_off: SmallVec<[(P::Move, usize); 8]> = SmallVec::new();
        let shares = depth >= abdada::LEAST_DEPTH && self.shared.busy.is_in_use();
        self.enter(position, key);
        loop {
            // Moves that another thread is at come last.
            let (mv, number) = if let Some(mv) = picker.next(position) {
                if Some(mv) == excluded {
                    continue;
                }
                count += 1;
                if shares && count > 1 && self.shared.busy.is_taken(SearchedMove::new(key, mv)) {
                    put_off.push((mv, count));
                    continue;
                }
                (mv, count)
            } else if let Some(late) = put_off.pop() {
                late
            } else {
                break;
            };
            let is_quiet = !position.is_noisy(mv);
            let history = match is_quiet {
                true => self.memory.of_quiet(position, mv, past),
                false => self.memory.of_noisy(position, mv),
            };
            let mut reduction = REDUCTIONS[!is_quiet as usize][(depth as usize).min(63)][number.min(63)];
            reduction += UNIT * (!improving as i32 - is_pv as i32);

            // 13. Late [+53], hopeless [-9] and disliked [+3] moves, quiet ones [+15] and captures [+12] that lose
            //     material are skipped near the leaves, once there is something to fall back on.
            if may_prune && best > -DECIDED && number > 1 {
                let reduced = (depth - 1 - reduction / UNIT).max(0);
                if is_quiet && position.gives_check(mv) {
                    // Its worth shows only behind it, unless the piece is simply lost.
                    if P::EXCHANGES && depth <= 6 && !position.wins_exchange(mv, -100 * depth) {
                        continue;
                    }
                } else if is_quiet {
                    let late = (3 + depth * depth / (2 - improving as i32)) as usize;
                    let hopeless = P::TELLS_CHECKS && reduced <= 6 && eval + 110 + 95 * reduced <= alpha;
                    let disliked = depth <= 4 && history < -4000 * depth;
                    if depth <= 8 && number > late || hopeless || disliked {
                        continue;
                    }
                    if P::TELLS_CHECKS && reduced <= 7 && !position.wins_exchange(mv, -25 * reduced * reduced) {
                        continue;
                    }
                } else if P::EXCHANGES
                    && depth <= 6
                    && picker.exchange() != Exchange::Sound
                    && !position.wins_exchange(mv, -100 * depth)
                {
                    continue;
                }
            }

            let mut next = position.clone();
            next.play(mv);
            self.settle(&mut next);
            self.stack[ply].slot = position.history_slot(mv);
            let new_depth = depth - 1 + if number == 1 { extension } else { 0 };
            let work = SearchedMove::new(key, mv);
            if shares {
                self.shared.busy.take(work);
            }

            // 14. Late move reductions [+92], then the full depth if the move surprises; the full window in the main line.
            let mut score;
            if number == 1 {
                score = self.child(position, &next, Window { alpha, beta, expected }, new_depth, ply);
            } else {
                let mut plies = 0;
                if depth >= 3 && number > 1 + is_pv as usize && !in_check && !exhaustive {
                    if expected == Expected::Cut {
                        reduction += UNIT;
                    }
                    reduction -= history * UNIT / if is_quiet { 9000 } else { 12000 };
                    reduction -= UNIT * (is_quiet && self.memory.is_killer(mv, ply)) as i32;
                    reduction -= UNIT * position.gives_check(mv) as i32;
                    plies = (reduction / UNIT).clamp(0, new_depth - 1);
                }
                score = self.child(position, &next, Window::zero(alpha, Expected::All), new_depth - plies, ply);
                if score > alpha && plies > 0 {
                    // Better than expected [-26]: perhaps worth another ply, perhaps hardly worth this one.
                    let deeper = (score > best + 60 && plies > 1) as i32;
                    let shallower = (score < best + 8) as i32;
                    let depth = new_depth + deeper - shallower;
                    if depth > new_depth - plies {
                        score = self.child(position, &next, Window::zero(alpha, expected), depth, ply);
                    }
                }
                if score > alpha && score < beta {
                    score = self.child(position, &next, Window::new(alpha, beta), new_depth, ply);
                }
            }
            if shares {
                self.shared.busy.release(work);
            }
            if self.stopped {
                self.leave();
                return DRAW;
            }

            // 15. A new best move, perhaps good enough to cut.
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    move16 = mv.move16();
                    best_move = Some(mv);
                    self.remember_line(mv, ply);
                    if alpha >= beta {
                        self.memory.reward(position, mv, &quiet_tried, &noisy_tried, (depth, ply, past));
                        break;
                    }
                }
            }
            // Enough to learn from if there are more.
            let _ = if is_quiet { quiet_tried.try_push(mv) } else { noisy_tried.try_push(mv) };
        }
        self.leave();
        if best == -INFINITE {
            // Nothing but the excluded move.
            return alpha;
        }

        // 16. Remember.
        let bound = Bound::of(best, original_alpha, beta);
        if excluded.is_none() {
            let quiet_best = best_move.is_none_or(|mv| !position.is_noisy(mv));
            if !in_check
                && quiet_best
                && !is_decided(best)
                && P::PLAYERS == 2
                && !exhaustive
                && match bound {
                    Bound::Exact => true,
                    Bound::Lower => best > self.stack[ply].eval,
                    Bound::Upper => best < self.stack[ply].eval,
                }
            {
                self.memory.correct(position, best - raw, depth);
            }
            let stored_eval = if in_check { 0 } else { raw };
            self.shared.table.put(slot, distance, Entry { move16, score: best, eval: stored_eval, depth, bound });
        }
        best
    }

    /// Passes; if the opponent still cannot reach beta with two moves in a row, one move would have been enough.
    #[inline]
    fn null_move(&mut self, position: &P, eval: Score, beta: Score, depth: i32, ply: usize) -> Option<Score> {
        let after_null = ply > 0 && self.stack[ply - 1].slot == NO_MOVE;
        if !P::NULL_MOVE
            || depth < 3
            || eval < beta
            || ply < self.null_from
            || after_null
            || !position.null_move_is_sound()
        {
            return None;
        }
        let reduction = 3 + depth / 3 + ((eval - beta) / 200).min(3);
        let mut next = position.clone();
        next.pass();
        self.stack[ply].slot = NO_MOVE;
        self.keys.push(position.key());
        let null_from = std::mem::replace(&mut self.null_from, ply + 2);
        let score = -self.search(&next, Window::zero(beta - 1, Expected::Cut).reversed(), depth - reduction, ply + 1);
        self.null_from = null_from;
        self.keys.pop();
        if self.stopped || score < beta {
            return None;
        }
        let score = if is_decided(score) { beta } else { score };
        if depth < 12 {
            return Some(score);
        }
        // Zugzwang exists: a deep cutoff is verified without passing.
        let null_from = std::mem::replace(&mut self.null_from, MAX_PLY);
        let verified = self.search(position, Window::zero(beta - 1, Expected::Cut), depth - reduction, ply);
        self.null_from = null_from;
        (verified >= beta && !self.stopped).then_some(score)
    }

    /// Tries captures against a beta far above the true one: what holds there at less depth will hold here.
    #[inline]
    fn probcut(&mut self, position: &P, known: Option<Entry>, window: Window, depth: i32, ply: usize) -> Option<Score> {
        let high = window.beta + 180;
        let refuted = |entry: Entry| entry.depth >= depth - 3 && entry.score < high && entry.bound != Bound::Lower;
        if depth < 5 || P::PLAYERS > 2 || is_decided(high) || known.is_some_and(refuted) {
            return None;
        }
        let needed = high - self.stack[ply].eval;
        let mut picker = MovePicker::noisy(position, known.map_or(0, |entry| entry.move16), &self.memory);
        self.enter(position, position.key());
        let mut result = None;
        while let Some(mv) = picker.next(position) {
            if position.gain(mv) < needed || !position.wins_exchange(mv, needed) {
                continue;
            }
            let next = position.after(mv);
            self.stack[ply].slot = position.history_slot(mv);
            let mut score = self.quiet_child(position, &next, high - 1, high, 0, ply);
            if score >= high {
                score = self.child(position, &next, Window::zero(high - 1, Expected::Cut), depth - 4, ply);
            }
            if self.stopped {
                break;
            }
            if score >= high {
                let entry = Entry {
                    move16: mv.move16(),
                    score,
                    eval: self.stack[ply].eval,
                    depth: depth - 3,
                    bound: Bound::Lower,
                };
                self.shared.table.put(self.slot(position.key()), self.distance(ply), entry);
                result = Some(if is_decided(score) { score } else { score - (high - window.beta) });
                break;
            }
        }
        self.leave();
        result
    }

    /// Searches all moves but the table's against a bar a little below its score.
    #[inline]
    fn singularity(
        &mut self,
        position: &P,
        mv: P::Move,
        entry: Entry,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Singularity {
        let none = Singularity::Extend(0);
        if depth < 7
            || P::PLAYERS > 2
            || self.shared.exhaustive
            || ply >= 2 * self.iteration
            || self.stack[ply].excluded.is_some()
            || entry.depth < depth - 3
            || entry.bound == Bound::Upper
            || is_decided(entry.score)
        {
            return none;
        }
        let is_pv = window.beta - window.alpha > 1;
        let bar = entry.score - 2 * depth;
        self.stack[ply].excluded = Some(mv);
        let score = self.search(position, Window::zero(bar - 1, window.expected), (depth - 1) / 2, ply);
        self.stack[ply].excluded = None;
        self.lines[ply].clear();
        if self.stopped {
            return none;
        }
        if score < bar {
            let clearly = !is_pv && score < bar - 20 && self.stack[ply].doubles < 6;
            Singularity::Extend(1 + clearly as i32)
        } else if bar >= window.beta && !is_pv {
            Singularity::Cut(bar)
        } else if entry.score >= window.beta {
            Singularity::Extend(-1 - !is_pv as i32)
        } else {
            Singularity::Extend(if window.expected == Expected::Cut { -1 } else { 0 })
        }
    }
}

/// What the search without the table's move says of it.
enum Singularity {
    /// Other moves reach beta, too.
    Cut(Score),
    /// Search the move so much deeper, or less deep.
    Extend(i32),
}
