//! Searches whose threads panic.

use jailbird::search::{Answer, Event, Fault, Limits, SearchSetup, SharedState, StopSignal, TimeManager};
use jailbird::variants;
use rayon::ThreadPoolBuilder;
use std::sync::Arc;
use std::time::Duration;

/// The events of a search of the start position of the first game, on two threads.
fn events_of(shared_state: &Arc<SharedState>, fault: Fault) -> Vec<Event> {
    let pool = ThreadPoolBuilder::new().num_threads(2).stack_size(64 << 20).build().unwrap();
    *shared_state.fault.lock().unwrap() = fault;
    // A thread with a fault may be slow to reach it: without the fault the search must not end before that.
    let limits = Limits::depth(if fault.nodes.is_some() { 100 } else { 6 });
    let time = Arc::new(TimeManager::new(&limits, Duration::ZERO, Arc::new(StopSignal::default())));
    let shared_state = Arc::clone(shared_state);
    let network = variants::default().network();
    let setup = SearchSetup { network, limits, multipv: 1, shared_state, time };
    let mut events = Vec::new();
    variants::default().new_game().search(setup)(&pool, &mut |event| events.push(event));
    events
}

/// The same with nothing learnt before.
fn events_with(fault: Fault) -> Vec<Event> {
    events_of(&Arc::new(SharedState::new(1).unwrap()), fault)
}

/// Splits events into the failures and the answer, which has to come exactly once, as the last event.
fn outcome(events: &[Event]) -> (Vec<&str>, &Answer) {
    let failures = events.iter().filter_map(|event| match event {
        Event::Failure(text) => Some(text.as_str()),
        _ => None,
    });
    assert_eq!(events.iter().filter(|event| matches!(event, Event::Done(_))).count(), 1);
    let Some(Event::Done(answer)) = events.last() else { panic!("the answer does not come last: {events:?}") };
    (failures.collect(), answer)
}

fn assert_is_legal(answer: &Answer) {
    let is_legal = |best| variants::default().new_game().play_bits(best);
    assert!(answer.best.is_some_and(is_legal), "{answer:?} is not legal");
}

#[test]
fn without_a_fault_no_failure_is_reported() {
    let events = events_with(Fault::default());
    let (failures, answer) = outcome(&events);
    assert!(failures.is_empty(), "{failures:?}");
    assert_is_legal(answer);
}

#[test]
fn a_panic_of_one_thread_still_leads_to_a_legal_move() {
    for thread in [0, 1] {
        let events = events_with(Fault { thread: Some(thread), nodes: Some(500) });
        let (failures, answer) = outcome(&events);
        assert_eq!(failures.len(), 1);
        assert!(failures[0].starts_with(&format!("search thread {thread} panicked: ")), "{failures:?}");
        assert_is_legal(answer);
    }
}

#[test]
fn a_panic_of_all_threads_still_leads_to_a_legal_move() {
    for nodes in [1, 500] {
        let events = events_with(Fault { thread: None, nodes: Some(nodes) });
        let (failures, answer) = outcome(&events);
        assert!(!failures.is_empty() && failures.len() <= 2, "{failures:?}");
        assert_is_legal(answer);
    }
}

#[test]
fn a_panic_does_not_harm_the_next_search() {
    let shared_state = Arc::new(SharedState::new(1).unwrap());
    for nodes in [Some(300), None] {
        let events = events_of(&shared_state, Fault { thread: None, nodes });
        let (failures, answer) = outcome(&events);
        assert_eq!(failures.is_empty(), nodes.is_none(), "{failures:?}");
        assert_is_legal(answer);
    }
}
