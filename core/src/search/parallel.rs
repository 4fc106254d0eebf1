//! All threads of a search: each searches the whole tree, and reads in the transposition table what the others found.
//!
//! A panic never leaves [`Request::run`]: the other threads are stopped, and the search still ends with a legal move.

use super::abdada::MovesInSearch;
use super::ends::final_score;
use super::iterative_deepening::{Found, is_mate_within};
use super::parameters::{MATE_EXTRA_DEPTH, MAX_PLY};
use super::root::{RootMove, sorted_by};
use super::strength::Strength;
use super::transposition::TableView;
use super::window::Bound;
use super::worker::{Mode, NodeCounter, Shared, Worker};
use super::{Answer, Event, Report, Request};
use crate::position::{GameMove, Position};
use crate::types::Score;
use crate::types::score::DECIDED;
use crate::types::zobrist::mix;
use rayon::ThreadPool;
use std::any::Any;
use std::cmp::Reverse;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// Calls `work` with the number of each thread of the pool, on that thread. It is compiled once for all games.
fn on_all_threads(pool: &ThreadPool, work: &(dyn Fn(usize) + Sync)) {
    pool.broadcast(|context| work(context.index()));
}

fn message_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

impl<P: Position> Request<P> {
    /// Runs the search to its end on all threads of `pool`. The last event is [`Event::Done`], even after a panic.
    pub fn run(&self, pool: &ThreadPool, mut listen: impl FnMut(Event) + Send) {
        let answer = catch_unwind(AssertUnwindSafe(|| self.find_answer(pool, &mut listen)));
        let answer = answer.unwrap_or_else(|panic| {
            listen(Event::Failure(format!("the search panicked: {}", message_of(&*panic))));
            self.first_legal_move()
        });
        listen(Event::Done(answer));
    }

    /// The answer that needs no search.
    fn first_legal_move(&self) -> Answer {
        Answer { best: self.moves.first().map(|mv| mv.bits()), ponder: None }
    }

    fn find_answer(&self, pool: &ThreadPool, listen: &mut (impl FnMut(Event) + Send)) -> Answer {
        let setup = &self.setup;
        if self.moves.is_empty() {
            listen(Event::Report(report_of_finished_game(&self.position)));
            return Answer::default();
        }
        setup.shared_state.table.new_search();
        let moves = self.root_moves();
        let mut last_reported: Option<Report> = None;
        let mut tell = |event| {
            if let Event::Report(report) = &event {
                // Lines that are only searched for a weakened player to choose from.
                if report.multipv > setup.multipv.max(1) {
                    return;
                }
                if report.multipv == 1 {
                    last_reported = Some(report.clone());
                }
            }
            listen(event);
        };
        let at_once = setup.limits.mate.is_some() && setup.limits.exhaustive;
        let first = if at_once { Mode::Proof } else { Mode::Usual };
        let Some(mut found) = self.search(pool, &moves, first, &mut tell) else {
            return self.first_legal_move();
        };
        if let Some(wanted) = setup.limits.mate
            && first == Mode::Usual
            && !setup.time.stop_signal().is_stopped()
            && !is_mate_within(found.moves[0].score, wanted)
        {
            // The usual search prunes and has found no win: search again without pruning.
            let proof = self.search(pool, &moves, Mode::Proof, &mut tell);
            found = proof.filter(|proof| proof.depth > 0).unwrap_or(found);
        }
        if let Some(strength) = setup.limits.strength() {
            self.choose_line(&strength, &mut found);
        }
        let mut line = found.report.pv.iter().copied();
        let answer = Answer { best: line.next(), ponder: line.next() };
        // The last report has the line that the answer comes from. A search that was stopped may have found a better one since
        // the last report, or have told a bound; another thread may have got deeper than the one that reports.
        let is_told = |last: &Report| {
            last.depth >= found.depth
                && (last.bound, last.score) == (found.report.bound, found.report.score)
                && last.pv == found.report.pv
        };
        if !last_reported.as_ref().is_some_and(is_told) {
            listen(Event::Report(found.report));
        }
        answer
    }

    /// The view of the transposition table for a search. A proof shares no entries with a search that prunes, and with
    /// more than two players the searches of different players share none.
    pub fn table_view(&self, mode: Mode) -> TableView<'_> {
        let proof = if mode == Mode::Proof { 0x9D0F_0F0F_9D0F_0F0F } else { 0 };
        let number = u64::from(self.position.turn().number);
        let player = if P::PLAYERS == 2 { 0 } else { mix(0x5EA7 + number) };
        TableView { table: &self.setup.shared_state.table, salt: proof ^ player }
    }

    /// Searches on all threads. `None` if all of them panicked.
    fn search(
        &self,
        pool: &ThreadPool,
        moves: &[RootMove<P>],
        mode: Mode,
        listen: &mut (impl FnMut(Event) + Send),
    ) -> Option<Found<P>> {
        let setup = &self.setup;
        let threads = pool.current_num_threads();
        let counters: Vec<NodeCounter> = (0..threads).map(|_| NodeCounter::default()).collect();
        let moves_in_search = MovesInSearch::new(threads);
        let shared = Shared {
            network: &setup.network,
            time: &setup.time,
            counters: &counters,
            moves_in_search: &moves_in_search,
            #[cfg(feature = "faults")]
            fault: *setup.shared_state.fault.lock().unwrap(),
        };
        let tables = setup.shared_state.lend::<P>(threads);
        let listener = Mutex::new(&mut *listen);
        let results: Vec<OnceLock<_>> = (0..threads).map(|_| OnceLock::new()).collect();
        on_all_threads(pool, &|id| {
            let mut tell = |event| {
                if id == 0 {
                    listener.lock().unwrap_or_else(PoisonError::into_inner)(event);
                }
            };
            let work = || {
                let mut tables = tables[id].lock().unwrap_or_else(PoisonError::into_inner);
                let mut worker = Worker::new(&shared, id, self, std::mem::take(&mut *tables), mode);
                let found = worker.iterate(moves, self.last_depth(mode), &mut tell);
                *tables = worker.into_tables();
                found
            };
            let result = catch_unwind(AssertUnwindSafe(work));
            // The first thread that is done ends the search for all. A win that takes longer than was asked for is not
            // the end.
            if result.as_ref().map_or(true, |found| is_wanted(found.moves[0].score, setup.limits.mate)) {
                setup.time.stop_signal().stop();
            }
            let result = result.map_err(|panic| format!("search thread {id} panicked: {}", message_of(&*panic)));
            // Never taken: each thread has a place of its own.
            let _ = results[id].set(result);
        });
        setup.shared_state.give_back(tables);
        let mut all_found = Vec::new();
        for result in results.into_iter().filter_map(OnceLock::into_inner) {
            match result {
                Ok(found) => all_found.push(found),
                Err(message) => listen(Event::Failure(message)),
            }
        }
        let merit = |found: &Found<P>| merit(found.moves[0].last_score(), found.depth, setup.limits.mate);
        // Of several equal ones the first.
        all_found.into_iter().rev().max_by_key(merit)
    }

    fn last_depth(&self, mode: Mode) -> u32 {
        let last = self.setup.limits.most_depth().clamp(1, MAX_PLY as u32 - 2);
        // A win in so many own moves takes that many rounds, the last one up to the turn of the opponent who is mated, or whose
        // move loses.
        let players = self.position.players() as u32;
        let last_turn = if self.position.may_win_by_the_others_move() { 0 } else { players / 2 };
        let plies = |mate: u32| mate.saturating_mul(players).saturating_sub(last_turn).max(1);
        match (self.setup.limits.mate, mode) {
            (None, _) => last,
            (Some(mate), Mode::Usual) => last.min(plies(mate).saturating_add(MATE_EXTRA_DEPTH)),
            (Some(mate), Mode::Proof) => last.min(plies(mate)),
        }
    }

    /// The root moves: the table's move first, then by what they gain.
    fn root_moves(&self) -> Vec<RootMove<P>> {
        let entry = self.table_view(Mode::Usual).get(self.position.key(), 0);
        let move16 = entry.map_or(0, |entry| entry.move16);
        let moves = sorted_by(&self.moves, |&mv| (mv.move16() != move16, Reverse(self.position.gain(mv))));
        moves.into_iter().map(RootMove::new).collect()
    }

    /// Moves the line that a weakened player plays to the front, and reports it.
    fn choose_line(&self, strength: &Strength, found: &mut Found<P>) {
        let key = self.position.key();
        let exact = found.moves.iter().take(found.exact.min(strength.choice()));
        let candidates = exact.map(|root_move| root_move.score).enumerate();
        let appeal = |&(index, score): &(usize, Score)| (strength.appeal(key, index, score), Reverse(index));
        if let Some((index, score)) = candidates.max_by_key(appeal).filter(|&(index, _)| index > 0) {
            found.moves.swap(0, index);
            found.report.score = score;
            found.report.pv = self.legal_part(&found.moves[0].line);
        }
    }
}

/// Whether a score is what was asked for: any, or a win in at most so many own moves.
fn is_wanted(score: Score, mate: Option<u32>) -> bool {
    mate.is_none_or(|mate| is_mate_within(score, mate))
}

/// What decides which thread's result is taken: whether it is what was asked for, whether it is a forced win, then its
/// depth.
fn merit(score: Score, depth: u32, mate: Option<u32>) -> (bool, bool, u32) {
    (is_wanted(score, mate), score >= DECIDED, depth)
}

/// `depth 0` with the score of a game that is over.
fn report_of_finished_game<P: Position>(position: &P) -> Report {
    let (score, bound, time) = (final_score(position), Bound::Exact, Duration::ZERO);
    Report { depth: 0, seldepth: 0, multipv: 1, score, bound, nodes: 0, time, hashfull: 0, pv: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::score::WIN;

    #[test]
    fn a_thread_that_got_deeper_does_not_hide_a_win_that_was_asked_for() {
        let (win_in_two, win_in_three) = (WIN - 3, WIN - 5);
        assert!(merit(win_in_two, 2, Some(2)) > merit(win_in_three, 4, Some(2)));
        assert!(merit(win_in_two, 2, Some(2)) > merit(1500, 3, Some(2)));
        assert!(merit(win_in_three, 4, Some(3)) > merit(win_in_two, 2, Some(3)));
        assert!(merit(win_in_two, 2, None) > merit(1500, 3, None));
        assert!(merit(900, 2, None) < merit(-900, 3, None));
    }
}
