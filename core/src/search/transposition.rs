//! The transposition table: shared by all threads without locks.
//!
//! An entry is two words, the data and the key XOR the data (R. Hyatt and T. Mann, "A lockless transposition
//! table implementation for parallel search", 2002): words of two different writers do not fit together and
//! are read as a miss. Four entries make a bucket of one cache line.

use super::parameters::{replacement_age_weight, replacement_depth};
use super::window::{Bound, Window};
use crate::types::Score;
use crate::types::score::DECIDED;
use std::hint::black_box;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// [`move16`](crate::position::GameMove::move16) of the best move, 0 if none is known.
    pub move16: u16,
    /// The score, forced wins counted from this position.
    pub score: Score,
    pub eval: Score,
    pub depth: i32,
    pub bound: Bound,
}

impl Entry {
    #[inline(always)]
    pub fn cuts(&self, window: Window) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= window.beta,
            Bound::Upper => self.score <= window.alpha,
        }
    }
}

#[derive(Default)]
struct PackedEntry {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([PackedEntry; 4]);

/// The table, of fixed size.
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    generation: AtomicU8,
}

/// Generations are counted modulo this (six bits of an entry).
const GENERATIONS: u8 = 64;

/// The table as one search sees it: entries of searches that must not share results have different keys.
#[derive(Clone, Copy)]
pub struct TableView<'a> {
    pub table: &'a TranspositionTable,
    /// Searches with the same salt share entries.
    pub salt: u64,
}

impl TableView<'_> {
    /// The entry of the position with this key, which is `ply` plies from the root.
    #[inline(always)]
    pub fn get(&self, key: u64, ply: usize) -> Option<Entry> {
        self.table.get(key ^ self.salt, ply)
    }

    #[inline(always)]
    pub fn put(&self, key: u64, ply: usize, entry: Entry) {
        self.table.put(key ^ self.salt, ply, entry);
    }

    /// Begins to load the bucket of a position that will soon be asked for, so that the memory has time to answer.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        black_box(self.table.bucket(key ^ self.salt).0[0].data.load(Relaxed));
    }
}

impl TranspositionTable {
    /// An empty table of at most `megabytes` MiB; an error if there is no memory for it.
    pub fn new(megabytes: usize) -> Result<TranspositionTable, String> {
        let error = || format!("cannot have {megabytes} MB of memory for the hash table");
        let count = (megabytes << 20) / size_of::<Bucket>();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).map_err(|_| error())?;
        buckets.resize_with(count, Bucket::default);
        Ok(TranspositionTable { buckets, generation: AtomicU8::new(0) })
    }

    /// Size in MiB.
    pub fn megabytes(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()) >> 20
    }

    /// Empties the table.
    pub fn clear(&self) {
        for packed in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            packed.check.store(0, Relaxed);
            packed.data.store(0, Relaxed);
        }
        self.generation.store(0, Relaxed);
    }

    /// Begins a new search: all present entries become older.
    pub fn new_search(&self) {
        let next = (self.generation.load(Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Relaxed);
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &Bucket {
        // The high half of key * length is evenly distributed for every length.
        let index = ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize;
        &self.buckets[index]
    }

    /// The entry of the position with this key, which is `ply` plies from the root.
    #[inline]
    pub fn get(&self, key: u64, ply: usize) -> Option<Entry> {
        for packed in &self.bucket(key).0 {
            let data = packed.data.load(Relaxed);
            if packed.check.load(Relaxed) ^ data == key && data != 0 {
                let mut entry = unpack(data);
                entry.score = recounted(entry.score, -(ply as Score));
                return Some(entry);
            }
        }
        None
    }

    /// Stores an entry in place of the least useful one of its bucket.
    #[inline]
    pub fn put(&self, key: u64, ply: usize, mut entry: Entry) {
        let generation = self.generation.load(Relaxed);
        let bucket = self.bucket(key);
        let mut place = &bucket.0[0];
        let mut least = i32::MAX;
        for packed in &bucket.0 {
            let data = packed.data.load(Relaxed);
            if data == 0 || packed.check.load(Relaxed) ^ data == key {
                if data != 0 {
                    let old = unpack(data);
                    if entry.move16 == 0 {
                        entry.move16 = old.move16;
                    }
                    // A deep entry is kept instead of a shallow bound of the same search.
                    if entry.bound != Bound::Exact
                        && entry.depth + replacement_depth() < old.depth
                        && age(data, generation) == 0
                    {
                        return;
                    }
                }
                place = packed;
                break;
            }
            let worth = unpack(data).depth - replacement_age_weight() * age(data, generation);
            if worth < least {
                (least, place) = (worth, packed);
            }
        }
        entry.score = recounted(entry.score, ply as Score);
        let data = pack(entry, generation);
        place.check.store(key ^ data, Relaxed);
        place.data.store(data, Relaxed);
    }

    /// Permille of the table that this search has filled, from a sample.
    pub fn hashfull(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let generation = self.generation.load(Relaxed);
        let entries = sample.iter().flat_map(|bucket| &bucket.0);
        let used = entries.filter(|packed| {
            let data = packed.data.load(Relaxed);
            data != 0 && age(data, generation) == 0
        });
        (used.count() * 1000 / (sample.len() * 4).max(1)) as u32
    }
}

// The data word, from the low end: move 16, score 16, eval 16, depth 8, bound 2, generation 6.

#[inline(always)]
fn pack(entry: Entry, generation: u8) -> u64 {
    u64::from(entry.move16)
        | u64::from(entry.score as i16 as u16) << 16
        | u64::from(entry.eval as i16 as u16) << 32
        | u64::from(entry.depth.clamp(-128, 127) as i8 as u8) << 48
        | (entry.bound as u64) << 56
        | u64::from(generation) << 58
}

#[inline(always)]
fn unpack(data: u64) -> Entry {
    Entry {
        move16: data as u16,
        score: Score::from((data >> 16) as i16),
        eval: Score::from((data >> 32) as i16),
        depth: i32::from((data >> 48) as i8),
        bound: match data >> 56 & 3 {
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => Bound::Exact,
        },
    }
}

#[inline(always)]
fn age(data: u64, generation: u8) -> i32 {
    i32::from((generation + GENERATIONS - (data >> 58) as u8) % GENERATIONS)
}

/// A score with forced wins and losses counted from `plies` further down the line. The table counts them from the
/// position, the search from the root.
#[inline(always)]
fn recounted(score: Score, plies: Score) -> Score {
    match score {
        DECIDED.. => score + plies,
        _ if score <= -DECIDED => score - plies,
        _ => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::score::{lost_in, won_in};

    fn entry(score: Score) -> Entry {
        Entry { move16: 7, score, eval: -31, depth: 9, bound: Bound::Lower }
    }

    #[test]
    fn entries_are_read_as_they_were_stored() {
        let table = TranspositionTable::new(1).unwrap();
        for (key, score) in [(1u64, 0), (u64::MAX, -1234), (0x1234_5678_9ABC_DEF0, 31_000)] {
            table.put(key, 0, entry(score));
            assert_eq!(table.get(key, 0), Some(entry(score)));
        }
        assert_eq!(table.get(2, 0), None);
    }

    #[test]
    fn wins_are_stored_as_plies_from_the_position() {
        let table = TranspositionTable::new(1).unwrap();
        table.put(5, 4, entry(won_in(7)));
        assert_eq!(table.get(5, 10).unwrap().score, won_in(13));
        table.put(6, 4, entry(lost_in(8)));
        assert_eq!(table.get(6, 0).unwrap().score, lost_in(4));
    }

    #[test]
    fn a_table_that_no_system_can_have_is_refused() {
        assert!(TranspositionTable::new(1 << 40).is_err());
    }
}
