//! What pieces are worth to the evaluation: the score with a piece minus the score without it.

use super::board::{Layout, Piece};
use super::imbalance::Placement;
use crate::game::Game;
use crate::network::Network;
use std::sync::Arc;

/// Appraises the pieces of a position.
pub(super) struct Appraiser {
    network: Option<Arc<Network>>,
    is_duel: bool,
}

impl Appraiser {
    pub fn new(game: &dyn Game) -> Appraiser {
        Appraiser { network: game.built_in_network(), is_duel: game.players() == 2 }
    }

    /// Adds the worth of each piece, and 1, to the sums of its kind. If weights have a part in the evaluation, pieces
    /// without which the position would be impossible are left out. In games of several boards there is none.
    pub fn add(&self, layout: &Layout, game: &dyn Game, sums: &mut [(f64, u32)]) {
        if !self.is_duel {
            return;
        }
        let fen = game.fen();
        let pieces = layout.pieces(&fen);
        let mut add = |kind: usize, worth: i32| {
            sums[kind].0 += f64::from(worth);
            sums[kind].1 += 1;
        };
        match self.network.as_deref() {
            Some(network) if !network.is_correction() => {
                for (square, worth) in game.piece_worths(network) {
                    let at = (usize::from(square.file()), usize::from(square.rank()));
                    let piece = pieces.iter().find(|piece| (piece.file, piece.rank) == at);
                    piece.into_iter().for_each(|piece| add(piece.kind, worth));
                }
            }
            network => {
                let whole = game.evaluate(network);
                let placement = Placement::of(&fen);
                for piece in &pieces {
                    if let Some(rest) = without(&placement, layout, piece) {
                        let worth = whole - rest.evaluate(network);
                        add(piece.kind, if piece.color == game.turn().color { worth } else { -worth });
                    }
                }
            }
        }
    }
}

/// The position without a piece; `None` if it is impossible.
fn without(placement: &Placement, layout: &Layout, piece: &Piece) -> Option<Box<dyn Game>> {
    let mut placement = placement.clone();
    placement.clear((piece.board, usize::from(layout.variant.ranks) - 1 - piece.rank, piece.file));
    placement.game(layout.variant)
}
