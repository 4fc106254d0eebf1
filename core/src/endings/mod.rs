//! Tables of endings: how every position with few men ends if both sides play their best, worked out from the rules of any game for
//! two players.
//!
//! A position is what stands where, whose turn it is, and the rest ([`Stand::rest`]): hands, rights, an en passant square. The tables
//! know nothing of repetitions and of counters of moves. Distances are plies to the end of the game.
//!
//! All positions of a material are set up, and their moves are played forwards once. What leads to another material, by a capture or a
//! promotion, has been solved before, or is solved together with it where there is a way back. Then the positions are decided by
//! distance: those in which the game is over, those that lead there, and so on, until nothing changes.
//!
//! ```text
//! ground      the board, and which of its reflections change nothing
//! material    what stands on the board, whatever its places
//! places      numbers of the placements of a material
//! moves       what the positions of some materials lead to
//! levels      the results of positions by distance
//! outlook     what a reflection of a position is compared by
//! ```

mod ground;
mod levels;
mod material;
mod moves;
mod outlook;
mod places;
#[cfg(test)]
mod tests;

use crate::game::{Game, Man, Stand, Variant};
use crate::types::Color;
use ground::Ground;
use levels::Worth;
pub use material::Material;
use moves::{Other, Others};
use places::Places;
use smallvec::SmallVec;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// How a position ends if both sides play their best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The game goes on for ever, or ends in a draw.
    Draw,
    /// An army wins after so many plies.
    Win(Color, u16),
}

/// What the positions of a material lead to, reflections counted apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// By the army to move, the number of positions that White wins, that are drawn, and that Black wins.
    pub results: [[u64; 3]; 2],
    /// By the army that wins, the greatest number of plies to the end, and a position in which it is to move and needs so many; `None` if
    /// there is no such position.
    pub longest: [Option<(u16, String)>; 2],
}

/// Endings of a game that are solved.
pub struct Endings {
    ground: Ground,
    tables: HashMap<Material, Table>,
    /// Positions that are more than what stands where, and those of materials that have no table.
    others: Others,
}

/// The results of a material.
struct Table {
    places: Places,
    worths: Vec<Worth>,
}

/// Why endings cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndingError {
    /// The game or the material has no table; a sentence.
    Refused(String),
    /// Solving was stopped.
    Stopped,
}

/// What is told while endings are solved.
pub struct Progress<'a> {
    /// Ends the work when it is set.
    pub stop: &'a AtomicBool,
    /// Is told the materials that are worked on, and what is done.
    pub tell: &'a (dyn Fn(&str) + Sync),
    /// The greatest number of bytes for the moves of positions.
    pub memory: u64,
}

impl Progress<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    fn check(&self) -> Result<(), EndingError> {
        if self.is_stopped() { Err(EndingError::Stopped) } else { Ok(()) }
    }
}

impl Endings {
    /// No endings yet.
    ///
    /// # Errors
    /// The game is not for two players on one board.
    pub fn new(variant: &'static Variant) -> Result<Endings, EndingError> {
        Ok(Endings { ground: Ground::new(variant)?, tables: HashMap::new(), others: Others::default() })
    }

    /// The game.
    pub fn variant(&self) -> &'static Variant {
        self.ground.variant
    }

    /// All materials of so many men that can stand on the board. Of two that are one with the colours exchanged there is one.
    ///
    /// # Errors
    /// There are too many to be a list for anybody.
    pub fn materials(&self, men: usize) -> Result<Vec<Material>, EndingError> {
        self.ground.materials(men)
    }

    /// The material of a text as [`Endings::name`] writes it.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(&self, text: &str) -> Result<Material, EndingError> {
        self.ground.read(text)
    }

    /// The letters of White's men, `v`, and those of Black's: `KQvK`.
    pub fn name(&self, material: &Material) -> String {
        self.ground.name(material)
    }

    /// What stands on the board of a game.
    ///
    /// # Errors
    /// It is more than a table holds.
    pub fn material_of(&self, game: &dyn Game) -> Result<Material, EndingError> {
        let placed = self.ground.placed(&game.stand());
        let too_many = || EndingError::Refused(format!("there are more than {} men on the board", Material::MOST));
        placed.map(|(material, _, _)| material).ok_or_else(too_many)
    }

    /// Solves a material and all that it leads to.
    ///
    /// # Errors
    /// There is no such position, too much memory is needed, or it was stopped; what had been solved stays.
    pub fn solve(&mut self, material: &Material, progress: &Progress<'_>) -> Result<(), EndingError> {
        let (material, _) = self.ground.usual(material);
        if self.tables.contains_key(&material) {
            return Ok(());
        }
        let mut ways = Ways::default();
        ways.explore(self, &material, progress)?;
        while let Some(group) = ways.next_group(&material, |done| self.tables.contains_key(done)) {
            let names: Vec<String> = group.iter().map(|material| self.name(material)).collect();
            (progress.tell)(&names.join(" "));
            if let Some((from, to)) = self.solve_group(&group, progress)? {
                ways.add(self, &from, to, progress)?;
            }
        }
        match self.tables.get(&material).is_some_and(|table| table.worths.is_empty()) {
            true => Err(EndingError::Refused(format!("{}: there is no such position", self.name(&material)))),
            false => Ok(()),
        }
    }

    /// Solves materials that lead to each other. `None`, or a way to a material that has to be solved before, and was not known.
    fn solve_group(
        &mut self,
        group: &[Material],
        progress: &Progress<'_>,
    ) -> Result<Option<(Material, Material)>, EndingError> {
        let mut places = Vec::new();
        for material in group {
            progress.check()?;
            places.push(Places::new(&self.ground, material, progress)?);
        }
        let found = match moves::find(self, places, progress)? {
            Ok(found) => found,
            Err(way) => return Ok(Some(way)),
        };
        let worths = levels::decide(&found, progress)?;
        let mut rest = worths.as_slice();
        for (material, places) in group.iter().zip(found.places) {
            let (own, others) = rest.split_at(places.len());
            rest = others;
            self.tables.insert(material.clone(), Table { places, worths: own.to_vec() });
        }
        for (node, &worth) in found.others.into_iter().zip(rest) {
            self.others.insert(node, worth);
        }
        Ok(None)
    }

    /// Solves what stands on the board, and tells by move, as [`Endings::after_each`] does, how the game ends.
    ///
    /// # Errors
    /// There are no tables of what stands there, too much memory is needed, or it was stopped.
    pub fn solved_moves(
        &mut self,
        game: &dyn Game,
        progress: &Progress<'_>,
    ) -> Result<Option<Vec<(u64, Ending)>>, EndingError> {
        self.solve(&self.material_of(game)?, progress)?;
        Ok(self.after_each(game))
    }

    /// How a position ends, if it has been solved or the game is over.
    pub fn look_up(&self, game: &dyn Game) -> Option<Ending> {
        game.ended().map_or_else(|| self.worth(&game.stand()), |outcome| Some(Worth::of(&outcome))).map(Worth::ending)
    }

    /// The same for what stands on the board.
    fn worth(&self, stand: &Stand) -> Option<Worth> {
        let (material, cells, turn) = self.ground.placed(stand)?;
        let (usual, is_exchanged) = self.ground.usual(&material);
        if let Some(table) = self.tables.get(&usual).filter(|_| self.ground.is_plain(stand)) {
            let (cells, turn) =
                if is_exchanged { (self.ground.exchanged(&material, &cells)?.1, !turn) } else { (cells.clone(), turn) };
            if let Some(number) = table.places.number(&cells, turn) {
                let worth = table.worths[number];
                return Some(if is_exchanged { worth.exchanged() } else { worth });
            }
        }
        self.others.get(&Other { material, cells, turn, rest: stand.rest }).copied()
    }

    /// By move, the number of every legal move and how the game ends after it, if that is known of all.
    pub fn after_each(&self, game: &dyn Game) -> Option<Vec<(u64, Ending)>> {
        let mut found = Some(Vec::new());
        game.look_ahead(&mut |bits, stand, ended| {
            let worth =
                ended.map_or_else(|| self.look_up_unfinished(game, bits, stand), |outcome| Some(Worth::of(&outcome)));
            match (worth, &mut found) {
                (Some(worth), Some(list)) => list.push((bits, worth.ending())),
                _ => found = None,
            }
        });
        found
    }

    /// The worth of a position that a move leads to, which may have no moves.
    fn look_up_unfinished(&self, game: &dyn Game, bits: u64, stand: &Stand) -> Option<Worth> {
        self.worth(stand).or_else(|| {
            let mut next = game.begun_here();
            next.play_bits(bits);
            next.ended().map(|outcome| Worth::of(&outcome))
        })
    }

    /// A best line from a position to the end of the game, as numbers of moves: the winner is as quick, the loser as slow as can be.
    /// Empty if the position is drawn or not solved.
    pub fn line(&self, game: &dyn Game) -> Vec<u64> {
        let (mut game, mut line) = (game.begun_here(), Vec::new());
        while let Some(Ending::Win(winner, plies @ 1..)) = self.look_up(&*game) {
            let best = Ending::Win(winner, plies - 1);
            let moves = self.after_each(&*game).unwrap_or_default();
            let Some(&(bits, _)) = moves.iter().find(|(_, ending)| *ending == best) else { break };
            game.play_bits(bits);
            line.push(bits);
        }
        line
    }

    /// What the positions of a solved material lead to.
    pub fn counts(&self, material: &Material) -> Option<Counts> {
        let (usual, is_exchanged) = self.ground.usual(material);
        let table = self.tables.get(&usual)?;
        let mut counts = Counts::default();
        let mut longest: [Option<(u16, u64)>; 2] = [None; 2];
        for (index, &worth) in table.places.indices().zip(&table.worths) {
            let (_, turn) = table.places.placed(index);
            let place = match worth.ending() {
                Ending::Draw => 1,
                Ending::Win(winner, plies) => {
                    let best = &mut longest[winner.index()];
                    if winner == turn && plies > best.map_or(0, |(most, _)| most) {
                        *best = Some((plies, index));
                    }
                    2 * winner.index()
                }
            };
            counts.results[turn.index()][place] += table.places.reflections(index);
        }
        let fen = |(plies, index)| (plies, self.fen(&table.places, index, is_exchanged));
        counts.longest = longest.map(|best| best.map(fen));
        if is_exchanged {
            counts.results.reverse();
            counts.results.iter_mut().for_each(|row| row.reverse());
            counts.longest.reverse();
        }
        Some(counts)
    }

    /// The position of an index, perhaps with the armies exchanged.
    fn fen(&self, places: &Places, index: u64, is_exchanged: bool) -> String {
        let (cells, turn) = places.placed(index);
        match self.ground.exchanged(places.material(), &cells).filter(|_| is_exchanged) {
            Some((other, cells)) => self.ground.fen(&other, &cells, !turn),
            None => self.ground.fen(places.material(), &cells, turn),
        }
    }

    /// The number of positions in the table of a solved material.
    pub fn len_of(&self, material: &Material) -> Option<usize> {
        self.tables.get(&self.ground.usual(material).0).map(|table| table.places.len())
    }

    /// The position with a number below that, and how it ends.
    pub fn position(&self, material: &Material, number: usize) -> Option<(String, Ending)> {
        let (usual, is_exchanged) = self.ground.usual(material);
        let table = self.tables.get(&usual)?;
        let worth = *table.worths.get(number)?;
        let worth = if is_exchanged { worth.exchanged() } else { worth };
        Some((self.fen(&table.places, table.places.index_of(number), is_exchanged), worth.ending()))
    }
}

/// Which materials lead to which.
#[derive(Default)]
struct Ways(BTreeMap<Material, HashSet<Material>>);

impl Ways {
    /// Looks where a material and those behind it lead, as far as some positions of each show it.
    fn explore(&mut self, endings: &Endings, material: &Material, progress: &Progress<'_>) -> Result<(), EndingError> {
        progress.check()?;
        if self.0.contains_key(material) || endings.tables.contains_key(material) {
            return Ok(());
        }
        self.0.insert(material.clone(), HashSet::new());
        for (from, to) in moves::ways(endings, material) {
            self.explore(endings, &from, progress)?;
            self.add(endings, &from, to, progress)?;
        }
        Ok(())
    }

    fn add(
        &mut self,
        endings: &Endings,
        from: &Material,
        to: Material,
        progress: &Progress<'_>,
    ) -> Result<(), EndingError> {
        self.explore(endings, &to, progress)?;
        self.0.entry(from.clone()).or_default().insert(to);
        Ok(())
    }

    /// The materials that are to be solved next so that `goal` can be solved in the end: they lead to each other, and else to what is
    /// done. `None` if `goal` is done.
    fn next_group(&self, goal: &Material, is_done: impl Fn(&Material) -> bool) -> Option<Vec<Material>> {
        let mut material = goal.clone();
        if is_done(&material) {
            return None;
        }
        loop {
            let reached = self.reached(&material, &is_done);
            let leads_back = |other: &&Material| self.reached(other, &is_done).contains(&material);
            match reached.iter().find(|other| !leads_back(other)) {
                Some(other) => material = other.clone(),
                None => {
                    let mut group: Vec<Material> = reached.into_iter().collect();
                    group.sort_unstable();
                    return Some(group);
                }
            }
        }
    }

    /// What a material leads to, itself included, without what is done.
    fn reached(&self, material: &Material, is_done: impl Fn(&Material) -> bool) -> HashSet<Material> {
        let (mut reached, mut open) = (HashSet::from([material.clone()]), vec![material.clone()]);
        while let Some(next) = open.pop() {
            for other in self.0.get(&next).into_iter().flatten() {
                if !is_done(other) && reached.insert(other.clone()) {
                    open.push(other.clone());
                }
            }
        }
        reached
    }
}

/// The men of a stand in the order of their kinds, White's first.
fn sorted(stand: &Stand) -> SmallVec<[Man; 16]> {
    let mut men = stand.men.clone();
    men.sort_unstable_by_key(|man| (man.color.index(), man.kind, man.square));
    men
}
