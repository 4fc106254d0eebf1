//! What a position consists of, as numbers.
//!
//! A feature is an item (a kind of piece, say) of a player, on a square or off the board. It is numbered as each player
//! sees it: own before the enemy's, and ranks counted from the player's own side.

use crate::table;
use crate::types::bytes::fnv64;
use crate::types::{Color, Square};
use arrayvec::ArrayVec;

/// The reflection of the board that, with colours exchanged, gives an equal position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// Ranks in reverse: the armies face each other file by file.
    Mirror,
    /// Ranks and files in reverse.
    Rotation,
    /// None: more than two players, or rules that tell the players apart.
    Nothing,
}

/// Whose an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A player's; own and enemy items have features of their own.
    Player(Color),
    /// Nobody's, or that of the side to move in a group that only it can have.
    Nobody,
}

/// Features of one sort: pieces, tokens, rights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeatureGroup {
    /// The name, part of the hash of the set.
    pub name: &'static str,
    /// The number of items.
    pub items: usize,
    /// Whether items are owned by players.
    pub is_owned: bool,
    /// Whether items stand on squares.
    pub on_squares: bool,
    /// The greatest number of active features.
    pub most: usize,
}

impl FeatureGroup {
    /// Items of players on squares.
    pub const fn marks(name: &'static str, items: usize, most: usize) -> FeatureGroup {
        FeatureGroup { name, items, is_owned: true, on_squares: true, most }
    }

    /// Items of players off the board: rights, hands, counts.
    pub const fn notes(name: &'static str, items: usize, most: usize) -> FeatureGroup {
        FeatureGroup { name, items, is_owned: true, on_squares: false, most }
    }
}

/// The features of a game.
#[derive(Clone, Copy, Debug)]
pub struct FeatureSet {
    /// The groups in the order of their numbers. The first one is the pieces on the board.
    pub groups: &'static [FeatureGroup],
    /// The files of the board.
    pub files: usize,
    /// The ranks of the board.
    pub ranks: usize,
    /// How the second player sees the board.
    pub symmetry: Symmetry,
    /// Whether a player whose king is on the left half sees the files in reverse.
    pub horizontal_mirroring: bool,
    /// A number of the rules, for games whose rules may change while the program stays the same; 0 for games in code.
    pub rules: u64,
    /// The number of the first feature of each group, and behind the last group the number of all features.
    starts: [usize; MOST_GROUPS + 1],
    /// The numbers of the squares: by view, by whether the files are seen in reverse, by square.
    cells: [[[u16; 256]; 2]; 2],
}

impl FeatureSet {
    /// The features of these groups on a board of `files` by `ranks`.
    pub const fn new(groups: &'static [FeatureGroup], files: usize, ranks: usize, symmetry: Symmetry) -> FeatureSet {
        assert!(groups.len() <= MOST_GROUPS, "a game has too many groups of features");
        let starts = [0; MOST_GROUPS + 1];
        let cells = table!(2, |view| table!(2, |mirrored| table!(256, |square| {
            cell(Square(square as u8), [files, ranks], Color::ALL[view], symmetry, mirrored == 1) as u16
        })));
        let mut set =
            FeatureSet { groups, files, ranks, symmetry, horizontal_mirroring: false, rules: 0, starts, cells };
        let mut group = 0;
        while group < groups.len() {
            set.starts[group + 1] = set.starts[group] + set.group_len(group);
            group += 1;
        }
        set
    }

    /// The same features, with [horizontal mirroring](FeatureSet::horizontal_mirroring) or without.
    pub const fn with_horizontal_mirroring(mut self, horizontal_mirroring: bool) -> FeatureSet {
        self.horizontal_mirroring = horizontal_mirroring;
        self
    }

    /// The same features, of a game with rules of this [number](FeatureSet::rules).
    pub const fn of_rules(mut self, rules: u64) -> FeatureSet {
        self.rules = rules;
        self
    }

    /// The number of features of a group.
    pub const fn group_len(&self, group: usize) -> usize {
        let group = &self.groups[group];
        let cells = if group.on_squares { self.files * self.ranks } else { 1 };
        group.items * cells * (1 + group.is_owned as usize)
    }

    /// The number of the first feature of a group.
    #[inline(always)]
    pub const fn start(&self, group: usize) -> usize {
        self.starts[group]
    }

    /// The number of features.
    pub const fn len(&self) -> usize {
        self.start(self.groups.len())
    }

    /// Whether there are no features.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The greatest number of features that a position can have.
    pub const fn most_active(&self) -> usize {
        let (mut sum, mut group) = (0, 0);
        while group < self.groups.len() {
            sum += self.groups[group].most;
            group += 1;
        }
        sum
    }

    /// A number that changes when the meaning of any feature does, or when the rules have another number.
    pub fn hash(&self) -> u64 {
        let mirroring = if self.horizontal_mirroring { " horizontal mirroring" } else { "" };
        let rules = if self.rules == 0 { String::new() } else { format!(" rules {:016x}", self.rules) };
        let FeatureSet { groups, files, ranks, symmetry, .. } = self;
        fnv64(format!("{groups:?} {files} {ranks} {symmetry:?}{mirroring}{rules}").as_bytes())
    }

    /// The number of a feature as `view` sees it, with the files in reverse if `is_mirrored`.
    #[inline(always)]
    pub const fn index(
        &self,
        (group, owner, item, square): (usize, Owner, usize, Square),
        view: Color,
        is_mirrored: bool,
    ) -> usize {
        let shape = &self.groups[group];
        let item = match owner {
            Owner::Player(color) if color as u8 != view as u8 => shape.items + item,
            _ => item,
        };
        if shape.on_squares {
            let is_mirrored = self.horizontal_mirroring && is_mirrored;
            let cell = self.cells[view as usize][is_mirrored as usize][square.0 as usize];
            self.start(group) + item * self.files * self.ranks + cell as usize
        } else {
            self.start(group) + item
        }
    }
}

/// The number of a square on a board of `files` by `ranks`, with the files in reverse if `is_mirrored`. Anything for a
/// wall.
const fn cell(square: Square, [files, ranks]: [usize; 2], view: Color, symmetry: Symmetry, is_mirrored: bool) -> usize {
    let (file, rank) = (square.file() as usize, square.rank() as usize);
    if file >= files || rank >= ranks {
        return 0;
    }
    let (file, rank) = match (view, symmetry) {
        (Color::White, _) | (_, Symmetry::Nothing) => (file, rank),
        (Color::Black, Symmetry::Mirror) => (file, ranks - 1 - rank),
        (Color::Black, Symmetry::Rotation) => (files - 1 - file, ranks - 1 - rank),
    };
    rank * files + if is_mirrored { files - 1 - file } else { file }
}

/// The greatest number of features of a game: they are numbered in 16 bits.
pub const MOST_FEATURES: usize = 1 << 16;
/// The greatest number of groups of features.
pub const MOST_GROUPS: usize = 15;
/// The greatest number of active features of a position.
pub const MOST_ACTIVE: usize = 272;

/// The features of a position, as White and as Black sees it.
#[derive(Clone, Debug, Default)]
pub struct ActiveFeatures {
    views: [ArrayVec<u16, MOST_ACTIVE>; 2],
    /// By view: whether the files are seen in reverse.
    mirrored: [bool; 2],
}

impl ActiveFeatures {
    /// No features yet; by view, whether the files are seen in reverse.
    #[inline(always)]
    pub fn mirrored(mirrored: [bool; 2]) -> ActiveFeatures {
        ActiveFeatures { mirrored, ..ActiveFeatures::default() }
    }

    /// Adds a feature. Features beyond [`MOST_ACTIVE`] are left out.
    #[inline(always)]
    pub fn add(&mut self, set: &FeatureSet, group: usize, owner: Owner, item: usize, square: Square) {
        for view in Color::ALL {
            let index = set.index((group, owner, item, square), view, self.mirrored[view.index()]);
            let _ = self.views[view.index()].try_push(index as u16);
        }
    }

    /// The same without the feature that was added in this place, from 0.
    pub fn without(&self, index: usize) -> ActiveFeatures {
        let mut other = self.clone();
        for view in other.views.iter_mut().filter(|view| index < view.len()) {
            view.remove(index);
        }
        other
    }

    /// The features as `color` sees them.
    #[inline(always)]
    pub fn of(&self, color: Color) -> &[u16] {
        &self.views[color.index()]
    }
}
