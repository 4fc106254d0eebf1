//! All threads of a search: each searches the whole tree, and what one finds the others read in the table.

use super::abdada::MovesInSearch;
use super::root::{Found, Plan, RootMove, last_depth, line_texts};
use super::strength::CHOICE;
use super::worker::{NodeCounter, Shared, Worker};
use super::{Answer, Bound, Control, Event, Limits, Report, SharedState, paranoid};
use crate::position::{GameMove, Notation, Position};
use crate::types::score::{DRAW, DisplayScore};
use rayon::ThreadPool;
use std::sync::{Arc, Mutex, PoisonError};

/// Everything a search needs to know.
pub struct Request<P: Position> {
    /// The root.
    pub position: P,
    /// Keys of the positions before the root, oldest first.
    pub history: Vec<u64>,
    /// Those positions themselves; kept only with more than two players.
    pub past: Vec<P>,
    /// When to stop.
    pub limits: Limits,
    /// Lines to report.
    pub multipv: usize,
    /// How moves are written.
    pub notation: Notation,
    /// What earlier searches of this game have left.
    pub shared_state: Arc<SharedState>,
    /// Stop and clock.
    pub control: Arc<Control>,
}

/// Runs a search to its end on all threads of `pool`. The last event is [`Event::Done`].
pub fn run<P: Position>(request: &Request<P>, pool: &ThreadPool, mut listen: impl FnMut(Event) + Send) {
    let moves = root_moves(request);
    if moves.is_empty() {
        listen(Event::Report(report_of_finished_game(&request.position)));
        listen(Event::Done(Answer::default()));
        return;
    }
    request.shared_state.table.new_search();
    let last_reported = Mutex::new((0, None));
    let mut listen = |event| {
        if let Event::Report(report) = &event {
            // Lines that are only searched for a weakened player to choose from.
            if report.multipv > request.multipv.max(1) {
                return;
            }
            if report.multipv == 1
                && let Ok(mut last) = last_reported.lock()
            {
                *last = (report.depth, report.pv.first().cloned());
            }
        }
        listen(event);
    };
    let mut found = search(request, pool, &moves, Phase::Usual, &mut listen);
    if let Some(wanted) = request.limits.mate
        && !request.control.is_stopped()
        && !is_mate_within(&found, wanted)
    {
        // The usual search takes risks and has found no win: make sure.
        let proof = search(request, pool, &moves, Phase::Proof(wanted), &mut listen);
        if proof.depth > 0 {
            found = proof;
        }
    }
    if let Some(strength) = request.limits.strength() {
        strength.choose(request, &mut found);
    }
    let answer = answer(request, &found);
    // A search that was cut off may have changed its mind since the last report; another thread may have got
    // deeper than the one that reports. The last report is always about the move that is played.
    let (depth, first) = last_reported.lock().map(|last| last.clone()).unwrap_or_default();
    if depth < found.depth || first != answer.best {
        listen(Event::Report(found.report));
    }
    listen(Event::Done(answer));
}

/// A first search as always and, for `mate`, one that leaves nothing out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Usual,
    Proof(u32),
}

fn search<P: Position>(
    request: &Request<P>,
    pool: &ThreadPool,
    moves: &[RootMove<P>],
    phase: Phase,
    listen: &mut (impl FnMut(Event) + Send),
) -> Found<P> {
    let threads = pool.current_num_threads();
    let counters: Vec<NodeCounter> = (0..threads).map(|_| NodeCounter::default()).collect();
    let busy = MovesInSearch::new(threads);
    let shared = Shared {
        table: &request.shared_state.table,
        control: &request.control,
        counters: &counters,
        node_limit: request.limits.most_nodes(),
        exhaustive: phase != Phase::Usual,
        busy: &busy,
    };
    let experiences = request.shared_state.lend::<P>(threads);
    let listener = Mutex::new(listen);
    let mut results: Vec<Found<P>> = pool.broadcast(|context| {
        let id = context.index();
        let plan = plan_of(request, phase, id);
        let mut experience = experiences[id].lock().unwrap_or_else(PoisonError::into_inner);
        let mut worker = Worker::new(&shared, id, request, std::mem::take(&mut *experience));
        let mut tell = |event| {
            if id == 0
                && let Ok(mut listen) = listener.lock()
            {
                listen(event);
            }
        };
        let found = worker.iterate(&request.position, moves.to_vec(), &plan, &mut tell);
        // Whoever reaches the end first ends it for all. A win that takes longer than was asked for is not the end.
        if request.limits.mate.is_none_or(|wanted| is_mate_within(&found, wanted)) {
            request.control.stop();
        }
        *experience = worker.memory.into_experience();
        found
    });
    request.shared_state.give_back(experiences);
    // The result of the thread that got deepest, the first thread's when in doubt.
    let deepest = (0..results.len()).max_by_key(|&id| (results[id].depth, std::cmp::Reverse(id)));
    results.swap_remove(deepest.unwrap_or(0))
}

fn plan_of<P: Position>(request: &Request<P>, phase: Phase, id: usize) -> Plan {
    let mut last = last_depth(&request.limits);
    let mut first = 1 + id as u32 % 2;
    // A win in so many own moves takes that many rounds, the last one up to the turn of the opponent who is mated.
    let players = request.position.players() as u32;
    let plies = |mate: u32| mate.saturating_mul(players).saturating_sub(players / 2).max(1);
    match (phase, request.limits.mate) {
        (Phase::Usual, Some(mate)) => last = last.min(plies(mate).saturating_add(5)),
        (Phase::Proof(mate), _) => last = last.min(plies(mate)),
        _ => {}
    }
    first = first.min(last);
    Plan {
        limits: request.limits.clone(),
        multipv: request.limits.strength().map_or(request.multipv, |_| request.multipv.max(CHOICE)),
        notation: request.notation,
        first_depth: first,
        last_depth: last,
    }
}

fn is_mate_within<P: Position>(found: &Found<P>, moves: u32) -> bool {
    matches!(DisplayScore::from(found.moves[0].score), DisplayScore::Mate(n) if n > 0 && n as u32 <= moves)
}

/// The legal moves that the limits leave, in the order that the table and the noise of moves suggest.
fn root_moves<P: Position>(request: &Request<P>) -> Vec<RootMove<P>> {
    let position = &request.position;
    let names = |list: &[String], mv: P::Move| list.iter().any(|text| position.is_text_of(mv, text));
    let wanted = |&mv: &P::Move| {
        (request.limits.only.is_empty() || names(&request.limits.only, mv)) && !names(&request.limits.except, mv)
    };
    let mut moves = position.move_list();
    if moves.iter().any(wanted) {
        // Limits that leave nothing to play are no limits.
        moves.retain(|mv| wanted(mv));
    }
    let slot = position.key() ^ paranoid::salt::<P>(position.turn());
    let move16 = request.shared_state.table.get(slot, 0).map_or(0, |entry| entry.move16);
    moves.sort_by_key(|&mv| (mv.move16() != move16, std::cmp::Reverse(position.gain(mv))));
    moves.into_iter().map(RootMove::new).collect()
}

/// `depth 0` with the score of a game that is over.
fn report_of_finished_game<P: Position>(position: &P) -> Report {
    let outcome = position.outcome();
    let score = match outcome.and_then(|outcome| outcome.winner) {
        None => DisplayScore::Centipawns(DRAW),
        Some(winner) if winner == position.turn() => DisplayScore::Mate(1),
        Some(_) => DisplayScore::Mate(0),
    };
    Report {
        depth: 0,
        seldepth: 0,
        multipv: 1,
        score,
        bound: Bound::Exact,
        nodes: 0,
        time: std::time::Duration::ZERO,
        hashfull: 0,
        pv: Vec::new(),
    }
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

/// The reply that the table knows, for lines that end after one move.
fn likely_reply<P: Position>(request: &Request<P>, mv: P::Move) -> Option<String> {
    let next = request.position.after(mv);
    let move16 = request.shared_state.table.get(next.key() ^ paranoid::salt::<P>(request.position.turn()), 1)?.move16;
    let reply = next.move_list().into_iter().find(|reply| move16 != 0 && reply.move16() == move16)?;
    next.ended().is_none().then(|| next.move_text(reply, request.notation))
}
