//! Who guards the Friends, and so what they can do; who is frozen, and where sliders are stopped.
//!
//! The rules define this in layers so that it is no circle, and [`Powers::of`] follows them: real Jellyfish
//! and Bodyguards first, then the pieces that guard Friends, then Friends that guard Friends, and last the
//! freezing and braking by Friends, which no longer changes who guards whom. All is found once for a
//! position, when it comes about: move generation, attacks and evaluation read it here.

use super::Board;
use super::capture::Scene;
use super::pieces::*;
use super::zone::Zone;
use crate::types::{Color, Square};

/// Friends a side may have.
pub const FRIENDS: usize = 4;

/// What the Friends of both sides have borrowed, and the passive powers on the board.
#[derive(Clone, Copy, Debug)]
pub struct Powers {
    /// By colour and place in the list: the kinds whose abilities a Friend has. Empty for no Friend.
    pub borrowed: [[Kinds; FRIENDS]; 2],
    /// How many Friends a side has.
    pub friends: [u8; 2],
    /// By colour: where its pieces are immobilised.
    pub frozen: [Zone; 2],
    /// Squares beside a Bodyguard or a Friend with its power, of either side: slides end there.
    pub brake: Zone,
    /// Those that are beside two or more of them.
    braked_twice: Zone,
}

impl Powers {
    /// Nothing borrowed.
    pub const NONE: Powers = Powers {
        borrowed: [[0; FRIENDS]; 2],
        friends: [0; 2],
        frozen: [Zone::EMPTY; 2],
        brake: Zone::EMPTY,
        braked_twice: Zone::EMPTY,
    };

    /// The powers on a board whose `moved` squares hold pieces without opening rights.
    pub fn of(board: &Board, moved: Moved) -> Powers {
        let mut powers = Powers::NONE;
        for color in Color::ALL {
            powers.add_real_passives(board, color);
        }
        let scene = Scene { board, moved, brake: &powers.brake };
        let lent = Color::ALL.map(|color| Lenders::of(&scene, color, &powers.frozen[color.index()]));
        for color in Color::ALL {
            powers.add_friends(&lent[color.index()], color);
        }
        powers
    }

    fn add_real_passives(&mut self, board: &Board, color: Color) {
        for number in board.numbers(color) {
            match board.kind_of(number) {
                BODYGUARD => self.add_brake(board.square_of(number)),
                JELLYFISH => self.frozen[1 - color.index()].add_around(board.square_of(number)),
                _ => {}
            }
        }
    }

    #[inline(always)]
    fn add_friends(&mut self, lenders: &Lenders, color: Color) {
        self.friends[color.index()] = lenders.count;
        for (slot, &square) in lenders.squares.iter().enumerate() {
            if square == Square::NONE {
                continue;
            }
            let kinds = lenders.gather(slot, 0);
            self.borrowed[color.index()][slot] = kinds;
            if kinds & only(BODYGUARD) != 0 {
                self.add_brake(square);
            }
            if kinds & only(JELLYFISH) != 0 {
                self.frozen[1 - color.index()].add_around(square);
            }
        }
    }

    /// What the Friend in a place of its army's list has borrowed.
    #[inline(always)]
    pub fn of_friend(&self, color: Color, slot: usize) -> Kinds {
        self.borrowed[color.index()][slot & (FRIENDS - 1)]
    }

    #[inline(always)]
    fn add_brake(&mut self, square: Square) {
        self.brake.add_around_again(square, &mut self.braked_twice);
    }

    /// Where slides of the Friend on `from` are stopped: its own Bodyguard's power does not slow it down.
    #[inline(always)]
    pub fn brake_for_friend(&self, kinds: Kinds, from: Square) -> Zone {
        let mut zone = self.brake;
        if kinds & only(BODYGUARD) != 0 {
            zone.remove_around(from, &self.braked_twice);
        }
        zone
    }
}

/// The guards of one side's Friends.
struct Lenders {
    count: u8,
    /// Where the Friends are; [`Square::NONE`] where there is none.
    squares: [Square; FRIENDS],
    /// Kinds of the pieces that guard each Friend.
    direct: [Kinds; FRIENDS],
    /// All kinds that guard any of them: nobody can have more.
    union: Kinds,
    /// `links[h][g]`: the kinds by which Friend h, if it had them, would guard Friend g.
    links: [[Kinds; FRIENDS]; FRIENDS],
}

impl Lenders {
    #[inline(always)]
    fn of(scene: &Scene<'_>, color: Color, frozen: &Zone) -> Lenders {
        let first = Board::first(color);
        let squares: [Square; FRIENDS] = std::array::from_fn(|slot| match scene.board.kind_of(first + slot) {
            FRIEND => scene.board.square_of(first + slot),
            _ => Square::NONE,
        });
        let count = squares.iter().filter(|&&square| square != Square::NONE).count() as u8;
        let mut lenders = Lenders { count, squares, direct: [0; FRIENDS], union: 0, links: [[0; FRIENDS]; FRIENDS] };
        lenders.find_guards(scene, color, frozen);
        lenders.union = lenders.direct.iter().fold(0, |all, kinds| all | kinds);
        if count > 1 && lenders.union != 0 {
            lenders.find_links(scene, color, frozen);
        }
        lenders
    }

    #[inline(always)]
    fn find_guards(&mut self, scene: &Scene<'_>, color: Color, frozen: &Zone) {
        for (slot, &friend) in self.squares.iter().enumerate() {
            if friend == Square::NONE {
                continue;
            }
            let mut kinds = 0;
            for number in scene.board.numbers(color) {
                let (kind, from) = (scene.board.kind_of(number), scene.board.square_of(number));
                if scene.captures(color, kind, from, friend) && !frozen.has(from) {
                    kinds |= only(kind);
                }
            }
            self.direct[slot] = kinds;
        }
    }

    fn find_links(&mut self, scene: &Scene<'_>, color: Color, frozen: &Zone) {
        for (h, &from) in self.squares.iter().enumerate() {
            if from == Square::NONE || frozen.has(from) {
                continue;
            }
            for (g, &to) in self.squares.iter().enumerate() {
                if to != Square::NONE && g != h {
                    self.links[h][g] = scene.capturing_kinds(color, self.union, from, to);
                }
            }
        }
    }

    /// What Friend `g` can do while the Friends of `chain` are replaced by plain enemy pieces. Only the lent
    /// abilities depend on that: a replaced Friend still blocks the same ways.
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

/// Whose opening rights are gone though it stands at home: bit by [`Moved::bit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Moved(pub u64);

impl Moved {
    /// Home squares lie on the ranks 1, 3, 10 and 12: sixteen bits for each.
    #[inline(always)]
    pub const fn bit(square: Square) -> u64 {
        let row = match square.rank() {
            0 => 0,
            2 => 1,
            9 => 2,
            _ => 3,
        };
        1 << (row * 16 + square.file())
    }

    /// Whether the piece on a home square has moved.
    #[inline(always)]
    pub const fn has(self, square: Square) -> bool {
        self.0 & Moved::bit(square) != 0
    }

    /// The same for any square: away from home nobody is marked.
    #[inline(always)]
    pub const fn holds(self, square: Square) -> bool {
        matches!(square.rank(), 0 | 2 | 9 | 11) && self.has(square)
    }

    /// The marked squares in board order.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        const RANKS: [u8; 4] = [0, 2, 9, 11];
        (0..64u8).filter(move |bit| self.0 >> bit & 1 != 0).map(|bit| Square::new(bit & 15, RANKS[bit as usize >> 4]))
    }
}

/// Whether an unmoved pawn of `kind` stands on `square`.
#[inline(always)]
pub fn may_open(moved: Moved, color: Color, kind: u8, square: Square) -> bool {
    super::tables::starts_on(color, kind, square) && !moved.has(square)
}
