//! How a beginner finds a move: one look at each move, in random order, until the nodes are spent. Replies are looked at
//! by quiescence, and for some moves not at all.

use super::Event;
use super::iterative_deepening::Found;
use super::root::{RootMove, sort_by_score, sorted_by};
use super::strength::Strength;
use super::window::{Bound, Window};
use super::worker::Worker;
use crate::position::{GameMove, Position};
use crate::types::Score;
use crate::types::score::INFINITE;
use smallvec::SmallVec;

impl<P: Position> Worker<'_, P> {
    /// Looks at the root moves once. `listen` is told of the best ones.
    pub fn look_once(&mut self, strength: &Strength, moves: &[RootMove<P>], listen: &mut dyn FnMut(Event)) -> Found<P> {
        let root = &self.request.position;
        let mut moves = sorted_by(moves, |root_move| strength.order(root.key(), root_move.mv.bits()));
        self.iteration = 1;
        self.enter(root, root.key());
        for root_move in &mut moves {
            let score = self.glance(strength, root_move.mv);
            if self.stopped {
                break;
            }
            self.may_stop = true;
            self.remember_line(root_move.mv, 0);
            *root_move = RootMove { score, previous: score, line: SmallVec::from_slice(&self.lines[0]), ..*root_move };
        }
        self.leave();
        sort_by_score(&mut moves);
        let known =
            moves.iter().take(self.request.setup.multipv.max(1)).filter(|root_move| root_move.score > -INFINITE);
        for (line, root_move) in known.enumerate() {
            listen(Event::Report(self.report(root_move, 1, line + 1, Bound::Exact)));
        }
        let report = self.report(&moves[0], 1, 1, Bound::Exact);
        let exact = moves.iter().take_while(|root_move| root_move.score > -INFINITE).count();
        Found { moves, exact, depth: 1, report }
    }

    /// The score of a root move: by quiescence, or as it looks at once if the replies are overlooked.
    fn glance(&mut self, strength: &Strength, mv: P::Move) -> Score {
        let root = &self.request.position;
        let mut next = root.after(mv);
        self.complete_move(&mut next);
        self.stack[0].history_index = root.history_index(mv);
        if strength.overlooks_replies(root.key(), mv.bits()) && next.ended().is_none() {
            self.begin_node(1);
            return self.static_child(&next);
        }
        self.child(root, &next, Window::new(-INFINITE, INFINITE), 0, 0)
    }
}
