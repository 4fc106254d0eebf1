//! What the rules make of a position, told so that a reflection or exchanged armies can be compared.

use super::ground::{Cell, Ground, Reflection};
use super::levels::Worth;
use crate::game::{Game, Stand};
use crate::types::{Color, Kind};

/// How a game is over, if it is, and what its moves lead to, in an order that does not depend on that of the moves.
#[derive(PartialEq, Eq)]
pub(super) struct Outlook {
    end: Option<Worth>,
    successors: Vec<Successor>,
}

/// A position that a move leads to.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Successor {
    is_plain: bool,
    end: Option<Worth>,
    /// The men by army, with their cells.
    men: Vec<(bool, Kind, Cell)>,
}

impl Outlook {
    /// That of a position.
    pub fn of(ground: &Ground, game: &dyn Game) -> Outlook {
        let mut successors = Vec::new();
        game.look_ahead(&mut |_, stand, ended| {
            successors.push(Successor {
                is_plain: ground.is_plain(stand),
                end: ended.map(|outcome| Worth::of(&outcome)),
                men: men(ground, stand),
            });
        });
        Outlook { end: game.ended().map(|outcome| Worth::of(&outcome)), successors }.sorted()
    }

    /// The same after a reflection of the board.
    pub fn reflected(self, reflection: &Reflection) -> Outlook {
        self.changed(|end| end, |(army, kind, cell)| (army, kind, reflection[usize::from(cell)]))
    }

    /// The same with the armies exchanged.
    pub fn exchanged(self, ground: &Ground) -> Outlook {
        self.changed(Worth::exchanged, |(army, kind, cell)| (!army, kind, ground.exchanged_cell(cell)))
    }

    fn changed(
        mut self,
        end: impl Fn(Worth) -> Worth,
        man: impl Fn((bool, Kind, Cell)) -> (bool, Kind, Cell),
    ) -> Outlook {
        self.end = self.end.map(&end);
        for successor in &mut self.successors {
            successor.end = successor.end.map(&end);
            successor.men.iter_mut().for_each(|own| *own = man(*own));
        }
        self.sorted()
    }

    fn sorted(mut self) -> Outlook {
        self.successors.iter_mut().for_each(|successor| successor.men.sort_unstable());
        self.successors.sort_unstable();
        self
    }
}

/// The men of a stand; none if they are more than a table holds.
fn men(ground: &Ground, stand: &Stand) -> Vec<(bool, Kind, Cell)> {
    let placed = ground.placed(stand);
    let man = |((color, kind), cell): ((Color, Kind), Cell)| (color == Color::Black, kind, cell);
    placed.map_or(Vec::new(), |(material, cells, _)| material.men().zip(cells).map(man).collect())
}
