//! The tree itself: positions, joined where moves lead to the same one, and how it grows.
//!
//! A position is looked at by searching the position behind each of its moves: briefly, and those that the brief search does not
//! find much worse than the best with all nodes. The tree then grows where play is likely to go. All searches begin with an empty table
//! and are shared out in batches of one size, so the tree does not depend on the number of threads.
//!
//! Both sides are taken to play well, not perfectly: a move that costs two points of a hundred is played 37 % as often as the best one.
//! The chances of a position are the mean of those behind its moves, by their shares. A search alone expects perfect play, and so too
//! much for the side to move; at the ends of the tree half of what a move costs on average is taken off, half because the opponent's
//! moves cost as much.

use crate::engine::searcher::Searcher;
use crate::game::Game;
use crate::position::Notation;
use crate::search::Limits;
use crate::tools::threads;
use crate::types::score::{DRAW, WinModel, is_decided};
use crate::types::{Color, Outcome};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// How much is searched.
pub(in crate::tools) struct Settings {
    /// The number of positions that are looked at.
    pub positions: usize,
    /// Nodes of the search behind a move.
    pub nodes: u64,
    /// The best lines after the playable first moves are followed to this ply at least.
    pub plies: usize,
}

/// The position behind a move, searched.
pub(in crate::tools) struct Node {
    /// The number of plies from the start.
    pub ply: usize,
    /// White's chances: the mean of those behind the moves, or those of the search before the position is looked at.
    pub chances: Chances,
    /// Those of the search, and whether it found a forced win.
    searched: Chances,
    is_sure: bool,
    /// The share of all play that comes here.
    pub share: f64,
    /// The moves, the best first; none before the position is looked at.
    pub moves: Vec<Branch>,
    /// How the game is over here, if it is.
    pub end: Option<Outcome>,
    /// The game with the moves of the first way that was found.
    pub game: Box<dyn Game>,
}

impl Node {
    /// Whether it can be looked at: the game goes on, and no win is certain.
    fn is_open(&self) -> bool {
        self.moves.is_empty() && self.end.is_none() && !self.is_sure
    }
}

/// A move.
pub(in crate::tools) struct Branch {
    /// The number of the move.
    pub bits: u64,
    /// The move in the notation of people.
    pub name: String,
    /// White's chances.
    pub chances: Chances,
    /// Those of the brief search.
    searched: Chances,
    /// The share of the play from this position that takes the move.
    pub share: f64,
    /// The position behind it; `None` if only the brief search saw it.
    pub to: Option<usize>,
}

/// The chances of a win, a draw and a loss, which sum to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::tools) struct Chances(pub [f64; 3]);

impl Chances {
    const EVEN: Chances = Chances([0.0, 1.0, 0.0]);

    /// The expected points, from 0 to 1.
    pub fn expected(self) -> f64 {
        self.0[0] + self.0[1] / 2.0
    }

    /// What a side expects of White's chances.
    fn expected_by(self, color: Color) -> f64 {
        color.choose(self.expected(), 1.0 - self.expected())
    }

    /// The same with so many points less for a side, as far as it has them.
    fn less(self, points: f64, color: Color) -> Chances {
        let [win, draw, loss] = self.0;
        let moved = points.min(color.choose(win, loss));
        Chances(color.choose([win - moved, draw, loss + moved], [win + moved, draw, loss - moved]))
    }
}

/// Positions from a start on.
pub(in crate::tools) struct Tree {
    /// The start is the first one; a position comes after one from which a move leads to it.
    pub nodes: Vec<Node>,
    /// The number of positions that have been looked at.
    pub looked_at: usize,
    /// The number of moves that led to a position that was there already.
    pub joined: usize,
    /// What scores say of results.
    model: WinModel,
    /// What a move costs on average, in points.
    cost: f64,
    /// Positions by what they are.
    known: HashMap<Place, usize>,
}

/// Settling comes to rest sooner than after so many times.
const SETTLED_AFTER: usize = 50;

/// What positions that are joined have in common: the ply, so that no line comes back to itself, the key, what moves depend on
/// besides, and whether the game is over, which a repetition also decides.
type Place = (usize, u64, u64, bool);

fn place(ply: usize, game: &dyn Game, end: Option<Outcome>) -> Place {
    (ply, game.key(), game.stand().rest, end.is_some())
}

/// A move that expects this much less than the best one is played 1/e as often.
const LOSS: f64 = 0.02;
/// A move is playable if it expects at most this much less than the best one.
pub(in crate::tools) const PLAYABLE: f64 = 0.05;
/// What the brief search finds worse than the best by more than this is not searched on.
const HOPELESS: f64 = 0.10;
/// The brief search has this part of the nodes.
const BRIEF: u64 = 10;
/// The least number of positions that are looked at together, and the part of a large tree that they are: settling a tree takes time, too.
const BATCH: usize = 8;
const BATCH_PART: usize = 64;

impl Tree {
    /// Grows a tree from a position in which the game is not over. If `stop` is set, it ends sooner. `tell` is told how many positions
    /// have been looked at.
    ///
    /// # Errors
    /// Threads cannot be had.
    pub fn grown(
        start: &dyn Game,
        settings: &Settings,
        searchers: &[Searcher],
        stop: &AtomicBool,
        tell: impl Fn(usize),
    ) -> Result<Tree, String> {
        let game = start.begun_here();
        let (searched, end) = (Chances::EVEN, game.outcome());
        let known = HashMap::from([(place(0, &*game, end), 0)]);
        let root =
            Node { ply: 0, chances: searched, searched, is_sure: false, share: 1.0, moves: Vec::new(), end, game };
        let model = start.variant().network().chances();
        let mut tree = Tree { nodes: vec![root], looked_at: 0, joined: 0, model, cost: 0.0, known };
        let work = Work { nodes: settings.nodes, searchers, stop };
        while tree.looked_at < settings.positions {
            let chosen = tree.chosen(settings);
            if chosen.is_empty() || !tree.look_at(&chosen, &work)? {
                break;
            }
            tree.settle();
            while tree.reconsider(&work)? {
                tree.settle();
            }
            tell(tree.looked_at);
        }
        tree.settle_all();
        Ok(tree)
    }

    /// The moves that expect at most so much less than the best one.
    pub fn within<'a>(&'a self, node: &'a Node, loss: f64) -> impl Iterator<Item = &'a Branch> {
        let color = node.game.turn().color;
        let best = node.moves.first().map_or(0.0, |best| best.chances.expected_by(color));
        node.moves.iter().filter(move |branch| branch.chances.expected_by(color) >= best - loss)
    }

    /// The best moves from a position on, as far as they are known.
    pub fn line<'a>(&'a self, node: &'a Node) -> Vec<&'a Branch> {
        let next = |branch: &&'a Branch| self.nodes[branch.to?].moves.first();
        std::iter::successors(node.moves.first(), next).collect()
    }

    /// The numbers of positions that are looked at next.
    fn chosen(&self, settings: &Settings) -> Vec<usize> {
        let room = BATCH.max(self.looked_at / BATCH_PART).min(settings.positions - self.looked_at);
        let mut chosen = self.ends_of_lines(settings.plies);
        chosen.truncate(room.div_ceil(2));
        let is_open = |number: &usize| self.nodes[*number].is_open();
        let mut open: Vec<usize> =
            (0..self.nodes.len()).filter(is_open).filter(|number| !chosen.contains(number)).collect();
        open.sort_by(|&a, &b| self.nodes[b].share.total_cmp(&self.nodes[a].share).then(a.cmp(&b)));
        chosen.extend(open.into_iter().take(room - chosen.len()));
        chosen
    }

    /// Where the best lines after the playable first moves end, if that is before a ply.
    fn ends_of_lines(&self, plies: usize) -> Vec<usize> {
        let end = |branch: &Branch| {
            let mut number = branch.to?;
            while let Some(next) = self.nodes[number].moves.first() {
                number = next.to?;
            }
            let node = &self.nodes[number];
            (node.is_open() && node.ply < plies).then_some(number)
        };
        let mut ends: Vec<usize> = self.within(&self.nodes[0], PLAYABLE).filter_map(end).collect();
        ends.sort_unstable();
        ends.dedup();
        ends
    }

    /// Searches all moves of some positions; false, and nothing is done, if that is stopped.
    fn look_at(&mut self, chosen: &[usize], work: &Work<'_>) -> Result<bool, String> {
        for &number in chosen {
            let game = &self.nodes[number].game;
            let names = game.legal_bits().into_iter().zip(game.legal_moves(Notation::San));
            let (chances, searched) = (Chances::EVEN, Chances::EVEN);
            let branch = |(bits, name)| Branch { bits, name, chances, searched, share: 0.0, to: None };
            self.nodes[number].moves = names.map(branch).collect();
        }
        let of = |&number: &usize| (0..self.nodes[number].moves.len()).map(move |place| (number, place));
        let all: Vec<(usize, usize)> = chosen.iter().flat_map(of).collect();
        let brief =
            |game: Box<dyn Game>, searcher: &Searcher| self.seen(&*game, (work.nodes / BRIEF).max(1), searcher).chances;
        let found = self.behind(&all, work, brief)?;
        for (&(number, place), found) in all.iter().zip(found.iter().flatten()) {
            self.nodes[number].moves[place].searched = *found;
            self.nodes[number].moves[place].chances = *found;
        }
        let hopeful: Vec<(usize, usize)> = chosen.iter().flat_map(|&number| self.hopeful(number)).collect();
        let is_done = found.is_some() && self.search_on(&hopeful, work)?;
        if is_done {
            self.looked_at += chosen.len();
        } else {
            chosen.iter().for_each(|&number| self.nodes[number].moves.clear());
        }
        Ok(is_done)
    }

    /// The moves of a position that are not much worse than the best.
    fn hopeful(&self, number: usize) -> Vec<(usize, usize)> {
        let node = &self.nodes[number];
        let color = node.game.turn().color;
        let expected = |branch: &Branch| branch.chances.expected_by(color);
        let best = node.moves.iter().map(expected).fold(0.0, f64::max);
        let is_hopeful = |(_, branch): &(usize, &Branch)| expected(branch) >= best - HOPELESS;
        node.moves.iter().enumerate().filter(is_hopeful).map(|(place, _)| (number, place)).collect()
    }

    /// Searches moves with all nodes, and adds the positions behind them; false if that is stopped.
    fn search_on(&mut self, moves: &[(usize, usize)], work: &Work<'_>) -> Result<bool, String> {
        let look = |game: Box<dyn Game>, searcher: &Searcher| (self.seen(&*game, work.nodes, searcher), game);
        let Some(found) = self.behind(moves, work, look)? else { return Ok(false) };
        for (&(number, at), (Seen { chances, is_sure, end }, game)) in moves.iter().zip(found) {
            let (ply, new) = (self.nodes[number].ply + 1, self.nodes.len());
            let to = *self.known.entry(place(ply, &*game, end)).or_insert(new);
            if to == new {
                self.nodes.push(Node {
                    ply,
                    chances,
                    searched: chances,
                    is_sure,
                    share: 0.0,
                    moves: Vec::new(),
                    end,
                    game,
                });
            } else {
                self.joined += 1;
            }
            self.nodes[number].moves[at].to = Some(to);
        }
        Ok(true)
    }

    /// Searches what only the brief search saw, where everything else has turned out to be worse; false if there is nothing, or that is
    /// stopped.
    fn reconsider(&mut self, work: &Work<'_>) -> Result<bool, String> {
        let neglected = |number: usize| {
            let node = &self.nodes[number];
            let color = node.game.turn().color;
            let expected = |branch: &Branch| branch.chances.expected_by(color);
            let best = node.moves.iter().filter(|branch| branch.to.is_some()).map(expected).fold(0.0, f64::max);
            let found = node.moves.iter().position(|branch| branch.to.is_none() && expected(branch) > best)?;
            Some((number, found))
        };
        let moves: Vec<(usize, usize)> = (0..self.nodes.len()).filter_map(neglected).collect();
        Ok(!moves.is_empty() && self.search_on(&moves, work)?)
    }

    /// What `look` sees behind moves; `None` if that is stopped.
    fn behind<T: Send>(
        &self,
        moves: &[(usize, usize)],
        work: &Work<'_>,
        look: impl Fn(Box<dyn Game>, &Searcher) -> T + Sync,
    ) -> Result<Option<Vec<T>>, String> {
        let see = |searcher: &Searcher, at: u64| {
            let (number, place) = moves[at as usize];
            let mut game = self.nodes[number].game.boxed_clone();
            game.play_bits(self.nodes[number].moves[place].bits);
            (!work.stop.load(Relaxed)).then(|| look(game, searcher))
        };
        let seen = threads::map_numbers(work.searchers, 0..moves.len() as u64, see)?;
        Ok((seen.len() == moves.len()).then_some(seen))
    }

    /// A position, searched with so many nodes unless the game is over.
    fn seen(&self, game: &dyn Game, nodes: u64, searcher: &Searcher) -> Seen {
        let end = game.outcome();
        let won = |color: Color| Chances(color.choose([1.0, 0.0, 0.0], [0.0, 0.0, 1.0]));
        if let Some(end) = end {
            let chances = end.winner.map_or(Chances::EVEN, |seat| won(seat.color));
            return Seen { chances, is_sure: true, end: Some(end) };
        }
        searcher.forget();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let score = searcher.search(game, limits, |_| {}).report.map_or(DRAW, |report| report.score);
        let white = game.turn().color.choose(score, -score);
        let is_sure = is_decided(white);
        let chances = match is_sure {
            true => won(if white > 0 { Color::White } else { Color::Black }),
            false => {
                let [win, loss] = [white, -white].map(|score| self.model.win(score.into()));
                Chances([win, 1.0 - win - loss, loss])
            }
        };
        Seen { chances, is_sure, end }
    }

    /// Settles until what moves cost on average does not change any more.
    fn settle_all(&mut self) {
        for _ in 0..SETTLED_AFTER {
            let before = self.cost;
            self.settle();
            if (self.cost - before).abs() < 1e-9 {
                break;
            }
        }
    }

    /// Gives all positions their chances, from the far ends back, and all moves their shares, from the start on.
    fn settle(&mut self) {
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|&number| (self.nodes[number].ply, number));
        let mut costs = Vec::new();
        for &number in order.iter().rev() {
            let mut moves = std::mem::take(&mut self.nodes[number].moves);
            let (half, color) = (self.cost / 2.0, self.nodes[number].game.turn().color);
            for branch in &mut moves {
                let brief = branch.searched.less(half, !color);
                branch.chances = branch.to.map_or(brief, |to| self.nodes[to].chances);
            }
            let cost = share_out(&mut moves, color);
            costs.extend((!moves.is_empty()).then_some(cost));
            let node = &mut self.nodes[number];
            node.chances = match (moves.is_empty(), node.is_sure) {
                (false, _) => mean(&moves),
                (true, true) => node.searched,
                (true, false) => node.searched.less(half, color),
            };
            node.moves = moves;
            node.share = if number == 0 { 1.0 } else { 0.0 };
        }
        self.cost = costs.iter().sum::<f64>() / costs.len().max(1) as f64;
        for number in order {
            let share = self.nodes[number].share;
            let moves: Vec<(usize, f64)> =
                self.nodes[number].moves.iter().filter_map(|branch| Some((branch.to?, branch.share))).collect();
            for (to, part) in moves {
                self.nodes[to].share += share * part;
            }
        }
    }

    /// The number of positions that were looked at from each position on, itself included.
    pub fn sizes(&self) -> Vec<usize> {
        let mut seen_from = vec![usize::MAX; self.nodes.len()];
        let mut size = |number: usize| {
            let (mut waiting, mut count) = (vec![number], 0);
            while let Some(at) = waiting.pop() {
                if std::mem::replace(&mut seen_from[at], number) != number && !self.nodes[at].moves.is_empty() {
                    count += 1;
                    waiting.extend(self.nodes[at].moves.iter().filter_map(|branch| branch.to));
                }
            }
            count
        };
        (0..self.nodes.len()).map(|number| if self.nodes[number].moves.is_empty() { 0 } else { size(number) }).collect()
    }

    /// For each ply from 1 on that at least half of the play reaches in the tree: with how many positions of equal shares play would vary as
    /// much as it does there (the exponential of the entropy of the shares). Play that the tree does not follow so far counts as if it went on
    /// without a choice, so it is at least so many.
    pub fn variety(&self) -> Vec<f64> {
        let at = |ply: usize| {
            let is_there = |node: &&Node| node.ply == ply || node.ply < ply && node.moves.is_empty();
            let nodes: Vec<&Node> = self.nodes.iter().filter(is_there).filter(|node| node.share > 0.0).collect();
            let reached: f64 = nodes.iter().filter(|node| node.ply == ply).map(|node| node.share).sum();
            let entropy: f64 = nodes.iter().map(|node| -node.share * node.share.ln()).sum();
            (reached >= 0.5).then(|| entropy.exp())
        };
        (1..).map_while(at).collect()
    }
}

/// How moves are searched, and until when.
struct Work<'a> {
    nodes: u64,
    searchers: &'a [Searcher],
    stop: &'a AtomicBool,
}

/// What is known of a position behind a move.
struct Seen {
    /// White's chances.
    chances: Chances,
    /// Whether the game is over or a side wins by force.
    is_sure: bool,
    end: Option<Outcome>,
}

/// Sorts the moves of a side, the best first and those that only the brief search saw last, and gives them their shares. Returns what
/// the side loses on average against its best move.
fn share_out(moves: &mut [Branch], color: Color) -> f64 {
    let expected = |branch: &Branch| branch.chances.expected_by(color);
    moves.sort_by(|a, b| {
        let by_worth = expected(b).total_cmp(&expected(a));
        a.to.is_none().cmp(&b.to.is_none()).then(by_worth).then(a.bits.cmp(&b.bits))
    });
    let best = moves.first().map_or(0.0, expected);
    let weight = |branch: &Branch| branch.to.map_or(0.0, |_| ((expected(branch) - best) / LOSS).exp());
    let sum: f64 = moves.iter().map(weight).sum();
    for branch in moves.iter_mut() {
        branch.share = weight(branch) / sum.max(f64::MIN_POSITIVE);
    }
    moves.iter().map(|branch| branch.share * (best - expected(branch))).sum()
}

/// The mean of the chances behind moves, by their shares.
fn mean(moves: &[Branch]) -> Chances {
    let of = |result: usize| moves.iter().map(|branch| branch.share * branch.chances.0[result]).sum();
    Chances([of(0), of(1), of(2)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    fn branch(bits: u64, points: f64, to: Option<usize>) -> Branch {
        let chances = Chances([points, 0.0, 1.0 - points]);
        Branch { bits, name: String::new(), chances, searched: chances, share: 0.0, to }
    }

    #[test]
    fn what_costs_two_points_is_played_1_to_e_as_often() {
        let mut moves = [branch(1, 0.48, Some(1)), branch(2, 0.5, Some(2)), branch(3, 0.9, None)];
        let cost = share_out(&mut moves, Color::White);
        assert_eq!(moves.each_ref().map(|branch| branch.bits), [2, 1, 3]);
        let [best, second, brief] = moves.each_ref().map(|branch| branch.share);
        assert!((second / best - (-1.0_f64).exp()).abs() < 1e-9 && (best + second - 1.0).abs() < 1e-9 && brief == 0.0);
        assert!((cost - second * 0.02).abs() < 1e-9);
        assert!((mean(&moves).expected() - (0.5 - cost)).abs() < 1e-9);
        // Black wants few of White's points.
        share_out(&mut moves, Color::Black);
        assert_eq!(moves.each_ref().map(|branch| branch.bits), [1, 2, 3]);
    }

    #[test]
    fn points_are_taken_off_as_far_as_there_are_some() {
        let chances = Chances([0.3, 0.5, 0.2]);
        assert!((chances.less(0.1, Color::White).expected() - 0.45).abs() < 1e-9);
        assert!((chances.less(0.1, Color::Black).expected() - 0.65).abs() < 1e-9);
        assert_eq!(chances.less(0.5, Color::White).0, [0.0, 0.5, 0.5]);
    }

    /// A tree whose first moves have these shares, and none behind them.
    fn tree(shares: &[f64]) -> Tree {
        let game = variants::default().new_game();
        let node = |ply, share| Node {
            ply,
            chances: Chances::EVEN,
            searched: Chances::EVEN,
            is_sure: false,
            share,
            moves: Vec::new(),
            end: None,
            game: game.boxed_clone(),
        };
        let mut nodes = vec![node(0, 1.0)];
        nodes[0].moves = (0..shares.len()).map(|place| branch(place as u64, 0.5, Some(place + 1))).collect();
        nodes.extend(shares.iter().map(|&share| node(1, share)));
        Tree { nodes, looked_at: 1, joined: 0, model: WinModel::UNKNOWN, cost: 0.0, known: HashMap::new() }
    }

    #[test]
    fn equal_shares_vary_as_much_as_their_number() {
        let variety = tree(&[0.25; 4]).variety();
        assert!(variety.len() == 1 && (variety[0] - 4.0).abs() < 1e-9, "{variety:?}");
        let uneven = tree(&[0.97, 0.01, 0.01, 0.01]).variety()[0];
        assert!(uneven > 1.0 && uneven < 1.3, "{uneven}");
        // One of two first moves goes on with four replies: half of the play counts as without a choice.
        let mut deeper = tree(&[0.5, 0.5]);
        let replies = tree(&[0.125; 4]).nodes.split_off(1);
        deeper.nodes[1].moves = (0..4).map(|place| branch(place, 0.5, Some(3 + place as usize))).collect();
        deeper.nodes.extend(replies.into_iter().map(|node| Node { ply: 2, ..node }));
        assert!((deeper.variety()[1] - 4.0).abs() < 1e-9, "{:?}", deeper.variety());
        assert_eq!(deeper.sizes(), [2, 1, 0, 0, 0, 0, 0]);
    }
}
