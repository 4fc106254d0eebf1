//! A "Friendly" Game of … Chess (Bob Greenwade, 2023): 12x12, 23 kinds of piece, and Friends that borrow the abilities
//! of the pieces that guard them.
//!
//! The borrowed abilities are computed once for each position and used by move generation, attacks and evaluation. A
//! side with several Friends may leave them attacked, so that all its moves are legal; only a last Friend is royal.
//!
//! ```text
//! kinds               names and icons of the pieces for users and GUIs
//! pieces              the kinds of piece, and sets of kinds
//! tables              attack tables by the difference of two squares, long leaps, home squares
//! square_set          sets of squares
//! opening_rights      which pawns and Friends on their home squares have moved
//! capture_conditions  whether a piece could capture on a square
//! borrowed_powers     the abilities borrowed by Friends; immobilised pieces; squares that stop slides
//! attack              which pieces attack a square
//! movegen             moves of pieces and Friends
//! pawn_moves          moves of pawns
//! last_friend         legality for a side with one Friend left
//! text                FEN, move text, and reasons why a move is not legal
//! features            what the network sees
//! worth               what pieces are worth to the search
//! pawn_files          passed pawns
//! describe            what people see
//! events              special events, for statistics
//! ```

mod attack;
mod borrowed_powers;
mod capture_conditions;
mod describe;
mod events;
mod features;
mod kinds;
mod last_friend;
mod movegen;
mod opening_rights;
mod pawn_files;
mod pawn_moves;
mod pieces;
mod square_set;
mod tables;
mod text;
mod worth;

#[cfg(test)]
mod tests;

use crate::game::variant::{Setup, Variant, XBoard};
use crate::position::{Evaluate, Events, Players, Rules, SearchHints, SpecialEvent};
use crate::types::{Cell, Color, Kind, Mailbox, Move, Outcome, PawnKinds, Reason, Score, Sink, Square, State, zobrist};
use crate::variants::exchange::Strike;
use crate::variants::row;
use attack::Attack;
use borrowed_powers::Powers;
use opening_rights::Moved;
use pieces::{FRIEND, LADY, POISONOUS, is_pawn, only};
use worth::capture_worth;

/// A "Friendly" Game.
pub const VARIANT: Variant = Variant {
    aliases: &["friendly-chess"],
    title: "Friendly",
    summary: "12x12: four Friends a side that borrow the powers of their guards; lose all and the game is lost",
    start: "tmdcffffcdmt/jnglabbquxih/eprkwoowkrpe/12/12/12/12/12/12/EPRKWOOWKRPE/HIXUQBBALGNJ/TMDCFFFFCDMT w - - 0 1",
    kinds: kinds::KINDS,
    diagrams: &[
        "ff10/12/12/12/12/12/12/12/12/12/12/10FF w - - 0 1",
        "10ff/12/12/12/12/12/12/12/12/12/12/FF10 w - - 0 1",
    ],
    network_file: network_file!("friendly.net"),
    // The parent variant in which a piece that moves onto an own piece swaps places with it.
    xboard: Some(XBoard { name: "friendly", setup: Some(Setup { parent: "chu", held: "" }) }),
    bench: include_str!("../../../../bench/positions/friendly.epd"),
    bench_depth: 5,
    ..row::<Friendly>("friendly")
};

/// A board with room for 64 pieces a side; a game starts with 36.
type Board = Mailbox<128>;

/// The values of the second extra byte of a [`Move`]; the first is the kind a pawn promotes to.
///
/// The target square of a move is where the piece ends up, but for a rifle capture it is the square of the victim.
struct Flag;

impl Flag {
    const RIFLE: u8 = 1;
    const WITHDRAWAL: u8 = 2;
    const KATANA: u8 = 3;
    const SWAP: u8 = 4;
    const PATIENT: u8 = 5;
    /// The bits that hold one of these forms.
    const FORM: u8 = 7;
    /// The victim is poisonous: the capturer leaves the board too.
    const DIES: u8 = 8;

    #[inline(always)]
    const fn form(mv: Move) -> u8 {
        mv.flag() & Flag::FORM
    }
}

/// A position of the Friendly game.
#[derive(Clone, Copy, Debug)]
// The board is the first field: one address serves for its cells and its lists. Aligned positions are copied faster.
#[repr(C, align(32))]
pub struct Friendly {
    board: Board,
    powers: Powers,
    moved: Moved,
    state: State,
}

impl Friendly {
    #[inline(always)]
    fn attack(&self) -> Attack<'_> {
        Attack { board: &self.board, moved: self.moved, powers: &self.powers }
    }

    #[inline(always)]
    fn friends(&self, color: Color) -> u8 {
        self.powers.friends[color.index()]
    }

    /// The square of the only Friend of a side; [`Square::NONE`] if there are several or none.
    fn last_friend(&self, color: Color) -> Square {
        if self.friends(color) != 1 {
            return Square::NONE;
        }
        let first = Board::first(color);
        let number = (first..first + borrowed_powers::FRIENDS).find(|&number| self.board.kind_of(number) == FRIEND);
        number.map_or(Square::NONE, |number| self.board.square_of(number))
    }

    /// Whether a capture of the piece of `color` in `cell` kills the capturer.
    #[inline(always)]
    fn is_poisonous(&self, cell: Cell, color: Color) -> bool {
        self.kinds_of(cell, color) & POISONOUS != 0
    }

    /// The kinds whose powers the piece of `color` in `cell` has.
    #[inline(always)]
    fn kinds_of(&self, cell: Cell, color: Color) -> pieces::Kinds {
        let number = Board::number(cell);
        match self.board.kind_of(number) {
            FRIEND => self.powers.of_friend(color, number - Board::first(color)),
            kind => only(kind),
        }
    }

    /// The square of the piece that a move captures; if it captures none, the square is empty or holds an own
    /// piece.
    #[inline(always)]
    fn victim_square(&self, mv: Move) -> Square {
        match Flag::form(mv) {
            Flag::WITHDRAWAL => mv.from().step(mv.from().minus(mv.to())),
            Flag::KATANA => movegen::midpoint(mv.from(), mv.to()),
            _ => mv.to(),
        }
    }

    /// Moves and removes the pieces of a move, without updating powers, clocks and the side to move.
    /// Returns whether the move resets the halfmove clock: a capture or a pawn move.
    #[inline]
    fn displace(&mut self, mv: Move) -> bool {
        let (us, from, to) = (self.state.side, mv.from(), mv.to());
        let kind = self.board.kind_on(from);
        if Flag::form(mv) == Flag::SWAP {
            self.swap(from, to);
            return false;
        }
        let victim = self.victim_square(mv);
        let captures = self.board.at(victim).is(!us);
        if captures {
            self.remove(victim, !us);
        }
        if mv.flag() & Flag::DIES != 0 {
            self.remove(from, us);
        } else if Flag::form(mv) != Flag::RIFLE {
            self.relocate(kind, from, to);
        }
        if !mv.promotion().is_none() {
            self.state.transform(&mut self.board, us, to, mv.promotion());
        }
        captures || is_pawn(kind)
    }

    #[inline(always)]
    fn remove(&mut self, square: Square, color: Color) {
        self.state.remove(&mut self.board, color, square);
        self.unmark(square);
    }

    #[inline(always)]
    fn relocate(&mut self, kind: Kind, from: Square, to: Square) {
        self.state.relocate(&mut self.board, kind, from, to);
        self.unmark(from);
        self.mark(kind, to);
    }

    fn swap(&mut self, from: Square, to: Square) {
        let (kind, partner) = (self.board.kind_on(from), self.board.kind_on(to));
        self.state.relocate_pair(&mut self.board, (from, to), (to, from));
        self.unmark(from);
        self.unmark(to);
        self.mark(kind, to);
        self.mark(partner, from);
    }

    /// Marks the piece of `kind` on `square` as moved, if this is a home square of its kind.
    #[inline(always)]
    fn mark(&mut self, kind: Kind, square: Square) {
        if tables::starts_on(self.state.side, kind, square) {
            self.moved.0 |= Moved::bit(square);
            self.state.key ^= moved_key(square);
        }
    }

    /// Removes the mark of a square whose piece has left.
    #[inline(always)]
    fn unmark(&mut self, square: Square) {
        if self.moved.0 != 0 && self.moved.holds(square) {
            self.moved.0 &= !Moved::bit(square);
            self.state.key ^= moved_key(square);
        }
    }

    /// Whether a move of a side with one Friend loses this Friend or leaves it attacked.
    fn exposes_last_friend(&self, mv: Move) -> bool {
        let mut next = *self;
        next.displace(mv);
        next.powers = Powers::of(&next.board, next.moved);
        match next.last_friend(self.state.side) {
            Square::NONE => true,
            friend => next.attack().on(friend, !self.state.side),
        }
    }
}

fn moved_key(square: Square) -> u64 {
    zobrist::feature(1, u64::from(square.0))
}

impl Rules for Friendly {
    type Move = Move;
    // A pawn that has stepped sideways or backwards can return.
    const RESETS_CAN_BE_UNDONE: bool = true;
    const PAWNS: PawnKinds = pieces::PAWNS;
    const BEST_PROMOTION: Kind = LADY;

    one_board!(Board);

    #[inline]
    fn generate<const NOISY: bool>(&self, sink: &mut impl Sink<Move>) {
        match (self.friends(self.state.side), self.friends(!self.state.side)) {
            (0, _) | (_, 0) => {}
            (1, _) => movegen::generate::<_, NOISY>(self, &mut last_friend::LegalMoves::new(self, sink)),
            _ => movegen::generate::<_, NOISY>(self, sink),
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        self.begin_ply();
        if self.displace(mv) {
            self.state.halfmove = 0;
        }
        self.powers = Powers::of(&self.board, self.moved);
        self.state.hand_over();
    }

    fn extra_key(&self) -> u64 {
        self.moved.squares().fold(0, |key, square| key ^ moved_key(square))
    }

    #[inline]
    fn in_check(&self) -> bool {
        match self.last_friend(self.state.side) {
            Square::NONE => false,
            friend => self.attack().on(friend, !self.state.side),
        }
    }

    fn checkers(&self) -> Vec<Square> {
        match self.last_friend(self.state.side) {
            Square::NONE => Vec::new(),
            friend => self.attack().attackers(friend, !self.state.side),
        }
    }

    /// Friends alone lend each other nothing: they neither move nor capture.
    fn cannot_win(&self, color: Color) -> bool {
        self.board.army(color).all(|(kind, _)| kind == FRIEND)
    }

    #[inline]
    fn ended(&self) -> Option<Outcome> {
        let loser = Color::ALL.into_iter().find(|&color| self.friends(color) == 0)?;
        Some(Outcome::win(!loser, Reason::Goal("takes the last Friend")))
    }
}

impl SearchHints for Friendly {
    const EXCHANGES: bool = true;

    #[inline(always)]
    fn victim(&self, mv: Move) -> Kind {
        self.board.kind_at(self.victim_square(mv), !self.state.side)
    }

    #[inline]
    fn gain(&self, mv: Move) -> Score {
        let mut gain = capture_worth(self.victim(mv), self.friends(!self.state.side));
        if !mv.promotion().is_none() {
            gain += self.worth(mv.promotion()) - self.worth(self.mover(mv));
        }
        if mv.flag() & Flag::DIES != 0 {
            gain -= capture_worth(self.mover(mv), self.friends(self.state.side));
        }
        gain
    }

    #[inline]
    fn mover_value(&self, mv: Move) -> Score {
        match Flag::form(mv) {
            // A rifle capture cannot be recaptured, because the piece stays where it is.
            Flag::RIFLE => 0,
            _ => self.worth(self.mover(mv)),
        }
    }

    /// The exchange is evaluated on the square where the capturing piece ends up.
    fn wins_exchange(&self, mv: Move, threshold: Score) -> bool {
        let (from, to, gain) = (mv.from(), mv.to(), self.gain(mv));
        if mv.flag() & Flag::DIES != 0 {
            return gain >= threshold;
        }
        let standing = if mv.promotion().is_none() { self.mover_value(mv) } else { self.worth(mv.promotion()) };
        let strike = Strike { by: self.state.side, from, to, gain, standing };
        let attack = self.attack();
        strike.wins(&self.board, threshold, |color, kind, square| {
            attack.reaches(color, kind, square, to).then(|| capture_worth(kind, self.friends(color)))
        })
    }

    fn null_move_is_sound(&self) -> bool {
        let frozen = &self.powers.frozen[self.state.side.index()];
        let free = |(kind, square): (Kind, Square)| kind != FRIEND && !is_pawn(kind) && !frozen.has(square);
        self.board.army(self.state.side).filter(|&piece| free(piece)).count() >= 2
    }
}

impl Players for Friendly {}

impl Events for Friendly {
    const EVENTS: &'static [SpecialEvent<Friendly>] = events::EVENTS;
}

impl Friendly {
    /// Whether the Friend on a square has borrowed any ability.
    fn is_guarded(&self, square: Square) -> bool {
        let number = Board::number(self.board.at(square));
        self.powers.of_friend(self.state.side, number - Board::first(self.state.side)) != 0
    }
}
