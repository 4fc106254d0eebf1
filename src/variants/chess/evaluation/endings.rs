//! What is known of endings: how a lone king is mated, and which advantages hardly win.
//!
//! The latter scale the whole score. Which side is ahead is told by the material alone, as the score is not known
//! before all terms are entered.

use super::zone::{Zone, distance};
use super::*;

/// Shares of the score, of [`WHOLE`](crate::eval::ledger::WHOLE).
mod share {
    /// No way to win but by the opponent's help.
    pub const DRAWN: i32 = 0;
    /// A minor piece up without pawns.
    pub const PAWNLESS: i32 = 6;
    /// The same, but with a rook or queen in play.
    pub const PAWNLESS_MAJOR: i32 = 14;
    /// Bishops of opposite colours and pawns.
    pub const OPPOSITE_BISHOPS: i32 = 32;
    /// Bishops of opposite colours beside other pieces.
    pub const OPPOSITE_BISHOPS_AND_MORE: i32 = 52;
    /// Rook and pawn against rook.
    pub const ROOK_PAWN: i32 = 44;
    /// The same with the defending king in the pawn's way.
    pub const ROOK_PAWN_STOPPED: i32 = 16;
    /// Rooks and pawns on both sides, one more on one side.
    pub const ROOKS: i32 = 52;
}

/// What decides about an ending, of one army.
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

    /// Without king and pawns, in hundredths of a pawn.
    #[inline(always)]
    fn pieces(self) -> Score {
        self.knights * 320 + self.bishops * 330 + self.rooks * 500 + self.queens * 950
    }

    #[inline(always)]
    fn worth(self) -> Score {
        self.pieces() + self.pawns * 100
    }

    /// Pawns and so many of the other pieces.
    #[inline(always)]
    fn is(self, knights: i32, bishops: i32, rooks: i32, queens: i32) -> bool {
        (self.knights, self.bishops, self.rooks, self.queens) == (knights, bishops, rooks, queens)
    }
}

impl<L: Ledger> Survey<'_, L> {
    /// Looks for endings that are known.
    #[inline(never)]
    pub(super) fn endings(&mut self) {
        let [white, black] = [Color::White, Color::Black].map(|color| Force::of(self.own(color)));
        let (strong, stronger, weaker) = match white.worth() >= black.worth() {
            true => (Color::White, white, black),
            false => (Color::Black, black, white),
        };
        if weaker.worth() == 0 && stronger.pieces() >= 500 {
            self.lone_king(strong, stronger);
        }
        if let Some(share) = self.share(strong, stronger, weaker) {
            self.ledger.scale(share);
        }
    }

    /// Drives the lone king to where he is mated.
    fn lone_king(&mut self, strong: Color, force: Force) {
        let (own, lone) = (self.own(strong).king, self.enemy(strong).king);
        let from_edge = |coordinate: u8| coordinate.min(7 - coordinate) as usize;
        self.ledger.add(strong, LONE_KING.start + from_edge(lone.file()) + from_edge(lone.rank()), 1);
        self.ledger.add(strong, KINGS_APART.start + own.distance(lone) as usize, 1);
        if force.is(1, 1, 0, 0) {
            let dark = self.own(strong).of_kind(BISHOP).meets(Zone::DARK);
            let corners = if dark { [0, 63] } else { [7, 56] };
            let index = table::index(Color::White, lone);
            let steps = corners.map(|corner| distance(index, corner));
            self.ledger.add(strong, RIGHT_CORNER.start + steps[0].min(steps[1]), 1);
        }
    }

    /// How much of the score counts, if not all of it.
    fn share(&self, strong: Color, stronger: Force, weaker: Force) -> Option<i32> {
        if stronger.pawns == 0 {
            return pawnless(stronger, weaker);
        }
        if weaker.worth() == 0 && self.is_wrong_corner(strong, stronger) {
            return Some(share::DRAWN);
        }
        if stronger.bishops == 1 && weaker.bishops == 1 {
            return self.opposite_bishops(stronger, weaker);
        }
        self.rook_ending(strong, stronger, weaker)
    }

    /// Pawns of one edge file, the defending king in their corner, and no bishop that could drive him out.
    fn is_wrong_corner(&self, strong: Color, force: Force) -> bool {
        let own = self.own(strong);
        let pawns = own.of_kind(PAWN);
        let edge = [0, 7].into_iter().find(|&file| pawns & !Zone::file(file) == Zone::EMPTY);
        let Some(file) = edge.filter(|_| force.knights + force.rooks + force.queens == 0) else { return false };
        let corner = Square::new(file as u8, strong.choose(7, 0));
        let is_dark = Zone::DARK.meets(Zone::of(corner));
        let shade = if is_dark { Zone::DARK } else { !Zone::DARK };
        !own.of_kind(BISHOP).meets(shade) && self.enemy(strong).king.distance(corner) <= 1
    }

    fn opposite_bishops(&self, stronger: Force, weaker: Force) -> Option<i32> {
        let dark = |color| self.own(color).of_kind(BISHOP).meets(Zone::DARK);
        if dark(Color::White) == dark(Color::Black) {
            return None;
        }
        let alone = stronger.is(0, 1, 0, 0) && weaker.is(0, 1, 0, 0);
        Some(if alone { share::OPPOSITE_BISHOPS } else { share::OPPOSITE_BISHOPS_AND_MORE })
    }

    /// Rook endings with a pawn more.
    fn rook_ending(&self, strong: Color, stronger: Force, weaker: Force) -> Option<i32> {
        if !(stronger.is(0, 0, 1, 0) && weaker.is(0, 0, 1, 0) && stronger.pawns <= weaker.pawns + 1) {
            return None;
        }
        if stronger.pawns != 1 {
            return Some(share::ROOKS);
        }
        let pawn = self.own(strong).of_kind(PAWN).seen_by(strong);
        let way = (pawn | pawn.beside()).up().and_above();
        let king = self.enemy(strong).of_kind(KING).seen_by(strong);
        Some(if way.meets(king) { share::ROOK_PAWN_STOPPED } else { share::ROOK_PAWN })
    }
}

/// Without pawns a minor piece more does not win.
fn pawnless(stronger: Force, weaker: Force) -> Option<i32> {
    let is_knights = stronger.is(2, 0, 0, 0) && weaker.worth() == 0;
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
        Chess::from_fen(fen).unwrap().evaluate()
    }

    #[test]
    fn what_cannot_be_won_is_even() {
        let wrong_bishop = "7k/8/8/8/8/7P/4K3/3B4 w - - 0 1";
        for fen in [wrong_bishop, "k7/8/8/8/P7/8/4K3/8 w - - 0 1", "7k/8/8/8/8/8/4K3/2N1N3 w - - 0 1"] {
            assert_eq!(score(fen), 0, "{fen}");
        }
        assert!(score("7k/8/8/8/8/7P/4K3/2B5 w - - 0 1") > 200);
    }

    #[test]
    fn a_minor_piece_more_hardly_wins_without_pawns() {
        for minor in ["b", "n"] {
            let rook_against_minor = score(&format!("4k3/8/8/8/3{minor}4/8/8/R3K3 w - - 0 1"));
            assert!((0..60).contains(&rook_against_minor), "{minor}: {rook_against_minor}");
        }
        assert!(score("4k3/8/8/8/3b4/8/1P6/R3K3 w - - 0 1") > 200);
    }

    #[test]
    fn the_right_corner_is_the_bishops() {
        let (wrong, right) = ("k7/8/2K5/2N5/3B4/8/8/8 w - - 0 1", "7k/8/5K2/5N2/8/4B3/8/8 w - - 0 1");
        let [wrong, right] = [wrong, right].map(score);
        assert!(wrong < right, "{wrong} {right}");
    }
}
