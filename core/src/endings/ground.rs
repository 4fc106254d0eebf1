//! The board of a game, its men, and which of its reflections change nothing.

use super::outlook::Outlook;
use super::places::{Cells, Places};
use super::{EndingError, Material, sorted};
use crate::game::set_up::SetUp;
use crate::game::{Game, Man, Stand, Variant};
use crate::network::Symmetry;
use crate::position::piece_kind::{PieceKind, Role};
use crate::types::fen::{read_marked_placement, write_placement};
use crate::types::zobrist::mix;
use crate::types::{Color, Kind, Square};
use arrayvec::ArrayVec;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The number of a square of the board; they go from 0 without gaps.
pub(super) type Cell = u8;

/// Where every cell goes in a reflection.
pub(super) type Reflection = Vec<Cell>;

/// What does not change while endings of a game are solved.
pub(super) struct Ground {
    pub variant: &'static Variant,
    /// The squares by cell.
    squares: Vec<Square>,
    /// The cell of each square.
    cells: [Option<Cell>; 256],
    /// Cells of the rectangle that are no squares.
    holes: Vec<Square>,
    /// All reflections of the board; the first changes nothing.
    pub reflections: Vec<Reflection>,
    /// What makes a position with the armies exchanged, if there is such a reflection.
    exchange: Option<Reflection>,
    /// How a FEN writes a man.
    symbols: BTreeMap<(usize, Kind), String>,
    /// The men that must stand on the board.
    royals: Vec<(Color, Kind)>,
    /// The hands of a FEN and what follows the side to move.
    hands: String,
    tail: String,
    /// [`Stand::rest`] of a position in which nothing has happened.
    rest: u64,
}

/// So many random places of the royal men are tried, to have so many positions with them alone.
const TRIES: usize = 3000;
const ALONE: usize = 10;
/// What leads to more materials than this is no list for anybody.
const MATERIALS: usize = 5000;
/// So many positions of each material show whether the armies may be exchanged.
const EXCHANGES: usize = 30;

impl Ground {
    pub fn new(variant: &'static Variant) -> Result<Ground, EndingError> {
        let refused = |why: &str| EndingError::Refused(format!("{}: {why}", variant.title));
        if variant.players() > 2 {
            return Err(refused("tables of endings are for two players"));
        }
        let start = variant.new_game();
        let Ok([layout]) = <[_; 1]>::try_from(start.view().boards) else {
            return Err(refused("tables of endings are for one board"));
        };
        let squares: Vec<Square> =
            Square::all(layout.files, layout.ranks).filter(|square| !layout.holes.contains(square)).collect();
        if squares.len() > usize::from(u8::MAX) {
            return Err(refused("the board is too large for tables of endings"));
        }
        let mut cells = [None; 256];
        for (cell, square) in (0..).zip(&squares) {
            cells[square.index()] = Some(cell);
        }
        let mut ground = Ground {
            variant,
            reflections: reflections(&squares, &cells, layout.files, layout.ranks),
            exchange: exchange(variant, &squares, &cells),
            squares,
            cells,
            holes: layout.holes,
            symbols: BTreeMap::new(),
            royals: Vec::new(),
            hands: String::new(),
            tail: String::new(),
            rest: 0,
        };
        ground.find_men(&*start).map_err(|why| refused(&why))?;
        if ground.royals.len() > Material::MOST {
            return Err(refused("there are too many royal pieces for tables of endings"));
        }
        if !ground.is_exchange_true() {
            ground.exchange = None;
        }
        Ok(ground)
    }

    /// Finds the royal men, the kinds, and what a FEN says besides the placement.
    fn find_men(&mut self, start: &dyn Game) -> Result<(), String> {
        let kinds = self.variant.kinds;
        let is_royal = |letter: char| PieceKind::of(kinds, letter).is_some_and(|kind| kind.role == Role::Royal);
        let royals: Vec<String> = SetUp::of(start)
            .pieces()
            .map(|(_, letter)| letter)
            .filter(|&letter| is_royal(letter))
            .map(String::from)
            .collect();
        let mut symbols = Vec::new();
        for kind in kinds.iter().filter(|kind| kind.role != Role::Royal || royals.is_empty()) {
            // Pieces that keep their letters when they are promoted, and those that become pawns again, are marked.
            let letters = Color::ALL.map(|color| color.dress(kind.letter));
            symbols.extend(
                letters
                    .into_iter()
                    .flat_map(|letter| [format!("{letter}"), format!("+{letter}"), format!("{letter}~")]),
            );
        }
        let alone = self.with_royals(start, &royals);
        self.royals = alone.first().map_or(Vec::new(), |game| men(&game.stand()));
        for symbol in &symbols {
            let found = match royals.is_empty() {
                // Each side has one man at least.
                true => symbols.iter().filter(|other| is_black(other) != is_black(symbol)).find_map(|other| {
                    self.squares.iter().find_map(|&square| {
                        let mut set_up = emptied(start);
                        set_up.put((0, square), other.as_str());
                        self.with_man(&set_up, symbol)
                    })
                }),
                false => alone.iter().find_map(|game| self.with_man(&SetUp::of(&**game), symbol)),
            };
            if let Some(game) = found {
                self.remember(&*game);
            }
        }
        if self.symbols.is_empty() { Err("no position with few men can be set up".into()) } else { Ok(()) }
    }

    /// Positions with the royal men alone, in random places.
    fn with_royals(&self, start: &dyn Game, royals: &[String]) -> Vec<Box<dyn Game>> {
        let mut random = Random::new(1);
        let mut place = || {
            let (mut set_up, mut free) = (emptied(start), self.squares.clone());
            for symbol in royals {
                let square = (!free.is_empty()).then(|| free.swap_remove(random.below(free.len())))?;
                set_up.put((0, square), symbol.as_str());
            }
            set_up.game().ok()
        };
        (0..TRIES).filter_map(|_| place()).take(ALONE).collect()
    }

    /// A position with a man more, with as few rights as can be: those that a place happens to have are lost in another one.
    fn with_man(&self, set_up: &SetUp, symbol: &str) -> Option<Box<dyn Game>> {
        let count = set_up.pieces().count() + 1;
        let with = |&square: &Square| {
            let mut set_up = set_up.clone();
            set_up.put((0, square), symbol);
            set_up.game().ok().filter(|game| game.stand().men.len() == count)
        };
        let free = self.squares.iter().filter(|&&square| set_up.is_empty((0, square)));
        free.filter_map(with).min_by_key(|game| tail(&**game).len())
    }

    /// Whether the armies may be exchanged, as far as some positions show it.
    fn is_exchange_true(&self) -> bool {
        let materials = self.materials(self.royals.len() + 1).unwrap_or_default();
        materials.iter().flat_map(|material| [material.clone(), material.exchanged()]).all(|material| {
            let places = Places::none(self, &material);
            places.samples(self, EXCHANGES, 4).all(|(index, game)| {
                let (cells, turn) = places.placed(index);
                let other =
                    self.exchanged(&material, &cells).and_then(|(other, cells)| self.game(&other, &cells, !turn));
                other.is_some_and(|other| Outlook::of(self, &*other) == Outlook::of(self, &*game).exchanged(self))
            })
        })
    }

    /// Keeps how the men of a position are written, and what its FEN says besides the placement, if that is the shortest so far.
    fn remember(&mut self, game: &dyn Game) {
        let fen = game.fen();
        let (placement, rest) = fen.split_once(' ').unwrap_or((&fen, ""));
        let (board, hands) = placement.split_at(placement.find('[').unwrap_or(placement.len()));
        if self.symbols.is_empty() || tail(game).len() < self.tail.len() {
            self.hands = hands.to_owned();
            self.tail = rest.split_once(' ').map_or(String::new(), |(_, tail)| tail.to_owned());
            self.rest = game.stand().rest;
        }
        let placed = read_marked_placement(board, self.variant.files, self.variant.ranks).unwrap_or_default();
        for man in &game.stand().men {
            let Some((cell, is_marked)) = placed.iter().find(|(cell, _)| cell.square == man.square) else { continue };
            let [before, behind] =
                [(*is_marked, "+"), (cell.promoted, "~")].map(|(is, mark)| if is { mark } else { "" });
            let symbol = format!("{before}{}{behind}", cell.letter);
            self.symbols.entry(key((man.color, man.kind))).or_insert(symbol);
        }
    }

    /// Whether a FEN can say all men.
    pub fn can_write(&self, material: &Material) -> bool {
        material.men().all(|man| self.symbols.contains_key(&key(man)))
    }

    /// How a FEN writes a man.
    fn symbol(&self, man: (Color, Kind)) -> &str {
        self.symbols.get(&key(man)).map_or("?", String::as_str)
    }

    pub fn cell_count(&self) -> usize {
        self.squares.len()
    }

    /// The materials of so many men, White's army the greater one if the armies may be exchanged.
    ///
    /// # Errors
    /// There are too many.
    pub fn materials(&self, men: usize) -> Result<Vec<Material>, EndingError> {
        let mut found = vec![self.royals.clone()];
        for _ in self.royals.len()..men {
            if found.len() > MATERIALS {
                let why = format!("{}: more than {MATERIALS} materials have {men} men", self.variant.title);
                return Err(EndingError::Refused(why));
            }
            let longer = found.iter().flat_map(|men| {
                self.others().map(move |man| {
                    let mut men = men.clone();
                    men.push(man);
                    men.sort_unstable_by_key(|&(color, kind)| (color.index(), kind));
                    men
                })
            });
            let mut longer: Vec<Vec<(Color, Kind)>> = longer.collect();
            longer.sort_unstable_by_key(|men| Material::new(men.iter().copied()));
            longer.dedup();
            found = longer;
        }
        let mut materials: Vec<Material> =
            found.iter().map(|men| self.usual(&Material::new(men.iter().copied())).0).collect();
        materials.sort_unstable();
        materials.dedup();
        materials.retain(|material| material.len() == men && (!self.royals.is_empty() || material.has_both()));
        Ok(materials)
    }

    /// The men that may be there or not.
    fn others(&self) -> impl Iterator<Item = (Color, Kind)> {
        let all = self.symbols.keys().map(|&(color, kind)| (Color::ALL[color], kind));
        all.filter(|man| !self.royals.contains(man))
    }

    /// A material, or the same with the armies exchanged, whichever is kept in tables, and whether they are exchanged.
    pub fn usual(&self, material: &Material) -> (Material, bool) {
        let other = material.exchanged();
        match self.exchange.is_some() && other.rank() > material.rank() {
            true => (other, true),
            false => (material.clone(), false),
        }
    }

    pub fn name(&self, material: &Material) -> String {
        let army = |color: Color| {
            let mut men: Vec<(Color, Kind)> = material.men().filter(|man| man.0 == color).collect();
            men.sort_unstable_by_key(|man| (!self.royals.contains(man), Reverse(man.1)));
            men.into_iter().map(|man| self.symbol(man).to_ascii_uppercase()).collect::<String>()
        };
        format!("{}v{}", army(Color::White), army(Color::Black))
    }

    pub fn read(&self, text: &str) -> Result<Material, EndingError> {
        let refused = |why: String| EndingError::Refused(format!("`{text}`: {why}"));
        let Some(armies) = text.split_once('v') else {
            return Err(refused("the men of White, `v`, and those of Black are wanted, as in KQvK".into()));
        };
        let mut men = Vec::new();
        for (color, army) in Color::ALL.into_iter().zip([armies.0, armies.1]) {
            let mut mark = String::new();
            let mut letters = army.chars().peekable();
            while let Some(letter) = letters.next() {
                if letter == '+' {
                    mark.push('+');
                    continue;
                }
                let mut symbol = format!("{mark}{}", color.dress(letter));
                if letters.next_if_eq(&'~').is_some() {
                    symbol.push('~');
                }
                mark.clear();
                let kind = self.symbols.iter().find(|(man, own)| man.0 == color.index() && **own == symbol);
                let Some((&(_, kind), _)) = kind else {
                    return Err(refused(format!(
                        "`{letter}` is no piece of {} that can stand there",
                        self.variant.title
                    )));
                };
                men.push((color, kind));
            }
        }
        for royal in &self.royals {
            let count = |list: &[(Color, Kind)]| list.iter().filter(|man| *man == royal).count();
            if count(&men) != count(&self.royals) {
                let (color, symbol) = (royal.0.name(), self.symbol(*royal));
                return Err(refused(format!("{color} has {} `{symbol}`, not {}", count(&self.royals), count(&men))));
            }
        }
        if men.len() > Material::MOST {
            return Err(refused(format!("at most {} men", Material::MOST)));
        }
        Ok(Material::new(men))
    }

    /// The men of a material in the order of its cells, with their squares, as a game.
    pub fn game(&self, material: &Material, cells: &[Cell], turn: Color) -> Option<Box<dyn Game>> {
        self.variant.game(&self.fen(material, cells, turn)).ok()
    }

    pub fn fen(&self, material: &Material, cells: &[Cell], turn: Color) -> String {
        let placed = material.men().zip(cells).map(|(man, &cell)| (self.squares[usize::from(cell)], self.symbol(man)));
        let men: ArrayVec<(Square, &str), { Material::MOST }> = placed.collect();
        let symbol = |square: Square| match men.iter().find(|man| man.0 == square) {
            Some(&(_, symbol)) => symbol,
            None if self.holes.contains(&square) => "*",
            None => "",
        };
        let placement = write_placement(self.variant.files, self.variant.ranks, symbol);
        let side = if turn == Color::White { 'w' } else { 'b' };
        format!("{placement}{} {side} {}", self.hands, self.tail)
    }

    /// The men of a stand with their cells.
    pub fn placed(&self, stand: &Stand) -> Option<(Material, Cells, Color)> {
        let men = sorted(stand);
        if men.len() > Material::MOST {
            return None;
        }
        let cells = men.iter().map(|man| self.cells[man.square.index()]).collect::<Option<Cells>>()?;
        Some((Material::new(men.iter().map(|man| (man.color, man.kind))), cells, stand.turn))
    }

    /// A cell with the armies exchanged.
    pub fn exchanged_cell(&self, cell: Cell) -> Cell {
        self.exchange.as_ref().map_or(cell, |exchange| exchange[usize::from(cell)])
    }

    /// Cells of a material in those of the material with the armies exchanged.
    pub fn exchanged(&self, material: &Material, cells: &[Cell]) -> Option<(Material, Cells)> {
        let exchange = self.exchange.as_ref()?;
        let mut men: ArrayVec<((Color, Kind), Cell), { Material::MOST }> = material
            .men()
            .zip(cells)
            .map(|((color, kind), &cell)| ((!color, kind), exchange[usize::from(cell)]))
            .collect();
        men.sort_unstable_by_key(|&((color, kind), cell)| (color.index(), kind, cell));
        Some((material.exchanged(), men.into_iter().map(|(_, cell)| cell).collect()))
    }

    /// Whether nothing has happened in a position that would forbid a move.
    pub fn is_plain(&self, stand: &Stand) -> bool {
        stand.rest == self.rest
    }
}

/// A man in the order of [`Ground::symbols`].
fn key((color, kind): (Color, Kind)) -> (usize, Kind) {
    (color.index(), kind)
}

fn men(stand: &Stand) -> Vec<(Color, Kind)> {
    sorted(stand).iter().map(|man: &Man| (man.color, man.kind)).collect()
}

fn is_black(symbol: &str) -> bool {
    symbol.contains(|letter: char| letter.is_ascii_lowercase())
}

/// The reflections and rotations of a board that lead each square to a square.
fn reflections(squares: &[Square], cells: &[Option<Cell>; 256], files: u8, ranks: u8) -> Vec<Reflection> {
    let maps = (0..8).filter(|way| way & 4 == 0 || files == ranks).filter_map(|way| {
        let map = |square: &Square| {
            let file = if way & 1 == 0 { square.file() } else { files - 1 - square.file() };
            let rank = if way & 2 == 0 { square.rank() } else { ranks - 1 - square.rank() };
            let square = if way & 4 == 0 { Square::new(file, rank) } else { Square::new(rank, file) };
            cells[square.index()]
        };
        squares.iter().map(map).collect::<Option<Reflection>>()
    });
    maps.collect()
}

/// The reflection that goes with exchanging the armies.
fn exchange(variant: &Variant, squares: &[Square], cells: &[Option<Cell>; 256]) -> Option<Reflection> {
    let map = |square: &Square| {
        let rank = variant.ranks - 1 - square.rank();
        let file = match variant.symmetry {
            Symmetry::Mirror => square.file(),
            Symmetry::Rotation => variant.files - 1 - square.file(),
            Symmetry::Nothing => return None,
        };
        cells[Square::new(file, rank).index()]
    };
    squares.iter().map(map).collect()
}

/// The start with nobody on the board and nothing in hand.
fn emptied(start: &dyn Game) -> SetUp {
    let mut set_up = SetUp::of(start);
    set_up.clear_board(0);
    if start.view().hands.is_some() {
        set_up.hold("");
    }
    set_up
}

/// What the FEN of a game says behind the side to move.
fn tail(game: &dyn Game) -> String {
    game.fen().splitn(3, ' ').nth(2).unwrap_or_default().to_owned()
}

/// Random numbers that depend on a seed only.
pub(super) struct Random {
    seed: u64,
    drawn: u64,
}

impl Random {
    pub fn new(seed: u64) -> Random {
        Random { seed: mix(seed), drawn: 0 }
    }

    /// A number below a count that is not 0.
    pub fn below(&mut self, count: usize) -> usize {
        self.drawn += 1;
        (mix(self.seed ^ self.drawn) % count as u64) as usize
    }
}
