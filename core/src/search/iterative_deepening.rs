//! Iterations of growing depth, aspiration windows, several lines, and the decision to stop.

use super::parameters::*;
use super::root::{RootMove, bring_forward, sort_by_score};
use super::strength::Strength;
use super::win_probe::WinProbe;
use super::window::{Bound, Window};
use super::worker::{Mode, Worker};
use super::{Event, Report};
use crate::position::Position;
use crate::types::Score;
use crate::types::score::{DisplayScore, INFINITE, is_decided};

/// Whether a score is a forced win in at most this many own moves.
pub fn is_mate_within(score: Score, moves: u32) -> bool {
    matches!(DisplayScore::from(score), DisplayScore::Mate(n) if n > 0 && n as u32 <= moves)
}

/// What a thread has found.
pub struct Found<P: Position> {
    /// The root moves, best first.
    pub moves: Vec<RootMove<P>>,
    /// The number of moves in front whose scores are exact, with their whole lines.
    pub exact: usize,
    /// The depth of the last finished iteration.
    pub depth: u32,
    /// About the first move.
    pub report: Report,
}

/// The best root moves as the last exact results have them, best first. The root moves themselves may have a bound as score, and a
/// line that breaks off.
struct ExactLines<P: Position> {
    lines: Vec<RootMove<P>>,
    /// The iteration in which the first one was found.
    depth: u32,
}

impl<P: Position> ExactLines<P> {
    /// Takes over the exact result of a line, in its place.
    fn set(&mut self, line: usize, best: &RootMove<P>, depth: u32) {
        if let Some(place) = self.lines.iter().position(|known| known.mv == best.mv).filter(|&place| place > line) {
            self.lines.swap(place, line);
        }
        match self.lines.get_mut(line) {
            Some(known) => *known = best.clone(),
            None => self.lines.push(best.clone()),
        }
        if line == 0 {
            self.depth = depth;
        }
    }

    /// Puts the lines in front of the other root moves.
    fn lead(&self, moves: &mut [RootMove<P>]) {
        for (line, exact) in self.lines.iter().enumerate() {
            bring_forward(&mut moves[line..], exact.clone());
        }
    }
}

/// What is known of the best move of a line when its search has ended or is stopped.
enum Known {
    /// Its exact score and its whole line.
    Exact,
    /// It has just failed high: it is better than the move before, but its score is only a bound.
    AtLeast(Score),
    /// Nothing new.
    Nothing,
}

impl<P: Position> Worker<'_, P> {
    /// Searches the root deeper and deeper until a limit is reached. `listen` is told of each iteration.
    pub fn iterate(&mut self, moves: &[RootMove<P>], last_depth: u32, listen: &mut dyn FnMut(Event)) -> Found<P> {
        let setup = &self.request.setup;
        let strength = setup.limits.strength();
        if let Some(strength) = strength.filter(Strength::is_beginner) {
            return self.look_once(&strength, moves, listen);
        }
        let mut moves = moves.to_vec();
        let wanted = strength.map_or(setup.multipv, |strength| setup.multipv.max(strength.choice()));
        let lines = wanted.clamp(1, moves.len());
        let (mut completed, mut stable) = (0, 0);
        let mut probe = WinProbe::new();
        let mut exact = ExactLines { lines: Vec::new(), depth: 1 };
        let mut better = None;
        let node_limit = self.node_limit;
        if lines > 1 {
            // Every line gets a score, so that there is a choice.
            self.node_limit = node_limit.max(NODES_OF_FIRST_CHOICE);
        }
        for depth in (1 + self.id as u32 % 2).min(last_depth)..=last_depth {
            self.iteration = depth as usize;
            let (favourite, before) = (moves[0].mv, moves[0].last_score());
            for line in 0..lines {
                match self.aspire(&mut moves, line, depth, listen) {
                    Known::Exact => exact.set(line, &moves[line], depth),
                    Known::AtLeast(score) if line == 0 && strength.is_none() => {
                        better = Some(RootMove { score, previous: score, ..moves[0].clone() });
                    }
                    Known::AtLeast(_) | Known::Nothing => {}
                }
                if self.stopped {
                    break;
                }
            }
            if self.stopped {
                break;
            }
            probe.keep(&mut moves);
            sort_by_score(&mut moves[..lines]);
            self.probe_win(&mut moves, &mut probe);
            exact = ExactLines { lines: moves[..lines].to_vec(), depth };
            for (line, root_move) in moves[..lines].iter().enumerate() {
                listen(Event::Report(self.report(root_move, depth, line + 1, Bound::Exact)));
            }
            completed = depth;
            self.node_limit = node_limit;
            stable = if moves[0].mv == favourite { stable + 1 } else { 0 };
            let scale = self.time_scale(&moves[0], stable, before);
            if self.is_enough(&moves, depth, scale) {
                break;
            }
        }
        exact.lead(&mut moves);
        probe.keep(&mut moves);
        let (mut depth, mut bound) = (exact.depth, Bound::Exact);
        // Another move that has just failed high is played, with its bound. The same move keeps its exact score and line.
        let beats = |better: &RootMove<P>| {
            better.mv != moves[0].mv && (!is_decided(moves[0].score) || better.score > moves[0].score)
        };
        if let Some(better) = better.filter(beats) {
            bring_forward(&mut moves, better);
            (depth, bound) = (self.iteration as u32, Bound::Lower);
        }
        let report = self.report(&moves[0], depth, 1, bound);
        Found { moves, exact: exact.lines.len(), depth: completed, report }
    }

    /// The factor for the usual time of a move: greater after a change of the best move, when its score falls, and when
    /// other moves took much of the search.
    fn time_scale(&self, best: &RootMove<P>, stable: u32, before: Score) -> f64 {
        let iterations = f64::from(stable.min(stability_limit() as u32));
        let stability = percent(stability_base_percent()) - percent(stability_step_percent()) * iterations;
        let fall = match before > -INFINITE {
            true => f64::from((before - best.score).clamp(-score_rise_limit(), score_fall_limit())),
            false => 0.0,
        };
        let effort = best.nodes as f64 / self.nodes.max(1) as f64;
        let effort = percent(effort_base_percent()) - percent(effort_slope_percent()) * effort;
        stability * (1.0 + fall / f64::from(score_fall_divisor())) * effort
    }

    fn is_enough(&self, moves: &[RootMove<P>], depth: u32, scale: f64) -> bool {
        let (score, limits) = (moves[0].score, &self.request.setup.limits);
        if limits.mate.is_some_and(|wanted| is_mate_within(score, wanted)) {
            return true;
        }
        // The first thread decides for all: the earliest of several decisions would end searches too soon.
        if self.id != 0 {
            return false;
        }
        let time = self.shared.time;
        if limits.infinite || limits.ponder || !time.has_clock() {
            return time.is_late(scale);
        }
        // A forced win or loss that has been searched through, or an only move, needs no more time.
        let plies = if score > 0 { INFINITE - score } else { INFINITE + score };
        let players = self.request.position.players() as i32;
        let proved = is_decided(score) && depth as i32 > plies * players / 2 + decided_extra_depth();
        let forced = moves.len() == 1 && depth >= only_move_depth() as u32;
        time.is_late(scale) || proved || forced
    }

    /// Searches with a narrow window around the last score, and widens it on the side that fails. Returns what is known of the best
    /// move from `first` on; if the search is not stopped, its exact score.
    fn aspire(&mut self, moves: &mut [RootMove<P>], first: usize, depth: u32, listen: &mut dyn FnMut(Event)) -> Known {
        let centre = moves[first].previous;
        let mut width = aspiration_window::<P>();
        let mut window = Window::new(-INFINITE, INFINITE);
        let is_narrow = depth >= aspiration_depth::<P>() as u32 && centre > -INFINITE;
        if is_narrow && !is_decided(centre) && self.mode == Mode::Usual {
            window = Window::new(centre - width, centre + width);
        }
        let mut failed_high = None;
        loop {
            let score = self.search_root(&mut moves[first..], window, depth, listen);
            sort_by_score(&mut moves[first..]);
            if self.stopped {
                return match (moves[first].score, failed_high) {
                    (score, _) if score > window.alpha => Known::Exact,
                    (score, Some(bound)) if score <= -INFINITE => Known::AtLeast(bound),
                    _ => Known::Nothing,
                };
            }
            let bound = match score {
                _ if score <= window.alpha && window.alpha > -INFINITE => Bound::Upper,
                _ if score >= window.beta && window.beta < INFINITE => Bound::Lower,
                _ => return Known::Exact,
            };
            failed_high = (bound == Bound::Lower).then_some(score);
            if self.shared.time.stop_signal().elapsed() >= QUIET_START {
                let mut failed = moves[first].clone();
                failed.score = score;
                listen(Event::Report(self.report(&failed, depth, first + 1, bound)));
            }
            width *= aspiration_growth::<P>();
            let reach = if width > aspiration_limit::<P>() { 2 * INFINITE } else { width };
            match bound {
                Bound::Upper => window.alpha = (score - reach).max(-INFINITE),
                _ => window.beta = (score + reach).min(INFINITE),
            }
        }
    }
}
