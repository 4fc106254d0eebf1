//! Counting move sequences, in parallel and optionally with a table of counts.

use crate::position::Position;
use crate::search::StopSignal;
use crate::types::zobrist;
use rayon::ThreadPool;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Counts of subtrees by position and depth, shared without locks: an entry is the key XOR the count, and the count.
pub struct CountTable {
    entries: Vec<[AtomicU64; 2]>,
}

impl CountTable {
    /// A table of `megabytes` MiB, or a message if it cannot be had.
    pub fn new(megabytes: usize) -> Result<CountTable, String> {
        let count = (megabytes << 20) / 16;
        let mut entries = Vec::new();
        entries.try_reserve_exact(count).map_err(|_| format!("cannot have {megabytes} MB for the perft table"))?;
        entries.resize_with(count, Default::default);
        Ok(CountTable { entries })
    }

    fn entry(&self, key: u64) -> &[AtomicU64; 2] {
        &self.entries[((u128::from(key) * self.entries.len() as u128) >> 64) as usize]
    }

    fn get(&self, key: u64) -> Option<u64> {
        let [check, count] = self.entry(key);
        let nodes = count.load(Relaxed);
        (check.load(Relaxed) ^ nodes == key).then_some(nodes)
    }

    fn put(&self, key: u64, nodes: u64) {
        let [check, count] = self.entry(key);
        check.store(key ^ nodes, Relaxed);
        count.store(nodes, Relaxed);
    }
}

/// A count on the threads of a pool, with a table of counts if there is one, until `stop` is given.
pub struct Perft<'a> {
    /// The threads.
    pub pool: &'a ThreadPool,
    /// The table.
    pub hash: Option<&'a CountTable>,
    /// Ends the count early, with less than the total.
    pub stop: &'a StopSignal,
}

impl Perft<'_> {
    /// Counts the sequences of `depth` moves and tells `each` the count behind every root move.
    pub fn divide<P: Position>(&self, root: &P, depth: u32, mut each: impl FnMut(P::Move, u64)) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut total = 0;
        for mv in root.move_list() {
            if self.stop.is_stopped() {
                break;
            }
            let nodes = self.split(&root.after(mv), depth - 1);
            each(mv, nodes);
            total += nodes;
        }
        total
    }

    /// The positions two plies on are the units of work: enough of them to keep all threads busy to the end.
    fn split<P: Position>(&self, position: &P, depth: u32) -> u64 {
        if depth < 3 || self.pool.current_num_threads() == 1 {
            return self.walk(position, depth);
        }
        let mut units = Vec::new();
        for mv in position.move_list() {
            let next = position.after(mv);
            units.extend(next.move_list().into_iter().map(|reply| (mv, reply)));
        }
        sum_on(self.pool, units.len(), &|index| {
            let (mv, reply) = units[index];
            self.walk(&position.after(mv).after(reply), depth - 2)
        })
    }

    fn walk<P: Position>(&self, position: &P, depth: u32) -> u64 {
        // Too little below here to be worth a look at the table or the clock.
        if depth < 2 || depth == 2 && self.hash.is_none() {
            return perft(position, depth);
        }
        if self.stop.is_stopped() {
            return 0;
        }
        let key = position.key() ^ zobrist::feature(99, u64::from(depth));
        if let Some(nodes) = self.hash.and_then(|table| table.get(key)) {
            return nodes;
        }
        let nodes = position.move_list().into_iter().map(|mv| self.walk(&position.after(mv), depth - 1)).sum();
        if let Some(table) = self.hash.filter(|_| !self.stop.is_stopped()) {
            table.put(key, nodes);
        }
        nodes
    }
}

/// The sum of `count` numbers, which the threads of the pool work out. It is compiled once for all games.
fn sum_on(pool: &ThreadPool, count: usize, number: &(dyn Fn(usize) -> u64 + Sync)) -> u64 {
    pool.install(|| (0..count).into_par_iter().with_max_len(4).map(number).sum())
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
