//! The tree itself: positions, joined where moves lead to the same one, and how it grows.
//!
//! A position is looked at by searching the position behind each of its moves: briefly, and those that the brief search does not
//! find much worse than the best with all nodes. The tree then grows where play is likely to go. All searches begin with an empty table
//! and are shared out in batches of one size, so the tree does not depend on the number of threads.
//!
//! Both sides are taken to play well, not perfectly: a move that costs two points of a hundred is played a third as often as the best one.
//! The chances of a position are the mean of those behind its moves, by their shares. A search alone expects perfect play, and so too
//! much for the side to move; at the ends of the tree half of what a move costs on average is taken off, half because the opponent's
//! moves cost as much.

use crate::engine::searcher::Searcher;
use crate::game::Game;
use crate::position::Notation;
use crate::search::Limits;
use crate::tools::threads;
use crate::types::score::{DRAW, WinModel};
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
    /// Those of the search.
    searched: Chances,
    /// The share of all play that comes here.
    pub share: f64,
    /// The moves, the best first; none before the position is looked at.
    pub moves: Vec<Branch>,
    /// How the game is over here, if it is.
    pub end: Option<Outcome>,
    /// The game with the moves of the first way that was found.
    pub game: Box<dyn Game>,
}

/// A move.
pub(in crate::tools) struct Branch {
    /// The number of the move.
    pub bits: u64,
    /// The move in the notation of people.
    pub name: String,
    /// White's chances.
    pub chances: Chances,
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

    /// Whether the result is certain.
    fn is_sure(self) -> bool {
        self.0.contains(&1.0)
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
    /// Positions by ply and key. Positions with other numbers of plies are not joined, so no line comes back to itself.
    known: HashMap<(usize, u64), usize>,
}

/// A move that expects this much less than the best one is played 1/e as often.
const LOSS: f64 = 0.02;
/// A move is playable if it expects at most this much less than the best one.
pub(in crate::tools) const PLAYABLE: f64 = 0.05;
/// What the brief search finds worse than the best by more than this is not searched on.
const HOPELESS: f64 = 0.10;
/// The brief search has this part of the nodes.
const BRIEF: u64 = 10;
/// The number of positions that are looked at together.
const BATCH: usize = 8;

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
        let searched = Chances::EVEN;
        let root =
            Node { ply: 0, chances: searched, searched, share: 1.0, moves: Vec::new(), end: game.outcome(), game };
        let model = start.variant().network().chances();
        let known = HashMap::from([((0, start.key()), 0)]);
        let mut tree = Tree { nodes: vec![root], looked_at: 0, joined: 0, model, cost: 0.0, known };
        while tree.looked_at < settings.positions && !stop.load(Relaxed) {
            let chosen = tree.chosen(settings);
            if chosen.is_empty() {
                break;
            }
            tree.look_at(&chosen, settings.nodes, searchers)?;
            tree.settle();
            while tree.reconsider(settings.nodes, searchers)? {
                tree.settle();
            }
            tell(tree.looked_at);
        }
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
        let room = BATCH.min(settings.positions - self.looked_at);
        let mut chosen = self.ends_of_lines(settings.plies);
        chosen.truncate(room.div_ceil(2));
        let is_open = |number: &usize| self.nodes[*number].moves.is_empty() && self.nodes[*number].end.is_none();
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
            (node.end.is_none() && node.ply < plies).then_some(number)
        };
        let mut ends: Vec<usize> = self.within(&self.nodes[0], PLAYABLE).filter_map(end).collect();
        ends.sort_unstable();
        ends.dedup();
        ends
    }

    /// Searches all moves of some positions.
    fn look_at(&mut self, chosen: &[usize], nodes: u64, searchers: &[Searcher]) -> Result<(), String> {
        for &number in chosen {
            let game = &self.nodes[number].game;
            let names = game.legal_bits().into_iter().zip(game.legal_moves(Notation::San));
            let moves =
                names.map(|(bits, name)| Branch { bits, name, chances: Chances::EVEN, share: 0.0, to: None }).collect();
            self.nodes[number].moves = moves;
        }
        self.looked_at += chosen.len();
        let all: Vec<(usize, usize)> = chosen
            .iter()
            .flat_map(|&number| (0..self.nodes[number].moves.len()).map(move |place| (number, place)))
            .collect();
        for (&(number, place), found) in all.iter().zip(self.searched(&all, (nodes / BRIEF).max(1), searchers)?) {
            self.nodes[number].moves[place].chances = found.chances;
        }
        let hopeful: Vec<(usize, usize)> = chosen.iter().flat_map(|&number| self.hopeful(number)).collect();
        self.search_on(&hopeful, nodes, searchers)
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

    /// Searches moves with all nodes, and adds the positions behind them.
    fn search_on(&mut self, moves: &[(usize, usize)], nodes: u64, searchers: &[Searcher]) -> Result<(), String> {
        let found = self.searched(moves, nodes, searchers)?;
        for (&(number, place), found) in moves.iter().zip(found) {
            let ply = self.nodes[number].ply + 1;
            let new = self.nodes.len();
            let to = *self.known.entry((ply, found.game.key())).or_insert(new);
            if to == new {
                let Searched { game, chances, end } = found;
                self.nodes.push(Node { ply, chances, searched: chances, share: 0.0, moves: Vec::new(), end, game });
            } else {
                self.joined += 1;
            }
            self.nodes[number].moves[place].to = Some(to);
        }
        Ok(())
    }

    /// Searches what only the brief search saw, where everything else has turned out to be worse; false if there is nothing.
    fn reconsider(&mut self, nodes: u64, searchers: &[Searcher]) -> Result<bool, String> {
        let neglected = |number: usize| {
            let node = &self.nodes[number];
            let color = node.game.turn().color;
            let expected = |branch: &Branch| branch.chances.expected_by(color);
            let best = node.moves.iter().filter(|branch| branch.to.is_some()).map(expected).fold(0.0, f64::max);
            let found = node.moves.iter().position(|branch| branch.to.is_none() && expected(branch) > best)?;
            Some((number, found))
        };
        let moves: Vec<(usize, usize)> = (0..self.nodes.len()).filter_map(neglected).collect();
        self.search_on(&moves, nodes, searchers)?;
        Ok(!moves.is_empty())
    }

    /// The positions behind moves, searched with so many nodes.
    fn searched(&self, moves: &[(usize, usize)], nodes: u64, searchers: &[Searcher]) -> Result<Vec<Searched>, String> {
        let search = |searcher: &Searcher, at: u64| {
            let (number, place) = moves[at as usize];
            let mut game = self.nodes[number].game.boxed_clone();
            game.play_bits(self.nodes[number].moves[place].bits);
            let end = game.outcome();
            let chances = match end {
                Some(end) => end
                    .winner
                    .map_or(Chances::EVEN, |seat| Chances(seat.color.choose([1.0, 0.0, 0.0], [0.0, 0.0, 1.0]))),
                None => self.chances(searcher, &*game, nodes),
            };
            Some(Searched { game, chances, end })
        };
        threads::map_numbers(searchers, 0..moves.len() as u64, search)
    }

    /// White's chances in a position by a search.
    fn chances(&self, searcher: &Searcher, game: &dyn Game, nodes: u64) -> Chances {
        searcher.forget();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let score = searcher.search(game, limits, |_| {}).report.map_or(DRAW, |report| report.score);
        let white = game.turn().color.choose(score, -score);
        Chances(self.model.permille(white.into()).map(|permille| f64::from(permille) / 1000.0))
    }

    /// Gives all positions their chances, from the far ends back, and all moves their shares, from the start on.
    fn settle(&mut self) {
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|&number| (self.nodes[number].ply, number));
        let mut costs = Vec::new();
        for &number in order.iter().rev() {
            let mut moves = std::mem::take(&mut self.nodes[number].moves);
            for branch in &mut moves {
                branch.chances = branch.to.map_or(branch.chances, |to| self.nodes[to].chances);
            }
            let cost = share_out(&mut moves, self.nodes[number].game.turn().color);
            costs.extend((!moves.is_empty()).then_some(cost));
            let half = self.cost / 2.0;
            let node = &mut self.nodes[number];
            node.chances = match (moves.is_empty(), node.end.is_some() || node.searched.is_sure()) {
                (false, _) => mean(&moves),
                (true, true) => node.searched,
                (true, false) => node.searched.less(half, node.game.turn().color),
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
        let size = |number: usize| {
            let mut seen = vec![false; self.nodes.len()];
            let (mut waiting, mut count) = (vec![number], 0);
            while let Some(number) = waiting.pop() {
                if !std::mem::replace(&mut seen[number], true) && !self.nodes[number].moves.is_empty() {
                    count += 1;
                    waiting.extend(self.nodes[number].moves.iter().filter_map(|branch| branch.to));
                }
            }
            count
        };
        (0..self.nodes.len()).map(|number| if self.nodes[number].moves.is_empty() { 0 } else { size(number) }).collect()
    }

    /// For each ply from 1 on that at least half of the play reaches: with how many positions of equal shares play would vary as much
    /// as it does there (the exponential of the entropy of the shares).
    pub fn variety(&self) -> Vec<f64> {
        let at = |ply: usize| {
            let shares: Vec<f64> =
                self.nodes.iter().filter(|node| node.ply == ply && node.share > 0.0).map(|node| node.share).collect();
            let all: f64 = shares.iter().sum();
            let entropy: f64 = shares.iter().map(|share| -(share / all) * (share / all).ln()).sum();
            (all >= 0.5).then(|| entropy.exp())
        };
        (1..).map_while(at).collect()
    }
}

/// A position behind a move.
struct Searched {
    game: Box<dyn Game>,
    /// White's chances.
    chances: Chances,
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
