//! The special events of a game, for statistics.

use super::Rules;

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

    /// Whether a legal move brings it about.
    pub fn happens(&self, before: &P, mv: P::Move, after: &P) -> bool {
        (self.happens)(before, mv, after)
    }
}

/// The special events of a game, for statistics. The default is none.
pub trait Events: Rules {
    /// The special events of the game, at most 32.
    const EVENTS: &'static [SpecialEvent<Self>] = &[];

    /// The names of [`EVENTS`](Self::EVENTS).
    const EVENT_NAMES: &'static [&'static str] = {
        let names: &[_] = &names_of::<Self>();
        names.split_at(Self::EVENTS.len()).0
    };

    /// Which events a legal move brings about, a bit for each in the order of their names.
    fn events(&self, mv: Self::Move) -> u32 {
        let after = self.after(mv);
        let happen = Self::EVENTS.iter().map(|event| event.happens(self, mv, &after));
        happen.enumerate().fold(0, |events, (index, happens)| events | u32::from(happens) << index)
    }
}

/// The names of a game's events; the rest of the array is empty.
const fn names_of<P: Events>() -> [&'static str; EVENTS] {
    let mut names = [""; EVENTS];
    let mut index = 0;
    while index < P::EVENTS.len() {
        names[index] = P::EVENTS[index].name;
        index += 1;
    }
    names
}
