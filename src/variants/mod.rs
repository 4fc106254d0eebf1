//! The games: one folder each, [`common`] for what several share, and [`VARIANTS`], the only list of them.
//!
//! Help texts, the `UCI_Variant` option, CECP's `variants=`, documentation and tests all derive from the list.

pub mod chess;
pub mod common;
pub mod friendly;
pub mod kinds;
pub mod kings_escape;
pub mod penalty_box;
pub mod prison_break;
pub mod prisoners_escape;
pub mod zigzag_madness;

use crate::game::{Game, Played};
use crate::position::Position;
use crate::types::FenError;
use kinds::Kind;

/// A game as people and programs choose it.
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
    pub kinds: &'static [Kind],
    /// Name of its page in `uci-docs/rules/`.
    pub rules_page: &'static str,
    /// How the board looks from the other side.
    pub symmetry: Symmetry,
    /// How XBoard can show the game; `None` where it cannot.
    pub xboard: Option<XBoard>,
    /// The template that GUIs with built-in games may start from.
    pub template: &'static str,
    /// Positions of the bench command, a FEN a line.
    pub bench: &'static str,
    /// Depth that the bench command searches them to.
    pub bench_depth: u32,
    begin: Begin,
}

/// Sets up a game of a variant from a FEN.
type Begin = fn(&'static Variant, &str) -> Result<Box<dyn Game>, FenError>;

/// What turns a position into the same one for the other army, colours changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// Ranks in reverse: the armies face each other file by file.
    Mirror,
    /// Ranks and files in reverse.
    Rotation,
    /// None: more than two players.
    Nothing,
}

/// XBoard's name of Chess960, which is the game of chess with another start and another text of castling.
pub const CHESS960: &str = "fischerandom";

/// Whether a name of chess means Chess960.
pub fn is_chess960(name: &str) -> bool {
    [CHESS960, "chess960"].iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// How XBoard is to take a game.
pub struct XBoard {
    /// Name in CECP.
    pub name: &'static str,
    /// What it must be told with it; `None` for games that XBoard knows itself.
    pub setup: Option<Setup>,
}

/// A game that XBoard is told how to show, besides its pieces and start.
pub struct Setup {
    /// The game of XBoard's own whose habits suit best.
    pub parent: &'static str,
    /// How many kinds, in the order of pictures, have a row in the hands.
    pub hand_rows: u8,
}

impl XBoard {
    /// A game of XBoard's parent `fairy`, without hands.
    const fn fairy(name: &'static str) -> XBoard {
        XBoard { name, setup: Some(Setup { parent: "fairy", hand_rows: 0 }) }
    }
}

impl Variant {
    /// A game of these rules from a FEN.
    pub fn game(&'static self, fen: &str) -> Result<Box<dyn Game>, FenError> {
        (self.begin)(self, fen)
    }

    /// A game of these rules from the start.
    ///
    /// # Panics
    /// Never for a variant of the list: a test sets up every one.
    pub fn new_game(&'static self) -> Box<dyn Game> {
        self.game(self.start).expect("every start position of the list is legal")
    }

    /// A game from a position, or from the start if that is refused or none is given.
    pub fn game_or_start(&'static self, fen: Option<&str>) -> Box<dyn Game> {
        fen.and_then(|fen| self.game(fen).ok()).unwrap_or_else(|| self.new_game())
    }

    /// The variant with this name or alias, in any case of letters.
    pub fn find(name: &str) -> Option<&'static Variant> {
        let is = |other: &&str| other.eq_ignore_ascii_case(name);
        VARIANTS.iter().find(|variant| is(&variant.name) || variant.aliases.iter().any(is))
    }

    /// All names, separated by commas: for messages.
    pub fn names() -> String {
        VARIANTS.iter().map(|variant| variant.name).collect::<Vec<_>>().join(", ")
    }
}

fn begin<P: Position>(variant: &'static Variant, fen: &str) -> Result<Box<dyn Game>, FenError> {
    Ok(Box::new(Played::<P>::from_fen(variant, fen)?))
}

/// The Prison Break of the inventor's later page; the older set-up differs in nothing but its start.
const PRISON_BREAK: Variant = Variant {
    name: "prisonbreak",
    aliases: &["prison-break"],
    title: "Prison Break",
    summary: "6x8: freezing Ice Queens, jumping captures, kings that escape",
    files: 6,
    ranks: 8,
    pocket: 0,
    start: "rnbqkb/pppppp/6/6/6/6/PPPPPP/RNBQKB w - - 0 1 -",
    kinds: prison_break::kinds::KINDS,
    rules_page: "prisonbreak",
    symmetry: Symmetry::Mirror,
    xboard: Some(XBoard::fairy("prisonbreak")),
    template: "fairy",
    bench: include_str!("../../bench/positions/prisonbreak.epd"),
    bench_depth: 12,
    begin: begin::<prison_break::PrisonBreak>,
};

/// King's Escape; Anticheckmate differs in how the game is won.
const KINGS_ESCAPE: Variant = Variant {
    name: "kingsescape",
    aliases: &["kings-escape"],
    title: "King's Escape",
    summary: "Kings start in the enemy camp: every move must leave the enemy king attacked",
    files: 8,
    ranks: 8,
    pocket: 0,
    start: "rnbqKbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQkBNR w - - 0 1",
    kinds: kings_escape::kinds::KINDS,
    rules_page: "kingsescape",
    symmetry: Symmetry::Mirror,
    xboard: Some(XBoard::fairy("kingsescape")),
    template: "fairy",
    bench: include_str!("../../bench/positions/kingsescape.epd"),
    bench_depth: 10,
    begin: begin::<kings_escape::KingsEscape>,
};

/// Penalty Box Chess; its relatives have a board like it.
const PENALTY_BOX: Variant = Variant {
    name: "penaltybox",
    aliases: &["penalty-box"],
    title: "Penalty Box Chess",
    summary: "chess with a box that both sides move and that holds one piece, kings included",
    files: 8,
    ranks: 8,
    pocket: 0,
    start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1 - -",
    kinds: kinds::FIDE,
    rules_page: "penaltybox",
    symmetry: Symmetry::Mirror,
    // Neutral tokens and second actions in a move are beyond it.
    xboard: None,
    template: "fairy",
    bench: include_str!("../../bench/positions/penaltybox.epd"),
    bench_depth: 6,
    begin: begin::<penalty_box::PenaltyBox>,
};

/// Every game that Jailbird plays. The first is the default.
pub static VARIANTS: &[Variant] = &[
    Variant {
        name: "chess",
        aliases: &["standard", "normal", CHESS960, "chess960"],
        title: "Chess",
        summary: "FIDE chess, and Chess960 with UCI_Chess960",
        files: 8,
        ranks: 8,
        pocket: 0,
        start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        kinds: kinds::FIDE,
        rules_page: "chess",
        symmetry: Symmetry::Mirror,
        xboard: Some(XBoard { name: "normal", setup: None }),
        template: "chess",
        bench: include_str!("../../bench/positions/chess.epd"),
        bench_depth: 13,
        begin: begin::<chess::Chess>,
    },
    PRISON_BREAK,
    Variant {
        name: "prisonbreak-open",
        aliases: &["prison-break-open"],
        title: "Prison Break, open",
        summary: "Prison Break from the older set-up, without pawns on the f-file",
        start: "rnbqkb/ppppp1/6/6/6/6/PPPPP1/RNBQKB w - - 0 1 -",
        xboard: Some(XBoard::fairy("prisonbreak-open")),
        bench: include_str!("../../bench/positions/prisonbreak-open.epd"),
        ..PRISON_BREAK
    },
    Variant {
        name: "prisonersescape",
        aliases: &["prisoners-escape"],
        title: "Prisoner's Escape",
        summary: "7x8 with two lone cells: keep the enemy Prisoner attacked, or lose your hold and the game",
        files: 7,
        ranks: 8,
        pocket: 0,
        start: "***I***/fnhghnf/ppppppp/7/7/PPPPPPP/FNHGHNF/***i*** w - - 0 1",
        kinds: prisoners_escape::kinds::KINDS,
        rules_page: "prisonersescape",
        symmetry: Symmetry::Mirror,
        xboard: Some(XBoard::fairy("prisonersescape")),
        template: "fairy",
        bench: include_str!("../../bench/positions/prisonersescape.epd"),
        bench_depth: 10,
        begin: begin::<prisoners_escape::PrisonersEscape>,
    },
    KINGS_ESCAPE,
    Variant {
        name: "anticheckmate",
        aliases: &["anti-checkmate"],
        title: "Anticheckmate",
        summary: "Kings start in the enemy camp: whoever frees his own from all attacks wins at once",
        rules_page: "anticheckmate",
        xboard: Some(XBoard::fairy("anticheckmate")),
        bench: include_str!("../../bench/positions/anticheckmate.epd"),
        begin: begin::<kings_escape::Anticheckmate>,
        ..KINGS_ESCAPE
    },
    Variant {
        name: "zigzagmadness",
        aliases: &["zigzag", "zigzag-madness"],
        title: "ZigZag Madness",
        summary: "10x10: bent sliders, Ninja Pawns in hand, flexible castling",
        files: 10,
        ranks: 10,
        pocket: 1,
        start: "rwbzqkxbfr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RWBZQKXBFR[JJJJJjjjjj] w KQkq - 0 1",
        kinds: zigzag_madness::kinds::KINDS,
        rules_page: "zigzagmadness",
        symmetry: Symmetry::Mirror,
        // The only parent that has hands and does not fill them with what is taken.
        xboard: Some(XBoard { name: "zigzagmadness", setup: Some(Setup { parent: "bughouse", hand_rows: 5 }) }),
        template: "fairy",
        bench: include_str!("../../bench/positions/zigzagmadness.epd"),
        bench_depth: 7,
        begin: begin::<zigzag_madness::ZigZagMadness>,
    },
    Variant {
        name: "friendly",
        aliases: &["friendly-chess"],
        title: "Friendly",
        summary: "12x12: four Friends a side that borrow the powers of their guards; lose all and the game is lost",
        files: 12,
        ranks: 12,
        pocket: 0,
        start: "tmdcffffcdmt/jnglabbquxih/eprkwoowkrpe/12/12/12/12/12/12/EPRKWOOWKRPE/HIXUQBBALGNJ/TMDCFFFFCDMT w - - 0 1",
        kinds: friendly::kinds::KINDS,
        rules_page: "friendly",
        symmetry: Symmetry::Rotation,
        // The parent in which a piece that moves onto an own one swaps places with it.
        xboard: Some(XBoard { name: "friendly", setup: Some(Setup { parent: "chu", hand_rows: 0 }) }),
        template: "fairy",
        bench: include_str!("../../bench/positions/friendly.epd"),
        bench_depth: 5,
        begin: begin::<friendly::Friendly>,
    },
    PENALTY_BOX,
    Variant {
        name: "penaltybox-noking",
        aliases: &["penalty-box-noking"],
        title: "Penalty Box Chess, no kings in the box",
        summary: "Penalty Box Chess in which kings cannot be boxed",
        rules_page: "penaltybox-noking",
        bench: include_str!("../../bench/positions/penaltybox-noking.epd"),
        begin: begin::<penalty_box::PenaltyBoxNoKing>,
        ..PENALTY_BOX
    },
    Variant {
        name: "penaltybox-ben",
        aliases: &["penalty-box-ben"],
        title: "Penalty Box Chess, Ben Variant",
        summary: "Penalty Box Chess in which nothing passes over the token",
        rules_page: "penaltybox-ben",
        bench: include_str!("../../bench/positions/penaltybox-ben.epd"),
        begin: begin::<penalty_box::PenaltyBoxBen>,
        ..PENALTY_BOX
    },
    Variant {
        name: "penaltybox-dual",
        aliases: &["penalty-box-dual"],
        title: "Dual Penalty Box Chess",
        summary: "two boards with one box, four players each for himself",
        start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR|rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] \
                w1 KQkq|KQkq -|- 0|0 1 - -",
        rules_page: "penaltybox-dual",
        symmetry: Symmetry::Nothing,
        bench: include_str!("../../bench/positions/penaltybox-dual.epd"),
        bench_depth: 5,
        begin: begin::<penalty_box::PenaltyBoxDual>,
        ..PENALTY_BOX
    },
];
