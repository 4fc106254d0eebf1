//! The root of the tree: iterations, aspiration windows, several lines, reports.

use super::abdada::SearchedMove;
use super::node::Window;
use super::worker::{Line, Worker};
use super::{Bound, Event, Limits, MAX_PLY, Report};
use crate::position::{Notation, Position};
use crate::types::Score;
use crate::types::score::{DisplayScore, INFINITE, is_decided};
use std::collections::VecDeque;
use std::time::Duration;

/// A legal move of the root, and what is known of it.
#[derive(Clone)]
pub struct RootMove<P: Position> {
    pub mv: P::Move,
    /// Score of the last search that raised alpha; minus infinity if it did not.
    pub score: Score,
    /// The last score that was found, in this iteration or an earlier one; minus infinity before the first.
    pub previous: Score,
    /// Nodes spent on it, in all iterations.
    pub nodes: u64,
    pub line: Line<P::Move>,
}

impl<P: Position> RootMove<P> {
    pub fn new(mv: P::Move) -> Self {
        RootMove { mv, score: -INFINITE, previous: -INFINITE, nodes: 0, line: Line::from_iter([mv]) }
    }

    /// The last score that is known; minus infinity if none is.
    pub fn last_score(&self) -> Score {
        if self.score <= -INFINITE { self.previous } else { self.score }
    }
}

/// How the root is searched.
#[derive(Clone)]
pub struct Plan {
    pub limits: Limits,
    pub multipv: usize,
    pub notation: Notation,
    /// Iterations begin at this depth.
    pub first_depth: u32,
    /// Iterations end at this depth.
    pub last_depth: u32,
}

/// Half the width of the first window around the last score.
const WINDOW: Score = 18;
/// Before this much time has passed, failed windows and current moves are not reported.
const PATIENCE: Duration = Duration::from_secs(3);

/// What a worker found: its root moves, best first, and the last iteration that it finished.
pub struct Found<P: Position> {
    pub moves: Vec<RootMove<P>>,
    pub depth: u32,
    /// The best line, as it stood at the end.
    pub report: Report,
}

impl<P: Position> Worker<'_, P> {
    /// Searches the root deeper and deeper until a limit is met. `listen` hears of each iteration.
    pub fn iterate(
        &mut self,
        root: &P,
        mut moves: Vec<RootMove<P>>,
        plan: &Plan,
        listen: &mut dyn FnMut(Event),
    ) -> Found<P> {
        let lines = plan.multipv.clamp(1, moves.len());
        let mut completed = 0;
        let mut stable = 0;
        self.has_choice = lines == 1;
        for depth in plan.first_depth..=plan.last_depth {
            self.iteration = depth as usize;
            let (favourite, before) = (moves[0].mv, moves[0].last_score());
            for line in 0..lines {
                self.aspire(root, &mut moves, line, depth, plan, listen);
                if self.stopped {
                    break;
                }
            }
            if self.stopped {
                break;
            }
            moves[..lines].sort_by_key(|root_move| std::cmp::Reverse(root_move.score));
            for (line, root_move) in moves[..lines].iter().enumerate() {
                let report = self.report(root, root_move, depth, line + 1, Bound::Exact, plan.notation);
                listen(Event::Report(report));
            }
            completed = depth;
            self.has_choice = true;
            stable = if moves[0].mv == favourite { stable + 1 } else { 0 };
            let unrest = self.unrest(&moves[0], stable, before);
            if self.is_enough(root, &moves, depth, unrest, plan) {
                break;
            }
        }
        let report = self.report(root, &moves[0], completed.max(1), 1, Bound::Exact, plan.notation);
        Found { moves, depth: completed, report }
    }

    /// How much more than usual is still to be found out: after a change of mind, when the score falls, and when other
    /// moves took much of the search.
    fn unrest(&self, best: &RootMove<P>, stable: u32, before: Score) -> f64 {
        let doubt = 1.3 - 0.08 * f64::from(stable.min(7));
        let fall = if before > -INFINITE { f64::from((before - best.score).clamp(-20, 60)) / 120.0 } else { 0.0 };
        let effort = best.nodes as f64 / self.nodes.max(1) as f64;
        doubt * (1.0 + fall) * (1.7 - 1.1 * effort)
    }

    /// Whether no further iteration is wanted.
    fn is_enough(&self, root: &P, moves: &[RootMove<P>], depth: u32, unrest: f64, plan: &Plan) -> bool {
        let score = moves[0].score;
        if let (Some(wanted), DisplayScore::Mate(found)) = (plan.limits.mate, DisplayScore::from(score))
            && found > 0
            && found as u32 <= wanted
        {
            return true;
        }
        // The first thread shares out the time for all: the earliest of several doubts would end searches too soon.
        if self.id != 0 {
            return false;
        }
        if plan.limits.infinite || plan.limits.ponder || !self.shared.control.is_clocked() {
            return self.shared.control.is_late(unrest);
        }
        // A forced win or loss that has been searched through, or nothing to choose from: keep the time.
        let plies = if score > 0 { INFINITE - score } else { INFINITE + score };
        let settled = is_decided(score) && depth as i32 > plies * root.players() as i32 / 2 + 2;
        let forced = moves.len() == 1 && depth >= 4;
        self.shared.control.is_late(unrest) || settled || forced
    }

    /// Searches with a narrow window around the last score, widening it on the side that fails.
    fn aspire(
        &mut self,
        root: &P,
        moves: &mut [RootMove<P>],
        first: usize,
        depth: u32,
        plan: &Plan,
        listen: &mut dyn FnMut(Event),
    ) {
        let centre = moves[first].previous;
        let mut width = WINDOW;
        let narrow = depth >= 5 && !is_decided(centre) && centre > -INFINITE && !self.shared.exhaustive;
        let (mut alpha, mut beta) = if narrow { (centre - width, centre + width) } else { (-INFINITE, INFINITE) };
        loop {
            let score = self.search_root(root, &mut moves[first..], alpha, beta, depth, listen);
            moves[first..].sort_by_key(|root_move| std::cmp::Reverse(root_move.score));
            if self.stopped {
                return;
            }
            let bound = match score {
                _ if score <= alpha && alpha > -INFINITE => Bound::Upper,
                _ if score >= beta && beta < INFINITE => Bound::Lower,
                _ => return,
            };
            if self.shared.control.elapsed() >= PATIENCE {
                let mut failed = moves[first].clone();
                failed.score = score;
                listen(Event::Report(self.report(root, &failed, depth, first + 1, bound, plan.notation)));
            }
            width *= 3;
            match bound {
                Bound::Upper => alpha = if width > 500 { -INFINITE } else { (score - width).max(-INFINITE) },
                _ => beta = if width > 500 { INFINITE } else { (score + width).min(INFINITE) },
            }
        }
    }

    /// Principal variation search over the root moves. Moves that do not raise alpha keep minus infinity as
    /// score, so that a stable sort leaves them in their old order.
    fn search_root(
        &mut self,
        root: &P,
        moves: &mut [RootMove<P>],
        mut alpha: Score,
        beta: Score,
        depth: u32,
        listen: &mut dyn FnMut(Event),
    ) -> Score {
        for root_move in moves.iter_mut() {
            root_move.score = -INFINITE;
        }
        self.enter(root, root.key());
        let mut best = -INFINITE;
        let mut queue: VecDeque<usize> = (0..moves.len()).collect();
        let mut put_off = 0;
        while let Some(index) = queue.pop_front() {
            let mv = moves[index].mv;
            let work = SearchedMove::new(root.key(), mv);
            // Moves that another thread is at come last, once.
            if index > 0 && put_off < moves.len() && self.shared.busy.is_taken(work) {
                put_off += 1;
                queue.push_back(index);
                continue;
            }
            if self.id == 0 && self.shared.control.elapsed() >= PATIENCE {
                listen(Event::Current(depth, root.move_text(mv, Notation::Standard), index + 1));
            }
            self.shared.busy.take(work);
            let nodes = self.nodes;
            let score = self.search_root_move(root, mv, index, alpha, beta, depth as i32 - 1);
            self.shared.busy.release(work);
            moves[index].nodes += self.nodes - nodes;
            if self.stopped {
                break;
            }
            self.may_stop = true;
            best = best.max(score);
            if index == 0 || score > alpha {
                moves[index].score = score;
                moves[index].previous = score;
                self.remember_line(mv, 0);
                moves[index].line = self.lines[0].clone();
                alpha = alpha.max(score);
            }
            if alpha >= beta {
                break;
            }
        }
        self.leave();
        best
    }

    /// The first move with the full window; later ones only if a zero window says that they are better.
    fn search_root_move(
        &mut self,
        root: &P,
        mv: P::Move,
        index: usize,
        alpha: Score,
        beta: Score,
        depth: i32,
    ) -> Score {
        let mut next = root.after(mv);
        self.settle(&mut next);
        self.stack[0].slot = root.history_slot(mv);
        if index > 0 {
            let late = index > 3 && depth >= 3 && !root.is_noisy(mv) && !self.shared.exhaustive;
            let mut score = self.child(root, &next, Window::new(alpha, alpha + 1), depth - late as i32, 0);
            if score > alpha && late && !self.stopped {
                score = self.child(root, &next, Window::new(alpha, alpha + 1), depth, 0);
            }
            if score <= alpha || self.stopped {
                return score;
            }
        }
        self.child(root, &next, Window::new(alpha, beta), depth, 0)
    }

    /// A report of a root move as it stands.
    pub fn report(
        &self,
        root: &P,
        root_move: &RootMove<P>,
        depth: u32,
        multipv: usize,
        bound: Bound,
        notation: Notation,
    ) -> Report {
        self.shared.counters[self.id].0.store(self.nodes, std::sync::atomic::Ordering::Relaxed);
        // A search that was cut off at once knows no more than the position shows.
        let score = Some(root_move.last_score()).filter(|&score| score > -INFINITE);
        let score = score.unwrap_or_else(|| self.standing(root));
        Report {
            depth,
            seldepth: (self.seldepth as u32).max(depth.min(MAX_PLY as u32)),
            multipv,
            score: score.clamp(-INFINITE + 1, INFINITE - 1).into(),
            bound,
            nodes: self.shared.nodes(),
            time: self.shared.control.elapsed(),
            hashfull: self.shared.table.hashfull(),
            pv: line_texts(root, &self.path, &root_move.line, notation),
        }
    }
}

/// The texts of a line, cut where a hash collision made it illegal or where the game ends. `past` went before the
/// root; only games of more than two players want to know.
pub fn line_texts<P: Position>(root: &P, past: &[P], line: &[P::Move], notation: Notation) -> Vec<String> {
    let mut position = root.clone();
    let mut path = past.to_vec();
    let mut texts = Vec::new();
    for &mv in line {
        if position.ended().is_some() && !texts.is_empty() || !position.move_list().contains(&mv) {
            break;
        }
        texts.push(position.move_text(mv, notation));
        if P::PLAYERS > 2 {
            path.push(position.clone());
        }
        position.play(mv);
        position.settle_draws(path.iter().rev());
    }
    texts
}

/// Greatest nominal depth under `limits`.
pub fn last_depth(limits: &Limits) -> u32 {
    limits.most_depth().clamp(1, MAX_PLY as u32 - 2)
}
