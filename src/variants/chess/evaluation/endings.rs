//! Known endings: mating a lone king, and advantages that rarely win.
//!
//! The latter scale the whole score. The stronger side is determined by material alone, because the score is not known
//! until all terms have been added.

use super::square_set::{SquareSet, distance};
use super::*;

/// The share of the score that counts, out of [`WHOLE`](crate::eval::ledger::WHOLE).
mod share {
    /// The stronger side cannot win by force.
    pub const DRAWN: i32 = 0;
    /// About a minor piece more, without pawns.
    pub const PAWNLESS: i32 = 6;
    /// The same with more than a minor piece on the weaker side.
    pub const PAWNLESS_MAJOR: i32 = 14;
    /// Bishops of opposite colours and pawns only.
    pub const OPPOSITE_BISHOPS: i32 = 32;
    /// Bishops of opposite colours with other pieces.
    pub const OPPOSITE_BISHOPS_AND_MORE: i32 = 52;
    /// Rook and pawn against rook.
    pub const ROOK_PAWN: i32 = 44;
    /// The same with the defending king in front of the pawn.
    pub const ROOK_PAWN_STOPPED: i32 = 16;
    /// Rooks and pawns on both sides, at most one pawn more on the stronger side.
    pub const ROOKS: i32 = 52;
}

/// The number of pieces of one army by kind.
#[derive(Clone, Copy)]
struct Force {
    pawns: i32,
    knights: i32,
    bishops: i32,
    rooks: i32,
    queens: i32,
}

impl Force {
    #[inline(always)]
    fn of(army: &Army) -> Force {
        let count = |kind| army.of_kind(kind).count();
        Force {
            pawns: count(PAWN),
            knights: count(KNIGHT),
            bishops: count(BISHOP),
            rooks: count(ROOK),
            queens: count(QUEEN),
        }
    }

    /// Returns the material other than pawns, in hundredths of a pawn.
    #[inline(always)]
    fn pieces(self) -> Score {
        self.knights * 320 + self.bishops * 330 + self.rooks * 500 + self.queens * 950
    }

    /// Returns the material including pawns, in hundredths of a pawn.
    #[inline(always)]
    fn total(self) -> Score {
        self.pieces() + self.pawns * 100
    }

    /// Returns whether the army has exactly these pieces, with any number of pawns.
    #[inline(always)]
    fn is(self, knights: i32, bishops: i32, rooks: i32, queens: i32) -> bool {
        (self.knights, self.bishops, self.rooks, self.queens) == (knights, bishops, rooks, queens)
    }
}

impl<L: Ledger> Evaluator<'_, L> {
    /// Adds the terms of known endings.
    #[inline(never)]
    pub(super) fn endings(&mut self) {
        let [white, black] = [Color::White, Color::Black].map(|color| Force::of(self.army(color)));
        let (strong, stronger, weaker) = match white.total() >= black.total() {
            true => (Color::White, white, black),
            false => (Color::Black, black, white),
        };
        if weaker.total() == 0 && stronger.pieces() >= 500 {
            self.lone_king(strong, stronger);
        }
        if let Some(share) = self.share(strong, stronger, weaker) {
            self.ledger.scale(share);
        }
    }

    /// Adds the terms for mating a lone king.
    fn lone_king(&mut self, strong: Color, force: Force) {
        self.ledger.know_ending();
        let (own, lone) = (self.army(strong).king, self.army(!strong).king);
        let from_edge = |coordinate: u8| coordinate.min(7 - coordinate) as usize;
        self.ledger.add(strong, LONE_KING.at(from_edge(lone.file()) + from_edge(lone.rank())), 1);
        self.ledger.add(strong, KINGS_APART.at(own.distance(lone) as usize), 1);
        if force.is(1, 1, 0, 0) {
            let dark = self.army(strong).of_kind(BISHOP).meets(SquareSet::DARK);
            let corners = if dark { [0, 63] } else { [7, 56] };
            let index = piece_square::index(Color::White, lone);
            let steps = corners.map(|corner| distance(index, corner));
            self.ledger.add(strong, RIGHT_CORNER.at(steps[0].min(steps[1])), 1);
        }
    }

    /// Returns the share of the score that counts; `None` for all of it.
    fn share(&self, strong: Color, stronger: Force, weaker: Force) -> Option<i32> {
        if stronger.pawns == 0 {
            return pawnless(stronger, weaker);
        }
        if weaker.total() == 0 && self.is_wrong_corner(strong, stronger) {
            return Some(share::DRAWN);
        }
        if stronger.bishops == 1 && weaker.bishops == 1 {
            return self.opposite_bishops(stronger, weaker);
        }
        self.rook_ending(strong, stronger, weaker)
    }

    /// Returns whether the stronger side has only bishops that cannot attack the promotion square of its pawns, which
    /// are all in one edge file, and the defending king is on or next to that square.
    fn is_wrong_corner(&self, strong: Color, force: Force) -> bool {
        let own = self.army(strong);
        let pawns = own.of_kind(PAWN);
        let edge = [0, 7].into_iter().find(|&file| pawns & !SquareSet::file(file) == SquareSet::EMPTY);
        let Some(file) = edge.filter(|_| force.knights + force.rooks + force.queens == 0) else { return false };
        let corner = Square::new(file as u8, strong.choose(7, 0));
        let is_dark = SquareSet::DARK.meets(SquareSet::of(corner));
        let shade = if is_dark { SquareSet::DARK } else { !SquareSet::DARK };
        !own.of_kind(BISHOP).meets(shade) && self.army(!strong).king.distance(corner) <= 1
    }

    fn opposite_bishops(&self, stronger: Force, weaker: Force) -> Option<i32> {
        let dark = |color| self.army(color).of_kind(BISHOP).meets(SquareSet::DARK);
        if dark(Color::White) == dark(Color::Black) {
            return None;
        }
        let alone = stronger.is(0, 1, 0, 0) && weaker.is(0, 1, 0, 0);
        Some(if alone { share::OPPOSITE_BISHOPS } else { share::OPPOSITE_BISHOPS_AND_MORE })
    }

    /// Returns the share for rook endings with at most one pawn more.
    fn rook_ending(&self, strong: Color, stronger: Force, weaker: Force) -> Option<i32> {
        if !(stronger.is(0, 0, 1, 0) && weaker.is(0, 0, 1, 0) && stronger.pawns <= weaker.pawns + 1) {
            return None;
        }
        if stronger.pawns != 1 {
            return Some(share::ROOKS);
        }
        let pawn = self.army(strong).of_kind(PAWN).seen_by(strong);
        let way = (pawn | pawn.beside()).up().and_above();
        let king = self.army(!strong).of_kind(KING).seen_by(strong);
        Some(if way.meets(king) { share::ROOK_PAWN_STOPPED } else { share::ROOK_PAWN })
    }
}

/// Returns the share for a stronger side without pawns.
fn pawnless(stronger: Force, weaker: Force) -> Option<i32> {
    let is_knights = stronger.is(2, 0, 0, 0) && weaker.total() == 0;
    match stronger.pieces() - weaker.pieces() {
        _ if is_knights => Some(share::DRAWN),
        more if more > 340 => None,
        _ if stronger.pieces() < 500 => Some(share::DRAWN),
        _ if weaker.pieces() <= 330 => Some(share::PAWNLESS),
        _ => Some(share::PAWNLESS_MAJOR),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Text;

    fn score(fen: &str) -> Score {
        Chess::from_fen(fen).unwrap().evaluate(None)
    }

    #[test]
    fn drawn_endings_score_zero() {
        let wrong_bishop = "7k/8/8/8/8/7P/4K3/3B4 w - - 0 1";
        for fen in [wrong_bishop, "k7/8/8/8/P7/8/4K3/8 w - - 0 1", "7k/8/8/8/8/8/4K3/2N1N3 w - - 0 1"] {
            assert_eq!(score(fen), 0, "{fen}");
        }
        assert!(score("7k/8/8/8/8/7P/4K3/2B5 w - - 0 1") > 200);
    }

    #[test]
    fn minor_piece_up_without_pawns_scores_little() {
        for minor in ["b", "n"] {
            let rook_against_minor = score(&format!("4k3/8/8/8/3{minor}4/8/8/R3K3 w - - 0 1"));
            assert!((0..60).contains(&rook_against_minor), "{minor}: {rook_against_minor}");
        }
        assert!(score("4k3/8/8/8/3b4/8/1P6/R3K3 w - - 0 1") > 200);
    }

    #[test]
    fn lone_king_is_worse_in_the_corner_of_the_bishop() {
        let (wrong, right) = ("k7/8/2K5/2N5/3B4/8/8/8 w - - 0 1", "7k/8/5K2/5N2/8/4B3/8/8 w - - 0 1");
        let [wrong, right] = [wrong, right].map(score);
        assert!(wrong < right, "{wrong} {right}");
    }
}
