//! A row of the list of games: names, board, start position, pieces, and how to set the game up.

use super::Game;
pub use super::begin;
use super::guide::Guide;
pub use crate::network::Symmetry;
use crate::network::{FeatureSet, Network, kept};
use crate::position::piece_kind::PieceKind;
use crate::types::{Color, FenError, Kind, Score, Seat};
use std::path::Path;
use std::sync::Arc;

/// A game in the list, as users and programs choose it: all that is known of it without a position.
pub struct Variant {
    /// Name in UCI and on the command line.
    pub name: &'static str,
    /// Other names that are understood.
    pub aliases: &'static [&'static str],
    /// Name for people.
    pub title: &'static str,
    /// One line about the game.
    pub summary: &'static str,
    /// Files of the board.
    pub files: u8,
    /// Ranks of the board.
    pub ranks: u8,
    /// Kinds of pieces that can be held in hand.
    pub pocket: u8,
    /// The start position.
    pub start: &'static str,
    /// The kinds of pieces.
    pub kinds: &'static [PieceKind],
    /// The worth of a piece by kind, in hundredths of a pawn; 0 for kind 0.
    pub worths: &'static [Score; Kind::LIMIT],
    /// The players in the order of moves. The armies of one board are half the number of players apart.
    pub seats: &'static [Seat],
    /// The names of the special events of the game, for statistics.
    pub events: &'static [&'static str],
    /// What positions consist of, for the network.
    pub features: &'static FeatureSet,
    /// By feature, what it is worth before anything is learnt, in hundredths of a pawn from the view of the player who sees it.
    /// Empty where pieces are worth their [worths](Variant::worths) wherever they stand.
    pub values: &'static [Score],
    /// The game that the network is trained for. Games with the same rules share one.
    pub network_game: &'static str,
    /// The file of that network, which is built in or lies beside the game's file; empty if there is none.
    pub network_file: &'static [u8],
    /// The game's own values of parameters of the search
    /// ([`SearchHints::PARAMETERS`](crate::position::SearchHints::PARAMETERS)).
    pub parameters: &'static [(&'static str, i32)],
    /// Name of its page in `uci-docs/rules/`, of games in code.
    pub rules_page: &'static str,
    /// What writes its rules page, of games from files.
    pub guide: Option<&'static WriteGuide>,
    /// The user's file that it comes from, of games that were added.
    pub file: Option<&'static Path>,
    /// The names of the pictures of its pieces that come with that file, which the board in the browser shows instead of its own:
    /// `wP.svg`, `bP.svg`, or `P.svg` for both players.
    pub pictures: &'static [&'static str],
    /// The puzzles that come with that file, in EPD as `jailbird puzzles` writes them; empty if there are none.
    pub puzzles: &'static str,
    /// Which reflection of the board exchanges the armies.
    pub symmetry: Symmetry,
    /// How XBoard can show the game; `None` where it cannot.
    pub xboard: Option<XBoard>,
    /// Positions with White to move in which a piece added to the middle of the (first) board, or two ranks below if it
    /// ends the game there, shows its moves. Together they leave every square to it: what must stand there (kings, and
    /// what holds them) stands elsewhere in each.
    pub diagrams: &'static [&'static str],
    /// The template that GUIs with built-in games may start from.
    pub template: &'static str,
    /// Positions of the bench command, a FEN a line; empty for the start position alone.
    pub bench: &'static str,
    /// Depth that the bench command searches them to.
    pub bench_depth: u32,
    /// Sets up a game from a FEN; rows of games in code say `&begin::<TheirPosition>`.
    pub begin: &'static Begin,
}

/// A function that sets up a game of a variant from a FEN.
pub type Begin = dyn Fn(&'static Variant, &str) -> Result<Box<dyn Game>, FenError> + Send + Sync;

/// A function that writes the rules page of a game.
pub type WriteGuide = dyn Fn() -> Guide + Send + Sync;

/// How XBoard shows a game.
#[derive(Clone, Copy)]
pub struct XBoard {
    /// Name in CECP.
    pub name: &'static str,
    /// The description sent to XBoard; `None` for games that XBoard knows.
    pub setup: Option<Setup>,
}

/// What is sent to XBoard about a game that it does not know, besides pieces and start position.
#[derive(Clone, Copy)]
pub struct Setup {
    /// The game of XBoard's own whose behaviour fits best.
    pub parent: &'static str,
    /// The letters of the kinds that can be in hand. There are rows for them and for all kinds before them in the order of icons.
    pub held: &'static str,
}

impl XBoard {
    /// A game of XBoard's parent `fairy`, without hands.
    pub const fn fairy(name: &'static str) -> XBoard {
        XBoard { name, setup: Some(Setup { parent: "fairy", held: "" }) }
    }
}

impl Variant {
    /// Whether this is the game's name or an alias, in any case of letters.
    pub fn is_called(&self, name: &str) -> bool {
        self.aliases.iter().chain([&self.name]).any(|own| own.eq_ignore_ascii_case(name))
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.seats.len()
    }

    /// The network of the evaluation: that of the game's [file](Variant::network_file), or else one that knows what the kinds are worth.
    pub fn network(&'static self) -> Arc<Network> {
        self.own_network().unwrap_or_else(|_| self.untrained_network().into())
    }

    /// Why the network of the game's file cannot be used, if it cannot.
    pub fn network_error(&'static self) -> Option<String> {
        self.own_network().err()
    }

    fn own_network(&'static self) -> Result<Arc<Network>, String> {
        kept(self.network_game, self.features.hash(), self.network_file, || match self.network_file {
            [] => Ok(self.untrained_network().into()),
            file => Network::read(file, self.network_game, self.features).map(Arc::new),
        })
    }

    /// A network that adds up what features are worth before anything is learnt.
    pub fn untrained_network(&'static self) -> Network {
        let values = if self.values.is_empty() { self.values_of_pieces() } else { self.values.to_vec() };
        let start = self.new_game();
        let active = start.active_features();
        let value = |&feature: &u16| values.get(usize::from(feature)).copied().unwrap_or(0).abs();
        // Few scores are greater than all of the start position in one hand, and some promotions.
        let sum: Score = active.of(Color::White).iter().map(value).sum();
        let greatest = values.iter().map(|value| value.abs()).max().unwrap_or(0);
        let most = (sum + sum / 4).max(2 * greatest);
        Network::of_values(self.network_game, self.features, "values that follow from the rules", &values, most)
    }

    /// By feature, the worth of pieces.
    fn values_of_pieces(&self) -> Vec<Score> {
        let (all, cells) = (self.features.group_len(0), self.features.files * self.features.ranks);
        let worth = |feature: usize| self.worths[1 + feature % (all / 2) / cells];
        (0..all).map(|feature| if feature < all / 2 { worth(feature) } else { -worth(feature) }).collect()
    }

    /// Whether a network of this game is one of `other`, too: they have the same features and the same file.
    pub fn shares_network(&self, other: &Variant) -> bool {
        self.features.hash() == other.features.hash() && self.network_file == other.network_file
    }

    /// A game of these rules from a FEN.
    pub fn game(&'static self, fen: &str) -> Result<Box<dyn Game>, FenError> {
        (self.begin)(self, fen)
    }

    /// The same, also from a FEN with faults whose repair is beyond doubt: a castling right without king or rook at home, an en
    /// passant square without a pawn, `-` for a counter. Returns what was repaired, too.
    pub fn repaired_game(&'static self, fen: &str) -> Result<(Box<dyn Game>, Vec<String>), FenError> {
        let (mut fen, mut repairs) = (fen.to_owned(), Vec::new());
        loop {
            let error = match self.game(&fen) {
                Ok(game) => return Ok((game, repairs)),
                Err(error) => error,
            };
            let Some((repaired, what)) = error.repair(&fen).filter(|(repaired, _)| *repaired != fen) else {
                return Err(error);
            };
            fen = repaired;
            repairs.push(what);
        }
    }

    /// A game of these rules from the start. It never panics for a variant of the list: a test sets up every one in code, and
    /// one that is added has been set up before.
    pub fn new_game(&'static self) -> Box<dyn Game> {
        self.game(self.start).expect("every start position of the list is legal")
    }
}
