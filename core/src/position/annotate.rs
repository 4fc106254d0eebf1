//! What a board shows besides its pieces, for people.

use super::Rules;
use crate::types::Square;

/// What a player should see of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A king that stands here unattacked has won.
    Escape,
    /// The piece cannot move and attacks nothing.
    Frozen,
    /// The same of a piece that freezes others itself.
    Icicle,
    /// The royal piece is attacked, as its opponent needs it.
    Held,
    /// Nothing attacks this royal piece.
    Free,
    /// The piece cannot move.
    Immobile,
    /// The piece has the moves and powers of the kind with this letter.
    Power(char),
    /// The owner of the pawn has to choose what it becomes.
    Waiting,
}

/// A sign on a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// The name of the board in a game with several boards.
    pub board: Option<char>,
    /// The square.
    pub square: Square,
    /// What it shows.
    pub sign: Sign,
    /// The squares of the pieces that cause it, on the same board.
    pub by: Vec<Square>,
}

impl Annotation {
    /// Creates a sign in a game with one board.
    pub fn new(square: Square, sign: Sign, by: Vec<Square>) -> Annotation {
        Annotation { board: None, square, sign, by }
    }
}

/// The most special events of a game: one for each bit.
const EVENTS: usize = u32::BITS as usize;

/// A special event of a game: something that a move brings about, counted to show how much a rule matters.
pub struct SpecialEvent<P: Rules> {
    /// The name as statistics print it: `freezing`, `escape`.
    pub name: &'static str,
    happens: fn(&P, P::Move, &P) -> bool,
}

impl<P: Rules> SpecialEvent<P> {
    /// An event that happens if a function says so of a position, a legal move in it, and the position after the move.
    pub const fn new(name: &'static str, happens: fn(&P, P::Move, &P) -> bool) -> SpecialEvent<P> {
        SpecialEvent { name, happens }
    }
}

/// What people see of a position besides its pieces, and of a move besides its squares. The default is nothing.
pub trait Annotate: Rules {
    /// The special events of the game, at most 32.
    const EVENTS: &'static [SpecialEvent<Self>] = &[];

    /// The names of [`EVENTS`](Self::EVENTS).
    const EVENT_NAMES: &'static [&'static str] = {
        let names: &[_] = &names_of::<Self>();
        names.split_at(Self::EVENTS.len()).0
    };

    /// Returns the signs of the position, in no particular order.
    fn annotations(&self) -> Vec<Annotation> {
        Vec::new()
    }

    /// Returns which events a legal move brings about, a bit for each in the order of their names.
    fn events(&self, mv: Self::Move) -> u32 {
        let after = self.after(mv);
        let happen = Self::EVENTS.iter().map(|event| (event.happens)(self, mv, &after));
        happen.enumerate().fold(0, |events, (index, happens)| events | u32::from(happens) << index)
    }
}

/// The names of a game's events; the rest of the array is empty.
const fn names_of<P: Annotate>() -> [&'static str; EVENTS] {
    let mut names = [""; EVENTS];
    let mut index = 0;
    while index < P::EVENTS.len() {
        names[index] = P::EVENTS[index].name;
        index += 1;
    }
    names
}
