//! The features of the Penalty Box games: pieces, the token, what is in the box, captured pieces, and rights.

use super::rules::NoKing;
use super::state::is_promoted;
use super::{BoxGame, BoxRules, PenaltyBoxDual};
use crate::network::{ActiveFeatures, FeatureGroup, Network, Owner, PieceSums, Symmetry};
use crate::position::{Evaluate, Features, worths};
use crate::types::square::step;
use crate::types::{Color, Kind, Score, Square};
use crate::variants::orthodox::castling::CastlingSide;
use crate::variants::orthodox::pieces::base;

/// The kinds of piece of chess.
const KINDS: usize = 6;

const TOKEN: usize = 1;
const NEAR_TOKEN: usize = 2;
const INMATE: usize = 3;
const PROMOTED: usize = 4;
const CAPTURED: usize = 5;
const CASTLING: usize = 6;
/// Rights of the side to move: to choose what a waiting pawn becomes, and to bring back a captured piece.
const CHOICES: usize = 7;

impl<R: BoxRules> Features for BoxGame<R> {
    const FILES: usize = 8;
    const RANKS: usize = 8;
    const ITEMS: usize = KINDS;
    const GROUPS: &'static [FeatureGroup] = &[
        Self::PIECES,
        FeatureGroup { name: "token", items: 1, is_owned: false, on_squares: true, most: 1 },
        FeatureGroup::notes("near token", KINDS, 8),
        FeatureGroup::notes("inmate", KINDS, 1),
        FeatureGroup::notes("promoted", KINDS, 16),
        FeatureGroup::notes("captured", KINDS, 12),
        FeatureGroup::notes("castling", 2, 4),
        FeatureGroup::notes("choices", 2, 2),
    ];

    #[inline(always)]
    fn item(&self, kind: Kind) -> usize {
        base(kind).number() as usize - 1
    }

    #[inline(always)]
    fn add_other_features(&self, active: &mut ActiveFeatures) {
        if self.token != Square::NONE {
            self.mark(active, TOKEN, Owner::Nobody, 0, self.token);
            for to in step::KNIGHT.map(|step| self.token.step(step)) {
                if let Some((color, kind)) = self.board.piece_at(to) {
                    self.note(active, NEAR_TOKEN, Owner::Player(color), self.item(kind));
                }
            }
        }
        if !self.inmate.is_none() {
            self.note(active, INMATE, Owner::Player(self.inmate.color()), self.item(self.inmate.kind()));
        }
        for color in Color::ALL {
            let owner = Owner::Player(color);
            if R::PROMOTION_LASTS {
                for (kind, _) in self.board.army(color).filter(|piece| is_promoted(piece.0)) {
                    self.note(active, PROMOTED, owner, self.item(kind));
                }
            }
            if R::KINGS_ENTER {
                let captured = self.captured[color.index()].iter().enumerate().skip(1);
                for (kind, _) in captured.filter(|(_, count)| **count > 0) {
                    self.note(active, CAPTURED, owner, kind - 1);
                }
            }
            for side in CastlingSide::BOTH.into_iter().filter(|&side| self.castling.has(color, side)) {
                self.note(active, CASTLING, owner, side as usize);
            }
        }
        let choices = [self.waiting != Square::NONE, self.free_piece];
        for (item, _) in choices.into_iter().enumerate().filter(|choice| choice.1) {
            self.note(active, CHOICES, Owner::Player(self.state.side), item);
        }
    }
}

impl<R: BoxRules> Evaluate for BoxGame<R> {
    const WORTH: &'static [Score; Kind::LIMIT] = &worths(R::WORTH);

    #[inline(always)]
    fn worth(&self, kind: Kind) -> Score {
        base(kind).of(Self::WORTH)
    }
}

/// The features of one board, that of the player to move.
impl Features for PenaltyBoxDual {
    const FILES: usize = 8;
    const RANKS: usize = 8;
    const SYMMETRY: Symmetry = Symmetry::Mirror;
    const ITEMS: usize = KINDS;
    const MOST_PIECES: usize = 32;
    const GROUPS: &'static [FeatureGroup] = <BoxGame<NoKing> as Features>::GROUPS;

    #[inline(always)]
    fn active_features(&self) -> ActiveFeatures {
        self.own().active_features()
    }

    #[inline(always)]
    fn update_piece_sums(&self, sums: &mut PieceSums, network: &Network) -> ActiveFeatures {
        self.own().update_piece_sums(sums, network)
    }
}
