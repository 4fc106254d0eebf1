//! The settings of a game, as its section and those above it have made them.

use super::betza::Moves;
use super::pieces::{CUSTOM, KING, SLOTS, slot};
use super::values::Region;
use crate::types::Color;
use crate::variants::general::rules::{Counting, Value, WallPlace};

/// A set of slots of pieces, a bit for each.
pub type Slots = u64;

/// The settings of a game.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Files of the board.
    pub files: u8,
    /// Ranks of the board.
    pub ranks: u8,
    /// The start position.
    pub start: String,
    /// By slot, the letter of a piece, lower case.
    pub letters: [Option<char>; SLOTS],
    /// The moves of pieces of one's own, and of the king last.
    pub moves: [Option<(String, Moves)>; CUSTOM + 1],
    /// What the file calls pieces: slot, whether the name is that of the promoted form, name.
    pub names: Vec<(usize, bool, String)>,
    /// By player and slot, where pieces may land.
    pub lands_on: [Vec<(usize, Region)>; 2],
    /// By player, who promotes like a pawn.
    pub promotion_pawns: [Slots; 2],
    /// By player, what pawns become.
    pub promotion_choices: [Slots; 2],
    /// By player, where.
    pub promotion_region: [Region; 2],
    /// Whether pawns have to promote.
    pub must_promote: bool,
    /// The most pieces of a slot by promotion.
    pub promotion_limit: Vec<(usize, u8)>,
    /// What pieces become by promotion.
    pub promoted: Vec<(usize, usize)>,
    /// Whether that is compulsory.
    pub must_promote_pieces: bool,
    /// Whether it needs a capture.
    pub promotes_by_capture: bool,
    /// Whether promoted pieces may turn back.
    pub demotion: bool,
    /// The promotion of Sittuyin.
    pub sittuyin_promotion: bool,
    /// Whether there are double and triple steps.
    pub double_step: bool,
    /// By player, where double steps start.
    pub double_region: [Region; 2],
    /// By player, where triple steps start.
    pub triple_region: [Region; 2],
    /// By player, where en passant captures arrive.
    pub en_passant_region: [Region; 2],
    /// By player, who captures so.
    pub en_passant_types: [Slots; 2],
    /// Whether there is castling.
    pub castling: bool,
    /// Whether rooks are named by their files.
    pub chess960: bool,
    /// Where the king arrives: kingside, queenside.
    pub castling_files: [u8; 2],
    /// The rank, as each player counts it.
    pub castling_rank: u8,
    /// Which king castles.
    pub castling_king_file: u8,
    /// By player, the slot of the piece that castles.
    pub castling_king: [usize; 2],
    /// By player, what serves as rooks.
    pub castling_rooks: [Slots; 2],
    /// Where the search for the rook begins; `None` for the edge.
    pub castling_rook_files: [Option<u8>; 2],
    /// Whether dropped pieces castle.
    pub castling_dropped: bool,
    /// Whether castling to opposite sides is forbidden.
    pub opposite_castling: bool,
    /// Whether pieces are dropped.
    pub drops: bool,
    /// Whether captures go to the hand.
    pub captures_to_hand: bool,
    /// Whether something must be dropped, and what; `None` for anything.
    pub must_drop: bool,
    /// The slot that must be dropped.
    pub must_drop_type: Option<usize>,
    /// By player, where drops are allowed.
    pub drop_region: [Region; 2],
    /// Whether pawns are dropped on their first rank.
    pub first_rank_pawn_drops: bool,
    /// Whether pawns are dropped where they promote.
    pub promotion_zone_pawn_drops: bool,
    /// Whether drops may give check.
    pub drop_checks: bool,
    /// The slot that must not be doubled.
    pub no_doubled: Option<usize>,
    /// How many on a file are too many.
    pub no_doubled_count: u8,
    /// Whether pieces may be dropped promoted.
    pub drop_promoted: bool,
    /// Whether captured pieces stay promoted.
    pub drop_loop: bool,
    /// Whether the second bishop goes on the other colour.
    pub opposite_bishops: bool,
    /// Whether rooks are dropped on the first rank only.
    pub sittuyin_rooks: bool,
    /// Whether a pawn's drop must not mate.
    pub no_pawn_drop_mate: bool,
    /// Whether no piece may go where it can never move.
    pub no_dead_ends: bool,
    /// By player, whether passing is allowed.
    pub pass: [bool; 2],
    /// The same, only without another move.
    pub pass_if_stuck: [bool; 2],
    /// Whether kings may not face each other.
    pub flying_general: bool,
    /// Whether a player whose king faces the other one has to answer.
    pub bikjang: bool,
    /// Squares that diagonal lines join.
    pub diagonal_lines: Region,
    /// Whether pieces keep rights of their first move.
    pub gating: bool,
    /// Whether pieces from the hand enter behind a first move.
    pub seirawan_gating: bool,
    /// Whether kings and mets leap with their first move.
    pub cambodian_moves: bool,
    /// Where walls are put with every move.
    pub walling: Option<WallPlace>,
    /// By player, where they may be put.
    pub walling_region: [Region; 2],
    /// Kinds that turn to stone when they capture.
    pub petrify: Slots,
    /// The rule of Makpong.
    pub makpong: bool,
    /// Where soldiers begin to go sideways.
    pub soldier_rank: u8,
    /// Whether captures are compulsory.
    pub must_capture: bool,
    /// Whether checks are allowed.
    pub checking: bool,
    /// Kinds that do not capture each other.
    pub immune: Slots,
    /// Whether captures explode.
    pub blast: bool,
    /// What survives.
    pub blast_immune: Slots,
    /// Whether perpetual check loses.
    pub perpetual: bool,
    /// Checkmate.
    pub checkmate: Value,
    /// Stalemate.
    pub stalemate: Value,
    /// Whether stalemate goes by numbers.
    pub stalemate_count: bool,
    /// Moves without progress.
    pub moves_limit: u16,
    /// By player, whose moves are progress.
    pub progress: [Slots; 2],
    /// Repetitions.
    pub repetitions: u8,
    /// What they mean.
    pub repetition: Value,
    /// Whether that is White's result.
    pub repetition_absolute: bool,
    /// What extinction means.
    pub extinction: Option<Value>,
    /// Of what; all together.
    pub extinction_types: Slots,
    /// Whether all pieces count together.
    pub extinction_all: bool,
    /// When so many are left.
    pub extinction_count: u8,
    /// If the enemy has so many.
    pub extinction_enemy: u8,
    /// Whether the side that has lost its pieces may take one more.
    pub extinction_claim: bool,
    /// Whether the last ones are royal instead.
    pub pseudo_royal: bool,
    /// Whether all must be attacked.
    pub duple_check: bool,
    /// By player, who reaches the goal; `None` for anybody.
    pub flag_piece: [Option<usize>; 2],
    /// By player, the goal.
    pub flag_region: [Region; 2],
    /// How many of them.
    pub flag_count: u8,
    /// Whether a full goal is enough.
    pub flag_blocked: bool,
    /// Whether the enemy has one more move.
    pub flag_move: bool,
    /// Whether they must not be attacked there.
    pub flag_safe: bool,
    /// Whether checks are counted.
    pub check_counting: bool,
    /// What becomes of draws.
    pub material_counting: MaterialCounting,
    /// Counting to a draw.
    pub counting: Option<Counting>,
}

/// What becomes of drawn games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaterialCounting {
    /// They are drawn.
    None,
    /// A player wins them.
    Odds(Color),
    /// Pieces are counted, all alike.
    Unweighted,
    /// Pieces are counted by the points of Janggi.
    Janggi,
}

/// The start position of chess, which a game without a parent begins with.
const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

impl Default for Definition {
    /// A game without a parent: the rules of chess without pieces.
    fn default() -> Definition {
        let (pawn, rook, everywhere) = (1, 1 << 3, Region::everywhere());
        Definition {
            files: 8,
            ranks: 8,
            start: CHESS.into(),
            letters: [None; SLOTS],
            moves: std::array::from_fn(|_| None),
            names: Vec::new(),
            lands_on: [Vec::new(), Vec::new()],
            promotion_pawns: [pawn; 2],
            promotion_choices: [0; 2],
            promotion_region: [Region::ranks([7]), Region::ranks([0])],
            must_promote: true,
            promotion_limit: Vec::new(),
            promoted: Vec::new(),
            must_promote_pieces: false,
            promotes_by_capture: false,
            demotion: false,
            sittuyin_promotion: false,
            double_step: true,
            double_region: [Region::ranks([1]), Region::ranks([6])],
            triple_region: [Region::default(); 2],
            en_passant_region: [everywhere; 2],
            en_passant_types: [pawn; 2],
            castling: true,
            chess960: false,
            castling_files: [6, 2],
            castling_rank: 0,
            castling_king_file: 4,
            castling_king: [KING; 2],
            castling_rooks: [rook; 2],
            castling_rook_files: [None; 2],
            castling_dropped: false,
            opposite_castling: false,
            drops: false,
            captures_to_hand: false,
            must_drop: false,
            must_drop_type: None,
            drop_region: [everywhere; 2],
            first_rank_pawn_drops: false,
            promotion_zone_pawn_drops: false,
            drop_checks: true,
            no_doubled: None,
            no_doubled_count: 1,
            drop_promoted: false,
            drop_loop: false,
            opposite_bishops: false,
            sittuyin_rooks: false,
            no_pawn_drop_mate: false,
            no_dead_ends: false,
            pass: [false; 2],
            pass_if_stuck: [false; 2],
            flying_general: false,
            bikjang: false,
            diagonal_lines: Region::default(),
            gating: false,
            seirawan_gating: false,
            cambodian_moves: false,
            walling: None,
            walling_region: [everywhere; 2],
            petrify: 0,
            makpong: false,
            soldier_rank: 0,
            must_capture: false,
            checking: true,
            immune: 0,
            blast: false,
            blast_immune: 0,
            perpetual: false,
            checkmate: Value::Loss,
            stalemate: Value::Draw,
            stalemate_count: false,
            moves_limit: 50,
            progress: [pawn; 2],
            repetitions: 3,
            repetition: Value::Draw,
            repetition_absolute: false,
            extinction: None,
            extinction_types: 0,
            extinction_all: false,
            extinction_count: 0,
            extinction_enemy: 0,
            extinction_claim: false,
            pseudo_royal: false,
            duple_check: false,
            flag_piece: [None; 2],
            flag_region: [Region::default(); 2],
            flag_count: 1,
            flag_blocked: false,
            flag_move: false,
            flag_safe: false,
            check_counting: false,
            material_counting: MaterialCounting::None,
            counting: None,
        }
    }
}

impl Definition {
    /// The slot of a letter.
    pub fn slot_of(&self, letter: char) -> Option<usize> {
        self.letters.iter().position(|&other| other == Some(letter.to_ascii_lowercase()))
    }

    /// Takes a piece out of the game.
    pub fn remove(&mut self, slot: usize) {
        self.letters[slot] = None;
        self.names.retain(|known| known.0 != slot);
        self.drop_from_promotion(slot);
    }

    /// Whether a line sets a piece that pawns become again with the letter that it has.
    pub fn leaves_promotion(&self, key: &str, text: &str) -> bool {
        let choices = self.promotion_choices[0] | self.promotion_choices[1];
        let has_letter =
            |slot: usize| self.letters[slot].is_some_and(|letter| text.to_ascii_lowercase().starts_with(letter));
        slot(key).is_some_and(|slot| choices >> slot & 1 != 0 && has_letter(slot))
    }

    /// Takes a piece out of those that pawns become.
    pub fn drop_from_promotion(&mut self, slot: usize) {
        let bit = !(1u64 << slot);
        self.promotion_choices.iter_mut().for_each(|choices| *choices &= bit);
    }
}
