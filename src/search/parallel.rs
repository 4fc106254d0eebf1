//! All threads of a search: each searches the whole tree, and reads in the transposition table what the others found.
//!
//! A panic never leaves [`run`]: the other threads are stopped, and the search still ends with a legal move.

use super::abdada::MovesInSearch;
use super::iterative_deepening::{Found, Plan, is_mate_within};
use super::parameters::{MATE_EXTRA_DEPTH, MAX_PLY};
use super::report::{Answer, Event, Report};
use super::request::Request;
use super::root::{RootMove, line_texts};
use super::strength::{CHOICE, Strength};
use super::transposition::TableView;
use super::worker::{NodeCounter, Shared, Worker};
use crate::position::{GameMove, Position};
use crate::types::Score;
use crate::types::score::{DRAW, DisplayScore, INFINITE};
use crate::types::zobrist::mix;
use rayon::ThreadPool;
use std::any::Any;
use std::cmp::Reverse;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

/// Runs a search to its end on all threads of `pool`. The last event is [`Event::Done`], even after a panic.
pub fn run<P: Position>(request: &Request<P>, pool: &ThreadPool, mut listen: impl FnMut(Event) + Send) {
    let answer = catch_unwind(AssertUnwindSafe(|| find_answer(request, pool, &mut listen)));
    let answer = answer.unwrap_or_else(|panic| {
        listen(Event::Failure(format!("the search panicked: {}", message_of(&*panic))));
        first_legal_move(request)
    });
    listen(Event::Done(answer));
}

/// The answer that needs no search.
fn first_legal_move<P: Position>(request: &Request<P>) -> Answer {
    let text = |&mv: &P::Move| catch_unwind(AssertUnwindSafe(|| request.position.move_text(mv, request.notation))).ok();
    Answer { best: request.moves.first().and_then(text), ponder: None }
}

/// The message of a panic.
fn message_of(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

fn find_answer<P: Position>(
    request: &Request<P>,
    pool: &ThreadPool,
    listen: &mut (impl FnMut(Event) + Send),
) -> Answer {
    if request.moves.is_empty() {
        listen(Event::Report(report_of_finished_game(&request.position)));
        return Answer::default();
    }
    request.shared_state.table.new_search();
    let moves = root_moves(request);
    let mut last_reported = (0, None);
    let mut tell = |event| {
        if let Event::Report(report) = &event {
            // Lines that are only searched for a weakened player to choose from.
            if report.multipv > request.multipv.max(1) {
                return;
            }
            if report.multipv == 1 {
                last_reported = (report.depth, report.pv.first().cloned());
            }
        }
        listen(event);
    };
    let Some(mut found) = search(request, pool, &moves, Phase::Usual, &mut tell) else {
        return first_legal_move(request);
    };
    if let Some(wanted) = request.limits.mate
        && !request.time.stop_signal().is_stopped()
        && !is_mate_within(found.moves[0].score, wanted)
    {
        // The usual search prunes and has found no win: search again without pruning.
        let proof = search(request, pool, &moves, Phase::Proof(wanted), &mut tell);
        found = proof.filter(|proof| proof.depth > 0).unwrap_or(found);
    }
    if let Some(strength) = request.limits.strength() {
        choose_line(request, &strength, &mut found);
    }
    let answer = answer(request, &found);
    // A search that was stopped may have found a better move since the last report, and another thread may have got
    // deeper than the one that reports. The last report is always about the move that is played.
    if last_reported.0 < found.depth || last_reported.1 != answer.best {
        listen(Event::Report(found.report));
    }
    answer
}

/// The usual search and, for `go mate`, a second one that prunes nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Usual,
    Proof(u32),
}

/// The view of the transposition table for a search. A proof shares no entries with a search that prunes, and with more
/// than two players the searches of different players share none.
fn table_view<P: Position>(request: &Request<P>, phase: Phase) -> TableView<'_> {
    let proof = if phase == Phase::Usual { 0 } else { 0x9D0F_0F0F_9D0F_0F0F };
    let number = u64::from(request.position.turn().number);
    let player = if P::PLAYERS == 2 { 0 } else { mix(0x5EA7 + number) };
    TableView::new(&request.shared_state.table, proof ^ player)
}

/// Searches on all threads. `None` if all of them panicked.
fn search<P: Position>(
    request: &Request<P>,
    pool: &ThreadPool,
    moves: &[RootMove<P>],
    phase: Phase,
    listen: &mut (impl FnMut(Event) + Send),
) -> Option<Found<P>> {
    let threads = pool.current_num_threads();
    let counters: Vec<NodeCounter> = (0..threads).map(|_| NodeCounter::default()).collect();
    let moves_in_search = MovesInSearch::new(threads);
    let shared = Shared {
        table: table_view(request, phase),
        time: &request.time,
        counters: &counters,
        node_limit: request.limits.most_nodes(),
        exhaustive: phase != Phase::Usual,
        moves_in_search: &moves_in_search,
        #[cfg(test)]
        fault: request.shared_state.fault(),
    };
    let histories = request.shared_state.lend::<P>(threads);
    let listener = Mutex::new(&mut *listen);
    let results = pool.broadcast(|context| {
        let id = context.index();
        let mut tell = |event| {
            if id == 0 {
                listener.lock().unwrap_or_else(PoisonError::into_inner)(event);
            }
        };
        let work = || {
            let mut history = histories[id].lock().unwrap_or_else(PoisonError::into_inner);
            let mut worker = Worker::new(&shared, id, request, std::mem::take(&mut *history));
            let found = worker.iterate(&request.position, moves.to_vec(), &plan_of(request, phase, id), &mut tell);
            *history = worker.history;
            found
        };
        let result = catch_unwind(AssertUnwindSafe(work));
        // The first thread that is done ends the search for all. A win that takes longer than was asked for is not
        // the end.
        let wanted = request.limits.mate;
        if result
            .as_ref()
            .map_or(true, |found| wanted.is_none_or(|wanted| is_mate_within(found.moves[0].score, wanted)))
        {
            request.time.stop_signal().stop();
        }
        result.map_err(|panic| format!("search thread {id} panicked: {}", message_of(&*panic)))
    });
    request.shared_state.give_back(histories);
    let mut all_found = Vec::new();
    for result in results {
        match result {
            Ok(found) => all_found.push(found),
            Err(message) => listen(Event::Failure(message)),
        }
    }
    // The result of the thread that got deepest, the first one of these if there are several.
    all_found.into_iter().rev().max_by_key(|found| found.depth)
}

/// The depth of the last iteration.
fn last_depth<P: Position>(request: &Request<P>, phase: Phase) -> u32 {
    let last = request.limits.most_depth().clamp(1, MAX_PLY as u32 - 2);
    // A win in so many own moves takes that many rounds, the last one up to the turn of the opponent who is mated.
    let players = request.position.players() as u32;
    let plies = |mate: u32| mate.saturating_mul(players).saturating_sub(players / 2).max(1);
    match (phase, request.limits.mate) {
        (Phase::Usual, Some(mate)) => last.min(plies(mate).saturating_add(MATE_EXTRA_DEPTH)),
        (Phase::Proof(mate), _) => last.min(plies(mate)),
        _ => last,
    }
}

fn plan_of<P: Position>(request: &Request<P>, phase: Phase, id: usize) -> Plan {
    let last = last_depth(request, phase);
    Plan {
        limits: request.limits.clone(),
        multipv: request.limits.strength().map_or(request.multipv, |_| request.multipv.max(CHOICE)),
        notation: request.notation,
        first_depth: (1 + id as u32 % 2).min(last),
        last_depth: last,
    }
}

/// The root moves: the table's move first, then by what they gain.
fn root_moves<P: Position>(request: &Request<P>) -> Vec<RootMove<P>> {
    let position = &request.position;
    let entry = table_view(request, Phase::Usual).get(position.key(), 0);
    let move16 = entry.map_or(0, |entry| entry.move16);
    let mut moves = request.moves.clone();
    moves.sort_by_key(|&mv| (mv.move16() != move16, Reverse(position.gain(mv))));
    moves.into_iter().map(RootMove::new).collect()
}

/// Moves the line that a weakened player plays to the front, and reports it.
fn choose_line<P: Position>(request: &Request<P>, strength: &Strength, found: &mut Found<P>) {
    let key = request.position.key();
    let candidates = found.moves.iter().take(CHOICE).map(RootMove::last_score).enumerate();
    let with_score = candidates.filter(|&(_, score)| score > -INFINITE);
    let sum = |&(index, score): &(usize, Score)| (score + strength.bonus(key, index), Reverse(index));
    if let Some((index, score)) = with_score.max_by_key(sum).filter(|&(index, _)| index > 0) {
        found.moves.swap(0, index);
        found.report.score = score.into();
        found.report.pv = line_texts(&request.position, &request.past, &found.moves[0].line, request.notation);
    }
}

/// `depth 0` with the score of a game that is over.
fn report_of_finished_game<P: Position>(position: &P) -> Report {
    let outcome = position.outcome();
    let score = match outcome.and_then(|outcome| outcome.winner) {
        None => DisplayScore::Centipawns(DRAW),
        Some(winner) if winner == position.turn() => DisplayScore::Mate(1),
        Some(_) => DisplayScore::Mate(0),
    };
    Report::without_search(score)
}

fn answer<P: Position>(request: &Request<P>, found: &Found<P>) -> Answer {
    let best = &found.moves[0];
    let position = &request.position;
    let mut texts = line_texts(position, &request.past, &best.line, request.notation);
    if texts.len() == 1 {
        texts.extend(likely_reply(request, best.mv));
    }
    let mut texts = texts.into_iter();
    Answer { best: texts.next(), ponder: texts.next() }
}

/// The reply of the transposition table, for lines that end after one move.
fn likely_reply<P: Position>(request: &Request<P>, mv: P::Move) -> Option<String> {
    let next = request.position.after(mv);
    let move16 = table_view(request, Phase::Usual).get(next.key(), 1)?.move16;
    let reply = next.move_list().into_iter().find(|reply| move16 != 0 && reply.move16() == move16)?;
    next.ended().is_none().then(|| next.move_text(reply, request.notation))
}
