//! What pieces do to each other: how many squares they reach, who attacks and who guards whom, and what aims at a king.

use super::tables::{Jump, Stop, accepts};
use super::ways::{behind_hurdle, reachable};
use super::{Board, General};
use crate::types::{Cell, Color, Kind, Square};

/// The number of pieces of a board.
const PIECES: usize = 128;
/// A piece is lesser than another one if it is worth so much less, in hundredths of a pawn.
const LESSER: i16 = 50;
/// What attacks of others than kings add to a square's count.
const BY_OTHERS: u8 = 2;
/// What those of kings add.
const BY_KING: u8 = 1;
/// The worth of a king that attacks.
const KING: i16 = i16::MAX - LESSER - 1;
/// Nothing attacks a piece.
const NOBODY: i16 = i16::MAX;

/// How an attacked piece stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Danger {
    /// It is guarded.
    Guarded,
    /// It is not.
    Loose,
    /// A lesser piece attacks it.
    ByLesser,
}

/// The number of cases of [`Danger`].
pub const DANGERS: usize = 3;

/// What pieces do to each other, pins and duties apart.
#[derive(Clone, Debug)]
pub struct Relations<'a> {
    position: &'a General,
    /// By number of the piece, how many squares it may go to.
    reached: [u8; PIECES],
    /// By number of the piece, what the least piece is worth that attacks it, in hundredths of a pawn.
    least: [i16; PIECES],
    /// By player and square, how often he attacks it: [`BY_OTHERS`] and [`BY_KING`] added up.
    attacks: [[u8; 256]; 2],
}

impl<'a> Relations<'a> {
    /// Those of a position.
    #[inline(always)]
    pub fn of(position: &'a General) -> Relations<'a> {
        let mut relations =
            Relations { position, reached: [0; PIECES], least: [NOBODY; PIECES], attacks: [[0; 256]; 2] };
        for color in Color::ALL {
            for number in position.board.numbers(color) {
                let kind = position.board.kind_of(number);
                if !kind.is_none() {
                    let reached = relations.add(color, kind, position.board.square_of(number));
                    relations.reached[number & (PIECES - 1)] = reached.min(u8::MAX.into()) as u8;
                }
            }
        }
        relations
    }

    /// Adds what a piece does. Returns how many squares it may go to.
    #[inline(always)]
    fn add(&mut self, color: Color, kind: Kind, from: Square) -> u32 {
        let game = self.position.game;
        let doer = match game.rules.royal & kind.bit() != 0 {
            true => Doer { color, worth: KING, share: BY_KING },
            false => Doer { color, worth: kind.of(&game.worths) as i16, share: BY_OTHERS },
        };
        let Some((leaps, slides)) = game.tables.targets(kind, color, from) else {
            return self.add_rays(doer, kind, from);
        };
        let mut reached = 0;
        for target in leaps {
            let cell = self.position.board.at(target.square);
            reached += self.reach(doer, target.square, cell, target.accepts);
        }
        for (target, cell) in reachable(&self.position.board, slides) {
            reached += self.reach(doer, target.square, cell, target.accepts);
        }
        reached
    }

    /// The same of a piece with special moves.
    #[inline(never)]
    fn add_rays(&mut self, doer: Doer, kind: Kind, from: Square) -> u32 {
        let (board, tables) = (&self.position.board, &self.position.game.tables);
        let mut reached = 0;
        for ray in tables.rays(kind, doer.color, from) {
            let stops = tables.stops(ray);
            reached += match ray.jump {
                Jump::None => self.add_stops(doer, stops.iter()),
                _ => self.add_stops(doer, behind_hurdle(board, (ray, stops), kind)),
            };
        }
        reached
    }

    /// Adds the squares of a way up to the first one that is not empty. Returns to how many of them the piece may go.
    fn add_stops<'s>(&mut self, doer: Doer, stops: impl Iterator<Item = &'s Stop>) -> u32 {
        let mut reached = 0;
        for stop in stops {
            let cell = self.position.board.at(stop.square);
            reached += self.reach(doer, stop.square, cell, accepts(doer.color, stop.may));
            if !cell.is_empty() {
                break;
            }
        }
        reached
    }

    /// Adds that a piece reaches a square with this cell if one of the contents is there that it accepts. Returns 1 if it may go
    /// there.
    #[inline(always)]
    fn reach(&mut self, doer: Doer, square: Square, cell: Cell, accepts: u8) -> u32 {
        let enemy = Cell(Cell::bit(!doer.color)).content();
        let captures = accepts >> enemy & 1;
        let attacks = &mut self.attacks[doer.color.index()][square.index()];
        *attacks = attacks.saturating_add(doer.share * captures);
        if captures != 0 && cell.is(!doer.color) {
            let least = &mut self.least[Board::number(cell)];
            *least = doer.worth.min(*least);
        }
        u32::from(accepts >> cell.content() & 1)
    }

    /// Whether a piece of `by` attacks a square.
    #[inline(always)]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.attacks[by.index()][square.index()] > 0
    }

    /// How many squares a piece, told by its number, may go to.
    #[inline(always)]
    pub fn reached(&self, number: usize) -> usize {
        self.reached[number & (PIECES - 1)].into()
    }

    /// How a piece, told by its number, stands; `None` if it is not attacked, or by a king who may not capture it.
    #[inline(always)]
    pub fn danger(&self, number: usize, color: Color) -> Option<Danger> {
        let least = self.least[number & (PIECES - 1)];
        if least == NOBODY {
            return None;
        }
        let board = &self.position.board;
        if least + LESSER < board.kind_of(number).of(&self.position.game.worths) as i16 {
            return Some(Danger::ByLesser);
        }
        if self.is_attacked(board.square_of(number), color) {
            (least != KING).then_some(Danger::Guarded)
        } else {
            Some(Danger::Loose)
        }
    }

    /// How often enemy pieces other than kings attack a player's king and the squares around him, and how many of these squares
    /// no other piece guards.
    #[inline(always)]
    pub fn around(&self, king: Square, color: Color) -> (usize, usize) {
        // Squares off the board are attacked by nobody.
        let near = |at: u8| at.saturating_sub(1)..=(at + 1).min(15);
        let ring = near(king.rank()).flat_map(|rank| near(king.file()).map(move |file| Square::new(file, rank)));
        let (mut hits, mut holes) = (0, 0);
        for square in ring {
            let [own, enemy] = [color, !color].map(|color| self.attacks[color.index()][square.index()] / BY_OTHERS);
            hits += usize::from(enemy);
            holes += usize::from(enemy > 0 && own == 0);
        }
        (hits, holes)
    }
}

/// What a piece adds to the squares that it reaches.
#[derive(Clone, Copy, Debug)]
struct Doer {
    color: Color,
    worth: i16,
    /// [`BY_OTHERS`] or [`BY_KING`].
    share: u8,
}

/// By file, with an empty one on the left and on the right: the last rank on which there is an enemy pawn, seen from the player's
/// side and counted from 1; 0 if there is none.
pub type Fronts = [u8; 18];

impl Relations<'_> {
    /// Where the enemies of the pawns of `color` stand.
    #[inline(always)]
    pub fn fronts(&self, color: Color) -> Fronts {
        let rules = &self.position.game.rules;
        let pawns = rules.promotion.pawns[(!color).index()];
        let mut fronts = [0; 18];
        for (kind, square) in self.position.board.army(!color) {
            if pawns & kind.bit() != 0 {
                let front = &mut fronts[usize::from(square.file()) + 1];
                *front = (rules.rank_of(color, square.rank()) + 1).max(*front);
            }
        }
        fronts
    }

    /// The rank of a passed pawn, seen from its player's side and counted from 0, and whether the square before it is empty and not
    /// attacked. `None` if an enemy pawn is before it on its file or on one beside it.
    #[inline(always)]
    pub fn passed(&self, fronts: &Fronts, square: Square, color: Color) -> Option<(usize, bool)> {
        let rank = self.position.game.rules.rank_of(color, square.rank());
        let file = usize::from(square.file());
        if fronts[file..file + 3].iter().any(|&front| front > rank + 1) {
            return None;
        }
        let next = color.choose(square.0.checked_add(16), square.0.checked_sub(16)).map(Square);
        let is_free =
            next.is_some_and(|next| self.position.board.at(next).is_empty() && !self.is_attacked(next, !color));
        Some((usize::from(rank), is_free))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Text;
    use crate::variants::ini::Reader;

    /// A position of chess by general rules.
    fn position(placement: &str) -> General {
        let game = Reader::default().read("[a:chess]").0.remove(0);
        let loaded: &'static _ = Box::leak(Box::new(game.game.unwrap()));
        General::read(loaded, &format!("{placement} w - - 0 1")).unwrap()
    }

    fn number(position: &General, square: &str) -> (usize, Color) {
        let cell = position.board.at(Square::parse(square).unwrap());
        (Board::number(cell), cell.color().unwrap())
    }

    #[test]
    fn pieces_reach_attack_and_guard() {
        use Danger::{ByLesser, Guarded, Loose};
        for (placement, square, reached, danger) in [
            ("4k3/8/8/8/3R4/8/8/4K3", "d4", 14, None),
            ("4k3/8/3p4/8/3R4/3P4/8/4K3", "d4", 9, None),
            ("4k3/8/3p4/4B3/8/8/8/4K3", "e5", 11, Some(ByLesser)),
            ("4k3/8/2n5/4B3/8/8/8/4K3", "e5", 13, Some(Loose)),
            ("4k3/8/2n5/4B3/3P4/8/8/4K3", "e5", 9, Some(Guarded)),
            ("k7/8/2n5/4Q3/3P4/8/8/6K1", "e5", 23, Some(ByLesser)),
            // A king captures what nobody guards.
            ("8/8/8/2k5/3R4/8/8/4K3", "d4", 14, Some(Loose)),
            ("8/8/8/2k5/3R4/8/8/3RK3", "d4", 13, None),
        ] {
            let position = position(placement);
            let (number, color) = number(&position, square);
            let relations = Relations::of(&position);
            assert_eq!((relations.reached(number), relations.danger(number, color)), (reached, danger), "{placement}");
        }
    }

    #[test]
    fn kings_are_aimed_at() {
        for (placement, hits, holes) in [
            ("6k1/5ppp/8/8/8/8/8/4K3", 0, 0),
            // A queen attacks f7 and f8; a rook on f8 guards f7.
            ("6k1/8/8/8/8/5Q2/8/4K3", 2, 2),
            ("5rk1/8/8/8/8/5Q2/8/4K3", 2, 1),
        ] {
            let position = position(placement);
            let king = position.king(Color::Black).unwrap();
            assert_eq!(Relations::of(&position).around(king, Color::Black), (hits, holes), "{placement}");
        }
    }

    #[test]
    fn pawns_pass_those_beside_and_before_them() {
        for (placement, square, passed) in [
            ("4k3/8/8/3P4/8/8/8/4K3", "d5", Some((4, true))),
            ("4k3/8/3n4/3P4/8/8/8/4K3", "d5", Some((4, false))),
            ("4k3/8/1n6/3P4/8/8/8/4K3", "d5", Some((4, true))),
            ("4k3/4r3/8/3P4/8/8/8/3rK3", "d5", Some((4, true))),
            ("3rk3/8/8/3P4/8/8/8/4K3", "d5", Some((4, false))),
            ("4k3/2p5/8/3P4/8/8/8/4K3", "d5", None),
            ("4k3/8/8/2pP4/8/8/8/4K3", "d5", Some((4, true))),
            ("4k3/8/8/2pP4/8/8/8/4K3", "c5", Some((3, true))),
            ("4k3/8/8/2pP4/1P6/8/8/4K3", "c5", None),
        ] {
            let position = position(placement);
            let (_, color) = number(&position, square);
            let relations = Relations::of(&position);
            let at = Square::parse(square).unwrap();
            assert_eq!(relations.passed(&relations.fronts(color), at, color), passed, "{placement} {square}");
        }
    }
}
