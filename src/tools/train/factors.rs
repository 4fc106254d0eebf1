//! Parts of a row that several features share.
//!
//! The row of a piece on a square is the sum of a row of its own and of rows for its kind, for its kind on that rank
//! and for its kind on that file. What is learnt about a knight on d4 thus helps a knight on d5. Only the sum is
//! exported.

use crate::network::FeatureSet;

/// The shared rows of each feature.
pub(super) struct Factors {
    /// By feature: the numbers of its shared rows, none of them used by features off the board.
    shared: Vec<Option<[u32; 3]>>,
    /// The number of shared rows.
    pub count: usize,
}

impl Factors {
    pub fn of(set: &FeatureSet) -> Factors {
        let mut factors = Factors { shared: Vec::new(), count: 0 };
        for group in set.groups {
            let items = group.items * (1 + usize::from(group.is_owned));
            if !group.on_squares {
                factors.shared.resize(factors.shared.len() + items, None);
                continue;
            }
            for _ in 0..items {
                let first = factors.count;
                for cell in 0..set.files * set.ranks {
                    let (rank, file) = (first + 1 + cell / set.files, first + 1 + set.ranks + cell % set.files);
                    factors.shared.push(Some([first as u32, rank as u32, file as u32]));
                }
                factors.count += 1 + set.ranks + set.files;
            }
        }
        factors
    }

    /// Adds the shared rows to the rows of the features.
    pub fn merge(&self, own: &[f32], shared: &[f32], rows: &mut [f32], hidden: usize) {
        rows.copy_from_slice(own);
        for (row, parts) in rows.chunks_exact_mut(hidden).zip(&self.shared) {
            for part in parts.iter().flatten() {
                add(row, &shared[*part as usize * hidden..][..hidden]);
            }
        }
    }

    /// Adds up the slopes of the features to those of the shared rows.
    pub fn split(&self, rows: &[f32], shared: &mut [f32], hidden: usize) {
        shared.fill(0.0);
        for (row, parts) in rows.chunks_exact(hidden).zip(&self.shared) {
            for part in parts.iter().flatten() {
                add(&mut shared[*part as usize * hidden..][..hidden], row);
            }
        }
    }
}

fn add(sums: &mut [f32], terms: &[f32]) {
    for (sum, term) in sums.iter_mut().zip(terms) {
        *sum += term;
    }
}
