//! Counting move sequences, in parallel and optionally with a table of counts.

use crate::position::Position;
use crate::search::StopSignal;
use crate::types::zobrist;
use rayon::ThreadPool;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Counts of subtrees by position and depth, shared without locks: each slot is the key XOR the count, and the count.
pub struct CountTable {
    slots: Vec<[AtomicU64; 2]>,
}

impl CountTable {
    /// A table of `megabytes` MiB, or a message if it cannot be had.
    pub fn new(megabytes: usize) -> Result<CountTable, String> {
        let count = (megabytes << 20) / 16;
        let mut slots = Vec::new();
        slots.try_reserve_exact(count).map_err(|_| format!("cannot have {megabytes} MB for the perft table"))?;
        slots.resize_with(count, Default::default);
        Ok(CountTable { slots })
    }

    fn slot(&self, key: u64) -> &[AtomicU64; 2] {
        &self.slots[((u128::from(key) * self.slots.len() as u128) >> 64) as usize]
    }

    fn get(&self, key: u64) -> Option<u64> {
        let [check, count] = self.slot(key);
        let nodes = count.load(Relaxed);
        (check.load(Relaxed) ^ nodes == key).then_some(nodes)
    }

    fn put(&self, key: u64, nodes: u64) {
        let [check, count] = self.slot(key);
        check.store(key ^ nodes, Relaxed);
        count.store(nodes, Relaxed);
    }
}

/// Counts the sequences of `depth` moves and tells `each` the count behind every root move.
/// Returns early, with less than the total, when `stop` is given.
pub fn divide<P: Position>(
    root: &P,
    depth: u32,
    pool: &ThreadPool,
    hash: Option<&CountTable>,
    stop: &StopSignal,
    mut each: impl FnMut(P::Move, u64),
) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut total = 0;
    for mv in root.move_list() {
        if stop.is_stopped() {
            break;
        }
        let nodes = split(&root.after(mv), depth - 1, pool, hash, stop);
        each(mv, nodes);
        total += nodes;
    }
    total
}

/// The positions two plies on are the units of work: enough of them to keep all threads busy to the end.
fn split<P: Position>(
    position: &P,
    depth: u32,
    pool: &ThreadPool,
    hash: Option<&CountTable>,
    stop: &StopSignal,
) -> u64 {
    if depth < 3 || pool.current_num_threads() == 1 {
        return walk(position, depth, hash, stop);
    }
    let mut units = Vec::new();
    for mv in position.move_list() {
        let next = position.after(mv);
        units.extend(next.move_list().into_iter().map(|reply| (mv, reply)));
    }
    pool.install(|| {
        let unit = |&(mv, reply): &(P::Move, P::Move)| walk(&position.after(mv).after(reply), depth - 2, hash, stop);
        units.par_iter().with_max_len(4).map(unit).sum()
    })
}

fn walk<P: Position>(position: &P, depth: u32, hash: Option<&CountTable>, stop: &StopSignal) -> u64 {
    // Too little below here to be worth a look at the table or the clock.
    if depth < 2 || depth == 2 && hash.is_none() {
        return perft(position, depth);
    }
    if stop.is_stopped() {
        return 0;
    }
    let key = position.key() ^ zobrist::feature(99, u64::from(depth));
    if let Some(nodes) = hash.and_then(|table| table.get(key)) {
        return nodes;
    }
    let mut nodes = 0;
    for mv in position.move_list() {
        nodes += walk(&position.after(mv), depth - 1, hash, stop);
    }
    if let Some(table) = hash.filter(|_| !stop.is_stopped()) {
        table.put(key, nodes);
    }
    nodes
}

/// The number of distinct sequences of `depth` legal moves. The last ply is counted, not made.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => {
            let mut leaves = 0;
            for mv in position.move_list() {
                // Not `after`: the compiler would copy its result once more.
                let mut next = position.clone();
                next.play(mv);
                leaves += perft(&next, depth - 1);
            }
            leaves
        }
    }
}
