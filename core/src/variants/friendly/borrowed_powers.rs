//! The abilities that Friends borrow from their guards, and the passive powers on the board: immobilised pieces, and
//! squares that stop slides.
//!
//! The rules define these in layers, which avoids circular definitions, and [`Powers::of`] follows them: first real
//! Jellyfish and Bodyguards, then the pieces that guard Friends, then Friends that guard Friends, and last the powers
//! of Friends over others, which no longer change who guards whom. They are computed once for each position and used by
//! move generation, attacks and evaluation.

use super::Board;
use super::capture_conditions::CaptureConditions;
use super::opening_rights::Moved;
use super::pieces::*;
use super::square_set::SquareSet;
use crate::types::{Color, Kind, Square};

/// The greatest number of Friends of a side.
pub const FRIENDS: usize = 4;

/// The abilities borrowed by the Friends of both sides, and the passive powers on the board.
#[derive(Clone, Copy, Debug)]
pub struct Powers {
    /// By colour and index of the Friend in its army's list: the kinds whose abilities it has. Empty without a Friend.
    pub borrowed: [[Kinds; FRIENDS]; 2],
    /// The number of Friends by colour.
    pub friends: [u8; 2],
    /// By colour: the squares on which its pieces are immobilised.
    pub frozen: [SquareSet; 2],
    /// The squares where slides end: those beside a Bodyguard, or a Friend with its power, of either side.
    pub brake: SquareSet,
    /// The squares beside two or more of these pieces.
    braked_twice: SquareSet,
}

impl Powers {
    /// No Friends and no passive powers.
    pub const NONE: Powers = Powers {
        borrowed: [[0; FRIENDS]; 2],
        friends: [0; 2],
        frozen: [SquareSet::EMPTY; 2],
        brake: SquareSet::EMPTY,
        braked_twice: SquareSet::EMPTY,
    };

    /// Computes the powers on a board; the pieces on the `moved` squares have no opening rights.
    pub fn of(board: &Board, moved: Moved) -> Powers {
        let mut powers = Powers::NONE;
        for color in Color::ALL {
            powers.add_real_passives(board, color);
        }
        let conditions = CaptureConditions { board, moved, brake: &powers.brake };
        let guards = Color::ALL.map(|color| FriendGuards::of(&conditions, color, &powers.frozen[color.index()]));
        for color in Color::ALL {
            powers.add_friends(&guards[color.index()], color);
        }
        powers
    }

    /// Adds the powers of Jellyfish and Bodyguards that are no Friends.
    fn add_real_passives(&mut self, board: &Board, color: Color) {
        for number in board.numbers(color) {
            match board.kind_of(number) {
                BODYGUARD => self.add_brake(board.square_of(number)),
                JELLYFISH => self.frozen[1 - color.index()].add_around(board.square_of(number)),
                _ => {}
            }
        }
    }

    /// Adds the borrowed abilities of one side's Friends, and their powers over others.
    #[inline(always)]
    fn add_friends(&mut self, guards: &FriendGuards, color: Color) {
        self.friends[color.index()] = guards.count;
        for (friend, &square) in guards.squares.iter().enumerate() {
            if square == Square::NONE {
                continue;
            }
            let kinds = guards.gather(friend, 0);
            self.borrowed[color.index()][friend] = kinds;
            if kinds & only(BODYGUARD) != 0 {
                self.add_brake(square);
            }
            if kinds & only(JELLYFISH) != 0 {
                self.frozen[1 - color.index()].add_around(square);
            }
        }
    }

    /// The kinds whose abilities a Friend has, by its index in its army's list.
    #[inline(always)]
    pub fn of_friend(&self, color: Color, friend: usize) -> Kinds {
        self.borrowed[color.index()][friend & (FRIENDS - 1)]
    }

    /// The pieces that lend a kind's abilities to the Friend of `color` on a square: those of the kind, or if there
    /// are none, Friends that have them.
    pub fn lenders(&self, board: &Board, moved: Moved, color: Color, (friend, kind): (Square, Kind)) -> Vec<Square> {
        let mut real = Powers::NONE;
        Color::ALL.into_iter().for_each(|color| real.add_real_passives(board, color));
        let conditions = CaptureConditions { board, moved, brake: &real.brake };
        let free = |&number: &usize| {
            let from = board.square_of(number);
            board.kind_of(number) != Kind::NONE && from != friend && !real.frozen[color.index()].has(from)
        };
        let guards = |number: &usize| {
            board.kind_of(*number) == kind && conditions.captures(color, kind, board.square_of(*number), friend)
        };
        let lends = |number: &usize| {
            let kinds = self.of_friend(color, *number - Board::first(color));
            let from = board.square_of(*number);
            board.kind_of(*number) == FRIEND
                && kinds & only(kind) != 0
                && conditions.capturing_kinds(color, kinds, from, friend) != 0
        };
        let mut lenders: Vec<usize> = board.numbers(color).filter(free).filter(guards).collect();
        if lenders.is_empty() {
            lenders = board.numbers(color).filter(free).filter(lends).collect();
        }
        lenders.into_iter().map(|number| board.square_of(number)).collect()
    }

    #[inline(always)]
    fn add_brake(&mut self, square: Square) {
        self.brake.add_around_again(square, &mut self.braked_twice);
    }

    /// The squares where slides of the Friend on `from` end. It is not slowed by its own Bodyguard's power.
    #[inline(always)]
    pub fn brake_for_friend(&self, kinds: Kinds, from: Square) -> SquareSet {
        let mut brake = self.brake;
        if kinds & only(BODYGUARD) != 0 {
            brake.remove_around(from, &self.braked_twice);
        }
        brake
    }
}

/// The Friends of one side and the pieces that guard them.
struct FriendGuards {
    count: u8,
    /// The square of each Friend; [`Square::NONE`] if it has been captured.
    squares: [Square; FRIENDS],
    /// The kinds of the pieces other than Friends that guard each Friend.
    direct: [Kinds; FRIENDS],
    /// All kinds that guard any Friend: the most that a Friend can borrow.
    union: Kinds,
    /// `links[h][g]`: the kinds by which Friend `h`, if it had them, would guard Friend `g`.
    links: [[Kinds; FRIENDS]; FRIENDS],
}

impl FriendGuards {
    #[inline(always)]
    fn of(conditions: &CaptureConditions<'_>, color: Color, frozen: &SquareSet) -> FriendGuards {
        let (board, first) = (conditions.board, Board::first(color));
        let squares: [Square; FRIENDS] = std::array::from_fn(|friend| match board.kind_of(first + friend) {
            FRIEND => board.square_of(first + friend),
            _ => Square::NONE,
        });
        let count = squares.iter().filter(|&&square| square != Square::NONE).count() as u8;
        let mut guards =
            FriendGuards { count, squares, direct: [0; FRIENDS], union: 0, links: [[0; FRIENDS]; FRIENDS] };
        guards.find_guards(conditions, color, frozen);
        guards.union = guards.direct.iter().fold(0, |all, kinds| all | kinds);
        if count > 1 && guards.union != 0 {
            guards.find_links(conditions, color, frozen);
        }
        guards
    }

    #[inline(always)]
    fn find_guards(&mut self, conditions: &CaptureConditions<'_>, color: Color, frozen: &SquareSet) {
        let board = conditions.board;
        for (&square, direct) in self.squares.iter().zip(&mut self.direct) {
            if square == Square::NONE {
                continue;
            }
            let mut kinds = 0;
            for number in board.numbers(color) {
                let (kind, from) = (board.kind_of(number), board.square_of(number));
                if conditions.captures(color, kind, from, square) && !frozen.has(from) {
                    kinds |= only(kind);
                }
            }
            *direct = kinds;
        }
    }

    fn find_links(&mut self, conditions: &CaptureConditions<'_>, color: Color, frozen: &SquareSet) {
        for (h, &from) in self.squares.iter().enumerate() {
            if from == Square::NONE || frozen.has(from) {
                continue;
            }
            for (g, &to) in self.squares.iter().enumerate() {
                if to != Square::NONE && g != h {
                    self.links[h][g] = conditions.capturing_kinds(color, self.union, from, to);
                }
            }
        }
    }

    /// The kinds whose abilities Friend `g` has while the Friends in `chain` (one bit each) are replaced by
    /// enemy pieces without abilities. Replaced Friends still block the same lines.
    fn gather(&self, g: usize, chain: u8) -> Kinds {
        let chain = chain | 1 << g;
        let mut kinds = self.direct[g];
        for h in (0..FRIENDS).filter(|h| chain >> h & 1 == 0) {
            if self.links[h][g] != 0 && kinds != self.union {
                let lent = self.gather(h, chain);
                if lent & self.links[h][g] != 0 {
                    kinds |= lent;
                }
            }
        }
        kinds
    }
}
