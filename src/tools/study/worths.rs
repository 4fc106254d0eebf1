//! What pieces are worth to the evaluation: the score with a piece minus the score without it.

use super::board::Layout;
use crate::game::{Game, Variant};
use crate::network::Network;
use std::sync::Arc;

/// Appraises the pieces of a position.
pub(super) struct Appraiser {
    network: Arc<Network>,
}

impl Appraiser {
    pub fn new(variant: &'static Variant) -> Appraiser {
        Appraiser { network: variant.network() }
    }

    /// Adds the worth of each piece, and 1, to the sums of its kind. In games of several boards there is none.
    pub fn add(&self, layout: &Layout, game: &dyn Game, sums: &mut [(f64, u32)]) {
        let pieces = layout.pieces(game);
        for (square, worth) in game.piece_worths(&self.network) {
            let at = (usize::from(square.file()), usize::from(square.rank()));
            if let Some(piece) = pieces.iter().find(|piece| (piece.file, piece.rank) == at) {
                sums[piece.kind].0 += f64::from(worth);
                sums[piece.kind].1 += 1;
            }
        }
    }
}
