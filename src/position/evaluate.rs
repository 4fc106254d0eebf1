//! The static evaluation of a game.

use super::Features;
use crate::eval::ledger::{Sum, Terms};
use crate::eval::{Ledger, Weights};
use crate::network::{Embedded, Network};
use crate::table;
use crate::types::score::WinModel;
use crate::types::{BoardView, Color, Kind, Score, Square};

/// How good a position is, judged without searching.
pub trait Evaluate: Features {
    /// The game that the network was trained for. Games with the same rules share a network.
    const NETWORK_GAME: &'static str;
    /// The numbers of the evaluation without a network, if the game has one; [`Evaluate::evaluate_into`] says how often
    /// each of them counts.
    const WEIGHTS: Option<&'static Weights> = None;

    /// The worth of a piece by kind, in hundredths of a pawn; 0 for kind 0.
    const WORTH: &'static [Score; Kind::LIMIT] = &[100; Kind::LIMIT];

    /// What scores say about results where no network tells it, fitted to games of the engine.
    const CHANCES: WinModel = WinModel::UNKNOWN;

    /// The network that is built in, if there is one.
    fn built_in_network() -> Option<&'static Embedded> {
        None
    }

    /// The worth of a piece of a kind in hundredths of a pawn; 0 for kind 0.
    #[inline(always)]
    fn worth(kind: Kind) -> Score {
        kind.of(Self::WORTH)
    }

    /// Enters every term of the evaluation by weights into a ledger, which sums it up for the search, lists it for people
    /// or records it for tuning.
    fn evaluate_into(&self, _ledger: &mut impl Ledger) {}

    /// The score where the game knows an ending better than its network; otherwise that of the network. Both are from the
    /// view of the side to move.
    #[inline(always)]
    fn with_known_endings(&self, by_network: impl FnOnce() -> Score) -> Score {
        by_network()
    }

    /// The static score from the view of the side to move: that of the network, which may be a correction of that of the
    /// weights; without one, that of the weights; without these, the pieces on the board by their worth.
    #[inline]
    fn evaluate(&self, network: Option<&Network>) -> Score {
        let side = self.turn().color;
        let by_network = |network: &Network| network.evaluate(&self.active_features(), side);
        match (network, Self::WEIGHTS) {
            (Some(network), _) if !network.is_correction() => self.with_known_endings(|| by_network(network)),
            (_, Some(weights)) => {
                let mut sum = Sum::new(weights);
                self.evaluate_into(&mut sum);
                sum.score(side, weights.full_phase, network.map_or(0, by_network))
            }
            (_, None) => self.with_known_endings(|| self.material(side) - self.material(!side)),
        }
    }

    /// The worth of an army's pieces on the board.
    fn material(&self, color: Color) -> Score {
        self.board().army(color).map(|(kind, _)| Self::worth(kind)).sum()
    }

    /// What every piece on the board is worth to its owner just there: the network's score with it minus that without it.
    fn piece_worths(&self, network: &Network) -> Vec<(Square, Score)> {
        let (active, side) = (self.active_features(), self.turn().color);
        let whole = network.evaluate(&active, side);
        let army = |color: Color| self.board().army(color).map(move |piece| (color, piece.1));
        // The features begin with the pieces in this order.
        let pieces = Color::ALL.into_iter().flat_map(army).enumerate();
        let worth = |(index, (color, square)): (usize, (Color, Square))| {
            let worth = whole - network.evaluate(&active.without(index), side);
            (square, if color == side { worth } else { -worth })
        };
        pieces.map(worth).collect()
    }

    /// What scores say about results: fitted to the games of the network, if its file tells it.
    fn chances(network: Option<&Network>) -> WinModel {
        network.and_then(|network| network.description.chances).unwrap_or(Self::CHANCES)
    }

    /// The terms of the evaluation by weights for people: the name of each, and White's and Black's score.
    fn evaluation_terms(&self) -> Vec<(&'static str, [Score; 2])> {
        let Some(weights) = Self::WEIGHTS else { return Vec::new() };
        let mut terms = Terms::new(weights);
        self.evaluate_into(&mut terms);
        terms.list()
    }
}

/// Worths by kind, given those from the first kind on.
pub const fn worths<const N: usize>(given: [Score; N]) -> [Score; Kind::LIMIT] {
    table!(Kind::LIMIT, |number| if number > 0 && number <= N { given[number - 1] } else { 0 })
}
